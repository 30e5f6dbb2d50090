// SPDX-License-Identifier: Apache-2.0
//
// What the logical records of LIS 79 say: reel, tape and file headers, data
// format specifications with what their data records hold, tables of constants,
// comments. Samples are counted, not kept.
#pragma once

#include "worker/readers/lis_records.hpp"
#include "worker/readers/lis_value.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::lis {

// Reel, tape or file header or trailer, as fields of fixed width.
struct Header {
  uint64_t offset = 0;
  std::string odd; // why its fields are not known; then all is "header_text"
  std::vector<std::pair<const char*, std::string>> fields; // key → text
  std::string field(std::string_view key) const;           // "" if absent
};
Header parse_header(const Record& record);

// A datum specification block: a curve.
struct Curve {
  std::string mnemonic, units, service, service_order;
  int size = 0; // bytes in a frame; negative: not in it
  uint8_t samples = 1;
  uint8_t code = 0;
};

struct Entry {
  uint8_t code = 0;
  std::string bytes;
};

// How depth or time goes on within a record and between two.
struct Format {
  uint64_t offset = 0;
  std::map<uint8_t, Entry> entries; // by type; LIS 79, table 4.1.6
  std::vector<Curve> curves;
  bool cut = false; // the record ends within a block

  std::optional<double> number(uint8_t entry) const;
  std::string text(uint8_t entry) const;
  uint8_t data_type() const; // 0 or 1, entry 1
  // Depth stands once before the frames of a record (entry 13).
  bool depth_apart() const { return number(13).value_or(0) == 1; }
  size_t frame_bytes() const; // as the curves add up
  std::string index_units() const;
  // +1 down, -1 up, 0 not said.
  int direction() const;

  // Of its data records.
  uint64_t records = 0, frames = 0;
  uint64_t first_offset = 0, last_offset = 0;
  std::optional<double> first, last;        // index, in index_units()
  uint64_t odd_records = 0, odd_offset = 0; // no whole number of frames
};
Format parse_format(const Record& record);
void take_data(const Record& record, Format& format);

// A row of a table of components: mnemonics and values.
struct Cell {
  std::string mnemonic, value, units;
};
using Row = std::vector<Cell>;
struct Table {
  uint64_t offset = 0;
  uint8_t type = 0;
  std::string name; // "CONS"; "" where the record is no table
  std::vector<Row> rows;
  bool cut = false;
};
Table parse_table(const Record& record);

struct Text {
  uint64_t offset = 0;
  uint8_t type = 0;
  std::string text;
};

struct LogicalFile {
  uint64_t offset = 0;
  std::string name; // of its header
  std::vector<Header> headers, trailers;
  std::vector<Format> formats;
  std::vector<Table> tables;
  std::vector<Text> texts;
  uint64_t lost_data = 0, lost_offset = 0; // data records before any format
  uint64_t encrypted = 0, encrypted_offset = 0;
};

class Gatherer {
public:
  static constexpr size_t k_most_files = 1000;
  static constexpr size_t k_most_text = 4 << 20; // bytes described, about

  void take(const Record& record);
  const std::vector<LogicalFile>& files() const { return m_files; }
  const std::vector<Header>& reels() const { return m_reels; }
  uint64_t records() const { return m_records; }
  uint64_t file_count() const { return m_file_count; }
  bool cut() const { return m_cut; }
  const std::vector<Problem>& problems() const { return m_problems; }

private:
  bool room(size_t bytes);
  void begin_file(uint64_t offset);
  LogicalFile& file(uint64_t offset);
  void take_header(const Record& record);
  void take_described(const Record& record);
  void take_data_record(const Record& record);
  void problem(uint64_t offset, std::string reason);

  std::vector<LogicalFile> m_files;
  std::vector<Header> m_reels;
  std::vector<Problem> m_problems;
  uint64_t m_records = 0, m_file_count = 0;
  size_t m_text = 0;
  bool m_open = false; // a logical file has begun and not ended
  bool m_cut = false;
};

} // namespace readers::lis
