// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_shapefile.hpp"

#include "core/base/fd.hpp"
#include "core/domain/text.hpp"
#include "core/geodata/shp.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_crs.hpp"
#include "worker/readers/vector_dbf.hpp"
#include "worker/readers/vector_metadata.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>
#include <cmath>

namespace readers {
namespace {

constexpr size_t k_most_prj = size_t{64} << 10;
constexpr size_t k_most_xml = size_t{8} << 20;

class Sidecars {
public:
  explicit Sidecars(const Input& input) : m_input(input) {}

  // Its path, or "" if there is none.
  std::string path(const std::string& extension) const {
    for (const auto& member : m_input.members) {
      if (domain::lower_ascii(member.path).ends_with("." + extension)) {
        return member.path;
      }
    }
    return "";
  }

  // Its text, or "" if there is none; what cannot be read is a reject.
  base::Result<std::string> text(const std::string& extension, size_t limit,
                                 const LayerFacts& facts) const {
    const auto name = path(extension);
    if (name.empty()) {
      return std::string();
    }
    auto text = base::read_file(name, limit);
    if (!text) {
      TRY(facts.reject(extension, "", text.error().message));
      return std::string();
    }
    return std::move(*text);
  }

  // Extensions of all of them: "dbf", "prj", "shp.xml".
  std::vector<std::string> names() const {
    const size_t stem = m_input.path.size() - m_input.extension().size();
    std::vector<std::string> out;
    for (const auto& member : m_input.members) {
      out.push_back(member.path.size() > stem
                        ? domain::lower_ascii(member.path.substr(stem))
                        : domain::lower_ascii(member.path));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

private:
  const Input& m_input;
};

// A shapefile has no name of its own, only its files have: what the path says
// belongs to the path, so that copies under other names are one document.
class Shapefile {
public:
  Shapefile(const Input& input, domain::DocumentSink& sink)
      : m_input(input), m_sidecars(input), m_facts(sink, "") {}

  base::Result<void> run() {
    auto& sink = m_facts.sink();
    TRY(scan());
    domain::DocumentHead head;
    head.format = "shapefile";
    TRY(open_table());
    TRY(read_metadata());
    head.title = m_metadata.title;
    TRY(sink.begin(head));
    for (auto& reject : m_early) {
      TRY(sink.reject(std::move(reject)));
    }
    TRY(put_geometry());
    TRY(put_sidecars());
    TRY(put_place());
    TRY(put_table(head.title));
    TRY(put_metadata());
    return sink.end();
  }

private:
  // Before begin() nothing may be put: what is found early is kept.
  void early(std::string field, std::string reason,
             std::optional<uint64_t> byte = {}) {
    auto where = m_facts.locator();
    where.byte = byte;
    m_early.push_back({where, std::move(field), "", std::move(reason)});
  }

  base::Result<void> scan() {
    auto found = geodata::scan_shp(
        m_input.path, [this] { return m_facts.sink().progress(); });
    if (!found) {
      m_error = found.error();
      if (m_error->code != base::Errc::corrupt ||
          m_sidecars.path("dbf").empty()) {
        return base::fail(*m_error);
      }
      early("shp", m_error->message);
      return {};
    }
    m_shp = std::move(*found);
    if (m_shp->damage) {
      early("shp", m_shp->damage->reason, m_shp->damage->byte);
    }
    if (m_shp->strangers > 0) {
      early("shp", std::to_string(m_shp->strangers) +
                       " records are of another shape type than the file");
    }
    return {};
  }

  base::Result<void> open_table() {
    if (const auto cpg = m_sidecars.path("cpg"); !cpg.empty()) {
      auto text = base::read_file(cpg, 4096);
      if (text) {
        m_cpg = std::move(*text);
      } else {
        early("cpg", text.error().message);
      }
    }
    const auto path = m_sidecars.path("dbf");
    if (path.empty()) {
      return {};
    }
    auto memo = m_sidecars.path("dbt");
    memo = memo.empty() ? m_sidecars.path("fpt") : memo;
    auto rows = DbfRows::open(path, memo, m_cpg, m_facts.sink());
    if (rows) {
      m_rows = std::move(*rows);
      return {};
    }
    if (rows.error().code != base::Errc::corrupt &&
        rows.error().code != base::Errc::io) {
      return base::fail(std::move(rows.error()));
    }
    if (!m_shp) {
      return base::fail(std::move(*m_error));
    }
    early("dbf", rows.error().message);
    return {};
  }

  base::Result<void> read_metadata() {
    auto path = m_sidecars.path("shp.xml");
    path = path.empty() ? m_sidecars.path("iso.xml") : path;
    path = path.empty() ? m_sidecars.path("qmd") : path;
    if (path.empty()) {
      return {};
    }
    auto text = base::read_file(path, k_most_xml);
    if (!text) {
      early("shp.xml", text.error().message);
      return {};
    }
    m_metadata = parse_layer_metadata(*text);
    if (!m_metadata.damage.empty()) {
      early("shp.xml", m_metadata.damage);
    }
    return {};
  }

  base::Result<void> put_geometry() {
    if (!m_shp) {
      return {};
    }
    const std::string type(geodata::shape_type_name(m_shp->type));
    TRY(m_facts.text("shape_type", type));
    TRY(m_facts.text("geometry_type", type));
    TRY(m_facts.text("geometry", kind_of(type)));
    TRY(m_facts.count("feature_count", m_shp->records));
    TRY(m_facts.count("shp_records", m_shp->records));
    if (m_shp->null_shapes > 0) {
      TRY(m_facts.count("null_shapes", m_shp->null_shapes));
    }
    return check_counts();
  }

  static std::string kind_of(const std::string& type) {
    return type.find("Point") != std::string::npos ? "point"
           : type.starts_with("PolyLine")          ? "line"
           : type == "Null"                        ? "none"
                                                   : "polygon";
  }

  base::Result<void> check_counts() {
    if (const auto path = m_sidecars.path("shx"); !path.empty()) {
      const auto listed = geodata::count_shx(path);
      if (!listed) {
        TRY(m_facts.reject("shx", "", listed.error().message));
      } else if (*listed != m_shp->records) {
        TRY(m_facts.reject("shx", std::to_string(*listed),
                           "the index lists another number of records than "
                           "the .shp holds: " +
                               std::to_string(m_shp->records)));
      }
    }
    if (m_rows && m_rows->header().present != m_shp->records) {
      TRY(m_facts.reject("dbf", std::to_string(m_rows->header().present),
                         "the .dbf has another number of rows than the .shp "
                         "has shapes: " +
                             std::to_string(m_shp->records)));
    }
    return {};
  }

  base::Result<void> put_sidecars() const {
    std::string all;
    for (const auto& name : m_sidecars.names()) {
      all += (all.empty() ? "" : " ") + name;
    }
    TRY(m_facts.text("sidecars", all));
    return m_facts.text("cpg", clean_utf8(clip(trim(m_cpg), 40)));
  }

  base::Result<void> put_place() {
    TRY_ASSIGN(auto prj, m_sidecars.text("prj", k_most_prj, m_facts));
    if (prj.starts_with("\xEF\xBB\xBF")) {
      prj.erase(0, 3);
    }
    std::optional<geodata::Box> extent;
    if (m_shp && m_shp->records > m_shp->null_shapes) {
      extent = m_shp->extent;
      TRY(check_extent());
    }
    TRY_ASSIGN(m_lines, put_crs(m_facts, std::string(trim(prj)), extent));
    return {};
  }

  // The header's box is what other programs show.
  base::Result<void> check_extent() const {
    if (!m_shp->extent || !m_shp->header_extent || m_shp->damage) {
      return {};
    }
    const auto& real = *m_shp->extent;
    const auto& said = *m_shp->header_extent;
    const double span =
        std::max({real.max_x - real.min_x, real.max_y - real.min_y, 1e-6});
    const double off = std::max({std::fabs(real.min_x - said.min_x),
                                 std::fabs(real.min_y - said.min_y),
                                 std::fabs(real.max_x - said.max_x),
                                 std::fabs(real.max_y - said.max_y)});
    if (off <= span * 0.01) {
      return {};
    }
    return m_facts.reject(
        "extent",
        number_text(said.min_x) + "," + number_text(said.min_y) + "," +
            number_text(said.max_x) + "," + number_text(said.max_y),
        "the extent in the header is not that of the "
        "records");
  }

  base::Result<void> put_table(const std::string& title) {
    std::vector<std::string> lines;
    if (!title.empty()) {
      lines.push_back(title);
    }
    std::string what = "Map layer (shapefile)";
    if (m_shp) {
      what += ", " + std::string(geodata::shape_type_name(m_shp->type)) + ", " +
              std::to_string(m_shp->records) + " features";
    }
    lines.push_back(what);
    lines.insert(lines.end(), m_lines.begin(), m_lines.end());
    if (!m_rows) {
      return put_header(lines);
    }
    VectorTable table(m_rows->columns(), *m_rows, m_facts);
    TRY(table.learn());
    TRY(m_rows->put_facts(m_facts));
    TRY(table.put_facts());
    const auto fields = table.describe();
    lines.insert(lines.end(), fields.begin(), fields.end());
    TRY(put_header(lines));
    return table.put_rows();
  }

  base::Result<void> put_header(const std::vector<std::string>& lines) const {
    return put_layer_header(m_facts, lines);
  }

  base::Result<void> put_metadata() const {
    return put_layer_metadata(m_facts, m_metadata);
  }

  const Input& m_input;
  Sidecars m_sidecars;
  LayerFacts m_facts;
  std::optional<geodata::ShpSummary> m_shp;
  std::optional<base::Error> m_error; // why there is no m_shp
  std::unique_ptr<DbfRows> m_rows;
  std::string m_cpg;
  LayerMetadata m_metadata;
  std::vector<domain::Reject> m_early;
  std::vector<std::string> m_lines;
};

} // namespace

base::Result<void> read_shapefile(const Input& input,
                                  domain::DocumentSink& sink) {
  return Shapefile(input, sink).run();
}

base::Result<void> read_dbf(const Input& input, domain::DocumentSink& sink) {
  const Sidecars sidecars(input);
  const LayerFacts facts(sink, "");
  std::string cpg;
  if (const auto path = sidecars.path("cpg"); !path.empty()) {
    if (auto text = base::read_file(path, 4096)) {
      cpg = std::move(*text);
    }
  }
  auto memo = sidecars.path("dbt");
  memo = memo.empty() ? sidecars.path("fpt") : memo;
  TRY_ASSIGN(const auto rows, DbfRows::open(input.path, memo, cpg, sink));
  domain::DocumentHead head;
  head.format = "dbf";
  TRY(sink.begin(head));
  VectorTable table(rows->columns(), *rows, facts);
  TRY(table.learn());
  TRY(facts.count("feature_count", table.rows()));
  TRY(facts.text("cpg", clean_utf8(clip(trim(cpg), 40))));
  TRY(rows->put_facts(facts));
  TRY(table.put_facts());
  std::vector<std::string> lines{"Table (dBASE), " +
                                 std::to_string(table.rows()) + " rows"};
  const auto fields = table.describe();
  lines.insert(lines.end(), fields.begin(), fields.end());
  TRY(put_layer_header(facts, lines));
  TRY(table.put_rows());
  return sink.end();
}

} // namespace readers
