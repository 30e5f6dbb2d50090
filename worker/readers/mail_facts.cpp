// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_facts.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/reading.hpp"

#include <utility>

namespace readers {

void MailFacts::put_into(Findings& found) const {
  const std::pair<const char*, const std::vector<std::string>*> lists[] = {
      {"from", &from},
      {"to", &to},
      {"cc", &cc},
      {"bcc", &bcc},
      {"reply_to", &reply_to}};
  for (const auto& [key, list] : lists) {
    for (const auto& one : *list) {
      found.say(key, clip(one, 1000));
    }
  }
  found.say("sender", sender);
  found.say("subject", clip(subject, 1000));
  if (day.empty()) {
    found.say("date", clip(date, 200));
  } else {
    auto dates = dates_of("sent_date", "date", day, {});
    for (auto& fact : dates.facts) {
      if (fact.key == "sent_date" && fact.number) {
        found.facts.push_back(
            {"date", clip(date, 200), fact.number, fact.unit, {}});
      }
      found.facts.push_back(std::move(fact));
    }
  }
  if (day.empty() && !date.empty()) {
    found.refuse("date", date, "no date that can be read");
  }
  found.say("message_id", clip(message_id, 1000));
  found.say("in_reply_to", clip(in_reply_to, 1000));
}

MailFacts mail_facts_of(const MailHeader& header) {
  constexpr size_t most = MailFacts::k_most_addresses;
  MailFacts out;
  out.from = split_addresses(header.raw("from"), most);
  out.to = split_addresses(header.raw("to"), most);
  out.cc = split_addresses(header.raw("cc"), most);
  out.bcc = split_addresses(header.raw("bcc"), most);
  out.reply_to = split_addresses(header.raw("reply-to"), most);
  out.sender = decode_words(header.raw("sender"));
  out.subject = decode_words(header.raw("subject"));
  out.date = decode_words(header.raw("date"));
  out.day = day_of_mail_date(out.date).value_or("");
  out.message_id = bare_message_id(header.raw("message-id"));
  out.in_reply_to = bare_message_id(header.raw("in-reply-to"));
  return out;
}

} // namespace readers
