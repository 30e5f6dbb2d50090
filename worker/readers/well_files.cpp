// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/well_files.hpp"

#include "core/domain/text.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/well_items.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers::wells {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view first_line(std::string_view head) {
  return trim(head.substr(0, head.find('\n')));
}

bool is_one_of(std::string_view word,
               std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

} // namespace

std::string_view format_of(Family family) {
  static constexpr std::array<std::string_view, 6> k_formats{
      "",          "rms_well", "petrel_well_path", "petrel_well_tops",
      "well_path", "well_tops"};
  return k_formats[static_cast<size_t>(family)];
}

Family family_of(std::string_view head, std::string_view extension) {
  const auto first = domain::lower_ascii(first_line(head));
  if (first.starts_with("# well trace from petrel")) {
    return Family::petrel_path;
  }
  if (first.starts_with("# petrel well tops")) {
    return Family::petrel_tops;
  }
  if (is_rms_well(head)) {
    return Family::rms_well;
  }
  const bool path = is_one_of(
      extension, {"dev", "track", "trk", "survey", "path", "wellpath", "svy"});
  if (path && layout_of(head, Family::path)) {
    return Family::path;
  }
  const bool tops = is_one_of(
      extension, {"tops", "top", "picks", "markers", "mrk", "welltops"});
  return tops && layout_of(head, Family::tops) ? Family::tops : Family::none;
}

std::vector<std::string_view> words_of(std::string_view line, char mark) {
  std::vector<std::string_view> words;
  size_t at = 0;
  while (at <= line.size()) {
    while (at < line.size() && is_blank(line[at]) &&
           (mark == ' ' || line[at] != mark)) {
      ++at;
    }
    if (at == line.size() && (mark == ' ' || words.empty())) {
      break;
    }
    size_t end = at;
    if (at < line.size() && line[at] == '"') {
      const auto close = line.find('"', at + 1);
      if (close != std::string_view::npos) {
        words.push_back(trim(line.substr(at + 1, close - at - 1)));
        end = mark == ' ' ? close + 1 : line.find(mark, close);
        at = end == std::string_view::npos ? line.size() + 1
                                           : end + (mark == ' ' ? 0 : 1);
        continue;
      }
    }
    end = mark == ' ' ? line.find_first_of(" \t\r", at) : line.find(mark, at);
    end = std::min(end, line.size());
    words.push_back(trim(line.substr(at, end - at)));
    at = end + 1;
  }
  return words;
}

void put_well_name(const std::string& name, const domain::Locator& where,
                   Findings& out) {
  out.say("well_name", name, where);
  put_keys_of({"well_name", name, std::nullopt, "", where}, out);
  put_well_key("api", name, where, out);
  if (domain::has_own_name(name)) {
    put_well_key("well-name", name, where, out);
  }
}

} // namespace readers::wells
