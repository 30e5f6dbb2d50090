// SPDX-License-Identifier: Apache-2.0
#include "query/answer/check.hpp"

#include "core/domain/text.hpp"
#include "query/answer/addresses.hpp"
#include "query/answer/check_work.hpp"
#include "query/answer/general_words.hpp"

#include <algorithm>

namespace query {
namespace {

constexpr size_t k_longest_sentence = 4000; // bytes
constexpr size_t k_phrase = 6;              // words of the prompt in a row
constexpr size_t k_token_part = 8;          // characters of the fence's token
constexpr size_t k_longest_word = 32;       // bytes, of what no source holds

constexpr std::string_view k_nowhere = "stands in no cited passage";

// Runs of k_phrase words, as one text each.
std::vector<std::string> phrases_of(std::string_view text) {
  const auto words = domain::words_of(text);
  std::vector<std::string> out;
  for (size_t i = 0; i + k_phrase <= words.size(); ++i) {
    std::string phrase;
    for (size_t j = i; j < i + k_phrase; ++j) {
      phrase += words[j] + " ";
    }
    out.push_back(std::move(phrase));
  }
  return out;
}

// Letters and digits alone, small.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : domain::lower_ascii(text)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out.push_back(c);
    }
  }
  return out;
}

std::string first_word(std::string_view plain) {
  const auto words = words_at(plain);
  return words.empty() ? ""
                       : domain::lower_ascii(plain.substr(
                             words[0].begin, words[0].end - words[0].begin));
}

} // namespace

Checker::Checker(const std::vector<Source>& sources, CheckRules rules)
    : m_rules(std::move(rules)),
      m_addresses_asked(asks_for_address(m_rules.question)) {
  for (const Source& source : sources) {
    m_sources.emplace_back(source);
    m_ids.push_back(source.id);
    m_documents.push_back(source.paths.empty()
                              ? "#" + std::to_string(source.id)
                              : source.paths.front().root + ":" +
                                    source.paths.front().path);
  }
  for (auto& word : domain::words_of(m_rules.question)) {
    m_question_words.insert(std::move(word));
  }
  for (auto& phrase : phrases_of(m_rules.instructions)) {
    m_prompt_phrases.insert(std::move(phrase));
  }
}

Verdict Checker::check(std::string_view raw) {
  if (raw.size() > k_longest_sentence) {
    Verdict out;
    out.removed = {domain::visible_text(domain::cut_utf8(raw, 400)) + " …",
                   "is too long to be checked", ""};
    m_before_removed = true;
    return out;
  }
  return check(parse_sentence(raw));
}

Verdict Checker::check(const ReplySentence& sentence) {
  Verdict out;
  if (sentence.text.empty()) {
    return out;
  }
  Work work(sentence);
  const Fault fault = fault_of(work);
  out.removed = {sentence.text, fault.reason, fault.claim};
  if (fault.reason.empty()) {
    out.shown = shown(work);
  }
  remember(work, fault.reason.empty());
  return out;
}

Checker::Fault Checker::fault_of(Work& work) const {
  if (auto fault = leaks(work); !fault.reason.empty()) {
    return fault;
  }
  if (auto fault = citations(work); !fault.reason.empty()) {
    return fault;
  }
  if (auto fault = addresses(work); !fault.reason.empty()) {
    return fault;
  }
  if (auto fault = unsupported(work); !fault.reason.empty()) {
    return fault;
  }
  find_subjects(work);
  if (auto fault = misjoined(work); !fault.reason.empty()) {
    return fault;
  }
  return ungrounded(work);
}

// The token of the fence, also in pieces; the instructions.
Checker::Fault Checker::leaks(const Work& work) const {
  const std::string reason = "repeats the prompt";
  const std::string text = squeezed(work.text());
  const std::string token = squeezed(m_rules.token);
  for (size_t at = 0; at + k_token_part <= token.size(); ++at) {
    if (text.find(token.substr(at, k_token_part)) != std::string::npos) {
      return {reason, ""};
    }
  }
  for (const auto& phrase : phrases_of(work.text())) {
    if (m_prompt_phrases.contains(phrase)) {
      return {reason, ""};
    }
  }
  return {};
}

Checker::Fault Checker::citations(Work& work) const {
  if (work.sentence.malformed) {
    return {"cites in a way that names no source", ""};
  }
  if (work.sentence.cites.empty()) {
    return {"cites nothing", ""};
  }
  for (const unsigned id : work.sentence.cites) {
    const auto found = std::find(m_ids.begin(), m_ids.end(), id);
    if (found == m_ids.end()) {
      return {"cites a source that does not exist",
              "[" + std::to_string(id) + "]"};
    }
    work.cited.push_back(static_cast<size_t>(found - m_ids.begin()));
  }
  return {};
}

Checker::Fault Checker::addresses(const Work& work) const {
  for (const Address& one : find_addresses(work.text())) {
    const std::string text(work.text().substr(one.begin, one.end - one.begin));
    Claim claim; // a word without the marks around it
    const auto first = text.find_first_not_of("(\"'");
    claim.begin = one.begin + std::min(first, text.size());
    claim.end = one.begin + text.find_last_not_of(".,;:)\"'") + 1;
    const bool held =
        claim.begin < claim.end && !one.markup &&
        std::any_of(work.cited.begin(), work.cited.end(), [&](size_t source) {
          return !m_sources[source].find(claim, work.text()).empty();
        });
    if (!held || !m_addresses_asked) {
      return {one.markup ? "holds a link or markup"
              : held     ? "holds an address that was not asked for"
                         : "holds an address that stands in no cited passage",
              text};
    }
  }
  return {};
}

// "3 files [1][2][3]": the number of cited documents, or of cited passages.
bool Checker::counts_sources(const Work& work, const Claim& claim) const {
  if (claim.kind != ClaimKind::number || !claim.number.unit.empty() ||
      !claim.number.currency.empty() || !claim.number.multiple.empty() ||
      claim.number.compares != 0) {
    return false;
  }
  constexpr std::string_view k_counted[] = {"file", "document", "source",
                                            "passage", "report"};
  const auto behind = domain::words_of(work.text().substr(claim.end, 40));
  const bool counted =
      !behind.empty() && std::find(std::begin(k_counted), std::end(k_counted),
                                   behind.front()) != std::end(k_counted);
  std::set<std::string> documents;
  for (const size_t source : work.cited) {
    documents.insert(m_documents[source]);
  }
  return counted && claim.number.value == std::to_string(documents.size());
}

// "Wyoming" where the source writes WY.
bool Checker::is_state_of(const Work& work, const Claim& claim) const {
  return std::any_of(work.cited.begin(), work.cited.end(), [&](size_t source) {
    return names_same_state(work.text(), claim.begin, claim.end,
                            m_sources[source].plain());
  });
}

bool Checker::needs_no_source(const Work& work, const Claim& claim) const {
  if (claim.kind == ClaimKind::number) {
    return counts_sources(work, claim);
  }
  if (claim.kind != ClaimKind::name) {
    return false;
  }
  const auto words = domain::words_of(work.said(claim));
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) {
                       return is_general_name(word) ||
                              m_question_words.contains(word);
                     }) ||
         is_state_of(work, claim);
}

Checker::Fault Checker::unsupported(Work& work) const {
  work.support.resize(work.claims.size());
  work.free.resize(work.claims.size(), false);
  for (size_t i = 0; i < work.claims.size(); ++i) {
    const Claim& claim = work.claims[i];
    bool any = false;
    for (const size_t source : work.cited) {
      work.support[i].push_back(m_sources[source].find(claim, work.text()));
      any = any || !work.support[i].back().empty();
    }
    if (!any && needs_no_source(work, claim)) {
      work.free[i] = true;
    } else if (!any) {
      return {std::string(k_nowhere), std::string(work.said(claim))};
    }
  }
  return {};
}

// At least half of what is not checked otherwise are words of the sources.
Checker::Fault Checker::ungrounded(const Work& work) const {
  const bool only_names =
      std::all_of(work.claims.begin(), work.claims.end(),
                  [](const Claim& one) { return one.kind == ClaimKind::name; });
  if (only_names && words_at(work.text()).size() < 2) {
    return {"says too little to be checked", ""};
  }
  size_t all = 0;
  size_t held = 0;
  std::string missing;
  for (const auto& word : work.words) {
    if (is_general(word.folded) || m_question_words.contains(word.folded)) {
      continue;
    }
    ++all;
    const bool here =
        std::any_of(work.cited.begin(), work.cited.end(), [&](size_t source) {
          return m_sources[source].has_word(word.folded);
        });
    held += here ? 1 : 0;
    if (!here && word.initial) {
      return {std::string(k_nowhere), word.folded};
    }
    if (!here && word.folded.size() > k_longest_word) {
      return {std::string(k_nowhere), word.folded};
    }
    missing = here || !missing.empty() ? missing : word.folded;
  }
  for (size_t i = 0; i < work.claims.size(); ++i) {
    const ClaimKind kind = work.claims[i].kind;
    const bool counts = kind == ClaimKind::number || kind == ClaimKind::date ||
                        kind == ClaimKind::quotation ||
                        kind == ClaimKind::clause;
    all += counts && !work.free[i] ? 1 : 0;
    held += counts && !work.free[i] ? 1 : 0;
  }
  return held * 2 < all ? Fault{"says what no cited passage says", missing}
                        : Fault{};
}

void Checker::remember(const Work& work, bool is_shown) {
  m_before_removed = !is_shown;
  std::vector<Claim> own;
  for (const Claim& claim : work.claims) {
    if (is_subject(claim)) {
      own.push_back(claim);
    }
  }
  if (!own.empty()) {
    m_topic = std::move(own);
  }
}

void Checker::find_subjects(Work& work) const {
  for (size_t i = 0; i < work.claims.size(); ++i) {
    if (is_subject(work.claims[i])) {
      work.subjects.push_back({work.claims[i], i});
    }
  }
  work.pronoun = is_pronoun(first_word(work.text()));
  work.orphaned = work.pronoun && m_before_removed;
  if (work.subjects.empty()) {
    work.inherits = true;
    for (const Claim& claim : m_topic) {
      work.subjects.push_back({claim, k_no_claim});
    }
  }
  for (const auto& subject : work.subjects) {
    auto& about = work.about.emplace_back();
    for (const SourceIndex& source : m_sources) {
      about.push_back(source.about(subject.claim));
    }
  }
}

std::vector<unsigned> Checker::bearing(const Work& work) const {
  std::vector<size_t> words(work.cited.size(), 0);
  std::vector<bool> bears(work.cited.size(), false);
  for (size_t i = 0; i < work.claims.size(); ++i) {
    for (size_t j = 0; j < work.cited.size() && !work.free[i]; ++j) {
      bears[j] = bears[j] || !work.support[i][j].empty();
    }
  }
  for (const auto& word : work.words) {
    for (size_t j = 0; j < work.cited.size(); ++j) {
      const bool here = !is_general(word.folded) &&
                        m_sources[work.cited[j]].has_word(word.folded);
      words[j] += here ? 1 : 0;
    }
  }
  const size_t best =
      words.empty() ? 0 : *std::max_element(words.begin(), words.end());
  std::vector<unsigned> out;
  for (size_t j = 0; j < work.cited.size(); ++j) {
    if (bears[j] || (best > 0 && words[j] * 2 >= best)) {
      out.push_back(m_ids[work.cited[j]]);
    }
  }
  std::sort(out.begin(), out.end());
  return out.empty() ? work.sentence.cites : out;
}

Answer check_reply(std::string_view reply, const std::vector<Source>& sources,
                   const CheckRules& rules) {
  Answer out;
  out.sources = sources;
  Checker checker(sources, rules);
  SentenceSplitter splitter;
  auto sentences = splitter.add(reply);
  for (auto& last : splitter.finish()) {
    sentences.push_back(std::move(last));
  }
  for (const std::string& raw : sentences) {
    auto verdict = checker.check(std::string_view(raw));
    if (verdict.is_empty()) {
      continue;
    }
    if (verdict.is_shown()) {
      out.sentences.push_back(std::move(verdict.shown));
    } else {
      out.removed.push_back(std::move(verdict.removed));
    }
  }
  out.kind = out.sentences.empty() ? AnswerKind::refused : AnswerKind::answered;
  return out;
}

} // namespace query
