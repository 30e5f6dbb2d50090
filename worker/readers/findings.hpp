// SPDX-License-Identifier: Apache-2.0
//
// What a reader of a header-like format has found, gathered before it is put:
// such a document is small whatever the size of the file.
#pragma once

#include "core/domain/document.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct NumberedLine {
  uint64_t number = 0;
  std::string text;
};

struct Findings {
  std::vector<domain::Fact> facts;
  std::vector<domain::Reject> rejects;
  std::vector<domain::Passage> passages;
  std::vector<domain::Key> keys;

  // Nothing if `text` is blank.
  void say(std::string key, std::string_view text, domain::Locator where = {});
  void count(std::string key, uint64_t number, domain::Locator where = {});
  // `text` as the file writes it; the number itself if "".
  void measure(std::string key, double number, std::string unit,
               domain::Locator where = {}, std::string text = {});
  // `raw` is cut to 200 bytes.
  void refuse(std::string field, std::string_view raw, std::string reason,
              domain::Locator where = {});
  // The first fact of that key; null if there is none.
  const domain::Fact* find(std::string_view key) const;

  // The lines as passages, each of at most about 900 bytes and located by its
  // first line.
  void pack(const std::vector<NumberedLine>& lines, const std::string& section,
            domain::PassageKind kind);
  // The same of what is numbered by byte offsets.
  void pack_at_bytes(const std::vector<NumberedLine>& lines,
                     const std::string& section, domain::PassageKind kind);

  // All of it, without begin() and end().
  base::Result<void> put(domain::DocumentSink& sink) const;

private:
  using Place = domain::Locator (*)(uint64_t, std::string);
  void pack_with(Place place, const std::vector<NumberedLine>& lines,
                 const std::string& section, domain::PassageKind kind);
};

// Shortest text that reads back as `number`, without an exponent where that
// is not much longer: "5.0045", "4000".
std::string plain_number(double number);

domain::Locator at_byte(uint64_t byte, std::string section = {});
domain::Locator at_line(uint64_t line, std::string section = {});

} // namespace readers
