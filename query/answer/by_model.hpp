// SPDX-License-Identifier: Apache-2.0
//
// A question that was searched for, answered by a model: which ones, of what
// evidence, and what is shown if nothing of the reply is left.
#pragma once

#include "query/answer/ask.hpp"
#include "query/answer/model_answer.hpp"

#include <string>

namespace query {

// Whether a model is to answer: what is absent, asked back, counted or about
// the archive itself is answered without one.
bool is_for_model(const Asked& asked);

struct ByModel {
  ModelAnswer made; // made.failed if the request failed
  // Of a reply of which nothing is left a refusal, with what `asked` was
  // composed of as the closest evidence.
  Answer answer;
};

struct ByModelOptions {
  size_t passages = 8;
  std::string audit; // file to append a line to, also of what failed; "": none
  ModelOptions model;
};

// Errors are those of the archive, of the audit file and of make_prompt().
base::Result<ByModel> answer_by_model(const ArchiveView& view,
                                      const std::string& question,
                                      const Asked& asked, Chat& chat,
                                      const ByModelOptions& options);

} // namespace query
