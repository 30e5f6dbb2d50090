// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tape_marks.hpp"

#include "worker/readers/byte_window.hpp"

namespace readers {
namespace {

uint32_t number_at(std::string_view bytes, size_t at, TapeOrder order) {
  const uint32_t big = be32(bytes, at);
  return order == TapeOrder::big ? big : __builtin_bswap32(big);
}

} // namespace

std::optional<TapeMark> tape_mark(std::string_view bytes, uint64_t offset,
                                  TapeOrder order) {
  if (order == TapeOrder::none || bytes.size() < k_tape_mark_bytes) {
    return std::nullopt;
  }
  const TapeMark mark{number_at(bytes, 0, order), number_at(bytes, 4, order),
                      number_at(bytes, 8, order)};
  // Modulo 4 GiB, as the marks count.
  const auto here = static_cast<uint32_t>(offset);
  const uint32_t ahead = mark.next - here;
  const uint32_t behind = here - mark.previous;
  constexpr uint32_t k_longest = 1U << 28U;
  const bool first = offset == 0 && mark.previous == 0;
  const bool fits = ahead >= k_tape_mark_bytes && ahead < k_longest &&
                    (first || (behind > 0 && behind < k_longest));
  return mark.kind <= 1 && fits ? std::optional(mark) : std::nullopt;
}

TapeOrder find_tape_marks(std::string_view head) {
  for (const auto order : {TapeOrder::little, TapeOrder::big}) {
    const auto mark = tape_mark(head, 0, order);
    if (!mark) {
      continue;
    }
    if (mark->next >= head.size() ||
        head.size() - mark->next < k_tape_mark_bytes ||
        tape_mark(head.substr(mark->next), mark->next, order)) {
      return order;
    }
  }
  return TapeOrder::none;
}

} // namespace readers
