// SPDX-License-Identifier: Apache-2.0
#include "worker/write_key.hpp"

#include "core/domain/keys.hpp"

namespace worker {

bool fits(const store::Identifier& identifier) {
  return !identifier.canonical.empty() &&
         identifier.canonical.size() <= store::k_max_identifier &&
         identifier.canonical.find('\0') == std::string::npos;
}

base::Result<void> write_key(store::DocumentWriter& writer,
                             const store::Identifier& identifier,
                             const domain::Key& key) {
  TRY(writer.key(identifier, key));
  for (std::string& form : domain::folded_forms(identifier.canonical)) {
    const store::Identifier folded{std::string(domain::k_folded_family),
                                   std::move(form)};
    if (fits(folded)) {
      TRY(writer.key(folded, key));
    }
  }
  return {};
}

} // namespace worker
