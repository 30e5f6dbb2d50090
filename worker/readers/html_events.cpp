// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/html_events.hpp"

#include "core/domain/text.hpp"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>

#include <algorithm>
#include <cctype>

namespace readers {
namespace {

std::string_view view_of(const xmlChar* text) {
  return text == nullptr ? std::string_view()
                         : reinterpret_cast<const char*>(text);
}

} // namespace

struct HtmlParser::State {
  HtmlEvents& events;
  htmlParserCtxtPtr context = nullptr;
  htmlSAXHandler handler{};
  int depth = 0;
  bool stopped = false;
  bool deep = false;

  explicit State(HtmlEvents& e) : events(e) {
    handler.startElement = on_start;
    handler.endElement = on_end;
    handler.characters = on_text;
    handler.ignorableWhitespace = on_text;
    handler.cdataBlock = on_text;
    context = htmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr,
                                       XML_CHAR_ENCODING_UTF8);
    if (context != nullptr) {
      htmlCtxtUseOptions(context, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                                      HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                      HTML_PARSE_IGNORE_ENC);
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (context != nullptr) {
      htmlFreeParserCtxt(context);
    }
  }

  static void on_start(void* self, const xmlChar* name,
                       const xmlChar** attributes) {
    auto& state = *static_cast<State*>(self);
    if (state.stopped) {
      return;
    }
    if (++state.depth > k_deepest) {
      state.deep = state.stopped = true;
      return;
    }
    Attributes given;
    for (auto at = attributes; at != nullptr && *at != nullptr; at += 2) {
      given.emplace(domain::lower_ascii(view_of(at[0])), view_of(at[1]));
    }
    state.events.start(domain::lower_ascii(view_of(name)), given);
  }
  static void on_end(void* self, const xmlChar* name) {
    auto& state = *static_cast<State*>(self);
    if (!state.stopped) {
      --state.depth;
      state.events.end(domain::lower_ascii(view_of(name)));
    }
  }
  static void on_text(void* self, const xmlChar* text, int size) {
    auto& state = *static_cast<State*>(self);
    if (!state.stopped && size > 0) {
      state.events.text(
          {reinterpret_cast<const char*>(text), static_cast<size_t>(size)});
    }
  }
};

HtmlParser::HtmlParser(HtmlEvents& events)
    : m_state(std::make_unique<State>(events)) {}
HtmlParser::~HtmlParser() = default;

void HtmlParser::feed(std::string_view utf8) {
  constexpr size_t piece = 32 * 1024;
  while (!utf8.empty() && !m_state->stopped && m_state->context != nullptr) {
    const auto now = utf8.substr(0, piece);
    // Errors are expected and repaired; nothing here ends the parse.
    (void)htmlParseChunk(m_state->context, now.data(),
                         static_cast<int>(now.size()), 0);
    utf8.remove_prefix(now.size());
  }
}

void HtmlParser::finish() {
  if (m_state->context != nullptr && !m_state->stopped) {
    (void)htmlParseChunk(m_state->context, "", 0, 1);
  }
}

bool HtmlParser::too_deep() const {
  return m_state->deep;
}

std::string declared_charset(std::string_view head) {
  const auto text = domain::lower_ascii(head.substr(0, 4096));
  const auto at = text.find("charset");
  if (at == std::string::npos) {
    return "";
  }
  auto from = text.find_first_not_of(" \t", at + 7);
  if (from == std::string::npos || text[from] != '=') {
    return "";
  }
  from = text.find_first_not_of(" \t\"'", from + 1);
  if (from == std::string::npos) {
    return "";
  }
  const auto end =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_:.", from);
  return text.substr(from, end == std::string::npos ? end : end - from);
}

} // namespace readers
