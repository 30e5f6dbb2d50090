// SPDX-License-Identifier: Apache-2.0
#include "query/answer/archive_question.hpp"

#include "core/domain/kinds.hpp"
#include "core/domain/text.hpp"
#include "query/search/question.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace query {
namespace {

using Words = std::set<std::string, std::less<>>;

// As domain::words_of() gives them: folded, plurals without their s.
const Words& topic_words(ArchiveTopic topic) {
  static const Words password = {"password",  "passwords", "passphrase",
                                 "encrypted", "encrypt",   "encryption",
                                 "protected", "locked",    "protection"};
  static const Words misnamed = {"misnamed",  "mislabelled", "mislabeled",
                                 "disguised", "impostor",    "imposter",
                                 "extension", "pretend",     "pretending"};
  static const Words ocr = {"ocr", "scanned", "scan", "ocred"};
  static const Words again = {"re-read",   "reread",  "re-ingest", "reingest",
                              "reprocess", "reindex", "re-index",  "re-process",
                              "refresh",   "again"};
  static const Words unread = {
      "unread",  "unreadable",  "failed",   "fail",       "failure",
      "skipped", "quarantined", "skip",     "corrupt",    "corrupted",
      "damaged", "broken",      "unopened", "quarantine", "unprocessed"};
  static const Words none;
  switch (topic) {
  case ArchiveTopic::password:
    return password;
  case ArchiveTopic::misnamed:
    return misnamed;
  case ArchiveTopic::ocr:
    return ocr;
  case ArchiveTopic::again:
    return again;
  case ArchiveTopic::unread:
    return unread;
  case ArchiveTopic::size:
    break;
  }
  return none;
}

// Files, and what is done with them.
const Words& file_words() {
  static const Words words = {
      "file",    "page",    "document", "archive",   "name",    "format",
      "kind",    "type",    "read",     "reading",   "opened",  "open",
      "reader",  "ingest",  "ingested", "ingestion", "process", "processed",
      "indexed", "content", "text",     "layer",     "keybed",  "path",
      "folder",  "filename"};
  return words;
}

const Words& filler() {
  static const Words words = {
      "not",       "no",       "could",   "couldn",     "can",    "cannot",
      "because",   "will",     "would",   "need",       "needed", "before",
      "start",     "starting", "their",   "its",        "it",     "really",
      "actually",  "here",     "there",   "only",       "leave",  "rest",
      "alone",     "new",      "please",  "did",        "didn",   "t",
      "you",       "my",       "been",    "due",        "reason", "why",
      "left",      "out",      "say",     "claim",      "than",   "other",
      "re",        "wrong",    "match",   "matche",     "doesn",  "don",
      "without",   "must",     "be",      "still",      "wait",   "waiting",
      "number",    "count",    "total",   "tell",       "they",   "them",
      "into",      "so",       "far",     "everything", "else",   "require",
      "requires",  "if",       "but",     "just",       "does",   "true",
      "different", "under",    "yet",     "one",        "some",   "anything",
      "missing",   "error",    "problem", "these",      "those",  "untouched"};
  return words;
}

bool has_any(const std::vector<std::string>& words, const Words& of) {
  return std::any_of(words.begin(), words.end(),
                     [&](const auto& word) { return of.contains(word); });
}

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool negates(const std::vector<std::string>& words) {
  return has_any(words, {"not", "no", "couldn", "cannot", "didn", "don",
                         "without", "doesn"});
}

// "Re-read" is two words.
bool says_again(const std::vector<std::string>& words) {
  const Words verbs = {"read", "ingest", "index", "process"};
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "re" && verbs.contains(words[i + 1])) {
      return true;
    }
  }
  return false;
}

std::optional<ArchiveTopic> topic_of(const std::vector<std::string>& words) {
  if (says_again(words)) {
    return ArchiveTopic::again;
  }
  for (const ArchiveTopic topic :
       {ArchiveTopic::again, ArchiveTopic::password, ArchiveTopic::misnamed,
        ArchiveTopic::ocr, ArchiveTopic::unread}) {
    if (has_any(words, topic_words(topic))) {
      return topic;
    }
  }
  const bool name_says = has(words, "name") || has(words, "filename");
  if (name_says &&
      has_any(words, {"say", "claim", "match", "matche", "wrong"})) {
    return ArchiveTopic::misnamed;
  }
  if (negates(words) &&
      has_any(words, {"read", "opened", "open", "ingested", "processed",
                      "indexed", "process", "ingest"})) {
    return ArchiveTopic::unread;
  }
  const bool counts = (has(words, "how") && has(words, "many")) ||
                      has_any(words, {"number", "count", "total"});
  const bool kinds =
      has_any(words, {"kind", "type", "format"}) && has(words, "file");
  return counts || kinds ? std::optional(ArchiveTopic::size) : std::nullopt;
}

bool about_files(const std::vector<std::string>& words, ArchiveTopic topic,
                 const std::set<std::string>& kinds) {
  const bool subject =
      !kinds.empty() || has_any(words, {"file", "page", "document", "archive",
                                        "everything", "anything"});
  return subject &&
         std::all_of(words.begin(), words.end(), [&](const auto& word) {
           return is_stopword(word) || file_words().contains(word) ||
                  filler().contains(word) || kinds.contains(word) ||
                  topic_words(topic).contains(word);
         });
}

} // namespace

std::optional<ArchiveQuestion> archive_question(const std::string& question) {
  constexpr size_t k_longest = 400;
  if (question.size() > k_longest) {
    return std::nullopt;
  }
  const auto words = domain::words_of(question);
  const auto topic = topic_of(words);
  std::set<std::string> kinds = domain::kind_words(question);
  std::set<std::string> formats = domain::formats_named(question);
  for (const std::string& format : formats) {
    for (std::string& word : domain::words_of(format)) {
      kinds.insert(std::move(word));
    }
  }
  if (!topic || !about_files(words, *topic, kinds)) {
    return std::nullopt;
  }
  return ArchiveQuestion{*topic, std::move(formats)};
}

} // namespace query
