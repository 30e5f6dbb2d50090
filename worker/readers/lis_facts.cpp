// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lis_facts.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/well_items.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace readers::lis {
namespace {

void put_header(const Header& header, const std::string& section,
                Findings& out) {
  const auto where = at_byte(header.offset, section);
  if (!header.odd.empty()) {
    out.refuse("header", header.field("header_text"), header.odd, where);
  }
  for (const auto& [key, text] : header.fields) {
    if (key != std::string_view("date")) {
      out.say(key, text, where);
      continue;
    }
    // The header's own: when the reel, tape or file was made.
    auto found = dates_of("created_date", "date", text, where);
    out.facts.insert(out.facts.end(), found.facts.begin(), found.facts.end());
    out.rejects.insert(out.rejects.end(), found.rejects.begin(),
                       found.rejects.end());
  }
}

const Cell* cell_of(const Row& row, std::string_view mnemonic) {
  for (const auto& cell : row) {
    if (cell.mnemonic == mnemonic && !cell.value.empty()) {
      return &cell;
    }
  }
  return nullptr;
}

std::string units_of(const Row& row, const Cell& value) {
  if (!value.units.empty()) {
    return value.units;
  }
  // Units on the tape, then those that people see.
  for (const auto* mnemonic : {"TUNI", "PUNI"}) {
    if (const auto* units = cell_of(row, mnemonic)) {
      return units->value;
    }
  }
  return "";
}

// "WN: 15/9-F-15"; "MNEM: GR; STAT: ALLO; …" of a row without a value.
std::string row_text(const Row& row) {
  const auto* name = cell_of(row, "MNEM");
  const auto* value = cell_of(row, "VALU");
  if (name != nullptr && value != nullptr) {
    const auto units = units_of(row, *value);
    return name->value + ": " + value->value +
           (units.empty() ? "" : " " + units);
  }
  std::string text;
  for (const auto& cell : row) {
    if (!cell.value.empty()) {
      text += (text.empty() ? "" : "; ") + cell.mnemonic + ": " + cell.value +
              (cell.units.empty() ? "" : " " + cell.units);
    }
  }
  return text;
}

std::string table_name(const Table& table) {
  switch (static_cast<Type>(table.type)) {
  case Type::job_identification:
    return table.name.empty() ? "job identification" : table.name;
  case Type::tool_string:
    return table.name.empty() ? "tool string" : table.name;
  default:
    return table.name.empty() ? "wellsite data" : table.name;
  }
}

std::string curve_text(const Curve& curve) {
  return curve.mnemonic +
         (curve.units.empty() ? "" : " [" + curve.units + "]") +
         (curve.service.empty() ? "" : ": " + curve.service);
}

std::string index_name(const Format& format) {
  return format.depth_apart()    ? "DEPT"
         : format.curves.empty() ? ""
                                 : format.curves.front().mnemonic;
}

std::string summary_of(const LogicalFile& file, const Findings& found,
                       size_t from) {
  std::string text = "Well log (LIS 79).";
  const auto say = [&](const char* key, const char* before) {
    for (size_t i = from; i < found.facts.size(); ++i) {
      if (found.facts[i].key == key) {
        text += before + found.facts[i].text + ".";
        return;
      }
    }
  };
  say("logical_file", " Logical file ");
  say("well_name", " Well ");
  say("company", " Company ");
  say("field", " Field ");
  say("service_company", " Logged by ");
  for (size_t i = 0; i < file.formats.size() && i < 10; ++i) {
    const auto& format = file.formats[i];
    if (format.frames == 0) {
      continue;
    }
    text += " " + index_name(format);
    if (format.first && format.last) {
      text += " " + plain_number(*format.first) + " to " +
              plain_number(*format.last) + " " + format.index_units();
    }
    text += ", " + std::to_string(format.frames) + " frames. Curves:";
    for (size_t c = 0; c < format.curves.size() && c < 60; ++c) {
      text += (c == 0 ? " " : ", ") + format.curves[c].mnemonic;
    }
    text += ".";
  }
  return text;
}

void put_range(const Format& format, const domain::Locator& where,
               Findings& out) {
  auto place = where;
  const auto units = format.index_units();
  if (format.first) {
    place.byte = format.first_offset;
    put_log_index("start", *format.first, units, place, out);
  }
  if (format.last) {
    place.byte = format.last_offset;
    put_log_index("stop", *format.last, units, place, out);
  }
  if (const auto step = format.number(8)) {
    const auto own = format.text(9);
    put_log_index("step", *step, own.empty() ? units : own, where, out);
  }
}

void describe_file(const LogicalFile& file, size_t number,
                   const domain::CurveFamilies& curves, Findings& out) {
  const auto section = section_of(file, number);
  const auto where = at_byte(file.offset, section);
  const size_t from = out.facts.size();
  out.say("logical_file", file.name.empty() ? section : file.name, where);
  for (const auto& header : file.headers) {
    put_header(header, section, out);
  }
  LogItems items(out, from);
  for (const auto& table : file.tables) {
    for (const auto& row : table.rows) {
      const auto* name = cell_of(row, "MNEM");
      const auto* value = cell_of(row, "VALU");
      if (name != nullptr && value != nullptr) {
        items.put({name->value, value->value, units_of(row, *value),
                   at_byte(table.offset, section)});
      }
    }
  }
  for (size_t i = 0; i < file.formats.size(); ++i) {
    describe_format(file.formats[i],
                    file.formats.size() == 1
                        ? section
                        : section + ", format " + std::to_string(i + 1),
                    curves, out);
  }
  if (file.lost_data > 0) {
    out.refuse("data", "",
               std::to_string(file.lost_data) +
                   " data records that no format describes; this is the first",
               at_byte(file.lost_offset, section));
  }
  if (file.encrypted > 0) {
    out.refuse("encrypted", "",
               std::to_string(file.encrypted) +
                   " encrypted records, which are not read; this is the first",
               at_byte(file.encrypted_offset, section));
  }
  out.passages.push_back(
      {summary_of(file, out, from), where, domain::PassageKind::header});
  describe_texts(file, section, out);
}

} // namespace

std::string section_of(const LogicalFile& file, size_t number) {
  const auto name = "logical file " + std::to_string(number);
  return file.name.empty() ? name : name + " (" + file.name + ")";
}

void describe_format(const Format& format, const std::string& section,
                     const domain::CurveFamilies& curves, Findings& out) {
  const auto where = at_byte(format.offset, section);
  out.count("curve_count", format.curves.size(), where);
  out.say("index_channel", index_name(format), where);
  out.say("index_unit", format.index_units(), where);
  if (const int way = format.direction(); way != 0) {
    out.say("index_direction", way > 0 ? "INCREASING" : "DECREASING", where);
  }
  if (const auto absent = format.number(12)) {
    out.measure(
        "null_value", *absent, "", where,
        text_of(format.entries.at(12).code, format.entries.at(12).bytes));
  }
  out.count("data_rows", format.frames, where);
  put_range(format, where, out);
  if (format.odd_records > 0) {
    out.refuse("data", "",
               std::to_string(format.odd_records) +
                   " data records that hold no whole number of frames; this is "
                   "the first",
               at_byte(format.odd_offset, section));
  }
  std::set<std::string> seen;
  std::set<std::string_view> families;
  for (const auto& curve : format.curves) {
    if (!seen.insert(curve_text(curve)).second) {
      continue;
    }
    out.say("curve", curve.mnemonic, where);
    out.say("curve_description", curve_text(curve), where);
    const auto family = curves.of(curve.mnemonic, curve.units, "");
    if (family && families.insert(*family).second) {
      out.say("curve_family", std::string(*family), where);
    }
  }
}

void describe_texts(const LogicalFile& file, const std::string& section,
                    Findings& out) {
  using domain::PassageKind;
  std::vector<NumberedLine> curves;
  for (const auto& format : file.formats) {
    for (const auto& curve : format.curves) {
      curves.push_back({format.offset, curve_text(curve)});
    }
  }
  out.pack_at_bytes(curves, section + ", curves", PassageKind::header);
  for (const auto& table : file.tables) {
    std::vector<NumberedLine> rows;
    for (const auto& row : table.rows) {
      auto text = row_text(row);
      if (!text.empty()) {
        rows.push_back({table.offset, std::move(text)});
      }
    }
    out.pack_at_bytes(rows, section + ", " + table_name(table),
                      PassageKind::record);
  }
  std::vector<NumberedLine> texts;
  for (const auto& text : file.texts) {
    texts.push_back({text.offset, text.text});
  }
  out.pack_at_bytes(texts, section + ", comments", PassageKind::prose);
}

void describe(const Gatherer& gatherer, const domain::CurveFamilies& curves,
              Findings& out) {
  out.count("logical_file_count", gatherer.file_count());
  for (const auto& reel : gatherer.reels()) {
    put_header(reel, "", out);
  }
  for (size_t i = 0; i < gatherer.files().size(); ++i) {
    describe_file(gatherer.files()[i], i + 1, curves, out);
  }
}

} // namespace readers::lis
