// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/access_reader.hpp"

#include "core/base/fd.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/access_tables.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/tool.hpp"
#include "worker/readers/vector_crs.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_tables = 500;
constexpr std::string_view k_jet("\0\x01\0\0Standard Jet DB\0", 20);
constexpr std::string_view k_ace("\0\x01\0\0Standard ACE DB\0", 20);

// Tables that a geodatabase keeps for itself.
bool is_system(const std::string& name) {
  return name.starts_with("GDB_") || name.ends_with("_Shape_Index") ||
         name.starts_with("MSys");
}

std::string first_line(std::string_view text) {
  return clean_utf8(trim(text.substr(0, text.find('\n'))));
}

class AccessReading {
public:
  AccessReading(const Input& input, domain::DocumentSink& sink)
      : m_input(input), m_sink(sink) {}

  base::Result<void> run() {
    TRY_ASSIGN(m_file, base::open_regular(m_input.path));
    TRY_ASSIGN(const auto schema,
               tool({"mdb-schema", "--no-relations", "--no-indexes", input()}));
    const auto tables = parse_access_schema(clean_utf8(schema.output));
    if (tables.empty()) {
      return base::fail(base::Errc::corrupt,
                        "no table can be read: " + why(schema) +
                            "; save it as a new database, or export its "
                            "tables, with the program that wrote it");
    }
    TRY(find_layers(tables));
    domain::DocumentHead head;
    head.format = m_layers.empty() ? "access" : "personal-gdb";
    TRY(m_sink.begin(head));
    TRY(put_text(m_sink, "database_version",
                 m_input.head.starts_with(k_ace) ? "ACE" : "Jet"));
    const auto shown = std::count_if(
        tables.begin(), tables.end(),
        [](const AccessTable& table) { return !is_system(table.name); });
    TRY(put_number(m_sink, "table_count", static_cast<double>(shown)));
    size_t read = 0;
    for (const auto& table : tables) {
      if (!is_system(table.name) && read++ < k_most_tables) {
        TRY(put_table(table));
      }
    }
    if (read > k_most_tables) {
      TRY(m_sink.reject({{},
                         "tables",
                         "",
                         "tables behind the first " +
                             std::to_string(k_most_tables) + " are not read"}));
    }
    return m_sink.end();
  }

private:
  static std::string input() { return std::string(k_tool_input); }

  base::Result<ToolOutcome> tool(const std::vector<std::string>& argv) {
    auto outcome = run_tool(argv, m_file, ToolLimits{},
                            [this] { return m_sink.progress(); });
    if (!outcome && outcome.error().code == base::Errc::unsupported) {
      return base::fail(base::Errc::unsupported,
                        "an Access database, which mdbtools reads: install "
                        "the package mdbtools");
    }
    return outcome;
  }

  static std::string why(const ToolOutcome& outcome) {
    switch (outcome.end) {
    case ToolEnd::timeout:
      return "reading was stopped after 60 s";
    case ToolEnd::flood:
      return "more than 64 MiB of text";
    case ToolEnd::killed:
      return "the program that reads it was ended by signal " +
             std::to_string(outcome.code);
    case ToolEnd::exited:
      break;
    }
    const auto said = first_line(outcome.errors);
    return said.empty() ? "damaged or encrypted" : said;
  }

  base::Result<ToolOutcome> rows_of(const std::string& table) {
    return tool({"mdb-export", "-b", "strip", "-D", "%Y-%m-%d", "-T",
                 "%Y-%m-%d %H:%M:%S", input(), table});
  }

  base::Result<void> find_layers(const std::vector<AccessTable>& tables) {
    const auto has = [&](std::string_view name) {
      return std::any_of(
          tables.begin(), tables.end(),
          [&](const AccessTable& table) { return table.name == name; });
    };
    if (!has("GDB_GeomColumns") || !has("GDB_SpatialRefs")) {
      return {};
    }
    TRY_ASSIGN(const auto columns, rows_of("GDB_GeomColumns"));
    TRY_ASSIGN(const auto systems, rows_of("GDB_SpatialRefs"));
    m_layers = geodatabase_layers(columns.output, systems.output);
    return {};
  }

  base::Result<void> put_table(const AccessTable& table) {
    const LayerFacts facts(m_sink, table.name);
    TRY_ASSIGN(const auto out, rows_of(table.name));
    AccessRows rows(out.output);
    const auto layer = m_layers.find(domain::lower_ascii(table.name));
    VectorTable content(columns_of(table, rows.names()), rows, facts);
    TRY(content.learn());
    TRY(facts.text(layer == m_layers.end() ? "table" : "layer", table.name));
    TRY(facts.count("feature_count", content.rows()));
    std::vector<std::string> lines{
        (layer == m_layers.end() ? "Table " : "Map layer ") + table.name +
        " (Access), " + std::to_string(content.rows()) +
        (layer == m_layers.end() ? " rows" : " features")};
    if (layer != m_layers.end()) {
      TRY(facts.text("geometry_type", layer->second.geometry));
      TRY_ASSIGN(const auto place,
                 put_crs(facts, layer->second.wkt, layer->second.extent));
      lines.insert(lines.end(), place.begin(), place.end());
    }
    TRY(content.put_facts());
    const auto fields = content.describe();
    lines.insert(lines.end(), fields.begin(), fields.end());
    TRY(put_layer_header(facts, lines));
    TRY(content.put_rows());
    return put_damage(facts, out, rows.damaged());
  }

  base::Result<void> put_damage(const LayerFacts& facts, const ToolOutcome& out,
                                uint64_t damaged) {
    if (out.end != ToolEnd::exited || out.code != 0) {
      TRY(facts.reject("rows", "", "not read to its end: " + why(out)));
    }
    return damaged == 0
               ? base::Result<void>()
               : facts.reject("rows", std::to_string(damaged),
                              "rows whose values are too long were cut");
  }

  // The columns that were exported, in their order, typed by the schema.
  static std::vector<VectorColumn>
  columns_of(const AccessTable& table, const std::vector<std::string>& names) {
    if (names.empty()) {
      return table.columns;
    }
    std::vector<VectorColumn> out;
    for (const auto& name : names) {
      const auto found = std::find_if(
          table.columns.begin(), table.columns.end(),
          [&](const VectorColumn& column) { return column.name == name; });
      VectorColumn column;
      column.name = name;
      out.push_back(found == table.columns.end() ? column : *found);
      out.back().hidden =
          domain::lower_ascii(out.back().form).starts_with("ole");
    }
    return out;
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  base::Fd m_file;
  std::map<std::string, GeodatabaseLayer> m_layers;
};

class AccessReader final : public Reader {
public:
  std::string_view name() const override { return "access"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    const bool own =
        input.head.starts_with(k_jet) || input.head.starts_with(k_ace);
    return own ? Detection{Match::magic, "access"} : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    constexpr std::string_view detection = "The signature of Jet or ACE.";
    constexpr std::string_view facts =
        "Tables with their columns and types, values that repeat, dates by "
        "their role; well numbers, well names and codes as keys of their rows.";
    constexpr std::string_view passages =
        "A header for each table, then its rows, located by table and row.";
    return {{"access", "Microsoft Access", "`.mdb`, `.accdb`", detection, facts,
             passages,
             "Queries, forms, macros, pictures. Read by the programs of "
             "mdbtools; more than 64 MiB of a table is left out."},
            {"personal-gdb", "Personal geodatabase", "`.mdb`",
             "An Access database with GDB_GeomColumns and GDB_SpatialRefs.",
             "As Access; of layers geometry type, extent and coordinate "
             "system, as the tables of the geodatabase say.",
             passages, "The geometry."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    return AccessReading(input, sink).run();
  }
};

} // namespace

std::unique_ptr<Reader> make_access_reader() {
  return std::make_unique<AccessReader>();
}

} // namespace readers
