// SPDX-License-Identifier: Apache-2.0
//
// Documents of the facts that many of a generation have, as bitmaps made when
// it was published: reading their postings would take longer than the rest of
// a question. docs/format/tables.md has the bytes.
#pragma once

#include "core/base/result.hpp"
#include "core/bitmap/bitmap.hpp"
#include "store/database.hpp"
#include "store/document_table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace store {

// Safe from any thread.
class FactBitmaps {
public:
  // Of a fact that at least so many documents have: 1 %, but not so few that
  // reading them is as fast.
  static uint64_t common(uint64_t documents);

  // Reads every posting of the fact index.
  static base::Result<std::string> bytes_of(const Database& shard,
                                            const DocumentTable& table);
  // Errc::corrupt if the file is not one of `documents` documents.
  static base::Result<FactBitmaps> open(const std::string& path,
                                        uint32_t documents);
  FactBitmaps() = default; // of no fact

  uint32_t size() const { return m_count; }
  // `value` as in the fact index; "": of any value. Nothing if it is not here.
  base::Result<std::optional<bitmap::Bitmap>>
  find(std::string_view key, std::string_view value) const;

private:
  struct Entry {
    std::string_view name; // key NUL value
    std::string_view bitmap;
  };
  Entry entry(uint32_t i) const;

  std::shared_ptr<const void> m_owner;
  std::string_view m_bytes;
  uint32_t m_count = 0;
};

// Its file in the folder of a generation.
inline constexpr const char* k_fact_bitmaps = "FACTS";

} // namespace store
