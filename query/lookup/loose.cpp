// SPDX-License-Identifier: Apache-2.0
#include "query/lookup/loose.hpp"

#include "core/domain/code_forms.hpp"

#include <vector>

namespace query {
namespace {

using store::Identifier;
using store::Match;

// No code has so many padded numbers; what is made to have them stops here.
constexpr size_t k_most_ways = 256;

base::Result<bool> begins_any(const store::Generation& shard,
                              std::string_view family,
                              const std::string& start) {
  bool found = false;
  TRY(shard.identifiers(start, Match::prefix, family, [&](const Identifier&) {
    found = true;
    return false;
  }));
  return found;
}

} // namespace

base::Result<void>
loose_identifiers(const store::Generation& shard, std::string_view family,
                  std::string_view loose,
                  const std::function<void(const Identifier&)>& visit) {
  const std::vector<std::string> parts = domain::loose_parts(loose);
  std::vector<std::string> ways = {parts.front()};
  for (size_t i = 1; i < parts.size(); ++i) {
    std::vector<std::string> longer;
    for (const std::string& way : ways) {
      for (size_t zeros = 0; zeros <= domain::k_most_zeros; ++zeros) {
        // Where nothing has so many zeros nothing has more.
        const std::string padded = way + std::string(zeros, '0');
        if (zeros > 0) {
          TRY_ASSIGN(const bool more, begins_any(shard, family, padded));
          if (!more) {
            break;
          }
        }
        std::string start = padded + parts[i];
        TRY_ASSIGN(const bool any, begins_any(shard, family, start));
        if (any && longer.size() < k_most_ways) {
          longer.push_back(std::move(start));
        }
      }
    }
    ways = std::move(longer);
  }
  for (const std::string& way : ways) {
    TRY(shard.identifiers(way, Match::exact, family,
                          [&](const Identifier& identifier) {
                            visit(identifier);
                            return true;
                          }));
  }
  return {};
}

} // namespace query
