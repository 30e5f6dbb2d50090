// SPDX-License-Identifier: Apache-2.0
#include "query/eval/saved.hpp"

#include "core/base/fd.hpp"
#include "query/eval/json_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace eval {
namespace {

constexpr const char* k_mark = "keybed_eval";
constexpr int k_version = 1;

// Enough to tell two figures apart, few enough to read.
double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

Json interval_json(const Interval& interval) {
  return {rounded(interval.low), rounded(interval.high)};
}

Json json_of(const Share& share) {
  return {{"count", share.count},
          {"of", share.of},
          {"share", rounded(share.of == 0 ? 0
                                          : static_cast<double>(share.count) /
                                                static_cast<double>(share.of))},
          {"interval", interval_json(share.interval())}};
}

Json json_of(const Figure& figure) {
  return {{"mean", rounded(figure.value)},
          {"interval", interval_json(figure.interval)}};
}

Json json_of(const Row& row) {
  return {{"name", row.name},
          {"asked", row.asked},
          {"r1", json_of(row.first)},
          {"r3", json_of(row.three)},
          {"r5", json_of(row.five)},
          {"r10", json_of(row.ten)},
          {"mrr", json_of(row.reciprocal)},
          {"ndcg10", json_of(row.ndcg)},
          {"set_recall", json_of(row.recall)}};
}

Json rows_json(const std::vector<Row>& rows) {
  Json out = Json::array();
  for (const Row& row : rows) {
    out.push_back(json_of(row));
  }
  return out;
}

Json item_json(const Item& item) {
  Json out = Json::parse(json_line(item));
  out.erase("answer");
  return out;
}

// Ranks up to the last that is right.
Json ranks_json(const std::vector<Ranked>& ranked) {
  size_t end = ranked.size();
  while (end > 0 && ranked[end - 1].found == 0) {
    --end;
  }
  Json out = Json::array();
  for (size_t i = 0; i < end; ++i) {
    out.push_back({ranked[i].gain, ranked[i].found});
  }
  return out;
}

base::Result<void> bad(const char* field) {
  return base::fail(base::Errc::invalid,
                    std::string(field) + " is missing or of the wrong kind");
}

template <typename T>
base::Result<void> take(const Json& row, const char* name, T& out) {
  const auto found = row.find(name);
  const bool fits = found != row.end() &&
                    (std::is_same_v<T, bool> ? found->is_boolean()
                                             : found->is_number_unsigned());
  if (!fits) {
    return bad(name);
  }
  out = found->template get<T>();
  return {};
}

base::Result<void> take_ranks(const Json& row, std::vector<Ranked>& out) {
  const auto found = row.find("ranks");
  if (found == row.end() || !found->is_array()) {
    return bad("ranks");
  }
  for (const Json& one : *found) {
    const bool pair = one.is_array() && one.size() == 2 && one[0].is_number() &&
                      one[1].is_number_unsigned() &&
                      std::isfinite(one[0].get<double>()) &&
                      one[0].get<double>() >= 0;
    if (!pair) {
      return bad("ranks");
    }
    out.push_back({"", one[0].get<double>(), one[1].get<size_t>()});
  }
  return {};
}

base::Result<void> take_judged(const Json& row, std::vector<double>& out) {
  const auto found = row.find("judged");
  const bool numbers =
      found != row.end() && found->is_array() &&
      std::all_of(found->begin(), found->end(), [](const Json& one) {
        return one.is_number() && std::isfinite(one.get<double>()) &&
               one.get<double>() > 0;
      });
  if (!numbers) {
    return bad("judged");
  }
  out = found->get<std::vector<double>>();
  return {};
}

base::Result<Outcome> outcome_of(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  if (!row.is_object()) {
    return base::fail(base::Errc::invalid, "no JSON object");
  }
  Outcome out;
  TRY_ASSIGN(auto set, parse_json_set(line));
  out.item = std::move(set.items.front());
  TRY(take(row, "relevant", out.relevant));
  TRY(take_judged(row, out.judged));
  TRY(take_ranks(row, out.ranked));
  TRY_ASSIGN(out.formats, text_list(row, "formats"));
  TRY_ASSIGN(out.missing, text_list(row, "missing"));
  TRY(take(row, "said_absent", out.said_absent));
  TRY(take(row, "asked_back", out.asked_back));
  TRY(take(row, "disagree", out.disagree));
  size_t passage = 0;
  if (row.contains("passage_rank")) {
    TRY(take(row, "passage_rank", passage));
    out.passage_rank = passage;
  }
  return out;
}

base::Result<RunHead> head_of(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  if (!row.is_object() || !row.contains(k_mark)) {
    return base::fail(base::Errc::invalid,
                      "no results of `keybed eval --save`");
  }
  if (row[k_mark] != k_version) {
    return base::fail(base::Errc::unsupported,
                      "results of another version of `keybed eval`");
  }
  RunHead out;
  TRY_ASSIGN(out.set, text_field(row, "set"));
  TRY_ASSIGN(out.embedder, text_field(row, "embedder"));
  TRY_ASSIGN(out.arm, text_field(row, "arm"));
  TRY(take(row, "limit", out.limit));
  if (row.contains("weights")) {
    TRY_ASSIGN(out.weights, text_field(row, "weights"));
  }
  return out;
}

} // namespace

Json json_of(const RunHead& head) {
  return {{k_mark, k_version},         {"set", head.set},
          {"embedder", head.embedder}, {"arm", head.arm},
          {"limit", head.limit},       {"weights", head.weights}};
}

Json json_of(const Tally& tally) {
  return {{"questions", tally.questions},
          {"missing_right_paths", tally.missing},
          {"all", json_of(tally.all)},
          {"passages", json_of(tally.passages)},
          {"false_hits", json_of(tally.false_hits)},
          {"told_absent", json_of(tally.told_absent)},
          {"asked_back", json_of(tally.asked_back)},
          {"asked_back_or_shown", json_of(tally.shown_both)},
          {"classes", rows_json(tally.classes)},
          {"formats", rows_json(tally.formats)}};
}

Json json_of(const Outcome& outcome) {
  Json out = item_json(outcome.item);
  out["formats"] = outcome.formats;
  out["missing"] = outcome.missing;
  out["relevant"] = outcome.relevant;
  out["judged"] = outcome.judged;
  out["ranks"] = ranks_json(outcome.ranked);
  if (outcome.passage_rank) {
    out["passage_rank"] = *outcome.passage_rank;
  }
  out["said_absent"] = outcome.said_absent;
  out["asked_back"] = outcome.asked_back;
  out["disagree"] = outcome.disagree;
  out["first"] = outcome.ranked.empty() ? "" : outcome.ranked.front().path;
  return out;
}

std::string saved_text(const Results& results) {
  const auto line = [](const Json& row) {
    return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  };
  std::string out = line(json_of(results.head));
  for (const Outcome& outcome : results.outcomes) {
    out += line(json_of(outcome));
  }
  return out;
}

base::Result<Results> parse_results(std::string_view text) {
  Results out;
  std::optional<base::Error> error;
  std::set<std::string> ids;
  bool first = true;
  each_line(text, [&](std::string_view line, size_t number) {
    if (error) {
      return;
    }
    const std::string where = "line " + std::to_string(number);
    if (first) {
      first = false;
      auto head = head_of(line);
      if (head) {
        out.head = std::move(*head);
      } else {
        error = std::move(head.error()).within(where);
      }
      return;
    }
    auto outcome = outcome_of(line);
    if (outcome && !ids.insert(outcome->item.id).second) {
      outcome = base::fail(base::Errc::invalid, "an id that was there before");
    }
    if (outcome) {
      out.outcomes.push_back(std::move(*outcome));
    } else {
      error = std::move(outcome.error()).within(where);
    }
  });
  if (error) {
    return base::fail(std::move(*error));
  }
  if (first) {
    return base::fail(base::Errc::invalid, "empty");
  }
  return out;
}

base::Result<Results> read_results(const std::string& path) {
  TRY_ASSIGN(const std::string text, base::read_file(path, k_largest_set));
  auto results = parse_results(text);
  if (!results) {
    return base::fail(std::move(results.error()).within(path));
  }
  return results;
}

} // namespace eval
