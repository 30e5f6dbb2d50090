// SPDX-License-Identifier: Apache-2.0
#include "cli/ask_model.hpp"

#include "cli/ask_text.hpp"
#include "cli/outcome.hpp"
#include "core/base/stop.hpp"

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
  if (made.reply.finish == "length") {
    out += "; the reply was cut off, --max-tokens makes it longer";
  }
  if (!made.answer.removed.empty()) {
    out += fmt::format("; {} of {} sentences removed, --json says why",
                       made.answer.removed.size(), made.verdicts.size());
  }
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

base::Result<std::unique_ptr<query::Chat>>
open_chat(const ModelSettings& settings) {
  TRY_ASSIGN(auto client, http::make_client());
  base::stop_on_signals();
  query::ChatOptions options;
  options.world.stopped = [] { return base::stops_asked() > 0; };
  return query::Chat::open(settings.chat, std::move(client),
                           std::move(options));
}

base::Result<ModelOutcome> answer_with_model(const query::ArchiveView& view,
                                             const std::string& question,
                                             const query::Asked& asked,
                                             const ModelSettings& settings,
                                             bool stream) {
  TRY_ASSIGN(const auto chat, open_chat(settings));
  query::ByModelOptions options{settings.passages, settings.audit, {}};
  if (stream) {
    options.model.on_sentence = [](const query::Sentence& sentence) {
      print(sentence_text(sentence));
      (void)std::fflush(stdout);
    };
  }
  TRY_ASSIGN(auto by,
             query::answer_by_model(view, question, asked, *chat, options));
  ModelOutcome out;
  out.about = about_json(by.made, *chat);
  out.line = about_line(by.made, *chat);
  out.failed = std::move(by.made.failed);
  out.answer = std::move(by.answer);
  return out;
}

} // namespace cli
