// SPDX-License-Identifier: Apache-2.0
//
// What the readers of DLIS and LIS do alike: hand every record of a file to
// what gathers, and say what was damaged.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/findings.hpp"

#include <cstdint>
#include <string>

namespace readers {

// Tells the sink every 8 MiB that the reader is alive.
template <typename Record, typename Source, typename Gatherer>
base::Result<void> gather_records(Source& source, Gatherer& gatherer,
                                  domain::DocumentSink& sink) {
  Record record;
  uint64_t reported = 0;
  while (true) {
    TRY_ASSIGN(const bool more, source.next(record));
    if (!more) {
      return {};
    }
    gatherer.take(record);
    if (source.offset() - reported > (uint64_t{8} << 20)) {
      reported = source.offset();
      TRY(sink.progress());
    }
  }
}

template <typename Source, typename Gatherer>
void put_problems(const Source& source, const Gatherer& gatherer,
                  Findings& out) {
  for (const auto* list : {&source.problems(), &gatherer.problems()}) {
    for (const auto& problem : *list) {
      out.refuse("record", problem.raw, problem.reason,
                 at_byte(problem.offset));
    }
  }
  if (source.problem_count() > source.problems().size()) {
    out.refuse("record", "",
               std::to_string(source.problem_count()) +
                   " damaged places; the first " +
                   std::to_string(source.problems().size()) + " are listed");
  }
  if (gatherer.cut()) {
    out.refuse("text", "",
               "more describing text than is kept; the rest is not in the "
               "passages");
  }
}

} // namespace readers
