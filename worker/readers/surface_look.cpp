// SPDX-License-Identifier: Apache-2.0
#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/surface.hpp"

#include <algorithm>

namespace readers::surface {
namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view take_line(std::string_view& text) {
  const auto end = text.find_first_of("\r\n");
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The first line that is not blank and does not begin with `mark`.
std::string_view first_line(std::string_view text, char mark = '\0') {
  while (!text.empty()) {
    const auto line = trim(take_line(text));
    if (!line.empty() && line.front() != mark) {
      return line;
    }
  }
  return {};
}

size_t numbers_in(std::string_view line) {
  const auto parts = parts_of(line, 100);
  const bool all = std::all_of(parts.begin(), parts.end(), [](auto part) {
    return model_number(part).has_value();
  });
  return all ? parts.size() : 0;
}

Detection binary(std::string_view head) {
  using namespace std::string_view_literals;
  const bool irap = head.size() >= 100 &&
                    head.starts_with("\0\0\0\x20\xFF\xFF\xFC\x1C"sv) &&
                    head.substr(36, 8) == "\0\0\0\x20\0\0\0\x10"sv;
  if (irap) {
    return {Match::magic, "irap-binary"};
  }
  // The size of what follows: versions 1 and 2 of Surfer 7.
  if ((head.starts_with("DSBB") && head.size() >= k_surfer_six_header) ||
      head.starts_with("DSRB\x04\0\0\0"sv)) {
    return {Match::magic, "surfer-grid"};
  }
  return head.substr(0, 32).find("Content=Map,") != std::string_view::npos
             ? Detection{Match::magic, "petromod"}
             : Detection{};
}

// Rows of nothing but numbers, as far as the start of the file goes.
Detection rows(const Input& input, std::string_view text) {
  size_t lines = 0, ends = 0;
  bool three = true;
  const bool complete = input.head.size() >= input.size;
  while (!text.empty() && lines < 2000) {
    const auto line = trim(take_line(text));
    if (text.empty() && !complete) {
      break; // cut by the end of what is seen
    }
    if (line.empty() || line.front() == '#' || line.front() == '!') {
      continue;
    }
    const auto found = numbers_in(line);
    if (found < 2) {
      return {};
    }
    const auto parts = parts_of(line, 4);
    three = three && found == 3;
    ends += parts.size() >= 3 &&
            std::all_of(parts.begin(), parts.begin() + 3,
                        [](auto part) { return model_number(part) == 999.0; });
    ++lines;
  }
  const auto extension = input.extension();
  const bool named = extension == "poi" || extension == "pol" ||
                     extension == "pts" || extension == "irap";
  if (lines > 1 && three && ends > 0) {
    return {Match::content, "irap-points"};
  }
  return lines > 0 && (named || extension == "xyz")
             ? Detection{Match::extension, "xyz"}
             : Detection{};
}

Detection marked(std::string_view text, std::string_view first) {
  const auto folded = domain::lower_ascii(first);
  if (folded.starts_with("# type:") &&
      (has(text, "# Field:") || has(text, "# Format:"))) {
    return {Match::magic, "earthvision"};
  }
  const bool shape = has(folded, "point") || has(folded, "line") ||
                     has(folded, "polygon") || has(folded, "surface");
  if (has(folded, "petrel") && shape && !has(folded, "well") &&
      has(text, "BEGIN HEADER")) {
    return {Match::magic, "petrel-points"};
  }
  return has(text, "#End_of_Horizon_ASCII_Header_") ||
                 (has(text, "#Horizon_name") && has(text, "->"))
             ? Detection{Match::magic, "openworks-horizon"}
             : Detection{};
}

Detection zmap(std::string_view text) {
  const auto line = domain::upper_ascii(first_line(text, '!'));
  const auto comma = line.find(',');
  if (!line.starts_with('@') || comma == std::string::npos) {
    return {};
  }
  const auto kind = trim(std::string_view(line).substr(comma + 1));
  return kind.starts_with("GRID") || kind.starts_with("DATA")
             ? Detection{Match::magic, "zmap"}
             : Detection{};
}

bool is_irap_classic(std::string_view text) {
  const auto first = trim(take_line(text));
  return first.starts_with("-996") && numbers_in(first) >= 4 &&
         numbers_in(trim(take_line(text))) >= 4;
}

} // namespace

Detection look_at(const Input& input) {
  if (input.is_directory || input.size == 0) {
    return {};
  }
  if (const auto found = binary(input.head); found.match != Match::no) {
    return found;
  }
  if (!input.sniff().is_text) {
    return {};
  }
  const auto text = input.text();
  const auto first = first_line(text);
  if (first.starts_with("FSASCI")) {
    return {Match::magic, "cps3"};
  }
  if (first.starts_with("FFASCI")) {
    return {Match::magic, "cps3-lines"};
  }
  if (first.starts_with("GOCAD ") && has(text, "HEADER")) {
    return {Match::magic, "gocad"};
  }
  if (first == "DSAA") {
    return {Match::magic, "surfer-grid"};
  }
  if (is_irap_classic(text)) {
    return {Match::magic, "irap"};
  }
  for (const auto& found : {marked(text, first), zmap(text)}) {
    if (found.match != Match::no) {
      return found;
    }
  }
  return rows(input, text);
}

} // namespace readers::surface
