// SPDX-License-Identifier: Apache-2.0
#include "query/answer/audit.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/base/hash.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>

namespace query {
namespace {

using Json = nlohmann::ordered_json;

void put_bytes(Json& object, const std::string& name,
               const std::string& bytes) {
  object[name] = bytes; // what is not UTF-8 is replaced by dump()
  if (!base::is_utf8(bytes)) {
    object[name + "_base64"] = base::base64_of(bytes);
  }
}

Json passage_json(const Source& source) {
  Json out = {{"id", source.id}};
  if (!source.paths.empty()) {
    out["root"] = source.paths.front().root;
    put_bytes(out, "path", source.paths.front().path);
  }
  out["locator"] = source.locator.display();
  out["text_sha256"] = base::sha256_hex(source.text);
  return out;
}

Json verdict_json(const Verdict& verdict) {
  Json out = {{"text", verdict.removed.text}, {"shown", verdict.is_shown()}};
  if (verdict.is_shown()) {
    out["as"] = verdict.shown.text;
    out["cites"] = verdict.shown.cites;
  } else {
    out["reason"] = verdict.removed.reason;
    out["claim"] = verdict.removed.claim;
  }
  return out;
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// Without the token, which a later prompt must not be able to quote.
std::string without(std::string text, const std::string& token) {
  for (size_t at = 0;
       !token.empty() && (at = text.find(token, at)) != std::string::npos;) {
    text.replace(at, token.size(), "***");
  }
  return text;
}

} // namespace

std::string audit_line(const ModelAnswer& answer, const Chat& chat,
                       const std::string& question, base::Nanoseconds now) {
  Json out = {{"time", base::utc_text(now)}, {"question", question}};
  out["endpoint"] = chat.endpoint_shown();
  out["model"] = chat.config().model;
  out["model_reported"] = answer.reply.model;
  out["prompt_sha256"] =
      base::sha256_hex(answer.prompt.system + answer.prompt.user);
  out["passages"] = Json::array();
  for (const Source& source : answer.prompt.given) {
    out["passages"].push_back(passage_json(source));
  }
  out["passages_left_out"] = answer.prompt.left_out;
  out["reply"] = without(answer.reply.text, answer.prompt.token);
  out["finish"] = answer.reply.finish;
  out["error"] = answer.failed ? Json(answer.failed->message) : Json(nullptr);
  out["answer"] = name_of(answer.answer.kind);
  out["sentences"] = Json::array();
  for (const Verdict& verdict : answer.verdicts) {
    out["sentences"].push_back(verdict_json(verdict));
  }
  const auto& usage = answer.reply.usage;
  out["prompt_tokens"] = or_null(usage.prompt_tokens);
  out["reply_tokens"] = or_null(usage.completion_tokens);
  out["cached_tokens"] = or_null(usage.cached_tokens);
  out["cost_usd"] = or_null(chat.cost_of(usage));
  out["check_ms"] = answer.check_ms;
  out["seconds"] = answer.seconds;
  return without(out.dump(-1, ' ', false, Json::error_handler_t::replace),
                 answer.prompt.token) +
         "\n";
}

base::Result<void> append_audit(const std::string& path,
                                const std::string& line) {
  const base::Fd file(
      ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
  if (!file) {
    return base::fail(base::errno_error(errno, "cannot open " + path));
  }
  const auto wrote = ::write(file.get(), line.data(), line.size());
  if (wrote != static_cast<ssize_t>(line.size())) {
    return base::fail(
        base::errno_error(wrote < 0 ? errno : ENOSPC, "cannot write " + path));
  }
  return {};
}

} // namespace query
