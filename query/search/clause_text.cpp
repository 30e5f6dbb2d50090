// SPDX-License-Identifier: Apache-2.0
#include "query/search/clause_text.hpp"

#include "core/domain/outline.hpp"
#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"

#include <algorithm>
#include <cstdlib>

namespace query {
namespace {

constexpr size_t k_longest = 6000;
constexpr uint32_t k_most_passages = 20'000; // of a document that are looked at

// The line that a piece of a clause begins with when it goes on.
std::string_view without_carried(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos &&
                 text.substr(0, end).ends_with("(continued)")
             ? text.substr(end + 1)
             : text;
}

// "(b)" or "b." at the start of a line, and what follows up to the next such
// mark; "" if there is none.
std::string item_in(std::string_view text, const std::string& part) {
  std::string out;
  bool inside = false;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string folded = domain::fold(line.substr(0, 16));
    const bool here = folded.starts_with("(" + part + ")") ||
                      folded.starts_with(part + ". ") ||
                      folded.starts_with(part + ") ");
    if (!inside && here) {
      inside = true;
    } else if (inside && domain::starts_numbered(line)) {
      break;
    }
    if (inside) {
      out += (out.empty() ? "" : "\n") + std::string(line);
    }
  }
  return out;
}

struct Found {
  std::string section;
  domain::Locator locator;
};

base::Result<std::optional<Found>> posting(const store::Generation& shard,
                                           const NamedDocument& document,
                                           const domain::ClausePath& path) {
  TRY_ASSIGN(const auto holders, shard.holders({"clause", path.canonical()}));
  for (const auto& hit : holders) {
    if (hit.document == document.version && hit.forms.forms_size() > 0) {
      const auto locator = proto::decode(hit.forms.forms(0).locator());
      return std::optional(Found{locator.section, locator});
    }
  }
  return std::optional<Found>();
}

bool within(const std::string& section, const std::string& above) {
  return section == above || section.starts_with(above + " > ");
}

void append(std::string_view text, ClauseText& out) {
  if (out.text.size() + text.size() > k_longest) {
    out.whole = false;
  } else {
    out.text += (out.text.empty() ? "" : "\n") +
                std::string(out.text.empty() ? text : without_carried(text));
  }
}

base::Result<void> gather(const store::Generation& shard,
                          const NamedDocument& document, const Found& found,
                          const std::string& item, ClauseText& out) {
  for (uint32_t i = 0; i < k_most_passages && out.whole; ++i) {
    TRY_ASSIGN(const auto row, shard.passage(document.version, i));
    if (!row) {
      break;
    }
    const domain::Passage passage = proto::decode(*row);
    if (!within(passage.locator.section, found.section)) {
      continue;
    }
    if (item.empty()) {
      append(passage.text, out);
      continue;
    }
    const std::string part = item_in(passage.text, item);
    if (!part.empty()) {
      append(part, out);
      break;
    }
  }
  return {};
}

// The last element of a section path.
std::string last_title(const std::string& section) {
  const auto at = section.rfind(" > ");
  return at == std::string::npos ? section : section.substr(at + 3);
}

int order_of(const std::string& part) {
  const auto roman = domain::roman_value(part);
  if (part[0] >= '0' && part[0] <= '9') {
    return std::atoi(part.c_str()) * 64 + part.back() % 64;
  }
  return roman && part.size() > 1
             ? static_cast<int>(*roman)
             : static_cast<int>(part.size()) * 32 + part[0] % 32;
}

} // namespace

base::Result<std::optional<ClauseText>>
clause_text(const ArchiveView& view, const NamedDocument& document,
            const domain::ClausePath& path) {
  const auto& shard = view.shards()[document.shard];
  TRY_ASSIGN(const auto found, posting(shard, document, path));
  if (!found) {
    return std::optional<ClauseText>();
  }
  ClauseText out;
  out.locator = found->locator;
  const std::string title = last_title(found->section);
  const bool own =
      title == path.display() || title.starts_with(path.display() + " ");
  TRY(gather(shard, document, *found, own ? "" : path.parts().back(), out));
  if (out.text.empty()) { // its mark stands in another form
    TRY(gather(shard, document, *found, "", out));
  }
  out.heading =
      own && title != path.display() ? title : first_words(out.text, 120);
  return std::optional(std::move(out));
}

base::Result<std::string> last_beside(const ArchiveView& view,
                                      const NamedDocument& document,
                                      const domain::ClausePath& path) {
  const auto& shard = view.shards()[document.shard];
  const auto above = path.parent();
  if (!above) {
    return path.kind().empty() ? document.last : std::string();
  }
  std::vector<std::string> beside;
  TRY(shard.identifiers(above->canonical() + ".", store::Match::prefix,
                        "clause", [&](const store::Identifier& identifier) {
                          beside.push_back(identifier.canonical);
                          return true;
                        }));
  std::optional<domain::ClausePath> last;
  for (const std::string& canonical : beside) {
    const auto one = domain::ClausePath::parse(canonical);
    if (!one || one->parts().size() != path.parts().size() ||
        (last &&
         order_of(one->parts().back()) <= order_of(last->parts().back()))) {
      continue;
    }
    TRY_ASSIGN(const auto holds, posting(shard, document, *one));
    last = holds ? *one : last;
  }
  if (last) {
    return last->display();
  }
  return path.kind().empty() ? document.last : std::string();
}

bool same_text(const std::string& a, const std::string& b) {
  const auto letters = [](const std::string& text) {
    std::string out = domain::near_identical_form(text);
    std::erase(out, ' ');
    return out;
  };
  return letters(a) == letters(b);
}

std::string first_words(const std::string& text, size_t bytes) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == '\n' || c == '\t' || c == ' ' || c == '\r';
    if (!blank) {
      line.push_back(c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
    if (line.size() > bytes + 8) {
      break;
    }
  }
  if (line.size() <= bytes) {
    return line;
  }
  auto cut = std::string(domain::cut_utf8(line, bytes));
  const auto blank = cut.rfind(' ');
  return (blank == std::string::npos ? cut : cut.substr(0, blank)) +
         " \xe2\x80\xa6";
}

} // namespace query
