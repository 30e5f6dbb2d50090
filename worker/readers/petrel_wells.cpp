// SPDX-License-Identifier: Apache-2.0
//
// What Petrel writes as text: a well's path ("# WELL TRACE FROM PETREL", items
// "# WELL KB: 25.0 (m)", names of columns, rows) and well tops ("# Petrel well
// tops", columns between BEGIN HEADER and END HEADER, rows).
#include "core/domain/quantity.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/well_files.hpp"
#include "worker/readers/well_items.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace readers::wells {
namespace {

constexpr size_t k_most_header = 500; // lines
constexpr size_t k_most_columns = 200;
constexpr size_t k_most_wells = 5000;

// "25.0" and "m" of "25.0 (m)".
struct Measure {
  double number = 0;
  std::string unit;
};
std::optional<Measure> measure_of(std::string_view text) {
  const auto open = text.find('(');
  const auto number = plain_number(trim(text.substr(0, open)));
  if (!number) {
    return std::nullopt;
  }
  Measure out{*number, ""};
  if (open != std::string_view::npos) {
    const auto close = text.find(')', open);
    out.unit = std::string(trim(text.substr(
        open + 1, close == std::string_view::npos ? close : close - open - 1)));
  }
  return out;
}

class PathParser : public Parser {
public:
  void take(const Line& line) override {
    const auto text = trim(line.text);
    if (text.empty()) {
      return;
    }
    if (text.front() == '#') {
      take_comment(text.substr(1), line.number);
      return;
    }
    const auto words = words_of(text, ' ');
    if (!m_table && !plain_number(words[0])) {
      begin_table(words, line.number);
    } else if (!m_table) {
      begin_table(std::vector<std::string_view>(words.size(), ""), line.number);
      m_table->add(words, at_line(line.number));
    } else {
      m_table->add(words, at_line(line.number));
    }
  }

  base::Result<void> finish(Findings& out) override {
    for (const auto& [key, item] : m_items) {
      describe(key, item.text, at_line(item.number), out);
    }
    out.pack(m_header, "header", domain::PassageKind::header);
    if (m_table) {
      m_table->finish("path", out);
    } else {
      out.refuse("path", "", "the file has no rows");
    }
    return {};
  }

private:
  void take_comment(std::string_view text, uint64_t number) {
    text = trim(text);
    if (m_header.size() >= k_most_header ||
        text.find_first_not_of("#=-* ") == std::string_view::npos) {
      return;
    }
    m_header.push_back({number, clip(text, 1000)});
    const auto colon = text.find(':');
    if (colon != std::string_view::npos) {
      m_items.emplace_back(
          domain::upper_ascii(trim(text.substr(0, colon))),
          NumberedLine{number, squeeze(clip(text.substr(colon + 1), 1000))});
    }
  }

  // The unit of lengths is that of the elevation.
  std::string unit() const {
    for (const auto& [key, item] : m_items) {
      const auto found = measure_of(item.text);
      const bool elevation = key == "WELL KB" || key == "WELL DATUM VALUE";
      if (elevation && found) {
        return found->unit;
      }
    }
    return "";
  }

  void begin_table(const std::vector<std::string_view>& names,
                   uint64_t number) {
    std::vector<WellColumn> columns;
    for (size_t i = 0; i < names.size() && i < k_most_columns; ++i) {
      WellColumn column{std::string(names[i]), "", ""};
      const auto role = role_of(column);
      const bool length =
          role == WellRole::measured_depth || role == WellRole::vertical_depth;
      const bool angle =
          role == WellRole::inclination || role == WellRole::azimuth;
      column.unit = length ? unit() : angle ? angle_unit() : "";
      columns.push_back(std::move(column));
    }
    m_header_line = number;
    m_table.emplace(WellTableKind::survey, std::move(columns), std::nullopt);
  }

  // "ANGLES ARE GIVEN IN DEGREES".
  std::string angle_unit() const {
    for (const auto& line : m_header) {
      if (domain::upper_ascii(line.text).find("GIVEN IN DEGREES") !=
          std::string::npos) {
        return "deg";
      }
    }
    return "";
  }

  static void put_measure(const char* key, const std::string& text,
                          const domain::Locator& where, Findings& out) {
    const auto found = measure_of(text);
    if (!found) {
      return;
    }
    const auto metres = domain::to_metres(found->number, found->unit);
    if (metres) {
      out.measure(std::string(key) + "_m", *metres, "m", where, text);
    } else {
      out.measure(key, found->number, found->unit, where, text);
    }
  }

  static void describe(const std::string& key, const std::string& text,
                       const domain::Locator& where, Findings& out) {
    if (key == "WELL NAME" || key == "WELL") {
      put_well_name(text, where, out);
    } else if (key == "WELL HEAD X-COORDINATE") {
      put_measure("surface_x", text, where, out);
    } else if (key == "WELL HEAD Y-COORDINATE") {
      put_measure("surface_y", text, where, out);
    } else if (key == "WELL KB" || key == "WELL DATUM VALUE") {
      put_measure("elevation_kb", text, where, out);
    } else if (key == "WELL TYPE") {
      out.say("well_type", text, where);
    } else if (key == "UNIQUE WELL ID" || key == "WELL UWI" || key == "UWI") {
      out.say("uwi", text, where);
      put_keys_of({"uwi", text, std::nullopt, "", where}, out);
    }
  }

  std::vector<NumberedLine> m_header;
  std::vector<std::pair<std::string, NumberedLine>> m_items;
  std::optional<WellTable> m_table;
  uint64_t m_header_line = 0;
};

class TopsParser : public Parser {
public:
  void take(const Line& line) override {
    const auto text = trim(line.text);
    if (text.empty()) {
      return;
    }
    if (text.front() == '#') {
      m_header.push_back({line.number, clip(text.substr(1), 1000)});
    } else if (text == "BEGIN HEADER") {
      m_in_header = true;
    } else if (text == "END HEADER") {
      m_in_header = false;
      begin_table();
    } else if (m_in_header && m_columns.size() < k_most_columns) {
      m_columns.push_back({std::string(clip(text, 200)), "", ""});
    } else if (m_table) {
      take_row(text, line.number);
    } else if (m_header.size() < k_most_header) {
      m_header.push_back({line.number, clip(text, 1000)});
    }
  }

  base::Result<void> finish(Findings& out) override {
    if (!m_table) {
      return base::fail(base::Errc::corrupt,
                        "no line END HEADER: the names of the columns are not "
                        "there, or not whole");
    }
    out.count("well_count", m_wells.size());
    for (const auto& [name, line] : m_wells) {
      put_row_key(name, at_line(line, "tops"), out);
    }
    out.pack(m_header, "header", domain::PassageKind::header);
    m_table->finish("tops", out);
    return {};
  }

private:
  void begin_table() {
    for (size_t i = 0; i < m_columns.size(); ++i) {
      if (domain::upper_ascii(m_columns[i].name) == "WELL") {
        m_well = i;
      }
    }
    m_table.emplace(WellTableKind::tops, m_columns, std::nullopt);
  }

  void take_row(std::string_view text, uint64_t number) {
    const auto words = words_of(text, ' ');
    m_table->add(words, at_line(number, "tops"));
    if (m_well && *m_well < words.size() && m_wells.size() < k_most_wells) {
      m_wells.emplace(std::string(clip(words[*m_well], 200)), number);
    }
  }

  static void put_row_key(const std::string& name, const domain::Locator& where,
                          Findings& out) {
    const size_t before = out.keys.size();
    Findings one;
    put_well_name(name, where, one);
    for (auto& key : one.keys) {
      key.role = domain::KeyRole::row;
      out.keys.push_back(std::move(key));
    }
    if (out.keys.size() == before && !name.empty()) {
      out.keys.push_back({"code", name, where, domain::KeyRole::row});
    }
  }

  std::vector<NumberedLine> m_header;
  std::vector<WellColumn> m_columns;
  std::optional<size_t> m_well;
  std::map<std::string, uint64_t> m_wells; // name → first line
  std::optional<WellTable> m_table;
  bool m_in_header = false;
};

} // namespace

std::unique_ptr<Parser> make_petrel_path_parser() {
  return std::make_unique<PathParser>();
}

std::unique_ptr<Parser> make_petrel_tops_parser() {
  return std::make_unique<TopsParser>();
}

} // namespace readers::wells
