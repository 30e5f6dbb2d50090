// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/tree_text.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <charconv>

namespace readers {
namespace {

constexpr size_t k_longest_name = 120;
constexpr size_t k_most_names = 2000; // told apart inside one thing

bool is_number(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [at, ec] = std::from_chars(text.data(), end, number);
  return !text.empty() && ec == std::errc() && at == end;
}

bool is_separator(char c) {
  return c == ',' || c == ' ' || c == ';' || c == '\t' || c == '\n' ||
         c == '\r' || c == '|';
}

} // namespace

uint64_t numbers_in(std::string_view text) {
  uint64_t numbers = 0;
  uint64_t others = 0;
  while (!text.empty()) {
    const auto end = static_cast<size_t>(
        std::find_if(text.begin(), text.end(), is_separator) - text.begin());
    const auto token = text.substr(0, end);
    if (is_number(token)) {
      ++numbers;
    } else if (!token.empty() && ++others > 2) {
      // Data rows begin with a time, or leave a text between.
      return 0;
    }
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return numbers >= 4 && others * 3 <= numbers ? numbers : 0;
}

std::string with_attributes(std::string_view text,
                            const TreeAttributes& attributes) {
  std::string out(text);
  std::string more;
  for (const auto& [name, value] : attributes) {
    if (name == "uom" && !out.empty()) {
      out += " " + value;
    } else {
      more += (more.empty() ? "" : "; ") + name + ": " + squeeze(value);
    }
  }
  if (more.empty()) {
    return out;
  }
  return out.empty() ? more : out + " (" + more + ")";
}

std::string TreeText::path() const {
  std::string out;
  for (const Level& level : m_levels) {
    if (level.name.empty()) {
      continue;
    }
    out += (out.empty() ? "" : " > ") + level.name;
    if (level.index > 1) {
      out += "[" + std::to_string(level.index) + "]";
    }
  }
  return out;
}

base::Result<void> TreeText::put_record(Level& level) {
  std::string record = std::exchange(level.record, {});
  level.last.clear();
  if (record.empty()) {
    return {};
  }
  domain::Locator where;
  where.section = clip(path(), 500);
  where.line = level.line;
  if (!level.name.empty()) {
    record = level.name + ": " + record;
  }
  return m_packer.unit(std::move(record), std::move(where),
                       domain::PassageKind::record);
}

base::Result<void> TreeText::open(std::string_view name,
                                  const TreeAttributes& attributes,
                                  uint64_t line) {
  ++m_things;
  Level level;
  level.name = clip(squeeze(name), k_longest_name);
  level.line = line;
  level.index = 1;
  if (!m_levels.empty()) {
    Level& outer = m_levels.back();
    TRY(put_record(outer));
    if (outer.names.size() < k_most_names || outer.names.contains(name)) {
      level.index = ++outer.names[level.name];
    }
  }
  m_levels.push_back(std::move(level));
  m_deepest = std::max(m_deepest, m_levels.size());
  add(m_levels.back(), "", with_attributes("", attributes));
  return {};
}

bool TreeText::is_left_out(Level& level, std::string_view name,
                           std::string_view text) {
  if (const uint64_t numbers = numbers_in(text);
      numbers > k_shown_numbers || (numbers > 0 && level.last == name)) {
    m_numbers += numbers;
    return true;
  }
  if (level.last == name && is_number(text) &&
      level.repeated >= k_shown_numbers) {
    ++m_numbers;
    return true;
  }
  return false;
}

void TreeText::add(Level& level, std::string_view name,
                   const std::string& text) {
  if (text.empty()) {
    return;
  }
  const bool again = !name.empty() && level.last == name;
  level.repeated = again ? level.repeated + 1 : 1;
  level.last = name;
  if (again) {
    level.record += ", " + text;
    return;
  }
  level.record += level.record.empty() ? "" : "; ";
  level.record += name.empty() ? text : std::string(name) + ": " + text;
}

base::Result<void> TreeText::value(std::string_view name, std::string_view text,
                                   const TreeAttributes& attributes,
                                   uint64_t line) {
  if (m_levels.empty()) {
    m_levels.push_back({"", 1, line, {}, {}, 0, {}});
  }
  Level& level = m_levels.back();
  const std::string label = clip(squeeze(name), k_longest_name);
  if (is_left_out(level, label, text)) {
    return {};
  }
  if (level.record.empty()) {
    level.line = line;
  }
  add(level, label, with_attributes(squeeze(text), attributes));
  if (level.record.size() < PassagePacker::k_target * 2 / 3) {
    return {};
  }
  const std::string last = level.last;
  TRY(put_record(level));
  level.last = last;
  return {};
}

base::Result<void> TreeText::close() {
  TRY(put_record(m_levels.back()));
  m_levels.pop_back();
  return {};
}

base::Result<void> TreeText::finish() {
  while (!m_levels.empty()) {
    TRY(close());
  }
  return m_packer.flush();
}

} // namespace readers
