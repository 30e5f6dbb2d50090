// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_facts.hpp"

#include "core/domain/curves.hpp"
#include "core/domain/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace readers::las {
namespace {

void describe_version(const Header& header, Findings& out) {
  const auto* version = Header::find(header.version, {"VERS"});
  if (version == nullptr) {
    out.refuse("VERS", "", "the file does not say which version of LAS it is",
               at_line(1));
  } else if (const auto number = number_of(version->value);
             number && *number >= 1 && *number < 4) {
    out.measure("las_version", *number, "", at_line(version->line, "~Version"),
                version->value);
  } else {
    out.refuse("VERS", version->value, "no version of LAS",
               at_line(version->line, "~Version"));
  }
  const auto* wrap = Header::find(header.version, {"WRAP"});
  const auto answer = wrap == nullptr ? "" : upper_of(wrap->value);
  if (answer == "YES" || answer == "NO") {
    out.say("wrap", answer, at_line(wrap->line, "~Version"));
  } else if (wrap != nullptr) {
    out.refuse("WRAP", wrap->value, "neither YES nor NO",
               at_line(wrap->line, "~Version"));
  }
  const auto* mark = Header::find(header.version, {"DLM"});
  if (mark != nullptr && delimiter_of(mark->value)) {
    out.say("delimiter", upper_of(mark->value),
            at_line(mark->line, "~Version"));
  } else if (mark != nullptr) {
    out.refuse("DLM", mark->value, "neither SPACE, TAB nor COMMA",
               at_line(mark->line, "~Version"));
  }
}

void describe_null(const Header& header, Findings& out) {
  const auto* item = Header::find(header.well, {"NULL"});
  if (item == nullptr || item->value.empty()) {
    return;
  }
  const auto where = at_line(item->line, "~Well");
  if (const auto number = number_of(item->value)) {
    out.measure("null_value", *number, "", where, item->value);
  } else {
    out.refuse("NULL", item->value, "not a number", where);
  }
}

std::string index_unit_of(const Header& header, const Item& item) {
  if (!item.unit.empty() || header.curves.empty()) {
    return item.unit;
  }
  return header.curves.front().unit;
}

// "depth_start_m", or "index_start" where the index is no depth.
void put_index(const std::string& name, double number, const std::string& text,
               const std::string& unit, domain::Locator where, Findings& out) {
  const auto written = unit.empty() ? text : text + " " + unit;
  if (const auto metres = domain::to_metres(number, unit)) {
    out.measure("depth_" + name + "_m", *metres, "m", where, written);
  } else {
    out.measure("index_" + name, number, unit, where, written);
  }
}

// "1700", or "1700 M" where the unit was written behind the value.
struct Limit {
  double number = 0;
  std::string text, unit;
};

std::optional<Limit> limit_of(const Header& header, const Item& item) {
  if (const auto number = number_of(item.value)) {
    return Limit{*number, item.value, index_unit_of(header, item)};
  }
  const auto quantity = domain::parse_quantity(item.value);
  if (!quantity || !item.unit.empty()) {
    return std::nullopt;
  }
  return Limit{quantity->value, plain_number(quantity->value), quantity->unit};
}

void put_limit(const Log& log, const char* mnemonic, const std::string& name,
               Findings& out) {
  const auto* item = Header::find(log.header.well, {mnemonic});
  if (item == nullptr || item->value.empty()) {
    return;
  }
  const auto where = at_line(item->line, "~Well");
  const auto limit = limit_of(log.header, *item);
  if (!limit) {
    out.refuse(mnemonic, item->value, "not a number", where);
  } else if (limit->number == log.header.null_value()) {
    out.refuse(mnemonic, item->value, "says that there is none", where);
  } else {
    put_index(name, limit->number, limit->text, limit->unit, where, out);
  }
}

// Where the header and the rows do not say the same.
void compare_limit(const Log& log, const char* mnemonic,
                   const std::string& written, uint64_t line, Findings& out) {
  const auto* item = Header::find(log.header.well, {mnemonic});
  const auto* step = Header::find(log.header.well, {"STEP"});
  const auto header = item == nullptr ? std::nullopt : number_of(item->value);
  const auto rows = number_of(written);
  if (!header || !rows) {
    return;
  }
  const auto length = step == nullptr ? std::nullopt : number_of(step->value);
  const double near =
      std::max(std::fabs(length.value_or(0)) * 1.01, std::fabs(*header) * 1e-4);
  if (std::fabs(*header - *rows) > near) {
    out.refuse(mnemonic, item->value, "the rows say " + written,
               at_line(line, "~ASCII"));
  }
}

void put_damage(const Damage& damage, const std::string& field,
                const std::string& what, Findings& out) {
  if (damage.count > 0) {
    out.refuse(field, damage.raw,
               std::to_string(damage.count) + " " + what +
                   "; this is the first",
               at_line(damage.line, "~ASCII"));
  }
}

void describe_rows(const Log& log, Findings& out) {
  const Data& data = log.data;
  const auto curves = std::to_string(log.header.curves.size());
  out.count("data_rows", data.rows());
  if (log.header.wrapped()) {
    out.count("data_lines", data.lines());
  }
  if (!log.has_data && log.header.version_number() < 3) {
    out.refuse("~ASCII", "", "the file has no data section");
  }
  put_damage(data.too_short(), "row",
             "rows with fewer than " + curves + " values", out);
  put_damage(data.too_long(), "row",
             "rows with more than " + curves + " values", out);
  const bool strings = log.header.version_number() >= 3;
  if (!strings) {
    put_damage(data.not_numbers(), "value", "values that are no numbers", out);
  }
}

} // namespace

void describe_index(const Log& log, Findings& out) {
  put_limit(log, "STRT", "start", out);
  put_limit(log, "STOP", "stop", out);
  put_limit(log, "STEP", "step", out);
  const auto* start = Header::find(log.header.well, {"STRT"});
  std::string unit = start != nullptr ? start->unit : "";
  if (unit.empty() && !log.header.curves.empty()) {
    unit = log.header.curves.front().unit;
  }
  out.say("index_unit", unit);
  const Data& data = log.data;
  if (data.rows() == 0) {
    return;
  }
  for (const bool first : {true, false}) {
    const auto& text = first ? data.first_index() : data.last_index();
    const auto where =
        at_line(first ? data.first_line() : data.last_line(), "~ASCII");
    if (const auto number = number_of(text)) {
      out.measure(first ? "first_index" : "last_index", *number, unit, where,
                  text);
    } else {
      out.say(first ? "first_index" : "last_index", text, where);
    }
  }
  compare_limit(log, "STRT", data.first_index(), data.first_line(), out);
  compare_limit(log, "STOP", data.last_index(), data.last_line(), out);
}

std::string curve_text(const Item& curve) {
  auto text = curve.mnemonic;
  if (!curve.unit.empty()) {
    text += " [" + curve.unit + "]";
  }
  return curve.description.empty() ? text : text + ": " + curve.description;
}

void describe_curves(const Log& log, Findings& out) {
  out.count("curve_count", log.header.curves.size());
  std::set<std::string> seen;
  std::set<std::string_view> families;
  for (size_t i = 0; i < log.header.curves.size(); ++i) {
    const Item& curve = log.header.curves[i];
    const auto where = at_line(curve.line, "~Curve");
    out.say("curve", curve.mnemonic, where);
    out.say("curve_description", curve_text(curve), where);
    const auto family =
        log.curves.of(curve.mnemonic, curve.unit, curve.description);
    if (family && families.insert(*family).second) {
      out.say("curve_family", std::string(*family), where);
    }
    if (!seen.insert(curve.mnemonic).second) {
      out.refuse("curve", curve.mnemonic, "this mnemonic stands twice", where);
    }
    if (i >= log.data.curves().size()) {
      continue;
    }
    const auto& stats = log.data.curves()[i];
    const uint64_t all = stats.values + stats.nulls + stats.texts;
    if (all > 0) {
      const double share =
          static_cast<double>(stats.nulls) / static_cast<double>(all);
      out.measure("curve_null_fraction", share, "", where,
                  curve.mnemonic + " " +
                      plain_number(std::round(share * 1e6) / 1e6));
    }
    if (stats.values > 0) {
      out.say("curve_range",
              curve.mnemonic + " " + plain_number(stats.least) + " to " +
                  plain_number(stats.most) +
                  (curve.unit.empty() ? "" : " " + curve.unit),
              where);
    }
  }
}

Findings describe(const Log& log) {
  Findings out;
  describe_version(log.header, out);
  out.say("encoding", log.encoding);
  out.say("encoding_doubt", log.encoding_doubt);
  out.say("line_ending", log.newline);
  describe_well(log.header, out);
  describe_null(log.header, out);
  describe_index(log, out);
  describe_curves(log, out);
  describe_rows(log, out);
  describe_more_logs(log, out);
  out.count("parameter_count", log.header.parameters.size());
  out.count("section_count", log.header.sections.size());
  for (const auto& section : log.header.sections) {
    out.say("section", section);
  }
  out.rejects.insert(out.rejects.end(), log.header.rejects.begin(),
                     log.header.rejects.end());
  if (log.header.cut) {
    out.refuse("header", "",
               "more header text than is kept; the rest is not "
               "in the passages");
  }
  describe_passages(log, out);
  return out;
}

} // namespace readers::las
