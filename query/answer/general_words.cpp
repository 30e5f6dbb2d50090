// SPDX-License-Identifier: Apache-2.0
#include "query/answer/general_words.hpp"

#include <unordered_set>

namespace query {
namespace {

using Words = std::unordered_set<std::string_view>;

const Words& general() {
  static const Words all = {
      // articles, pronouns, prepositions, conjunctions, auxiliaries
      "a", "about", "above", "across", "after", "again", "all", "also",
      "although", "am", "among", "an", "and", "another", "any", "are", "as",
      "at", "be", "because", "been", "before", "being", "below", "between",
      "both", "but", "by", "can", "cannot", "could", "did", "do", "does", "doe",
      "done", "down", "during", "each", "either", "else", "etc", "every", "few",
      "for", "from", "further", "had", "has", "have", "having", "he", "her",
      "here", "his", "how", "however", "i", "if", "in", "into", "is", "it",
      "its", "itself", "just", "least", "less", "may", "me", "might", "more",
      "most", "much", "must", "my", "neither", "no", "nor", "not", "now", "of",
      "off", "on", "once", "one", "only", "or", "other", "otherwise", "our",
      "out", "over", "own", "per", "rather", "same", "shall", "she", "should",
      "since", "so", "some", "such", "than", "that", "the", "their", "them",
      "then", "there", "therefore", "these", "they", "this", "those", "though",
      "through", "thus", "to", "together", "too", "toward", "under", "until",
      "up", "upon", "us", "very", "via", "was", "we", "were", "what", "when",
      "where", "whether", "which", "while", "who", "whom", "whose", "why",
      "will", "with", "within", "without", "would", "yes", "yet", "you", "your",
      "s", "t", "e", "g",
      // what reports
      "according", "accordingly", "additionally", "appear", "available",
      "based", "call", "called", "cite", "cited", "concern", "confirm",
      "confirmed", "contain", "contained", "containing", "define", "defined",
      "describe", "described", "describing", "detail", "different", "example",
      "following", "found", "full", "further", "furthermore", "give", "given",
      "giving", "held", "hold", "include", "included", "including", "indicate",
      "indicated", "information", "known", "label", "labelled", "list",
      "listed", "located", "location", "mean", "meaning", "mention",
      "mentioned", "name", "named", "note", "noted", "part", "present",
      "provide", "provided", "read", "recorded", "record", "refer", "reference",
      "referred", "related", "report", "reported", "respectively", "say",
      "said", "saying", "see", "show", "shown", "showing", "specify",
      "specified", "specifically", "state", "stated", "stating", "term", "text",
      "title", "titled", "use", "used", "using", "value", "writing", "written",
      "wrote", "first", "second", "last", "next", "total", "number", "numbered",
      "single", "several", "various", "respective", "corresponding", "equal",
      "set",
      // things of any archive
      "archive", "column", "data", "date", "dated", "document", "entry",
      "field", "file", "identifier", "item", "line", "page", "passage",
      "record", "row", "section", "source", "table", "type", "kind", "format",
      "header", "well", "operator", "operated", "company", "county", "depth",
      "unit", "clause", "agreement", "contract", "code", "question", "answer",
      "year", "month", "day", "time", "begin", "began", "end", "ended", "start",
      "started", "run", "make", "made", "go", "get", "require", "required",
      "apply", "applie", "person", "thing", "way"};
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
  return general().contains(word);
}

bool is_general_name(std::string_view folded) {
  return names().contains(folded) || general().contains(folded);
}

} // namespace query
