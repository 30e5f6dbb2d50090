// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/domain/company_authority.hpp"

#include <algorithm>
#include <cstdint>

namespace {

// Names of the file, and the file's lines as names.
void check_names(std::string_view text,
                 const domain::CompanyAuthority& authority) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\n:", at), text.size());
    const std::string_view name = text.substr(at, end - at);
    const auto form = domain::company_form(name);
    ASSERT(domain::canonical_company(form.canonical) == form.canonical);
    ASSERT(!domain::why_same_company(name, form.canonical).empty());
    domain::company_role(name);
    domain::can_be_company(name);
    if (const auto found = authority.find(name)) {
      ASSERT(!authority.name_of(found->company).empty());
      ASSERT(authority.with_parts(found->company).contains(found->company));
    }
    at = end + 1;
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  domain::CompanyAuthority authority;
  authority.add(text, "one");
  authority.finish();
  const size_t names = authority.names();
  authority.add(text, "two"); // the same again adds no name
  authority.finish();
  ASSERT(authority.names() == names);
  check_names(text.substr(0, 4096), authority);
  return 0;
}
