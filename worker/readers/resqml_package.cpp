// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/resqml_package.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>

namespace readers::resqml {
namespace {

constexpr size_t k_most_objects = 20'000; // described one by one
constexpr size_t k_most_items = 40;       // of an object
constexpr size_t k_deepest_item = 4;
constexpr size_t k_most_types = 1000;

domain::Locator in_part(const std::string& part) {
  domain::Locator where;
  where.section = part;
  return where;
}

// Elements that point elsewhere or into the HDF5 file say nothing to people.
bool is_reference(const XmlElement& element) {
  static constexpr std::array k_names{
      "ContentType", "UUID",          "PathInHdfFile", "HdfProxy",
      "Uuid",        "UuidAuthority", "MimeType",      "PathInExternalFile"};
  const auto is = [&](const std::string& name) {
    return std::find(k_names.begin(), k_names.end(), name) != k_names.end();
  };
  return is(element.name()) || is(element.parent());
}

// The name without "obj_", as 2.0 writes types.
std::string type_of(std::string_view name) {
  return clip(clean_utf8(name.substr(name.starts_with("obj_") ? 4 : 0)), 80);
}

} // namespace

void Package::refuse(const std::string& name, std::string reason) {
  if (m_rejects.size() < 100) {
    m_rejects.push_back({in_part(name), "part", "", std::move(reason)});
  }
}

// Citation and what describes the object; titles of other objects do not.
void Package::take_item(const XmlElement& element, Object& object) {
  const auto text = clip(clean_utf8(squeeze(element.text)), 300);
  if (!element.leaf || text.empty()) {
    return;
  }
  const auto& name = element.name();
  if (element.parent() == "Citation") {
    std::string* into = name == "Title"        ? &object.title
                        : name == "Originator" ? &object.originator
                        : name == "Creation"   ? &object.created
                        : name == "Format"     ? &object.software
                                               : nullptr;
    if (into != nullptr && element.path.size() == 3) {
      *into = text;
      return;
    }
  }
  const bool foreign = name == "Title" && element.parent() != "Citation";
  if (!foreign && !is_reference(element) &&
      element.path.size() <= k_deepest_item &&
      object.items.size() < k_most_items) {
    const auto unit = element.attributes.find("uom");
    object.items.emplace_back(
        name, text + (unit == element.attributes.end()
                          ? ""
                          : " " + clip(clean_utf8(unit->second), 20)));
  }
}

void Package::add_relation(const XmlElement& element) {
  const auto mode = element.attributes.find("TargetMode");
  const auto target = element.attributes.find("Target");
  if (element.name() == "Relationship" && mode != element.attributes.end() &&
      mode->second == "External" && target != element.attributes.end() &&
      m_external.size() < 100) {
    m_external.insert(clip(clean_utf8(target->second), 300));
  }
}

void Package::keep(Object object) {
  ++m_count;
  if (m_types.size() < k_most_types || m_types.contains(object.type)) {
    ++m_types[object.type];
  }
  if (m_objects.size() < k_most_objects) {
    m_objects.push_back(std::move(object));
  }
}

base::Result<void> Package::add(const std::string& name,
                                std::string_view bytes) {
  const bool relations = name.ends_with(".rels");
  Object object;
  object.part = clip(clean_utf8(name), 300);
  bool cited = false;
  auto done = xml_elements(bytes, [&](const XmlElement& element) {
    if (relations) {
      add_relation(element);
      return true;
    }
    cited = cited || element.name() == "Citation";
    take_item(element, object);
    if (element.path.size() == 1) {
      object.type = type_of(element.name());
    }
    return true;
  });
  if (!relations && cited) {
    object.type = object.type.empty() ? "damaged object" : object.type;
    keep(std::move(object));
  }
  return done;
}

void Package::describe_grids(Findings& out) const {
  for (const auto& object : m_objects) {
    std::map<std::string, uint64_t> counts;
    for (const auto& [name, text] : object.items) {
      if (const auto count = model_count(text)) {
        counts.emplace(name, *count);
      }
    }
    const auto where = in_part(object.part);
    const bool cells =
        counts.contains("Ni") && counts.contains("Nj") && counts.contains("Nk");
    if (object.type.starts_with("IjkGrid") && cells) {
      describe_cells(counts["Ni"], counts["Nj"], counts["Nk"], where, out);
    } else if (counts.contains("FastestAxisCount") &&
               counts.contains("SlowestAxisCount")) {
      out.count("grid_columns", counts["FastestAxisCount"], where);
      out.count("grid_rows", counts["SlowestAxisCount"], where);
    }
  }
}

void Package::describe_names(Findings& out) const {
  std::set<std::string> wells;
  std::set<std::pair<std::string, std::string>> said;
  for (const auto& object : m_objects) {
    const auto where = in_part(object.part);
    const auto horizon = std::find(
        object.items.begin(), object.items.end(),
        std::pair<std::string, std::string>("GeneticBoundaryKind", "horizon"));
    const char* key = object.type == "TectonicBoundaryFeature" ? "fault"
                      : horizon != object.items.end()          ? "horizon"
                      : object.type.ends_with("Property")      ? "parameter"
                                                               : nullptr;
    if (key != nullptr && said.emplace(key, object.title).second) {
      out.say(key, object.title, where);
    }
    if (object.type == "WellboreFeature" && wells.insert(object.title).second) {
      put_well(object.title, where, domain::KeyRole::row, out);
    }
  }
  if (!wells.empty()) {
    out.count("well_count", wells.size());
  }
}

void Package::describe_crs(Findings& out) const {
  for (const auto& object : m_objects) {
    if (object.type.find("Crs") == std::string::npos) {
      continue;
    }
    const auto where = in_part(object.part);
    for (const auto& [name, text] : object.items) {
      const auto number = model_number(text);
      if (name == "ProjectedUom" || name == "VerticalUom") {
        out.say(name == "VerticalUom" ? "z_unit" : "xy_unit", length_unit(text),
                where);
      } else if (name == "EpsgCode" && number) {
        out.measure("stated_epsg", *number, "", where);
      } else if ((name == "XOffset" || name == "YOffset") && number) {
        out.measure(name == "XOffset" ? "crs_offset_x" : "crs_offset_y",
                    *number, "", where);
      }
    }
  }
}

void Package::describe_origin(Findings& out) const {
  std::set<std::string> originators, software;
  std::string first; // the earliest: ISO 8601 sorts as text
  for (const auto& object : m_objects) {
    if (originators.insert(object.originator).second) {
      out.say("originator", object.originator, in_part(object.part));
    }
    if (software.insert(object.software).second) {
      out.say("software", object.software, in_part(object.part));
    }
    if (!object.created.empty() && (first.empty() || object.created < first)) {
      first = object.created;
    }
  }
  const auto found =
      dates_of("created_date", "Creation", first.substr(0, 10), {});
  out.facts.insert(out.facts.end(), found.facts.begin(), found.facts.end());
  out.rejects.insert(out.rejects.end(), found.rejects.begin(),
                     found.rejects.end());
  for (const auto& name : m_external) {
    out.say("external_file", name);
  }
}

void Package::describe_rows(Findings& out) const {
  for (const auto& object : m_objects) {
    std::string text = object.type + ": " + object.title;
    for (const auto& [name, value] : object.items) {
      text += "; " + name + ": " + value;
    }
    out.passages.push_back(
        {clip(text, 2000), in_part(object.part), domain::PassageKind::record});
  }
}

Findings Package::describe() const {
  Findings out;
  out.count("object_count", m_count);
  for (const auto& [type, count] : m_types) {
    out.say("object_type", type);
  }
  describe_grids(out);
  describe_names(out);
  describe_crs(out);
  describe_origin(out);
  std::vector<std::string> lines{"Earth model (RESQML)"};
  for (const auto& [type, count] : m_types) {
    lines.push_back(type + ": " + std::to_string(count));
  }
  for (const auto& fact : out.facts) {
    if (fact.key != "object_type") {
      lines.push_back(fact.key + ": " + fact.text);
    }
  }
  put_header(lines, out);
  describe_rows(out);
  if (m_count > m_objects.size()) {
    out.refuse("objects", "",
               std::to_string(m_count - m_objects.size()) +
                   " objects are counted but not described");
  }
  out.rejects.insert(out.rejects.end(), m_rejects.begin(), m_rejects.end());
  return out;
}

} // namespace readers::resqml
