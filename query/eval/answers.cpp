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

// What sentences cite and which identifiers they have.
void measure(const query::ArchiveView& view, const query::Answer& answer,
             const Right& right, AnswerOutcome& out) {
  out.kind = answer.kind;
  out.disagree = disagree(answer);
  Citations citations(right, out);
  for (const Sentence& sentence : answer.sentences) {
    out.said.push_back(sentence.text);
    for (const unsigned id : sentence.cites) {
      if (const Source* source = source_of(answer.sources, id)) {
        citations.add(*source);
      }
    }
    const Supported one = support_of(sentence, answer.sources, view.families());
    out.identifiers += one.identifiers;
    out.supported += one.supported;
    out.unsupported.insert(out.unsupported.end(), one.others.begin(),
                           one.others.end());
  }
}

class Answering {
public:
  Answering(const query::ArchiveView& view, embed::Embedder* embedder,
            const query::AskOptions& options, const ModelRun& model)
      : m_view(view), m_embedder(embedder), m_options(options), m_model(model) {
  }

  base::Result<AnswerOutcome> answer(const Item& item) {
    TRY_ASSIGN(const Right right, right_of(m_view, item));
    AnswerOutcome out;
    out.item = item;
    out.right = right.grades.size();
    out.missing = right.missing;
    const auto asked = query::ask(m_view, item.question, m_embedder, m_options);
    if (!asked) {
      if (asked.error().code != base::Errc::invalid) {
        return base::fail(asked.error());
      }
      out.error = asked.error().message;
      return out;
    }
    out.best = asked->best;
    if (m_model.chat == nullptr || !query::is_for_model(*asked)) {
      check_sentences(asked->answer, item.question, out);
      measure(m_view, asked->answer, right, out);
      return out;
    }
    TRY(by_model(*asked, right, out));
    return out;
  }

private:
  base::Result<void> by_model(const query::Asked& asked, const Right& right,
                              AnswerOutcome& out) {
    if (m_failed >= k_most_failures) {
      out.error = "not asked: " + std::to_string(m_failed) +
                  " requests in a row have failed";
      return {};
    }
    const std::string& question = out.item.question;
    const auto by = query::answer_by_model(m_view, question, asked,
                                           *m_model.chat, m_model.options);
    const base::Error* error = !by               ? &by.error()
                               : by->made.failed ? &*by->made.failed
                                                 : nullptr;
    if (error != nullptr && (error->code == base::Errc::cancelled || !by)) {
      return base::fail(*error);
    }
    if (error != nullptr) {
      out.error = error->message;
      ++m_failed;
      return {};
    }
    m_failed = 0;
    out.model = use_of(by->made, question, *m_model.chat);
    measure(m_view, by->answer, right, out);
    return {};
  }

  const query::ArchiveView& m_view;
  embed::Embedder* m_embedder;
  const query::AskOptions& m_options;
  const ModelRun& m_model;
  size_t m_failed = 0; // in a row
};

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

base::Result<void>
answer_all(const query::ArchiveView& view, const std::vector<Item>& items,
           embed::Embedder* embedder, const query::AskOptions& options,
           const ModelRun& model,
           const std::function<base::Result<void>(size_t)>& asked,
           std::vector<AnswerOutcome>& out) {
  Answering answering(view, embedder, options, model);
  for (const Item& item : items) {
    auto outcome = answering.answer(item);
    if (!outcome) {
      return base::fail(
          std::move(outcome.error()).within("question " + item.id));
    }
    out.push_back(std::move(*outcome));
    TRY(asked(out.size()));
  }
  return {};
}

AnswerTally tally(const std::vector<AnswerOutcome>& outcomes) {
  AnswerTally out;
  for (const AnswerOutcome& outcome : outcomes) {
    ++out.questions;
    if (!outcome.error.empty()) {
      ++out.unanswered;
      continue;
    }
    if (outcome.model) {
      out.model.add(*outcome.model);
    }
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
          {"unanswered", tally.unanswered},
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
  Json out = {{"id", outcome.item.id},
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
  if (outcome.model) {
    out["model"] = json_of(*outcome.model);
    out["said"] = outcome.said;
  }
  if (!outcome.error.empty()) {
    out["kind"] = nullptr;
    out["error"] = outcome.error;
  }
  return out;
}

} // namespace eval
