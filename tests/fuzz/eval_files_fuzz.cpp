// SPDX-License-Identifier: Apache-2.0
// Files that `keybed eval` reads: sets of questions, saved results, public
// collections.
#include "core/base/assert.hpp"
#include "query/eval/collection.hpp"
#include "query/eval/compare.hpp"
#include "query/eval/question_table.hpp"

#include <cstdint>
#include <set>

namespace {

void check(const base::Result<eval::QuestionSet>& set) {
  if (!set) {
    ASSERT(!set.error().message.empty());
    return;
  }
  std::set<std::string> ids;
  for (const eval::Item& item : set->items) {
    ASSERT(ids.insert(item.id).second);
    ASSERT(item.expect != eval::Expect::present || !item.right.empty());
    ASSERT(item.grades.empty() || item.grades.size() == item.right.size());
    // Bytes that are no text are replaced; all else is read as it was.
    ASSERT(eval::parse_json_set(eval::json_line(item)));
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(eval::parse_json_set(text));
  check(eval::parse_question_table(text));
  const auto texts = eval::parse_texts(text);
  ASSERT(texts || !texts.error().message.empty());
  const auto judged = eval::parse_judgements(text);
  ASSERT(judged || !judged.error().message.empty());
  const auto results = eval::parse_results(text);
  if (results) {
    eval::tally(results->outcomes);
    const auto comparison = eval::compare(*results, *results);
    ASSERT(comparison.paired == results->outcomes.size());
    ASSERT(comparison.changes.empty());
    ASSERT(eval::parse_results(eval::saved_text(*results)));
  }
  return 0;
}
