// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_set.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <utility>

namespace readers::dlis {
namespace {

// Roles of components, the high three bits of their first byte.
enum class Role : uint8_t {
  absent = 0,
  attribute = 1,
  invariant = 2,
  object = 3,
  reserved = 4,
  redundant = 5,
  replacement = 6,
  set = 7,
};

Role role_of(unsigned byte) {
  return static_cast<Role>(byte >> 5U & 7U);
}
bool is_attribute(Role role) {
  return role == Role::absent || role == Role::attribute ||
         role == Role::invariant;
}

void skip_values(Cursor& from, Code code, uint32_t count) {
  if (const size_t width = width_of(code); width > 0) {
    from.take(uint64_t{width} * count);
    return;
  }
  for (uint32_t i = 0; i < count && !from.failed(); ++i) {
    skip_value(from, code);
  }
}

class SetParser {
public:
  explicit SetParser(std::string_view body) : m_from(body) {}

  Set run() {
    if (take_set() && take_template()) {
      while (!m_from.at_end() && take_object()) {
      }
    }
    return std::move(m_set);
  }

private:
  bool stop(std::string reason) {
    if (!m_set.stopped) {
      m_set.stopped = m_last;
      m_set.reason = std::move(reason);
    }
    return false;
  }

  Role peek() const {
    return role_of(static_cast<unsigned char>(m_from.peek()));
  }
  unsigned begin() {
    m_last = m_from.position();
    return m_from.byte();
  }

  bool take_set() {
    const unsigned head = begin();
    const Role role = role_of(head);
    if (role != Role::set && role != Role::redundant &&
        role != Role::replacement) {
      return stop("the record does not begin with a set");
    }
    m_set.role = role == Role::set         ? SetRole::set
                 : role == Role::redundant ? SetRole::redundant
                                           : SetRole::replacement;
    m_set.type = (head & 0x10U) != 0 ? m_from.ident() : "";
    m_set.name = (head & 0x08U) != 0 ? m_from.ident() : "";
    return !m_from.failed() || stop("the record ends within the set's name");
  }

  // An attribute component over its default; false if it is damaged.
  bool take_attribute(Attribute& attribute, bool in_template) {
    const unsigned head = begin();
    attribute.absent = role_of(head) == Role::absent;
    if (attribute.absent) {
      return true;
    }
    if ((head & 0x10U) != 0) {
      const auto label = m_from.ident();
      // In an object it is an error of the writer, and says nothing.
      attribute.label = in_template ? label : attribute.label;
    }
    const bool counted = (head & 0x08U) != 0;
    const bool coded = (head & 0x04U) != 0;
    attribute.count = counted ? m_from.uvari() : attribute.count;
    if (coded) {
      const uint32_t code = m_from.byte();
      if (!exists(code)) {
        return stop("no representation code: " + std::to_string(code));
      }
      attribute.code = static_cast<Code>(code);
    }
    attribute.units = (head & 0x02U) != 0 ? m_from.ident() : attribute.units;
    if ((head & 0x01U) != 0) {
      const size_t from = m_from.position();
      skip_values(m_from, attribute.code, attribute.count);
      attribute.values = m_from.since(from);
    } else if (counted || coded) {
      attribute.values = {}; // the default has another shape
    }
    return !m_from.failed() || stop("the record ends within an attribute");
  }

  bool take_template() {
    while (!m_from.at_end() && is_attribute(peek())) {
      const bool invariant = peek() == Role::invariant;
      auto& list = invariant ? m_set.invariants : m_set.columns;
      Attribute attribute;
      if (!take_attribute(attribute, true)) {
        return false;
      }
      if (list.size() >= Set::k_most_columns) {
        return stop("more than " + std::to_string(Set::k_most_columns) +
                    " columns");
      }
      list.push_back(attribute);
    }
    return true;
  }

  bool take_object() {
    if (peek() != Role::object) {
      m_last = m_from.position();
      return stop("no object where one should begin");
    }
    if (m_set.objects.size() >= Set::k_most_objects) {
      m_last = m_from.position();
      return stop("more than " + std::to_string(Set::k_most_objects) +
                  " objects");
    }
    begin();
    Object object;
    object.name = read_obname(m_from);
    if (m_from.failed()) {
      return stop("the record ends within an object's name");
    }
    while (!m_from.at_end() && is_attribute(peek())) {
      if (object.attributes.size() >= m_set.columns.size()) {
        m_last = m_from.position();
        m_set.objects.push_back(std::move(object));
        return stop("an object with more attributes than its template");
      }
      Attribute attribute = m_set.columns[object.attributes.size()];
      if (!take_attribute(attribute, false)) {
        m_set.objects.push_back(std::move(object));
        return false;
      }
      object.attributes.push_back(attribute);
    }
    m_set.objects.push_back(std::move(object));
    return true;
  }

  Cursor m_from;
  Set m_set;
  size_t m_last = 0; // where the last component begins
};

} // namespace

const Attribute* Set::find(const Object& object, std::string_view label) const {
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].label == label) {
      const Attribute& found = at(object, i);
      return found.absent || found.values.empty() ? nullptr : &found;
    }
  }
  for (const auto& attribute : invariants) {
    if (attribute.label == label && !attribute.values.empty()) {
      return &attribute;
    }
  }
  return nullptr;
}

Set parse_set(std::string_view body) {
  return SetParser(body).run();
}

std::string clean(std::string_view bytes) {
  bytes = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  return squeeze(clean_utf8(base::is_utf8(bytes)
                                ? std::string(bytes)
                                : domain::decode_text(bytes).text));
}

std::vector<Value> values_of(const Attribute& attribute, size_t most) {
  std::vector<Value> values;
  Cursor from(attribute.values);
  for (uint32_t i = 0; i < attribute.count && values.size() < most; ++i) {
    if (from.at_end()) {
      break;
    }
    auto value = read_value(from, attribute.code);
    if (!value) {
      break;
    }
    values.push_back(std::move(*value));
  }
  return values;
}

std::string text_of(const Attribute& attribute, size_t most) {
  std::string text;
  for (const auto& value : values_of(attribute, most)) {
    const auto one = clean(value.text);
    text += text.empty() || one.empty() ? "" : ", ";
    text += one;
  }
  return attribute.count > most && !text.empty() ? text + ", …" : text;
}

std::optional<double> number_of(const Attribute& attribute) {
  const auto values = values_of(attribute, 1);
  return values.empty() ? std::nullopt : values.front().number;
}

std::vector<ObName> names_of(const Attribute& attribute, size_t most) {
  std::vector<ObName> names;
  const bool reference = attribute.code == Code::objref;
  if (!reference && attribute.code != Code::obname) {
    return names;
  }
  Cursor from(attribute.values);
  for (uint32_t i = 0; i < attribute.count && names.size() < most; ++i) {
    if (from.at_end()) {
      break;
    }
    if (reference) {
      from.ident();
    }
    names.push_back(read_obname(from));
    if (from.failed()) {
      names.pop_back();
      break;
    }
  }
  return names;
}

} // namespace readers::dlis
