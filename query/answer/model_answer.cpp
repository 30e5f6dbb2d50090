// SPDX-License-Identifier: Apache-2.0
#include "query/answer/model_answer.hpp"

#include <algorithm>
#include <utility>

namespace query {
namespace {

constexpr std::string_view k_open = "<think>";
constexpr std::string_view k_close = "</think>";

// Leaves out what some models write before their answer, between tags.
class Thoughts {
public:
  std::string add(std::string_view chunk) {
    if (m_state == State::answer) {
      return std::string(chunk);
    }
    m_held += chunk;
    if (m_state == State::unknown) {
      const size_t first = m_held.find_first_not_of(" \r\n\t");
      const auto text = first == std::string::npos
                            ? std::string_view()
                            : std::string_view(m_held).substr(first);
      if (k_open.starts_with(text.substr(0, k_open.size())) &&
          text.size() < k_open.size()) {
        return "";
      }
      m_state = text.starts_with(k_open) ? State::thoughts : State::answer;
    }
    if (m_state == State::answer) {
      return std::exchange(m_held, {});
    }
    const size_t end = m_held.find(k_close, m_seen);
    if (end == std::string::npos) {
      m_seen = m_held.size() - std::min(m_held.size(), k_close.size());
      return "";
    }
    m_state = State::answer;
    return std::exchange(m_held, {}).substr(end + k_close.size());
  }

private:
  enum class State { unknown, thoughts, answer };
  State m_state = State::unknown;
  std::string m_held;
  size_t m_seen = 0;
};

class Checking {
public:
  Checking(const Prompt& prompt, const std::string& question,
           const std::function<void(const Sentence&)>& on_sentence)
      : m_checker(prompt.given,
                  CheckRules{question, prompt.token, prompt.system}),
        m_on_sentence(on_sentence) {}

  void add(std::string_view chunk) {
    const Stopwatch watch;
    for (const auto& raw : m_splitter.add(m_thoughts.add(chunk))) {
      check(raw);
    }
    m_ms += watch.ms();
  }

  void finish(bool cut_off) {
    const Stopwatch watch;
    auto last = m_splitter.finish();
    for (size_t i = 0; i < last.size(); ++i) {
      if (cut_off && i + 1 == last.size()) {
        drop(last[i]);
      } else {
        check(last[i]);
      }
    }
    m_ms += watch.ms();
  }

  double ms() const { return m_ms; }
  std::vector<Verdict> take() { return std::move(m_verdicts); }

private:
  void check(const std::string& raw) {
    auto verdict = m_checker.check(std::string_view(raw));
    if (verdict.is_empty()) {
      return;
    }
    if (verdict.is_shown() && m_on_sentence) {
      m_on_sentence(verdict.shown);
    }
    m_verdicts.push_back(std::move(verdict));
  }

  void drop(const std::string& raw) {
    Verdict verdict;
    verdict.removed = {parse_sentence(raw).text, "was cut off", ""};
    if (!verdict.is_empty()) {
      m_verdicts.push_back(std::move(verdict));
    }
  }

  Checker m_checker;
  const std::function<void(const Sentence&)>& m_on_sentence;
  Thoughts m_thoughts;
  SentenceSplitter m_splitter;
  std::vector<Verdict> m_verdicts;
  double m_ms = 0;
};

} // namespace

base::Result<ModelAnswer> ask_model(Chat& chat, const std::string& question,
                                    const std::vector<Source>& sources,
                                    std::string token,
                                    const ModelOptions& options) {
  const Stopwatch watch;
  ModelAnswer out;
  TRY_ASSIGN(out.prompt,
             make_prompt(sources, question, std::move(token), options.limits));
  Checking checking(out.prompt, question, options.on_sentence);
  const auto on_text = [&](std::string_view piece) { checking.add(piece); };
  const bool stream = static_cast<bool>(options.on_sentence);
  TRY_ASSIGN(
      out.reply,
      chat.ask(out.prompt, stream ? ChatReader::TextSink(on_text) : nullptr));
  if (!stream) {
    checking.add(out.reply.text);
  }
  checking.finish(out.reply.finish == "length");
  out.verdicts = checking.take();
  out.check_ms = checking.ms();
  out.answer.sources = out.prompt.given;
  for (const Verdict& verdict : out.verdicts) {
    if (verdict.is_shown()) {
      out.answer.sentences.push_back(verdict.shown);
    } else {
      out.answer.removed.push_back(verdict.removed);
    }
  }
  out.answer.kind =
      out.answer.sentences.empty() ? AnswerKind::refused : AnswerKind::answered;
  out.seconds = watch.ms() / 1e3;
  return out;
}

} // namespace query
