// SPDX-License-Identifier: Apache-2.0
#include "core/embed/wordpiece.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/embed/bert_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace embed {
namespace {

using base::Errc;
using nlohmann::json;

constexpr size_t k_max_file = 32U << 20;
constexpr int64_t k_max_id = 1 << 24;

bool is_lead_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

size_t characters(std::string_view utf8) {
  return static_cast<size_t>(
      std::count_if(utf8.begin(), utf8.end(), is_lead_byte));
}

// `object[key]` or null, whatever `object` is.
const json& member(const json& object, const char* key) {
  static const json none;
  if (!object.is_object()) {
    return none;
  }
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

bool is_uncased_bert(const json& root) {
  const auto& normalizer = member(root, "normalizer");
  const auto& strip = member(normalizer, "strip_accents");
  return member(normalizer, "type") == "BertNormalizer" &&
         member(normalizer, "clean_text") == true &&
         member(normalizer, "handle_chinese_chars") == true &&
         member(normalizer, "lowercase") == true &&
         (strip.is_null() || strip == true) &&
         member(member(root, "pre_tokenizer"), "type") == "BertPreTokenizer" &&
         member(member(root, "model"), "continuing_subword_prefix") == "##";
}

// Older files name no type; they are WordPiece if they have its fields.
bool is_wordpiece(const json& model) {
  const auto& type = member(model, "type");
  return (type.is_null() || type == "WordPiece") &&
         member(model, "unk_token") == "[UNK]" &&
         member(model, "vocab").is_object();
}

} // namespace

base::Result<WordPiece> WordPiece::from_ids(Ids ids,
                                            size_t max_word_characters) {
  WordPiece out;
  const auto special = [&ids](const char* token, int64_t& id) {
    const auto found = ids.find(std::string_view(token));
    if (found == ids.end()) {
      return false;
    }
    id = found->second;
    return true;
  };
  if (!special("[UNK]", out.m_unknown) || !special("[CLS]", out.m_begin) ||
      !special("[SEP]", out.m_end)) {
    return base::fail(Errc::corrupt,
                      "vocabulary lacks one of [UNK], [CLS], [SEP]");
  }
  for (const auto& [token, id] : ids) {
    out.m_longest = std::max(out.m_longest, token.size());
  }
  out.m_ids = std::move(ids);
  out.m_max_word_characters = max_word_characters;
  return out;
}

base::Result<WordPiece> WordPiece::from_json(std::string_view text) {
  const auto root = json::parse(text, nullptr, false);
  const auto& model = member(root, "model");
  if (root.is_discarded() || !model.is_object()) {
    return base::fail(Errc::corrupt, "not a tokenizer.json");
  }
  if (!is_wordpiece(model) || !is_uncased_bert(root)) {
    return base::fail(Errc::unsupported,
                      "not the tokenizer of an uncased BERT model");
  }
  Ids ids;
  for (const auto& [token, id] : member(model, "vocab").items()) {
    if (!id.is_number_integer() || id < 0 || id > k_max_id) {
      return base::fail(Errc::corrupt, "token without a valid id: " + token);
    }
    ids.emplace(token, id.get<int64_t>());
  }
  const auto& longest = member(model, "max_input_chars_per_word");
  if (!longest.is_number_unsigned() || longest > 10000) {
    return base::fail(Errc::corrupt, "max_input_chars_per_word is missing");
  }
  return from_ids(std::move(ids), longest.get<size_t>());
}

base::Result<WordPiece> WordPiece::from_vocabulary(std::string_view lines) {
  Ids ids;
  int64_t id = 0;
  while (!lines.empty()) {
    const auto end = std::min(lines.find('\n'), lines.size());
    auto token = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (token.ends_with('\r')) {
      token.remove_suffix(1);
    }
    if (!base::is_utf8(token)) {
      return base::fail(Errc::corrupt, "vocabulary is not UTF-8");
    }
    ids.emplace(token, id++);
  }
  return from_ids(std::move(ids), 100);
}

base::Result<WordPiece> WordPiece::load(const std::string& path) {
  TRY_ASSIGN(const auto text, base::read_file(path, k_max_file));
  auto loaded =
      path.ends_with(".json") ? from_json(text) : from_vocabulary(text);
  if (!loaded) {
    return base::fail(std::move(loaded.error()).within(path));
  }
  return loaded;
}

// The longest token that the rest of the word begins with, again and again;
// a word that cannot be covered so is one unknown token.
void WordPiece::add_word(const std::string& word,
                         std::vector<int64_t>& out) const {
  if (characters(word) > m_max_word_characters) {
    out.push_back(m_unknown);
    return;
  }
  const auto before = out.size();
  std::string piece;
  for (size_t start = 0; start < word.size();) {
    const size_t prefix = start == 0 ? 0 : 2;
    piece.assign(start == 0 ? "" : "##");
    piece.append(word, start, m_longest);
    for (; piece.size() > prefix; piece.pop_back()) {
      const auto end = start + piece.size() - prefix;
      if (end < word.size() && !is_lead_byte(word[end])) {
        continue;
      }
      const auto found = m_ids.find(piece);
      if (found != m_ids.end()) {
        out.push_back(found->second);
        start = end;
        break;
      }
    }
    if (piece.size() == prefix) {
      out.resize(before);
      out.push_back(m_unknown);
      return;
    }
  }
}

std::vector<int64_t> WordPiece::tokens(std::string_view utf8) const {
  std::vector<int64_t> out;
  for (const auto& word : bert_words(utf8)) {
    add_word(word, out);
  }
  return out;
}

} // namespace embed
