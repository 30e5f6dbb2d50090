// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/shp.hpp"

#include "core/geodata/window.hpp"

#include <cmath>

namespace geodata {
namespace {

constexpr size_t k_header = 100;
constexpr size_t k_record_header = 8;
constexpr uint32_t k_file_code = 9994; // big endian
constexpr uint32_t k_version = 1000;   // little endian

bool has_header(std::string_view head) {
  return head.size() >= k_header && load_be32_at(head, 0) == k_file_code &&
         load_le32(head, 28) == k_version &&
         !shape_type_name(static_cast<int32_t>(load_le32(head, 32))).empty();
}

std::optional<Box> box_at(std::string_view bytes, size_t at) {
  const Box box{load_le_double(bytes, at), load_le_double(bytes, at + 8),
                load_le_double(bytes, at + 16), load_le_double(bytes, at + 24)};
  const bool finite = std::isfinite(box.min_x) && std::isfinite(box.min_y) &&
                      std::isfinite(box.max_x) && std::isfinite(box.max_y);
  // "No data" of the format is anything below -1e38.
  const bool sane = finite && std::fabs(box.min_x) < 1e38 &&
                    std::fabs(box.min_y) < 1e38 &&
                    std::fabs(box.max_x) < 1e38 && std::fabs(box.max_y) < 1e38;
  return sane && box.min_x <= box.max_x && box.min_y <= box.max_y
             ? std::optional(box)
             : std::nullopt;
}

bool is_point(int32_t type) {
  return type == 1 || type == 11 || type == 21;
}

// Of the content of one record: its type, then a point or a box.
std::optional<Box> extent_of(std::string_view content, int32_t type) {
  if (is_point(type) && content.size() >= 20) {
    const double x = load_le_double(content, 4);
    const double y = load_le_double(content, 12);
    const bool sane = std::isfinite(x) && std::isfinite(y) &&
                      std::fabs(x) < 1e38 && std::fabs(y) < 1e38;
    return sane ? std::optional(Box{x, y, x, y}) : std::nullopt;
  }
  return !is_point(type) && type != 0 && content.size() >= 36
             ? box_at(content, 4)
             : std::nullopt;
}

class Scan {
public:
  Scan(Window window, const std::function<base::Result<void>()>& tick)
      : m_window(std::move(window)), m_tick(tick) {}

  base::Result<ShpSummary> run() {
    TRY_ASSIGN(const auto head, m_window.at(0, k_header));
    if (!has_header(head)) {
      return base::fail(base::Errc::corrupt,
                        "no shapefile header in the first 100 bytes");
    }
    m_found.bytes = m_window.size();
    m_found.type = static_cast<int32_t>(load_le32(head, 32));
    m_found.header_extent = box_at(head, 36);
    uint64_t end = uint64_t{load_be32_at(head, 24)} * 2; // 16-bit words
    if (end < k_header || end > m_window.size()) {
      m_declared = end;
      end = m_window.size();
    }
    TRY(records(end));
    if (!m_found.damage && m_declared > m_window.size()) {
      damage(m_window.size(), "the file ends before the " +
                                  std::to_string(m_declared) +
                                  " bytes that its header gives");
    }
    return std::move(m_found);
  }

private:
  base::Result<void> records(uint64_t end) {
    uint64_t at = k_header;
    while (at < end && !m_found.damage) {
      if (m_found.records % 4096 == 4095) {
        TRY(m_tick());
      }
      TRY_ASSIGN(const uint64_t next, record(at, end));
      at = next;
    }
    return {};
  }

  // One record; where the next begins.
  base::Result<uint64_t> record(uint64_t at, uint64_t end) {
    TRY_ASSIGN(const auto bytes, m_window.at(at, k_record_header + 36));
    if (end - at < k_record_header || bytes.size() < k_record_header) {
      damage(at, "cut within the header of a record");
      return end;
    }
    const uint64_t length = uint64_t{load_be32_at(bytes, 4)} * 2;
    if (length < 4 || length > end - at - k_record_header) {
      damage(at, length < 4 ? "a record without content"
                            : "cut within a record, or its length is wrong");
      return end;
    }
    auto content = bytes.substr(k_record_header);
    content =
        content.substr(0, static_cast<size_t>(std::min<uint64_t>(length, 36)));
    const auto type = static_cast<int32_t>(load_le32(content, 0));
    if (shape_type_name(type).empty()) {
      damage(at, "a record of unknown shape type " + std::to_string(type));
      return end;
    }
    ++m_found.records;
    m_found.null_shapes += type == 0 ? 1 : 0;
    m_found.strangers += type != 0 && type != m_found.type ? 1 : 0;
    if (const auto box = extent_of(content, type)) {
      grow(m_found.extent, *box);
    }
    return at + k_record_header + length;
  }

  void damage(uint64_t byte, std::string reason) {
    m_found.damage = ShpDamage{byte, std::move(reason)};
  }

  Window m_window;
  const std::function<base::Result<void>()>& m_tick;
  ShpSummary m_found;
  uint64_t m_declared = 0;
};

} // namespace

std::string_view shape_type_name(int32_t type) {
  switch (type) {
  case 0:
    return "Null";
  case 1:
    return "Point";
  case 3:
    return "PolyLine";
  case 5:
    return "Polygon";
  case 8:
    return "MultiPoint";
  case 11:
    return "PointZ";
  case 13:
    return "PolyLineZ";
  case 15:
    return "PolygonZ";
  case 18:
    return "MultiPointZ";
  case 21:
    return "PointM";
  case 23:
    return "PolyLineM";
  case 25:
    return "PolygonM";
  case 28:
    return "MultiPointM";
  case 31:
    return "MultiPatch";
  default:
    return "";
  }
}

bool is_shp_header(std::string_view head) {
  if (!has_header(head)) {
    return false;
  }
  const bool empty = head.size() == k_header;
  return empty ||
         (head.size() >= k_header + 12 && load_be32_at(head, k_header) <= 1 &&
          load_be32_at(head, k_header + 4) >= 2 &&
          load_le32(head, k_header + 8) <= 31);
}

base::Result<ShpSummary>
scan_shp(const std::string& path,
         const std::function<base::Result<void>()>& tick) {
  TRY_ASSIGN(Window window, Window::open(path));
  return Scan(std::move(window), tick).run();
}

base::Result<uint64_t> count_shx(const std::string& path) {
  TRY_ASSIGN(Window window, Window::open(path));
  TRY_ASSIGN(const auto head, window.at(0, k_header));
  if (!has_header(head)) {
    return base::fail(base::Errc::corrupt,
                      "no shapefile header in the first 100 bytes");
  }
  return (window.size() - k_header) / k_record_header;
}

} // namespace geodata
