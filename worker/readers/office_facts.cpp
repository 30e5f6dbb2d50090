// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_facts.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_properties = 500;
constexpr size_t k_longest = 4000; // bytes of one

struct Named {
  std::string_view element;
  const char* key;
};

// Elements of core.xml, app.xml and meta.xml.
constexpr Named k_texts[] = {
    {"subject", "subject"},
    {"creator", "author"},
    {"initial-creator", "author"},
    {"keywords", "keywords"},
    {"keyword", "keywords"},
    {"description", "description"},
    {"category", "category"},
    {"contentStatus", "content_status"},
    {"lastModifiedBy", "last_modified_by"},
    {"Application", "creator"},
    {"generator", "creator"},
    {"Company", "author_company"},
    {"Manager", "manager"},
    {"language", "language"},
    {"publisher", "publisher"},
    {"identifier", "identifier"},
    {"rights", "rights"},
};
constexpr Named k_dates[] = {
    {"created", "created_date"},
    {"creation-date", "created_date"},
    {"modified", "updated_date"},
    {"date", "updated_date"},
};
constexpr Named k_counts[] = {
    {"Pages", "page_count"},
    {"Slides", "slide_count"},
    {"Words", "word_count"},
};

// What programs keep for themselves among the properties of users.
bool is_bookkeeping(std::string_view key) {
  static constexpr std::string_view names[] = {
      "appversion", "docsecurity", "hyperlinkschanged", "linksuptodate",
      "scalecrop",  "sharedoc",    "contenttypeid",     "company"};
  return key.starts_with("_") || key.starts_with("ksoproduct") ||
         std::find(std::begin(names), std::end(names), key) != std::end(names);
}

// docProps/*.xml: the text of each element, and custom properties.
class PropertyEvents final : public XmlEvents {
public:
  explicit PropertyEvents(OfficeProperties& out) : m_out(out) {}

  void start(std::string_view name, const XmlAttributes& attrs) override {
    m_text.clear();
    if (name == "property") {
      m_custom = attrs.get("name");
    }
  }
  void end(std::string_view name) override {
    if (name == "property") {
      m_custom.clear();
    } else if (!m_custom.empty()) {
      const auto key = snake_case(clip(clean_utf8(m_custom), 60));
      if (!key.empty() && !trim(m_text).empty() && !is_bookkeeping(key) &&
          m_out.facts.size() < k_most_properties) {
        m_out.facts.emplace_back("property_" + key, m_text);
      }
    } else {
      m_out.add(name, m_text);
    }
    m_text.clear();
  }
  void text(std::string_view text) override {
    if (m_text.size() < k_longest) {
      m_text += text;
    }
  }

private:
  OfficeProperties& m_out;
  std::string m_text;
  std::string m_custom;
};

bool is_title(std::string_view text) {
  static constexpr std::string_view none[] = {
      "Untitled", "untitled",      "PowerPoint Presentation",
      "Slide 1",  "Word Document", "PowerPoint-Präsentation",
      "Document"};
  return !text.empty() &&
         std::find(std::begin(none), std::end(none), text) == std::end(none);
}

} // namespace

void OfficeProperties::add(std::string_view element, std::string_view text) {
  const auto value = squeeze(clean_utf8(text));
  if (value.empty() || facts.size() > k_most_properties) {
    return;
  }
  if (element == "title" && is_title(value)) {
    title = clip(value, 300);
  }
  for (const auto& [name, key] : k_texts) {
    const bool said =
        std::any_of(facts.begin(), facts.end(),
                    [key = key](const auto& one) { return one.first == key; });
    if (name == element && !said) {
      facts.emplace_back(key, value);
    }
  }
  for (const auto& [name, role] : k_dates) {
    if (name == element) {
      dates.emplace_back(role, value);
    }
  }
  for (const auto& [name, key] : k_counts) {
    const auto count = whole_number(value);
    if (name == element && count && *count > 0) {
      counts.emplace_back(key, static_cast<uint64_t>(*count));
    }
  }
}

base::Result<void> OfficeProperties::put(domain::DocumentSink& sink) const {
  TRY(put_text(sink, "title", title));
  for (const auto& [key, text] : facts) {
    TRY(put_text(sink, key, clip(clean_utf8(text), 1000)));
  }
  for (const auto& [role, text] : dates) {
    TRY(put_dates(dates_of(role, role, text.substr(0, 10), {}), sink));
  }
  for (const auto& [key, count] : counts) {
    TRY(put_number(sink, key, static_cast<double>(count)));
  }
  return {};
}

base::Result<OfficeProperties>
read_properties(OfficePackage& package, const std::vector<Relation>& root) {
  static constexpr Named parts[] = {
      {"core-properties", "docProps/core.xml"},
      {"extended-properties", "docProps/app.xml"},
      {"custom-properties", "docProps/custom.xml"}};
  OfficeProperties out;
  for (const auto& [type, usual] : parts) {
    const Relation* relation = first_of_type(root, type);
    PropertyEvents events(out);
    TRY(package.parse(relation == nullptr ? usual : relation->target, events));
  }
  return out;
}

void OdfMeta::start(std::string_view name, const XmlAttributes& attrs) {
  m_on = m_on || name == "meta";
  m_text.clear();
  if (!m_on) {
    return;
  }
  if (name == "user-defined") {
    m_custom = attrs.get("name");
  } else if (name == "document-statistic") {
    properties.add("Pages", attrs.get("page-count"));
    properties.add("Words", attrs.get("word-count"));
  }
}

void OdfMeta::end(std::string_view name) {
  if (name == "meta") {
    m_on = false;
  }
  if (!m_on) {
    return;
  }
  if (name == "user-defined") {
    const auto key = snake_case(clip(clean_utf8(m_custom), 60));
    if (!key.empty() && !is_bookkeeping(key) &&
        properties.facts.size() < k_most_properties) {
      properties.facts.emplace_back("property_" + key, m_text);
    }
  } else if (name == "creator") {
    properties.add("lastModifiedBy", m_text);
  } else {
    properties.add(name, m_text);
  }
}

void OdfMeta::text(std::string_view text) {
  if (m_on && m_text.size() < k_longest) {
    m_text += text;
  }
}

} // namespace readers
