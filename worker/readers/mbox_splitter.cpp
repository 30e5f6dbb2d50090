// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mbox_splitter.hpp"

#include "core/domain/text.hpp"
#include "worker/readers/mail_detect.hpp"

#include <algorithm>
#include <span>

namespace readers {
namespace {

constexpr size_t k_buffer = 256 * 1024;
constexpr size_t k_piece = 64 * 1024;

std::string_view without_end(std::string_view line) {
  if (line.ends_with('\n')) {
    line.remove_suffix(1);
  }
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

bool is_header_line(std::string_view line) {
  const auto colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 && colon < 200 &&
         std::all_of(line.begin(),
                     line.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return c > ' ' && c < 0x7F; });
}

class Splitter {
public:
  Splitter(const base::Fd& file, MboxHandler& handler)
      : m_file(file), m_handler(handler) {}

  base::Result<void> run() {
    while (!m_stopped) {
      TRY_ASSIGN(const bool more, step());
      if (!more) {
        break;
      }
    }
    return m_number > 0 && !m_stopped ? finish() : base::Result<void>();
  }

private:
  base::Result<bool> fill() {
    m_buffer.erase(0, m_at);
    m_offset += m_at;
    m_at = 0;
    const size_t before = m_buffer.size();
    m_buffer.resize(k_buffer);
    auto rest = std::as_writable_bytes(std::span(m_buffer)).subspan(before);
    TRY_ASSIGN(const size_t n, base::read_at(m_file, rest, m_offset + before));
    m_buffer.resize(before + n);
    m_end = n == 0;
    TRY(m_handler.progress());
    return n > 0;
  }

  // Two pieces of lines are there, or the end of the file.
  base::Result<bool> step() {
    if (m_buffer.size() - m_at < 2 * k_piece && !m_end) {
      TRY(fill());
    }
    const std::string_view rest = std::string_view(m_buffer).substr(m_at);
    if (rest.empty()) {
      return !m_end;
    }
    const size_t size = piece_of(rest);
    const auto line = rest.substr(0, size);
    const bool ends = line.ends_with('\n');
    const bool starts = !m_within;
    m_within = !ends;
    if (starts && begins_message(line, rest.substr(size))) {
      TRY(finish());
      if (!m_stopped) {
        TRY(m_handler.begin(++m_number, m_offset + m_at));
      }
      m_in_header = true;
      m_id.clear();
    } else if (m_number > 0) {
      TRY(take(line, starts));
    }
    m_blank = starts ? without_end(line).empty() : m_blank && ends;
    m_at += size;
    return true;
  }

  static size_t piece_of(std::string_view rest) {
    const auto end = rest.substr(0, k_piece).find('\n');
    return end == std::string_view::npos ? std::min(rest.size(), k_piece)
                                         : end + 1;
  }

  bool begins_message(std::string_view line, std::string_view after) const {
    if (!line.starts_with("From ") || !is_mbox_line(without_end(line))) {
      return false;
    }
    if (m_number == 0) {
      return true;
    }
    if (!m_blank) { // some programs leave the blank line out
      return look_of_message(after.substr(0, k_piece)) == MailLook::message;
    }
    const auto next = without_end(after.substr(0, piece_of(after)));
    return is_header_line(next) || next.starts_with(">From ") ||
           (next.empty() && is_full_mbox_line(without_end(line)));
  }

  base::Result<void> finish() {
    if (m_number == 0) {
      return {};
    }
    TRY_ASSIGN(const bool more, m_handler.end(m_id));
    m_stopped = !more;
    return {};
  }

  base::Result<void> take(std::string_view line, bool starts) {
    const auto text = without_end(line);
    if (starts && m_in_header) {
      m_in_header = !text.empty();
      note_id(text);
    }
    const auto quoted = line.find_first_not_of('>');
    const bool unquote = starts && quoted != std::string_view::npos &&
                         quoted > 0 && line.substr(quoted).starts_with("From ");
    return m_handler.bytes(unquote ? line.substr(1) : line);
  }

  void note_id(std::string_view text) {
    constexpr std::string_view name = "message-id:";
    constexpr size_t k_longest = 1000;
    const bool folded = text.starts_with(' ') || text.starts_with('\t');
    if (m_id_next && folded) {
      m_id = std::string(text.substr(0, k_longest));
    }
    m_id_next = false;
    if (m_id.empty() &&
        domain::lower_ascii(text.substr(0, name.size())) == name) {
      m_id = std::string(text.substr(name.size(), k_longest));
      m_id_next = m_id.find_first_not_of(" \t") == std::string::npos;
    }
  }

  const base::Fd& m_file;
  MboxHandler& m_handler;
  std::string m_buffer;
  size_t m_at = 0;
  uint64_t m_offset = 0; // of m_buffer[0]
  bool m_end = false;
  bool m_within = false; // the last piece did not end its line
  bool m_blank = true;   // the line before was blank
  bool m_in_header = false;
  bool m_id_next = false; // the id stands on the next line
  bool m_stopped = false;
  uint64_t m_number = 0;
  std::string m_id;
};

} // namespace

base::Result<void> split_mbox(const base::Fd& file, MboxHandler& handler) {
  return Splitter(file, handler).run();
}

} // namespace readers
