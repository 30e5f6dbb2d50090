// SPDX-License-Identifier: Apache-2.0
#include "query/node/http_request.hpp"

#include "core/base/bytes.hpp"
#include "query/node/endpoint.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <set>
#include <utility>

namespace node {
namespace {

using Json = nlohmann::json;

HttpRefusal refusal(unsigned status, std::string message) {
  return {status, std::move(message)};
}

bool is_json(std::string_view type) {
  const std::string_view name = type.substr(0, type.find(';'));
  return name == "application/json" || name == "application/json ";
}

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

// RFC 3986, 2.1.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? base::hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? base::hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return std::nullopt;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// The fields of a body, each taken once. The first error stays.
class Fields {
public:
  explicit Fields(const Json& object) : m_object(object) {
    for (const auto& [name, value] : object.items()) {
      m_left.insert(name);
    }
  }

  void text(const char* name, std::string& out) {
    take(name, "a string", [&](const Json& value) {
      return value.is_string() ? (out = value.get<std::string>(), true) : false;
    });
  }
  void flag(const char* name, bool& out) {
    take(name, "true or false", [&](const Json& value) {
      return value.is_boolean() ? (out = value.get<bool>(), true) : false;
    });
  }
  void number(const char* name, uint64_t& out) {
    take(name, "a whole number, not negative", [&](const Json& value) {
      return value.is_number_unsigned() ? (out = value.get<uint64_t>(), true)
                                        : false;
    });
  }
  void texts(const char* name, std::vector<std::string>& out) {
    take(name, "a list of strings", [&](const Json& value) {
      if (!value.is_array()) {
        return false;
      }
      for (const Json& one : value) {
        if (!one.is_string()) {
          return false;
        }
        out.push_back(one.get<std::string>());
      }
      return true;
    });
  }

  std::optional<HttpRefusal> finish() {
    if (!m_error && !m_left.empty()) {
      m_error = "unknown field '" + m_left.begin()->substr(0, 100) + "'";
    }
    return m_error ? std::optional(refusal(400, *m_error)) : std::nullopt;
  }

private:
  void take(const char* name, const char* wanted,
            const std::function<bool(const Json&)>& read) {
    const auto at = m_object.find(name);
    if (at == m_object.end()) {
      return;
    }
    m_left.erase(name);
    if (!read(*at) && !m_error) {
      m_error = "'" + std::string(name) + "' must be " + wanted;
    }
  }

  const Json& m_object;
  std::set<std::string> m_left;
  std::optional<std::string> m_error;
};

std::optional<Hnsw> hnsw_of(const std::string& name) {
  static const std::map<std::string, Hnsw> modes = {
      {"off", Hnsw::off}, {"auto", Hnsw::automatic}, {"on", Hnsw::on}};
  const auto at = modes.find(name);
  return at == modes.end() ? std::nullopt : std::optional(at->second);
}

// What `search` and `ask` have in common.
tl::expected<Search, HttpRefusal> asked_in(Fields& fields, uint64_t limit) {
  Search out;
  out.json = true;
  out.limit = limit;
  std::string hnsw = "off";
  std::string embedder;
  fields.text("question", out.question);
  fields.texts("where", out.where);
  fields.number("limit", out.limit);
  fields.number("per_document", out.per_document);
  fields.text("hnsw", hnsw);
  fields.text("embedder", embedder);
  const auto mode = hnsw_of(hnsw);
  if (!mode) {
    return tl::unexpected(refusal(400, "'hnsw' must be off, auto or on"));
  }
  if (!embedder.empty() && embedder != "none") {
    return tl::unexpected(
        refusal(400, "'embedder' must be none, or left out for the archive's"));
  }
  out.hnsw = *mode;
  out.no_embedder = embedder == "none";
  if (out.question.empty()) {
    return tl::unexpected(refusal(400, "'question' is missing or empty"));
  }
  return out;
}

tl::expected<Question, HttpRefusal> search_of(Fields& fields) {
  bool explain = false;
  fields.flag("explain", explain);
  return asked_in(fields, Search().limit).map([&](Search one) {
    one.explain = explain;
    return Question(std::move(one));
  });
}

tl::expected<Question, HttpRefusal> ask_of(Fields& fields) {
  return asked_in(fields, k_passages_asked).map([](Search one) {
    return Question(Ask{std::move(one), false}); // JSON has all texts
  });
}

tl::expected<Question, HttpRefusal> lookup_of(Fields& fields) {
  Lookup out;
  out.json = true;
  fields.texts("identifiers", out.identifiers);
  fields.text("family", out.family);
  fields.number("limit", out.limit);
  fields.flag("ocr", out.ocr);
  fields.flag("listed", out.listed);
  fields.flag("no_card", out.no_card);
  if (out.identifiers.empty()) {
    return tl::unexpected(refusal(400, "'identifiers' is missing or empty"));
  }
  return out;
}

std::optional<Json> object_of(const std::string& body) {
  Json out = Json::parse(body, nullptr, false);
  return out.is_object() ? std::optional(std::move(out)) : std::nullopt;
}

using Reader = tl::expected<Question, HttpRefusal> (*)(Fields&);

// Of a resource that is posted to; null for others.
Reader reader_of(std::string_view path) {
  return path == "/v1/search"   ? search_of
         : path == "/v1/ask"    ? ask_of
         : path == "/v1/lookup" ? lookup_of
                                : nullptr;
}

tl::expected<HttpQuestion, HttpRefusal> posted(const HttpRequest& request,
                                               Reader read) {
  if (!is_json(request.content_type)) {
    return tl::unexpected(
        refusal(415, "send JSON, with Content-Type: application/json"));
  }
  const auto object = object_of(request.body);
  if (!object) {
    return tl::unexpected(refusal(400, "the body is no JSON object"));
  }
  Fields fields(*object);
  uint64_t deadline = 0;
  fields.number("deadline_ms", deadline);
  auto question = read(fields);
  if (const auto wrong = fields.finish()) {
    return tl::unexpected(*wrong);
  }
  if (!question) {
    return tl::unexpected(question.error());
  }
  if (const auto fits = check(*question); !fits) {
    return tl::unexpected(refusal(400, fits.error().message));
  }
  if (deadline > static_cast<uint64_t>(k_most_deadline.count())) {
    return tl::unexpected(
        refusal(400, "'deadline_ms' must be at most " +
                         std::to_string(k_most_deadline.count())));
  }
  return HttpQuestion{std::move(*question),
                      std::chrono::milliseconds(deadline)};
}

tl::expected<HttpQuestion, HttpRefusal> got(std::string_view path) {
  constexpr std::string_view k_facts = "/v1/facts/";
  if (path == "/v1/health") {
    return HttpQuestion{Health{}, {}};
  }
  if (path == "/v1/stats") {
    return HttpQuestion{Stats{true}, {}};
  }
  Facts facts;
  facts.json = true;
  if (path == "/v1/facts") {
    return HttpQuestion{std::move(facts), {}};
  }
  if (path.starts_with(k_facts)) {
    auto key = percent_decoded(path.substr(k_facts.size()));
    if (!key || key->empty() || key->size() > k_most_text) {
      return tl::unexpected(refusal(400, "the key of /v1/facts/KEY"));
    }
    facts.key = std::move(*key);
    return HttpQuestion{std::move(facts), {}};
  }
  return tl::unexpected(refusal(404, "no such resource; docs/serve.md"));
}

} // namespace

bool is_our_host(std::string_view host, uint16_t port) {
  const std::string ending = ":" + std::to_string(port);
  std::string_view name = host;
  if (name.ends_with(ending)) {
    name.remove_suffix(ending.size());
  } else if (port != 80) {
    return false;
  }
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

bool is_our_origin(std::string_view origin, uint16_t port) {
  constexpr std::string_view k_scheme = "http://";
  return origin.starts_with(k_scheme) &&
         is_our_host(origin.substr(k_scheme.size()), port);
}

bool has_token(std::string_view authorization, std::string_view token) {
  constexpr std::string_view k_scheme = "Bearer ";
  if (token.empty() || !authorization.starts_with(k_scheme)) {
    return false;
  }
  return same_token(authorization.substr(k_scheme.size()), token);
}

std::optional<HttpRefusal> refuse(const HttpRequest& request,
                                  std::string_view token, uint16_t port) {
  if (!is_our_host(request.host, port)) {
    return refusal(403, "the Host header names another machine");
  }
  const bool other_site =
      request.origin && !is_our_origin(*request.origin, port);
  if (other_site || request.fetch_site == "cross-site") {
    return refusal(403, "requests of pages of other sites are refused");
  }
  if (path_of(request.target) != "/v1/health" &&
      !has_token(request.authorization, token)) {
    return refusal(401, "send Authorization: Bearer TOKEN, with the token of "
                        "the node's file (keybed serve says where that is)");
  }
  return std::nullopt;
}

tl::expected<HttpQuestion, HttpRefusal>
question_of(const HttpRequest& request) {
  const std::string_view path = path_of(request.target);
  const Reader post = reader_of(path);
  if (request.method != (post != nullptr ? "POST" : "GET")) {
    return tl::unexpected(
        refusal(405, post != nullptr ? "use POST here" : "use GET here"));
  }
  return post != nullptr ? posted(request, post) : got(path);
}

std::string error_body(std::string_view message) {
  return Json{{"error", message}}.dump(-1, ' ', false,
                                       Json::error_handler_t::replace) +
         "\n";
}

} // namespace node
