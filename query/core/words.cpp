// SPDX-License-Identifier: Apache-2.0
#include "query/core/words.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace query {
namespace {

size_t letters_and_digits(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) {
        return (c & 0x80) != 0 || (c >= '0' && c <= '9') ||
               ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
      }));
}

} // namespace

base::Result<uint64_t> documents_with_word(const ArchiveView& view,
                                           const std::string& identifier) {
  const size_t wanted = letters_and_digits(identifier);
  std::set<store::DocumentId> holders;
  for (const std::string& word : domain::words_of(identifier)) {
    if (letters_and_digits(word) != wanted) {
      continue; // a part says nothing of the whole
    }
    for (const auto& shard : view.shards()) {
      TRY(shard.term(word, [&](const store::DocumentVersion& version,
                               const pb::TermPosting& /*posting*/) {
        holders.insert(version.id);
      }));
    }
  }
  return holders.size();
}

} // namespace query
