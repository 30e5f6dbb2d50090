// SPDX-License-Identifier: Apache-2.0
//
// What every format of messages says of one, under the same names.
#pragma once

#include "worker/readers/findings.hpp"
#include "worker/readers/mime_walk.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace readers {

// Decoded, without control characters; "" where there is none.
struct MailFacts {
  static constexpr size_t k_most_addresses = 200; // of one kind

  std::vector<std::string> from, to, cc, bcc, reply_to;
  std::string sender;
  std::string subject;
  std::string date; // as written
  std::string day;  // "2002-08-23"; "" if `date` is none
  std::string message_id;
  std::string in_reply_to;

  // As facts "from", "to", "cc", "bcc", "reply_to", "sender", "subject",
  // "date" (number yyyymmdd), "sent_date", "message_id" and "in_reply_to"; a
  // date that is none is a reject.
  void put_into(Findings& found) const;
};

MailFacts mail_facts_of(const MailHeader& header);

} // namespace readers
