// SPDX-License-Identifier: Apache-2.0
#include "cli/render.hpp"

#include "core/base/bytes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

constexpr std::string_view k_replacement = "\xef\xbf\xbd";

// Length of the well-formed sequence at the start of `text`; 0 if none.
size_t sequence_at(std::string_view text) {
  for (size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    if (base::is_utf8(text.substr(0, length))) {
      return length;
    }
  }
  return 0;
}

bool is_control(std::string_view sequence) {
  const auto c = static_cast<unsigned char>(sequence[0]);
  // C0, DEL, and C1 as UTF-8 writes it (U+0080 to U+009F).
  return c < 0x20 || c == 0x7f ||
         (c == 0xc2 && static_cast<unsigned char>(sequence[1]) < 0xa0);
}

std::string cut(std::string text, size_t bytes) {
  if (text.size() <= bytes) {
    return text;
  }
  while (bytes > 0 && (text[bytes] & 0xc0) == 0x80) {
    --bytes;
  }
  return text.substr(0, bytes) + "…";
}

std::string number_text(const domain::Fact& fact) {
  if (!fact.number) {
    return "";
  }
  const std::string unit = fact.unit.empty() ? "" : " " + fact.unit;
  return fmt::format("{:.12g}{}", *fact.number, unit);
}

// "89.0 m" beside the text "292 FT"; nothing where the text says it already.
std::string fact_value(const domain::Fact& fact) {
  const std::string number = number_text(fact);
  const std::string text = cut(printable(fact.text), 160);
  if (number.empty() || number == text) {
    return text;
  }
  const bool same = fmt::format("{:.12g}", *fact.number) == text;
  return same ? number : fmt::format("{}  (\"{}\")", number, text);
}

std::string bracketed(const domain::Locator& locator) {
  const std::string where = locator.display();
  return where.empty() ? "" : "  [" + printable(where) + "]";
}

std::string facts_text(const domain::CollectedDocument& document) {
  size_t width = 0;
  for (const domain::Fact& fact : document.facts) {
    width = std::max(width, std::min<size_t>(fact.key.size(), 32));
  }
  std::string out;
  for (const domain::Fact& fact : document.facts) {
    out += fmt::format("  {:<{}}  {}{}\n", fact.key, width, fact_value(fact),
                       bracketed(fact.locator));
  }
  return out;
}

std::string keys_text(const domain::CollectedDocument& document) {
  constexpr size_t k_shown = 20;
  std::string out;
  for (size_t i = 0; i < std::min(k_shown, document.keys.size()); ++i) {
    const domain::Key& key = document.keys[i];
    out += fmt::format("  {:<10}  {}{}\n", key.family, printable(key.verbatim),
                       bracketed(key.locator));
  }
  if (document.keys.size() > k_shown) {
    out += fmt::format("  … and {} more (--json shows all)\n",
                       grouped(document.keys.size() - k_shown));
  }
  return out;
}

std::string passages_text(const domain::CollectedDocument& document,
                          size_t shown) {
  std::string out;
  for (size_t i = 0; i < std::min(shown, document.passages.size()); ++i) {
    const domain::Passage& passage = document.passages[i];
    out += fmt::format("  --{}\n", bracketed(passage.locator));
    std::string_view rest = passage.text;
    while (!rest.empty()) {
      const auto end = std::min(rest.find('\n'), rest.size());
      out += "  " + printable(rest.substr(0, end)) + "\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  if (document.passages.size() > shown) {
    out += fmt::format("  … and {} more (--passages N shows N)\n",
                       grouped(document.passages.size() - shown));
  }
  return out;
}

std::string rejects_text(const domain::CollectedDocument& document) {
  std::string out;
  for (const domain::Reject& reject : document.rejects) {
    out += fmt::format("  {}: {}", printable(reject.field),
                       printable(reject.reason));
    if (!reject.raw.empty()) {
      out += fmt::format(", found \"{}\"", cut(printable(reject.raw), 80));
    }
    out += bracketed(reject.locator) + "\n";
  }
  return out;
}

template <typename T, typename F>
Json array_of(const std::vector<T>& items, F&& make) {
  Json out = Json::array();
  for (const T& item : items) {
    out.push_back(make(item));
  }
  return out;
}

Json json_of_fact(const domain::Fact& fact) {
  Json out = {{"key", fact.key}};
  put_bytes(out, "text", fact.text);
  if (fact.number) {
    out["number"] = *fact.number;
  }
  if (!fact.unit.empty()) {
    out["unit"] = fact.unit;
  }
  out["locator"] = json_of(fact.locator);
  return out;
}

} // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t length = sequence_at(text);
    if (length == 0) {
      out += k_replacement;
      text.remove_prefix(1);
      continue;
    }
    if (text[0] == '\t') {
      out += ' ';
    } else if (is_control(text)) {
      const auto code = static_cast<unsigned char>(text[length - 1]);
      out += fmt::format("\\x{:02x}", code);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

void put_bytes(Json& object, const std::string& name, std::string_view bytes) {
  object[name] = base::is_utf8(bytes) ? std::string(bytes) : printable(bytes);
  if (!base::is_utf8(bytes)) {
    object[name + "_base64"] = base::base64_of(bytes);
  }
}

Json json_of(const domain::Locator& locator) {
  Json out = Json::object();
  if (!locator.section.empty()) {
    put_bytes(out, "section", locator.section);
  }
  const std::pair<const char*, std::optional<uint64_t>> numbers[] = {
      {"page", locator.page},
      {"line", locator.line},
      {"row", locator.row},
      {"byte", locator.byte}};
  for (const auto& [name, number] : numbers) {
    if (number) {
      out[name] = *number;
    }
  }
  return out;
}

Json json_of(const domain::CollectedDocument& document) {
  Json out = {{"format", document.head.format}};
  put_bytes(out, "title", document.head.title);
  if (!document.head.member.empty()) {
    out["member"] = array_of(document.head.member, printable);
  }
  out["facts"] = array_of(document.facts, json_of_fact);
  out["keys"] = array_of(document.keys, [](const domain::Key& key) {
    Json row = {{"family", key.family}};
    put_bytes(row, "verbatim", key.verbatim);
    row["locator"] = json_of(key.locator);
    return row;
  });
  out["passages"] =
      array_of(document.passages, [](const domain::Passage& passage) {
        Json row = {{"kind", domain::name_of(passage.kind)}};
        put_bytes(row, "text", passage.text);
        row["locator"] = json_of(passage.locator);
        return row;
      });
  out["rejects"] = array_of(document.rejects, [](const domain::Reject& reject) {
    Json row = {{"field", reject.field}, {"reason", reject.reason}};
    put_bytes(row, "raw", reject.raw);
    row["locator"] = json_of(reject.locator);
    return row;
  });
  return out;
}

std::string text_of(const domain::CollectedDocument& document,
                    size_t passages) {
  const auto part = [](std::string_view name, size_t count,
                       const std::string& body) {
    return count == 0 ? std::string()
                      : fmt::format("{} ({})\n{}", name, grouped(count), body);
  };
  std::string out;
  if (!document.head.member.empty()) {
    out += "\nInside: ";
    for (const std::string& name : document.head.member) {
      out += (&name == &document.head.member.front() ? "" : "!/") +
             printable(name);
    }
    out += "\n";
  }
  if (!document.head.format.empty()) {
    out += fmt::format("Format: {}\n", document.head.format);
  }
  if (!document.head.title.empty()) {
    out += fmt::format("Title:  {}\n", printable(document.head.title));
  }
  out += part("Facts", document.facts.size(), facts_text(document));
  out += part("Keys", document.keys.size(), keys_text(document));
  if (passages > 0) {
    out += part("Passages", document.passages.size(),
                passages_text(document, passages));
  }
  out += part("Rejects", document.rejects.size(), rejects_text(document));
  return out;
}

std::string grouped(uint64_t number) {
  std::string out = std::to_string(number);
  for (size_t i = out.size(); i > 3;) {
    i -= 3;
    out.insert(i, ",");
  }
  return out;
}

std::string byte_size(uint64_t bytes) {
  constexpr std::string_view units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) {
    return fmt::format("{} B", bytes);
  }
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, units[unit]);
}

} // namespace cli
