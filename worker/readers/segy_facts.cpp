// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_facts.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/date.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/dates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace readers::segy {
namespace {

constexpr double k_metres_per_foot = 0.3048;

domain::Locator in_binary(size_t position) {
  return at_byte(position - 1, "binary header");
}

void describe_revision(const BinaryHeader& head, Findings& out) {
  if (head.revision) {
    const auto text = std::to_string(head.revision->major) + "." +
                      std::to_string(head.revision->minor);
    out.measure("revision", head.revision->major + head.revision->minor / 10.0,
                "", in_binary(3501), text);
    return;
  }
  out.refuse("revision", "0x" + base::hex_of(head.revision_raw),
             "no revision of SEG-Y has this number (1.0 is 0x0100)",
             in_binary(3501));
}

void describe_format(const BinaryHeader& head, Findings& out) {
  out.say("byte_order", std::string(name_of(head.order)) + "-endian");
  const auto* format = sample_format(head.format);
  if (format == nullptr) {
    out.refuse("format_code", std::to_string(head.format),
               "no sample format has this code, so traces cannot be counted",
               in_binary(3225));
    return;
  }
  out.count("format_code", static_cast<uint64_t>(head.format), in_binary(3225));
  out.say("sample_format", format->name, in_binary(3225));
}

void describe_measurement(const BinaryHeader& head, Findings& out) {
  if (head.measurement == 1 || head.measurement == 2) {
    out.say("measurement_system", head.measurement == 1 ? "metres" : "feet",
            in_binary(3255));
  } else if (head.measurement != 0) {
    out.refuse("measurement_system", std::to_string(head.measurement),
               "neither 1 (metres) nor 2 (feet)", in_binary(3255));
  }
}

void describe_sorting(const BinaryHeader& head, Findings& out) {
  const auto text = std::to_string(head.sorting);
  if (const auto* name = sorting_name(head.sorting)) {
    out.measure("sorting", static_cast<double>(head.sorting), "",
                in_binary(3229), text + " (" + name + ")");
  } else if (head.sorting != 0) {
    out.refuse("sorting", text, "no sorting has this code", in_binary(3229));
  }
}

// Counts and numbers of which 0 means not set and less than 0 nothing.
void describe_number(std::string key, int64_t value, size_t position,
                     Findings& out) {
  if (value > 0) {
    out.count(std::move(key), static_cast<uint64_t>(value),
              in_binary(position));
  } else if (value < 0) {
    out.refuse(std::move(key), std::to_string(value), "less than 0",
               in_binary(position));
  }
}

void describe_binary(const BinaryHeader& head, Findings& out) {
  describe_revision(head, out);
  describe_format(head, out);
  describe_measurement(head, out);
  describe_sorting(head, out);
  describe_number("job_number", head.job, 3201, out);
  describe_number("line_number", head.line, 3205, out);
  describe_number("reel_number", head.reel, 3209, out);
  const bool extended = head.extended_traces_per_ensemble > 0;
  describe_number("traces_per_ensemble",
                  extended ? head.extended_traces_per_ensemble
                           : head.traces_per_ensemble,
                  extended ? 3261 : 3213, out);
  describe_number("ensemble_fold", head.fold, 3227, out);
  if (head.at_least(2) && head.revision->minor >= 1) {
    describe_number("survey_type", head.survey_type, 3509, out);
  }
  if (head.at_least(2)) {
    describe_number("time_basis_code", head.time_basis, 3511, out);
  }
  if (head.fixed_length == 1) {
    out.say("fixed_length_traces", "yes", in_binary(3503));
  } else if (head.fixed_length != 0 && head.at_least(1)) {
    out.refuse("fixed_length_traces", std::to_string(head.fixed_length),
               "neither 0 nor 1", in_binary(3503));
  }
}

void describe_extended(const Everything& all, Findings& out) {
  const int64_t declared = all.head.extended_texts;
  const auto where = in_binary(3505);
  const uint64_t actual = all.layout ? all.layout->text_records : 0;
  if (declared >= -1 && (!all.layout || declared == -1 ||
                         static_cast<uint64_t>(declared) == actual)) {
    out.measure("extended_text_headers_declared", static_cast<double>(declared),
                "", where, std::to_string(declared));
  } else {
    out.refuse("extended_text_headers_declared", std::to_string(declared),
               declared < -1 ? "less than -1"
                             : "the traces begin before so many could stand",
               where);
  }
  if (declared == -1 && actual == 0) {
    out.refuse("extended_text_headers", "-1",
               "until the end stanza, and there is none", where);
  }
  if (all.layout) {
    out.count("extended_text_headers", actual, at_byte(k_reel_bytes));
  }
}

std::string number_and(double number, std::string_view unit) {
  return plain_number(number) + " " + std::string(unit);
}

void describe_depth(const DepthClaim& claim, const BinaryHeader& head,
                    uint64_t samples, Findings& out) {
  const auto where = at_line(claim.card, "textual header");
  out.say("domain", "depth", where);
  std::string unit = claim.unit;
  if (unit.empty() && head.measurement == 1) {
    unit = "m";
  } else if (unit.empty() && head.measurement == 2) {
    unit = "ft";
  }
  if (!claim.step) {
    out.refuse("sample_interval", std::to_string(head.interval),
               "a section in depth, and the textual header names no step",
               in_binary(3217));
    return;
  }
  const double step = *claim.step;
  const auto text = unit.empty() ? plain_number(step) : number_and(step, unit);
  if (unit.empty()) {
    out.measure("sample_interval_depth", step, "", where, text);
    out.refuse("sample_interval_m", text,
               "a step in depth whose unit is not written", where);
    return;
  }
  const double metres = unit == "ft" ? k_metres_per_foot : 1;
  out.measure("sample_interval_m", step * metres, "m", where, text);
  if (samples > 0) {
    const double whole = step * static_cast<double>(samples);
    const double between = step * static_cast<double>(samples - 1);
    out.measure("record_length_m", whole * metres, "m", where,
                number_and(whole, unit));
    out.measure("record_length_m", between * metres, "m", where,
                number_and(between, unit) + " (first to last sample)");
  }
}

// Why the vertical axis is taken for what it is.
void describe_reason(const DepthClaim& claim, Findings& out) {
  if (claim.card == 0) {
    out.say("domain_reason", "no card of the textual header speaks of depth");
    return;
  }
  out.say("domain_reason",
          "card " + std::to_string(claim.card) + ": " + claim.text,
          at_line(claim.card, "textual header"));
}

void describe_form(const std::vector<Card>& cards, Findings& out) {
  const auto state = form_state(cards);
  if (state != FormState::none) {
    out.say("textual_header",
            state == FormState::unfilled
                ? "the form of the standard, not filled in"
                : "the form of the standard, filled in",
            at_byte(0, "textual header"));
  }
}

void describe_trailers(const Everything& all, Findings& out) {
  const auto where = in_binary(3529);
  const auto found = all.trailers.size();
  if (all.head.trailers != 0) {
    out.measure("trailer_stanzas_declared",
                static_cast<double>(all.head.trailers), "", where,
                std::to_string(all.head.trailers));
  }
  if (found > 0) {
    out.count("trailer_stanzas", found);
  }
  if (all.head.trailers < -1 ||
      (all.head.trailers > 0 &&
       static_cast<uint64_t>(all.head.trailers) != found)) {
    out.refuse("trailer_stanzas", std::to_string(all.head.trailers),
               "behind the traces stand " + std::to_string(found) +
                   " records of text",
               where);
  }
}

void describe_sampling(const Everything& all, uint64_t samples, Findings& out) {
  double interval = all.head.declared_interval();
  auto where = in_binary(3217);
  const uint64_t in_trace = all.scan ? all.scan->first.interval : 0;
  if (interval == 0 && in_trace != 0) {
    interval = static_cast<double>(in_trace);
    where = at_byte(all.layout->first_trace + 116, "trace header");
  } else if (in_trace != 0 && static_cast<double>(in_trace) != interval) {
    out.refuse("sample_interval", std::to_string(in_trace),
               "the binary header says " + plain_number(interval),
               at_byte(all.layout->first_trace + 116, "trace header"));
  }
  const auto claim = depth_claim(all.telling, interval);
  describe_reason(claim, out);
  if (claim.depth) {
    describe_depth(claim, all.head, samples, out);
  } else if (std::isfinite(interval) && interval > 0 && interval < 1e9) {
    describe_time(interval, samples, where, out);
  }
}

void describe_losses(const Layout& layout, Findings& out) {
  if (layout.truncated_at) {
    out.refuse("trace " + std::to_string(layout.traces + 1),
               std::to_string(layout.truncated_bytes) + " bytes",
               "the file ends within this trace of " +
                   std::to_string(layout.trace_bytes()) + " bytes",
               at_byte(*layout.truncated_at));
  }
  if (layout.lost_at) {
    out.refuse("trace " + std::to_string(layout.traces + 1), "",
               "no trace header stands where the one before ends",
               at_byte(*layout.lost_at));
  }
}

void describe_layout(const Everything& all, Findings& out) {
  const Layout& layout = *all.layout;
  if (layout.samples == 0) {
    out.refuse("samples_per_trace", "0",
               "neither the binary header nor the first trace says how many",
               in_binary(3221));
    return;
  }
  const bool sure = layout.confidence >= 0.5 || !layout.truncated_at;
  if (!sure) {
    out.refuse("trace_count", std::to_string(layout.traces),
               "no arrangement of the traces agrees with the file's size",
               at_byte(layout.data_start));
    out.count("samples_per_trace", layout.samples, in_binary(3221));
    return;
  }
  out.count("samples_per_trace", layout.samples,
            layout.samples_from_traces
                ? at_byte(layout.first_trace + 114, "trace header")
                : in_binary(3221));
  out.count("trace_count", layout.traces, at_byte(layout.data_start));
  if (layout.samples_from_traces && all.head.declared_samples() != 0) {
    out.refuse("samples_per_trace", std::to_string(all.head.declared_samples()),
               "the traces hold " + std::to_string(layout.samples),
               in_binary(3221));
  }
  if (layout.headers_per_trace > 1) {
    out.count("extra_trace_headers", layout.headers_per_trace - 1,
              in_binary(3507));
  }
  if (all.head.trace_count != 0 && all.head.trace_count != layout.traces) {
    out.refuse("trace_count", std::to_string(all.head.trace_count),
               "the file holds " + std::to_string(layout.traces),
               in_binary(3513));
  }
  describe_losses(layout, out);
}

// What a card says was done when: "DATE RECORDED: JUN 1984".
void describe_dates(const std::vector<Card>& cards, Findings& out) {
  for (const Card& card : cards) {
    for (const auto& said : domain::dates_said(card.content)) {
      auto found = dates_of(said.role, said.role, said.text,
                            at_line(card.number, "textual header"));
      std::move(found.facts.begin(), found.facts.end(),
                std::back_inserter(out.facts));
    }
  }
}

void describe_labels(const std::vector<Card>& cards, Findings& out) {
  for (const auto& label : labels_of(cards)) {
    const bool known = std::any_of(
        out.facts.begin(), out.facts.end(), [&](const domain::Fact& fact) {
          return fact.key == label.key && fact.text == label.value;
        });
    if (known) {
      continue;
    }
    const auto where = at_line(label.card, "textual header");
    out.say(label.key, label.value, where);
    if (label.key == "line_name" && label.value.size() > 1 &&
        domain::normalise_key("line", label.value)) {
      out.keys.push_back({"line", label.value, where});
    }
  }
}

} // namespace

void describe_time(double interval, uint64_t samples, domain::Locator where,
                   Findings& out) {
  out.measure("sample_interval_us", interval, "us", where,
              number_and(interval, "us"));
  out.say("domain", "time");
  if (samples == 0) {
    return;
  }
  // Quoted both ways: samples times interval, and first to last sample.
  const double whole = interval * static_cast<double>(samples) / 1000;
  const double between = interval * static_cast<double>(samples - 1) / 1000;
  out.measure("record_length_ms", whole, "ms", where, number_and(whole, "ms"));
  out.measure("record_length_ms", between, "ms", where,
              number_and(between, "ms") + " (first to last sample)");
}

Findings describe(const Everything& all) {
  Findings out;
  if (all.text.encoding == Encoding::unknown) {
    out.refuse("text_encoding", "", "neither EBCDIC nor ASCII text stands here",
               at_byte(0, "textual header"));
  } else {
    const bool ebcdic = all.text.encoding == Encoding::ebcdic;
    out.say("text_encoding", ebcdic ? "EBCDIC" : "ASCII",
            at_byte(0, "textual header"));
  }
  describe_binary(all.head, out);
  describe_extended(all, out);
  if (all.layout) {
    describe_layout(all, out);
  }
  const uint64_t samples =
      all.layout ? all.layout->samples : all.head.declared_samples();
  describe_sampling(all, samples, out);
  if (all.scan) {
    describe_traces(all, out);
  }
  describe_trailers(all, out);
  describe_form(all.cards, out);
  describe_labels(all.telling, out);
  describe_dates(all.telling, out);
  describe_passages(all, out);
  return out;
}

std::string title_of(const Findings& findings,
                     const std::vector<Card>& telling) {
  std::string title;
  for (const auto* key : {"survey", "area", "line_name"}) {
    if (const auto* fact = findings.find(key)) {
      title += (title.empty() ? "" : ", ") + fact->text;
    }
  }
  if (!title.empty()) {
    return title;
  }
  // A line that is a date tells nobody what this is.
  const auto tells = [](const Card& card) {
    return !domain::fold(card.content).starts_with("date");
  };
  const auto card = std::find_if(telling.begin(), telling.end(), tells);
  return card == telling.end() ? "" : card->content;
}

} // namespace readers::segy
