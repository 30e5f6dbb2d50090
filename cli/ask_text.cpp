// SPDX-License-Identifier: Apache-2.0
#include "cli/ask_text.hpp"

#include "cli/search_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>

namespace cli {
namespace {

// As it stands, a line at a time, so that no control character gets out.
std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += "    | " + printable(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string source_text(const query::Source& source, bool context) {
  const std::string where = source.locator.display();
  std::string out = fmt::format(
      "[{}] {}{}", source.id,
      source.paths.empty() ? "(no file)" : path_text(source.paths.front()),
      where.empty() ? "" : " [" + printable(where) + "]");
  for (const std::string& more : {source.format, source.date}) {
    out += more.empty() ? "" : ", " + printable(more);
  }
  out += "\n";
  constexpr size_t k_shown = 20;
  for (size_t i = 1; i < source.paths.size(); ++i) {
    if (i == k_shown) {
      out += fmt::format("    and {} more\n", source.paths.size() - i);
      break;
    }
    out += "    also " + path_text(source.paths[i]) + "\n";
  }
  if (!source.state.empty()) {
    out += "    contract: " + printable(source.state) + "\n";
  }
  if (source.paths.empty() || context) {
    out += indented(source.text);
  }
  return out;
}

std::set<unsigned> cited(const query::Answer& answer) {
  std::set<unsigned> out;
  for (const auto* list : {&answer.sentences, &answer.closest}) {
    for (const query::Sentence& sentence : *list) {
      out.insert(sentence.cites.begin(), sentence.cites.end());
    }
  }
  return out;
}

std::string remarks_text(const query::Answer& answer) {
  std::string out;
  for (const std::string& remark : answer.remarks) {
    out += printable(remark) + "\n";
  }
  return out;
}

// What was taken as a filter, then the sources that are cited.
std::string sources_text(const query::Answer& answer, bool context) {
  std::string out;
  for (const query::ReadAs& read : answer.read) {
    out += read_text(read);
  }
  const std::set<unsigned> ids = cited(answer);
  for (const query::Source& source : answer.sources) {
    if (context || ids.contains(source.id)) {
      out += source_text(source, context);
    }
  }
  return out;
}

Json sentences_json(const std::vector<query::Sentence>& sentences) {
  Json out = Json::array();
  for (const query::Sentence& sentence : sentences) {
    Json row = Json::object();
    put_bytes(row, "text", sentence.text);
    row["cites"] = sentence.cites;
    out.push_back(row);
  }
  return out;
}

Json source_json(const query::Source& source) {
  Json out = {{"id", source.id}, {"paths", Json::array()}};
  for (const query::HitPath& path : source.paths) {
    Json row = {{"root", path.root}};
    put_bytes(row, "path", path.path);
    out["paths"].push_back(row);
  }
  out["format"] = source.format;
  put_bytes(out, "title", source.title);
  out["locator"] = json_of(source.locator);
  out["date"] = printable(source.date);
  if (!source.state.empty()) {
    out["contract_state"] = printable(source.state);
  }
  put_bytes(out, "text", source.text);
  return out;
}

} // namespace

std::string sentence_text(const query::Sentence& sentence) {
  std::string out = printable(sentence.text) + " ";
  for (const unsigned id : sentence.cites) {
    out += fmt::format("[{}]", id);
  }
  return out + "\n";
}

std::string read_text(const query::ReadAs& read) {
  std::string out = fmt::format("read \"{}\" as {}: ", printable(read.words),
                                printable(read.shown));
  if (!read.negated) {
    out += grouped(read.paths) + (read.paths == 1 ? " path" : " paths");
  }
  if (read.left_out > 0 || read.negated) {
    out += fmt::format("{}{} left out", read.negated ? "" : ", ",
                       grouped(read.left_out));
  }
  return out + "\n";
}

Json read_json(const query::ReadAs& read) {
  return {{"words", printable(read.words)},
          {"as", printable(read.shown)},
          {"negated", read.negated},
          {"paths", read.paths},
          {"left_out", read.left_out}};
}

std::string answer_text(const query::Answer& answer, bool context) {
  const bool answered = answer.kind == query::AnswerKind::answered;
  std::string out = answered ? "" : remarks_text(answer);
  for (const query::Sentence& sentence : answer.sentences) {
    out += (answered ? "" : "- ") + sentence_text(sentence);
  }
  if (!answer.closest.empty()) {
    out += "Near, and not the answer:\n";
  }
  for (const query::Sentence& sentence : answer.closest) {
    out += "- " + sentence_text(sentence);
  }
  return out + (answered ? remarks_text(answer) : "") +
         sources_text(answer, context);
}

std::string answer_rest(const query::Answer& answer, bool context) {
  return remarks_text(answer) + sources_text(answer, context);
}

Json answer_json(const std::string& question, const query::Answer& answer) {
  Json out = Json::object();
  put_bytes(out, "question", question);
  out["kind"] = std::string(query::name_of(answer.kind));
  out["remarks"] = Json::array();
  for (const std::string& remark : answer.remarks) {
    out["remarks"].push_back(printable(remark));
  }
  out["sentences"] = sentences_json(answer.sentences);
  out["closest"] = sentences_json(answer.closest);
  out["removed"] = Json::array();
  for (const query::Removed& removed : answer.removed) {
    out["removed"].push_back({{"text", printable(removed.text)},
                              {"reason", removed.reason},
                              {"claim", printable(removed.claim)}});
  }
  out["read"] = Json::array();
  for (const query::ReadAs& read : answer.read) {
    out["read"].push_back(read_json(read));
  }
  out["sources"] = Json::array();
  for (const query::Source& source : answer.sources) {
    out["sources"].push_back(source_json(source));
  }
  return out;
}

} // namespace cli
