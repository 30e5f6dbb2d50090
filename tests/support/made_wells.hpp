// SPDX-License-Identifier: Apache-2.0
//
// Well identifiers of every kind, made up at random within what each published
// layout allows, with the spellings that people and files give them. The
// canonical form here is made from the parts, never by the code under test.
#pragma once

#include "core/domain/places.hpp"

#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace made {

struct Well {
  std::string family;
  std::string canonical;
  std::vector<std::string> spellings; // the first as it is displayed
};

class Wells {
public:
  explicit Wells(unsigned seed) : m_random(seed) {}

  Well api() {
    const auto& all = domain::counties();
    const auto& county = all[pick(all.size())];
    const std::string s = padded(county.state, 2);
    const std::string c = padded(county.county, 3);
    const std::string u = padded(1 + pick(99999), 5);
    const std::string d = pick(3) == 0 ? padded(pick(4), 2) : "";
    const std::string e = d.empty() || pick(2) == 0 ? "" : padded(pick(4), 2);
    Well out{"api", s + c + u + d + e, {}};
    const auto joined = [&](const char* by) {
      return s + by + c + by + u + (d.empty() ? "" : by + d) +
             (e.empty() ? "" : by + e);
    };
    out.spellings = {joined("-"),           out.canonical,
                     joined(" "),           joined("."),
                     joined("/"),           joined("_"),
                     "API " + joined("-"),  "API No. " + out.canonical,
                     "UWI: " + joined("-"), out.canonical + ".0"};
    if (s[0] == '0') {
      out.spellings.push_back(out.canonical.substr(1));
    }
    return out;
  }

  Well dominion() {
    const std::string e = exception();
    const std::string lsd = padded(1 + pick(16), 2);
    const std::string sec = padded(1 + pick(36), 2);
    const std::string twp = padded(1 + pick(126), 3);
    const std::string rge = padded(1 + pick(34), 2);
    const std::string w = "W" + std::to_string(1 + pick(6));
    const std::string ev = event();
    Well out{"uwi-ca", "1" + e + lsd + sec + twp + rge + w + ev, {}};
    const std::string place = lsd + "-" + sec + "-" + twp + "-" + rge + w;
    out.spellings = {"1" + e + "/" + place + "/" + ev, out.canonical,
                     "1" + w + twp + rge + sec + lsd + e + ev,
                     "1" + e + " " + place + " " + ev,
                     e + "/" + place + "M/" + ev.substr(ev[0] == '0' ? 1 : 0)};
    return out;
  }

  Well topographic() {
    const std::string e = exception();
    const std::string q(1, static_cast<char>('A' + pick(4)));
    const std::string unit = padded(1 + pick(100), 3);
    const std::string block(1, static_cast<char>('A' + pick(12)));
    const std::string sheet = padded(1 + pick(114), 3);
    const std::string letter(1, static_cast<char>('A' + pick(16)));
    const std::string number = padded(1 + pick(16), 2);
    const std::string ev = event();
    Well out{"uwi-ca",
             "2" + e + q + unit + block + sheet + letter + number + ev,
             {}};
    out.spellings = {"2" + e + "/" + q + "-" + unit + "-" + block + "/" +
                         sheet + "-" + letter + "-" + number + "/" + ev,
                     out.canonical};
    return out;
  }

  Well federal() {
    const std::string e = exception();
    const std::string unit(1, static_cast<char>('A' + pick(16)));
    const std::string sec = padded(pick(100), 2);
    const std::string lat = padded(40 + pick(46), 2) + padded(pick(6) * 10, 2);
    const std::string lon = padded(40 + pick(102), 3) + padded(pick(4) * 15, 2);
    const std::string ev = std::to_string(pick(10));
    Well out{"uwi-ca", "3" + e + unit + sec + lat + lon + ev, {}};
    out.spellings = {"3" + e + "/" + unit + "-" + sec + "-" + lat + "-" + lon +
                         "/" + ev,
                     out.canonical};
    return out;
  }

  // Norwegian, British, Danish: quadrant/block.
  Well slash() {
    const bool high = pick(3) == 0;
    const unsigned quadrant = high ? 5400 + pick(2500) : 1 + pick(225);
    const unsigned block = 1 + pick(high ? 32 : 30);
    const std::string part =
        pick(4) == 0 ? std::string(1, static_cast<char>('A' + pick(6))) : "";
    const std::string platform =
        pick(2) == 0 ? std::string(1, static_cast<char>('A' + pick(18))) : "";
    const unsigned number = 1 + pick(120);
    static const std::vector<std::string> suffixes = {
        "", "", "", "A", "B", "S", "Z", "Y", "T2", "AT2"};
    const std::string suffix = suffixes[pick(suffixes.size())];
    const auto name = [&](unsigned digits, const char* slash,
                          const char* blank) {
      return padded(quadrant, digits) + slash + padded(block, digits) + part +
             "-" + platform + (platform.empty() ? "" : "-") +
             std::to_string(number) + (suffix.empty() ? "" : blank) + suffix;
    };
    Well out{"wellbore", name(0, "/", ""), {}};
    const bool british = suffix == "Z" || suffix == "Y";
    out.spellings = {name(0, "/", british ? "" : " "), name(0, "/", ""),
                     name(2, "/", ""), name(0, "_", "-")};
    return out;
  }

  Well dutch() {
    static const std::string blocks = "ABDEFGHJKLMNOPQRST";
    const std::string letter(1, blocks[pick(blocks.size())]);
    const unsigned block = 1 + pick(18);
    const std::string platform =
        pick(2) == 0 ? std::string(1, static_cast<char>('A' + pick(6))) : "";
    const unsigned number = 1 + pick(120);
    const std::string side =
        pick(3) == 0 ? "-S" + std::to_string(1 + pick(4)) : "";
    const auto name = [&](size_t digits) {
      return letter + padded(block, digits) + "-" + platform +
             (platform.empty() ? "" : "-") + padded(number, digits) + side;
    };
    Well out{"wellbore", name(2), {}};
    out.spellings = {name(2), name(0)};
    return out;
  }

  // A lease and a number.
  Well named() {
    static const std::vector<std::string> leases = {
        "HAVERKAMP", "ROBINSON", "W GAYDUSEK II", "STATE OF TEXAS",
        "DE VRIES",  "MC KEE",   "BROWN TRUST",   "SMITH UNIT"};
    const std::string lease = leases[pick(leases.size())] + " " +
                              std::string(1, static_cast<char>('B' + pick(20)));
    const std::string number =
        std::to_string(1 + pick(40)) +
        (pick(3) == 0 ? " " + std::to_string(1 + pick(36)) : "");
    std::string dashed = number;
    if (const auto at = dashed.find(' '); at != std::string::npos) {
      dashed[at] = '-';
    }
    const std::string front = lease.substr(0, lease.size() - 2);
    const std::string letter = lease.substr(lease.size() - 1);
    Well out{"well-name", lease + " " + number, {}};
    out.spellings = {out.canonical,
                     front + " '" + letter + "' #" + dashed,
                     front + " \"" + letter + "\" No. " + dashed,
                     front + " " + letter + "-" + dashed,
                     front + " " + letter + " WELL NO. " + dashed,
                     lower(front) + " " + letter + " well " + dashed};
    return out;
  }

  std::vector<std::function<Well()>> kinds() {
    return {[this] { return api(); },         [this] { return dominion(); },
            [this] { return topographic(); }, [this] { return federal(); },
            [this] { return slash(); },       [this] { return dutch(); },
            [this] { return named(); }};
  }

  size_t pick(size_t below) { return m_random() % below; }

private:
  static std::string padded(size_t number, size_t width) {
    std::string out = std::to_string(number);
    return std::string(width > out.size() ? width - out.size() : 0, '0') + out;
  }
  static std::string lower(std::string text) {
    for (char& c : text) {
      c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
  }
  std::string exception() {
    static const std::vector<std::string> all = {"00", "02", "03", "A0",
                                                 "B2", "AA", "S0"};
    return all[pick(all.size())];
  }
  std::string event() { return pick(2) == 0 ? "00" : padded(2 + pick(8), 2); }

  std::mt19937 m_random;
};

} // namespace made
