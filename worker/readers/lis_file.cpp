// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lis_file.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace readers::lis {
namespace {

struct Field {
  const char* key;
  size_t at, bytes;
};

constexpr std::array k_reel{
    Field{"service_name", 0, 6},    Field{"date", 12, 8},
    Field{"origin_of_data", 22, 4}, Field{"reel_name", 28, 8},
    Field{"continuation", 38, 2},   Field{"previous_reel", 42, 8},
    Field{"comment", 52, 74}};
constexpr std::array k_tape{
    Field{"service_name", 0, 6},    Field{"date", 12, 8},
    Field{"origin_of_data", 22, 4}, Field{"tape_name", 28, 8},
    Field{"continuation", 38, 2},   Field{"previous_tape", 42, 8},
    Field{"comment", 52, 74}};
constexpr std::array k_file{
    Field{"file_id", 0, 10},           Field{"service_sublevel", 12, 6},
    Field{"product_version", 18, 8},   Field{"date", 26, 8},
    Field{"max_record_length", 35, 5}, Field{"file_type", 42, 2},
    Field{"previous_file", 46, 10}};

std::string_view part(std::string_view bytes, size_t at, size_t n) {
  return bytes.substr(std::min(at, bytes.size()), n);
}

std::span<const Field> fields_of(const Record& record) {
  switch (static_cast<Type>(record.type)) {
  case Type::reel_header:
  case Type::reel_trailer:
    return k_reel;
  case Type::tape_header:
  case Type::tape_trailer:
    return k_tape;
  default:
    return k_file;
  }
}

constexpr size_t k_block_bytes = 40;

Curve parse_block(std::string_view block) {
  Curve curve;
  curve.mnemonic = field_of(block.substr(0, 4));
  curve.service = field_of(block.substr(4, 6));
  curve.service_order = field_of(block.substr(10, 8));
  curve.units = field_of(block.substr(18, 4));
  curve.size = static_cast<int16_t>(be16(block, 28));
  curve.samples = static_cast<uint8_t>(block[33]);
  curve.code = static_cast<uint8_t>(block[34]);
  return curve;
}

// Depth of the nth frame of a record whose depth stands apart, in its units.
std::optional<double> spacing_of(const Format& format) {
  const auto spacing = format.number(8);
  const auto units = format.text(9);
  if (!spacing || (!units.empty() && units != format.index_units())) {
    return std::nullopt;
  }
  return *spacing;
}

} // namespace

Header parse_header(const Record& record) {
  Header header{record.offset, "", {}};
  const auto& fields = fields_of(record);
  const size_t all = fields.back().at + fields.back().bytes;
  if (record.body.size() < all) {
    header.odd = "a header of " + std::to_string(record.body.size()) +
                 " bytes, where the standard has " + std::to_string(all);
    header.fields.emplace_back("header_text", field_of(record.body));
    return header;
  }
  for (const auto& field : fields) {
    auto text = field_of(part(record.body, field.at, field.bytes));
    if (field.key == std::string_view("file_id")) {
      std::erase(text, ' '); // "LIS1  .001"
    }
    if (!text.empty()) {
      header.fields.emplace_back(field.key, std::move(text));
    }
  }
  return header;
}

std::string Header::field(std::string_view key) const {
  for (const auto& [name, text] : fields) {
    if (name == key) {
      return text;
    }
  }
  return "";
}

std::optional<double> Format::number(uint8_t entry) const {
  const auto found = entries.find(entry);
  return found == entries.end()
             ? std::nullopt
             : number_of(found->second.code, found->second.bytes);
}

std::string Format::text(uint8_t entry) const {
  const auto found = entries.find(entry);
  return found == entries.end() ? "" : field_of(found->second.bytes);
}

uint8_t Format::data_type() const {
  return number(1).value_or(0) == 1 ? 1 : 0;
}

size_t Format::frame_bytes() const {
  size_t sum = 0;
  for (const auto& curve : curves) {
    sum += curve.size > 0 ? static_cast<size_t>(curve.size) : 0;
  }
  return sum;
}

std::string Format::index_units() const {
  if (depth_apart()) {
    return text(14);
  }
  return curves.empty() ? "" : curves.front().units;
}

int Format::direction() const {
  const auto flag = number(4);
  return !flag ? 0 : *flag == 1 ? -1 : *flag == 255 || *flag == -1 ? 1 : 0;
}

Format parse_format(const Record& record) {
  Format format;
  format.offset = record.offset;
  std::string_view body = record.body;
  while (body.size() >= 3) {
    const auto type = static_cast<uint8_t>(body[0]);
    const auto size = static_cast<uint8_t>(body[1]);
    const auto code = static_cast<uint8_t>(body[2]);
    format.entries[type] = {code, std::string(part(body, 3, size))};
    format.cut = format.cut || size > body.size() - 3;
    body.remove_prefix(std::min<size_t>(3 + size, body.size()));
    if (type == 0) {
      break;
    }
  }
  for (; body.size() >= k_block_bytes; body.remove_prefix(k_block_bytes)) {
    format.curves.push_back(parse_block(body.substr(0, k_block_bytes)));
  }
  // A rest of blanks or zeros pads the record.
  format.cut = format.cut || !record.whole;
  return format;
}

void take_data(const Record& record, Format& format) {
  const size_t frame = format.frame_bytes();
  const auto code = static_cast<uint8_t>(format.number(15).value_or(0));
  const size_t before = format.depth_apart() ? width_of(code) : 0;
  if (frame == 0 || record.body.size() < before + frame) {
    return;
  }
  const size_t bytes = record.body.size() - before;
  const size_t frames = bytes / frame;
  if (bytes % frame != 0 && record.whole && format.odd_records++ == 0) {
    format.odd_offset = record.offset;
  }
  const std::string_view body = record.body;
  std::optional<double> first, last;
  if (format.depth_apart()) {
    first = number_of(code, body);
    const auto step = spacing_of(format);
    const double way = format.direction() < 0 ? -1 : 1;
    last = first && step ? std::optional(*first + way * std::fabs(*step) *
                                                      (double(frames) - 1))
                         : first;
  } else {
    const auto index = format.curves.front().code;
    first = number_of(index, body);
    last = number_of(index, body.substr((frames - 1) * frame));
  }
  if (format.frames == 0) {
    format.first = first;
    format.first_offset = record.offset;
  }
  format.last = last;
  format.last_offset = record.offset;
  format.frames += frames;
  ++format.records;
}

Table parse_table(const Record& record) {
  constexpr uint8_t k_table = 73, k_row = 0;
  constexpr size_t k_head = 12; // type, code, size, category, mnemonic, units
  Table table;
  table.offset = record.offset;
  table.type = record.type;
  std::string_view body = record.body;
  while (body.size() >= k_head) {
    const auto type = static_cast<uint8_t>(body[0]);
    const auto code = static_cast<uint8_t>(body[1]);
    const auto size = static_cast<uint8_t>(body[2]);
    const auto value = part(body, k_head, size);
    if (value.size() < size) {
      break;
    }
    Cell cell{field_of(body.substr(4, 4)), text_of(code, value),
              field_of(body.substr(8, 4))};
    if (type == k_table) {
      table.name = cell.value;
    } else {
      if (type == k_row || table.rows.empty()) {
        table.rows.emplace_back();
      }
      table.rows.back().push_back(std::move(cell));
    }
    body.remove_prefix(k_head + size);
  }
  table.cut =
      !record.whole || body.find_first_not_of(std::string_view(" \0", 2)) !=
                           std::string_view::npos;
  return table;
}

void Gatherer::problem(uint64_t offset, std::string reason) {
  if (m_problems.size() < RecordSource::k_most_problems) {
    m_problems.push_back({offset, std::move(reason), {}});
  }
}

bool Gatherer::room(size_t bytes) {
  m_cut = m_cut || m_text + bytes > k_most_text;
  m_text += m_cut ? 0 : bytes;
  return !m_cut;
}

void Gatherer::begin_file(uint64_t offset) {
  m_open = true;
  ++m_file_count;
  if (m_files.size() >= k_most_files) {
    m_cut = true;
    return;
  }
  m_files.emplace_back();
  m_files.back().offset = offset;
}

LogicalFile& Gatherer::file(uint64_t offset) {
  if (!m_open || m_files.empty()) {
    begin_file(offset);
  }
  return m_files.back();
}

void Gatherer::take_header(const Record& record) {
  const auto header = parse_header(record);
  const bool of_file =
      record.is(Type::file_header) || record.is(Type::file_trailer);
  if (!of_file) {
    m_open = false;
    const bool begins =
        record.is(Type::reel_header) || record.is(Type::tape_header);
    if (begins && m_reels.size() < k_most_files && room(200)) {
      m_reels.push_back(header);
    }
    return;
  }
  if (record.is(Type::file_header)) {
    begin_file(record.offset);
  }
  auto& to = file(record.offset);
  auto& list = record.is(Type::file_header) ? to.headers : to.trailers;
  if (list.size() < 10) {
    list.push_back(header);
  }
  if (record.is(Type::file_header) && to.name.empty()) {
    to.name = to.headers.front().field("file_id");
  }
  m_open = record.is(Type::file_header);
}

void Gatherer::take_data_record(const Record& record) {
  auto& to = file(record.offset);
  const auto format = std::find_if(
      to.formats.rbegin(), to.formats.rend(),
      [&](const Format& f) { return f.data_type() == record.type; });
  if (format != to.formats.rend()) {
    take_data(record, *format);
  } else if (to.lost_data++ == 0) {
    to.lost_offset = record.offset;
  }
}

void Gatherer::take_described(const Record& record) {
  auto& to = file(record.offset);
  // Parsed, a record takes a few times what it takes as bytes.
  const bool many = record.is(Type::data_format) && to.formats.size() >= 1000;
  if (many || !room(record.body.size() + 100)) {
    m_cut = true;
    return;
  }
  switch (static_cast<Type>(record.type)) {
  case Type::data_format:
    to.formats.push_back(parse_format(record));
    if (to.formats.back().cut) {
      problem(record.offset, "the data format specification ends within");
    }
    return;
  case Type::wellsite_data:
  case Type::job_identification:
  case Type::tool_string:
    to.tables.push_back(parse_table(record));
    if (to.tables.back().cut) {
      problem(record.offset, "the table of components ends within one");
    }
    return;
  default: {
    auto text = field_of(record.body);
    if (!text.empty()) {
      to.texts.push_back({record.offset, record.type, std::move(text)});
    }
  }
  }
}

void Gatherer::take(const Record& record) {
  ++m_records;
  switch (static_cast<Type>(record.type)) {
  case Type::file_header:
  case Type::file_trailer:
  case Type::tape_header:
  case Type::tape_trailer:
  case Type::reel_header:
  case Type::reel_trailer:
    return take_header(record);
  case Type::normal_data:
  case Type::alternate_data:
    return take_data_record(record);
  case Type::data_format:
  case Type::wellsite_data:
  case Type::job_identification:
  case Type::tool_string:
  case Type::operator_input:
  case Type::operator_response:
  case Type::system_output:
  case Type::comment:
  case Type::other_comment:
    return take_described(record);
  case Type::encrypted_table: {
    auto& to = file(record.offset);
    to.encrypted_offset =
        to.encrypted == 0 ? record.offset : to.encrypted_offset;
    ++to.encrypted;
    return;
  }
  default:
    return; // of the system that wrote it: programs, marks, pictures
  }
}

} // namespace readers::lis
