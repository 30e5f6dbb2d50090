// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/segy_facts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace segy;

// Extended textual headers that are read as text; further ones are counted.
constexpr uint64_t k_most_texts = 64;

// The byte order in which the format code is one that exists. At most one is:
// a code is below 256, so the other order makes it at least that.
std::optional<Order> order_by_format(std::string_view reel) {
  for (const auto order : {Order::big, Order::little}) {
    if (sample_format(parse_binary_header(reel, order).format) != nullptr) {
      return order;
    }
  }
  return std::nullopt;
}

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

// Whether sizes and the first trace header agree, for a file whose textual
// header proves nothing.
bool numbers_agree(const Input& input, Order order) {
  if (input.head.size() < k_reel_bytes + k_trace_header_bytes) {
    return false;
  }
  const auto reel = parse_binary_header(input.head, order);
  const auto trace = parse_trace_header(
      std::string_view(input.head).substr(k_reel_bytes), order);
  const auto* format = sample_format(reel.format);
  const uint64_t length = k_trace_header_bytes + reel.samples * format->bytes;
  return reel.samples > 0 && reel.interval > 0 &&
         trace.samples == reel.samples && trace.interval == reel.interval &&
         (input.size - k_reel_bytes) % length == 0;
}

bool named_segy(const Input& input) {
  const auto extension = input.extension();
  return extension.rfind("sgy", 0) == 0 || extension.rfind("segy", 0) == 0 ||
         extension == "seg";
}

class SegyReader : public Reader {
public:
  std::string_view name() const override { return "segy"; }
  uint32_t version() const override { return 2; }
  Detection detect(const Input& input) const override;
  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override;

private:
  base::Result<Everything> gather(const Source& source,
                                  domain::DocumentSink& sink) const;
};

Detection SegyReader::detect(const Input& input) const {
  const Detection none;
  if (input.is_directory || input.size == 0) {
    return none;
  }
  const Detection by_name{named_segy(input) ? Match::extension : Match::no,
                          "segy"};
  if (input.head.size() < k_reel_bytes) {
    return by_name;
  }
  const std::string_view head = input.head;
  const auto text = examine_text(head.substr(0, k_text_bytes));
  const auto order = order_by_format(head);
  const bool known_text = text.encoding != Encoding::unknown;
  const bool content =
      (known_text && text.cards >= 10) ||
      order_mark(head) == OrderMark::pairwise ||
      (order && known_text && (text.cards > 0 || by_name.match != Match::no)) ||
      (order && numbers_agree(input, *order));
  return content ? Detection{Match::content, "segy"} : by_name;
}

base::Result<Everything> SegyReader::gather(const Source& source,
                                            domain::DocumentSink& sink) const {
  TRY_ASSIGN(const std::string head,
             source.at(0, k_reel_bytes + k_trace_header_bytes));
  if (head.size() < k_reel_bytes) {
    return base::fail(base::Errc::corrupt,
                      "ends after " + std::to_string(head.size()) +
                          " bytes, within the " + std::to_string(k_reel_bytes) +
                          " bytes of the textual and binary header");
  }
  Everything all;
  const auto text = std::string_view(head).substr(0, k_text_bytes);
  all.text = examine_text(text);
  TRY_ASSIGN(const Order order, order_of(head, all.text));
  all.head = parse_binary_header(head, order);
  if (all.text.encoding != Encoding::unknown) {
    all.cards = cards_of(text, all.text.encoding);
  }
  if (sample_format(all.head.format) == nullptr) {
    return all;
  }
  const auto tick = [&sink] { return sink.progress(); };
  TRY_ASSIGN(all.layout, find_layout(source, all.head, tick));
  const uint64_t texts = std::min(all.layout->text_records, k_most_texts);
  for (uint64_t i = 0; i < texts; ++i) {
    TRY_ASSIGN(const auto bytes,
               source.at(k_reel_bytes + i * k_text_bytes, k_text_bytes));
    if (bytes.size() == k_text_bytes) {
      all.extended.push_back(cards_of(bytes, examine_text(bytes).encoding));
    }
  }
  if (all.layout->traces > 0) {
    TRY_ASSIGN(all.scan,
               scan_traces(source, *all.layout, order, all.cards, tick));
  }
  return all;
}

base::Result<void> SegyReader::read(const Input& input,
                                    domain::DocumentSink& sink) const {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
  const Source source{&fd, input.size};
  TRY_ASSIGN(const Everything all, gather(source, sink));
  const Findings findings = describe(all);
  TRY(sink.begin({"segy", title_of(findings, all.cards), {}}));
  TRY(findings.put(sink));
  return sink.end();
}

} // namespace

std::unique_ptr<Reader> make_segy_reader() {
  return std::make_unique<SegyReader>();
}

} // namespace readers
