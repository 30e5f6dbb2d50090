// SPDX-License-Identifier: Apache-2.0
#include "cli/ask_text.hpp"
#include "cli/card_text.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "cli/search_text.hpp"

#include <nlohmann/json.hpp>

namespace cli {
namespace {

Json parts_json(const query::Hit& hit) {
  Json out = Json::array();
  for (size_t i = 0; i < hit.parts.size(); ++i) {
    const size_t begin = hit.parts[i].begin;
    const size_t end =
        i + 1 < hit.parts.size() ? hit.parts[i + 1].begin - 1 : hit.text.size();
    Json part = {{"locator", json_of(hit.parts[i].locator)}};
    put_bytes(part, "text", hit.text.substr(begin, end - begin));
    out.push_back(std::move(part));
  }
  return out;
}

Json hit_json(const query::Hit& hit) {
  Json out = {{"paths", Json::array()}};
  for (const query::HitPath& path : hit.paths) {
    Json row = {{"root", path.root}};
    put_bytes(row, "path", path.path);
    out["paths"].push_back(row);
  }
  out["format"] = hit.format;
  put_bytes(out, "title", hit.title);
  out["locator"] = json_of(hit.locator);
  if (hit.parts.size() > 1) {
    out["parts"] = parts_json(hit);
  }
  out["score"] = hit.score;
  out["role"] = hit.role ? Json(domain::name_of(*hit.role)) : Json(nullptr);
  out["why"] = Json::array();
  for (const std::string& why : hit.why) {
    out["why"].push_back(printable(why));
  }
  if (!hit.state.empty()) {
    out["contract_state"] = printable(hit.state);
  }
  put_bytes(out, "text", hit.text);
  return out;
}

Json absent_json(const query::AbsentClause& absent) {
  Json out = {{"clause", printable(absent.clause)},
              {"document", printable(absent.document)},
              {"ends_at", printable(absent.ends_at)},
              {"paths", Json::array()}};
  for (const query::HitPath& path : absent.paths) {
    Json row = {{"root", path.root}};
    put_bytes(row, "path", path.path);
    out["paths"].push_back(row);
  }
  return out;
}

Json ask_json(const query::AskBack& ask) {
  Json out = {{"question", printable(ask.question)},
              {"options", Json::array()}};
  for (const query::AskOption& option : ask.options) {
    Json row = {{"root", option.path.root}};
    put_bytes(row, "path", option.path.path);
    put_bytes(row, "title", option.title);
    row["locator"] = json_of(option.locator);
    put_bytes(row, "says", option.says);
    out["options"].push_back(row);
  }
  return out;
}

Json rows_json(const query::RowAnswer& answer) {
  Json out = {{"root", answer.path.root}};
  put_bytes(out, "path", answer.path.path);
  put_bytes(out, "layer", answer.layer);
  out["conditions"] = Json::array();
  for (const std::string& condition : answer.conditions) {
    out["conditions"].push_back(printable(condition));
  }
  out["unheard"] = answer.unheard;
  out["matching"] = answer.matching;
  out["rows"] = answer.rows;
  out["total"] = answer.total;
  out["first"] = Json::array();
  for (const query::TableRow& row : answer.first) {
    Json one = Json::object();
    put_bytes(one, "text", row.text);
    one["locator"] = json_of(row.locator);
    out["first"].push_back(one);
  }
  return out;
}

Json stage_json(const query::Stage& stage) {
  return {{"stage", stage.name},
          {"kept", printable(stage.kept)},
          {"predicted_ms",
           stage.predicted_ms ? Json(*stage.predicted_ms) : Json(nullptr)},
          {"actual_ms", stage.actual_ms}};
}

} // namespace

void print_json(const query::SearchResult& result, const std::string& how) {
  Json out = Json::object();
  for (const char* list :
       {"hits", "read", "asks", "cards", "rows", "absent", "absent_clauses",
        "absent_words", "unmet", "emptied_by"}) {
    out[list] = Json::array();
  }
  out["plan"] = result.plan.steps;
  if (!how.empty()) {
    out["answered_by"] = how;
    out["stages"] = Json::array();
    for (const query::Stage& stage : result.plan.stages) {
      out["stages"].push_back(stage_json(stage));
    }
  }
  for (const query::ReadAs& read : result.read) {
    out["read"].push_back(read_json(read));
  }
  for (const query::Hit& hit : result.hits) {
    out["hits"].push_back(hit_json(hit));
  }
  for (const query::AskBack& ask : result.asks) {
    out["asks"].push_back(ask_json(ask));
  }
  for (const query::Card& card : result.cards) {
    out["cards"].push_back(card_json(card));
  }
  for (const query::RowAnswer& answer : result.rows) {
    out["rows"].push_back(rows_json(answer));
  }
  for (const query::Lookup& absent : result.absent) {
    Json row = {{"identifier", printable(absent.typed)},
                {"neighbours", Json::array()}};
    for (const auto& near : absent.neighbours) {
      row["neighbours"].push_back(printable(near.canonical));
    }
    out["absent"].push_back(row);
  }
  for (const query::AbsentClause& absent : result.absent_clauses) {
    out["absent_clauses"].push_back(absent_json(absent));
  }
  for (const std::string& word : result.absent_words) {
    out["absent_words"].push_back(printable(word));
  }
  for (const query::Unmet& one : result.unmet) {
    out["unmet"].push_back({{"condition", printable(one.condition)},
                            {"nearest", one.nearest},
                            {"unlisted", one.unlisted}});
  }
  for (const query::ConditionCount& one : result.emptied_by) {
    out["emptied_by"].push_back({{"condition", printable(one.condition)},
                                 {"paths", one.paths},
                                 {"known_key", one.known_key}});
  }
  print(out.dump(2) + "\n");
}

} // namespace cli
