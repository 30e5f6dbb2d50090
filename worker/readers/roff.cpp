// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/roff.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/grid_facts.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace readers::roff {
namespace {

constexpr size_t k_most_tags = 100'000;
constexpr size_t k_most_codes = 1000; // of a parameter
constexpr size_t k_most_parameters = 2000;

bool is_type(std::string_view word) {
  return word == "int" || word == "float" || word == "double" ||
         word == "bool" || word == "byte" || word == "char";
}

struct Parameter {
  std::string name, type;
  uint64_t values = 0;
  std::vector<std::string> code_names;
  std::vector<double> codes;
  domain::Locator where;
};

class Pass {
public:
  explicit Pass(Source& source) : m_source(source) {}

  base::Result<Findings> run() {
    m_source.comment = [this](std::string_view text) { take_comment(text); };
    auto done = tags();
    m_source.comment = nullptr;
    if (!done) {
      if (done.error().code != base::Errc::corrupt || m_tags == 0) {
        return base::fail(std::move(done.error()));
      }
      m_out.refuse("tags", "",
                   done.error().message + "; the tags before it are read",
                   m_source.where());
    } else if (!m_ended) {
      m_out.refuse("tags", "", "the file ends before its tag eof",
                   m_source.where());
    }
    describe();
    return std::move(m_out);
  }

private:
  base::Result<void> tags() {
    TRY_ASSIGN(const auto signature, m_source.word());
    m_out.say("data_form", signature == "roff-asc" ? "text" : "binary");
    while (m_tags < k_most_tags) {
      TRY_ASSIGN(const auto word, m_source.word());
      if (word.empty()) {
        return {};
      }
      if (word != "tag") {
        return base::fail(base::Errc::corrupt,
                          "no tag but " + clip(clean_utf8(word), 40));
      }
      TRY_ASSIGN(m_tag, m_source.word());
      ++m_tags;
      TRY(entries());
      if (m_tag == "eof") {
        m_ended = true;
        return {};
      }
    }
    return base::fail(base::Errc::corrupt, "more tags than are read");
  }

  base::Result<void> entries() {
    const auto at = m_source.where();
    if (m_tag == "parameter" && m_parameters.size() < k_most_parameters) {
      m_parameters.push_back({"", "", 0, {}, {}, at});
    }
    while (true) {
      TRY_ASSIGN(auto type, m_source.word());
      if (type == "endtag") {
        return {};
      }
      const bool array = type == "array";
      if (array) {
        TRY_ASSIGN(type, m_source.word());
      }
      if (!is_type(type)) {
        return base::fail(
            base::Errc::corrupt,
            (type.empty() ? "the end"
                          : "no type but " + clip(clean_utf8(type), 40)) +
                std::string(" within tag ") + clip(clean_utf8(m_tag), 40));
      }
      TRY_ASSIGN(const auto name, m_source.word());
      if (array) {
        TRY(take_array(type, name));
      } else {
        TRY(take_value(type, name));
      }
    }
  }

  base::Result<void> take_value(const std::string& type,
                                const std::string& name) {
    if (type == "char") {
      TRY_ASSIGN(const auto text, m_source.text());
      take_text(name, clip(clean_utf8(text), 300));
      return {};
    }
    return m_source.numbers(type, 1, [&](double value) {
      if (m_numbers.size() < 10000) {
        m_numbers[m_tag + "." + name] = value;
      }
    });
  }

  base::Result<void> take_array(const std::string& type,
                                const std::string& name) {
    double count = -1;
    TRY(m_source.numbers("int", 1, [&](double value) { count = value; }));
    if (count < 0) {
      return base::fail(base::Errc::corrupt, "an array of fewer than 0 values");
    }
    const auto n = static_cast<uint64_t>(count);
    if (type == "char") {
      for (uint64_t i = 0; i < n; ++i) {
        TRY_ASSIGN(const auto text, m_source.text());
        if (text.empty() && i > 0 && m_empty++ > 100000) {
          return base::fail(base::Errc::corrupt, "an array without its texts");
        }
        if (name == "codeNames" && m_tag == "parameter" &&
            !m_parameters.empty() && i < k_most_codes) {
          m_parameters.back().code_names.push_back(clip(clean_utf8(text), 200));
        }
      }
      return {};
    }
    return take_numbers(type, name, n);
  }

  base::Result<void> take_numbers(const std::string& type,
                                  const std::string& name, uint64_t count) {
    if (m_tag == "parameter" && !m_parameters.empty()) {
      return take_parameter(type, name, count);
    }
    if (m_tag == "cornerLines" && name == "data") {
      return take_corners(type, count);
    }
    if (m_tag == "zvalues" && name == "data") {
      const double offset = number("translate.zoffset", 0);
      const double scale = number("scale.zscale", 1);
      return m_source.numbers(type, count, [&](double value) {
        m_z.add((value + offset) * scale);
      });
    }
    if (m_tag == "active" && name == "data") {
      m_active_known = true;
      return m_source.numbers(type, count,
                              [&](double value) { m_active += value != 0; });
    }
    if (m_tag == "subgrids" && name == "nLayers") {
      return m_source.numbers(type, count, [&](double value) {
        if (m_layers.size() < k_most_codes) {
          m_layers.push_back(value);
        }
      });
    }
    return m_source.skip(type, count);
  }

  base::Result<void> take_parameter(const std::string& type,
                                    const std::string& name, uint64_t count) {
    auto& parameter = m_parameters.back();
    if (name == "codeValues") {
      return m_source.numbers(type, count, [&](double value) {
        if (parameter.codes.size() < k_most_codes) {
          parameter.codes.push_back(value);
        }
      });
    }
    if (name == "data") {
      parameter.type = type;
      parameter.values = count;
    }
    return m_source.skip(type, count);
  }

  // Tops and bases of the pillars: x, y, z one after the other.
  base::Result<void> take_corners(const std::string& type, uint64_t count) {
    const std::array offset{number("translate.xoffset", 0),
                            number("translate.yoffset", 0)};
    const std::array scale{number("scale.xscale", 1),
                           number("scale.yscale", 1)};
    size_t at = 0;
    return m_source.numbers(type, count, [&](double value) {
      if (at < 2) {
        (at == 0 ? m_x : m_y).add((value + offset[at]) * scale[at]);
      }
      at = (at + 1) % 3;
    });
  }

  double number(const char* key, double otherwise) const {
    const auto found = m_numbers.find(key);
    return found == m_numbers.end() ? otherwise : found->second;
  }

  void take_text(const std::string& name, const std::string& text) {
    const auto where = m_source.where();
    if (m_tag == "filedata" && name == "filetype") {
      m_out.say("data_type", text, where);
    } else if (m_tag == "filedata" && name == "creationDate") {
      const auto found = dates_of("created_date", name, text, where);
      m_out.facts.insert(m_out.facts.end(), found.facts.begin(),
                         found.facts.end());
      m_out.rejects.insert(m_out.rejects.end(), found.rejects.begin(),
                           found.rejects.end());
    } else if (m_tag == "parameter" && name == "name" &&
               !m_parameters.empty()) {
      m_parameters.back().name = text;
    } else if (name == "name" || name == "parent") {
      m_out.say(clip(clean_utf8(m_tag), 40) == "subgrids" ? "subgrid"
                                                          : "grid_name",
                text, where);
    }
  }

  void take_comment(std::string_view text) {
    const auto colon = text.find("Creator:");
    if (colon != std::string_view::npos && m_out.find("software") == nullptr) {
      auto creator = text.substr(colon + 8);
      creator = creator.substr(0, creator.find('#'));
      m_out.say("software", clip(clean_utf8(trim(creator)), 200),
                m_source.where());
    }
  }

  void describe() {
    const auto count = [&](const char* key) {
      const auto found = m_numbers.find(key);
      return found != m_numbers.end() && found->second > 0
                 ? static_cast<uint64_t>(found->second)
                 : 0;
    };
    const auto x = count("dimensions.nX");
    if (x > 0) {
      describe_cells(x, count("dimensions.nY"), count("dimensions.nZ"), {},
                     m_out);
    }
    if (m_active_known) {
      m_out.count("active_cells", m_active);
    }
    if (m_x.count > 0 && m_y.count > 0) {
      describe_box({m_x.least, m_y.least, m_x.most, m_y.most}, "", {}, m_out);
    }
    describe_heights(m_z, "", {}, m_out);
    if (!m_layers.empty()) {
      m_out.count("subgrid_count", m_layers.size());
    }
    std::vector<std::string> lines{"3D grid (ROFF)"};
    for (const auto& fact : m_out.facts) {
      lines.push_back(fact.key + ": " + fact.text);
    }
    for (const auto& one : m_parameters) {
      m_out.say("parameter", one.name, one.where);
      lines.push_back(line_of(one));
    }
    put_header(lines, m_out);
  }

  static std::string line_of(const Parameter& one) {
    std::string line = "Parameter: " + one.name + " (" + one.type + ", " +
                       std::to_string(one.values) + " values)";
    for (size_t i = 0; i < one.code_names.size(); ++i) {
      line += i == 0 ? "; codes: " : ", ";
      line += i < one.codes.size() ? plain_number(one.codes[i]) + " " : "";
      line += one.code_names[i];
    }
    return line;
  }

  Source& m_source;
  Findings m_out;
  std::string m_tag;
  size_t m_tags = 0, m_empty = 0;
  bool m_ended = false;
  std::map<std::string, double> m_numbers; // "dimensions.nX" → value
  std::vector<Parameter> m_parameters;
  std::vector<double> m_layers;
  Extremes m_x, m_y, m_z;
  uint64_t m_active = 0;
  bool m_active_known = false;
};

} // namespace

base::Result<Findings> describe(Source& source) {
  return Pass(source).run();
}

} // namespace readers::roff
