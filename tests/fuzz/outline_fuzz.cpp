// SPDX-License-Identifier: Apache-2.0
// The first byte: whether it is a contract. Then lines; '#' is a heading.
#include "core/base/assert.hpp"
#include "core/domain/contract.hpp"
#include "core/domain/outline.hpp"

#include <cstdint>
#include <set>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  domain::ContractScan scan(text.substr(0, 80));
  scan.paragraph(text, {});
  ASSERT(scan.is_contract() || scan.facts().empty());
  for (const auto& mention : domain::find_clauses(text)) {
    ASSERT(mention.begin < mention.end && mention.end <= text.size());
  }
  std::vector<domain::OutlineLine> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    lines.push_back({line, line.starts_with('#')});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  std::set<std::string> seen;
  size_t last = 0;
  for (const auto& entry : domain::outline(lines, data[0] % 2 == 1)) {
    ASSERT(entry.line < lines.size() && entry.line >= last);
    last = entry.line;
    ASSERT(seen.insert(entry.path.canonical()).second);
    // What is found can be asked for.
    const auto back = domain::ClausePath::parse(entry.path.display());
    ASSERT(back && *back == entry.path);
  }
  return 0;
}
