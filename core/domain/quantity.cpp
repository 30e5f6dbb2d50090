// SPDX-License-Identifier: Apache-2.0
#include "core/domain/quantity.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace domain {
namespace {

using Names = std::map<std::string, Unit, std::less<>>;

void add(Names& names, Unit unit,
         std::initializer_list<const char*> spellings) {
  for (const char* spelling : spellings) {
    names.emplace(spelling, unit);
  }
}

// Lower case; what case alone tells apart is settled in parse_unit().
const Names& unit_names() {
  static const Names all = [] {
    using enum Dimension;
    Names n;
    add(n, {length, 1, 0, "m"},
        {"m", "metre", "metres", "meter", "meters", "mt", "mtr"});
    add(n, {length, 1000, 0, "m"},
        {"km", "kilometre", "kilometres", "kilometer", "kilometers"});
    add(n, {length, 0.01, 0, "m"},
        {"cm", "centimetre", "centimetres", "centimeter", "centimeters"});
    add(n, {length, 0.001, 0, "m"},
        {"mm", "millimetre", "millimetres", "millimeter", "millimeters"});
    add(n, {length, 0.3048, 0, "m"},
        {"ft", "f", "feet", "foot", "'", "ft(intl)"});
    add(n, {length, 1200.0 / 3937.0, 0, "m"},
        {"ftus", "us ft", "us survey foot", "us survey feet", "us-ft",
         "foot_us"});
    add(n, {length, 0.0254, 0, "m"}, {"in", "inch", "inches", "\""});
    add(n, {length, 0.9144, 0, "m"}, {"yd", "yard", "yards"});
    add(n, {length, 1609.344, 0, "m"}, {"mi", "mile", "miles"});
    add(n, {length, 1852, 0, "m"}, {"nmi", "nautical mile", "nautical miles"});
    add(n, {time, 1, 0, "s"}, {"s", "sec", "secs", "second", "seconds"});
    add(n, {time, 1e-3, 0, "s"}, {"ms", "msec", "millisecond", "milliseconds"});
    add(n, {time, 1e-6, 0, "s"},
        {"us", "usec", "\xc2\xb5s", "\xce\xbcs", "microsecond",
         "microseconds"});
    add(n, {time, 60, 0, "s"}, {"min", "minute", "minutes"});
    add(n, {time, 3600, 0, "s"}, {"h", "hr", "hrs", "hour", "hours"});
    add(n, {pressure, 1, 0, "Pa"}, {"pa"});
    add(n, {pressure, 1e3, 0, "Pa"}, {"kpa"});
    add(n, {pressure, 1e5, 0, "Pa"}, {"bar", "bars"});
    add(n, {pressure, 6894.757293168, 0, "Pa"}, {"psi", "psia", "psig"});
    add(n, {pressure, 101325, 0, "Pa"}, {"atm"});
    add(n, {volume, 1, 0, "m3"},
        {"m3", "m\xc2\xb3", "sm3", "cubic metres", "cubic meters"});
    add(n, {volume, 0.158987294928, 0, "m3"},
        {"bbl", "bbls", "barrel", "barrels", "stb"});
    add(n, {volume, 0.028316846592, 0, "m3"},
        {"ft3", "cf", "scf", "cubic feet"});
    add(n, {volume, 0.003785411784, 0, "m3"}, {"gal", "gallon", "gallons"});
    add(n, {temperature, 1, 273.15, "K"},
        {"degc",
         "\xc2\xb0"
         "c",
         "deg c", "celsius"});
    add(n, {temperature, 5.0 / 9.0, 459.67 * 5.0 / 9.0, "K"},
        {"degf",
         "\xc2\xb0"
         "f",
         "deg f", "fahrenheit"});
    add(n, {information, 1, 0, "byte"}, {"byte", "bytes", "b"});
    add(n, {information, 1e3, 0, "byte"}, {"kb"});
    add(n, {information, 1e6, 0, "byte"}, {"mb"});
    add(n, {information, 1e9, 0, "byte"}, {"gb"});
    add(n, {information, 1024, 0, "byte"}, {"kib"});
    add(n, {information, 1048576, 0, "byte"}, {"mib"});
    add(n, {information, 1073741824, 0, "byte"}, {"gib"});
    add(n, {mass, 1, 0, "kg"}, {"kg"});
    add(n, {mass, 0.45359237, 0, "kg"},
        {"lb", "lbs", "lbm", "pound", "pounds"});
    return n;
  }();
  return all;
}

// Digits with thousands commas: "1,450", "12,000.5"; not "1,45".
std::string without_thousands(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto digit = [&](size_t at) {
      return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    const bool comma = text[i] == ',' && i > 0 && digit(i - 1) &&
                       digit(i + 1) && digit(i + 2) && digit(i + 3) &&
                       !digit(i + 4);
    if (!comma) {
      out.push_back(text[i]);
    }
  }
  return out;
}

} // namespace

base::Result<Unit> parse_unit(std::string_view text) {
  text = trim_blanks(text);
  while (!text.empty() && text.back() == '.') {
    text.remove_suffix(1);
  }
  if (text == "Ms" || text == "MPa" || text == "mPa") {
    // Milli or mega: only case tells.
    if (text == "MPa") {
      return Unit{Dimension::pressure, 1e6, 0, "Pa"};
    }
    return base::fail(base::Errc::invalid,
                      "unit '" + std::string(text) + "' is not known");
  }
  const auto found = unit_names().find(lower_ascii(text));
  if (found == unit_names().end()) {
    return base::fail(base::Errc::invalid,
                      "unit '" + std::string(text) + "' is not known");
  }
  return found->second;
}

base::Result<Quantity> parse_quantity(std::string_view text) {
  const std::string clean = without_thousands(trim_blanks(text));
  double value = 0;
  const char* first = clean.data() + (clean.starts_with('+') ? 1 : 0);
  const char* last = clean.data() + clean.size();
  const auto [end, error] = std::from_chars(first, last, value);
  if (error != std::errc() || !std::isfinite(value)) {
    return base::fail(base::Errc::invalid,
                      "'" + std::string(text) +
                          "' does not begin with a number");
  }
  const std::string unit(trim_blanks({end, static_cast<size_t>(last - end)}));
  TRY_ASSIGN(const Unit meaning, parse_unit(unit));
  return Quantity{value, unit, value * meaning.scale + meaning.offset, meaning};
}

base::Result<double> to_metres(double value, std::string_view unit) {
  TRY_ASSIGN(const Unit meaning, parse_unit(unit));
  if (meaning.dimension != Dimension::length) {
    return base::fail(base::Errc::invalid,
                      "unit '" + std::string(unit) + "' is not a length");
  }
  return value * meaning.scale;
}

} // namespace domain
