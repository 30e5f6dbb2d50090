// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/segy_facts.hpp"

namespace readers::segy {
namespace {

std::string range_text(const Findings& found, const std::string& name,
                       const std::string& label) {
  const auto* first = found.find(name + "_first");
  const auto* last = found.find(name + "_last");
  if (first == nullptr || last == nullptr) {
    return "";
  }
  return " " + label + " " + first->text + " to " + last->text + ".";
}

std::string fact_text(const Findings& found, const char* key,
                      const std::string& before, const std::string& after) {
  const auto* fact = found.find(key);
  return fact == nullptr ? "" : before + fact->text + after;
}

std::string summary_of(const Findings& found) {
  std::string text = "SEG-Y seismic data";
  text += fact_text(found, "revision", ", revision ", "");
  text += fact_text(found, "trace_count", ": ", " traces");
  text += fact_text(found, "samples_per_trace", ", ", " samples per trace");
  text += fact_text(found, "sample_interval_us", ", sample interval ", "");
  text += fact_text(found, "sample_interval_m", ", depth step ", "");
  text += fact_text(found, "sample_interval_depth", ", depth step ", "");
  text += fact_text(found, "record_length_ms", ", record length ", "");
  text += ".";
  text += fact_text(found, "sample_format", " Sample format ", "");
  text += fact_text(found, "format_code", " (code ", "),");
  text += fact_text(found, "byte_order", " ", ".");
  text += fact_text(found, "text_encoding", " Textual header in ", ".");
  text += fact_text(found, "line_name", " Line ", ".");
  text += fact_text(found, "survey", " Survey ", ".");
  text += fact_text(found, "area", " Area ", ".");
  text += fact_text(found, "client", " Client ", ".");
  text += range_text(found, "inline", "Inlines");
  text += range_text(found, "crossline", "crosslines");
  text += range_text(found, "field_record", "Field records");
  text += range_text(found, "cdp", "CDP");
  text += range_text(found, "shot_point", "Shot points");
  text += fact_text(found, "textual_header", " Textual header: ", ".");
  return text;
}

void put_cards(const std::vector<Card>& cards, const std::string& section,
               Findings& out) {
  std::vector<NumberedLine> lines;
  for (const auto& card : cards) {
    lines.push_back({card.number, card.content});
  }
  out.pack(lines, section, domain::PassageKind::header);
}

} // namespace

void describe_passages(const Everything& all, Findings& out) {
  out.passages.push_back({summary_of(out), {}, domain::PassageKind::header});
  put_cards(all.cards, "textual header", out);
  for (size_t i = 0; i < all.extended.size(); ++i) {
    put_cards(all.extended[i],
              "extended textual header " + std::to_string(i + 1), out);
  }
  for (size_t i = 0; i < all.trailers.size(); ++i) {
    put_cards(all.trailers[i], "trailer stanza " + std::to_string(i + 1), out);
  }
}

} // namespace readers::segy
