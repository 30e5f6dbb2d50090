// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/tree_events.hpp"

#include <nlohmann/json.hpp>

#include <iterator>
#include <optional>

namespace readers {
namespace {

using Json = nlohmann::json;

// The bytes of a file, one at a time, with the line that they are in.
class Bytes {
public:
  explicit Bytes(base::Fd fd) : m_fd(std::move(fd)), m_buffer(1 << 16, '\0') {}

  // Nothing at the end, of the line if only one is read, or when reading
  // failed.
  std::optional<char> peek() {
    if (m_at == m_filled && !fill()) {
      return std::nullopt;
    }
    const char c = m_buffer[m_at];
    return m_one_line && c == '\n' ? std::nullopt : std::optional(c);
  }
  void one_line(bool only) { m_one_line = only; }
  // To the end of this line.
  void skip_line() {
    while (peek() && m_buffer[m_at] != '\n') {
      pop();
    }
  }
  void pop() { m_line += m_buffer[m_at++] == '\n' ? 1 : 0; }
  uint64_t line() const { return m_line; }
  const std::optional<base::Error>& error() const { return m_error; }

private:
  bool fill() {
    auto got = base::read_at(m_fd, std::as_writable_bytes(std::span(m_buffer)),
                             m_offset);
    if (!got) {
      m_error = std::move(got.error());
      return false;
    }
    m_at = 0;
    m_filled = *got;
    m_offset += *got;
    return m_filled > 0;
  }

  base::Fd m_fd;
  std::string m_buffer;
  size_t m_at = 0;
  size_t m_filled = 0;
  uint64_t m_offset = 0;
  uint64_t m_line = 1;
  bool m_one_line = false;
  std::optional<base::Error> m_error;
};

// An input iterator over Bytes; the default one is the end.
class Cursor {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Cursor() = default;
  explicit Cursor(Bytes& bytes) : m_bytes(&bytes) {}
  char operator*() const { return *m_bytes->peek(); }
  Cursor& operator++() {
    m_bytes->pop();
    return *this;
  }
  Cursor operator++(int) {
    Cursor before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Cursor& a, const Cursor& b) {
    return a.at_end() == b.at_end();
  }
  friend bool operator!=(const Cursor& a, const Cursor& b) { return !(a == b); }

private:
  bool at_end() const { return m_bytes == nullptr || !m_bytes->peek(); }
  Bytes* m_bytes = nullptr;
};

// Objects open and close; arrays only lend their name to what they hold.
class JsonPass : public nlohmann::json_sax<Json> {
public:
  JsonPass(const Bytes& bytes, TreeEvents& events)
      : m_bytes(bytes), m_events(events) {}

  bool null() override { return true; }
  bool boolean(bool value) override { return put(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override {
    return put(std::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return put(std::to_string(value));
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override {
    return put(text);
  }
  bool string(string_t& text) override {
    return put(clip(clean_utf8(text), k_longest_value));
  }
  bool binary(binary_t& /*value*/) override { return true; }
  bool key(string_t& name) override {
    m_name = clip(squeeze(name), 200);
    return true;
  }
  bool start_object(size_t /*count*/) override {
    return deeper(true) && done(m_events.open(m_name, {}, m_bytes.line()));
  }
  bool end_object() override {
    shallower();
    return done(m_events.close());
  }
  bool start_array(size_t /*count*/) override { return deeper(false); }
  bool end_array() override {
    shallower();
    return true;
  }
  bool parse_error(size_t /*position*/, const std::string& /*token*/,
                   const Json::exception& error) override {
    m_reason = error.what();
    return false;
  }

  // Objects that a damaged end left open.
  base::Result<void> close_all() {
    while (!m_open.empty()) {
      if (m_open.back().object) {
        TRY(m_events.close());
      }
      m_open.pop_back();
    }
    return {};
  }
  base::Result<void> result() { return std::move(m_result); }
  const std::string& reason() const { return m_reason; }

private:
  struct Open {
    bool object = false;
    std::string name; // of what is around it
  };

  bool put(std::string_view text) {
    return done(m_events.value(m_name, text, {}, m_bytes.line()));
  }
  bool deeper(bool object) {
    if (m_open.size() >= k_deepest_tree) {
      m_reason = "values are nested more than " +
                 std::to_string(k_deepest_tree) + " deep";
      return false;
    }
    m_open.push_back({object, m_name});
    return true;
  }
  // What follows in an array has the array's name again.
  void shallower() {
    m_name = std::move(m_open.back().name);
    m_open.pop_back();
  }
  bool done(base::Result<void> result) {
    m_result = std::move(result);
    return m_result.has_value();
  }

  const Bytes& m_bytes;
  TreeEvents& m_events;
  std::vector<Open> m_open;
  std::string m_name;
  std::string m_reason;
  base::Result<void> m_result;
};

// False at the end of the file.
bool skip_blanks(Bytes& bytes) {
  while (const auto c = bytes.peek()) {
    const bool blank = *c == ' ' || *c == '\t' || *c == '\r' || *c == '\n' ||
                       *c == '\x1e'; // RFC 7464 puts it before each text
    if (!blank) {
      return true;
    }
    bytes.pop();
  }
  return false;
}

void skip_mark(Bytes& bytes) {
  for (const char c : {'\xEF', '\xBB', '\xBF'}) {
    if (bytes.peek() != c) {
      return;
    }
    bytes.pop();
  }
}

// "[json.exception.parse_error.101] parse error at …: syntax error …": what
// stands before the colon is said by the place.
std::string without_code(const std::string& reason) {
  const auto at = reason.find(": ");
  return clip(at == std::string::npos ? reason : reason.substr(at + 2), 300);
}

void note_bad_line(uint64_t line, const std::string& reason,
                   TreeDamage& damage) {
  if (++damage.bad_line_count <= k_most_bad_lines) {
    damage.bad_lines.push_back({line, without_code(reason)});
  }
}

} // namespace

base::Result<TreeDamage> parse_json(const std::string& path,
                                    TreeEvents& events) {
  TRY_ASSIGN(base::Fd fd, base::open_regular(path));
  Bytes bytes(std::move(fd));
  skip_mark(bytes);
  bool lines = path.ends_with(".jsonl") || path.ends_with(".ndjson");
  TreeDamage damage;
  while (skip_blanks(bytes)) {
    const uint64_t from = bytes.line();
    JsonPass pass(bytes, events);
    bytes.one_line(lines);
    const bool parsed = Json::sax_parse(Cursor(bytes), Cursor(), &pass,
                                        Json::input_format_t::json, false);
    TRY(pass.result());
    if (!parsed) {
      TRY(pass.close_all());
    }
    if (!parsed && !lines) {
      damage.line = damage.from = bytes.line();
      damage.reason = without_code(pass.reason());
      return damage;
    }
    if (!parsed) {
      note_bad_line(from, pass.reason(), damage);
      bytes.skip_line();
    }
    bytes.one_line(false);
    lines = lines || bytes.line() == from;
  }
  if (bytes.error()) {
    return base::fail(*bytes.error());
  }
  return damage;
}

} // namespace readers
