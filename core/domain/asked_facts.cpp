// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_facts.hpp"

#include "core/domain/compiled.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <utility>

namespace domain {
namespace {

struct Kind {
  const char* label;
  const char* words; // RE2, over the folded question
  const char* keys;  // by blanks
  bool first_only;
  bool in_text;
};

constexpr const char* k_changed =
    "modified|changed|updated|edited|revised|saved";

// The first that fits a stretch of the question has it.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> out = {
      {"Last saved by",
       "last (?:saved|modified|edited|changed) by|"
       "who (?:last |was the last to )?(?:saved?|modif(?:y|ied)|edit(?:ed)?|"
       "changed?)\\b",
       "last_modified_by last_saved_by", true, false},
      {"Author",
       "who (?:wrote|authored|compiled|prepared|drafted|created|made)|"
       "\\bauthors?(?:ed)?\\b|\\bwritten by\\b|\\bwriter\\b",
       "author originator from", true, true},
      {"Sender", "who sent|\\bsender\\b|sent by|\\bfrom whom\\b", "from sender",
       true, false},
      {"Recipients",
       "sent to whom|whom .*\\bsent to|\\brecipients?\\b|"
       "\\baddressees?\\b|to whom",
       "to cc", false, false},
      {"Title", "\\bthe title\\b|\\btitle of\\b|\\btitled?\\b$|what title",
       "title metadata_title", true, true},
      {"Subject", "\\bsubject (?:line|of)\\b|the subject\\b", "subject", true,
       false},
      {"Keywords", "\\bkeywords\\b", "keywords theme_keyword", false, false},
      {"Language", "\\b(?:what|which) language\\b|\\blanguage of\\b",
       "language", false, false},
      {"Date of change",
       "last (?:modified|changed|updated|edited|revised|saved)|"
       "modification date|date modified|when .*\\b(?:modified|"
       "changed|updated|edited|revised|saved)",
       "updated_date metadata_modified dbf_updated", true, false},
      {"Date sent", "when .*\\bsent\\b|date sent|\\bsent date", "sent_date",
       true, false},
      {"Date of publication",
       "when .*\\b(?:published|issued|released)\\b|"
       "publication date|date of publication",
       "published_date published", true, true},
      {"Date of logging",
       "when .*\\blogged\\b|\\blog(?:ging)? date\\b|date logged|"
       "date of logging",
       "logged_date log_date", true, false},
      {"Date of recording",
       "when .*\\b(?:recorded|acquired|shot|surveyed)\\b|"
       "(?:recording|acquisition) date",
       "recorded_date recorded_time", true, false},
      {"Date of creation",
       "when .*\\b(?:created|written|made|produced|generated|"
       "exported)\\b|creation date|date created|date of creation",
       "created_date exported_date metadata_created creation_time", true,
       false},
      {"Date",
       "\\bdate of\\b|what date|how old\\b|\\bwhat is the date\\b|"
       "\\bwhen (?:is|was)\\b.*\\bdated\\b|\\bfrom when\\b",
       "date sent_date published_date logged_date recorded_date created_date "
       "exported_date updated_date",
       false, true},
      {"Program",
       "(?:what|which) (?:program|software|application|tool)|"
       "creating (?:program|application|software)|"
       "(?:created|made|produced|generated|written) with|"
       "\\bproducer\\b|\\bcreator\\b",
       "creator producer software generator simulator implementation", false,
       false},
      {"Samples per trace",
       "(?:how many |number of )?samples per trace|how many samples",
       "samples_per_trace", false, false},
      {"Sample interval", "sampl(?:e|ing) (?:interval|rate|period|step)",
       "sample_interval_us sample_interval_m sample_interval_depth", false,
       false},
      {"Sample format", "sample format|format of the samples",
       "sample_format format_code", true, false},
      {"Record length",
       "(?:record|trace) length|length of the "
       "(?:records|traces)",
       "record_length_ms record_length_m", false, false},
      {"Inlines", "\\binlines?\\b", "inline_min inline_max", false, false},
      {"Crosslines", "\\b(?:cross|x)-?lines?\\b", "crossline_min crossline_max",
       false, false},
      {"Byte order", "byte order|endian(?:ness)?\\b", "byte_order", false,
       false},
      {"Reference system",
       "\\bcrs\\b|\\bsrs\\b|coordinate (?:reference )?system|\\bepsg\\b|"
       "\\bprojection\\b|spatial reference|reference system",
       "crs_name epsg projection projection_zone metadata_crs crs_candidate "
       "crs_note",
       false, false},
      {"Datum", "\\bdatum\\b", "datum metadata_datum elev_ref", false, false},
      {"Geometry", "\\bgeometry\\b|shape type|type of (?:shapes|geometr)",
       "geometry_type shape_type geometry", true, false},
      {"Extent", "\\bextents?\\b|bounding box|\\bbounds\\b",
       "min_x min_y max_x max_y min_longitude min_latitude max_longitude "
       "max_latitude",
       false, false},
      {"Cell size", "cell size|pixel size|\\bresolution\\b",
       "cell_size_x cell_size_y", false, false},
      {"Depth range",
       "depth (?:range|interval)|start(?:ing)? depth|"
       "(?:stop|end|final) depth|start and stop|"
       "(?:from|what) depths?\\b.*\\b(?:to|logged|cover)",
       "depth_start_m depth_stop_m first_index last_index", false, false},
      {"Depth step", "depth step|step (?:size|of)|\\bstep\\b", "depth_step_m",
       false, false},
      {"Total depth", "total depth",
       "total_depth_driller_m "
       "total_depth_logger_m",
       false, false},
      {"Null value", "null value|nodata|no-data|missing value",
       "null_value nodata", false, false},
      {"Curves", "(?:what|which) (?:curves|logs|mnemonics)\\b", "curve", false,
       false},
      {"Columns", "(?:what|which) (?:columns|fields|attributes)\\b", "column",
       false, false},
      {"Layers", "(?:what|which) layers\\b", "layer drawing_layer", false,
       false},
      {"Sheets", "(?:what|which) (?:sheets|worksheets)\\b", "sheet", false,
       false},
      {"Format",
       "file format|what format|(?:kind|type) of file|format version|"
       "(?:las|pdf|dlis|witsml|autocad|dxf) version|what version",
       "format format_version las_version pdf_version dlis_version "
       "witsml_version drawing_version",
       false, false},
      {"Character encoding", "\\bencod(?:ing|ed)\\b|character set|code ?page",
       "encoding text_encoding encoding_declared cpg", false, false},
      {"Size in bytes",
       "file size|how (?:big|large)\\b|how many bytes|"
       "size of the file",
       "file_size_bytes", false, false},
      {"Service company", "service company|who logged|logging company",
       "service_company", false, false},
      {"Operator", "\\boperator\\b|who operates|operated by\\b",
       "operator company", true, false},
      {"Publisher", "\\bpublisher\\b|who published", "publisher", false, true},
  };
  return out;
}

std::vector<std::string> by_blanks(std::string_view text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) {
      out.emplace_back(text.substr(at, end - at));
    }
    at = end + 1;
  }
  return out;
}

void put_words(std::string_view text, std::vector<std::string>& out) {
  for (std::string& word : words_of(text)) {
    out.push_back(std::move(word));
  }
}

// What is counted may be named otherwise than its fact.
std::vector<std::string> count_keys(const std::string& thing) {
  static const std::set<std::string, std::less<>> rows = {
      "record", "row",  "entry", "entrie",  "line",   "feature", "point",
      "well",   "item", "shape", "polygon", "object", "location"};
  if (rows.contains(thing)) {
    std::vector<std::string> out = {"feature_count", "row_count",
                                    "record_count",  "dbf_records",
                                    "table_rows",    "data_rows"};
    out.insert(out.begin(), thing + "_count");
    return out;
  }
  if (thing == "column" || thing == "field" || thing == "attribute") {
    return {thing + "_count", "column_count", "field_count"};
  }
  if (thing == "image" || thing == "picture") {
    return {"picture_count", "image_count", "images"};
  }
  if (thing == "worksheet") {
    return {"sheet_count"};
  }
  return {thing + "_count"};
}

// "How many pages has", "number of features in".
void put_count(const std::string& text, FactQuestion& out) {
  static const RE2 form("(?:how many|number of|count of)(?: the)? "
                        "([a-z][a-z-]*)(?: (?:pages|records)\\b)?");
  re2::StringPiece rest(text);
  re2::StringPiece thing;
  while (RE2::FindAndConsume(&rest, form, &thing)) {
    const auto words = words_of({thing.data(), thing.size()});
    if (words.empty() || words.front() == "sample") {
      continue;
    }
    FactAsked asked;
    std::string label = words.front() + "s";
    label[0] = static_cast<char>(label[0] - 'a' + 'A');
    asked.label = label;
    asked.keys = count_keys(words.front());
    asked.first_only = true;
    asked.counts = true;
    out.asked.push_back(std::move(asked));
    put_words("how many number of count", out.words);
    out.words.push_back(words.front());
  }
}

} // namespace

FactQuestion fact_question(std::string_view question) {
  constexpr size_t k_longest = 2048;
  std::string text = lower_ascii(cut_utf8(question, k_longest));
  while (!text.empty() && (text.back() == '?' || text.back() == ' ')) {
    text.pop_back();
  }
  FactQuestion out;
  put_count(text, out);
  for (const Kind& kind : kinds()) {
    re2::StringPiece found;
    if (!RE2::PartialMatch(text, compiled("(" + std::string(kind.words) + ")"),
                           &found)) {
      continue;
    }
    const auto keys = by_blanks(kind.keys);
    const bool told =
        std::any_of(out.asked.begin(), out.asked.end(), [&](const auto& one) {
          return std::find(one.keys.begin(), one.keys.end(), keys.front()) !=
                 one.keys.end();
        });
    // ".*" takes in what stands between; only its ends ask.
    const std::string said(found.data(), found.size());
    put_words(said.substr(0, said.find(' ')), out.words);
    const size_t last = said.rfind(' ');
    if (last != std::string::npos) {
      put_words(said.substr(last + 1), out.words);
    }
    if (std::string_view(kind.words).find(".*") == std::string_view::npos) {
      put_words(said, out.words);
    }
    if (!told) {
      out.asked.push_back(
          {kind.label, keys, kind.first_only, false, kind.in_text});
    }
  }
  return out;
}

bool is_file_word(const std::string& word) {
  static const std::set<std::string, std::less<>> words = {
      "file",        "document", "report",  "layer",      "map",
      "table",       "log",      "line",    "survey",     "sheet",
      "spreadsheet", "workbook", "pdf",     "las",        "segy",
      "shapefile",   "csv",      "paper",   "letter",     "memo",
      "mail",        "email",    "message", "dataset",    "data",
      "grid",        "surface",  "deck",    "model",      "drawing",
      "image",       "picture",  "raster",  "page",       "presentation",
      "slide",       "deck",     "book",    "brochure",   "manual",
      "guide",       "volume",   "section", "there",      "it",
      "called",      "named",    "use",     "used",       "did",
      "been",        "had",      "their",   "its",        "dated",
      "geopackage",  "kml",      "excel",   "word",       "powerpoint",
      "e-mail",      "e",        "please",  "tell",       "seismic",
      "zip",         "archive",  "can",     "you",        "could",
      "will",        "also",     "contain", "containing", "got",
      "say",         "stored",   "written", "give",       "state",
      "stated",      "recorded"};
  return words.contains(word);
}

} // namespace domain
