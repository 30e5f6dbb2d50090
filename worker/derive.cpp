// SPDX-License-Identifier: Apache-2.0
#include "worker/derive.hpp"

#include "core/domain/chunk.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/text.hpp"

#include <map>
#include <utility>

namespace worker {
namespace {

std::vector<FoundKey> found_in(std::string_view text,
                               domain::KeyContext context,
                               const domain::KeyFamilies& families) {
  std::vector<FoundKey> found;
  for (domain::KeyMatch& match : domain::find_keys(text, context, families)) {
    found.push_back({{std::move(match.family), std::move(match.canonical)},
                     std::move(match.verbatim)});
  }
  return found;
}

} // namespace

uint32_t chunker_version() {
  return domain::k_chunker_version;
}

uint32_t keys_version(const domain::KeyFamilies& families) {
  return domain::keys_version(families);
}

std::vector<domain::Passage> cut(const domain::Passage& passage) {
  return domain::cut_passage(passage);
}

std::vector<FoundKey> keys_in(const domain::Passage& passage,
                              const domain::KeyFamilies& families) {
  return found_in(passage.text,
                  passage.kind == domain::PassageKind::prose
                      ? domain::KeyContext::prose
                      : domain::KeyContext::record,
                  families);
}

std::vector<FoundKey> keys_in_path(std::string_view path,
                                   const domain::KeyFamilies& families) {
  return found_in(path, domain::KeyContext::path, families);
}

std::optional<FoundKey> key_of(const domain::Key& key) {
  auto canonical = domain::normalise_key(key.family, key.verbatim);
  if (!canonical) {
    return std::nullopt;
  }
  return FoundKey{{key.family, std::move(*canonical)}, key.verbatim};
}

Terms terms_of(std::string_view text) {
  domain::WordCounts words = domain::count_words(text);
  Terms terms;
  terms.tokens = words.total;
  std::map<std::string, uint32_t> folded;
  for (auto& [word, count] : words.counts) {
    for (const std::string& form : domain::accent_folds(word)) {
      folded[domain::folded_term(form)] += count;
    }
    terms.counts.emplace_back(std::move(word), count);
  }
  for (auto& [term, count] : folded) {
    terms.counts.emplace_back(term, count);
  }
  return terms;
}

} // namespace worker
