// SPDX-License-Identifier: Apache-2.0
//
// Answers about the archive itself, from its manifests and facts: exact, and
// each with the files it is about.
#pragma once

#include "query/answer/answer.hpp"
#include "query/answer/archive_question.hpp"

namespace query {

// REQUIRES: search_families() are open.
base::Result<Answer> answer_about(const ArchiveView& view,
                                  const ArchiveQuestion& question);

} // namespace query
