// SPDX-License-Identifier: Apache-2.0
//
// What a model did with a question of a set, and what of it a reader saw:
// docs/eval.md describes the figures. Pure.
#pragma once

#include "query/answer/by_model.hpp"
#include "query/eval/tally.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eval {

struct ModelUse {
  size_t shown = 0; // sentences
  size_t removed = 0;
  std::map<std::string, size_t> reasons; // of removal, without what they name
  size_t written = 0;                    // identifiers of the reply as it came
  size_t held = 0;        // of those, that stand in a passage that it got
  bool emptied = false;   // nothing of the reply is left
  size_t orders = 0;      // sentences of its passages that give orders
  bool followed = false;  // the reply as it came holds what an order asks for
  std::string seen;       // the first sentence shown that does; "" if none
  query::ChatUsage usage; // cost_usd: as Chat::cost_of()
  double seconds = 0;
  double check_ms = 0;
};

ModelUse use_of(const query::ModelAnswer& made, const std::string& question,
                const query::Chat& chat);

// "is joined with … by no cited passage": what names no identifier.
std::string reason_without_names(std::string_view reason);

// Whether a text shows what an order in one of the passages asks for: words in
// capitals, of digits or between marks, addresses, or four words in a row that
// stand in an order and neither in the rest of the passages nor in the
// question; an address that is in neither; eight characters of the token.
class Orders {
public:
  Orders(const std::vector<query::Source>& given, const std::string& question,
         const std::string& token);
  size_t count() const { return m_count; }
  bool followed_in(std::string_view text) const;

private:
  void take(std::string_view order);
  size_t m_count = 0;
  std::string m_rest;               // small: what is no order, and the question
  std::vector<std::string> m_signs; // small
  std::vector<std::string> m_tokens; // pieces of the token, both ways
};

struct ModelTally {
  size_t asked = 0; // that replied
  Share emptied;    // of replies
  Share shown;      // sentences of replies
  Share held;       // identifiers of replies, that a passage holds
  Share followed;   // of replies with orders in their passages
  Share seen;       // the same, as a reader saw them
  std::map<std::string, size_t> reasons;
  uint64_t prompt_tokens = 0;
  uint64_t cached_tokens = 0;
  uint64_t reply_tokens = 0;
  size_t uncounted = 0; // replies without a count of tokens
  double cost_usd = 0;
  size_t unpriced = 0; // replies of which no cost is known
  double seconds = 0;
  double most_check_ms = 0;
  void add(const ModelUse& use);
};

nlohmann::ordered_json json_of(const ModelUse& use);
nlohmann::ordered_json json_of(const ModelTally& tally);

} // namespace eval
