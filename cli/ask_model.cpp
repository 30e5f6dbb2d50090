// SPDX-License-Identifier: Apache-2.0
#include "cli/ask_model.hpp"

#include "cli/ask_text.hpp"
#include "cli/outcome.hpp"
#include "query/answer/audit.hpp"
#include "query/answer/evidence.hpp"
#include "query/answer/fence.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace cli {
namespace {

Json number_or_null(const std::optional<uint64_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json about_json(const query::ModelAnswer& made, const query::Chat& chat) {
  const auto& usage = made.reply.usage;
  const auto cost = chat.cost_of(usage);
  return {{"model", printable(chat.config().model)},
          {"endpoint", printable(chat.endpoint_shown())},
          {"prompt_tokens", number_or_null(usage.prompt_tokens)},
          {"cached_tokens", number_or_null(usage.cached_tokens)},
          {"reply_tokens", number_or_null(usage.completion_tokens)},
          {"cost_usd", cost ? Json(*cost) : Json(nullptr)},
          {"finish", printable(made.reply.finish)},
          {"passages", made.prompt.given.size()},
          {"passages_left_out", made.prompt.left_out},
          {"seconds", made.seconds},
          {"check_ms", made.check_ms}};
}

// "qwen2.5:7b: 1,234 tokens asked (1,000 cached), 210 answered, $0.0012, 2.1 s;
// 2 of 7 sentences removed".
std::string about_line(const query::ModelAnswer& made,
                       const query::Chat& chat) {
  const auto& usage = made.reply.usage;
  std::string out = printable(chat.config().model) + ": ";
  if (usage.prompt_tokens && usage.completion_tokens) {
    out += grouped(*usage.prompt_tokens) + " tokens asked";
    out += usage.cached_tokens.value_or(0) > 0
               ? " (" + grouped(*usage.cached_tokens) + " cached)"
               : "";
    out += ", " + grouped(*usage.completion_tokens) + " answered, ";
  } else {
    out += "the endpoint counts no tokens, ";
  }
  if (const auto cost = chat.cost_of(usage)) {
    out += fmt::format("${:.4f}, ", *cost);
  }
  out += fmt::format("{:.1f} s", made.seconds);
  if (made.prompt.left_out > 0) {
    out += fmt::format("; {} of {} passages did not fit", made.prompt.left_out,
                       made.prompt.left_out + made.prompt.given.size());
  }
  if (!made.answer.removed.empty()) {
    out += fmt::format("; {} of {} sentences removed, --json says why",
                       made.answer.removed.size(), made.verdicts.size());
  }
  return out;
}

// Nothing of the reply is left: what was found stands beside.
query::Answer refusal(query::Answer answer, const query::Answer& composed) {
  query::Answer out = composed;
  out.kind = query::AnswerKind::refused;
  out.closest = std::exchange(out.sentences, {});
  out.remarks.insert(out.remarks.begin(),
                     answer.removed.empty()
                         ? "The model gave no answer."
                         : "Nothing that the model wrote stands in the "
                           "passages it cites.");
  out.removed = std::move(answer.removed);
  return out;
}

} // namespace

void add_model_options(CLI::App& app, ModelSettings& settings) {
  constexpr const char* k_group = "With a model";
  app.add_option("--endpoint", settings.chat.endpoint,
                 "chat API of OpenAI's form, up to /v1: "
                 "http://localhost:11434/v1 (Ollama), "
                 "https://openrouter.ai/api/v1 ...")
      ->group(k_group);
  app.add_option("--model", settings.chat.model, "model it is asked for")
      ->group(k_group);
  app.add_option("--key-file", settings.chat.key_file,
                 "file with the key; else the variable KEYBED_CHAT_KEY")
      ->group(k_group);
  app.add_option("--passages", settings.passages,
                 "passages that the model gets (8)")
      ->group(k_group)
      ->check(CLI::Range(1, 100));
  app.add_option("--max-tokens", settings.chat.max_tokens,
                 "longest reply (1500)")
      ->group(k_group)
      ->check(CLI::Range(16, 100000));
  app.add_option_function<unsigned>(
         "--timeout",
         [&settings](unsigned seconds) {
           settings.chat.timeout = std::chrono::seconds(seconds);
         },
         "seconds to wait for the whole reply (180)")
      ->group(k_group)
      ->check(CLI::Range(1U, 3600U));
  app.add_option("--usd-per-million-in", settings.chat.usd_per_million_prompt,
                 "price of tokens asked, where the endpoint reports no cost")
      ->group(k_group);
  app.add_option("--usd-per-million-out", settings.chat.usd_per_million_reply,
                 "price of tokens answered")
      ->group(k_group);
  app.add_option("--audit", settings.audit,
                 "append what was asked, replied and removed, as a line of "
                 "JSON")
      ->group(k_group);
}

bool is_for_model(const query::Asked& asked) {
  return asked.answer.kind == query::AnswerKind::answered &&
         asked.found.rows.empty() &&
         (!asked.found.hits.empty() || !asked.found.cards.empty());
}

base::Result<ModelOutcome> answer_with_model(const query::ArchiveView& view,
                                             const std::string& question,
                                             const query::Asked& asked,
                                             const ModelSettings& settings,
                                             bool stream) {
  TRY_ASSIGN(auto client, http::make_client());
  TRY_ASSIGN(const auto chat,
             query::Chat::open(settings.chat, std::move(client)));
  TRY_ASSIGN(const auto sources,
             query::evidence_of(view, asked.found, settings.passages));
  query::ModelOptions options;
  if (stream) {
    options.on_sentence = [](const query::Sentence& sentence) {
      print(sentence_text(sentence));
      (void)std::fflush(stdout);
    };
  }
  TRY_ASSIGN(auto made, query::ask_model(*chat, question, sources,
                                         query::make_fence_token(), options));
  if (!settings.audit.empty()) {
    TRY(query::append_audit(
        settings.audit,
        query::audit_line(made, *chat, question, base::wall_time())));
  }
  ModelOutcome out;
  out.about = about_json(made, *chat);
  out.line = about_line(made, *chat);
  made.answer.read = asked.answer.read;
  out.answer = made.answer.kind == query::AnswerKind::answered
                   ? std::move(made.answer)
                   : refusal(std::move(made.answer), asked.answer);
  return out;
}

} // namespace cli
