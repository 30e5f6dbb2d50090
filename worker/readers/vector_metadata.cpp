// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_metadata.hpp"

#include "worker/readers/html_events.hpp"
#include "worker/readers/office_xml.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/table_profile.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace readers {
namespace {

constexpr size_t k_most_xml = size_t{8} << 20;
constexpr size_t k_longest_text = 20000;
constexpr size_t k_most_facts = 300;

enum class Use { title, prose, fact, date, side, skip };

struct Meaning {
  std::string_view element; // local name
  Use use;
  std::string_view key;
};

// FGDC's short names, Esri's, and the leaves of ISO 19139.
const Meaning* meaning_of(std::string_view element) {
  static constexpr std::array<Meaning, 74> all = {{
      {"title", Use::title, ""},
      {"resTitle", Use::title, ""},
      {"abstract", Use::prose, "Abstract"},
      {"idAbs", Use::prose, "Abstract"},
      {"purpose", Use::prose, "Purpose"},
      {"idPurp", Use::prose, "Purpose"},
      {"supplinf", Use::prose, "Supplemental information"},
      {"suppInfo", Use::prose, "Supplemental information"},
      {"useconst", Use::prose, "Use constraints"},
      {"useLimit", Use::prose, "Use constraints"},
      {"accconst", Use::prose, "Access constraints"},
      {"statement", Use::prose, "Lineage"},
      {"procdesc", Use::prose, "Process"},
      {"origin", Use::fact, "originator"},
      {"idCredit", Use::fact, "originator"},
      {"pubdate", Use::fact, "published"},
      {"pubDate", Use::fact, "published"},
      {"caldate", Use::fact, "time_period"},
      {"begdate", Use::fact, "time_period_start"},
      {"enddate", Use::fact, "time_period_end"},
      {"metd", Use::fact, "metadata_date"},
      {"CreaDate", Use::fact, "metadata_created"},
      {"ModDate", Use::fact, "metadata_modified"},
      {"themekey", Use::fact, "keyword"},
      {"keyword", Use::fact, "keyword"},
      {"placekey", Use::fact, "place_keyword"},
      {"geogcsn", Use::fact, "metadata_crs"},
      {"projcsn", Use::fact, "metadata_crs"},
      {"horizdn", Use::fact, "metadata_datum"},
      {"cntorg", Use::fact, "contact_organization"},
      {"progress", Use::fact, "progress"},
      {"cntper", Use::fact, "contact_person"},
      {"cntemail", Use::fact, "contact_email"},
      {"cntvoice", Use::fact, "contact_phone"},
      {"organisationName", Use::fact, "contact_organization"},
      {"organization", Use::fact, "contact_organization"},
      {"individualName", Use::fact, "contact_person"},
      {"electronicMailAddress", Use::fact, "contact_email"},
      {"rpOrgName", Use::fact, "contact_organization"},
      {"rpIndName", Use::fact, "contact_person"},
      {"eMailAdd", Use::fact, "contact_email"},
      {"fileIdentifier", Use::fact, "identifier"},
      {"mdFileID", Use::fact, "identifier"},
      {"srcscale", Use::fact, "scale_denominator"},
      {"denominator", Use::fact, "scale_denominator"},
      {"rfDenom", Use::fact, "scale_denominator"},
      {"MD_TopicCategoryCode", Use::fact, "topic"},
      {"referenceSystemIdentifier", Use::fact, "metadata_crs"},
      {"edition", Use::fact, "edition"},
      {"resEd", Use::fact, "edition"},
      {"credit", Use::fact, "originator"},
      {"license", Use::prose, "License"},
      {"rights", Use::prose, "Rights"},
      {"history", Use::prose, "History"},
      {"useLimitation", Use::prose, "Use constraints"},
      {"otherConstraints", Use::prose, "Constraints"},
      {"supplementalInformation", Use::prose, "Supplemental information"},
      {"stepDesc", Use::prose, "Process"},
      {"westbc", Use::side, "w"},
      {"southbc", Use::side, "s"},
      {"eastbc", Use::side, "e"},
      {"northbc", Use::side, "n"},
      {"westBoundLongitude", Use::side, "w"},
      {"southBoundLatitude", Use::side, "s"},
      {"eastBoundLongitude", Use::side, "e"},
      {"northBoundLatitude", Use::side, "n"},
      {"CI_Date", Use::date, ""},
      // Titles and dates of other things than the data.
      {"thesaName", Use::skip, ""},
      {"thesaurusName", Use::skip, ""},
      {"crossref", Use::skip, ""},
      {"srccite", Use::skip, ""},
      {"aggrInfo", Use::skip, ""},
      {"aggregationInfo", Use::skip, ""},
      {"dateStamp", Use::fact, "metadata_date"},
  }};
  const auto found =
      std::find_if(all.begin(), all.end(),
                   [&](const Meaning& m) { return m.element == element; });
  return found == all.end() ? nullptr : &*found;
}

class Metadata final : public XmlEvents {
public:
  LayerMetadata take(std::string_view xml) {
    m_out.damage = parse_whole_xml(xml, *this);
    m_out.box = box();
    return std::move(m_out);
  }

  void start(std::string_view name, const XmlAttributes& attributes) override {
    ++m_depth;
    if (m_meaning == nullptr) {
      m_meaning = meaning_of(name);
      m_element_depth = m_depth;
      m_text.clear();
      m_date_type.clear();
    }
    m_text += ' ';
    // <gmd:CI_DateTypeCode codeListValue="publication">.
    if (m_meaning != nullptr && m_meaning->use == Use::date &&
        attributes.has("codeListValue")) {
      m_date_type = attributes.get("codeListValue");
    }
  }
  void text(std::string_view piece) override {
    if (m_meaning != nullptr && m_text.size() < k_longest_text) {
      m_text += clip(piece, k_longest_text);
    }
  }
  void end(std::string_view) override {
    if (m_meaning != nullptr && m_depth == m_element_depth) {
      keep(*m_meaning, squeeze(without_markup(clean_utf8(m_text))));
      m_meaning = nullptr;
    }
    m_text += ' ';
    --m_depth;
  }

private:
  void keep(const Meaning& meaning, std::string text) {
    if (text.empty() || is_placeholder(text) || meaning.use == Use::skip) {
      return;
    }
    if (meaning.use == Use::title) {
      if (m_out.title.empty()) {
        m_out.title = clip(text, 300);
      }
      return;
    }
    if (meaning.use == Use::side) {
      m_sides.emplace(meaning.key[0], text);
      return;
    }
    if (meaning.use == Use::date) {
      keep_date(text);
      return;
    }
    if (meaning.key == "published") {
      date("published_date", text);
    }
    if (meaning.use == Use::prose) {
      text = std::string(meaning.key) + ": " + text;
      auto& prose = m_out.prose;
      if (prose.size() < 50 &&
          std::find(prose.begin(), prose.end(), text) == prose.end()) {
        prose.push_back(std::move(text));
      }
      return;
    }
    std::pair<std::string, std::string> fact(meaning.key, clip(text, 500));
    auto& facts = m_out.facts;
    if (facts.size() < k_most_facts &&
        std::find(facts.begin(), facts.end(), fact) == facts.end()) {
      facts.push_back(std::move(fact));
    }
  }

  // What editors put into a field that is required and was not filled in.
  static bool is_placeholder(std::string_view text) {
    return text.starts_with("REQUIRED:") || text.starts_with("Required: ") ||
           text == "None" || text == "Unknown";
  }

  // "2004-03-12 publication": the type may also stand as text.
  void keep_date(const std::string& text) {
    const auto has = [&](std::string_view word) {
      return m_date_type.find(word) != std::string::npos ||
             text.find(word) != std::string::npos;
    };
    const auto role = has("publication") ? "published_date"
                      : has("creation")  ? "created_date"
                      : has("revision")  ? "updated_date"
                                         : "";
    const auto value = text.substr(0, text.find(' '));
    if (*role != '\0') {
      date(role, value.substr(0, value.find('T')));
    }
  }

  void date(std::string role, const std::string& text) {
    const bool dated = text.find_first_of("0123456789") != std::string::npos;
    std::pair<std::string, std::string> one(std::move(role), clip(text, 40));
    auto& all = m_out.dates;
    if (dated && all.size() < 20 &&
        std::find(all.begin(), all.end(), one) == all.end()) {
      all.push_back(std::move(one));
    }
  }

  std::optional<geodata::Box> box() const {
    const auto side = [&](char which) {
      const auto found = m_sides.find(which);
      return found == m_sides.end() ? std::nullopt
                                    : plain_number(found->second);
    };
    const auto west = side('w');
    const auto south = side('s');
    const auto east = side('e');
    const auto north = side('n');
    const bool whole = west && south && east && north;
    if (!whole || *south > *north || *south < -90 || *north > 90 ||
        *west < -180 || *east > 360 || *west > *east) {
      return std::nullopt;
    }
    return geodata::Box{*west, *south, *east, *north};
  }

  LayerMetadata m_out;
  std::map<char, std::string> m_sides; // of the first box
  std::string m_date_type;
  const Meaning* m_meaning = nullptr;
  int m_depth = 0, m_element_depth = 0;
  std::string m_text;
};

// Text of HTML: cells of a row of two as "NAME: value", rows apart by "; ".
class PlainText final : public HtmlEvents {
public:
  std::string out;

  void start(std::string_view name, const Attributes&) override {
    if (name == "script" || name == "style" || name == "head") {
      ++m_silent;
    } else if (name == "tr") {
      m_cells.clear();
    } else if (name == "td" || name == "th") {
      m_cells.emplace_back();
    } else if (name == "br" || name == "p" || name == "li" || name == "div") {
      add("\n");
    }
  }
  void end(std::string_view name) override {
    if (name == "script" || name == "style" || name == "head") {
      m_silent = std::max(0, m_silent - 1);
    } else if (name == "tr") {
      row();
    } else if (name == "p" || name == "h1" || name == "h2" || name == "h3") {
      add("\n");
    }
  }
  void text(std::string_view piece) override {
    if (m_silent == 0) {
      add(piece);
    }
  }

private:
  void add(std::string_view piece) {
    (m_cells.empty() ? out : m_cells.back()) += piece;
  }
  void row() {
    auto cells = std::exchange(m_cells, {});
    std::string text;
    for (auto& cell : cells) {
      cell = squeeze(cell);
    }
    if (cells.size() == 2 && !cells[0].empty() && cells[0].size() <= 80) {
      text = cells[1].empty() ? "" : cells[0] + ": " + cells[1];
    } else {
      for (const auto& cell : cells) {
        text += text.empty() || cell.empty() ? cell : ", " + cell;
      }
    }
    if (!text.empty()) {
      out += (squeeze(out).empty() ? "" : "; ") + text;
    }
  }

  std::vector<std::string> m_cells;
  int m_silent = 0;
};

} // namespace

LayerMetadata parse_layer_metadata(std::string_view xml) {
  LayerMetadata out;
  if (xml.size() > k_most_xml) {
    out.damage = "larger than 8 MiB";
    return out;
  }
  return Metadata().take(xml);
}

std::string without_markup(std::string_view text) {
  const auto open = text.find('<');
  if (open == std::string_view::npos ||
      text.find('>', open) == std::string_view::npos) {
    return std::string(text);
  }
  PlainText plain;
  HtmlParser parser(plain);
  parser.feed(text);
  parser.finish();
  return std::string(trim(plain.out));
}

} // namespace readers
