// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_detect.hpp"

#include "core/domain/text.hpp"
#include "worker/readers/passage_packer.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace readers {
namespace {

// Fields that people write on memos too.
constexpr std::array<std::string_view, 7> k_common{
    "from", "to", "subject", "date", "cc", "sender", "reply-to"};
// Fields that only programs write.
constexpr std::array<std::string_view, 18> k_of_programs{
    "received",
    "return-path",
    "message-id",
    "mime-version",
    "delivered-to",
    "content-type",
    "content-transfer-encoding",
    "x-mailer",
    "in-reply-to",
    "references",
    "x-originating-ip",
    "dkim-signature",
    "x-received",
    "user-agent",
    "envelope-to",
    "x-envelope-from",
    "arc-seal",
    "authentication-results"};

template <typename List>
bool among(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

struct Stamp {
  bool unknown = false; // what some programs write for "not known"
  bool year = false;
  bool time = false;
};

Stamp stamp_of(std::string_view line) {
  Stamp out;
  if (!line.starts_with("From ") || line.size() > 1000) {
    return out;
  }
  line.remove_prefix(5);
  out.unknown = trim(line) == "-" || trim(line).ends_with("@xxx");
  int run = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    run = is_digit(line[i]) ? run + 1 : 0;
    const bool ends = i + 1 == line.size() || !is_digit(line[i + 1]);
    out.year = out.year || (run == 4 && ends);
    out.time = out.time || (i >= 2 && i + 2 < line.size() && line[i] == ':' &&
                            is_digit(line[i - 1]) && is_digit(line[i + 1]));
  }
  return out;
}

} // namespace

bool is_mbox_line(std::string_view line) {
  const auto stamp = stamp_of(line);
  return stamp.unknown || stamp.year || stamp.time;
}

bool is_full_mbox_line(std::string_view line) {
  const auto stamp = stamp_of(line);
  return stamp.year && stamp.time;
}

MailLook look_of_message(std::string_view head) {
  constexpr int k_lines = 200;
  int common = 0;
  int of_programs = 0;
  bool begun = false;
  for (int i = 0; i < k_lines && !head.empty(); ++i) {
    const auto end = head.find('\n');
    const bool whole = end != std::string_view::npos;
    auto line = head.substr(0, end);
    head.remove_prefix(whole ? end + 1 : head.size());
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (!begun && (line.empty() || is_mbox_line(line))) {
      continue;
    }
    if (line.empty()) {
      break;
    }
    if (begun && (line[0] == ' ' || line[0] == '\t')) {
      continue;
    }
    const auto colon = line.find(':');
    const std::string name = domain::lower_ascii(trim(line.substr(0, colon)));
    if (colon == std::string_view::npos || !is_name(name)) {
      if (!begun) {
        return MailLook::none;
      }
      break;
    }
    begun = true;
    common += among(k_common, name) ? 1 : 0;
    of_programs += among(k_of_programs, name) ? 1 : 0;
  }
  if ((of_programs >= 1 && common >= 1) || of_programs >= 3 || common >= 4) {
    return MailLook::message;
  }
  return common + of_programs >= 1 ? MailLook::named : MailLook::none;
}

} // namespace readers
