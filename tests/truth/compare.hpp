// SPDX-License-Identifier: Apache-2.0
//
// Compares what the readers find with tables made by independent parsers, one
// row a file and one column a field. A kind of file adds a function that gives
// its fields, and a line in kinds() of compare_facts.cpp.
#pragma once

#include "core/domain/collect.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace truth {

using Row = std::map<std::string, std::string>; // column → cell
using Document = domain::CollectedDocument;

enum class Verdict {
  agreed,
  differs,
  missing, // the table has a value and the reader none
  silent,  // neither has one; not counted
};

struct Outcome {
  Verdict verdict = Verdict::silent;
  std::string ours;
};

struct Field {
  std::string column;
  std::function<Outcome(const Row&, const Document&)> check;
};

std::vector<Field> pdf_fields();
std::vector<Field> segy_fields();
std::vector<Field> las_fields();
std::vector<Field> shapefile_fields();

// Cell of a column; "" if the table has none.
std::string cell(const Row& row, const std::string& column);
const domain::Fact* find(const Document& document, std::string_view key);
std::vector<std::string> texts(const Document& document, std::string_view key);
// The reject of that field with that raw text, if there is one.
bool refused(const Document& document, std::string_view field,
             std::string_view raw);
std::optional<double> number(const std::string& text);

// `theirs` against the fact's text, as bytes.
Outcome same_text(const std::string& theirs, const domain::Fact* ours);
// Against its number, within a millionth part.
Outcome same_number(const std::string& theirs, const domain::Fact* ours);
Outcome outcome_of(bool same, std::string ours);

} // namespace truth
