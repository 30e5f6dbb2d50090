// SPDX-License-Identifier: Apache-2.0
#include "query/answer/by_model.hpp"

#include "core/base/clock.hpp"
#include "query/answer/audit.hpp"
#include "query/answer/evidence.hpp"
#include "query/answer/fence.hpp"

#include <utility>

namespace query {
namespace {

// Nothing of the reply is left: what was found stands beside.
Answer refusal(const ModelAnswer& made, const Answer& composed) {
  Answer out = composed;
  out.kind = AnswerKind::refused;
  out.closest = std::exchange(out.sentences, {});
  out.remarks.insert(out.remarks.begin(),
                     made.answer.removed.empty()
                         ? "The model gave no answer."
                         : "Nothing that the model wrote stands in the "
                           "passages it cites.");
  out.removed = made.answer.removed;
  return out;
}

} // namespace

bool is_for_model(const Asked& asked) {
  return asked.answer.kind == AnswerKind::answered &&
         asked.found.rows.empty() &&
         (!asked.found.hits.empty() || !asked.found.cards.empty());
}

base::Result<ByModel> answer_by_model(const ArchiveView& view,
                                      const std::string& question,
                                      const Asked& asked, Chat& chat,
                                      const ByModelOptions& options) {
  TRY_ASSIGN(const auto sources,
             evidence_of(view, asked.found, options.passages));
  ByModel out;
  TRY_ASSIGN(out.made, ask_model(chat, question, sources, make_fence_token(),
                                 options.model));
  if (!options.audit.empty()) {
    TRY(append_audit(options.audit,
                     audit_line(out.made, chat, question, base::wall_time())));
  }
  out.answer = out.made.answer.kind == AnswerKind::answered
                   ? out.made.answer
                   : refusal(out.made, asked.answer);
  out.answer.read = asked.answer.read;
  return out;
}

} // namespace query
