// SPDX-License-Identifier: Apache-2.0
#include "query/eval/compare.hpp"

#include <map>

namespace eval {
namespace {

// Both values of one measure, question by question.
class Paired {
public:
  void add(double first, double second) {
    m_first.push_back(first);
    m_second.push_back(second);
    m_difference.push_back(second - first);
  }

  Contest contest(std::string name) const {
    Contest out;
    out.name = std::move(name);
    out.of = m_first.size();
    out.first = mean(m_first);
    out.second = mean(m_second);
    for (const double difference : m_difference) {
      out.wins += difference > 0 ? 1 : 0;
      out.losses += difference < 0 ? 1 : 0;
    }
    out.difference = bootstrap_mean(m_difference);
    out.sign_p = sign_test(out.wins, out.losses);
    out.mean_p = randomisation_test(m_difference);
    return out;
  }

private:
  std::vector<double> m_first, m_second, m_difference;
};

struct Measures {
  Paired first, ten, reciprocal, ndcg, recall, absent, asked;
};

void add_ranked(const Outcome& a, const Outcome& b, Measures& out) {
  const Scores x = scores_of(a);
  const Scores y = scores_of(b);
  out.first.add(x.first ? 1 : 0, y.first ? 1 : 0);
  out.ten.add(x.ten ? 1 : 0, y.ten ? 1 : 0);
  out.reciprocal.add(x.reciprocal, y.reciprocal);
  out.ndcg.add(x.ndcg, y.ndcg);
  out.recall.add(x.recall, y.recall);
}

// What is said of what is absent or ambiguous; better is true.
bool says_right(const Outcome& outcome) {
  return outcome.item.expect == Expect::absent ? outcome.said_absent
                                               : outcome.asked_back;
}

// Of the first that is right, from 1; 0 without one.
size_t rank_of(const Outcome& outcome) {
  for (size_t i = 0; i < outcome.ranked.size(); ++i) {
    if (outcome.ranked[i].found > 0) {
      return i + 1;
    }
  }
  return 0;
}

std::string rank_text(size_t rank) {
  return rank == 0 ? "none" : std::to_string(rank);
}

std::string said_text(const Outcome& outcome) {
  if (outcome.item.expect == Expect::absent) {
    return outcome.said_absent ? "said absent" : "hits";
  }
  return outcome.asked_back ? "asked back" : "not asked back";
}

void add_changes(const Outcome& a, const Outcome& b, std::vector<Change>& out) {
  const size_t x = rank_of(a);
  const size_t y = rank_of(b);
  if (a.relevant > 0 && x != y) {
    out.push_back({a.item.id, a.item.question,
                   "rank " + rank_text(x) + " -> " + rank_text(y),
                   x == 0 || (y != 0 && y < x)});
  }
  if (a.item.expect != Expect::present && says_right(a) != says_right(b)) {
    out.push_back({a.item.id, a.item.question,
                   said_text(a) + " -> " + said_text(b), says_right(b)});
  }
}

void add_pair(const Outcome& a, const Outcome& b, Measures& measures,
              Comparison& out) {
  if (a.relevant > 0 && b.relevant > 0) {
    add_ranked(a, b, measures);
  }
  if (a.item.expect == Expect::absent) {
    measures.absent.add(says_right(a) ? 1 : 0, says_right(b) ? 1 : 0);
  } else if (a.item.expect == Expect::ambiguous) {
    measures.asked.add(says_right(a) ? 1 : 0, says_right(b) ? 1 : 0);
  }
  add_changes(a, b, out.changes);
  ++out.paired;
}

} // namespace

Comparison compare(const Results& first, const Results& second) {
  std::map<std::string, const Outcome*> others;
  for (const Outcome& outcome : second.outcomes) {
    others.emplace(outcome.item.id, &outcome);
  }
  Comparison out;
  Measures measures;
  for (const Outcome& outcome : first.outcomes) {
    const auto other = others.find(outcome.item.id);
    if (other == others.end() ||
        other->second->item.question != outcome.item.question ||
        other->second->item.expect != outcome.item.expect) {
      ++out.only_first;
    } else {
      add_pair(outcome, *other->second, measures, out);
    }
  }
  out.only_second = second.outcomes.size() - out.paired;
  for (Contest contest :
       {measures.first.contest("R@1"), measures.ten.contest("R@10"),
        measures.reciprocal.contest("MRR"), measures.ndcg.contest("nDCG@10"),
        measures.recall.contest("set recall"),
        measures.absent.contest("absent said"),
        measures.asked.contest("asked back")}) {
    if (contest.of > 0) {
      out.contests.push_back(std::move(contest));
    }
  }
  return out;
}

} // namespace eval
