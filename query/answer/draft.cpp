// SPDX-License-Identifier: Apache-2.0
#include "query/answer/draft.hpp"

#include <algorithm>
#include <utility>

namespace query {

base::Result<NamedFiles> question_files(Draft& draft) {
  if (!draft.files) {
    TRY_ASSIGN(draft.files, files_named(draft.view, draft.question));
  }
  return *draft.files;
}

void say(std::vector<Sentence>& to, std::string text,
         std::vector<unsigned> cites) {
  std::sort(cites.begin(), cites.end());
  cites.erase(std::unique(cites.begin(), cites.end()), cites.end());
  to.push_back({std::move(text), std::move(cites)});
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      out.push_back(c);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  if (out.ends_with(' ')) {
    out.pop_back();
  }
  return out;
}

std::string quoted(std::string_view text) {
  return "\u201c" + one_line(text) + "\u201d";
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

std::string telling_quotes(const TellingWords& words, const std::string& text) {
  constexpr size_t k_stretches = 3;
  constexpr double k_more = 0.15; // of the weight of all words
  std::vector<std::string_view> found = words.labelled(text);
  TellingWords rest = words;
  for (const std::string_view line : found) {
    rest = rest.only(rest.lacking(line));
  }
  for (size_t i = found.size(); i < k_stretches; ++i) {
    const auto piece = rest.stretch(text, k_quoted / (i + 1));
    const double more = rest.share(piece) * rest.weight();
    const bool told =
        std::any_of(found.begin(), found.end(), [&](std::string_view other) {
          return piece.data() < other.data() + other.size() &&
                 other.data() < piece.data() + piece.size();
        });
    if (piece.empty() || told ||
        (!found.empty() && more < k_more * words.weight())) {
      break;
    }
    found.push_back(piece);
    rest = rest.only(rest.lacking(piece));
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.data() < b.data(); });
  std::string out;
  for (const std::string_view piece : found) {
    out += (out.empty() ? "" : " … ") + quoted(piece);
  }
  return out;
}

// A heading or the first words of a text are often taken for a title; what is
// no name of a document is none.
std::string document_name(const Source& source) {
  constexpr size_t k_longest = 80;
  const std::string title = one_line(source.title);
  const bool named = !title.empty() && title.size() <= k_longest &&
                     !(title[0] >= '0' && title[0] <= '9') &&
                     !(title[0] >= 'a' && title[0] <= 'z') &&
                     !title.ends_with(':');
  if (named || source.paths.empty()) {
    return named ? title : "";
  }
  return file_name(source.paths.front().path);
}

} // namespace query
