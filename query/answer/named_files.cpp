// SPDX-License-Identifier: Apache-2.0
#include "query/answer/named_files.hpp"

#include "core/domain/asked_facts.hpp"
#include "core/domain/text.hpp"
#include "query/core/allowed.hpp"
#include "query/core/facts.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace query {
namespace {

constexpr size_t k_tokens = 64; // of a question
constexpr size_t k_run = 8;     // tokens of a name
constexpr size_t k_files = 200; // of one name
constexpr size_t k_titles = 200'000;

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Names are compared without case, and "_" as the blank that people write.
std::string form_of(std::string_view name) {
  std::string out = domain::lower_ascii(name);
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

std::string_view stem_of(std::string_view file) {
  const size_t dot = file.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? file : file.substr(0, dot);
}

// "Read me-first_v2.doc" as words.
std::string spaced(std::string_view path) {
  std::string out(path);
  std::replace_if(
      out.begin(), out.end(),
      [](char c) {
        return c == '/' || c == '_' || c == '-' || c == '.' || c == '~' ||
               c == '!';
      },
      ' ');
  return out;
}

// Curved quotation marks as straight ones.
std::string straight(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const bool mark = text.starts_with("\u201c") ||
                      text.starts_with("\u201d") ||
                      text.starts_with("\u2018") || text.starts_with("\u2019");
    out.push_back(mark ? '\'' : text.front());
    text.remove_prefix(mark ? 3 : 1);
  }
  return out;
}

// Tokens of a question, without the marks around them.
std::vector<std::string> tokens_of(const std::string& text) {
  constexpr std::string_view k_before = "\"'`([{<";
  constexpr std::string_view k_behind = "\"'`)]}>?!,;:.";
  const std::string question = straight(text);
  std::vector<std::string> out;
  for (size_t at = 0; at < question.size() && out.size() < k_tokens;) {
    const size_t end =
        std::min(question.find_first_of(" \t\r\n", at), question.size());
    std::string token = question.substr(at, end - at);
    at = end + 1;
    token.erase(0, std::min(token.find_first_not_of(k_before), token.size()));
    const size_t last = token.find_last_not_of(k_behind);
    token.erase(last == std::string::npos ? 0 : last + 1);
    if (token.ends_with("'s")) {
      token.erase(token.size() - 2);
    }
    if (!token.empty()) {
      out.push_back(std::move(token));
    }
  }
  return out;
}

// Not a word that a sentence may have anyway.
bool is_telling(const std::string& token) {
  size_t capitals = 0;
  bool marked = false;
  for (size_t i = 0; i < token.size(); ++i) {
    const char c = token[i];
    capitals += c >= 'A' && c <= 'Z' ? 1 : 0;
    marked = marked || (c >= '0' && c <= '9') || c == '_' || c == '/' ||
             ((c == '-' || c == '.' || c == '~') && i > 0);
  }
  return marked || capitals >= 2;
}

struct Run {
  size_t first = 0;
  size_t count = 0;
  std::string typed;
  bool stem = false; // may stand for a name without its ending
};

using Runs = std::unordered_map<std::string, Run>;

bool beside_file_word(const std::vector<std::string>& tokens, size_t first,
                      size_t count) {
  const auto says = [&](size_t i) {
    const auto words = domain::words_of(tokens[i]);
    return words.size() == 1 && domain::is_file_word(words.front());
  };
  return (first > 0 && says(first - 1)) ||
         (first + count < tokens.size() && says(first + count));
}

// Every stretch of the question that may be a name, folded.
Runs runs_of(const std::vector<std::string>& tokens) {
  constexpr size_t k_shortest = 3;
  Runs out;
  for (size_t first = 0; first < tokens.size(); ++first) {
    std::string typed;
    bool telling = false;
    for (size_t count = 1; count <= k_run && first + count <= tokens.size();
         ++count) {
      const std::string& token = tokens[first + count - 1];
      typed += (typed.empty() ? "" : " ") + token;
      telling = telling || is_telling(token);
      Run run{first, count, typed,
              telling || count >= 3 || beside_file_word(tokens, first, count)};
      std::string form = form_of(file_of(typed));
      if (form.size() >= k_shortest) {
        out.try_emplace(std::move(form), std::move(run));
      }
    }
  }
  return out;
}

struct Found {
  std::map<HitPath, Run> whole; // by the full name
  std::map<HitPath, Run> stem;
};

bool ends_path(std::string_view path, const std::string& typed) {
  const std::string given = domain::lower_ascii(typed);
  return given.find('/') == std::string::npos ||
         domain::lower_ascii(path).ends_with(given);
}

void look_at(std::string_view text, const Runs& runs, Found& out) {
  const size_t nul = text.find('\0');
  const std::string_view path = text.substr(nul + 1);
  const std::string file = form_of(file_of(path));
  const auto put = [&](const std::string& name, bool whole) {
    const auto run = runs.find(name);
    auto& to = whole ? out.whole : out.stem;
    if (run != runs.end() && to.size() < k_files &&
        (whole || run->second.stem) && ends_path(path, run->second.typed)) {
      to[{std::string(text.substr(0, nul)), std::string(path)}] = run->second;
    }
  };
  const std::string stem(stem_of(file));
  if (stem != file) {
    put(file, true);
  }
  put(stem, false);
}

bool is_held(const store::DocumentTable& table, uint32_t path) {
  return table.content_at(path) != store::DocumentTable::k_none;
}

template <typename Visit>
base::Result<void> each_path(const ArchiveView& view, const Visit& visit) {
  for (const store::Generation& shard : view.shards()) {
    TRY_ASSIGN(const store::DocumentTable* table, shard.table());
    for (uint32_t path = 0; path < table->paths(); ++path) {
      if (is_held(*table, path)) {
        visit(table->path_text(path));
      }
    }
  }
  return {};
}

std::set<std::string> name_words(std::string_view path) {
  const auto words = domain::words_of(spaced(path));
  return {words.begin(), words.end()};
}

size_t among(const std::set<std::string>& held,
             const std::vector<std::string>& words) {
  return static_cast<size_t>(
      std::count_if(words.begin(), words.end(),
                    [&](const auto& word) { return held.contains(word); }));
}

// Of files of one name those whose folders the question names most.
void keep_best_folders(const std::string& question,
                       std::vector<HitPath>& paths) {
  const auto words = domain::words_of(question);
  size_t most = 0;
  std::vector<size_t> has;
  for (const HitPath& path : paths) {
    const std::string folders =
        path.path.substr(0, path.path.size() - file_of(path.path).size());
    has.push_back(among(name_words(folders), words));
    most = std::max(most, has.back());
  }
  std::vector<HitPath> out;
  for (size_t i = 0; i < paths.size(); ++i) {
    if (has[i] == most) {
      out.push_back(std::move(paths[i]));
    }
  }
  paths = std::move(out);
}

// Matches of the words of `path` and of a title.
struct Words {
  const std::vector<std::string>& words;
  size_t least = 0;
  std::map<HitPath, std::set<std::string>> has; // words, by file
  std::set<HitPath> own; // one stands in its own name or title
};

void look_at_words(std::string_view text, Words& out) {
  const size_t nul = text.find('\0');
  const std::string_view path = text.substr(nul + 1);
  const std::string folded = domain::lower_ascii(path);
  size_t may = 0;
  for (const std::string& word : out.words) {
    may += folded.find(word) != std::string::npos ? 1 : 0;
  }
  if (2 * may < out.least) { // a title gives half of them at most
    return;
  }
  const auto held = name_words(path);
  const auto own = name_words(file_of(path));
  HitPath at{std::string(text.substr(0, nul)), std::string(path)};
  for (const std::string& word : out.words) {
    if (held.contains(word)) {
      out.has[at].insert(word);
    }
    if (own.contains(word)) {
      out.own.insert(at);
    }
  }
}

base::Result<void> look_at_titles(const ArchiveView& view, Words& out) {
  TRY_ASSIGN(const auto titles, fact_values(view, "title"));
  for (size_t i = 0; i < std::min(k_titles, titles.size()); ++i) {
    const auto held = name_words(titles[i].text);
    if (among(held, out.words) == 0) {
      continue;
    }
    Condition condition{"title", Comparison::equal, titles[i].text, {}};
    TRY_ASSIGN(const PathSet paths,
               paths_passing(view, group_conditions({condition})));
    paths.each([&](const store::BundleId& path) {
      const HitPath at{path.root, path.path};
      for (const std::string& word : out.words) {
        if (held.contains(word)) {
          out.has[at].insert(word);
          out.own.insert(at);
        }
      }
      return true;
    });
  }
  return {};
}

} // namespace

base::Result<NamedFiles> files_named(const ArchiveView& view,
                                     const std::string& question) {
  const auto tokens = tokens_of(question);
  const Runs runs = runs_of(tokens);
  Found found;
  TRY(each_path(view,
                [&](std::string_view text) { look_at(text, runs, found); }));
  const auto& by = found.whole.empty() ? found.stem : found.whole;
  NamedFiles out;
  size_t most = 0;
  for (const auto& [path, run] : by) {
    if (run.typed.size() > most) {
      most = run.typed.size();
      out.typed = run.typed;
      out.paths.clear();
    }
    if (run.typed == out.typed) {
      out.paths.push_back(path);
    }
  }
  if (!out.paths.empty()) {
    keep_best_folders(question, out.paths);
    out.words = domain::words_of(out.typed);
    for (std::string& word : domain::words_of(spaced(out.typed))) {
      out.words.push_back(std::move(word));
    }
    for (const std::string& word : name_words(out.paths.front().path)) {
      out.words.push_back(word);
    }
  }
  return out;
}

base::Result<NamedFiles> files_with_words(const ArchiveView& view,
                                          const std::vector<std::string>& words,
                                          size_t most) {
  NamedFiles out;
  const size_t two_thirds = (2 * words.size() + 2) / 3;
  Words by{words,
           std::max<size_t>(std::min<size_t>(2, words.size()), two_thirds),
           {},
           {}};
  if (words.empty()) {
    return out;
  }
  TRY(each_path(view, [&](std::string_view text) { look_at_words(text, by); }));
  TRY(look_at_titles(view, by));
  size_t best = by.least;
  for (const auto& [path, has] : by.has) {
    if (by.own.contains(path) && has.size() >= best) {
      if (has.size() > best) {
        out.paths.clear();
      }
      best = has.size();
      out.paths.push_back(path);
    }
  }
  if (out.paths.size() > most || out.paths.empty()) {
    out.paths.clear();
    return out;
  }
  const auto& has = by.has.at(out.paths.front());
  for (const std::string& word : words) {
    (has.contains(word) ? out.words : out.missed).push_back(word);
  }
  return out;
}

} // namespace query
