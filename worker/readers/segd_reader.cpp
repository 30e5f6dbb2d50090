// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segd_reader.hpp"

#include "core/base/fd.hpp"
#include "core/domain/date.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/segd_header.hpp"
#include "worker/readers/seismic_notes.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace segd;

constexpr size_t k_most_sets = 500; // that are described one by one

domain::Locator in_general(const Header& header, size_t position) {
  return at_byte(header.start + position - 1, "general header");
}

// Day 52 of the year 07: "2007-02-21". Years of two digits as everywhere
// (domain/date.hpp): up to 30 of this century.
std::string date_of(const Header& header) {
  const int year = header.year <= 30 ? 2000 + header.year : 1900 + header.year;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const int lengths[] = {31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
                         31};
  int day = header.day;
  for (int month = 0; month < 12; ++month) {
    if (day <= lengths[month]) {
      return domain::display_day(
          static_cast<domain::Day>(year * 10000 + (month + 1) * 100 + day));
    }
    day -= lengths[month];
  }
  return ""; // day 366 of a year that has 365
}

void describe_date(const Header& header, Findings& out) {
  const auto where = in_general(header, 11);
  const auto date = date_of(header);
  if (date.empty()) {
    out.refuse("recorded_date", std::to_string(header.day),
               "the year has no such day", where);
    return;
  }
  auto found = dates_of("recorded_date", "recorded_date", date, where);
  std::move(found.facts.begin(), found.facts.end(),
            std::back_inserter(out.facts));
  out.say("recorded_time", header.time, in_general(header, 14));
}

void describe_length(const Header& header, Findings& out) {
  if (header.interval_us > 0) {
    out.measure("sample_interval_us", header.interval_us, "us",
                in_general(header, 23));
  } else {
    out.refuse("sample_interval_us", "0", "no base scan interval",
               in_general(header, 23));
  }
  if (header.record_length_ms) {
    out.measure("record_length_ms", *header.record_length_ms, "ms",
                in_general(header, 26));
  }
}

void describe_general(const Header& header, Findings& out) {
  out.say("storage_unit_label", header.label, at_byte(0));
  out.count("file_number", header.file_number, in_general(header, 1));
  out.say("format_code", header.format_code, in_general(header, 3));
  out.say("sample_format", format_name(header.format_code),
          in_general(header, 3));
  out.measure("revision", header.revision_major + header.revision_minor / 10.0,
              "", in_general(header, 43),
              std::to_string(header.revision_major) + "." +
                  std::to_string(header.revision_minor));
  describe_date(header, out);
  describe_length(header, out);
  if (header.manufacturer >= 0) {
    out.count("manufacturer_code", static_cast<uint64_t>(header.manufacturer),
              in_general(header, 17));
  }
  if (header.serial > 0) {
    out.count("manufacturer_serial", static_cast<uint64_t>(header.serial),
              in_general(header, 18));
  }
  if (const auto* name = record_type_name(header.record_type)) {
    out.say("record_type", name, in_general(header, 26));
  }
  out.count("scan_type_count", header.scan_types, in_general(header, 28));
  out.count("channel_set_count", header.channel_sets, in_general(header, 29));
  out.count("extended_header_blocks", header.extended_blocks);
  out.count("external_header_blocks", header.external_blocks);
}

std::string set_text(const ChannelSet& set, bool revision3) {
  std::string text = "CHANNEL SET: " + std::to_string(set.number);
  if (const auto* name = channel_type_name(set.type, revision3)) {
    text += std::string("; TYPE: ") + name;
  }
  text += "; CHANNELS: " + std::to_string(set.channels) +
          "; START: " + plain_number(set.start_ms) +
          " ms; END: " + plain_number(set.end_ms) + " ms";
  if (set.interval_us) {
    text += "; INTERVAL: " + plain_number(*set.interval_us) + " us";
  }
  if (set.alias_hz && *set.alias_hz > 0) {
    text += "; ALIAS FILTER: " + std::to_string(*set.alias_hz) + " Hz";
  }
  return text;
}

void describe_sets(const Header& header, const std::vector<ChannelSet>& sets,
                   Findings& out) {
  std::vector<NumberedLine> lines;
  uint64_t channels = 0, seismic = 0;
  for (const auto& set : sets) {
    if (set.channels == 0) {
      continue; // descriptors that are not used
    }
    channels += set.channels;
    const auto* type = channel_type_name(set.type, header.is_revision3());
    seismic +=
        type != nullptr && std::string(type) == "seismic" ? set.channels : 0;
    lines.push_back({lines.size() + 1, set_text(set, header.is_revision3())});
  }
  const uint64_t declared = header.scan_types * header.channel_sets;
  if (sets.size() < declared) {
    out.refuse("channel_set_count", std::to_string(declared),
               "of so many descriptors " + std::to_string(sets.size()) +
                   " were read",
               in_general(header, 29));
  }
  out.count("channel_count", channels);
  if (seismic > 0) {
    out.count("seismic_channel_count", seismic);
  }
  out.pack(lines, "channel sets", domain::PassageKind::record);
}

std::string summary_of(const Findings& found) {
  std::string text = "SEG-D field record";
  const auto add = [&](const char* key, const char* before, const char* after) {
    if (const auto* fact = found.find(key)) {
      text += before + fact->text + after;
    }
  };
  add("revision", ", revision ", "");
  add("file_number", ", file number ", "");
  add("sample_format", ". Samples: ", "");
  add("format_code", " (code ", ")");
  add("sample_interval_us", ". Sample interval ", "");
  add("record_length_ms", ", record length ", "");
  add("channel_count", ". Channels: ", "");
  add("recorded_date", ". Recorded ", "");
  return text + ".";
}

class SegdReader : public Reader {
public:
  std::string_view name() const override { return "segd"; }
  uint32_t version() const override { return 1; }
  std::vector<FormatNote> notes() const override { return segd_notes(); }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !parse_header(input.head)) {
      return {};
    }
    return {Match::content, "segd"};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto header = parse_header(input.head);
    if (!header) {
      return base::fail(base::Errc::corrupt,
                        "no general header of SEG-D at byte 0: no format code "
                        "in bytes 3-4, or no date and time in bytes 11-16");
    }
    TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
    const uint64_t at =
        header->start + (1 + header->additional_blocks) * k_block_bytes;
    std::string bytes(k_most_sets * 3 * k_block_bytes, '\0');
    TRY_ASSIGN(const size_t got,
               base::read_at(fd, std::as_writable_bytes(std::span(bytes)), at));
    bytes.resize(got);
    Findings out;
    describe_general(*header, out);
    describe_sets(*header, parse_channel_sets(*header, bytes, at, k_most_sets),
                  out);
    out.passages.insert(out.passages.begin(),
                        {summary_of(out), {}, domain::PassageKind::header});
    TRY(sink.begin({"segd", "", {}}));
    TRY(out.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_segd_reader() {
  return std::make_unique<SegdReader>();
}

} // namespace readers
