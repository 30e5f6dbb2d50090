// SPDX-License-Identifier: Apache-2.0
#include "query/search/asked.hpp"

#include "core/domain/date.hpp"
#include "query/core/allowed.hpp"
#include "query/core/condition.hpp"
#include "query/core/content_at.hpp"
#include "query/core/facts.hpp"
#include "query/search/asked_company.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace query {
namespace {

constexpr double k_coverage = 0.9;
// Beyond so many carriers of a key nothing contradicts: counting them would
// take longer than the search.
constexpr size_t k_most_carriers = 100'000;

std::vector<Condition> conditions_of(const domain::AskedFact& asked) {
  if (!asked.text.empty()) {
    return {{asked.key, Comparison::equal, asked.text, {}}};
  }
  std::vector<Condition> out;
  if (asked.least) {
    out.push_back({asked.key, Comparison::at_least, "", asked.least});
  }
  if (asked.most) {
    out.push_back({asked.key, Comparison::at_most, "", asked.most});
  }
  return out;
}

std::string shown_days(const domain::AskedFact& asked) {
  const auto day = [](double number) {
    return domain::display_day(static_cast<domain::Day>(number));
  };
  return asked.key + (asked.least ? " from " + day(*asked.least) : "") +
         (asked.most ? " to " + day(*asked.most) : "");
}

std::string shown(const domain::AskedFact& asked) {
  if (!asked.text.empty()) {
    return asked.key + (asked.negated ? " != " : " = ") + asked.text;
  }
  if (is_date_key(asked.key)) {
    return shown_days(asked);
  }
  if (asked.least && asked.most) {
    const double middle = (*asked.least + *asked.most) / 2;
    const double half = (*asked.most - *asked.least) / 2;
    return half <= middle * 1e-5
               ? fmt::format("{} = {:.6g}", asked.key, middle)
               : fmt::format("{} from {:.6g} to {:.6g}", asked.key,
                             *asked.least, *asked.most);
  }
  return asked.least ? fmt::format("{} from {:.6g}", asked.key, *asked.least)
                     : fmt::format("{} up to {:.6g}", asked.key, *asked.most);
}

// Of a content document, or of what stands at a path; "" for nothing.
base::Result<std::string> format_of(const store::Generation& shard,
                                    const pb::Document& document) {
  const auto content = content_of(document);
  if (!content) {
    return document.head().format();
  }
  TRY_ASSIGN(const auto held, shard.document(*content));
  return held ? held->head().format() : std::string();
}

// Paths by format that carry any of the keys with any value; counting ends at
// k_most_carriers.
base::Result<std::map<std::string, uint64_t>>
carriers(const ArchiveView& view, const std::vector<std::string>& keys) {
  std::map<std::string, uint64_t> out;
  for (const auto& shard : view.shards()) {
    std::set<store::DocumentId> seen;
    base::Result<void> inner;
    const auto count = [&](const store::DocumentVersion& version) {
      if (!seen.insert(version.id).second) {
        return true;
      }
      const auto document = shard.document(version.id);
      if (!document) {
        inner = base::fail(document.error());
        return false;
      }
      const auto format = *document ? format_of(shard, **document)
                                    : base::Result<std::string>("");
      if (!format) {
        inner = base::fail(format.error());
        return false;
      }
      if (!format->empty()) {
        out[*format] += static_cast<uint64_t>((*document)->paths_size());
      }
      return seen.size() < k_most_carriers;
    };
    for (const std::string& key : keys) {
      TRY(shard.fact_range(key, "", "\xff", count));
      TRY(inner);
    }
  }
  return out;
}

std::set<std::string>
contradicting(const ArchiveView& view,
              const std::map<std::string, uint64_t>& carry) {
  std::set<std::string> out;
  const auto all = view.format_paths();
  for (const auto& [format, with] : carry) {
    const auto total = all.find(format);
    if (total != all.end() &&
        static_cast<double>(with) >=
            k_coverage * static_cast<double>(total->second)) {
      out.insert(format);
    }
  }
  return out;
}

base::Result<AskedMatch> match(const ArchiveView& view,
                               const domain::AskedFact& asked,
                               const std::map<std::string, uint64_t>& carry) {
  AskedMatch out{asked, shown(asked), {asked.text}, {}, {}, {}};
  if (asked.negated) {
    TRY_ASSIGN(out.excluded, paths_without_other(view, asked.key, asked.text));
    return out;
  }
  const auto groups = group_conditions(conditions_of(asked));
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(Allowed allowed, allowed_documents(shard, groups));
    out.paths.merge(allowed.paths);
  }
  out.contradict = contradicting(view, carry);
  return out;
}

// Another value of the same group widens it.
void add(AskedMatch match, std::vector<AskedMatch>& matches) {
  const auto same = std::find_if(
      matches.begin(), matches.end(), [&](const AskedMatch& other) {
        return other.asked.key == match.asked.key &&
               !match.asked.text.empty() && !other.asked.text.empty() &&
               !match.asked.negated && !other.asked.negated;
      });
  if (same == matches.end()) {
    matches.push_back(std::move(match));
    return;
  }
  same->paths.merge(match.paths);
  same->values.push_back(match.asked.text);
  same->shown += " or " + match.asked.text;
}

} // namespace

base::Result<std::vector<AskedMatch>> match_asked(const ArchiveView& view,
                                                  const std::string& question) {
  std::vector<AskedMatch> out;
  for (const domain::AskedFact& asked :
       domain::asked_facts(question, view.curves())) {
    TRY_ASSIGN(const auto carry, carriers(view, {asked.key}));
    if (!carry.empty()) {
      TRY_ASSIGN(AskedMatch found, match(view, asked, carry));
      add(std::move(found), out);
    }
  }
  TRY_ASSIGN(auto companies, match_companies(view, question));
  std::move(companies.begin(), companies.end(), std::back_inserter(out));
  return out;
}

namespace {

// "sample_interval_us = 4000: 45 paths".
std::string value_text(const std::string& key, double number, uint64_t paths) {
  return fmt::format("{} = {:.6g}: {} path{}", key, number, paths,
                     paths == 1 ? "" : "s");
}

} // namespace

base::Result<Unmet> nearest_to(const ArchiveView& view,
                               const AskedMatch& match) {
  Unmet out{match.shown, {}, 0};
  const domain::AskedFact& asked = match.asked;
  const double low = asked.least.value_or(*asked.most);
  const double high = asked.most.value_or(*asked.least);
  TRY_ASSIGN(const auto values, fact_values(view, asked.key));
  const store::FactValue* below = nullptr;
  const store::FactValue* above = nullptr;
  for (const store::FactValue& value : values) {
    if (value.number && *value.number < low &&
        (below == nullptr || *value.number > *below->number)) {
      below = &value;
    }
    if (value.number && *value.number > high &&
        (above == nullptr || *value.number < *above->number)) {
      above = &value;
    }
  }
  for (const store::FactValue* one : {below, above}) {
    if (one != nullptr) {
      out.nearest.push_back(value_text(asked.key, *one->number, one->paths));
    }
  }
  const auto kindred = domain::kindred_of(asked.key);
  if (kindred) {
    constexpr double k_close = 0.01;
    const std::string key(kindred->key);
    TRY_ASSIGN(const auto others, fact_values(view, key));
    for (const store::FactValue& value : others) {
      if (value.number &&
          *value.number >= low * kindred->scale * (1 - k_close) &&
          *value.number <= high * kindred->scale * (1 + k_close)) {
        out.nearest.push_back(value_text(key, *value.number, value.paths));
      }
    }
  }
  return out;
}

base::Result<std::set<std::string>>
formats_with(const ArchiveView& view, const std::vector<std::string>& keys) {
  TRY_ASSIGN(const auto carry, carriers(view, keys));
  return contradicting(view, carry);
}

} // namespace query
