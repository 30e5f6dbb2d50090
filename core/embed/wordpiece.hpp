// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace embed {

// WordPiece of uncased BERT models: text to token ids, without the marks of
// begin and end. "[SEP]" and the like within a text are plain text, because
// an archive may hold them. Immutable after loading: safe from any thread.
class WordPiece {
public:
  // A `tokenizer.json` or, by its name, a `vocab.txt` (one token a line, its
  // id the line number). Errc::unsupported if the file asks for anything but
  // the uncased BERT steps, Errc::corrupt if it breaks its format.
  static base::Result<WordPiece> load(const std::string& path);
  static base::Result<WordPiece> from_json(std::string_view json);
  static base::Result<WordPiece> from_vocabulary(std::string_view lines);

  std::vector<int64_t> tokens(std::string_view utf8) const;

  int64_t begin_id() const { return m_begin; } // [CLS]
  int64_t end_id() const { return m_end; }     // [SEP]
  size_t size() const { return m_ids.size(); }

private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Ids = std::unordered_map<std::string, int64_t, Hash, std::equal_to<>>;

  static base::Result<WordPiece> from_ids(Ids ids, size_t max_word_characters);
  void add_word(const std::string& word, std::vector<int64_t>& out) const;

  Ids m_ids;
  size_t m_longest = 0; // bytes of the longest token
  size_t m_max_word_characters = 100;
  int64_t m_unknown = 0;
  int64_t m_begin = 0;
  int64_t m_end = 0;
};

} // namespace embed
