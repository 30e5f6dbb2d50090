// SPDX-License-Identifier: Apache-2.0
#include "cli/eval.hpp"
#include "cli/render.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace cli {
namespace {

constexpr size_t k_name = 28; // width of the first column

std::string share_text(const eval::Share& share) {
  const double part = share.of == 0 ? 0
                                    : static_cast<double>(share.count) /
                                          static_cast<double>(share.of);
  const auto interval = share.interval();
  return fmt::format("{:>5.1f} ({:.0f}-{:.0f})", 100 * part, 100 * interval.low,
                     100 * interval.high);
}

std::string figure_text(const eval::Figure& figure) {
  return fmt::format("{:.3f} ({:.3f}-{:.3f})", figure.value,
                     figure.interval.low, figure.interval.high);
}

std::string head_text(const std::string& name) {
  return fmt::format("{:<{}} {:>6}  {:<15}{:<15}{:<15}{:<15}{:<21}{:<21}{}\n",
                     name, k_name, "asked", "R@1 %", "R@3 %", "R@5 %", "R@10 %",
                     "MRR", "nDCG@10", "set recall");
}

std::string row_text(const eval::Row& row) {
  return fmt::format("{:<{}} {:>6}  {:<15}{:<15}{:<15}{:<15}{:<21}{:<21}{}\n",
                     printable(row.name).substr(0, k_name), k_name,
                     grouped(row.asked), share_text(row.first),
                     share_text(row.three), share_text(row.five),
                     share_text(row.ten), figure_text(row.reciprocal),
                     figure_text(row.ndcg), figure_text(row.recall));
}

std::string said_text(const char* what, const eval::Share& share) {
  return share.of == 0 ? ""
                       : fmt::format("{:<52} {:>5} of {:<5} {} %\n", what,
                                     grouped(share.count), grouped(share.of),
                                     share_text(share));
}

std::string rows_text(const char* name, const std::vector<eval::Row>& rows) {
  std::string out = rows.empty() ? "" : "\n" + head_text(name);
  for (const eval::Row& row : rows) {
    out += row_text(row);
  }
  return out;
}

Json json_of(const eval::Contest& contest) {
  return {{"measure", contest.name},
          {"questions", contest.of},
          {"a", contest.first},
          {"b", contest.second},
          {"difference", contest.second - contest.first},
          {"interval", {contest.difference.low, contest.difference.high}},
          {"b_better", contest.wins},
          {"a_better", contest.losses},
          {"sign_test_p", contest.sign_p},
          {"randomisation_p", contest.mean_p}};
}

} // namespace

std::string text_of(const eval::Tally& tally, bool per_class) {
  std::string out;
  if (tally.all.asked > 0) {
    out += head_text("") + row_text(tally.all);
  }
  if (per_class) {
    out += rows_text("by class", tally.classes);
    out += rows_text("by format of what is right", tally.formats);
  }
  const std::string said =
      said_text("passage wanted within 10", tally.passages) +
      said_text("absent, answered with hits as if it were there",
                tally.false_hits) +
      said_text("present, said to be absent", tally.told_absent) +
      said_text("ambiguous, asked back", tally.asked_back) +
      said_text("ambiguous, asked back or differing sources shown",
                tally.shown_both);
  return out + (said.empty() || out.empty() ? "" : "\n") + said;
}

std::string text_of(const eval::Comparison& comparison,
                    const eval::Results& first, const eval::Results& second) {
  const auto side = [](const char* name, const eval::RunHead& head) {
    return fmt::format(
        "{}: {}, embedder {}, ranked by {}{}, {} documents\n", name,
        printable(head.set), printable(head.embedder), printable(head.arm),
        head.weights.empty() ? "" : " (" + printable(head.weights) + ")",
        head.limit);
  };
  std::string out = side("A", first.head) + side("B", second.head);
  out += fmt::format("{} questions in both, {} only in A, {} only in B\n\n",
                     grouped(comparison.paired), grouped(comparison.only_first),
                     grouped(comparison.only_second));
  out += fmt::format("{:<12} {:>6} {:>7} {:>7}  {:<24} {:>8} {:>8}  {:<8} {}\n",
                     "", "asked", "A", "B", "B - A", "B better", "A better",
                     "sign p", "mean p");
  for (const eval::Contest& contest : comparison.contests) {
    const std::string difference =
        fmt::format("{:+.3f} ({:+.3f} {:+.3f})", contest.second - contest.first,
                    contest.difference.low, contest.difference.high);
    out += fmt::format(
        "{:<12} {:>6} {:>7.3f} {:>7.3f}  {:<24} {:>8} {:>8}  {:<8.4f} {:.4f}\n",
        contest.name, grouped(contest.of), contest.first, contest.second,
        difference, grouped(contest.wins), grouped(contest.losses),
        contest.sign_p, contest.mean_p);
  }
  out += comparison.changes.empty() ? "" : "\n";
  for (const eval::Change& change : comparison.changes) {
    out += fmt::format("{} {:<10} {:<20} {}\n", change.better ? "+" : "-",
                       printable(change.id), change.what,
                       printable(change.question).substr(0, 100));
  }
  return out;
}

std::string json_text(const eval::Comparison& comparison,
                      const eval::Results& first, const eval::Results& second) {
  Json out = {
      {"a", eval::json_of(first.head)},   {"b", eval::json_of(second.head)},
      {"paired", comparison.paired},      {"only_a", comparison.only_first},
      {"only_b", comparison.only_second}, {"contests", Json::array()},
      {"changes", Json::array()}};
  for (const eval::Contest& contest : comparison.contests) {
    out["contests"].push_back(json_of(contest));
  }
  for (const eval::Change& change : comparison.changes) {
    out["changes"].push_back({{"id", change.id},
                              {"question", change.question},
                              {"what", change.what},
                              {"better", change.better}});
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace cli
