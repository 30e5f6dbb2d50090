// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/compare.hpp"

#include <cmath>

namespace truth {
namespace {

bool is_depth(const Row& row) {
  return cell(row, "notes").find("depth section") != std::string::npos;
}

Field number_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return same_number(cell(row, column), find(document, key));
          }};
}

// 0 stands for "not set": no fact is the right answer to it.
Field optional_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) -> Outcome {
            const auto theirs = cell(row, column);
            const auto* ours = find(document, key);
            if (theirs == "0" && ours == nullptr) {
              return {Verdict::agreed, "not set"};
            }
            if (ours == nullptr && refused(document, key, theirs)) {
              return {Verdict::agreed, "refused"};
            }
            return same_number(theirs, ours);
          }};
}

Outcome check_encoding(const Row& row, const Document& document) {
  auto theirs = cell(row, "text_enc");
  if (theirs == "unknown/binary") {
    return outcome_of(find(document, "text_encoding") == nullptr &&
                          refused(document, "text_encoding", ""),
                      "refused");
  }
  return same_text(theirs.substr(0, theirs.find('(')),
                   find(document, "text_encoding"));
}

Outcome check_order(const Row& row, const Document& document) {
  return same_text(cell(row, "endian") + "-endian",
                   find(document, "byte_order"));
}

// "odd(0.1)": no revision has that number, so it must be refused.
Outcome check_revision(const Row& row, const Document& document) {
  if (cell(row, "rev").rfind("odd", 0) == 0) {
    return outcome_of(
        find(document, "revision") == nullptr &&
            refused(document, "revision", "0x" + cell(row, "rev_raw_hex")),
        "refused");
  }
  return same_text(cell(row, "rev"), find(document, "revision"));
}

Outcome check_format(const Row& row, const Document& document) {
  auto theirs = cell(row, "format");
  if (theirs == "fixed w/gain 32") {
    theirs = "fixed point with gain, 32 bit";
  }
  return same_text(theirs, find(document, "sample_format"));
}

// A section in depth must not claim microseconds; its step is the field's
// value in thousandths.
Outcome check_interval(const Row& row, const Document& document) {
  if (!is_depth(row)) {
    return same_number(cell(row, "sample_interval_us"),
                       find(document, "sample_interval_us"));
  }
  const auto* step = find(document, "sample_interval_m");
  step = step != nullptr ? step : find(document, "sample_interval_depth");
  if (step == nullptr || find(document, "sample_interval_us") != nullptr) {
    return {Verdict::missing, "time claimed of a section in depth"};
  }
  const auto theirs = number(cell(row, "sample_interval_us"));
  return outcome_of(theirs && std::fabs(*theirs / 1000 - *step->number) < 1e-3,
                    step->text);
}

Outcome check_measurement(const Row& row, const Document& document) {
  const auto theirs = cell(row, "measurement_system");
  const auto* ours = find(document, "measurement_system");
  if (theirs == "0" && ours == nullptr) {
    return {Verdict::agreed, "not set"};
  }
  return same_text(theirs == "1"   ? "metres"
                   : theirs == "2" ? "feet"
                                   : theirs,
                   ours);
}

// The table holds what stands in the header; ours is multiplied.
Field coordinate(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) -> Outcome {
            const auto theirs = number(cell(row, column)).value_or(0);
            const auto scalar = number(cell(row, "scalar_xy")).value_or(0);
            const double factor = scalar < 0    ? -1 / scalar
                                  : scalar == 0 ? 1
                                                : scalar;
            const auto* ours = find(document, key);
            if (ours == nullptr && theirs == 0) {
              return {Verdict::agreed, "not set"};
            }
            if (ours == nullptr && refused(document, key, cell(row, column))) {
              return {Verdict::agreed, "refused"};
            }
            if (ours == nullptr) {
              return {Verdict::missing, ""};
            }
            return outcome_of(std::fabs(theirs * factor - *ours->number) < 1e-3,
                              ours->text);
          }};
}

// The fixed-length flag of revision 0 is not assigned.
Outcome check_fixed(const Row& row, const Document& document) {
  const auto* ours = find(document, "fixed_length_traces");
  const auto theirs = cell(row, "fixed_flag");
  if (theirs != "1") {
    return outcome_of(ours == nullptr, ours == nullptr ? "no" : ours->text);
  }
  return ours == nullptr ? Outcome{Verdict::missing, ""}
                         : outcome_of(ours->text == "yes", ours->text);
}

Outcome check_first_card(const Row& row, const Document& document) {
  auto theirs = cell(row, "text_c01");
  if (theirs.empty()) {
    return {};
  }
  // Without the number of the card, blanks folded.
  const auto fold = [](const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c != ' ' || (!out.empty() && out.back() != ' ')) {
        out += c;
      }
    }
    return out;
  };
  theirs = fold(theirs.substr(std::min<size_t>(3, theirs.size())));
  theirs.erase(0, theirs.find_first_not_of(' '));
  for (const auto& passage : document.passages) {
    if (passage.locator.section == "textual header") {
      const auto ours = fold(passage.text.substr(0, passage.text.find('\n')));
      return outcome_of(ours == theirs || ("C " + ours) == theirs ||
                            ours.find(theirs) != std::string::npos,
                        ours);
    }
  }
  return {Verdict::missing, ""};
}

} // namespace

std::vector<Field> segy_fields() {
  return {
      {"text_enc", check_encoding},
      {"endian", check_order},
      {"rev", check_revision},
      number_field("format_code", "format_code"),
      {"format", check_format},
      {"sample_interval_us", check_interval},
      number_field("samples_per_trace", "samples_per_trace"),
      number_field("trace_count", "trace_count"),
      {"fixed_flag", check_fixed},
      number_field("ext_text_headers", "extended_text_headers_declared"),
      number_field("ext_text_headers_actual", "extended_text_headers"),
      {"measurement_system", check_measurement},
      optional_field("traces_per_ensemble", "traces_per_ensemble"),
      optional_field("sorting", "sorting"),
      optional_field("fldr_first", "field_record_first"),
      optional_field("fldr_last", "field_record_last"),
      optional_field("cdp_first", "cdp_first"),
      optional_field("cdp_last", "cdp_last"),
      optional_field("inline189_first", "inline_first"),
      optional_field("inline189_last", "inline_last"),
      optional_field("xline193_first", "crossline_first"),
      optional_field("xline193_last", "crossline_last"),
      optional_field("scalar_xy", "coordinate_scalar"),
      coordinate("cdpx181_first", "cdp_x_first"),
      coordinate("cdpy185_first", "cdp_y_first"),
      {"text_c01", check_first_card},
  };
}

} // namespace truth
