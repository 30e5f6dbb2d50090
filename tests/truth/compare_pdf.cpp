// SPDX-License-Identifier: Apache-2.0
#include "tests/truth/compare.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace truth {
namespace {

Field text_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) {
            return same_text(cell(row, column), find(document, key));
          }};
}

// A file that cannot be opened has no fields to compare.
Field readable(Field field) {
  return {field.column, [=](const Row& row, const Document& document) {
            return cell(row, "pdfinfo_rc") == "0"
                       ? field.check(row, document)
                       : outcome_of(document.facts.empty(), "not read");
          }};
}

// The table has "yes (print:yes …" cut short.
Outcome check_encrypted(const Row& row, const Document& document) {
  return same_text(cell(row, "encrypted").substr(0, 3) == "yes" ? "yes" : "no",
                   find(document, "encrypted"));
}

// Blanks folded: the table has them so.
std::string folded(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) {
      out += c;
    }
  }
  return out;
}

Field words_field(const std::string& column, const std::string& key) {
  return {column, [=](const Row& row, const Document& document) -> Outcome {
            const auto* ours = find(document, key);
            const auto theirs = folded(cell(row, column));
            if (ours == nullptr) {
              return same_text(theirs, ours);
            }
            return outcome_of(!theirs.empty() &&
                                  folded(ours->text).starts_with(theirs),
                              ours->text);
          }};
}

// Characters a page, blanks not counted by us: at most as many as the table
// counts, at least half of them.
Outcome check_characters(const Row& row, const Document& document) {
  const auto theirs = number(cell(row, "text_chars_per_page"));
  const auto* ours = find(document, "characters_per_page");
  if (!theirs || ours == nullptr || !ours->number) {
    return {Verdict::missing, ""};
  }
  return outcome_of(*ours->number <= *theirs * 1.02 + 1 &&
                        *ours->number >= *theirs * 0.5 - 1,
                    ours->text);
}

// The first words stand in the passages of the document: as one, or, where the
// table has a page's columns or blocks in another order, each of them.
Outcome check_words(const Row& row, const Document& document) {
  const auto theirs = cell(row, "first_words").substr(0, 40);
  if (theirs.empty()) {
    return {};
  }
  std::string ours;
  for (const auto& passage : document.passages) {
    ours += passage.text + " ";
  }
  const auto plain = [](std::string text) {
    std::erase_if(text, [](char c) {
      return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '-';
    });
    return text;
  };
  const auto all = plain(ours);
  if (all.find(plain(theirs)) != std::string::npos) {
    return outcome_of(true, "");
  }
  size_t words = 0, found = 0;
  // The last may be cut.
  for (size_t at = 0, end; (end = theirs.find(' ', at)) != std::string::npos;
       at = end + 1) {
    const auto word = theirs.substr(at, end - at);
    const bool letters = std::any_of(word.begin(), word.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0;
    });
    words += letters ? 1 : 0;
    found += letters && all.find(plain(word)) != std::string::npos ? 1 : 0;
  }
  return outcome_of(words > 0 && found == words, ours.substr(0, 60));
}

} // namespace

std::vector<Field> pdf_fields() {
  std::vector<Field> fields{
      {"pages",
       [](const Row& row, const Document& document) {
         return same_number(cell(row, "pages"), find(document, "page_count"));
       }},
      {"encrypted", check_encrypted},
      words_field("title", "title"),
      words_field("producer", "producer"),
      text_field("pdf_version", "pdf_version"),
      {"text_chars_per_page", check_characters},
      text_field("text_layer", "text_layer"),
      {"first_words", check_words},
  };
  std::transform(fields.begin(), fields.end(), fields.begin(), readable);
  return fields;
}

} // namespace truth
