// SPDX-License-Identifier: Apache-2.0
#include "cli/search_text.hpp"

#include "cli/ask_text.hpp"
#include "cli/card_text.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace cli {
namespace {

// Where the line begins that holds the identifier, if it stands far from the
// passage's beginning.
size_t start_of_snippet(const query::Hit& hit) {
  const size_t at = hit.focus.empty() ? 0 : hit.text.find(hit.focus);
  if (at == std::string::npos || at < 200) {
    return 0;
  }
  const size_t line = hit.text.rfind('\n', at);
  return line == std::string::npos || at - line > 200
             ? hit.text.find_first_of(" \n", at - 100) + 1
             : line + 1;
}

std::string cut(const std::string& text, size_t most = 300) {
  return text.size() > most ? text.substr(0, text.find(' ', most - 10)) + " …"
                            : text;
}

// Of every passage that was joined.
std::string locators_of(const query::Hit& hit) {
  std::string out = hit.locator.display();
  std::string last = out;
  for (const query::HitPart& part : hit.parts) {
    const std::string next = part.locator.display();
    out += next == last ? "" : (out.empty() ? "" : "; ") + next;
    last = next;
  }
  return out;
}

// Where else the same text stands; the first few, and how many there are.
std::string other_places(const std::vector<query::HitPath>& paths) {
  constexpr size_t k_shown = 4;
  std::string out;
  if (paths.size() > 2) {
    out = fmt::format("   in {} places\n", grouped(paths.size()));
  }
  for (size_t i = 1; i < std::min(paths.size(), k_shown + 1); ++i) {
    out += "   also " + path_text(paths[i]) + "\n";
  }
  if (paths.size() > k_shown + 1) {
    out += fmt::format("   and {} more\n", grouped(paths.size() - k_shown - 1));
  }
  return out;
}

std::string text_of(size_t rank, const query::Hit& hit) {
  const std::string where = locators_of(hit);
  std::string out = fmt::format(
      "{}. {}{}  {:.3f}\n", rank, path_text(hit.paths.front()),
      where.empty() ? "" : " [" + printable(where) + "]", hit.score);
  out += other_places(hit.paths);
  for (const std::string& why : hit.why) {
    out += "   " + printable(why) + "\n";
  }
  if (!hit.state.empty()) {
    out += "   contract: " + printable(hit.state) + "\n";
  }
  std::string text = printable(hit.text.substr(start_of_snippet(hit)));
  for (size_t at = 0; (at = text.find("\\x0a", at)) != std::string::npos;) {
    text.replace(at, 4, " / ");
  }
  const size_t parts = std::max<size_t>(1, hit.parts.size());
  return out + "   | " + cut(text, 300 * parts) + "\n";
}

// Over a group of hits in which the identifiers of the question are the same.
std::string heading_of(const std::optional<domain::KeyRole>& role) {
  if (!role) {
    return "Of the rest of the question:\n";
  }
  switch (*role) {
  case domain::KeyRole::subject:
    return "About it:\n";
  case domain::KeyRole::row:
    return "In rows of tables:\n";
  case domain::KeyRole::mention:
    return "Mentioned:\n";
  }
  return "";
}

void print_hits(const std::vector<query::Hit>& hits) {
  const bool groups =
      std::any_of(hits.begin(), hits.end(), [&](const query::Hit& hit) {
        return hit.role != hits.front().role;
      });
  for (size_t i = 0; i < hits.size(); ++i) {
    if (groups && (i == 0 || hits[i].role != hits[i - 1].role)) {
      print(heading_of(hits[i].role));
    }
    print(text_of(i + 1, hits[i]));
  }
}

std::string absent_text(const query::AbsentClause& absent) {
  if (absent.paths.empty()) {
    return printable(absent.typed) + ": in no document of this archive\n";
  }
  std::string out = fmt::format("{}: not in {}", printable(absent.typed),
                                printable(absent.document));
  if (!absent.ends_at.empty()) {
    out += ", which ends at " + printable(absent.ends_at);
  }
  for (size_t i = 0; i < absent.paths.size(); ++i) {
    out += (i == 0 ? " (" : ", ") + path_text(absent.paths[i]);
  }
  return out + ")\n";
}

std::string conditions_text(const query::RowAnswer& answer) {
  std::string out;
  for (const std::string& condition : answer.conditions) {
    out += (out.empty() ? "" : ", ") + printable(condition);
  }
  return out;
}

void print_rows(const query::RowAnswer& answer) {
  const std::string layer =
      answer.layer.empty() ? "" : " [" + printable(answer.layer) + "]";
  print(fmt::format("{} of {} rows of {}{} have {}\n", grouped(answer.matching),
                    grouped(answer.rows), path_text(answer.path), layer,
                    conditions_text(answer)));
  if (!answer.unheard.empty()) {
    print("  not looked at: " +
          printable(fmt::format("{}", fmt::join(answer.unheard, ", "))) + "\n");
  }
  if (answer.total > answer.rows) {
    print(fmt::format("  counted among the rows that have text; the table has "
                      "{}\n",
                      grouped(answer.total)));
  }
  for (const query::TableRow& row : answer.first) {
    print("  - " + cut(printable(row.text)) + "\n");
  }
  if (answer.matching > answer.first.size()) {
    print(fmt::format("  and {} more\n",
                      grouped(answer.matching - answer.first.size())));
  }
}

std::string stage_text(const query::Stage& stage) {
  return fmt::format(
      "stage: {:<8} {:>9} ms {:>13}  {}\n", stage.name,
      fmt::format("{:.3f}", stage.actual_ms),
      stage.predicted_ms ? fmt::format("({:.3f} ms)", *stage.predicted_ms) : "",
      printable(stage.kept));
}

void print_emptied(const query::SearchResult& result) {
  print("No file passes every --where:\n");
  for (const query::ConditionCount& one : result.emptied_by) {
    print(fmt::format(
        "  {:<30} {}\n", printable(one.condition),
        one.known_key
            ? grouped(one.paths) + " paths by itself"
            : "no file has such a fact; `keybed facts` lists the keys"));
  }
}

void print_ask(const query::AskBack& ask) {
  print(printable(ask.question) + "\n");
  for (const query::AskOption& option : ask.options) {
    const std::string where = option.locator.display();
    print(fmt::format("  - {}{}{}\n", path_text(option.path),
                      where.empty() ? "" : " [" + printable(where) + "]",
                      option.title.empty() ? ""
                                           : "  " + printable(option.title)));
    if (!option.says.empty()) {
      print("    " + printable(option.says) + "\n");
    }
  }
}

} // namespace

std::string path_text(const query::HitPath& path) {
  return path.root + ":" + printable(path.path);
}

void print_text(const query::SearchResult& result, const std::string& how) {
  if (!how.empty()) {
    print("answered by: " + how + "\n");
    for (const std::string& step : result.plan.steps) {
      print("plan: " + printable(step) + "\n");
    }
    for (const query::Stage& stage : result.plan.stages) {
      print(stage_text(stage));
    }
  }
  for (const query::ReadAs& read : result.read) {
    print(read_text(read));
  }
  for (const query::Lookup& absent : result.absent) {
    std::string out = printable(absent.typed) + ": not in this archive";
    for (size_t i = 0; i < absent.neighbours.size(); ++i) {
      out += (i == 0 ? "; near, but not it: " : ", ") +
             printable(absent.neighbours[i].canonical);
    }
    print(out + "\n");
  }
  for (const query::AbsentClause& absent : result.absent_clauses) {
    print(absent_text(absent));
  }
  if (!result.absent_words.empty()) {
    print(printable(fmt::format("{}", fmt::join(result.absent_words, ", "))) +
          ": in no file of this archive\n");
  }
  for (const query::Unmet& one : result.unmet) {
    print(one.unlisted == 0
              ? "no file has " + printable(one.condition) + "\n"
              : fmt::format("no file is known to have {}; {} with too many "
                            "different companies may\n",
                            printable(one.condition), grouped(one.unlisted)));
    for (const std::string& near : one.nearest) {
      print("    near, but not it: " + near + "\n");
    }
  }
  for (const query::AskBack& ask : result.asks) {
    print_ask(ask);
  }
  for (const query::Card& card : result.cards) {
    print(card_text(card));
  }
  for (const query::RowAnswer& answer : result.rows) {
    print_rows(answer);
  }
  const bool lacking = !result.absent.empty() || !result.unmet.empty() ||
                       !result.absent_clauses.empty();
  const bool partly = lacking || !result.absent_words.empty();
  if (!result.hits.empty() && (partly || !result.asks.empty())) {
    print(partly ? "What follows is about the rest of the question:\n"
                 : "What follows is about any of them:\n");
  }
  print_hits(result.hits);
  if (!result.emptied_by.empty()) {
    print_emptied(result);
  } else if (result.hits.empty() && !lacking && result.asks.empty()) {
    print("Nothing found.\n");
  }
}

} // namespace cli
