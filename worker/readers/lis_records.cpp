// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lis_records.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers::lis {
namespace {

constexpr size_t k_header = 4; // length, attributes

// Attributes of a physical record.
constexpr uint32_t k_type = 0x4000;
constexpr uint32_t k_checksum = 0x3000; // 0x1000: 16 bits
constexpr uint32_t k_file_number = 0x0400;
constexpr uint32_t k_record_number = 0x0200;
constexpr uint32_t k_parity_error = 0x0040;
constexpr uint32_t k_checksum_error = 0x0020;
constexpr uint32_t k_predecessor = 0x0002;
constexpr uint32_t k_successor = 0x0001;
// Bits that have no meaning; writers set the highest.
constexpr uint32_t k_undefined = 0x099C;

// How far a lost record is searched for, in all.
constexpr uint64_t k_longest_search = uint64_t{16} << 20;

size_t trailer_bytes(uint32_t attributes) {
  return ((attributes & k_checksum) != 0 ? 2U : 0U) +
         ((attributes & k_file_number) != 0 ? 2U : 0U) +
         ((attributes & k_record_number) != 0 ? 2U : 0U);
}

// Whether a physical record begins here, as far as its header tells.
bool begins_piece(std::string_view bytes) {
  if (bytes.size() < k_header + 2) {
    return false;
  }
  const uint32_t length = be16(bytes, 0);
  const uint32_t attributes = be16(bytes, 2);
  if ((attributes & (k_undefined | k_type)) != 0 ||
      length < k_header + 1 + trailer_bytes(attributes)) {
    return false;
  }
  return (attributes & k_predecessor) != 0 ||
         (is_record_type(static_cast<uint8_t>(bytes[4])) &&
          length >= k_header + 2);
}

bool is_pad(char c) {
  return c == '\0' || c == ' ';
}

bool is_printable(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return c == '\0' || (c >= ' ' && c < '\x7F');
  });
}

// Whether the body of a first logical record is what its type says.
bool fits_type(uint8_t type, std::string_view body) {
  switch (static_cast<Type>(type)) {
  case Type::reel_header:
  case Type::tape_header:
  case Type::file_header:
    return body.size() >= 20 && is_printable(body.substr(0, 48)) &&
           body.find_first_not_of(std::string_view(" \0", 2)) !=
               std::string_view::npos;
  case Type::wellsite_data:
  case Type::job_identification:
  case Type::tool_string:
    // A component block: type, code of text or number, mnemonic.
    return body.size() >= 12 &&
           (body[0] == 73 || body[0] == 0 || body[0] == 69) &&
           is_printable(body.substr(4, 4)) && body[4] != ' ' && body[4] != '\0';
  case Type::data_format:
    return body.size() >= 5 && static_cast<unsigned char>(body[0]) <= 16;
  default:
    return false;
  }
}

struct Walk {
  size_t records = 0;  // that follow one another
  bool to_end = false; // of the file, or of what is seen of it
  bool fits = false;   // the first holds what its type says
};

Walk walk(std::string_view head, uint64_t size, const Start& start) {
  Walk found;
  uint64_t at = start.first;
  while (at < head.size()) {
    if (const auto mark = tape_mark(head.substr(at), at, start.tape)) {
      at += k_tape_mark_bytes;
      continue;
    }
    const auto bytes = head.substr(at);
    if (bytes.size() < k_header + 2) {
      found.to_end = size > head.size();
      return found;
    }
    if (!begins_piece(bytes)) {
      // Padding goes to the end or to the next record.
      const auto end = static_cast<size_t>(
          std::find_if_not(bytes.begin(), bytes.end(), is_pad) - bytes.begin());
      found.to_end = found.records > 0 && end == bytes.size();
      return found;
    }
    const uint32_t length = be16(bytes, 0);
    if (found.records == 0) {
      const size_t end = length - trailer_bytes(be16(bytes, 2));
      found.fits = end >= k_header + 2 &&
                   fits_type(static_cast<uint8_t>(bytes[4]),
                             bytes.substr(0, end).substr(k_header + 2));
    }
    ++found.records;
    at += length;
  }
  found.to_end = at == size || size > head.size();
  return found;
}

} // namespace

bool is_record_type(uint8_t type) {
  static constexpr std::array<uint8_t, 33> k_types{
      0,   1,   32,  34,  39,  42,  47,  64,  65,  85,  86,
      95,  96,  97,  100, 101, 128, 129, 130, 131, 132, 133,
      137, 138, 139, 141, 224, 225, 227, 232, 234, 40,  41};
  return std::find(k_types.begin(), k_types.end(), type) != k_types.end();
}

Likeness likeness(std::string_view head, uint64_t size, Start& start) {
  start = {0, find_tape_marks(head)};
  const auto found = walk(head, size, start);
  if (!found.fits) {
    return Likeness::none;
  }
  if (found.records >= 4 || (found.to_end && found.records >= 2) ||
      (found.to_end && start.tape != TapeOrder::none)) {
    return Likeness::certain;
  }
  return Likeness::possible;
}

void RecordSource::problem(uint64_t offset, std::string reason,
                           std::string raw) {
  if (++m_problem_count <= k_most_problems) {
    m_problems.push_back({offset, std::move(reason), std::move(raw)});
  }
}

// A mark that the one behind it, or the end of the file, bears out.
base::Result<bool> RecordSource::is_sure_mark(uint64_t offset) {
  TRY_ASSIGN(const auto bytes, m_window.at(offset, k_tape_mark_bytes));
  const auto mark = tape_mark(bytes, offset, m_tape);
  if (!mark) {
    return false;
  }
  const uint64_t next = mark->next_offset(offset);
  if (next >= m_window.size()) {
    return true;
  }
  TRY_ASSIGN(const auto behind, m_window.at(next, k_tape_mark_bytes));
  const auto following = tape_mark(behind, next, m_tape);
  return following && following->previous == static_cast<uint32_t>(offset);
}

// A record behind what is lost: the next tape mark says where, or two records
// that follow one another.
base::Result<bool> RecordSource::search() {
  const uint64_t from = m_at;
  m_broken = true;
  TRY_ASSIGN(const auto first, m_window.at(from, 32));
  const std::string raw(first);
  bool found = false;
  while (!found && ++m_at < m_window.size() &&
         m_searched++ < k_longest_search) {
    if (m_tape != TapeOrder::none) {
      TRY_ASSIGN(found, is_sure_mark(m_at));
      continue;
    }
    TRY_ASSIGN(const auto bytes, m_window.at(m_at, k_header + 2));
    if (!begins_piece(bytes) || bytes[5] != 0) {
      continue;
    }
    const uint64_t next = m_at + be16(bytes, 0);
    TRY_ASSIGN(const auto behind, m_window.at(next, k_header + 2));
    found = next == m_window.size() || begins_piece(behind);
  }
  if (!found) {
    problem(from,
            "no record where one should be; the last " +
                std::to_string(m_window.size() - from) + " bytes are not read" +
                (std::all_of(raw.begin(), raw.end(), is_pad)
                     ? " (they begin with zeros or blanks)"
                     : ""),
            raw);
    m_at = m_window.size();
    return false;
  }
  problem(from,
          "no record where one should be; reading goes on at byte " +
              std::to_string(m_at),
          raw);
  return true;
}

// Bytes of padding before a record or a mark; nothing if what is here is
// neither.
base::Result<std::optional<size_t>> RecordSource::padding() {
  constexpr size_t k_longest_padding = 4096;
  TRY_ASSIGN(const auto bytes, m_window.at(m_at, k_longest_padding));
  const auto pads = static_cast<size_t>(
      std::find_if_not(bytes.begin(), bytes.end(), is_pad) - bytes.begin());
  if (m_at + pads == m_window.size()) {
    return std::optional(pads); // to the end
  }
  if (m_tape != TapeOrder::none) {
    // The last mark says where the next is.
    const bool near = m_next_mark > m_at && m_next_mark - m_at <= pads;
    return near ? std::optional(static_cast<size_t>(m_next_mark - m_at))
                : std::nullopt;
  }
  for (size_t pad = 1; pad <= pads; ++pad) {
    if (begins_piece(bytes.substr(pad))) {
      return std::optional(pad);
    }
  }
  return std::optional<size_t>();
}

// To the next physical record, over tape marks and padding.
base::Result<bool> RecordSource::find_piece() {
  while (m_at < m_window.size()) {
    TRY_ASSIGN(const auto bytes, m_window.at(m_at, k_tape_mark_bytes));
    // A mark that is due counts as it is, another only if it is borne out.
    const auto mark = tape_mark(bytes, m_at, m_tape);
    bool is_mark = mark && (m_at == 0 || m_at == m_next_mark);
    if (begins_piece(bytes) && !is_mark) {
      return true;
    }
    if (mark && !is_mark) {
      TRY_ASSIGN(is_mark, is_sure_mark(m_at));
    }
    if (is_mark) {
      m_next_mark = mark->next_offset(m_at);
      m_at += k_tape_mark_bytes;
      continue;
    }
    TRY_ASSIGN(const auto pad, padding());
    if (pad) {
      m_at += *pad;
      continue;
    }
    TRY_ASSIGN(const bool more, search());
    if (!more) {
      return false;
    }
  }
  return false;
}

base::Result<bool> RecordSource::next_piece(Piece& piece) {
  if (m_pending) {
    piece = *std::exchange(m_pending, std::nullopt);
    return true;
  }
  TRY_ASSIGN(const bool more, find_piece());
  if (!more) {
    return false;
  }
  TRY_ASSIGN(const auto bytes, m_window.at(m_at, k_header));
  const uint32_t length = be16(bytes, 0);
  const uint32_t attributes = be16(bytes, 2);
  piece.offset = m_at;
  piece.begin = m_at + k_header;
  piece.end = m_at + length - trailer_bytes(attributes);
  piece.predecessor = (attributes & k_predecessor) != 0;
  piece.successor = (attributes & k_successor) != 0;
  piece.faulty = (attributes & (k_parity_error | k_checksum_error)) != 0;
  m_at += length;
  piece.cut = m_at > m_window.size();
  if (piece.cut) {
    piece.end = m_window.size();
    problem(piece.offset, "the file ends within this record, at byte " +
                              std::to_string(m_window.size()));
  }
  if (piece.faulty) {
    problem(piece.offset,
            "its header says that the record was read with an error");
  }
  return true;
}

base::Result<void> RecordSource::append(const Piece& piece, std::string& to) {
  const size_t room = k_most_bytes - std::min(to.size(), k_most_bytes);
  const auto n = static_cast<size_t>(
      std::min<uint64_t>(piece.end - std::min(piece.begin, piece.end), room));
  TRY_ASSIGN(const auto bytes, m_window.at(piece.begin, n)); // 64 KiB at most
  to += bytes;
  return {};
}

base::Result<bool> RecordSource::next(Record& record) {
  Piece piece;
  while (true) {
    TRY_ASSIGN(const bool more, next_piece(piece));
    if (!more) {
      return false;
    }
    if (!piece.predecessor) {
      break;
    }
    if (!std::exchange(m_broken, true)) {
      problem(piece.offset, "goes on with a record that does not begin");
    }
  }
  m_broken = false;
  record.offset = piece.offset;
  record.whole = !piece.cut;
  record.body.clear();
  TRY(append(piece, record.body));
  while (piece.successor && !piece.cut) {
    Piece following;
    TRY_ASSIGN(const bool more, next_piece(following));
    if (!more || !following.predecessor || m_broken) {
      m_pending = more ? std::optional(following) : std::nullopt;
      record.whole = false;
      problem(record.offset, "the record does not go on as it says");
      break;
    }
    piece = following;
    record.whole = record.whole && !piece.cut;
    TRY(append(piece, record.body));
  }
  if (record.body.size() >= k_most_bytes) {
    record.whole = false;
    problem(record.offset, "more than " + std::to_string(k_most_bytes) +
                               " bytes of one record; the rest is not read");
  }
  record.type = record.body.empty() ? 0 : static_cast<uint8_t>(record.body[0]);
  record.body.erase(0, 2); // type and attributes
  return true;
}

} // namespace readers::lis
