// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_xml.hpp"

#include "worker/readers/passage_packer.hpp"

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <charconv>

namespace readers {

std::string_view XmlAttributes::get(std::string_view name) const {
  for (const One& one : m_all) {
    if (!one.relation && one.name == name) {
      return one.value;
    }
  }
  return {};
}

bool XmlAttributes::has(std::string_view name) const {
  return std::any_of(m_all.begin(), m_all.end(), [&](const One& one) {
    return !one.relation && one.name == name;
  });
}

std::string_view XmlAttributes::relation(std::string_view name) const {
  for (const One& one : m_all) {
    if (one.relation && one.name == name) {
      return one.value;
    }
  }
  return {};
}

std::optional<int> XmlAttributes::number(std::string_view name) const {
  return whole_number(get(name));
}

std::optional<int> whole_number(std::string_view text) {
  text = trim(text);
  int value = 0;
  const auto* end = text.data() + text.size();
  const auto [at, code] = std::from_chars(text.data(), end, value);
  return code == std::errc() && at == end && !text.empty()
             ? std::optional(value)
             : std::nullopt;
}

bool is_on(std::string_view value) {
  return value.empty() || value == "1" || value == "true" || value == "on";
}

base::Result<void> XmlEvents::status() const {
  return m_error ? base::Result<void>(base::fail(*m_error))
                 : base::Result<void>();
}

void XmlEvents::note(base::Result<void> result) {
  if (!result && !m_error) {
    m_error = std::move(result.error());
  }
}

struct XmlParser::State {
  explicit State(XmlEvents& to) : events(to) {}
  XmlEvents& events;
  xmlParserCtxtPtr context = nullptr;
  std::string first; // bytes that tell the encoding
  XmlAttributes attributes;
  int depth = 0;
  bool stopped = false;
  std::string damage;

  void stop(std::string reason) {
    stopped = true;
    if (damage.empty()) {
      damage = std::move(reason);
    }
    if (context != nullptr) {
      xmlStopParser(context);
    }
  }
};

namespace {

std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view()
                         : reinterpret_cast<const char*>(text);
}

} // namespace

// libxml2 2.12 made the error constant.
template <typename Function>
struct ErrorArgument;
template <typename Argument>
struct ErrorArgument<void (*)(void*, Argument)> {
  using Type = Argument;
};
template <typename Function>
using ErrorOf = typename ErrorArgument<Function>::Type;

// What libxml2 calls.
struct XmlCallbacks {
  using State = XmlParser::State;

  static void set_attributes(XmlAttributes& out, int count,
                             const xmlChar** all) {
    out.m_all.clear();
    out.m_decoded.clear();
    for (int i = 0; i < count; ++i, all += 5) {
      const auto* begin = reinterpret_cast<const char*>(all[3]);
      const auto* end = reinterpret_cast<const char*>(all[4]);
      std::string_view value(begin, static_cast<size_t>(end - begin));
      // libxml2 hands an ampersand over as a reference.
      if (value.find("&#38;") != std::string_view::npos) {
        std::string& plain = out.m_decoded.emplace_back(value);
        for (size_t at = plain.find("&#38;"); at != std::string::npos;
             at = plain.find("&#38;", at + 1)) {
          plain.erase(at + 1, 4);
        }
        value = plain;
      }
      out.m_all.push_back(
          {view(all[0]), value, view(all[2]).ends_with("/relationships")});
    }
  }

  static void start(void* data, const xmlChar* name, const xmlChar*,
                    const xmlChar*, int, const xmlChar**, int count, int,
                    const xmlChar** attributes) {
    auto& state = *static_cast<State*>(data);
    if (++state.depth > XmlParser::k_deepest) {
      state.stop("elements nested too deeply; read to here");
      return;
    }
    if (!state.stopped) {
      set_attributes(state.attributes, count, attributes);
      state.events.start(view(name), state.attributes);
    }
  }

  static void end(void* data, const xmlChar* name, const xmlChar*,
                  const xmlChar*) {
    auto& state = *static_cast<State*>(data);
    --state.depth;
    if (!state.stopped) {
      state.events.end(view(name));
    }
  }

  static void text(void* data, const xmlChar* text, int size) {
    auto& state = *static_cast<State*>(data);
    if (!state.stopped && size > 0) {
      state.events.text(
          {reinterpret_cast<const char*>(text), static_cast<size_t>(size)});
    }
  }

  static xmlEntityPtr entity(void*, const xmlChar* name) {
    return xmlGetPredefinedEntity(name);
  }

  static void error(void* data, ErrorOf<xmlStructuredErrorFunc> error) {
    auto& state = *static_cast<State*>(data);
    if (state.damage.empty() && error->level >= XML_ERR_ERROR &&
        error->domain != XML_FROM_NAMESPACE) {
      const char* message = error->message == nullptr ? "" : error->message;
      state.damage = "line " + std::to_string(error->line) + ": " +
                     squeeze(std::string_view(message).substr(0, 200));
    }
  }

  static xmlSAXHandler handler() {
    xmlSAXHandler sax{};
    sax.initialized = XML_SAX2_MAGIC;
    sax.startElementNs = start;
    sax.endElementNs = end;
    sax.characters = text;
    sax.ignorableWhitespace = text;
    sax.cdataBlock = text;
    sax.getEntity = entity;
    sax.serror = error;
    return sax;
  }
};

XmlParser::XmlParser(XmlEvents& events)
    : m_state(std::make_unique<State>(events)) {}

XmlParser::~XmlParser() {
  if (m_state->context != nullptr) {
    if (m_state->context->myDoc != nullptr) {
      xmlFreeDoc(m_state->context->myDoc);
    }
    xmlFreeParserCtxt(m_state->context);
  }
}

base::Result<void> XmlParser::feed(std::string_view bytes) {
  State& state = *m_state;
  if (state.stopped) {
    return {};
  }
  if (state.context == nullptr) {
    state.first += bytes;
    if (state.first.size() < 4) {
      return {};
    }
    xmlSAXHandler sax = XmlCallbacks::handler();
    state.context =
        xmlCreatePushParserCtxt(&sax, &state, state.first.data(), 4, nullptr);
    if (state.context == nullptr) {
      return base::fail(base::Errc::limit, "no memory for an XML parser");
    }
    xmlCtxtUseOptions(state.context,
                      XML_PARSE_RECOVER | XML_PARSE_NONET | XML_PARSE_COMPACT);
    const std::string rest = state.first.substr(4);
    state.first.clear();
    return feed(rest);
  }
  while (!bytes.empty() && !state.stopped) {
    const auto n = std::min<size_t>(bytes.size(), size_t{1} << 20);
    xmlParseChunk(state.context, bytes.data(), static_cast<int>(n), 0);
    bytes.remove_prefix(n);
    TRY(state.events.status());
  }
  return {};
}

base::Result<void> XmlParser::finish() {
  State& state = *m_state;
  if (state.context == nullptr) {
    state.damage = "it is empty";
    return {};
  }
  if (!state.stopped) {
    xmlParseChunk(state.context, nullptr, 0, 1);
  }
  return state.events.status();
}

const std::string& XmlParser::damage() const {
  return m_state->damage;
}

std::string parse_whole_xml(std::string_view bytes, XmlEvents& events) {
  XmlParser parser(events);
  if (auto fed = parser.feed(bytes); !fed) {
    return fed.error().message;
  }
  if (auto finished = parser.finish(); !finished) {
    return finished.error().message;
  }
  return parser.damage();
}

} // namespace readers
