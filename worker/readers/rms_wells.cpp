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

struct Well {
  uint64_t line = 0; // of its name
  std::string type;
  Place place;
  size_t count = 0; // of logs, as the file says
  std::vector<Log> logs;
  std::array<Stats, 3> axes{}; // X, Y, Z
  uint64_t rows = 0, odd = 0, odd_line = 0;
  std::string odd_text;
};

void take_row(std::string_view text, uint64_t line, Well& well) {
  const auto words = words_of(text, ' ');
  if (words.size() != 3 + well.logs.size()) {
    if (well.odd++ == 0) {
      well.odd_line = line;
      well.odd_text = clip(text, 200);
    }
    return;
  }
  ++well.rows;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto number = plain_number(words[i]);
    auto& stats = i < 3 ? well.axes[i] : well.logs[i - 3].stats;
    if (!number || (i >= 3 && *number == k_null)) {
      ++stats.nulls;
    } else {
      stats.add(*number);
    }
  }
}

Log log_of(std::string_view text, uint64_t line) {
  const auto words = words_of(text, ' ');
  Log log;
  log.line = line;
  log.name = words.empty() ? "" : clip(words[0], 200);
  log.type = words.size() < 2 ? "" : clip(words[1], 50);
  if (words.size() > 2) {
    const auto from = static_cast<size_t>(words[2].data() - text.data());
    log.rest = squeeze(clip(text.substr(from), 8000));
  }
  return log;
}

void describe_place(const Well& well, const std::string& section,
                    Findings& out) {
  const auto where = at_line(well.line, section);
  put_well_name(well.place.name, where, out);
  out.measure("surface_x", well.place.numbers[0], "", where);
  out.measure("surface_y", well.place.numbers[1], "", where);
  if (well.place.numbers.size() > 2) {
    out.measure("elevation_rkb", well.place.numbers[2], "", where);
  }
  out.say("well_type", well.type, at_line(well.line - 1, section));
}

void describe_log(const Log& log, const std::string& section, Findings& out) {
  const auto where = at_line(log.line, section);
  out.say("curve", log.name, where);
  const uint64_t all = log.stats.values + log.stats.nulls;
  if (all > 0) {
    const double share =
        static_cast<double>(log.stats.nulls) / static_cast<double>(all);
    out.measure("curve_null_fraction", share, "", where,
                log.name + " " + plain_number(std::round(share * 1e6) / 1e6));
  }
  if (log.stats.values > 0 && log.type != "DISC") {
    out.say("curve_range",
            log.name + " " + plain_number(log.stats.least) + " to " +
                plain_number(log.stats.most),
            where);
  }
  if (log.stats.values > 0 &&
      role_of({log.name, "", ""}) == WellRole::measured_depth) {
    out.measure("survey_depth_start", log.stats.first, "", where);
    out.measure("survey_depth_stop", log.stats.last, "", where);
  }
}

void describe_rows(const Well& well, const std::string& section,
                   Findings& out) {
  const auto where = at_line(well.line, section);
  out.count("data_rows", well.rows, where);
  static constexpr const char* k_axes[3][2] = {
      {"min_x", "max_x"}, {"min_y", "max_y"}, {"min_z", "max_z"}};
  for (size_t i = 0; i < well.axes.size(); ++i) {
    if (well.axes[i].values > 0) {
      out.measure(k_axes[i][0], well.axes[i].least, "", where);
      out.measure(k_axes[i][1], well.axes[i].most, "", where);
    }
  }
  if (well.logs.size() < well.count) {
    out.refuse("logs", "",
               "the file names " + std::to_string(well.logs.size()) + " of " +
                   std::to_string(well.count) + " logs",
               where);
  }
  if (well.odd > 0) {
    out.refuse("row", well.odd_text,
               std::to_string(well.odd) + " rows without " +
                   std::to_string(3 + well.logs.size()) +
                   " values; this is the first",
               at_line(well.odd_line, section));
  }
}

std::string summary_of(const Well& well) {
  std::string text = "Well " + well.place.name + " (RMS well file), " +
                     std::to_string(well.rows) + " points. Logs:";
  for (size_t i = 0; i < well.logs.size() && i < 60; ++i) {
    text += (i == 0 ? " " : ", ") + well.logs[i].name;
  }
  return text + ".";
}

class RmsParser : public Parser {
public:
  explicit RmsParser(const domain::CurveFamilies& curves) : m_curves(curves) {}

  // Several wells may stand one behind another.
  void take(const Line& line) override {
    const auto text = trim(line.text);
    if (m_seen >= 4 && is_version(text) && !m_well.logs.empty() &&
        m_well.logs.size() >= m_well.count) {
      end_well();
    }
    ++m_seen;
    if (m_seen == 2) {
      m_well.type = clip(text, 200);
    } else if (m_seen == 3) {
      m_well.line = line.number;
      m_well.place = place_of(text).value_or(Place{});
    } else if (m_seen == 4) {
      m_well.count = count_of(text).value_or(0);
    } else if (m_seen > 4 && m_well.logs.size() < m_well.count) {
      m_well.logs.push_back(log_of(text, line.number));
    } else if (m_seen > 4 && !text.empty()) {
      take_row(text, line.number, m_well);
    }
  }

  base::Result<void> finish(Findings& out) override {
    end_well();
    if (m_wells.empty()) {
      return base::fail(base::Errc::corrupt,
                        "line 3 has no name with coordinates, as an RMS well "
                        "file must");
    }
    if (m_wells.size() > 1) {
      out.count("well_count", m_wells.size());
    }
    for (const auto& well : m_wells) {
      describe(well, out);
    }
    if (m_unkept > 0) {
      out.refuse("well", "",
                 std::to_string(m_unkept) +
                     " wells without a name with coordinates, or more than "
                     "are kept");
    }
    return {};
  }

private:
  static bool is_version(std::string_view text) {
    return text == "1.0" || text == "1";
  }

  void end_well() {
    m_seen = 0;
    const bool sound = m_well.place.numbers.size() >= 2;
    const bool room = m_logs + m_well.logs.size() <= k_most_kept_logs;
    if (sound && room) {
      m_logs += m_well.logs.size() + 1;
      m_wells.push_back(std::move(m_well));
    } else {
      ++m_unkept;
    }
    m_well = {};
  }

  void describe(const Well& well, Findings& out) const {
    const auto section =
        m_wells.size() > 1 ? "well " + well.place.name : std::string();
    describe_place(well, section, out);
    out.count("curve_count", well.logs.size(), at_line(well.line + 1, section));
    std::set<std::string_view> families;
    std::vector<NumberedLine> lines;
    for (const auto& log : well.logs) {
      describe_log(log, section, out);
      const auto family = m_curves.of(log.name, "", "");
      if (family && families.insert(*family).second) {
        out.say("curve_family", std::string(*family),
                at_line(log.line, section));
      }
      lines.push_back(
          {log.line, squeeze(log.name + " " + log.type + " " + log.rest)});
    }
    out.passages.push_back({summary_of(well), at_line(well.line, section),
                            domain::PassageKind::header});
    out.pack(lines, section.empty() ? "logs" : section + ", logs",
             domain::PassageKind::header);
    describe_rows(well, section, out);
  }

  static constexpr size_t k_most_kept_logs = 20000;

  const domain::CurveFamilies& m_curves;
  uint64_t m_seen = 0; // lines of this well
  Well m_well;
  std::vector<Well> m_wells;
  size_t m_logs = 0;
  uint64_t m_unkept = 0;
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
