// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_text.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/date.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/mime_transfer.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace readers {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Sets whose bytes look like ASCII and are not.
bool hides_in_ascii(std::string_view charset) {
  const std::string name = domain::lower_ascii(charset);
  return name.starts_with("iso-2022") || name.starts_with("utf-7") ||
         name.starts_with("hz") || name.starts_with("utf-16") ||
         name.starts_with("utf-32") || name.starts_with("csiso2022");
}

struct EncodedWord {
  std::string charset;
  std::string bytes; // decoded
  size_t size = 0;   // of the whole word
};

// "=?charset?Q?text?=" at the start of `text`.
std::optional<EncodedWord> encoded_word(std::string_view text) {
  if (!text.starts_with("=?")) {
    return std::nullopt;
  }
  const auto first = text.find('?', 2);
  if (first == std::string_view::npos || first == 2 || first > 64 ||
      first + 2 >= text.size() || text[first + 2] != '?') {
    return std::nullopt;
  }
  const auto end = text.find("?=", first + 3);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  EncodedWord word;
  word.charset = std::string(text.substr(2, first - 2));
  word.charset = word.charset.substr(0, word.charset.find('*')); // RFC 2231
  word.size = end + 2;
  const auto body = text.substr(first + 3, end - first - 3);
  const char how = text[first + 1];
  if (how == 'Q' || how == 'q') {
    std::string spaced(body);
    std::replace(spaced.begin(), spaced.end(), '_', ' ');
    word.bytes = decode_quoted_printable(spaced);
  } else if (how == 'B' || how == 'b') {
    word.bytes = decode_base64(body);
  } else {
    return std::nullopt;
  }
  return word;
}

// Words of one set stand together, so that a letter may be cut between two.
class Words {
public:
  void word(EncodedWord word) {
    if (m_bytes.empty() || word.charset != m_charset) {
      flush();
      m_charset = std::move(word.charset);
    }
    m_bytes += word.bytes;
  }
  void plain(std::string_view text) {
    flush();
    m_out += text;
  }
  std::string take() {
    flush();
    return std::move(m_out);
  }

private:
  void flush() {
    m_out += text_in_charset(m_bytes, m_charset);
    m_bytes.clear();
  }
  std::string m_out, m_bytes, m_charset;
};

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool code = text[i] == '%' && i + 2 < text.size() &&
                      base::hex_value(text[i + 1]) >= 0 &&
                      base::hex_value(text[i + 2]) >= 0;
    if (code) {
      out += static_cast<char>(base::hex_value(text[i + 1]) * 16 +
                               base::hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// One "name=value" of a header, as it stands.
struct RawParameter {
  std::string name;
  std::string value;
};

// A quoted string or all up to the next ';'; moves `at` behind it.
std::string parameter_value(std::string_view raw, size_t& at) {
  std::string value;
  if (at < raw.size() && raw[at] == '"') {
    for (++at; at < raw.size() && raw[at] != '"'; ++at) {
      if (raw[at] == '\\' && at + 1 < raw.size()) {
        ++at;
      }
      value += raw[at];
    }
    const auto next = raw.find(';', at);
    at = next == std::string_view::npos ? raw.size() : next;
    return value;
  }
  const auto end = std::min(raw.find(';', at), raw.size());
  value = std::string(trim(raw.substr(at, end - at)));
  at = end;
  return value;
}

std::vector<RawParameter> raw_parameters(std::string_view raw) {
  constexpr size_t k_most = 200;
  std::vector<RawParameter> out;
  size_t at = 0;
  while (at < raw.size() && out.size() < k_most) {
    if (raw[at] == ';' || is_blank(raw[at])) {
      ++at;
      continue;
    }
    const auto equals = raw.find('=', at);
    const auto semicolon = raw.find(';', at);
    if (equals == std::string_view::npos) {
      break;
    }
    if (semicolon < equals) {
      at = semicolon;
      continue;
    }
    RawParameter one;
    one.name = domain::lower_ascii(trim(raw.substr(at, equals - at)));
    at = equals + 1;
    while (at < raw.size() && is_blank(raw[at])) {
      ++at;
    }
    one.value = parameter_value(raw, at);
    out.push_back(std::move(one));
  }
  return out;
}

// The pieces "name*0*", "name*1", … and "name*" of RFC 2231.
struct Pieces {
  std::map<unsigned, RawParameter> by_number;
};

std::string joined(const Pieces& pieces) {
  std::string charset;
  std::string bytes;
  for (const auto& [number, piece] : pieces.by_number) {
    std::string_view value = piece.value;
    const bool encoded = piece.name.ends_with('*');
    if (encoded && number == 0) {
      const auto first = value.find('\'');
      const auto second =
          first == std::string_view::npos ? first : value.find('\'', first + 1);
      if (second != std::string_view::npos) {
        charset = value.substr(0, first);
        value.remove_prefix(second + 1);
      }
    }
    bytes += encoded ? percent_decoded(value) : std::string(value);
  }
  return text_in_charset(bytes, charset);
}

void add_parameter(const RawParameter& one, MimeValue& out,
                   std::map<std::string, Pieces>& pieces) {
  const auto star = one.name.find('*');
  if (star == std::string::npos) {
    out.parameters.emplace(one.name, decode_words(one.value));
    return;
  }
  unsigned number = 0;
  for (size_t i = star + 1; i < one.name.size() && i < star + 5; ++i) {
    if (one.name[i] >= '0' && one.name[i] <= '9') {
      number = number * 10 + static_cast<unsigned>(one.name[i] - '0');
    }
  }
  pieces[one.name.substr(0, star)].by_number.emplace(number, one);
}

// Comments in brackets left out, and what is quoted kept apart.
class AddressSplitter {
public:
  AddressSplitter(std::vector<std::string>& out, size_t most)
      : m_out(out), m_most(most) {}

  void run(std::string_view raw) {
    for (size_t i = 0; i < raw.size() && m_out.size() < m_most; ++i) {
      const char c = raw[i];
      if (m_quoted || m_comments > 0) {
        m_one += c;
        if (c == '\\' && i + 1 < raw.size()) {
          m_one += raw[++i];
        } else if (m_quoted) {
          m_quoted = c != '"';
        } else {
          m_comments += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        continue;
      }
      take(c);
    }
    put();
  }

private:
  void take(char c) {
    if (c == ':' && !m_angle) { // a group begins
      m_one.clear();
      return;
    }
    if ((c == ',' || c == ';') && !m_angle) {
      put();
      return;
    }
    m_quoted = c == '"';
    m_comments += c == '(' ? 1 : 0;
    if (c == ':') { // "<@relay.example:ada@example.org>": a route of old
      m_one.resize(m_one.rfind('<') + 1);
      return;
    }
    m_angle = c == '<' || (m_angle && c != '>');
    m_one += c;
  }
  void put() {
    auto text = squeeze(decode_words(without_quotes(m_one)));
    if (text.starts_with('<') && text.ends_with('>')) { // without a name
      text = text.substr(1, text.size() - 2);
    }
    if (!text.empty() && m_out.size() < m_most) {
      m_out.push_back(std::move(text));
    }
    m_one.clear();
    m_angle = false;
  }
  static std::string without_quotes(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\' && i + 1 < text.size()) {
        out += text[++i];
      } else if (text[i] != '"') {
        out += text[i];
      }
    }
    return out;
  }

  std::vector<std::string>& m_out;
  size_t m_most;
  std::string m_one;
  bool m_quoted = false;
  bool m_angle = false;
  int m_comments = 0;
};

} // namespace

std::string text_in_charset(std::string_view bytes, std::string_view charset) {
  const bool plain = base::is_utf8(bytes) && !hides_in_ascii(charset);
  return clean_utf8(plain ? std::string(bytes)
                          : domain::decode_text(bytes, charset).text);
}

std::string decode_words(std::string_view raw) {
  Words out;
  size_t at = 0;
  size_t from = 0; // of plain text
  bool after_word = false;
  while (at < raw.size()) {
    auto word = raw[at] == '=' ? encoded_word(raw.substr(at)) : std::nullopt;
    if (!word) {
      ++at;
      continue;
    }
    const auto between = raw.substr(from, at - from);
    if (!(after_word &&
          std::all_of(between.begin(), between.end(), is_blank))) {
      out.plain(text_in_charset(between, ""));
    }
    at += word->size;
    out.word(std::move(*word));
    from = at;
    after_word = true;
  }
  out.plain(text_in_charset(raw.substr(from), ""));
  return squeeze(out.take());
}

std::string MimeValue::parameter(const std::string& name) const {
  const auto at = parameters.find(name);
  return at == parameters.end() ? "" : at->second;
}

MimeValue parse_mime_value(std::string_view raw) {
  MimeValue out;
  const auto semicolon = raw.find(';');
  out.value = domain::lower_ascii(squeeze(raw.substr(0, semicolon)));
  if (semicolon == std::string_view::npos) {
    return out;
  }
  std::map<std::string, Pieces> pieces;
  for (const auto& one : raw_parameters(raw.substr(semicolon + 1))) {
    add_parameter(one, out, pieces);
  }
  for (const auto& [name, found] : pieces) {
    out.parameters[name] = joined(found);
  }
  return out;
}

std::vector<std::string> split_addresses(std::string_view raw, size_t most) {
  std::vector<std::string> out;
  AddressSplitter(out, most).run(raw);
  return out;
}

std::optional<std::string> day_of_mail_date(std::string_view raw) {
  auto text = trim(raw);
  if (const auto comma = text.find(',');
      comma != std::string_view::npos && comma <= 10) { // the weekday
    text = trim(text.substr(comma + 1));
  }
  // "23 Aug 2002 02:32:53 -0400", "Aug 23 02:32:53 2002": without the time.
  std::string date;
  int words = 0;
  for (size_t at = 0; at < text.size() && words < 3;) {
    const auto end = std::min(text.find_first_of(" \t", at), text.size());
    const auto word = text.substr(at, end - at);
    if (!word.empty() && word.find(':') == std::string_view::npos) {
      date += (date.empty() ? "" : " ") + std::string(word);
      ++words;
    }
    at = end + 1;
  }
  for (const std::string_view candidate : {std::string_view(date), text}) {
    if (const auto span = domain::parse_date(candidate);
        span && span->one_day()) {
      return domain::display_day(span->first);
    }
  }
  return std::nullopt;
}

std::string bare_message_id(std::string_view raw) {
  const auto open = raw.find('<');
  const auto close =
      open == std::string_view::npos ? open : raw.find('>', open);
  return squeeze(clean_utf8(close == std::string_view::npos
                                ? trim(raw)
                                : raw.substr(open + 1, close - open - 1)));
}

} // namespace readers
