// SPDX-License-Identifier: Apache-2.0
#include "core/domain/asked_company.hpp"

#include "core/domain/compiled.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace domain {
namespace {

constexpr size_t k_longest = 4096;
constexpr size_t k_most_cues = 20;
constexpr size_t k_most_words = 8;

struct Cue {
  CompanyCue cue;
  const char* role;
  std::vector<CompanyRole> roles;
  const char* words;    // RE2, small letters
  bool negates = false; // by itself
};

// Right before a name: "but not Amoco", "except Amoco".
constexpr const char* k_negations =
    "not|except(?: for)?|excluding|other than|apart from";

const std::vector<Cue>& cues() {
  using enum CompanyRole;
  static const std::vector<Cue> all = {
      {CompanyCue::verb, "operator", {company}, "(?:operated|run) by"},
      {CompanyCue::verb, "drilled by", {company, service}, "drilled by"},
      {CompanyCue::verb,
       "service company",
       {service},
       "(?:logged|processed|acquired|recorded|shot|surveyed) by"},
      {CompanyCue::verb,
       "client",
       {client},
       "(?:logged|processed|acquired|recorded|shot|surveyed) for"},
      {CompanyCue::verb, "licensee", {licensee}, "licen[sc]ed (?:to|by)"},
      {CompanyCue::noun, "operator", {company}, "operators?(?: name)?"},
      {CompanyCue::noun,
       "service company",
       {service},
       "(?:service|logging) company|contractors?"},
      {CompanyCue::noun, "client", {client}, "clients?"},
      {CompanyCue::noun, "licensee", {licensee}, "licen[sc]ees?|lessees?"},
      {CompanyCue::noun,
       "company",
       {company, service, client, licensee},
       "owned by|compan(?:y|ies)(?: name)?"},
      {CompanyCue::weak,
       "company",
       {company, service, client, licensee},
       "of|by|from|for"},
      {CompanyCue::weak, "operator", {company}, k_negations, true},
      {CompanyCue::weak, "service company", {service}, k_negations, true}};
  return all;
}

// Behind these a name has ended.
bool ends_name(const std::string& word) {
  static const std::unordered_set<std::string> all = {
      "in",    "near",  "with",    "where",   "that",     "which",
      "who",   "whose", "between", "since",   "before",   "after",
      "on",    "at",    "deeper",  "over",    "under",    "from",
      "to",    "for",   "by",      "during",  "within",   "outside",
      "is",    "are",   "was",     "were",    "has",      "have",
      "had",   "or",    "than",    "about",   "until",    "through",
      "as",    "not",   "shot",    "logged",  "drilled",  "operated",
      "did",   "does",  "do",      "operate", "operates", "drill",
      "drills"};
  return all.contains(word);
}

std::string small(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

size_t skip_blanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\n", at), text.size());
}

// "operator is", "company:", "operator =" and blanks.
size_t behind_link(const std::string& question, size_t at) {
  static const RE2 link("\\s*(?:[:=]\\s*|(?:is|was|are|named|called)\\s+)?");
  re2::StringPiece rest(question.data() + at, question.size() - at);
  RE2::Consume(&rest, link);
  return question.size() - rest.size();
}

// "wells not operated by X", "except those of X".
bool is_negated(const std::string& question, size_t begin) {
  static const RE2 cue(
      "(?:^|[^a-z])(?:not|never|except|excluding|without|other "
      "than|outside)(?: those| the)?\\s+$");
  return RE2::PartialMatch(re2::StringPiece(question.data(), begin), cue);
}

void find_cues(const Cue& cue, const std::string& question,
               std::vector<AskedCompany>& out) {
  const RE2& form = compiled("(?:^|[^a-z0-9])(" + std::string(cue.words) +
                             ")(?:\\s*[:=]|\\s)");
  re2::StringPiece rest(question);
  re2::StringPiece words;
  while (out.size() < k_most_cues && RE2::FindAndConsume(&rest, form, &words)) {
    const auto begin = static_cast<size_t>(words.data() - question.data());
    const size_t end = begin + words.size();
    rest = re2::StringPiece(question.data() + end, question.size() - end);
    out.push_back({cue.cue, cue.role, cue.roles, begin,
                   behind_link(question, end),
                   cue.negates || is_negated(question, begin)});
  }
}

// "wells that Statoil operates", "did Statoil drill": the verb follows.
bool verb_follows(const std::string& question, size_t end) {
  static const RE2 verb("\\s+(?:operate[sd]?|drill(?:s|ed)?)(?:[^a-z]|$)");
  re2::StringPiece rest(question.data() + end, question.size() - end);
  return RE2::Consume(&rest, verb);
}

void find_names_before_verbs(const std::string& question,
                             std::vector<AskedCompany>& out) {
  static const RE2 form("(?:^|[^a-z0-9])"
                        "(did|does|do|that|which|wells|fields|files|logs)\\s");
  re2::StringPiece rest(question);
  re2::StringPiece word;
  while (out.size() < k_most_cues && RE2::FindAndConsume(&rest, form, &word)) {
    const auto begin = static_cast<size_t>(word.data() - question.data());
    const size_t at = begin + word.size();
    rest = re2::StringPiece(question.data() + at, question.size() - at);
    const auto names = name_stretches(question, at);
    if (!names.empty() && verb_follows(question, names.front().end)) {
      out.push_back({CompanyCue::noun,
                     "operator",
                     {CompanyRole::company},
                     begin,
                     names.front().begin,
                     is_negated(question, begin)});
    }
  }
}

// ---- names ------------------------------------------------------------------

std::optional<NameStretch> quoted(std::string_view question, size_t at) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3>
      quotes = {{{"\"", "\""},
                 {"\xe2\x80\x9c", "\xe2\x80\x9d"},
                 {"\xc2\xab", "\xc2\xbb"}}};
  for (const auto& [open, close] : quotes) {
    if (question.substr(at).starts_with(open)) {
      const size_t begin = at + open.size();
      const size_t end = question.find(close, begin);
      if (end != std::string_view::npos && end > begin &&
          end - begin <= k_longest_company) {
        return NameStretch{at, end + close.size(), true, true,
                           std::string(question.substr(begin, end - begin))};
      }
    }
  }
  return std::nullopt;
}

struct Word {
  size_t begin;
  size_t end; // behind what belongs to the name
  bool last;  // a mark ends the name here
};

// The word at `at`, without the marks behind it. A comma ends a name unless a
// legal form follows: "Foo, Inc".
Word word_at(std::string_view question, size_t at) {
  const size_t stop =
      std::min(question.find_first_of(" \t\n", at), question.size());
  size_t end = stop;
  while (end > at && std::string_view("?!;:,\"").find(question[end - 1]) !=
                         std::string_view::npos) {
    --end;
  }
  bool last = end != stop;
  if (stop == end + 1 && question[end] == ',') {
    const size_t next = skip_blanks(question, stop);
    const size_t next_end =
        std::min(question.find_first_of(" \t\n?!;,", next), question.size());
    last = !has_legal_form("X " +
                           std::string(question.substr(next, next_end - next)));
  }
  if (skip_blanks(question, stop) == question.size() && end > at + 1 &&
      question[end - 1] == '.' && end == stop) {
    last = true; // of the sentence, or of "Inc.": canonically alike
  }
  return {at, end, last};
}

bool is_capital(std::string_view word) {
  const auto first = static_cast<unsigned char>(word.empty() ? 'a' : word[0]);
  return (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9') ||
         first >= 0x80 || word == "&" || word == "and" || word == "of";
}

// "Statoil's" names Statoil.
std::string_view without_genitive(std::string_view text) {
  for (const std::string_view tail : {"'s", "\xe2\x80\x99s"}) {
    if (text.ends_with(tail)) {
      text.remove_suffix(tail.size());
    }
  }
  return text;
}

} // namespace

std::vector<AskedCompany> asked_companies(std::string_view question) {
  const std::string text = small(cut_utf8(question, k_longest));
  std::vector<AskedCompany> out;
  for (const Cue& cue : cues()) {
    if (cue.cue == CompanyCue::weak) {
      find_names_before_verbs(text, out);
    }
    find_cues(cue, text, out);
  }
  return out;
}

std::vector<NameStretch> name_stretches(std::string_view question, size_t at) {
  question = cut_utf8(question, k_longest);
  at = skip_blanks(question, at);
  if (const auto name = quoted(question, at)) {
    return {*name};
  }
  std::vector<NameStretch> out;
  const size_t begin = at;
  bool capitals = true;
  bool open = true; // more words may follow
  while (open && at < question.size() && out.size() < k_most_words) {
    const Word word = word_at(question, at);
    const std::string_view text = question.substr(at, word.end - word.begin);
    if (text.empty() || ends_name(small(text)) || text[0] == '(') {
      break;
    }
    capitals = capitals && is_capital(text);
    NameStretch stretch{begin, word.end, false, capitals, ""};
    stretch.text = without_genitive(question.substr(begin, word.end - begin));
    out.push_back(std::move(stretch));
    at = skip_blanks(
        question,
        std::min(question.find_first_of(" \t\n", word.end), question.size()));
    open = !word.last;
  }
  if (!out.empty()) {
    out.back().whole = out.size() < k_most_words;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::optional<size_t> next_name(std::string_view question, size_t end) {
  static const RE2 link(
      "(?i)\\s*(?:,\\s*(?:or|and)\\s|,|\\s(?:or|and)\\s)\\s*");
  re2::StringPiece rest(question.data() + end, question.size() - end);
  return end < question.size() && RE2::Consume(&rest, link)
             ? std::optional(question.size() - rest.size())
             : std::nullopt;
}

} // namespace domain
