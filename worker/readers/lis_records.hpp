// SPDX-License-Identifier: Apache-2.0
//
// The logical records of a file in the Log Information Standard LIS 79
// (Schlumberger, 1979; API RP 66 names it the forerunner): physical records
// with their trailers and padding, with or without tape marks. What is damaged
// is stepped over. One thread; memory bounded whatever the file says.
#pragma once

#include "worker/readers/byte_window.hpp"
#include "worker/readers/tape_marks.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::lis {

enum class Type : uint8_t {
  normal_data = 0,
  alternate_data = 1,
  job_identification = 32,
  wellsite_data = 34,
  tool_string = 39,
  encrypted_table = 42,
  table_dump = 47,
  data_format = 64,
  file_header = 128,
  file_trailer = 129,
  tape_header = 130,
  tape_trailer = 131,
  reel_header = 132,
  reel_trailer = 133,
  operator_input = 224,
  operator_response = 225,
  system_output = 227,
  comment = 232,
  other_comment = 234,
};
// Whether LIS 79 has such a record.
bool is_record_type(uint8_t type);

struct Problem {
  uint64_t offset = 0;
  std::string reason;
  std::string raw;
};

struct Record {
  uint64_t offset = 0; // of its first physical record
  uint8_t type = 0;
  bool whole = true;
  std::string body; // without headers, trailers and padding
  bool is(Type of) const { return type == static_cast<uint8_t>(of); }
};

// How a file begins.
struct Start {
  uint64_t first = 0; // of the first physical record, or its mark
  TapeOrder tape = TapeOrder::none;
};

// How sure it is that the file is LIS: by its physical records one after
// another and what they hold. `size`: of the whole file.
enum class Likeness { none = 0, possible = 1, certain = 2 };
Likeness likeness(std::string_view head, uint64_t size, Start& start);

class RecordSource {
public:
  static constexpr size_t k_most_bytes = 16 << 20; // of a logical record
  static constexpr size_t k_most_problems = 100;

  RecordSource(ByteWindow window, const Start& start)
      : m_window(std::move(window)), m_tape(start.tape), m_at(start.first) {}

  // The next logical record; false at the end of the file.
  base::Result<bool> next(Record& record);

  const std::vector<Problem>& problems() const { return m_problems; }
  uint64_t problem_count() const { return m_problem_count; }
  uint64_t offset() const { return m_at; }

private:
  struct Piece {                             // a physical record
    uint64_t offset = 0, begin = 0, end = 0; // of its body
    bool predecessor = false, successor = false;
    bool cut = false;    // the file ends within it
    bool faulty = false; // parity or checksum error, says its header
  };
  base::Result<bool> next_piece(Piece& piece);
  base::Result<bool> find_piece();
  base::Result<bool> search();
  base::Result<bool> is_sure_mark(uint64_t offset);
  base::Result<std::optional<size_t>> padding();
  base::Result<void> append(const Piece& piece, std::string& to);
  void problem(uint64_t offset, std::string reason, std::string raw = {});

  ByteWindow m_window;
  TapeOrder m_tape;
  uint64_t m_at = 0;
  uint64_t m_next_mark = 0; // where the next tape mark is; 0: not known
  std::optional<Piece> m_pending;
  bool m_broken = false; // records were lost since the last piece
  uint64_t m_searched = 0;
  std::vector<Problem> m_problems;
  uint64_t m_problem_count = 0;
};

} // namespace readers::lis
