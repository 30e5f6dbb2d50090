// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_headers.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace readers::segy {
namespace {

// For a file with an impossible format code: the order in which the binary
// header and the first trace agree on samples or interval.
std::optional<Order> order_by_trace(std::string_view head) {
  if (head.size() < k_reel_bytes + k_trace_header_bytes) {
    return std::nullopt;
  }
  for (const auto order : {Order::big, Order::little}) {
    const auto reel = parse_binary_header(head, order);
    const auto trace = parse_trace_header(head.substr(k_reel_bytes), order);
    const bool plausible = reel.samples > 0 && reel.interval >= 50 &&
                           reel.samples < 40000 && reel.interval <= 40000;
    if (plausible && reel.samples == trace.samples &&
        reel.interval == trace.interval) {
      return order;
    }
  }
  return std::nullopt;
}

base::Result<Order> order_of(std::string_view head, const TextEvidence& text) {
  const auto mark = order_mark(head);
  if (mark == OrderMark::pairwise) {
    return base::fail(base::Errc::unsupported,
                      "bytes are swapped in pairs (byte-order constant at byte "
                      "3297 reads 02 01 04 03): swap them back to read it");
  }
  const auto by_format = order_by_format(head);
  if (by_format) {
    return *by_format;
  }
  if (mark == OrderMark::big || mark == OrderMark::little) {
    return mark == OrderMark::big ? Order::big : Order::little;
  }
  if (const auto by_trace = order_by_trace(head)) {
    return *by_trace;
  }
  if (text.encoding != Encoding::unknown && text.cards >= 3) {
    return Order::big;
  }
  return base::fail(
      base::Errc::corrupt,
      "no SEG-Y headers: the format code at byte 3225 is " +
          std::to_string(parse_binary_header(head, Order::big).format) +
          ", which is none in either byte order, and no textual header "
          "stands before it");
}

// Records of text at the end of the file: as many as the header says or, if it
// says "some" (-1), as many as read as text.
base::Result<uint64_t> count_trailers(const Source& source, int64_t declared) {
  constexpr uint64_t k_most_trailers = 64;
  const uint64_t most =
      declared > 0 ? std::min(static_cast<uint64_t>(declared), k_most_trailers)
      : declared == -1 ? k_most_trailers
                       : 0;
  for (uint64_t found = 0; found < most; ++found) {
    const uint64_t back = (found + 1) * k_text_bytes;
    if (source.size < k_reel_bytes + back) {
      return found;
    }
    TRY_ASSIGN(const auto bytes, source.at(source.size - back, k_text_bytes));
    if (examine_text(bytes).encoding == Encoding::unknown) {
      return found;
    }
  }
  return most;
}

} // namespace

std::optional<Order> order_by_format(std::string_view reel) {
  for (const auto order : {Order::big, Order::little}) {
    if (sample_format(Fields(reel, 1, order).signed_at(3225, 2)) != nullptr) {
      return order;
    }
  }
  return std::nullopt;
}

base::Result<HeaderFile> HeaderFile::open(const std::string& path) {
  constexpr uint64_t k_small = 16 * 1024;
  HeaderFile file;
  TRY_ASSIGN(file.m_fd, base::open_regular(path, &file.m_size));
  const auto bytes = static_cast<size_t>(
      file.m_size <= k_small ? file.m_size
                             : k_reel_bytes + k_trace_header_bytes);
  file.m_head = std::make_unique_for_overwrite<char[]>(bytes);
  const std::span head(file.m_head.get(), bytes);
  TRY_ASSIGN(file.m_head_size,
             base::read_at(file.m_fd, std::as_writable_bytes(head), 0));
  return file;
}

base::Result<Headers>
read_headers(const Source& source,
             const std::function<base::Result<void>()>& tick) {
  Headers all;
  TRY_ASSIGN(all.start, source.at(0, k_reel_bytes + k_trace_header_bytes));
  if (all.start.size() < k_reel_bytes) {
    return base::fail(base::Errc::corrupt,
                      "ends after " + std::to_string(all.start.size()) +
                          " bytes, within the " + std::to_string(k_reel_bytes) +
                          " bytes of the textual and binary header");
  }
  all.text = examine_text(all.textual());
  TRY_ASSIGN(const Order order, order_of(all.start, all.text));
  all.binary = parse_binary_header(all.start, order);
  if (sample_format(all.binary.format) == nullptr) {
    return all;
  }
  BinaryHeader head = all.binary;
  if (head.trailers != 0) {
    TRY_ASSIGN(all.trailers, count_trailers(source, head.trailers));
    head.trailers = static_cast<int64_t>(all.trailers);
  }
  TRY_ASSIGN(all.layout, find_layout(source, head, all.start, tick));
  return all;
}

} // namespace readers::segy
