// SPDX-License-Identifier: Apache-2.0
#include "proto/document_codec.hpp"

#include <cmath>

namespace proto {
namespace {

domain::PassageKind kind_of(uint32_t number) {
  switch (number) {
  case 2:
    return domain::PassageKind::record;
  case 3:
    return domain::PassageKind::header;
  default:
    return domain::PassageKind::prose;
  }
}

} // namespace

void encode(const domain::Locator& from, pb::Locator& to) {
  to.set_section(from.section);
  if (from.page) {
    to.set_page(*from.page);
  }
  if (from.line) {
    to.set_line(*from.line);
  }
  if (from.row) {
    to.set_row(*from.row);
  }
  if (from.byte) {
    to.set_byte(*from.byte);
  }
}

void encode(const domain::Fact& from, pb::Fact& to) {
  to.set_key(from.key);
  to.set_text(from.text);
  if (from.number) {
    to.set_number(*from.number);
  }
  to.set_unit(from.unit);
  encode(from.locator, *to.mutable_locator());
}

void encode(const domain::Passage& from, pb::Passage& to) {
  to.set_text(from.text);
  to.set_kind(static_cast<uint32_t>(from.kind));
  encode(from.locator, *to.mutable_locator());
}

void encode(const domain::Key& from, pb::Key& to) {
  to.set_family(from.family);
  to.set_verbatim(from.verbatim);
  to.set_role(static_cast<uint32_t>(from.role));
  encode(from.locator, *to.mutable_locator());
}

void encode(const domain::Reject& from, pb::Reject& to) {
  to.set_field(from.field);
  to.set_raw(from.raw);
  to.set_reason(from.reason);
  encode(from.locator, *to.mutable_locator());
}

void encode(const domain::DocumentHead& from, pb::DocumentHead& to) {
  to.set_format(from.format);
  to.set_title(from.title);
  for (const std::string& part : from.member) {
    to.add_member(part);
  }
}

domain::Locator decode(const pb::Locator& from) {
  domain::Locator to;
  to.section = from.section();
  if (from.has_page()) {
    to.page = from.page();
  }
  if (from.has_line()) {
    to.line = from.line();
  }
  if (from.has_row()) {
    to.row = from.row();
  }
  if (from.has_byte()) {
    to.byte = from.byte();
  }
  return to;
}

domain::Fact decode(const pb::Fact& from) {
  domain::Fact to{
      from.key(), from.text(), {}, from.unit(), decode(from.locator())};
  if (from.has_number() && std::isfinite(from.number())) {
    to.number = from.number();
  }
  return to;
}

domain::Passage decode(const pb::Passage& from) {
  return {from.text(), decode(from.locator()), kind_of(from.kind())};
}

domain::KeyRole role_of(uint32_t number) {
  const bool known =
      number == static_cast<uint32_t>(domain::KeyRole::subject) ||
      number == static_cast<uint32_t>(domain::KeyRole::row);
  return known ? static_cast<domain::KeyRole>(number)
               : domain::KeyRole::mention;
}

domain::Key decode(const pb::Key& from) {
  return {from.family(), from.verbatim(), decode(from.locator()),
          role_of(from.role())};
}

domain::Reject decode(const pb::Reject& from) {
  return {decode(from.locator()), from.field(), from.raw(), from.reason()};
}

domain::DocumentHead decode(const pb::DocumentHead& from) {
  return {from.format(),
          from.title(),
          {from.member().begin(), from.member().end()}};
}

} // namespace proto
