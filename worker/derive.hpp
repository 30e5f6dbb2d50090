// SPDX-License-Identifier: Apache-2.0
//
// What is derived from a text without its file: passages of the right length,
// identifiers, terms. The same for every reader. Pure.
#pragma once

#include "core/domain/document.hpp"
#include "core/domain/key_families.hpp"
#include "store/document_writer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worker {

uint32_t chunker_version();
uint32_t keys_version(const domain::KeyFamilies& families);

// Pieces of at most the length that a passage may have.
std::vector<domain::Passage> cut(const domain::Passage& passage);

struct FoundKey {
  store::Identifier identifier;
  std::string verbatim;
};
// In running text or a record, and in the words of a path.
std::vector<FoundKey> keys_in(const domain::Passage& passage,
                              const domain::KeyFamilies& families);
std::vector<FoundKey> keys_in_path(std::string_view path,
                                   const domain::KeyFamilies& families);
// As a reader declares it; nothing if it is no identifier of its family.
std::optional<FoundKey> key_of(const domain::Key& key);

struct Terms {
  store::TermCounts counts;
  uint32_t tokens = 0;
};
Terms terms_of(std::string_view text);

} // namespace worker
