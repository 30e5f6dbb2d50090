// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/domain/asked.hpp"
#include "core/domain/date.hpp"
#include "core/domain/keys.hpp"
#include "core/domain/well_name.hpp"
#include "core/domain/wellbore.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace {

void check_dates(std::string_view text) {
  for (const auto order :
       {domain::DateOrder::unknown, domain::DateOrder::day_first,
        domain::DateOrder::month_first}) {
    const auto span = domain::parse_date(text, order);
    if (!span) {
      continue;
    }
    ASSERT(span->first <= span->last);
    ASSERT(span->first >= 18000101 && span->last <= 21001231);
    ASSERT(!domain::is_missing_date(text));
    const auto back = domain::parse_date(domain::display_day(span->first));
    ASSERT(!back || back->first == span->first);
    ASSERT(!span->display().empty());
  }
  domain::date_role(text);
  domain::dates_said(text);
  domain::asked_facts(text);
}

void check_names(std::string_view text) {
  const std::string form = domain::well_name_form(text);
  ASSERT(form.size() > 120 || domain::well_name_form(form) == form);
  const std::string_view half = text.substr(0, text.size() / 2);
  domain::compose_well_name(half, text.substr(half.size()));
  domain::is_number_of_well(text);
  domain::has_own_name(text);
  for (const char* family : {"wellbore", "uwi-ca"}) {
    const auto once = domain::normalise_key(family, text);
    if (once) {
      ASSERT(domain::normalise_key(family, *once).value() == *once);
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_dates(text);
  check_names(text);
  return 0;
}
