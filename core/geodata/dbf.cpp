// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dbf.hpp"

#include "core/geodata/dbf_values.hpp"
#include "core/geodata/memo.hpp"
#include "core/geodata/window.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

namespace geodata {
namespace {

constexpr size_t k_header = 32;
constexpr size_t k_descriptor = 32;
constexpr size_t k_most_fields = 2046;
constexpr char k_end_of_fields = '\x0D';

uint32_t byte_at(std::string_view bytes, size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

bool is_version(uint8_t version) {
  static constexpr std::array<uint8_t, 12> known = {
      0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8B, 0xCB, 0xF5};
  return std::find(known.begin(), known.end(), version) != known.end();
}

bool is_type(char type) {
  return std::string_view("CNFDLMIBTY@+OGPQVW0").find(type) !=
         std::string_view::npos;
}

// Years count from 1900; some writers put two digits of the year.
std::string date_of(std::string_view head) {
  const uint32_t year = 1900 + byte_at(head, 1);
  const uint32_t month = byte_at(head, 2);
  const uint32_t day = byte_at(head, 3);
  if (month < 1 || month > 12 || day < 1 || day > 31) {
    return "";
  }
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%04u-%02u-%02u",
                year < 1970 ? year + 100 : year, month, day);
  return text.data();
}

std::optional<DbfField> descriptor(std::string_view bytes) {
  DbfField field;
  const auto name = bytes.substr(0, 11);
  field.name = std::string(name.substr(0, name.find('\0')));
  while (!field.name.empty() && field.name.back() == ' ') {
    field.name.pop_back();
  }
  field.type = bytes[11] >= 'a' && bytes[11] <= 'z'
                   ? static_cast<char>(bytes[11] - 'a' + 'A')
                   : bytes[11];
  field.width = byte_at(bytes, 16);
  field.decimals = byte_at(bytes, 17);
  if (field.name.empty() || !is_type(field.type)) {
    return std::nullopt;
  }
  return field;
}

// Text fields beyond 255 bytes keep the high byte of their width where others
// have decimals; only where the length of a row says so.
void widen(std::vector<DbfField>& fields, uint32_t row) {
  uint32_t plain = 1;
  uint32_t wide = 1;
  for (const auto& field : fields) {
    plain += field.width;
    wide += field.width + (field.type == 'C' ? field.decimals * 256 : 0);
  }
  for (auto& field : fields) {
    if (field.type == 'C' && plain != row && wide == row) {
      field.width += field.decimals * 256;
    }
    if (field.type != 'N' && field.type != 'F') {
      field.decimals = 0;
    }
  }
}

} // namespace

std::string DbfField::form() const {
  std::string text(1, type);
  text += std::to_string(width);
  return decimals > 0 ? text + "." + std::to_string(decimals) : text;
}

struct DbfFile::State {
  Window window;
  std::optional<MemoFile> memo;
  DbfHeader header;
  uint32_t first = 0; // offset of the first row
  uint32_t row = 0;   // bytes
  uint64_t next = 0;  // row, from 0

  base::Result<void> read_header();
  base::Result<void> read_fields();
  base::Result<std::string> value(const DbfField& field, std::string_view raw);
};

base::Result<void> DbfFile::State::read_header() {
  TRY_ASSIGN(const auto view, window.at(0, k_header));
  const std::string head(view);
  if (head.size() < k_header) {
    return base::fail(base::Errc::corrupt, "no dBASE header: too short");
  }
  header.version = static_cast<uint8_t>(head[0]);
  header.language = static_cast<uint8_t>(head[29]);
  header.records = load_le32(head, 4);
  header.updated = date_of(head);
  first = load_le16(head, 8);
  row = load_le16(head, 10);
  if (!is_version(header.version) || first <= k_header || row < 2) {
    return base::fail(base::Errc::corrupt,
                      "no dBASE header in the first 32 bytes");
  }
  TRY(read_fields());
  const uint64_t body = window.size() > first ? window.size() - first : 0;
  header.present = std::min(header.records, body / row);
  if (header.present < header.records) {
    header.damages.push_back("the file ends after " +
                             std::to_string(header.present) + " of " +
                             std::to_string(header.records) + " records");
  }
  return {};
}

base::Result<void> DbfFile::State::read_fields() {
  TRY_ASSIGN(const auto bytes, window.at(0, first));
  for (size_t at = k_header;
       at + k_descriptor <= bytes.size() && bytes[at] != k_end_of_fields &&
       header.fields.size() < k_most_fields;
       at += k_descriptor) {
    auto field = descriptor(bytes.substr(at, k_descriptor));
    if (!field) {
      header.damages.push_back(
          "the description of field " +
          std::to_string(header.fields.size() + 1) +
          " is damaged; fields from there on are not read");
      break;
    }
    header.fields.push_back(std::move(*field));
  }
  widen(header.fields, row);
  uint32_t offset = 1;
  for (size_t i = 0; i < header.fields.size(); ++i) {
    auto& field = header.fields[i];
    field.offset = offset;
    offset += field.width;
    if (offset > row) {
      header.damages.push_back("the fields are longer than a record");
      header.fields.resize(i);
      break;
    }
  }
  return header.fields.empty()
             ? base::Result<void>(base::fail(base::Errc::corrupt,
                                             "a dBASE table without fields"))
             : base::Result<void>();
}

base::Result<std::string> DbfFile::State::value(const DbfField& field,
                                                std::string_view raw) {
  if (!field.is_memo()) {
    return dbf_value(field.type, raw);
  }
  uint64_t block = 0;
  const auto digits = trim_padding(raw);
  std::from_chars(digits.data(), digits.data() + digits.size(), block);
  block = raw.size() == 4 ? load_le32(raw, 0) : block;
  return memo && block > 0 ? memo->text(block)
                           : base::Result<std::string>(std::string());
}

DbfFile::DbfFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
DbfFile::DbfFile(DbfFile&&) noexcept = default;
DbfFile& DbfFile::operator=(DbfFile&&) noexcept = default;
DbfFile::~DbfFile() = default;

base::Result<DbfFile> DbfFile::open(const std::string& path,
                                    const std::string& memo_path) {
  TRY_ASSIGN(Window window, Window::open(path));
  auto state = std::make_unique<State>(
      State{std::move(window), std::nullopt, {}, 0, 0, 0});
  TRY(state->read_header());
  if (!memo_path.empty()) {
    auto memo = MemoFile::open(memo_path);
    if (memo) {
      state->memo = std::move(*memo);
    } else {
      state->header.damages.push_back("memo texts: " + memo.error().message);
    }
  }
  return DbfFile(std::move(state));
}

const DbfHeader& DbfFile::header() const {
  return m_state->header;
}

void DbfFile::rewind() {
  m_state->next = 0;
}

base::Result<bool> DbfFile::next(DbfRow& row) {
  auto& s = *m_state;
  if (s.next >= s.header.present) {
    return false;
  }
  TRY_ASSIGN(const auto bytes, s.window.at(s.first + s.next * s.row, s.row));
  if (bytes.size() < s.row) {
    s.next = s.header.present; // it was made shorter while it was read
    return false;
  }
  row.number = ++s.next;
  row.deleted = bytes[0] == '*';
  row.values.clear();
  for (const auto& field : s.header.fields) {
    TRY_ASSIGN(std::string value,
               s.value(field, bytes.substr(field.offset, field.width)));
    row.values.push_back(std::move(value));
  }
  return true;
}

bool is_dbf_header(std::string_view head, uint64_t size) {
  if (head.size() < k_header + k_descriptor + 1 ||
      !is_version(static_cast<uint8_t>(head[0])) || date_of(head).empty()) {
    return false;
  }
  const uint32_t first = load_le16(head, 8);
  const uint32_t row = load_le16(head, 10);
  const auto field = descriptor(head.substr(k_header, k_descriptor));
  const bool named =
      field && std::all_of(field->name.begin(), field->name.end(), [](char c) {
        return static_cast<unsigned char>(c) > 0x20;
      });
  return named && first > k_header && first <= size && row >= 2 &&
         field->width < row;
}

} // namespace geodata
