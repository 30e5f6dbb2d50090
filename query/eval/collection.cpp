// SPDX-License-Identifier: Apache-2.0
#include "query/eval/collection.hpp"

#include "core/base/fd.hpp"
#include "query/eval/json_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

namespace eval {
namespace {

constexpr size_t k_largest_file = size_t{4} << 30;

base::Result<CollectionText> text_of(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  if (!row.is_object()) {
    return base::fail(base::Errc::invalid, "no JSON object");
  }
  CollectionText out;
  TRY_ASSIGN(out.id, text_field(row, "_id"));
  TRY_ASSIGN(out.title, text_field(row, "title"));
  TRY_ASSIGN(out.text, text_field(row, "text"));
  if (out.id.empty()) {
    return base::fail(base::Errc::invalid, "no _id");
  }
  return out;
}

struct Judgement {
  std::string query;
  std::string document;
  double grade = 0;
};

std::optional<Judgement> judgement_of(std::string_view line) {
  const size_t one = line.find('\t');
  const size_t two =
      one == std::string_view::npos ? one : line.find('\t', one + 1);
  if (two == std::string_view::npos) {
    return std::nullopt;
  }
  Judgement out{std::string(line.substr(0, one)),
                std::string(line.substr(one + 1, two - one - 1)), 0};
  const char* end = line.data() + line.size();
  const auto [at, error] =
      std::from_chars(line.data() + two + 1, end, out.grade);
  if (error != std::errc() || at != end || !std::isfinite(out.grade)) {
    return std::nullopt;
  }
  return out;
}

// `use` says what is wrong with a line; "" if nothing is.
base::Result<void>
every_line(std::string_view text,
           const std::function<std::string(std::string_view, size_t)>& use) {
  std::string problem;
  each_line(text, [&](std::string_view line, size_t number) {
    if (problem.empty()) {
      problem = use(line, number);
      problem = problem.empty()
                    ? ""
                    : "line " + std::to_string(number) + ": " + problem;
    }
  });
  return problem.empty() ? base::Result<void>()
                         : base::fail(base::Errc::invalid, problem);
}

template <typename Parse>
auto parsed_file(const std::string& path, Parse parse)
    -> decltype(parse(std::string_view())) {
  TRY_ASSIGN(const std::string text, base::read_file(path, k_largest_file));
  auto out = parse(std::string_view(text));
  if (!out) {
    return base::fail(std::move(out.error()).within(path));
  }
  return out;
}

} // namespace

base::Result<std::vector<CollectionText>> parse_texts(std::string_view jsonl) {
  std::vector<CollectionText> out;
  std::set<std::string> ids;
  TRY(every_line(jsonl, [&](std::string_view line, size_t) -> std::string {
    auto text = text_of(line);
    if (!text) {
      return text.error().message;
    }
    if (!ids.insert(text->id).second) {
      return "the _id was there before";
    }
    out.push_back(std::move(*text));
    return "";
  }));
  return out;
}

base::Result<Judgements> parse_judgements(std::string_view tsv) {
  Judgements out;
  TRY(every_line(tsv, [&](std::string_view line, size_t number) -> std::string {
    const auto judgement = judgement_of(line);
    if (!judgement) {
      return number == 1 ? "" : "no query, document and grade parted by tabs";
    }
    if (judgement->grade > 0) {
      out[judgement->query][judgement->document] = judgement->grade;
    }
    return "";
  }));
  return out;
}

base::Result<Collection> read_collection(const std::string& folder) {
  Collection out;
  TRY_ASSIGN(out.documents, parsed_file(folder + "/corpus.jsonl", parse_texts));
  TRY_ASSIGN(out.judged,
             parsed_file(folder + "/qrels/test.tsv", parse_judgements));
  TRY_ASSIGN(out.queries, parsed_file(folder + "/queries.jsonl", parse_texts));
  std::erase_if(out.queries, [&](const CollectionText& query) {
    return !out.judged.contains(query.id);
  });
  if (out.documents.empty() || out.queries.empty()) {
    return base::fail(base::Errc::invalid,
                      folder + ": no documents, or no query with a judgement");
  }
  return out;
}

} // namespace eval
