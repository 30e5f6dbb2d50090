// SPDX-License-Identifier: Apache-2.0
#include "core/domain/shape.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/shadow.hpp"
#include "core/domain/shape_runs.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

namespace domain {
namespace {

constexpr size_t k_longest = 60;
constexpr size_t k_most_groups = 200;
constexpr size_t k_most_skeletons = 40;
constexpr size_t k_most_shapes = 10;
constexpr size_t k_examples = 3;

bool enough(size_t covered, size_t sample) {
  return sample > 0 && covered * 100 >= sample * 95;
}

// Without what only separates.
std::string bare_of(const std::string& skeleton) {
  std::string out;
  std::copy_if(skeleton.begin(), skeleton.end(), std::back_inserter(out),
               is_group);
  return out;
}

// ---- candidates ------------------------------------------------------------

struct Group { // identifiers that differ in their digits alone
  ShapeRuns runs;
  std::string skeleton;
  size_t count = 0;
};

struct Candidate {
  std::string expression;
  ShapeStep step;
  std::set<size_t> groups;
};

class Proposer {
public:
  explicit Proposer(std::span<const std::string> identifiers) {
    for (const std::string& identifier : identifiers) {
      const auto first = identifier.find_first_not_of(" \t\r\n");
      if (first != std::string::npos) {
        const auto last = identifier.find_last_not_of(" \t\r\n");
        m_sample.insert(identifier.substr(first, last - first + 1));
      }
    }
  }

  Shapes propose() {
    group();
    literal();
    classes();
    optional();
    separators();
    Shapes out;
    out.sample = m_sample.size();
    choose(out);
    measure(out);
    return out;
  }

private:
  void group() {
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const std::string& text : m_sample) {
      const bool digit = std::any_of(text.begin(), text.end(), ascii_digit);
      if (text.size() > k_longest || !digit || !base::is_utf8(text)) {
        continue;
      }
      ShapeRuns runs = runs_of(text);
      std::string skeleton = skeleton_of(runs);
      Group& group = groups[{skeleton, literals_of(runs)}];
      if (group.count++ == 0) {
        group.runs = std::move(runs);
        group.skeleton = std::move(skeleton);
      } else {
        widen(group.runs, runs);
      }
    }
    for (auto& [key, one] : groups) {
      m_by_skeleton[one.skeleton].insert(m_groups.size());
      m_groups.push_back(std::move(one));
    }
  }

  size_t count_of(const std::set<size_t>& groups) const {
    return std::accumulate(
        groups.begin(), groups.end(), size_t{0},
        [&](size_t sum, size_t i) { return sum + m_groups[i].count; });
  }

  void literal() {
    std::vector<size_t> order(m_groups.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return m_groups[a].count > m_groups[b].count;
    });
    order.resize(std::min(order.size(), k_most_groups));
    for (const size_t i : order) {
      const ShapeRuns& runs = m_groups[i].runs;
      m_candidates.push_back(
          {expression_of(runs, 0, runs.size()), ShapeStep::literal, {i}});
    }
  }

  ShapeRuns widest(const std::set<size_t>& groups) const {
    ShapeRuns runs = m_groups[*groups.begin()].runs;
    for (const size_t i : groups) {
      widen(runs, m_groups[i].runs);
    }
    return runs;
  }

  void classes() {
    for (const auto& [skeleton, groups] : m_by_skeleton) {
      m_skeletons.push_back(skeleton);
    }
    std::stable_sort(m_skeletons.begin(), m_skeletons.end(),
                     [&](const std::string& a, const std::string& b) {
                       return count_of(m_by_skeleton.at(a)) >
                              count_of(m_by_skeleton.at(b));
                     });
    m_skeletons.resize(std::min(m_skeletons.size(), k_most_skeletons));
    for (const std::string& skeleton : m_skeletons) {
      const auto& groups = m_by_skeleton.at(skeleton);
      const ShapeRuns runs = widest(groups);
      m_candidates.push_back(
          {expression_of(runs, 0, runs.size()), ShapeStep::classes, groups});
    }
  }

  // Two skeletons of which one begins the other.
  void optional() {
    for (const std::string& brief : m_skeletons) {
      for (const std::string& full : m_skeletons) {
        if (full.size() <= brief.size() || !full.starts_with(brief)) {
          continue;
        }
        std::set<size_t> both = m_by_skeleton.at(full);
        ShapeRuns runs = widest(both);
        const auto& less = m_by_skeleton.at(brief);
        widen(runs, widest(less));
        both.insert(less.begin(), less.end());
        m_candidates.push_back(
            {expression_of(runs, 0, brief.size()) +
                 "(?:" + expression_of(runs, brief.size(), runs.size()) + ")?",
             ShapeStep::optional, std::move(both)});
      }
    }
  }

  // Skeletons that are one without their separators.
  void separators() {
    std::map<std::string, std::vector<std::string>> alike;
    for (const std::string& skeleton : m_skeletons) {
      alike[bare_of(skeleton)].push_back(skeleton);
    }
    for (const auto& [bare, skeletons] : alike) {
      if (skeletons.size() >= 2) {
        join(skeletons);
      }
    }
  }

  // Unless their letters say that they are of different kinds.
  void join(const std::vector<std::string>& skeletons) {
    Candidate made{"", ShapeStep::separators, {}};
    ShapeRuns runs;
    std::string between;
    size_t most = 0;
    for (const std::string& skeleton : skeletons) {
      const auto& groups = m_by_skeleton.at(skeleton);
      made.groups.insert(groups.begin(), groups.end());
      ShapeRuns bare_runs = widest(groups);
      most = std::max(most, separators_in(skeleton));
      for (const ShapeRun& run : bare_runs) {
        if (!is_group(run.kind) &&
            between.find(run.kind) == std::string::npos) {
          between.push_back(run.kind);
        }
      }
      std::erase_if(bare_runs,
                    [](const ShapeRun& run) { return !is_group(run.kind); });
      if (runs.empty()) {
        runs = std::move(bare_runs);
      } else if (share_letters(runs, bare_runs)) {
        widen(runs, bare_runs);
      } else {
        return;
      }
    }
    made.expression = joined(runs, between, most);
    m_candidates.push_back(std::move(made));
  }

  static bool share_letters(const ShapeRuns& a, const ShapeRuns& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      const bool few = !a[i].texts.empty() && !b[i].texts.empty() &&
                       a[i].texts.size() <= k_most_literals &&
                       b[i].texts.size() <= k_most_literals;
      const bool shared = std::any_of(
          a[i].texts.begin(), a[i].texts.end(),
          [&](const std::string& text) { return b[i].texts.contains(text); });
      if (few && !shared) {
        return false;
      }
    }
    return true;
  }

  // The most that stand one behind the other.
  static size_t separators_in(const std::string& skeleton) {
    size_t run = 0;
    size_t most = 0;
    for (const char kind : skeleton) {
      run = is_group(kind) ? 0 : run + 1;
      most = std::max(most, run);
    }
    return most;
  }

  static std::string joined(const ShapeRuns& runs, std::string between,
                            size_t most) {
    std::sort(between.begin(), between.end());
    std::string any = "[";
    for (const char c : between) {
      const bool special =
          std::string_view("\\]^-[").find(c) != std::string_view::npos;
      any += special ? std::string("\\") + c : std::string(1, c);
    }
    any += most == 1 ? "]?" : "]{0," + std::to_string(most) + "}";
    std::string out;
    for (const ShapeRun& run : runs) {
      out += (out.empty() ? "" : any) + expression_of(run);
    }
    return out;
  }

  // ---- of these, which -----------------------------------------------------

  void choose(Shapes& out) {
    std::stable_sort(m_candidates.begin(), m_candidates.end(),
                     [&](const Candidate& a, const Candidate& b) {
                       return a.step != b.step
                                  ? a.step < b.step
                                  : count_of(a.groups) > count_of(b.groups);
                     });
    for (const Candidate& candidate : m_candidates) {
      if (enough(count_of(candidate.groups), out.sample)) {
        out.shapes.push_back({candidate.expression, candidate.step, 0, 0, {}});
        return;
      }
    }
    std::set<size_t> taken;
    while (out.shapes.size() < k_most_shapes) {
      const Candidate* best = nullptr;
      size_t most = 0;
      for (const Candidate& candidate : m_candidates) {
        if (candidate.step > ShapeStep::classes) {
          continue; // of use only where it makes one of several
        }
        size_t adds = 0;
        for (const size_t i : candidate.groups) {
          adds += taken.contains(i) ? 0 : m_groups[i].count;
        }
        best = adds > most ? &candidate : best;
        most = std::max(most, adds);
      }
      if (best == nullptr || most < 2 || most * 100 < out.sample) {
        return;
      }
      taken.insert(best->groups.begin(), best->groups.end());
      out.shapes.push_back({best->expression, best->step, 0, 0, {}});
    }
  }

  // What is printed is counted with what is printed.
  void measure(Shapes& out) const {
    std::set<std::string_view> seen;
    for (Shape& shape : out.shapes) {
      const RE2 form(shape.expression);
      for (const std::string& text : m_sample) {
        if (!RE2::FullMatch(text, form)) {
          continue;
        }
        ++shape.covered;
        if (seen.insert(text).second) {
          ++shape.added;
          if (shape.examples.size() < k_examples) {
            shape.examples.push_back(text);
          }
        }
      }
    }
    std::erase_if(out.shapes,
                  [](const Shape& shape) { return shape.added == 0; });
    out.rest = m_sample.size() - seen.size();
    out.one = out.shapes.size() == 1 &&
              enough(out.shapes.front().covered, out.sample);
  }

  std::set<std::string> m_sample;
  std::vector<Group> m_groups;
  std::map<std::string, std::set<size_t>> m_by_skeleton;
  std::vector<std::string> m_skeletons; // the most frequent first
  std::vector<Candidate> m_candidates;
};

} // namespace

Shapes propose_shapes(std::span<const std::string> identifiers) {
  return Proposer(identifiers).propose();
}

ShapeMatches matches_of(std::string_view expression,
                        std::span<const std::string> others) {
  ShapeMatches out;
  RE2::Options options;
  options.set_log_errors(false);
  const RE2 form(re2::StringPiece(expression.data(), expression.size()),
                 options);
  for (const std::string& text : others) {
    if (!form.ok() || !RE2::FullMatch(text, form)) {
      continue;
    }
    ++out.count;
    if (out.examples.size() < k_examples) {
      out.examples.push_back(text);
    }
  }
  return out;
}

} // namespace domain
