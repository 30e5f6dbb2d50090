// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/findings.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace readers {

namespace {
constexpr size_t k_raw_limit = 200;
// About what the window of a small model holds.
constexpr size_t k_passage_bytes = 900;
} // namespace

void Findings::say(std::string key, std::string_view text,
                   domain::Locator where) {
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    facts.push_back({std::move(key), std::string(text), std::nullopt, "",
                     std::move(where)});
  }
}

void Findings::count(std::string key, uint64_t number, domain::Locator where) {
  facts.push_back({std::move(key), std::to_string(number),
                   static_cast<double>(number), "", std::move(where)});
}

void Findings::measure(std::string key, double number, std::string unit,
                       domain::Locator where, std::string text) {
  if (text.empty()) {
    text = plain_number(number) + (unit.empty() ? "" : " " + unit);
  }
  facts.push_back({std::move(key), std::move(text), number, std::move(unit),
                   std::move(where)});
}

void Findings::refuse(std::string field, std::string_view raw,
                      std::string reason, domain::Locator where) {
  rejects.push_back({std::move(where), std::move(field),
                     std::string(raw.substr(0, k_raw_limit)),
                     std::move(reason)});
}

const domain::Fact* Findings::find(std::string_view key) const {
  for (const auto& fact : facts) {
    if (fact.key == key) {
      return &fact;
    }
  }
  return nullptr;
}

void Findings::pack(const std::vector<NumberedLine>& lines,
                    const std::string& section, domain::PassageKind kind) {
  pack_with(at_line, lines, section, kind);
}

void Findings::pack_at_bytes(const std::vector<NumberedLine>& lines,
                             const std::string& section,
                             domain::PassageKind kind) {
  pack_with(at_byte, lines, section, kind);
}

void Findings::pack_with(Place place, const std::vector<NumberedLine>& lines,
                         const std::string& section, domain::PassageKind kind) {
  std::string text;
  uint64_t first = 0;
  const auto flush = [&] {
    if (!text.empty()) {
      passages.push_back({std::move(text), place(first, section), kind});
    }
    text.clear();
  };
  for (const auto& line : lines) {
    if (text.size() + line.text.size() > k_passage_bytes) {
      flush();
    }
    if (text.empty()) {
      first = line.number;
    }
    text += (text.empty() ? "" : "\n") + line.text;
  }
  flush();
}

base::Result<void> Findings::put(domain::DocumentSink& sink) const {
  for (const auto& fact : facts) {
    TRY(sink.fact(fact));
  }
  for (const auto& key : keys) {
    TRY(sink.key(key));
  }
  for (const auto& passage : passages) {
    TRY(sink.passage(passage));
  }
  for (const auto& reject : rejects) {
    TRY(sink.reject(reject));
  }
  return {};
}

std::string plain_number(double number) {
  std::array<char, 64> buffer{};
  const double size = std::fabs(number);
  const bool plain = size == 0 || (size >= 1e-6 && size < 1e15);
  const auto [end, code] =
      plain
          ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                          std::chars_format::fixed)
          : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return code == std::errc() ? std::string(buffer.data(), end) : "";
}

domain::Locator at_byte(uint64_t byte, std::string section) {
  domain::Locator where;
  where.section = std::move(section);
  where.byte = byte;
  return where;
}

domain::Locator at_line(uint64_t line, std::string section) {
  domain::Locator where;
  where.section = std::move(section);
  where.line = line;
  return where;
}

} // namespace readers
