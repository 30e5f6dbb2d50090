// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_text.hpp"

#include "core/domain/outline.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace readers {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
// Any byte of a character outside ASCII counts as a letter.
bool is_letter(char c) {
  return is_lower(c) || is_upper(c) || (c & 0x80) != 0;
}

std::optional<uint64_t> parse_count(std::string_view text) {
  uint64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [at, ec] = std::from_chars(text.data(), end, value);
  if (ec != std::errc() || at != end) {
    return std::nullopt;
  }
  return value;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The forms under which a line at the edge of a page may return on others:
// itself, and itself with one number written as its distance from the page.
std::vector<std::string> running_forms(std::string_view line, size_t page) {
  std::vector<std::string> forms{std::string(line)};
  for (size_t i = 0; i < line.size() && forms.size() < 6;) {
    size_t end = i;
    while (end < line.size() && is_digit(line[end])) {
      ++end;
    }
    if (end == i) {
      ++i;
      continue;
    }
    const auto number = parse_count(line.substr(i, end - i));
    if (end - i <= 4 && number) {
      const auto distance =
          static_cast<int64_t>(*number) - static_cast<int64_t>(page);
      forms.push_back(std::string(line.substr(0, i)) + "\x01" +
                      std::to_string(distance) + "\x01" +
                      std::string(line.substr(end)));
    }
    i = end;
  }
  return forms;
}

// Indexes of the two first and the six last lines that are not blank: feet
// are longer than heads.
std::vector<size_t> edge_lines(const std::vector<std::string>& lines) {
  std::vector<size_t> filled;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!trim(lines[i]).empty()) {
      filled.push_back(i);
    }
  }
  if (filled.size() > 8) {
    filled.erase(filled.begin() + 2, filled.end() - 6);
  }
  return filled;
}

// The last character of a line is a hyphen that follows a letter or digit.
bool ends_cut(std::string_view line) {
  return line.size() >= 2 && line.back() == '-' &&
         (is_letter(line[line.size() - 2]) || is_digit(line[line.size() - 2]));
}

bool ends_with_soft_hyphen(std::string_view line) {
  return line.size() >= 2 && line.substr(line.size() - 2) == "\xC2\xAD";
}

// A code (ABC-4471-) or a number (33-053-) rather than a word.
bool cut_in_code(std::string_view line) {
  const auto space = line.find_last_of(" \t");
  auto word = space == std::string_view::npos ? line : line.substr(space + 1);
  word.remove_suffix(1);
  return std::any_of(word.begin(), word.end(), is_digit) ||
         word.find('-') != std::string_view::npos;
}

void append_line(std::string& out, std::string_view line, size_t last_length) {
  if (ends_with_soft_hyphen(out)) {
    out.resize(out.size() - 2);
  } else if (ends_cut(out) && !line.empty() && is_lower(line.front()) &&
             !cut_in_code(out)) {
    out.pop_back();
  } else if (ends_cut(out) && !line.empty() &&
             (is_upper(line.front()) || is_digit(line.front()))) {
    // "Anglo-American", "33-053-03703": the hyphen belongs to it.
  } else if (!out.empty()) {
    out += last_length >= 40 && !domain::starts_numbered(line) ? ' ' : '\n';
  }
  out += line;
}

void set_text(std::string& field, std::string_view value) {
  if (field.empty()) {
    field = squeeze(value);
  }
}

void set_encryption(PdfInfo& info, std::string_view value) {
  info.encrypted = value.substr(0, 3) == "yes";
  const auto open = value.find('(');
  const auto close = value.rfind(')');
  info.permissions.clear();
  if (open != std::string_view::npos && close != std::string_view::npos &&
      close > open) {
    info.permissions = std::string(value.substr(open + 1, close - open - 1));
  }
}

} // namespace

PdfInfo parse_pdfinfo(std::string_view output) {
  PdfInfo info;
  const std::map<std::string_view, std::string PdfInfo::*> texts{
      {"Title", &PdfInfo::title},          {"Author", &PdfInfo::author},
      {"Subject", &PdfInfo::subject},      {"Keywords", &PdfInfo::keywords},
      {"Creator", &PdfInfo::creator},      {"Producer", &PdfInfo::producer},
      {"CreationDate", &PdfInfo::created}, {"ModDate", &PdfInfo::modified}};
  for (const auto& line : split_lines(output)) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) {
      continue;
    }
    const auto name = std::string_view(line).substr(0, colon);
    const auto value = trim(std::string_view(line).substr(colon + 1));
    if (const auto known = texts.find(name); known != texts.end()) {
      set_text(info.*(known->second), value);
    } else if (name == "Pages") {
      info.pages = parse_count(value);
    } else if (name == "PDF version") {
      info.version = std::string(value);
    } else if (name == "Encrypted") {
      set_encryption(info, value);
    }
  }
  return info;
}

std::vector<std::string> split_pages(std::string_view output) {
  std::vector<std::string> pages;
  while (!output.empty()) {
    const auto end = output.find('\f');
    pages.emplace_back(output.substr(0, end));
    output.remove_prefix(end == std::string_view::npos ? output.size()
                                                       : end + 1);
  }
  return pages;
}

uint64_t printed_characters(std::string_view text) {
  uint64_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto u = static_cast<unsigned char>(text[i]);
    const auto wide = text.substr(i, 3);
    // No-break and ideographic spaces, and U+2000 to U+200A.
    const bool space = u <= 0x20 || wide.starts_with("\xC2\xA0") ||
                       wide == "\xE3\x80\x80" ||
                       (wide.starts_with("\xE2\x80") && wide.size() == 3 &&
                        static_cast<unsigned char>(wide[2]) <= 0x8A);
    count += !space && (u & 0xC0) != 0x80 ? 1 : 0;
  }
  return count;
}

void drop_running_lines(std::vector<std::string>& pages) {
  if (pages.size() < 4) {
    return;
  }
  std::map<std::string, size_t> held; // form → pages that have it
  std::vector<std::vector<std::string>> lines(pages.size());
  for (size_t p = 0; p < pages.size(); ++p) {
    lines[p] = split_lines(pages[p]);
    std::set<std::string> forms;
    for (const size_t i : edge_lines(lines[p])) {
      for (auto& form : running_forms(trim(lines[p][i]), p + 1)) {
        forms.insert(std::move(form));
      }
    }
    for (const auto& form : forms) {
      ++held[form];
    }
  }
  std::set<std::string> shown;
  for (size_t p = 0; p < pages.size(); ++p) {
    bool changed = false;
    for (const size_t i : edge_lines(lines[p])) {
      bool running = false, seen = false;
      for (auto& form : running_forms(trim(lines[p][i]), p + 1)) {
        if (held[form] * 2 > pages.size()) {
          running = true;
          seen = !shown.insert(std::move(form)).second || seen;
        }
      }
      if (running && seen) {
        lines[p][i].clear();
        changed = true;
      }
    }
    if (changed) {
      pages[p].clear();
      for (const auto& line : lines[p]) {
        pages[p] += line + "\n";
      }
    }
  }
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string out;
  size_t last_length = 0;
  for (const auto& line : lines) {
    const auto text = trim(line);
    append_line(out, text, last_length);
    last_length = text.size();
  }
  return out;
}

} // namespace readers
