// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/lidar_reader.hpp"

#include "core/domain/date.hpp"
#include "core/geodata/crs.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/lidar.hpp"
#include "worker/readers/vector_crs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace readers {
namespace lidar {
namespace {

constexpr unsigned k_projected = 3072, k_geographic = 2048, k_vertical = 4096;
constexpr unsigned k_own = 32767; // a system that the file defines itself

void describe_date(const Header& header, Findings& out) {
  if (header.day == 0 && header.year == 0) {
    return;
  }
  const auto text =
      std::to_string(header.year) + ", day " + std::to_string(header.day);
  if (header.year < 1990 || header.year > 2100 || header.day < 1 ||
      header.day > 366) {
    out.refuse("created_date", text, "no day of a year", at_byte(90));
    return;
  }
  using namespace std::chrono;
  const year_month_day day =
      sys_days(year(static_cast<int>(header.year)) / January / 1) +
      days(static_cast<int>(header.day) - 1);
  const auto number =
      static_cast<uint32_t>(static_cast<int>(day.year())) * 10000 +
      static_cast<unsigned>(day.month()) * 100 +
      static_cast<unsigned>(day.day());
  out.measure("created_date", number, "yyyymmdd", at_byte(90),
              domain::display_day(number));
}

void describe_points(const Header& header, uint64_t file_bytes, Findings& out) {
  out.count("point_count", header.points, at_byte(107));
  out.count("point_format", header.format, at_byte(104));
  out.say("compressed", header.compressed ? "yes" : "no", at_byte(104));
  for (size_t i = 0; i < header.returns.size(); ++i) {
    if (header.returns[i] > 0) {
      out.count("points_of_return", header.returns[i],
                at_byte(header.minor >= 4 ? 255 + i * 8 : 111 + i * 4));
    }
  }
  const double end = static_cast<double>(header.points_at) +
                     static_cast<double>(header.points) * header.point_bytes;
  if (!header.compressed && end > static_cast<double>(file_bytes)) {
    out.refuse("points", std::to_string(header.points),
               "the file ends before so many points of " +
                   std::to_string(header.point_bytes) + " bytes",
               at_byte(header.points_at));
  }
}

void describe_crs_keys(const Records& records, Findings& out) {
  const auto code = [&](unsigned key, const char* name) {
    const auto found = records.keys.find(key);
    if (found != records.keys.end() && found->second > 0 &&
        found->second < k_own) {
      out.count(name, found->second, at_byte(0, "GeoKeyDirectory"));
    }
  };
  code(k_projected, "stated_epsg");
  if (out.find("stated_epsg") == nullptr) {
    code(k_geographic, "stated_epsg");
  }
  code(k_vertical, "stated_vertical_epsg");
  for (const auto& [key, text] : records.citations) {
    out.say("crs_citation", text);
  }
}

} // namespace

std::string crs_of(const Records& records) {
  if (!records.wkt.empty()) {
    return records.wkt;
  }
  for (const unsigned key : {k_projected, k_geographic}) {
    const auto found = records.keys.find(key);
    if (found != records.keys.end() && found->second > 0 &&
        found->second < k_own) {
      return geodata::wkt_of_epsg(static_cast<int>(found->second)).value_or("");
    }
  }
  return "";
}

Findings describe(const Header& header, const Records& records,
                  uint64_t file_bytes) {
  Findings out;
  out.say("format_version",
          std::to_string(header.major) + "." + std::to_string(header.minor),
          at_byte(24));
  out.say("system_identifier", header.system, at_byte(26));
  out.say("software", header.software, at_byte(58));
  describe_date(header, out);
  describe_points(header, file_bytes, out);
  const std::array<const char*, 3> names{"x_scale", "y_scale", "z_scale"};
  for (size_t i = 0; i < 3; ++i) {
    if (std::isfinite(header.scale[i])) {
      out.measure(names[i], header.scale[i], "", at_byte(131 + i * 8));
    }
  }
  Extremes z;
  z.add(header.least[2]);
  z.add(header.most[2]);
  if (header.points > 0 && z.count == 2) {
    describe_heights(z, "", at_byte(211), out);
  }
  describe_crs_keys(records, out);
  for (const auto& name : records.names) {
    out.say("record", name);
  }
  out.rejects.insert(out.rejects.end(), records.rejects.begin(),
                     records.rejects.end());
  return out;
}

} // namespace lidar

namespace {

std::optional<geodata::Box> box_of(const lidar::Header& header) {
  const geodata::Box box{header.least[0], header.least[1], header.most[0],
                         header.most[1]};
  const bool finite = std::isfinite(box.min_x) && std::isfinite(box.min_y) &&
                      std::isfinite(box.max_x) && std::isfinite(box.max_y);
  return finite && header.points > 0 && box.min_x <= box.max_x &&
                 box.min_y <= box.max_y
             ? std::optional(box)
             : std::nullopt;
}

class LidarReader final : public Reader {
public:
  std::string_view name() const override { return "lidar"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    return !input.is_directory && input.head.starts_with("LASF")
               ? Detection{Match::magic, "lidar"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"lidar", "LiDAR point cloud, LAS 1.0 to 1.4 and LAZ (ASPRS)",
             "`.las`, `.laz`",
             "`LASF` at the start: never a well log, whatever the name.",
             "`point_count`, `points_of_return`, `point_format`, "
             "`format_version`, `compressed`, `software`, "
             "`system_identifier`, `created_date`, scales, extent, the "
             "coordinate system of a WKT or GeoTIFF record with its EPSG code "
             "where that is sure.",
             "The header.", "The points."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(BinaryFile file, BinaryFile::open(input.path));
    TRY_ASSIGN(const auto header, lidar::parse_header(file));
    TRY_ASSIGN(const auto records, lidar::parse_records(file, header));
    Findings findings = lidar::describe(header, records, file.size());
    TRY(sink.begin({"lidar", "", {}}));
    TRY_ASSIGN(
        const auto place,
        put_crs(LayerFacts(sink, ""), lidar::crs_of(records), box_of(header)));
    std::vector<std::string> lines{"Point cloud (LiDAR, LAS)"};
    lines.insert(lines.end(), place.begin(), place.end());
    for (const auto& fact : findings.facts) {
      lines.push_back(fact.key + ": " + fact.text);
    }
    put_header(lines, findings);
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_lidar_reader() {
  return std::make_unique<LidarReader>();
}

} // namespace readers
