// SPDX-License-Identifier: Apache-2.0
//
// XML as a stream of events, by libxml2: no tree, no network, no entities but
// the five of XML, never deeper than a limit, and as far as it is well-formed
// where it is damaged.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

class XmlAttributes {
public:
  // Of the attribute with that name, whatever its namespace, save that of
  // relationships; "" if there is none.
  std::string_view get(std::string_view name) const;
  bool has(std::string_view name) const;
  // Of an attribute in the namespace of relationships (r:id).
  std::string_view relation(std::string_view name) const;
  // A whole number within ±2^31; nothing if it is none.
  std::optional<int> number(std::string_view name) const;

private:
  friend struct XmlCallbacks;
  struct One {
    std::string_view name;
    std::string_view value;
    bool relation = false;
  };
  std::vector<One> m_all;
  std::deque<std::string> m_decoded;
};

// A whole number within ±2^31, written plainly.
std::optional<int> whole_number(std::string_view text);
// "1", "true" and "on" are; so is "", an attribute that is left out.
bool is_on(std::string_view value);

// What takes the events. Names are without their prefix.
class XmlEvents {
public:
  XmlEvents() = default;
  XmlEvents(const XmlEvents&) = delete;
  XmlEvents& operator=(const XmlEvents&) = delete;
  virtual ~XmlEvents() = default;
  virtual void start(std::string_view name, const XmlAttributes& attrs) = 0;
  virtual void end(std::string_view name) = 0;
  virtual void text(std::string_view text) = 0; // in pieces of any length

  // The first error of what the events were handed to (a sink): parsing ends.
  base::Result<void> status() const;

protected:
  void note(base::Result<void> result);
  bool failed() const { return m_error.has_value(); }

private:
  std::optional<base::Error> m_error;
};

class XmlParser {
public:
  static constexpr int k_deepest = 500;

  explicit XmlParser(XmlEvents& events); // borrowed
  ~XmlParser();
  XmlParser(const XmlParser&) = delete;
  XmlParser& operator=(const XmlParser&) = delete;

  // The error of the events' status().
  base::Result<void> feed(std::string_view bytes);
  base::Result<void> finish();
  // Why not all of it is what it seems, with the line; "" if all is well.
  const std::string& damage() const;

  struct State;

private:
  std::unique_ptr<State> m_state;
};

// A small document at once, for events that hand nothing to a sink. Gives
// damage().
std::string parse_whole_xml(std::string_view bytes, XmlEvents& events);

} // namespace readers
