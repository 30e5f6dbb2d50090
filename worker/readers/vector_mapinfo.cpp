// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_mapinfo.hpp"

#include "core/base/fd.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/csv_records.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/raster_formats.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace readers {
namespace {

constexpr size_t k_most_tab = size_t{1} << 20;
constexpr size_t k_most_columns = 1000;
constexpr size_t k_most_metadata = 200;
constexpr size_t k_most_texts = 20'000;

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find_first_of("\r\n"), text.size());
  const auto line = text.substr(0, end);
  const size_t ending = text.substr(end).starts_with("\r\n") ? 2 : 1;
  text.remove_prefix(std::min(end + ending, text.size()));
  return trim(line);
}

// What follows `word` and blanks, where the line begins with it.
std::optional<std::string_view> after(std::string_view line,
                                      std::string_view word) {
  if (line.size() < word.size() ||
      domain::lower_ascii(line.substr(0, word.size())) != word ||
      (line.size() > word.size() && line[word.size()] != ' ' &&
       line[word.size()] != '\t')) {
    return std::nullopt;
  }
  return trim(line.substr(word.size()));
}

std::string unquoted(std::string_view text) {
  text = trim(text);
  if (text.starts_with('"')) {
    text.remove_prefix(1);
    text = text.substr(0, text.find('"'));
  }
  return std::string(text);
}

// "Name Char (50) ;" — the name may hold no blank.
std::optional<VectorColumn> column_of(std::string_view line) {
  const auto blank = line.find_first_of(" \t");
  if (blank == std::string_view::npos || blank == 0) {
    return std::nullopt;
  }
  VectorColumn column;
  column.name = clean_utf8(line.substr(0, blank));
  auto form = squeeze(line.substr(blank));
  form = form.substr(0, form.find(';'));
  if (const auto index = domain::lower_ascii(form).find(" index");
      index < form.size()) {
    form.resize(index);
  }
  column.form = clean_utf8(trim(form));
  column.text = domain::lower_ascii(column.form).starts_with("char");
  return column.form.empty() ? std::nullopt : std::optional(column);
}

size_t count_of(std::string_view text) {
  size_t value = 0;
  text = trim(text);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::min(value, k_most_columns);
}

} // namespace

std::string encoding_of_charset(std::string_view charset) {
  static const std::map<std::string_view, std::string_view> all = {
      {"WindowsLatin1", "windows-1252"},   {"WindowsLatin2", "windows-1250"},
      {"WindowsCyrillic", "windows-1251"}, {"WindowsGreek", "windows-1253"},
      {"WindowsTurkish", "windows-1254"},  {"WindowsHebrew", "windows-1255"},
      {"WindowsArabic", "windows-1256"},   {"WindowsBalticRim", "windows-1257"},
      {"WindowsThai", "windows-874"},      {"WindowsSimpChinese", "gb18030"},
      {"WindowsTradChinese", "big5"},      {"WindowsJapanese", "shift_jis"},
      {"WindowsKorean", "euc-kr"},         {"CodePage437", "ibm437"},
      {"CodePage850", "ibm850"},           {"CodePage852", "ibm852"},
      {"CodePage866", "ibm866"},           {"ISO8859_1", "iso-8859-1"},
      {"ISO8859_5", "iso-8859-5"},         {"UTF-8", "utf-8"}};
  const auto found = all.find(charset);
  return found == all.end() ? "" : std::string(found->second);
}

TabDefinition parse_tab(std::string_view text) {
  TabDefinition out;
  size_t fields = 0;
  bool metadata = false;
  while (!text.empty()) {
    const auto line = take_line(text);
    if (metadata) {
      metadata = domain::lower_ascii(line) != "end_metadata";
      const auto equals = line.find("\" = ");
      if (metadata && equals != std::string_view::npos &&
          out.metadata.size() < k_most_metadata) {
        out.metadata.emplace_back(unquoted(line.substr(0, equals + 1)),
                                  unquoted(line.substr(equals + 4)));
      }
      continue;
    }
    if (fields > 0) {
      --fields;
      if (auto column = column_of(line)) {
        out.columns.push_back(std::move(*column));
      }
    } else if (const auto charset = after(line, "!charset")) {
      out.charset = *charset;
    } else if (const auto type = after(line, "type")) {
      out.type = unquoted(type->substr(0, type->find(" Charset")));
    } else if (const auto count = after(line, "fields")) {
      fields = count_of(*count);
    } else if (const auto file = after(line, "file")) {
      out.file = unquoted(*file);
    } else if (const auto system = after(line, "coordsys")) {
      out.coordinates = clip(squeeze(*system), 1000);
    } else if (line.starts_with('(') &&
               domain::lower_ascii(line).find("label") != std::string::npos) {
      ++out.control_points;
    }
    metadata = domain::lower_ascii(line) == "begin_metadata";
  }
  return out;
}

base::Result<void> read_tab_definition(const Input& input,
                                       const std::string& why,
                                       domain::DocumentSink& sink) {
  TRY_ASSIGN(const auto raw, base::read_file(input.path, k_most_tab));
  const auto charset = parse_tab(clean_utf8(raw)).charset;
  const auto tab =
      parse_tab(domain::decode_text(raw, encoding_of_charset(charset)).text);
  if (tab.columns.empty() && tab.file.empty()) {
    return base::fail(base::Errc::corrupt,
                      why + "; the .tab defines no column and no raster");
  }
  domain::DocumentHead head;
  head.format = "mapinfo";
  TRY(sink.begin(head));
  const LayerFacts facts(sink, "");
  TRY(facts.text("table_type", tab.type));
  TRY(facts.text("encoding", encoding_of_charset(tab.charset)));
  TRY(facts.text("source", clean_utf8(tab.file)));
  TRY(facts.text("crs_definition", clean_utf8(tab.coordinates)));
  std::vector<std::string> lines{"MapInfo table (" + tab.type + ")"};
  if (!tab.file.empty()) {
    TRY(facts.count("control_points", tab.control_points));
    lines.push_back("Places the raster " + clean_utf8(tab.file) + " by " +
                    std::to_string(tab.control_points) + " control points");
  }
  if (!tab.coordinates.empty()) {
    lines.push_back("CoordSys " + clean_utf8(tab.coordinates));
  }
  std::string fields;
  TRY(facts.count("field_count", tab.columns.size()));
  for (const auto& column : tab.columns) {
    TRY(facts.text("column", column.name));
    TRY(facts.text("column_definition", column.name + ":" + column.form));
    fields += (fields.empty() ? "Fields: " : ", ") + column.name;
  }
  lines.push_back(fields);
  for (const auto& [key, value] : tab.metadata) {
    // What only the program itself asks for.
    const bool own = key == "\\IsReadOnly" || key == "\\MapInfo\\TableID";
    if (!value.empty() && !own) {
      lines.push_back(clean_utf8(key + ": " + value));
    }
  }
  TRY(put_layer_header(facts, lines));
  if (!why.empty()) {
    TRY(facts.reject("table", "", why));
  }
  return sink.end();
}

namespace {

struct Mif {
  std::string charset, coordinates;
  char delimiter = '\t';
  std::vector<VectorColumn> columns;
  std::map<std::string, uint64_t> objects;             // kind → how many
  std::vector<std::pair<uint64_t, std::string>> texts; // line, text
  uint64_t object_count = 0;
};

bool is_object(std::string_view word) {
  static constexpr std::array<std::string_view, 12> all = {
      "none", "point", "line",    "pline",     "region",     "arc",
      "text", "rect",  "ellipse", "roundrect", "multipoint", "collection"};
  return std::find(all.begin(), all.end(), word) != all.end();
}

class MifHeader {
public:
  explicit MifHeader(Mif& out) : m_out(out) {}

  void line(std::string_view line, uint64_t number) {
    if (m_data) {
      object(line, number);
    } else if (m_fields > 0) {
      --m_fields;
      if (auto column = column_of(line)) {
        m_out.columns.push_back(std::move(*column));
      }
    } else if (const auto charset = after(line, "charset")) {
      m_out.charset = unquoted(*charset);
    } else if (const auto delimiter = after(line, "delimiter")) {
      const auto text = unquoted(*delimiter);
      m_out.delimiter = text.empty() ? '\t' : text[0];
    } else if (const auto system = after(line, "coordsys")) {
      m_out.coordinates = clip(squeeze(*system), 1000);
    } else if (const auto count = after(line, "columns")) {
      m_fields = count_of(*count);
    } else {
      m_data = domain::lower_ascii(line) == "data";
    }
  }

private:
  void object(std::string_view line, uint64_t number) {
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    const auto word = domain::lower_ascii(line.substr(0, end));
    const auto rest = trim(line.substr(end));
    if (is_object(word)) {
      ++m_out.object_count;
      ++m_out.objects[word];
    }
    // The string of a text object stands in its line or in the next.
    const bool here = word == "text" && rest.starts_with('"');
    if ((here || (m_text && line.starts_with('"'))) &&
        m_out.texts.size() < k_most_texts) {
      m_out.texts.emplace_back(number,
                               clean_utf8(unquoted(here ? rest : line)));
    }
    m_text = word == "text" && rest.empty();
  }

  Mif& m_out;
  size_t m_fields = 0;
  bool m_data = false;
  bool m_text = false; // the next line is the string
};

class MidRows final : public VectorRows {
public:
  MidRows(std::string path, std::string encoding, char delimiter)
      : m_path(std::move(path)), m_encoding(std::move(encoding)),
        m_delimiter(delimiter) {}

  base::Result<void> rewind() override {
    m_number = 0;
    m_ended = false;
    m_records.emplace(Dialect{m_delimiter, '"'});
    if (m_path.empty()) {
      m_ended = true;
      return {};
    }
    TRY_ASSIGN(auto source, LineSource::open(m_path, m_encoding));
    m_source.emplace(std::move(source));
    return {};
  }

  base::Result<bool> next(VectorRow& row) override {
    Record record;
    while (!m_records->next(record)) {
      if (m_ended) {
        return false;
      }
      Line line;
      TRY_ASSIGN(const bool more, m_source->next(line));
      if (more) {
        m_records->feed(line);
      } else {
        m_ended = true;
        m_records->finish();
      }
    }
    row.number = ++m_number;
    row.values = std::move(record.fields);
    for (auto& value : row.values) {
      value = clean_utf8(value);
    }
    return true;
  }

private:
  std::string m_path, m_encoding;
  char m_delimiter;
  std::optional<LineSource> m_source;
  std::optional<CsvRecords> m_records;
  uint64_t m_number = 0;
  bool m_ended = false;
};

base::Result<Mif> scan_mif(const Input& input, domain::DocumentSink& sink) {
  Mif mif;
  for (const bool decoded : {false, true}) {
    const auto charset = mif.charset;
    mif = {};
    MifHeader header(mif);
    TRY_ASSIGN(auto source,
               LineSource::open(input.path, decoded
                                                ? encoding_of_charset(charset)
                                                : std::string()));
    Line line;
    while (true) {
      TRY_ASSIGN(const bool more, source.next(line));
      if (!more || (!decoded && line.number > 50)) {
        break; // the first look is for the charset alone
      }
      header.line(trim(line.text), line.number);
      if (line.number % 4096 == 0) {
        TRY(sink.progress());
      }
    }
  }
  return mif;
}

base::Result<void> put_mif(const Input& input, const Mif& mif,
                           const LayerFacts& facts) {
  TRY(facts.text("encoding", encoding_of_charset(mif.charset)));
  TRY(facts.text("crs_definition", clean_utf8(mif.coordinates)));
  std::string what;
  for (const auto& [kind, count] : mif.objects) {
    what += ", " + std::to_string(count) + " " + kind;
  }
  std::vector<std::string> lines{"Map layer (mapinfo)" + what};
  if (!mif.coordinates.empty()) {
    lines.push_back("CoordSys " + clean_utf8(mif.coordinates));
  }
  MidRows rows(member_ending(input, ".mid"), encoding_of_charset(mif.charset),
               mif.delimiter);
  VectorTable table(mif.columns, rows, facts);
  TRY(table.learn());
  TRY(facts.count("feature_count", std::max(mif.object_count, table.rows())));
  TRY(table.put_facts());
  const auto fields = table.describe();
  lines.insert(lines.end(), fields.begin(), fields.end());
  TRY(put_layer_header(facts, lines));
  TRY(table.put_rows());
  PassagePacker packer(facts.sink());
  for (const auto& [line, text] : mif.texts) {
    auto where = facts.locator();
    where.line = line;
    TRY(packer.line(text, where));
  }
  return packer.flush();
}

} // namespace

base::Result<void> read_mif(const Input& input, const std::string& why,
                            domain::DocumentSink& sink) {
  TRY_ASSIGN(const auto mif, scan_mif(input, sink));
  if (mif.columns.empty() && mif.object_count == 0) {
    return base::fail(base::Errc::corrupt, why);
  }
  domain::DocumentHead head;
  head.format = "mapinfo";
  TRY(sink.begin(head));
  const LayerFacts facts(sink, "");
  TRY(put_mif(input, mif, facts));
  TRY(facts.reject("mif", "", "read without the geometry: " + why));
  return sink.end();
}

} // namespace readers
