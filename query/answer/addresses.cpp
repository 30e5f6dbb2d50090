// SPDX-License-Identifier: Apache-2.0
#include "query/answer/addresses.hpp"

#include "core/domain/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace query {
namespace {

bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool word(char c) {
  return letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Beside every ending of two letters.
constexpr std::string_view k_domains[] = {
    "com",     "net",   "org",    "info", "biz",   "dev",     "app",
    "xyz",     "site",  "online", "top",  "link",  "click",   "shop",
    "store",   "club",  "live",   "page", "pages", "cloud",   "tech",
    "world",   "today", "news",   "gov",  "edu",   "mil",     "int",
    "arpa",    "name",  "pro",    "mobi", "test",  "example", "invalid",
    "local",   "onion", "zip",    "mov",  "work",  "email",   "web",
    "website", "space", "fun",    "icu",  "vip",   "energy"};
// Of these, what is also a word, and behind a point and a blank is one.
constexpr std::string_view k_certain[] = {"com",   "org", "xyz", "biz",
                                          "onion", "io",  "ru",  "cn"};
// Endings of files with two letters.
constexpr std::string_view k_files[] = {"md", "gz", "7z", "py", "db",
                                        "sh", "js", "ps", "tf"};

template <typename List>
bool is_one_of(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

class AddressFinder {
public:
  explicit AddressFinder(std::string_view plain)
      : m_small(domain::lower_ascii(plain)), m_text(m_small) {}

  std::vector<Address> find() {
    literals();
    tags();
    for (size_t at = 0; at < m_text.size();) {
      at = dotted(at);
    }
    spaced();
    return std::move(m_found);
  }

private:
  char get(size_t at) const { return at < m_text.size() ? m_text[at] : ' '; }

  void put(size_t begin, size_t end, bool markup = false) {
    while (begin > 0 && m_text[begin - 1] != ' ' && m_text[begin - 1] != '\n') {
      --begin;
      if (m_found.size() > 1000 || end - begin > 300) {
        break; // long enough to say what it is
      }
    }
    while (end < m_text.size() && m_text[end] != ' ' && m_text[end] != '\n' &&
           end - begin < 300) {
      ++end;
    }
    m_found.push_back({begin, end, markup});
  }

  void literals() {
    struct Sign {
      std::string_view text;
      bool markup;
    };
    constexpr Sign k_signs[] = {
        {"://", false},      {":\\\\", false},     {"hxxp", false},
        {"www.", false},     {"mailto:", false},   {"javascript:", true},
        {"data:text", true}, {"data:image", true}, {"data:app", true},
        {"base64,", true},   {"](", true},         {"![", true},
        {"]:", true},        {"&#", true},         {"&lt;", true},
        {"&gt;", true},      {"&amp;", true},      {"[.]", false},
        {"(.)", false},      {"[dot]", false},     {"(dot)", false},
        {"{dot}", false},    {"[at]", false},      {"(at)", false},
        {"{at}", false},     {"tel:", false},      {"ftp:", false},
        {"file:/", false},   {"vbscript:", true},  {"\\u00", true}};
    for (const auto& sign : k_signs) {
      for (size_t at = 0;
           (at = m_text.find(sign.text, at)) != std::string_view::npos;
           at += sign.text.size()) {
        put(at, at + sign.text.size(), sign.markup);
      }
    }
  }

  // "<b", "</a", "<!--", "<?xml": a sign of less has a blank or a digit behind.
  void tags() {
    for (size_t at = 0; (at = m_text.find('<', at)) != std::string_view::npos;
         ++at) {
      const char next = get(at + 1);
      if (letter(next) || next == '/' || next == '!' || next == '?') {
        put(at, at + 2, true);
      }
    }
  }

  // A run of words with points or "@" between them; where to go on.
  size_t dotted(size_t at) {
    if (!word(m_text[at])) {
      return at + 1;
    }
    size_t end = at;
    size_t last = at; // where the last label begins
    bool mail = false;
    bool points = false;
    while (end < m_text.size()) {
      const bool joins = (m_text[end] == '.' || m_text[end] == '@') &&
                         word(get(end + 1)) && end + 1 < m_text.size();
      if (!joins && !word(m_text[end])) {
        break;
      }
      if (joins) {
        mail = mail || m_text[end] == '@';
        points = true;
        last = end + 1;
      }
      ++end;
    }
    const std::string_view run = m_text.substr(at, end - at);
    const bool ideographic = run.find("\xe3\x80\x82") != std::string_view::npos;
    if (mail || ideographic || (points && is_domain(at, last, end))) {
      put(at, end);
    }
    return end;
  }

  // The last label is a top-level domain and what stands before it is a name.
  bool is_domain(size_t begin, size_t last, size_t end) const {
    const std::string_view label = m_text.substr(last, end - last);
    const std::string_view name = m_text.substr(begin, last - begin - 1);
    const bool letters =
        std::all_of(label.begin(), label.end(), letter) && name.size() > 1;
    const bool named = std::any_of(name.begin(), name.end(), letter);
    const bool two = label.size() == 2 && !is_one_of(k_files, label);
    return letters && named && (two || is_one_of(k_domains, label));
  }

  // "example . com", "example dot com".
  void spaced() {
    for (const std::string_view sign : {" .", ". ", " dot "}) {
      for (size_t at = 0;
           (at = m_text.find(sign, at)) != std::string_view::npos; ++at) {
        size_t begin = at + sign.size();
        begin += get(begin) == ' ' ? 1 : 0;
        size_t end = begin;
        while (end < m_text.size() && letter(m_text[end])) {
          ++end;
        }
        const auto label = m_text.substr(begin, end - begin);
        if (is_one_of(k_certain, label) ||
            (sign == " dot " && is_one_of(k_domains, label))) {
          put(at, end);
        }
      }
    }
  }

  std::string m_small;
  std::string_view m_text;
  std::vector<Address> m_found;
};

} // namespace

std::vector<Address> find_addresses(std::string_view plain) {
  return AddressFinder(plain).find();
}

bool asks_for_address(std::string_view question) {
  constexpr std::string_view k_words[] = {
      "url",      "link",     "website", "web",     "site",
      "homepage", "email",    "e-mail",  "mail",    "contact",
      "online",   "internet", "domain",  "webpage", "href"};
  const auto words = domain::words_of(question);
  return std::any_of(words.begin(), words.end(), [&](const std::string& one) {
    return is_one_of(k_words, one);
  });
}

} // namespace query
