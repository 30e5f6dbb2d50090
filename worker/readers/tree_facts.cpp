// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tree_facts.hpp"

#include "core/domain/date.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/quantity.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace readers {
namespace {

constexpr size_t k_most_said = 20000;
constexpr size_t k_most_paths = 20000;
constexpr size_t k_most_curves = 5000;
constexpr size_t k_longest_said = 300; // bytes; longer is text

struct Field {
  std::string_view name; // folded
  const char* fact;
  std::array<const char*, 4> families; // the first that fits names it
};

constexpr std::array k_fields{
    Field{"api", "api", {"api"}},
    Field{"apinumber", "api", {"api"}},
    Field{"apino", "api", {"api"}},
    Field{"apinum", "api", {"api"}},
    Field{"numapi", "api", {"api"}},
    Field{"apiwellnumber", "api", {"api"}},
    Field{"uwi", "uwi", {"uwi-ca", "wellbore", "api", "code"}},
    Field{"numgovt", "government_number", {"api", "wellbore", "code"}},
    Field{"wellname", "well_name", {"wellbore", "well-name"}},
    Field{"namewell", "well_name", {"wellbore", "well-name"}},
    Field{"namewellbore", "wellbore", {"wellbore"}},
    Field{"wellborename", "wellbore", {"wellbore"}},
    Field{"operator", "operator", {}},
    Field{"operatorname", "operator", {}},
    Field{"company", "company", {}},
    Field{"companyname", "company", {}},
    Field{"servicecompany", "service_company", {}},
    Field{"field", "field", {}},
    Field{"fieldname", "field", {}},
    Field{"county", "county", {}},
    Field{"state", "state", {}},
    Field{"province", "province", {}},
    Field{"country", "country", {}},
    Field{"block", "block", {"code"}},
    Field{"numlicense", "licence", {"code"}},
    Field{"formation", "formation", {}},
    Field{"nameformation", "formation", {}},
    Field{"statuswell", "well_status", {}},
    Field{"purposewell", "well_purpose", {}},
    Field{"runnumber", "run", {}},
    Field{"indextype", "index_type", {}},
    Field{"author", "author", {}},
};

// Depths of WITSML objects, with the unit in an attribute.
struct Depth {
  std::string_view name;
  const char* fact;
};
constexpr std::array k_depths{
    Depth{"startindex", "start"}, Depth{"endindex", "stop"},
    Depth{"startmd", "start"},    Depth{"endmd", "stop"},
    Depth{"mdmn", "start"},       Depth{"mdmx", "stop"},
};

constexpr std::array k_counted{"trajectorystation", "geologyinterval",
                               "logcurveinfo",      "channel",
                               "formationmarker",   "lithology"};

std::string folded(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out += c;
    } else if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    }
  }
  return out;
}

const Field* field_of(std::string_view name) {
  const auto at = std::find_if(k_fields.begin(), k_fields.end(),
                               [&](const Field& f) { return f.name == name; });
  return at == k_fields.end() ? nullptr : &*at;
}

bool is_counted(std::string_view name) {
  return std::find(k_counted.begin(), k_counted.end(), name) != k_counted.end();
}

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [at, ec] = std::from_chars(text.data(), end, number);
  return ec == std::errc() && at == end && std::isfinite(number)
             ? std::optional(number)
             : std::nullopt;
}

// WITSML 2 names an object in the title of its citation, and what it belongs
// to in that of a reference.
std::string_view titled(std::string_view path) {
  constexpr std::string_view citation = "/citation";
  if (path.ends_with(citation)) {
    path.remove_suffix(citation.size());
  }
  const auto last = path.rfind('/');
  const auto name =
      last == std::string_view::npos ? path : path.substr(last + 1);
  return name == "well" ? "namewell" : name == "wellbore" ? "namewellbore" : "";
}

bool has_digit(std::string_view text) {
  return text.find_first_of("0123456789") != std::string_view::npos;
}

// Whether it is an identifier of one of the field's families.
bool put_keys(const Field& field, const std::string& text,
              const domain::Locator& where, domain::KeyRole role,
              Findings& out) {
  for (const char* family : field.families) {
    const bool fits = family != nullptr &&
                      domain::normalise_key(family, text).has_value() &&
                      (family != std::string_view("code") || has_digit(text));
    if (fits) {
      out.keys.push_back({family, text, where, role});
      return true;
    }
  }
  return false;
}

void put_angle(const std::string& name, const std::string& text,
               const domain::Locator& where, Findings& out) {
  const auto number = number_in(text);
  const double limit = name == "latitude" ? 90 : 180;
  if (number && std::fabs(*number) <= limit) {
    out.measure(name, *number, "deg", where, text);
  } else if (number) {
    out.refuse(name, text, "not an angle in degrees", where);
  }
}

void put_depth(const char* name, const std::string& text,
               const domain::Locator& where, Findings& out) {
  const auto quantity = domain::parse_quantity(text);
  if (!quantity) {
    out.say(std::string("index_") + name, text, where);
    return;
  }
  if (const auto metres = domain::to_metres(quantity->value, quantity->unit)) {
    out.measure(std::string("depth_") + name + "_m", *metres, "m", where, text);
  } else {
    out.measure(std::string("index_") + name, quantity->value, quantity->unit,
                where, text);
  }
}

} // namespace

std::string energistics_format(std::string_view space) {
  for (const char* name : {"witsml", "prodml", "resqml"}) {
    if (space.find(name) != std::string_view::npos) {
      return name;
    }
  }
  return "";
}

base::Result<void> TreeFacts::open(std::string_view name,
                                   const TreeAttributes& attributes,
                                   uint64_t line) {
  const std::string short_name = folded(name);
  if (m_names.empty()) {
    m_root = name;
  }
  m_names.push_back(short_name);
  m_path += "/" + short_name;
  if (m_opened.size() < k_most_paths || m_opened.contains(m_path)) {
    ++m_opened[m_path];
  }
  if (is_counted(short_name)) {
    ++m_counts[short_name];
  }
  if (short_name == "logcurveinfo" || short_name == "channel") {
    if (m_curve_list.size() < k_most_curves) {
      m_curve_list.push_back({"", "", "", line});
    }
  }
  for (const auto& [key, text] : attributes) {
    if (m_names.size() == 1 && (key == "version" || key == "schemaVersion")) {
      m_version = text;
    }
  }
  return {};
}

void TreeFacts::keep_curve(const std::string& name, std::string_view text,
                           uint64_t /*line*/) {
  Curve& curve = m_curve_list.back();
  if (name == "mnemonic") {
    curve.mnemonic = clip(text, 100);
  } else if (name == "unit" || name == "uom") {
    curve.unit = clip(text, 50);
  } else if (name == "curvedescription" || name == "description") {
    curve.description = clip(squeeze(text), 200);
  }
}

base::Result<void> TreeFacts::value(std::string_view name,
                                    std::string_view text,
                                    const TreeAttributes& attributes,
                                    uint64_t line) {
  const std::string short_name = folded(name);
  if (!m_names.empty() && !m_curve_list.empty() &&
      (m_names.back() == "logcurveinfo" || m_names.back() == "channel")) {
    keep_curve(short_name, text, line);
  }
  if (text.empty() || text.size() > k_longest_said ||
      m_said.size() >= k_most_said) {
    return {};
  }
  Said said{m_path, short_name, squeeze(text), line};
  for (const auto& [key, value] : attributes) {
    said.text += key == "uom" ? " " + value : "";
  }
  m_said.push_back(std::move(said));
  return {};
}

base::Result<void> TreeFacts::close() {
  m_path.resize(m_path.size() - m_names.back().size() - 1);
  m_names.pop_back();
  return {};
}

bool TreeFacts::is_repeated(const std::string& path) const {
  for (size_t end = path.size(); end != std::string::npos && end > 0;
       end = path.rfind('/', end - 1)) {
    const auto at = m_opened.find(path.substr(0, end));
    if (at == m_opened.end() || at->second > 1) {
      return true;
    }
  }
  return false;
}

void TreeFacts::put_said(const Said& said, Findings& out) const {
  const bool title = said.name == "title";
  const std::string name(title ? titled(said.path) : said.name);
  const auto where = at_line(said.line);
  const auto deep =
      static_cast<size_t>(std::count(said.path.begin(), said.path.end(), '/'));
  const bool repeated = is_repeated(said.path);
  const bool subject = !repeated && deep <= k_deepest_subject;
  if (const Field* field = field_of(name)) {
    const bool keyed = put_keys(
        *field, said.text, where,
        subject ? domain::KeyRole::subject : domain::KeyRole::row, out);
    if (!keyed && field->fact == std::string_view("api")) {
      out.refuse("api", said.text, "no well number in the published layout",
                 where);
    } else if (subject) {
      out.say(field->fact, said.text, where);
    }
    return;
  }
  if (!subject) {
    return;
  }
  if (name == "latitude" || name == "longitude") {
    put_angle(name, said.text, where, out);
    return;
  }
  for (const Depth& depth : k_depths) {
    if (depth.name == name) {
      put_depth(depth.fact, said.text, where, out);
      return;
    }
  }
  if (const auto role = domain::date_role(name);
      role && domain::names_a_date(name)) {
    DatesFound dates = dates_of(*role, name, said.text, where);
    for (auto& fact : dates.facts) {
      out.facts.push_back(std::move(fact));
    }
    // What is called a date and is none is a value of another kind here.
  }
}

void TreeFacts::put_curves(Findings& out) const {
  std::set<std::string_view> families;
  for (const Curve& curve : m_curve_list) {
    if (curve.mnemonic.empty()) {
      continue;
    }
    const auto where = at_line(curve.line);
    std::string text = curve.mnemonic;
    text += curve.unit.empty() ? "" : " [" + curve.unit + "]";
    text += curve.description.empty() ? "" : ": " + curve.description;
    out.say("curve", curve.mnemonic, where);
    out.say("curve_description", text, where);
    const auto family =
        m_curves.of(curve.mnemonic, curve.unit, curve.description);
    if (family && families.insert(*family).second) {
      out.say("curve_family", std::string(*family), where);
    }
  }
}

void TreeFacts::put_counts(Findings& out) const {
  const auto put = [&](const char* name, const char* fact) {
    const auto at = m_counts.find(name);
    if (at != m_counts.end()) {
      out.count(fact, at->second);
    }
  };
  put("logcurveinfo", "curve_count");
  put("channel", "curve_count");
  put("trajectorystation", "station_count");
  put("geologyinterval", "interval_count");
}

std::string TreeFacts::title() const {
  std::string well;
  std::string name;
  for (const Said& said : m_said) {
    const auto deep = std::count(said.path.begin(), said.path.end(), '/');
    if (deep > 2 || is_repeated(said.path)) {
      continue;
    }
    if (said.name == "title" || (said.name == "name" && name.empty())) {
      name = said.text;
    } else if (said.name == "namewell" || said.name == "wellname") {
      well = said.text;
    }
  }
  return clip(well.empty() || name.empty() || well == name
                  ? well + (well == name ? "" : name)
                  : well + " " + name,
              200);
}

Findings TreeFacts::found(const std::string& space) {
  Findings out;
  out.say("root_element", m_root);
  out.say("xml_namespace", space);
  const std::string format = energistics_format(space);
  if (!format.empty()) {
    out.say(format + "_version", m_version);
    // 1.x files hold a list of objects of one kind.
    for (const auto& [path, times] : m_opened) {
      const auto deep = std::count(path.begin(), path.end(), '/');
      const std::string name = path.substr(path.rfind('/') + 1);
      const std::string root = folded(m_root);
      const bool listed = deep == 2 && root == name + "s";
      if (listed) {
        out.say(format + "_object", name);
        out.count("object_count", times);
      }
    }
    if (out.find(format + "_object") == nullptr) {
      out.say(format + "_object", folded(m_root));
    }
  }
  for (const Said& said : m_said) {
    put_said(said, out);
  }
  put_curves(out);
  put_counts(out);
  return out;
}

} // namespace readers
