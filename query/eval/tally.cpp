// SPDX-License-Identifier: Apache-2.0
#include "query/eval/tally.hpp"

#include "query/eval/measures.hpp"

#include <map>

namespace eval {
namespace {

constexpr size_t k_ten = 10;

// Scores of the questions of one row.
class Sum {
public:
  void add(const Scores& scores);
  Row row(std::string name) const;

private:
  Row m_row;
  std::vector<double> m_reciprocal, m_ndcg, m_recall;
};

void count(Share& share, bool yes) {
  share.count += yes ? 1 : 0;
  ++share.of;
}

void Sum::add(const Scores& scores) {
  ++m_row.asked;
  count(m_row.first, scores.first);
  count(m_row.three, scores.three);
  count(m_row.five, scores.five);
  count(m_row.ten, scores.ten);
  m_reciprocal.push_back(scores.reciprocal);
  m_ndcg.push_back(scores.ndcg);
  m_recall.push_back(scores.recall);
}

Figure figure_of(const std::vector<double>& values) {
  return {mean(values), bootstrap_mean(values)};
}

Row Sum::row(std::string name) const {
  Row out = m_row;
  out.name = std::move(name);
  out.reciprocal = figure_of(m_reciprocal);
  out.ndcg = figure_of(m_ndcg);
  out.recall = figure_of(m_recall);
  return out;
}

using Sums = std::map<std::string, Sum>;

std::vector<Row> rows_of(const Sums& sums) {
  std::vector<Row> out;
  for (const auto& [name, sum] : sums) {
    out.push_back(sum.row(name));
  }
  return out;
}

// What is said rather than ranked.
void count_said(const Outcome& outcome, Tally& out) {
  switch (outcome.item.expect) {
  case Expect::absent:
    count(out.false_hits, !outcome.said_absent);
    return;
  case Expect::ambiguous:
    count(out.asked_back, outcome.asked_back);
    count(out.shown_both, outcome.asked_back || outcome.disagree);
    return;
  case Expect::present:
    if (outcome.missing.empty()) {
      count(out.told_absent, outcome.said_absent);
    }
  }
}

} // namespace

Scores scores_of(const Outcome& outcome) {
  Gains gains;
  std::vector<size_t> found;
  for (const Ranked& rank : outcome.ranked) {
    gains.push_back(rank.gain);
    found.push_back(rank.found);
  }
  Scores out;
  out.first = hit_within(gains, 1);
  out.three = hit_within(gains, 3);
  out.five = hit_within(gains, 5);
  out.ten = hit_within(gains, k_ten);
  out.reciprocal = reciprocal_rank(gains, gains.size());
  out.ndcg = ndcg(gains, outcome.judged, k_ten);
  out.recall = recall_within(found, outcome.relevant, found.size());
  return out;
}

Tally tally(const std::vector<Outcome>& outcomes) {
  Tally out;
  Sum all;
  Sums classes, formats;
  for (const Outcome& outcome : outcomes) {
    ++out.questions;
    out.missing += outcome.missing.size();
    count_said(outcome, out);
    if (!outcome.item.passages.empty()) {
      count(out.passages,
            outcome.passage_rank && *outcome.passage_rank <= k_ten);
    }
    if (outcome.relevant == 0) {
      continue;
    }
    const Scores scores = scores_of(outcome);
    all.add(scores);
    classes[outcome.item.kind.empty() ? "-" : outcome.item.kind].add(scores);
    for (const std::string& format : outcome.formats) {
      formats[format].add(scores);
    }
  }
  out.all = all.row("all");
  out.classes = rows_of(classes);
  out.formats = rows_of(formats);
  return out;
}

} // namespace eval
