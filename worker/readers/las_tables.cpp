// SPDX-License-Identifier: Apache-2.0
#include "core/domain/quantity.hpp"
#include "worker/readers/las_facts.hpp"
#include "worker/readers/well_tables.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace readers::las {
namespace {

using domain::PassageKind;

bool ends_with_word(const std::string& name, std::string_view word) {
  return name.size() > word.size() && name.ends_with(word);
}
bool is_definition(const std::string& name) {
  return ends_with_word(name, "_DEFINITION") || ends_with_word(name, "_DEF");
}
bool is_parameter(const std::string& name) {
  return ends_with_word(name, "_PARAMETER") ||
         ends_with_word(name, "_PARAMETERS");
}

std::vector<Item> items_of(const CustomSection& section) {
  std::vector<Item> items;
  for (const auto& line : section.lines) {
    auto item = parse_item(line.text);
    if (item && !item->mnemonic.empty()) {
      item->line = line.number;
      split_association(*item);
      // "MD.  M  : Measured Depth", as the standard's own example has it.
      if (item->unit.empty() && domain::parse_unit(item->value)) {
        item->unit = std::exchange(item->value, {});
      }
      items.push_back(std::move(*item));
    }
  }
  return items;
}

using Definitions = std::map<std::string, std::vector<Item>>;

// "CORE_DEFINITION" or "CORE_DEFINITION[2]" of a title, as a key.
std::string definition_key(const SectionName& name) {
  return upper_of(name.name) + "[" + std::to_string(name.number) + "]";
}

Definitions definitions_of(const Header& header) {
  Definitions out;
  for (const auto& section : header.custom) {
    const auto name = section_name(section.title);
    if (is_definition(upper_of(name.name))) {
      out.emplace(definition_key(name), items_of(section));
    }
  }
  return out;
}

// The columns of a data section: of the definition that it names, else of that
// whose name goes with its own.
const std::vector<Item>* columns_of(const SectionName& name,
                                    const Definitions& definitions) {
  std::vector<std::string> keys;
  if (!name.association.empty()) {
    keys.push_back(definition_key(section_name(name.association)));
  }
  auto base = upper_of(name.name);
  if (ends_with_word(base, "_DATA")) {
    base.resize(base.size() - 5);
  }
  const auto number = "[" + std::to_string(name.number) + "]";
  keys.push_back(base + "_DEFINITION" + number);
  keys.push_back(base + "_DEFINITION[1]");
  for (const auto& key : keys) {
    const auto found = definitions.find(key);
    if (found != definitions.end() && !found->second.empty()) {
      return &found->second;
    }
  }
  return nullptr;
}

std::vector<WellColumn> as_columns(const std::vector<Item>& items) {
  std::vector<WellColumn> columns;
  for (const auto& item : items) {
    columns.push_back({item.mnemonic, item.unit, item.description});
  }
  return columns;
}

// What the rows of a section are, by its name.
WellTableKind kind_of(const std::string& name) {
  const auto starts = [&](std::string_view word) {
    return name.starts_with(word);
  };
  return starts("TOP")                        ? WellTableKind::tops
         : starts("INCL") || starts("SURVEY") ? WellTableKind::survey
                                              : WellTableKind::other;
}

void describe_rows(const CustomSection& section, const SectionName& name,
                   const std::vector<Item>& items, const Log& log,
                   Findings& out) {
  const auto where = "~" + section.title;
  WellTable table(kind_of(upper_of(name.name)), as_columns(items),
                  log.header.null_value());
  std::vector<std::string_view> values;
  for (const auto& line : section.lines) {
    split_row(line.text, log.header.delimiter(), items.size(), values);
    for (auto& value : values) {
      value = unquoted(value);
    }
    table.add(values, at_line(line.number, where));
  }
  table.finish(where, out);
}

// "NMR" of "NMR[3]"; "" if it is no element of an array.
std::string array_of(const Item& curve) {
  const auto open = curve.mnemonic.find('[');
  return open == std::string::npos || open == 0 ||
                 !curve.mnemonic.ends_with(']')
             ? ""
             : curve.mnemonic.substr(0, open);
}

void put_arrays(const std::vector<Item>& curves, Findings& out) {
  std::map<std::string, std::pair<size_t, uint64_t>> arrays;
  for (const auto& curve : curves) {
    if (const auto name = array_of(curve); !name.empty()) {
      auto& entry = arrays.try_emplace(name, 0, curve.line).first->second;
      ++entry.first;
    }
  }
  for (const auto& [name, entry] : arrays) {
    out.measure("curve_array", static_cast<double>(entry.first), "",
                at_line(entry.second, "~Curve"),
                name + " " + std::to_string(entry.first));
  }
}

} // namespace

void describe_tables(const Log& log, Findings& out) {
  const auto definitions = definitions_of(log.header);
  for (const auto& section : log.header.custom) {
    const auto name = section_name(section.title);
    const auto capitals = upper_of(name.name);
    const auto where = "~" + section.title;
    const auto* columns = columns_of(name, definitions);
    if (is_definition(capitals)) {
      std::vector<NumberedLine> lines;
      for (const auto& item : items_of(section)) {
        lines.push_back({item.line, curve_text(item)});
      }
      out.pack(lines, where, PassageKind::header);
    } else if (is_parameter(capitals)) {
      out.pack(lines_of(items_of(section)), where, PassageKind::record);
    } else if (columns != nullptr) {
      describe_rows(section, name, *columns, log, out);
    } else {
      out.pack(section.lines, where, PassageKind::record);
    }
  }
}

void describe_more_logs(const Log& log, Findings& out) {
  put_arrays(log.header.curves, out);
  for (const auto& more : log.more) {
    const auto number = "[" + std::to_string(more.number) + "]";
    std::vector<NumberedLine> lines;
    for (const auto& curve : more.curves) {
      const auto where = at_line(curve.line, "~Log_Definition" + number);
      out.say("curve", curve.mnemonic, where);
      out.say("curve_description", curve_text(curve), where);
      lines.push_back({curve.line, curve_text(curve)});
    }
    put_arrays(more.curves, out);
    out.pack(lines, "~Log_Definition" + number, PassageKind::header);
    const auto where = at_line(more.line, "~Log_Data" + number);
    out.count("data_rows", more.data ? more.data->rows() : 0, where);
    if (more.data && more.data->too_short().count > 0) {
      out.refuse("row", more.data->too_short().raw,
                 std::to_string(more.data->too_short().count) +
                     " rows with fewer than " +
                     std::to_string(more.curves.size()) +
                     " values; this is the first",
                 at_line(more.data->too_short().line, where.section));
    }
  }
}

} // namespace readers::las
