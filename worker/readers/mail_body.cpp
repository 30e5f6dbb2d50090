// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_body.hpp"

#include "worker/readers/clause_packer.hpp"
#include "worker/readers/html_body.hpp"
#include "worker/readers/text_lines.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

// Words between blanks; of HTML only those outside of tags, scripts and
// styles.
class WordCounter final : public HtmlEvents {
public:
  void start(std::string_view name, const Attributes& /*given*/) override {
    m_skip += is_code(name) ? 1 : 0;
    m_in_word = false;
  }
  void end(std::string_view name) override {
    m_skip -= is_code(name) && m_skip > 0 ? 1 : 0;
    m_in_word = false;
  }
  void text(std::string_view text) override {
    if (m_skip > 0) {
      return;
    }
    for (const char c : text) {
      const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
      m_words += !blank && !m_in_word ? 1 : 0;
      m_in_word = !blank;
    }
  }
  uint64_t words() const { return m_words; }

private:
  static bool is_code(std::string_view name) {
    return name == "style" || name == "script" || name == "title";
  }
  int m_skip = 0;
  bool m_in_word = false;
  uint64_t m_words = 0;
};

uint64_t words_in(const MailBody& body) {
  WordCounter counter;
  if (!body.html) {
    counter.text(body.text);
    return counter.words();
  }
  HtmlParser parser(counter);
  parser.feed(body.text);
  parser.finish();
  return counter.words();
}

struct Branch {
  uint64_t words = 0;
  bool html = false;
};

// Number of the branch that is shown.
uint32_t best_of(const std::map<uint32_t, Branch>& branches) {
  uint32_t best = 0;
  uint64_t words = 0;
  bool plain = false;
  for (const auto& [number, branch] : branches) {
    const bool first_plain = !branch.html && !plain && branch.words > 0;
    const bool better = first_plain ? words <= 2 * branch.words
                        : plain     ? branch.words > 2 * words
                                    : branch.words > words;
    if (best == 0 || better) {
      best = number;
      words = branch.words;
      plain = !branch.html && branch.words > 0;
    }
  }
  return best;
}

base::Result<void> put_html(const MailBody& body, std::string_view title,
                            domain::DocumentSink& sink) {
  constexpr size_t k_piece = 64 * 1024;
  HtmlBody events(sink, title);
  HtmlParser parser(events);
  std::string_view rest = body.text;
  while (!rest.empty() && !parser.too_deep()) {
    parser.feed(rest.substr(0, k_piece));
    rest.remove_prefix(std::min(rest.size(), k_piece));
    TRY(events.status());
    TRY(sink.progress());
  }
  parser.finish();
  TRY(events.finish());
  return parser.too_deep() ? sink.reject({{},
                                          "text",
                                          "",
                                          "elements nested too deeply; read "
                                          "to there"})
                           : base::Result<void>();
}

// One line of a flowed text: joined with the next if it ends with a blank and
// is no signature mark.
class Unflow {
public:
  explicit Unflow(const MailBody& body) : m_body(body) {}

  // True if `line` goes on; then it is held.
  bool take(std::string_view line, std::string& whole) {
    if (!m_body.flowed) {
      whole = line;
      return false;
    }
    if (line.starts_with(' ')) { // stuffed
      line.remove_prefix(1);
    }
    const bool soft =
        line.ends_with(' ') && line != "-- " && m_held.size() < k_longest;
    if (soft && m_body.delete_space) {
      line.remove_suffix(1);
    }
    m_held += line;
    if (soft) {
      return true;
    }
    whole = std::exchange(m_held, {});
    return false;
  }
  std::string rest() { return std::exchange(m_held, {}); }

private:
  static constexpr size_t k_longest = 64 * 1024;
  const MailBody& m_body;
  std::string m_held;
};

base::Result<void> put_plain(const MailBody& body, std::string_view title,
                             domain::DocumentSink& sink) {
  ClausePacker packer(sink, title);
  NumberRuns numbers;
  Unflow flow(body);
  std::string_view rest = body.text;
  std::string whole;
  domain::Locator where;
  where.section = "body";
  uint64_t seen = 0;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (++seen % 1024 == 0) {
      TRY(sink.progress());
    }
    if (!numbers.drop(line) && !flow.take(line, whole)) {
      TRY(packer.line(std::move(whole), where));
    }
  }
  if (auto last = flow.rest(); !last.empty()) {
    TRY(packer.line(std::move(last), where));
  }
  return packer.finish();
}

} // namespace

std::vector<const MailBody*>
chosen_bodies(const std::vector<MailBody>& bodies) {
  std::map<uint32_t, std::map<uint32_t, Branch>> sets;
  for (const auto& body : bodies) {
    if (body.alternative > 0) {
      auto& branch = sets[body.alternative][body.branch];
      branch.words += words_in(body);
      branch.html = branch.html || body.html;
    }
  }
  std::map<uint32_t, uint32_t> best;
  for (const auto& [set, branches] : sets) {
    best[set] = best_of(branches);
  }
  std::vector<const MailBody*> out;
  for (const auto& body : bodies) {
    if (body.alternative == 0 || best[body.alternative] == body.branch) {
      out.push_back(&body);
    }
  }
  return out;
}

base::Result<void> put_body(const MailBody& body, std::string_view title,
                            domain::DocumentSink& sink) {
  return body.html ? put_html(body, title, sink) : put_plain(body, title, sink);
}

} // namespace readers
