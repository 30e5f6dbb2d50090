// SPDX-License-Identifier: Apache-2.0
#include "core/domain/wellbore.hpp"

#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <optional>

namespace domain {
namespace {

std::string strip_blanks(std::string_view text) {
  std::string out = upper_ascii(text);
  std::erase_if(out, [](char c) { return c == ' ' || c == '\t'; });
  return out;
}

std::string padded(int number, size_t width) {
  std::string out = std::to_string(number);
  return std::string(width > out.size() ? width - out.size() : 0, '0') + out;
}

bool in_range(const std::string& digits, int low, int high) {
  const int value = std::stoi(digits);
  return value >= low && value <= high;
}

// Norway north of 62 degrees and Denmark number quadrants by degrees
// (6201 to 7899, 5403 to 5899) and have more blocks in them.
bool is_block(int quadrant, int block) {
  return block >= 1 &&
         (quadrant >= 5400 ? quadrant <= 7899 && block <= 32
                           : quadrant >= 1 && quadrant <= 225 && block <= 30);
}

base::Result<std::string> no_uwi() {
  return base::fail(base::Errc::invalid,
                    "not a Canadian UWI: wanted as 100/16-09-010-09W1/00");
}

// Two digits, of which one may have been left out.
std::string event_of(const std::string& text) {
  return text.empty() ? "00" : text.size() < 2 ? "0" + text : text;
}

struct Dls {
  std::string exception;
  int lsd = 0;
  int section = 0;
  int township = 0;
  int range = 0;
  int meridian = 0;
  std::string event;

  bool valid() const {
    return lsd >= 1 && lsd <= 16 && section >= 1 && section <= 36 &&
           township >= 1 && township <= 126 && range >= 1 && range <= 34 &&
           meridian >= 1 && meridian <= 6;
  }
  std::string packed() const {
    return "1" + exception + padded(lsd, 2) + padded(section, 2) +
           padded(township, 3) + padded(range, 2) + "W" +
           std::to_string(meridian) + event_of(event);
  }
};

std::optional<std::string> federal_permit(const std::string& clean) {
  static const RE2 form("3([0-9A-Z]{2})[/_-]?([A-P])-?(\\d\\d)-?(\\d\\d)-?"
                        "([0-5]0)-?(\\d{3})-?(00|15|30|45)[/_-]?(\\d)");
  std::string p[8];
  if (!RE2::FullMatch(clean, form, &p[0], &p[1], &p[2], &p[3], &p[4], &p[5],
                      &p[6], &p[7]) ||
      !in_range(p[3], 40, 85) || !in_range(p[5], 40, 142)) {
    return std::nullopt;
  }
  std::string out = "3";
  for (const std::string& part : p) {
    out += part;
  }
  return out;
}

// Meridian, township, range, section, LSD, exception, event.
std::optional<Dls> sorted_form(const std::string& clean) {
  static const RE2 form("1?W(\\d)(\\d{3})(\\d\\d)(\\d\\d)(\\d\\d)"
                        "([0-9A-Z]{2})(\\d\\d)");
  Dls d;
  return RE2::FullMatch(clean, form, &d.meridian, &d.township, &d.range,
                        &d.section, &d.lsd, &d.exception, &d.event)
             ? std::optional(d)
             : std::nullopt;
}

// What every form of a Canadian UWI has; most cells of most tables have not.
bool may_be_uwi(std::string_view clean) {
  constexpr size_t k_shortest = 13;
  return clean.size() >= k_shortest &&
         std::any_of(clean.begin(), clean.end(),
                     [](char c) { return c >= 'A' && c <= 'Z'; });
}

} // namespace

base::Result<std::string> parse_canadian_uwi(std::string_view text) {
  const std::string clean = strip_blanks(text);
  if (!may_be_uwi(clean)) {
    return no_uwi();
  }
  static const RE2 dls(
      "1?([0-9A-Z]{2})[/_-]?(\\d\\d)[_-]?(\\d\\d)[_-]?(\\d\\d\\d)[_-]?(\\d\\d)"
      "-?W(\\d)M?(?:[/_-]?(\\d{1,2}))?");
  static const RE2 nts(
      "2?([0-9A-Z]{2})[/_-]?([A-D])-?(\\d\\d\\d)-?([A-L])[/_-]?(\\d\\d\\d)-?"
      "([A-P])-?(\\d\\d)(?:[/_-]?(\\d{1,2}))?");
  Dls d;
  if (RE2::FullMatch(clean, dls, &d.exception, &d.lsd, &d.section, &d.township,
                     &d.range, &d.meridian, &d.event)) {
    return d.valid() ? base::Result<std::string>(d.packed()) : no_uwi();
  }
  if (const auto sorted = sorted_form(clean)) {
    return sorted->valid() ? base::Result<std::string>(sorted->packed())
                           : no_uwi();
  }
  if (auto permit = federal_permit(clean)) {
    return *permit;
  }
  std::string p[8];
  if (RE2::FullMatch(clean, nts, &p[0], &p[1], &p[2], &p[3], &p[4], &p[5],
                     &p[6], &p[7]) &&
      in_range(p[2], 1, 100) && in_range(p[6], 1, 16)) {
    return "2" + p[0] + p[1] + p[2] + p[3] + p[4] + p[5] + p[6] +
           event_of(p[7]);
  }
  return no_uwi();
}

std::string display_canadian_uwi(std::string_view canonical) {
  const std::string c(canonical);
  if (c.size() == 16 && c[0] == '1') {
    return c.substr(0, 3) + "/" + c.substr(3, 2) + "-" + c.substr(5, 2) + "-" +
           c.substr(7, 3) + "-" + c.substr(10, 4) + "/" + c.substr(14);
  }
  if (c.size() == 16 && c[0] == '2') {
    return c.substr(0, 3) + "/" + c.substr(3, 1) + "-" + c.substr(4, 3) + "-" +
           c.substr(7, 1) + "/" + c.substr(8, 3) + "-" + c.substr(11, 1) + "-" +
           c.substr(12, 2) + "/" + c.substr(14);
  }
  if (c.size() == 16 && c[0] == '3') {
    return c.substr(0, 3) + "/" + c.substr(3, 1) + "-" + c.substr(4, 2) + "-" +
           c.substr(6, 4) + "-" + c.substr(10, 5) + "/" + c.substr(15);
  }
  return c;
}

base::Result<std::string> parse_slash_wellbore(std::string_view text) {
  const std::string clean = strip_blanks(text);
  static const RE2 form(
      "0*(\\d{1,4})[/_]0*(\\d{1,2})([A-Z]?)-_?((?:[A-Z]{1,2}-?)?)0*(\\d{1,3})"
      "((?:-?[A-Z]{1,3}\\d{0,2}){0,2})");
  std::string quadrant;
  std::string block;
  std::string part;
  std::string platform;
  std::string number;
  std::string suffix;
  // Most texts have not both marks.
  const bool marked = clean.find('-') != std::string::npos &&
                      clean.find_first_of("/_") != std::string::npos;
  const bool fits = marked &&
                    RE2::FullMatch(clean, form, &quadrant, &block, &part,
                                   &platform, &number, &suffix) &&
                    is_block(std::stoi(quadrant), std::stoi(block));
  if (!fits) {
    return base::fail(base::Errc::invalid,
                      "not a wellbore name: wanted as 15/9-F-1 A or 42/30-1");
  }
  if (!platform.empty() && platform.back() != '-') {
    platform += '-';
  }
  std::erase(suffix, '-');
  return quadrant + "/" + block + part + "-" + platform + number + suffix;
}

base::Result<std::string> parse_wellbore(std::string_view text) {
  if (auto slash = parse_slash_wellbore(text)) {
    return slash;
  }
  const std::string clean = strip_blanks(text);
  static const RE2 form("([ABD-HJ-T])(\\d{1,2})-(?:([A-Z]{1,3})-?)?(\\d{1,3})"
                        "((?:[A-Z]|-?S\\d{1,2})?)");
  std::string letter, block, platform, number, suffix;
  if (!RE2::FullMatch(clean, form, &letter, &block, &platform, &number,
                      &suffix) ||
      !in_range(block, 1, 18) || std::stoi(number) == 0) {
    return parse_slash_wellbore(text); // its error
  }
  const bool side = !suffix.empty() && suffix.find('S') != std::string::npos &&
                    suffix.size() > 1;
  if (side && suffix[0] != '-') {
    suffix.insert(0, "-");
  }
  return letter + padded(std::stoi(block), 2) + "-" +
         (platform.empty() ? "" : platform + "-") +
         padded(std::stoi(number), 2) + suffix;
}

std::string display_wellbore(std::string_view canonical) {
  static const RE2 form("(\\d+/\\d+[A-Z]?-(?:[A-Z]{1,2}-)?\\d+)([A-Z].*)");
  std::string name;
  std::string suffix;
  const bool split =
      RE2::FullMatch(re2::StringPiece(canonical.data(), canonical.size()), form,
                     &name, &suffix);
  // British sidetracks are written without a blank.
  const bool british = suffix == "Z" || suffix == "Y" || suffix == "X";
  return split && !british ? name + " " + suffix : std::string(canonical);
}

} // namespace domain
