// SPDX-License-Identifier: Apache-2.0
//
// HTML as a stream of events, by libxml2's parser for it: forgiving, without
// a tree, without network, and never deeper than a limit.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace readers {

using Attributes = std::map<std::string, std::string>; // names in lower case

class HtmlEvents {
public:
  HtmlEvents() = default;
  HtmlEvents(const HtmlEvents&) = delete;
  HtmlEvents& operator=(const HtmlEvents&) = delete;
  virtual ~HtmlEvents() = default;
  // Element names are in lower case. Elements that the file leaves open are
  // closed at its end.
  virtual void start(std::string_view name, const Attributes& attributes) = 0;
  virtual void end(std::string_view name) = 0;
  virtual void text(std::string_view text) = 0; // in pieces of any length
};

class HtmlParser {
public:
  // Elements within elements; a file that goes deeper is read no further.
  static constexpr int k_deepest = 2000;

  explicit HtmlParser(HtmlEvents& events); // borrowed
  ~HtmlParser();
  HtmlParser(const HtmlParser&) = delete;
  HtmlParser& operator=(const HtmlParser&) = delete;

  void feed(std::string_view utf8);
  void finish();
  bool too_deep() const;

private:
  struct State;
  std::unique_ptr<State> m_state;
};

// The encoding that the first bytes of a file name in a <meta>, or "".
std::string declared_charset(std::string_view head);

} // namespace readers
