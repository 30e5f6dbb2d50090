// SPDX-License-Identifier: Apache-2.0
//
// TNEF ([MS-OXTNEF]), in which Outlook wraps a message and its attachments as
// "winmail.dat". Only tables and texts are held, in bounded memory; the data
// of attachments stays in the file.
#pragma once

#include "core/base/fd.hpp"
#include "worker/readers/mapi_properties.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

inline constexpr std::string_view k_tnef_signature{"\x78\x9F\x3E\x22", 4};

struct TnefAttachment {
  std::string title; // as it stands
  uint64_t byte = 0; // where its data begins in the file
  uint64_t size = 0;
  MapiProperties properties;
};

struct TnefDamage {
  uint64_t byte = 0;
  std::string what;
};

struct TnefMessage {
  static constexpr size_t k_most_attachments = 10'000;

  MapiProperties properties;
  std::vector<MapiProperties> recipients;
  std::vector<TnefAttachment> attachments;
  std::string sent; // "1997-03-21"; "" if not given
  std::vector<TnefDamage> damage;
};

// `size`: of the file. Errc::corrupt if it does not begin as one.
base::Result<TnefMessage>
parse_tnef(const base::Fd& file, uint64_t size,
           const std::function<base::Result<void>()>& progress);

// The list of properties in `bytes` ([MS-OXTNEF] 2.1.3.4), from `at` on, which
// is moved behind it. False if it is cut or makes no sense; what stood before
// is kept.
bool parse_tnef_properties(std::string_view bytes, size_t& at,
                           MapiProperties& out);

} // namespace readers
