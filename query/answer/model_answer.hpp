// SPDX-License-Identifier: Apache-2.0
//
// An answer that a model writes and code checks: nothing of it is given out
// unchecked.
#pragma once

#include "query/answer/chat.hpp"
#include "query/answer/check.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace query {

struct ModelOptions {
  PromptLimits limits;
  // Gets each sentence as soon as it is complete and checked; null: the reply
  // is not streamed.
  std::function<void(const Sentence&)> on_sentence;
};

struct ModelAnswer {
  Answer answer; // refused if no sentence is left; sources as they were given
  Prompt prompt;
  ChatReply reply; // of one that broke off what had come
  // Why there is no whole reply; the rest is what was made of its beginning.
  std::optional<base::Error> failed;
  std::vector<Verdict> verdicts; // in the order of the reply
  double check_ms = 0;           // spent on checking
  double seconds = 0;            // of all of it
};

// `token` is the fence's; make_fence_token() but in tests. A last sentence that
// was cut off, by the limit of tokens or by what failed, is not shown. Errors
// are those of make_prompt(); those of the request stand in `failed`.
base::Result<ModelAnswer> ask_model(Chat& chat, const std::string& question,
                                    const std::vector<Source>& sources,
                                    std::string token,
                                    const ModelOptions& options);

} // namespace query
