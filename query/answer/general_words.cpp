// SPDX-License-Identifier: Apache-2.0
#include "query/answer/general_words.hpp"

#include <unordered_set>

namespace query {
namespace {

using Words = std::unordered_set<std::string_view>;

// Articles, pronouns, prepositions, conjunctions, auxiliaries.
const Words& joining() {
  static const Words all = {
      "a",        "about",   "above",    "across",    "after",   "again",
      "all",      "also",    "although", "am",        "among",   "an",
      "and",      "another", "any",      "are",       "as",      "at",
      "be",       "because", "been",     "before",    "being",   "below",
      "between",  "both",    "but",      "by",        "can",     "cannot",
      "could",    "did",     "do",       "does",      "doe",     "done",
      "down",     "during",  "each",     "either",    "else",    "etc",
      "every",    "few",     "for",      "from",      "further", "had",
      "has",      "have",    "having",   "he",        "her",     "here",
      "his",      "how",     "however",  "i",         "if",      "in",
      "into",     "is",      "it",       "its",       "itself",  "just",
      "least",    "less",    "may",      "me",        "might",   "more",
      "most",     "much",    "must",     "my",        "neither", "no",
      "nor",      "not",     "now",      "of",        "off",     "on",
      "once",     "one",     "only",     "or",        "other",   "otherwise",
      "our",      "out",     "over",     "own",       "per",     "rather",
      "same",     "shall",   "she",      "should",    "since",   "so",
      "some",     "such",    "than",     "that",      "the",     "their",
      "them",     "then",    "there",    "therefore", "these",   "they",
      "this",     "those",   "though",   "through",   "thus",    "to",
      "together", "too",     "toward",   "under",     "until",   "up",
      "upon",     "us",      "very",     "via",       "was",     "we",
      "were",     "what",    "when",     "where",     "whether", "which",
      "while",    "who",     "whom",     "whose",     "why",     "will",
      "with",     "within",  "without",  "would",     "yes",     "yet",
      "you",      "your",    "s",        "t",         "e",       "g"};
  return all;
}

// What reports.
const Words& reporting() {
  static const Words all = {
      "according",    "accordingly",  "additionally", "appear",
      "available",    "based",        "call",         "called",
      "cite",         "cited",        "concern",      "confirm",
      "confirmed",    "contain",      "contained",    "containing",
      "define",       "defined",      "describe",     "described",
      "describing",   "detail",       "example",      "following",
      "found",        "full",         "further",      "furthermore",
      "give",         "given",        "giving",       "held",
      "hold",         "include",      "included",     "including",
      "indicate",     "indicated",    "information",  "known",
      "labelled",     "list",         "listed",       "located",
      "mean",         "meaning",      "mention",      "mentioned",
      "named",        "note",         "noted",        "present",
      "provide",      "provided",     "read",         "recorded",
      "refer",        "referred",     "related",      "report",
      "reported",     "respectively", "say",          "said",
      "saying",       "see",          "show",         "shown",
      "showing",      "specify",      "specified",    "specifically",
      "state",        "stated",       "stating",      "text",
      "titled",       "use",          "used",         "using",
      "writing",      "written",      "wrote",        "respective",
      "corresponding"};
  return all;
}

// Things of any archive.
const Words& things() {
  static const Words all = {
      "different", "label",      "location",  "name",     "part",
      "record",    "reference",  "term",      "title",    "value",
      "first",     "second",     "last",      "next",     "total",
      "number",    "numbered",   "single",    "several",  "various",
      "equal",     "set",        "archive",   "column",   "data",
      "date",      "dated",      "document",  "entry",    "field",
      "file",      "identifier", "item",      "line",     "page",
      "passage",   "row",        "section",   "source",   "table",
      "type",      "kind",       "format",    "header",   "well",
      "operator",  "operated",   "company",   "county",   "depth",
      "unit",      "clause",     "agreement", "contract", "code",
      "question",  "answer",     "year",      "month",    "day",
      "time",      "begin",      "began",     "end",      "ended",
      "start",     "started",    "run",       "make",     "made",
      "go",        "get",        "require",   "required", "apply",
      "applie",    "person",     "thing",     "way"};
  return all;
}

const Words& names() {
  static const Words all = {
      "api",       "uwi",      "las",      "seg",      "dlis",    "pdf",
      "csv",       "ocr",      "gis",      "crs",      "epsg",    "us",
      "uk",        "id",       "tvd",      "md",       "usa",     "january",
      "february",  "march",    "april",    "june",     "july",    "august",
      "september", "october",  "november", "december", "monday",  "tuesday",
      "wednesday", "thursday", "friday",   "saturday", "sunday",  "clause",
      "article",   "schedule", "annex",    "appendix", "exhibit", "paragraph",
      "figure",    "fig",      "county",   "state",    "english"};
  return all;
}

} // namespace

bool is_general(std::string_view word) {
  return says_nothing(word) || things().contains(word);
}

bool says_nothing(std::string_view word) {
  return joining().contains(word) || reporting().contains(word);
}

bool is_general_name(std::string_view folded) {
  return names().contains(folded) || is_general(folded);
}

} // namespace query
