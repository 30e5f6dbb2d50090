// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/segy_facts.hpp"
#include "worker/readers/segy_headers.hpp"
#include "worker/readers/seismic_notes.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace segy;

// Extended textual headers that are read as text; further ones are counted.
constexpr uint64_t k_most_texts = 64;

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

// What begins as another format does, or is text to its end, is no SEG-Y
// whatever its name: a binary header has zeros.
bool is_other_format(const Input& input) {
  static constexpr std::array<std::string_view, 14> k_signatures{
      std::string_view("II*\0", 4),
      std::string_view("MM\0*", 4),
      "%PDF-",
      "PK\x03\x04",
      "\x89PNG",
      "GIF8",
      "\xFF\xD8\xFF",
      "\x1F\x8B\x08",
      "BZh",
      "7z\xBC\xAF",
      "Rar!",
      "\xD0\xCF\x11\xE0",
      "<?xml",
      "{\\rtf"};
  const bool signature = std::any_of(
      k_signatures.begin(), k_signatures.end(),
      [&](std::string_view mark) { return input.head.starts_with(mark); });
  return signature || input.sniff().is_text;
}

class SegyReader : public Reader {
public:
  std::string_view name() const override { return "segy"; }
  uint32_t version() const override { return 3; }
  std::vector<FormatNote> notes() const override { return segy_notes(); }
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
    return is_other_format(input) ? none : by_name;
  }
  const std::string_view head = input.head;
  if (is_other_format(input)) {
    return none;
  }
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

// The records of text at the end of the file.
base::Result<void> gather_trailers(const Source& source, uint64_t count,
                                   Everything& all) {
  for (uint64_t i = count; i > 0; --i) {
    TRY_ASSIGN(const auto bytes,
               source.at(source.size - i * k_text_bytes, k_text_bytes));
    all.trailers.push_back(cards_of(bytes, examine_text(bytes).encoding));
  }
  return {};
}

base::Result<Everything> SegyReader::gather(const Source& source,
                                            domain::DocumentSink& sink) const {
  const auto tick = [&sink] { return sink.progress(); };
  TRY_ASSIGN(Headers headers, read_headers(source, tick));
  Everything all;
  all.text = headers.text;
  all.head = headers.binary;
  if (all.text.encoding != Encoding::unknown) {
    all.cards = cards_of(headers.textual(), all.text.encoding);
    all.telling = telling_cards(all.cards);
  }
  if (!headers.layout) {
    return all;
  }
  all.layout = std::move(headers.layout);
  const uint64_t texts = std::min(all.layout->text_records, k_most_texts);
  for (uint64_t i = 0; i < texts; ++i) {
    TRY_ASSIGN(const auto bytes,
               source.at(k_reel_bytes + i * k_text_bytes, k_text_bytes));
    if (bytes.size() == k_text_bytes) {
      all.extended.push_back(cards_of(bytes, examine_text(bytes).encoding));
    }
  }
  TRY(gather_trailers(source, headers.trailers, all));
  if (all.layout->traces > 0) {
    TRY_ASSIGN(all.scan,
               scan_traces(source, *all.layout, all.head, all.cards, tick));
  }
  return all;
}

base::Result<void> SegyReader::read(const Input& input,
                                    domain::DocumentSink& sink) const {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
  const Source source{&fd, input.size, input.head};
  TRY_ASSIGN(const Everything all, gather(source, sink));
  const Findings findings = describe(all);
  TRY(sink.begin({"segy", title_of(findings, all.telling), {}}));
  TRY(findings.put(sink));
  return sink.end();
}

} // namespace

std::unique_ptr<Reader> make_segy_reader() {
  return std::make_unique<SegyReader>();
}

} // namespace readers
