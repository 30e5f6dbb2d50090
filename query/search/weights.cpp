// SPDX-License-Identifier: Apache-2.0
#include "query/search/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace query {
namespace {

constexpr double k_most = 10;

base::Result<void> take(const char* name, const std::optional<double>& set,
                        double most, double& weight) {
  if (!set) {
    return {};
  }
  if (!std::isfinite(*set) || *set < 0 || *set > most) {
    return base::fail(base::Errc::invalid,
                      fmt::format("the weight {} is {}: 0 to {} are weights",
                                  name, *set, most));
  }
  weight = *set;
  return {};
}

base::Result<void> take_words(const std::optional<double>& set, Weights& out) {
  double weight = 0;
  TRY(take("word_weight", set, 1, weight));
  if (set) {
    out.words = weight;
  }
  return {};
}

base::Result<Fusion> fusion_named(const std::string& name) {
  if (name.empty() || name == "scores") {
    return Fusion::scores;
  }
  if (name == "ranks") {
    return Fusion::ranks;
  }
  return base::fail(base::Errc::invalid,
                    "fusion is '" + name + "': scores or ranks");
}

base::Result<void> take_config(const pb::RankingConfig& config, Weights& out) {
  const auto set = [](bool has, double value) {
    return has ? std::optional(value) : std::nullopt;
  };
  TRY_ASSIGN(out.fusion, fusion_named(config.fusion()));
  TRY(take_words(set(config.has_word_weight(), config.word_weight()), out));
  TRY(take("identifier", set(config.has_identifier(), config.identifier()),
           k_most, out.identifier));
  TRY(take("subject", set(config.has_subject(), config.subject()), k_most,
           out.subject));
  TRY(take("row", set(config.has_row(), config.row()), k_most, out.row));
  TRY(take("kind", set(config.has_kind(), config.kind()), k_most, out.kind));
  return take("fact", set(config.has_fact(), config.fact()), k_most, out.fact);
}

} // namespace

base::Result<Weights> weights_for(const pb::ArchiveConfig& config,
                                  const WeightsAsked& asked) {
  Weights out;
  if (config.embedder().provider() == "fast") {
    out.words = k_words_fast;
  }
  if (auto taken = take_config(config.ranking(), out); !taken) {
    return base::fail(
        std::move(taken.error()).within("ranking of keybed.textproto"));
  }
  out.fusion = asked.fusion.value_or(out.fusion);
  TRY(take_words(asked.words, out));
  return out;
}

double word_weight(const Weights& weights, double share, bool named) {
  if (weights.words) {
    return *weights.words;
  }
  const auto& [least, most] = weights.by_question;
  const double beyond = std::clamp((share - k_half) / (1 - k_half), 0.0, 1.0);
  return named ? most : least + (most - least) * beyond;
}

std::string shown(const Weights& weights) {
  const std::string words =
      weights.words ? fmt::format("{}", *weights.words)
                    : fmt::format("{} to {}", weights.by_question.least,
                                  weights.by_question.most);
  return fmt::format("words {} by {}", words,
                     weights.fusion == Fusion::scores ? "scores" : "ranks");
}

} // namespace query
