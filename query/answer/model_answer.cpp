// SPDX-License-Identifier: Apache-2.0
#include "query/answer/model_answer.hpp"

#include <algorithm>
#include <utility>

namespace query {
namespace {

constexpr std::string_view k_open = "<think>";
constexpr std::string_view k_close = "</think>";

// Leaves out what some models write before their answer, between tags. Some
// servers keep the first tag for themselves: then what stands before the second
// is known as thoughts only when it comes.
class Thoughts {
public:
  struct Text {
    bool restart = false; // all before was thoughts
    std::string text;
  };

  Text add(std::string_view chunk) {
    m_held += chunk;
    if (m_state == State::unknown) {
      const size_t first = m_held.find_first_not_of(" \r\n\t");
      const auto text = first == std::string::npos
                            ? std::string_view()
                            : std::string_view(m_held).substr(first);
      if (k_open.starts_with(text.substr(0, k_open.size())) &&
          text.size() < k_open.size()) {
        return {};
      }
      m_state = text.starts_with(k_open) ? State::thoughts : State::answer;
    }
    const size_t end = m_held.find(k_close, m_seen);
    if (end != std::string::npos) {
      const bool late = m_state == State::answer;
      m_state = State::answer;
      m_seen = 0;
      return {late, std::exchange(m_held, {}).substr(end + k_close.size())};
    }
    if (m_state == State::thoughts) {
      m_seen = m_held.size() - std::min(m_held.size(), k_close.size());
      return {};
    }
    const size_t kept = begun();
    std::string out = m_held.substr(0, m_held.size() - kept);
    m_held.erase(0, out.size());
    return {false, std::move(out)};
  }

  std::string finish() {
    return m_state == State::thoughts ? "" : std::exchange(m_held, {});
  }

private:
  // Bytes at the end that may become the second tag.
  size_t begun() const {
    size_t size = std::min(m_held.size(), k_close.size() - 1);
    while (size > 0 && !m_held.ends_with(k_close.substr(0, size))) {
      --size;
    }
    return size;
  }

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
    const auto [restart, text] = m_thoughts.add(chunk);
    if (restart) {
      forget();
    }
    for (const auto& raw : m_splitter.add(text)) {
      check(raw);
    }
    m_ms += watch.ms();
  }

  void finish(bool cut_off) {
    const Stopwatch watch;
    for (const auto& raw : m_splitter.add(m_thoughts.finish())) {
      check(raw);
    }
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
  // What was given out stays; it was checked like all else.
  void forget() {
    m_splitter = SentenceSplitter();
    std::erase_if(m_verdicts, [&](const Verdict& one) {
      return !one.is_shown() || !m_on_sentence;
    });
  }

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
  std::string begun;
  const auto on_text = [&](std::string_view piece) {
    begun += piece;
    checking.add(piece);
  };
  const bool stream = static_cast<bool>(options.on_sentence);
  auto reply =
      chat.ask(out.prompt, stream ? ChatReader::TextSink(on_text) : nullptr);
  if (reply) {
    out.reply = std::move(*reply);
    if (!stream) {
      checking.add(out.reply.text);
    }
  } else {
    out.failed = std::move(reply.error());
    out.reply.text = std::move(begun);
  }
  checking.finish(out.failed.has_value() || out.reply.finish == "length");
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
