// SPDX-License-Identifier: Apache-2.0
#include "cli/card_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace cli {
namespace {

// Sources by number, in the order in which values name them.
class Numbered {
public:
  size_t number_of(const query::CardSource& source) {
    const std::string text =
        source.path.empty()
            ? source.date
            : fmt::format("{}:{}{}", source.root, printable(source.path),
                          source.date.empty() ? ""
                                              : ", " + printable(source.date));
    const auto at = std::find(m_texts.begin(), m_texts.end(), text);
    if (at == m_texts.end()) {
      m_texts.push_back(text);
      return m_texts.size();
    }
    return static_cast<size_t>(at - m_texts.begin()) + 1;
  }

  std::string list() const {
    std::string out;
    for (size_t i = 0; i < m_texts.size(); ++i) {
      out += fmt::format("  [{}] {}\n", i + 1, m_texts[i]);
    }
    return out;
  }

private:
  std::vector<std::string> m_texts;
};

std::string value_text(const query::CardValue& value, Numbered& sources) {
  std::string numbers;
  for (const query::CardSource& source : value.sources) {
    numbers += fmt::format("[{}]", sources.number_of(source));
  }
  return printable(value.text) + "  " + numbers + "\n";
}

} // namespace

std::string card_text(const query::Card& card) {
  if (card.lines.empty()) {
    return "";
  }
  Numbered sources;
  std::string out = fmt::format(
      "What {} source{} of {}:\n", grouped(card.sources),
      card.sources == 1 ? " says" : "s say", printable(card.identifier));
  bool any = false;
  for (const query::CardLine& line : card.lines) {
    any = any || line.differ;
    for (size_t i = 0; i < line.values.size(); ++i) {
      out += fmt::format(
          "  {:<26} {} {}", i == 0 ? printable(line.attribute.name) : "",
          line.differ ? "!" : " ", value_text(line.values[i], sources));
    }
  }
  out += sources.list();
  if (any) {
    out += "  ! these sources disagree\n";
  }
  if (card.left_out > 0) {
    out += fmt::format("  {} more sources were not asked\n",
                       grouped(card.left_out));
  }
  return out;
}

Json card_json(const query::Card& card) {
  Json out = {{"identifier", printable(card.identifier)},
              {"lines", Json::array()},
              {"sources", card.sources},
              {"left_out", card.left_out}};
  for (const query::CardLine& line : card.lines) {
    Json row = {{"attribute", printable(line.attribute.name)},
                {"differ", line.differ},
                {"values", Json::array()}};
    for (const query::CardValue& value : line.values) {
      Json one = Json::object();
      put_bytes(one, "text", value.text);
      one["sources"] = Json::array();
      for (const query::CardSource& source : value.sources) {
        Json place = {{"root", source.root}};
        put_bytes(place, "path", source.path);
        place["locator"] = json_of(source.locator);
        place["date"] = printable(source.date);
        one["sources"].push_back(place);
      }
      row["values"].push_back(one);
    }
    out["lines"].push_back(row);
  }
  return out;
}

} // namespace cli
