// SPDX-License-Identifier: Apache-2.0
#include "query/eval/answers.hpp"

#include "core/domain/keys.hpp"
#include "query/answer/check.hpp"
#include "query/eval/json_fields.hpp"
#include "query/eval/right.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

namespace eval {
namespace {

using query::AnswerKind;
using query::HitPath;
using query::Sentence;
using query::Source;

const Source* source_of(const std::vector<Source>& sources, unsigned id) {
  const auto at =
      std::find_if(sources.begin(), sources.end(),
                   [&](const Source& source) { return source.id == id; });
  return at == sources.end() ? nullptr : &*at;
}

std::string all_of(const Source& source) {
  std::string out = source.text + "\n" + source.title;
  for (const HitPath& path : source.paths) {
    out += "\n" + path.path;
  }
  return out;
}

// Documents that the sentences cite; notes of no file are none.
class Citations {
public:
  Citations(const Right& right, AnswerOutcome& out)
      : m_right(right), m_out(out) {}

  void add(const Source& source) {
    if (source.paths.empty() || !m_seen.insert(source.paths.front()).second) {
      return;
    }
    ++m_out.cited;
    bool any = false;
    for (const HitPath& path : source.paths) {
      const auto at = m_right.document.find(path);
      if (at != m_right.document.end()) {
        any = true;
        m_found.insert(at->second);
      }
    }
    m_out.cited_right += any ? 1 : 0;
    m_out.right_cited = m_found.size();
  }

private:
  const Right& m_right;
  AnswerOutcome& m_out;
  std::set<HitPath> m_seen;
  std::set<size_t> m_found;
};

bool disagree(const query::Answer& answer) {
  return std::any_of(answer.sentences.begin(), answer.sentences.end(),
                     [](const Sentence& sentence) {
                       return sentence.text.find("sources disagree") !=
                              std::string::npos;
                     });
}

// By the code that judges a model's sentences, as one reply.
void check_sentences(const query::Answer& answer, const std::string& question,
                     AnswerOutcome& out) {
  query::Checker checker(answer.sources, {question, "", ""});
  for (const Sentence& sentence : answer.sentences) {
    const query::Verdict verdict =
        checker.check({sentence.text, sentence.cites, false, false});
    ++out.sentences;
    if (verdict.is_shown()) {
      ++out.checked;
    } else {
      out.failed.push_back(verdict.removed.reason + ": " +
                           verdict.removed.claim + ": " + sentence.text);
    }
  }
}

base::Result<AnswerOutcome> answer(const query::ArchiveView& view,
                                   const Item& item, embed::Embedder* embedder,
                                   const query::AskOptions& options) {
  TRY_ASSIGN(const Right right, right_of(view, item));
  TRY_ASSIGN(const query::Asked asked,
             query::ask(view, item.question, embedder, options));
  AnswerOutcome out;
  out.item = item;
  out.kind = asked.answer.kind;
  out.disagree = disagree(asked.answer);
  out.right = right.grades.size();
  out.missing = right.missing;
  out.best = asked.best;
  check_sentences(asked.answer, item.question, out);
  Citations citations(right, out);
  for (const Sentence& sentence : asked.answer.sentences) {
    for (const unsigned id : sentence.cites) {
      if (const Source* source = source_of(asked.answer.sources, id)) {
        citations.add(*source);
      }
    }
    const Supported one =
        support_of(sentence, asked.answer.sources, view.families());
    out.identifiers += one.identifiers;
    out.supported += one.supported;
    out.unsupported.insert(out.unsupported.end(), one.others.begin(),
                           one.others.end());
  }
  return out;
}

// Quotation marks and full stops are no part of an identifier.
std::string without_marks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool mark = text.starts_with("\u201c") || text.starts_with("\u201d");
    out.push_back(mark ? ' ' : text.front());
    text.remove_prefix(mark ? std::string_view("\u201c").size() : 1);
  }
  return out;
}

void count(Share& share, bool yes) {
  share.count += yes ? 1 : 0;
  ++share.of;
}

void add(Share& share, size_t number, size_t of) {
  share.count += number;
  share.of += of;
}

void count_kind(const AnswerOutcome& outcome, AnswerTally& out) {
  const bool refused = outcome.kind == AnswerKind::refused;
  const bool asked = outcome.kind == AnswerKind::asked_back;
  const Expect expect = outcome.item.expect;
  if (refused) {
    count(out.refused_rightly, expect == Expect::absent);
  }
  if (asked) {
    count(out.asked_rightly, expect == Expect::ambiguous);
  }
  switch (expect) {
  case Expect::absent:
    count(out.absent_refused, refused);
    return;
  case Expect::ambiguous:
    count(out.ambiguous_asked, asked);
    count(out.ambiguous_shown, asked || outcome.disagree);
    return;
  case Expect::present:
    if (outcome.missing.empty()) {
      count(out.present_refused, refused);
      count(out.present_asked, asked);
    }
  }
}

double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

Json share_json(const Share& share) {
  const auto interval = share.interval();
  return {{"count", share.count},
          {"of", share.of},
          {"share", rounded(share.of == 0 ? 0
                                          : static_cast<double>(share.count) /
                                                static_cast<double>(share.of))},
          {"interval", {rounded(interval.low), rounded(interval.high)}}};
}

} // namespace

Supported support_of(const Sentence& sentence,
                     const std::vector<Source>& sources,
                     const domain::KeyFamilies& families) {
  Supported out;
  std::string cited;
  for (const unsigned id : sentence.cites) {
    if (const Source* source = source_of(sources, id)) {
      cited += all_of(*source) + "\n";
    }
  }
  std::set<std::string> held;
  for (const auto context :
       {domain::KeyContext::prose, domain::KeyContext::record}) {
    for (const auto& key : domain::find_keys(cited, context, families)) {
      held.insert(key.canonical);
    }
  }
  for (const auto& key : domain::find_keys(
           without_marks(sentence.text), domain::KeyContext::prose, families)) {
    ++out.identifiers;
    if (held.contains(key.canonical) ||
        cited.find(key.verbatim) != std::string::npos) {
      ++out.supported;
    } else {
      out.others.push_back(key.verbatim);
    }
  }
  return out;
}

base::Result<std::vector<AnswerOutcome>>
answer_all(const query::ArchiveView& view, const std::vector<Item>& items,
           embed::Embedder* embedder, const query::AskOptions& options,
           const std::function<base::Result<void>(size_t)>& asked) {
  std::vector<AnswerOutcome> out;
  for (const Item& item : items) {
    auto outcome = answer(view, item, embedder, options);
    if (!outcome) {
      return base::fail(
          std::move(outcome.error()).within("question " + item.id));
    }
    out.push_back(std::move(*outcome));
    TRY(asked(out.size()));
  }
  return out;
}

AnswerTally tally(const std::vector<AnswerOutcome>& outcomes) {
  AnswerTally out;
  for (const AnswerOutcome& outcome : outcomes) {
    ++out.questions;
    count_kind(outcome, out);
    add(out.sentences, outcome.checked, outcome.sentences);
    add(out.identifiers, outcome.supported, outcome.identifiers);
    if (outcome.right > 0 && outcome.item.expect != Expect::absent &&
        outcome.kind != AnswerKind::refused) {
      add(out.citations, outcome.cited_right, outcome.cited);
      add(out.cited, outcome.right_cited, outcome.right);
    }
  }
  return out;
}

Json json_of(const AnswerTally& tally) {
  return {{"questions", tally.questions},
          {"refusal_precision", share_json(tally.refused_rightly)},
          {"refusal_recall", share_json(tally.absent_refused)},
          {"present_refused", share_json(tally.present_refused)},
          {"ask_back_precision", share_json(tally.asked_rightly)},
          {"ask_back_recall", share_json(tally.ambiguous_asked)},
          {"asked_back_or_shown", share_json(tally.ambiguous_shown)},
          {"present_asked_back", share_json(tally.present_asked)},
          {"citation_precision", share_json(tally.citations)},
          {"citation_recall", share_json(tally.cited)},
          {"identifier_precision", share_json(tally.identifiers)},
          {"sentences_checked", share_json(tally.sentences)}};
}

Json json_of(const AnswerOutcome& outcome) {
  return {{"id", outcome.item.id},
          {"question", outcome.item.question},
          {"expect", std::string(name_of(outcome.item.expect))},
          {"kind", std::string(query::name_of(outcome.kind))},
          {"disagree", outcome.disagree},
          {"cited", outcome.cited},
          {"cited_right", outcome.cited_right},
          {"right", outcome.right},
          {"right_cited", outcome.right_cited},
          {"identifiers", outcome.identifiers},
          {"supported", outcome.supported},
          {"unsupported", outcome.unsupported},
          {"sentences", outcome.sentences},
          {"checked", outcome.checked},
          {"failed", outcome.failed},
          {"best_share", rounded(outcome.best.share)},
          {"best_cosine", rounded(outcome.best.cosine.value_or(0))}};
}

} // namespace eval
