// SPDX-License-Identifier: Apache-2.0
//
// Delimited text (RFC 4180 and its relatives) as records, fed line by line.
// Bounded memory: a quote that is never closed does not swallow the file.
#pragma once

#include "worker/readers/line_source.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct Dialect {
  char delimiter = ',';
  char quote = '"'; // 0: none
  friend bool operator==(const Dialect&, const Dialect&) = default;
};

struct Record {
  std::vector<std::string> fields;
  uint64_t line = 0;  // where it begins
  std::string damage; // why it cannot be trusted; "" if it can
};

class CsvRecords {
public:
  // A record that goes on for more is cut off and called damaged.
  static constexpr size_t k_longest_record = 256 * 1024;
  static constexpr size_t k_most_fields = 4096;

  explicit CsvRecords(Dialect dialect);
  ~CsvRecords();
  CsvRecords(CsvRecords&&) noexcept;
  CsvRecords& operator=(CsvRecords&&) noexcept;

  void feed(const Line& line);
  void finish();             // the file is at its end
  bool next(Record& record); // false: feed more

private:
  struct Parser;
  void parse_line(std::string_view text, uint64_t number);
  void recover(const char* why);
  std::unique_ptr<Parser> m_parser;
};

// The records of the first `lines` lines of decoded text. Unless it is
// `complete`, its last line may be cut and is left out.
CsvRecords records_of(std::string_view text, bool complete, Dialect dialect,
                      uint64_t lines);

// The dialect of the start of a file, decoded. `complete` says that `text` is
// the whole file; else its last line may be cut and is not looked at.
struct DialectGuess {
  Dialect dialect;
  size_t columns = 1;     // what most records have
  double consistency = 0; // share of records that have it
  size_t records = 0;
};
DialectGuess guess_dialect(std::string_view text, bool complete);

} // namespace readers
