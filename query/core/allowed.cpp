// SPDX-License-Identifier: Apache-2.0
#include "query/core/allowed.hpp"

#include "core/domain/countries.hpp"
#include "core/domain/date.hpp"
#include "core/domain/datums.hpp"
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "query/core/content_at.hpp"

#include <algorithm>

namespace query {
namespace {

using store::BundleId;
using store::Generation;
using Paths = std::set<BundleId>;

struct Range {
  std::string from;
  std::string to; // first value behind the range
};

// What compares with a number; text values begin with 't', numbers with 'n'.
std::optional<Range> order_range(const Condition& condition) {
  const std::string value = store::number_value(*condition.number);
  const std::string behind = value + '\0';
  switch (condition.comparison) {
  case Comparison::less:
    return Range{"n", value};
  case Comparison::at_most:
    return Range{"n", behind};
  case Comparison::more:
    return Range{behind, "o"};
  case Comparison::at_least:
    return Range{value, "o"};
  case Comparison::equal:
  case Comparison::not_equal:
    break;
  }
  return std::nullopt;
}

std::vector<Range> ranges_of(const Condition& condition) {
  const bool order = condition.comparison != Comparison::equal &&
                     condition.comparison != Comparison::not_equal;
  if (order) {
    return {*order_range(condition)};
  }
  std::vector<Range> out;
  const auto exactly = [&](std::string value) {
    std::string behind = value + '\0';
    out.push_back({std::move(value), std::move(behind)});
  };
  for (const std::string& form : value_forms(condition.key, condition.text)) {
    exactly(store::text_value(form));
  }
  for (const std::string& other : condition.also) {
    exactly(store::text_value(other));
  }
  if (const auto days = domain::parse_date(condition.text);
      is_date_key(condition.key) && days) {
    out.push_back({store::number_value(days->first),
                   store::number_value(days->last) + '\0'});
  } else if (condition.number) {
    exactly(store::number_value(*condition.number));
  }
  return out;
}

base::Result<void> add_paths(const Generation& shard,
                             const store::DocumentVersion& version,
                             Paths& paths) {
  TRY_ASSIGN(const auto document, shard.document(version.id));
  if (document) {
    for (const pb::PathRef& ref : document->paths()) {
      paths.insert({ref.root(), ref.path()});
    }
  }
  return {};
}

base::Result<void> add_range(const Generation& shard, const std::string& key,
                             const Range& range, Paths& paths) {
  base::Result<void> inner;
  TRY(shard.fact_range(key, range.from, range.to,
                       [&](const store::DocumentVersion& version) {
                         inner = add_paths(shard, version, paths);
                         return inner.has_value();
                       }));
  return inner;
}

base::Result<Paths> paths_with(const Generation& shard,
                               const Condition& condition) {
  Paths out;
  for (const Range& range : ranges_of(condition)) {
    TRY(add_range(shard, condition.key, range, out));
  }
  return out;
}

base::Result<Paths> all_paths(const Generation& shard) {
  Paths out;
  TRY(shard.scan_documents([&](const auto&, const pb::Document& document) {
    if (document.kind() == pb::DOCUMENT_KIND_PATH) {
      for (const pb::PathRef& ref : document.paths()) {
        out.insert({ref.root(), ref.path()});
      }
    }
    return true;
  }));
  return out;
}

base::Result<Paths> paths_of_group(const Generation& shard,
                                   const ConditionGroup& group) {
  Paths out;
  for (const Condition& condition : group.any_of) {
    TRY_ASSIGN(Paths found, paths_with(shard, condition));
    if (condition.comparison == Comparison::not_equal) {
      TRY_ASSIGN(Paths rest, all_paths(shard));
      for (const BundleId& path : found) {
        rest.erase(path);
      }
      found = std::move(rest);
    }
    out.merge(found);
  }
  return out;
}

} // namespace

std::vector<std::string> value_forms(const std::string& key,
                                     const std::string& value) {
  std::vector<std::string> out = {value};
  if (key == "state") {
    if (const domain::State* state =
            domain::state_by_name(domain::upper_ascii(value))) {
      out.emplace_back(state->name);
      if (!state->postal.empty()) {
        out.emplace_back(state->postal);
      }
    }
  }
  if (key == "country") {
    const auto names = domain::country_names(value);
    out.insert(out.end(), names.begin(), names.end());
  }
  if (key == "datum") {
    const auto names = domain::datum_names(value);
    out.insert(out.end(), names.begin(), names.end());
  }
  return out;
}

base::Result<std::set<BundleId>> paths_without_other(const ArchiveView& view,
                                                     const std::string& key,
                                                     const std::string& text) {
  std::set<BundleId> with;
  std::set<BundleId> other;
  std::set<std::string> wanted;
  for (const std::string& form : value_forms(key, text)) {
    wanted.insert(store::text_value(form));
  }
  for (const auto& shard : view.shards()) {
    TRY_ASSIGN(Paths here,
               paths_with(shard, {key, Comparison::equal, text, {}}));
    with.merge(here);
    std::string from = "t";
    for (const std::string& value : wanted) {
      TRY(add_range(shard, key, {from, value}, other));
      from = value + '\0';
    }
    TRY(add_range(shard, key, {from, "u"}, other));
  }
  std::erase_if(with,
                [&](const BundleId& path) { return other.contains(path); });
  return with;
}

base::Result<Allowed>
allowed_documents(const Generation& shard,
                  const std::vector<ConditionGroup>& groups) {
  Allowed out;
  bool first = true;
  for (const ConditionGroup& group : groups) {
    TRY_ASSIGN(Paths paths, paths_of_group(shard, group));
    if (first) {
      out.paths = std::move(paths);
    } else {
      std::erase_if(out.paths, [&](const BundleId& path) {
        return !paths.contains(path);
      });
    }
    first = false;
  }
  for (const BundleId& path : out.paths) {
    const auto id = store::path_id(path.root, path.path);
    out.documents.insert(id);
    TRY_ASSIGN(const auto document, shard.document(id));
    if (const auto content = document ? content_of(*document) : std::nullopt) {
      out.documents.insert(*content);
    }
  }
  return out;
}

} // namespace query
