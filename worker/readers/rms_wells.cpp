// SPDX-License-Identifier: Apache-2.0
//
// RMS text well files: a version, a kind, "NAME X Y RKB", the number of logs, a
// line for each log ("GR UNK linear", "ZONE DISC 0 A 1 B"), then a row for each
// point: X, Y, Z and the logs. As the xtgeo documentation describes them.
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/well_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace readers::wells {
namespace {

constexpr size_t k_most_logs = 1000;
constexpr double k_null = -999;

struct Place {
  std::string name;
  std::vector<double> numbers; // X, Y and, if the file has it, RKB
};

// Numbers stand at the end; what is before them is the name.
std::optional<Place> place_of(std::string_view line) {
  auto words = words_of(line, ' ');
  Place place;
  while (words.size() > 1 && place.numbers.size() < 3) {
    const auto number = plain_number(words.back());
    if (!number) {
      break;
    }
    place.numbers.insert(place.numbers.begin(), *number);
    words.pop_back();
  }
  for (const auto word : words) {
    place.name += (place.name.empty() ? "" : " ") + std::string(word);
  }
  return place.numbers.size() >= 2 ? std::optional(place) : std::nullopt;
}

std::optional<size_t> count_of(std::string_view line) {
  const auto number = plain_number(trim(line));
  const bool whole =
      number && *number >= 0 && *number <= k_most_logs &&
      *number == static_cast<double>(static_cast<size_t>(*number));
  return whole ? std::optional(static_cast<size_t>(*number)) : std::nullopt;
}

struct Stats {
  uint64_t values = 0, nulls = 0;
  double least = 0, most = 0, first = 0, last = 0;
  void add(double number) {
    least = values == 0 ? number : std::min(least, number);
    most = values == 0 ? number : std::max(most, number);
    first = values == 0 ? number : first;
    last = number;
    ++values;
  }
};

struct Log {
  std::string name, type, rest;
  uint64_t line = 0;
  Stats stats;
};

class RmsParser : public Parser {
public:
  explicit RmsParser(const domain::CurveFamilies& curves) : m_curves(curves) {}

  void take(const Line& line) override {
    const auto text = trim(line.text);
    ++m_seen;
    if (m_seen == 2) {
      m_type = clip(text, 200);
    } else if (m_seen == 3) {
      m_place = place_of(text);
    } else if (m_seen == 4) {
      m_count = count_of(text).value_or(0);
    } else if (m_seen > 4 && m_logs.size() < m_count) {
      take_log(text, line.number);
    } else if (m_seen > 4 && !text.empty()) {
      take_row(text, line);
    }
  }

  base::Result<void> finish(Findings& out) override {
    if (!m_place) {
      return base::fail(base::Errc::corrupt,
                        "line 3 has no name with coordinates, as an RMS well "
                        "file must");
    }
    describe_place(out);
    describe_logs(out);
    describe_rows(out);
    return {};
  }

private:
  void take_log(std::string_view text, uint64_t line) {
    const auto words = words_of(text, ' ');
    Log log;
    log.line = line;
    log.name = words.empty() ? "" : clip(words[0], 200);
    log.type = words.size() < 2 ? "" : clip(words[1], 50);
    if (words.size() > 2) {
      const auto from = static_cast<size_t>(words[2].data() - text.data());
      log.rest = squeeze(text.substr(from));
    }
    m_logs.push_back(std::move(log));
  }

  void take_row(std::string_view text, const Line& line) {
    const auto words = words_of(text, ' ');
    if (words.size() != 3 + m_logs.size()) {
      if (m_odd++ == 0) {
        m_odd_line = line.number;
        m_odd_text = clip(text, 200);
      }
      return;
    }
    ++m_rows;
    for (size_t i = 0; i < words.size(); ++i) {
      const auto number = plain_number(words[i]);
      auto& stats = i < 3 ? m_axes[i] : m_logs[i - 3].stats;
      if (!number || (i >= 3 && *number == k_null)) {
        ++stats.nulls;
      } else {
        stats.add(*number);
      }
    }
  }

  void describe_place(Findings& out) const {
    const auto where = at_line(3);
    put_well_name(m_place->name, where, out);
    out.measure("surface_x", m_place->numbers[0], "", where);
    out.measure("surface_y", m_place->numbers[1], "", where);
    if (m_place->numbers.size() > 2) {
      out.measure("elevation_rkb", m_place->numbers[2], "", where);
    }
    out.say("well_type", m_type, at_line(2));
  }

  void describe_logs(Findings& out) const {
    out.count("curve_count", m_logs.size(), at_line(4));
    std::set<std::string_view> families;
    std::vector<NumberedLine> lines;
    for (const auto& log : m_logs) {
      const auto where = at_line(log.line);
      out.say("curve", log.name, where);
      const auto family = m_curves.of(log.name, "", "");
      if (family && families.insert(*family).second) {
        out.say("curve_family", std::string(*family), where);
      }
      const uint64_t all = log.stats.values + log.stats.nulls;
      if (all > 0) {
        const double share =
            static_cast<double>(log.stats.nulls) / static_cast<double>(all);
        out.measure("curve_null_fraction", share, "", where,
                    log.name + " " +
                        plain_number(std::round(share * 1e6) / 1e6));
      }
      if (log.stats.values > 0 && log.type != "DISC") {
        out.say("curve_range",
                log.name + " " + plain_number(log.stats.least) + " to " +
                    plain_number(log.stats.most),
                where);
      }
      lines.push_back({log.line, squeeze(log.name + " " + log.type + " " +
                                         clip(log.rest, 8000))});
    }
    out.passages.push_back({summary(), {}, domain::PassageKind::header});
    out.pack(lines, "logs", domain::PassageKind::header);
  }

  std::string summary() const {
    std::string text = "Well " + m_place->name + " (RMS well file), " +
                       std::to_string(m_rows) + " points. Logs:";
    for (size_t i = 0; i < m_logs.size() && i < 60; ++i) {
      text += (i == 0 ? " " : ", ") + m_logs[i].name;
    }
    return text + ".";
  }

  void describe_rows(Findings& out) const {
    out.count("data_rows", m_rows);
    static constexpr const char* k_axes[3][2] = {
        {"min_x", "max_x"}, {"min_y", "max_y"}, {"min_z", "max_z"}};
    for (size_t i = 0; i < m_axes.size(); ++i) {
      if (m_axes[i].values > 0) {
        out.measure(k_axes[i][0], m_axes[i].least, "");
        out.measure(k_axes[i][1], m_axes[i].most, "");
      }
    }
    for (const auto& log : m_logs) {
      if (role_of({log.name, "", ""}) == WellRole::measured_depth &&
          log.stats.values > 0) {
        out.measure("survey_depth_start", log.stats.first, "",
                    at_line(log.line));
        out.measure("survey_depth_stop", log.stats.last, "", at_line(log.line));
      }
    }
    if (m_logs.size() < m_count) {
      out.refuse("logs", "",
                 "the file names " + std::to_string(m_logs.size()) + " of " +
                     std::to_string(m_count) + " logs",
                 at_line(4));
    }
    if (m_odd > 0) {
      out.refuse("row", m_odd_text,
                 std::to_string(m_odd) + " rows without " +
                     std::to_string(3 + m_logs.size()) +
                     " values; this is the first",
                 at_line(m_odd_line));
    }
  }

  const domain::CurveFamilies& m_curves;
  uint64_t m_seen = 0;
  std::string m_type;
  std::optional<Place> m_place;
  size_t m_count = 0;
  std::vector<Log> m_logs;
  std::array<Stats, 3> m_axes;
  uint64_t m_rows = 0, m_odd = 0, m_odd_line = 0;
  std::string m_odd_text;
};

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = trim(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

} // namespace

bool is_rms_well(std::string_view head) {
  const auto version = take_line(head);
  if (version != "1.0" && version != "1") {
    return false;
  }
  take_line(head);
  const auto place = place_of(take_line(head));
  const auto count = count_of(take_line(head));
  if (!place || place->name.empty() || !count) {
    return false;
  }
  for (size_t i = 0; i < *count; ++i) {
    if (head.empty()) {
      return i > 0; // cut within the names of logs
    }
    const auto words = words_of(take_line(head), ' ');
    if (words.size() < 2 || plain_number(words[0])) {
      return false;
    }
  }
  const auto words = words_of(take_line(head), ' ');
  return words.empty() ? *count > 0
                       : words.size() == 3 + *count && plain_number(words[0]) &&
                             plain_number(words[1]) && plain_number(words[2]);
}

std::unique_ptr<Parser> make_rms_parser(const domain::CurveFamilies& curves) {
  return std::make_unique<RmsParser>(curves);
}

} // namespace readers::wells
