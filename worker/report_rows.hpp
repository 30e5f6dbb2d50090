// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "proto/store.pb.h"
#include "proto/wire/messages.hpp"
#include "store/families.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace worker {

// Rows of the report as JSON lines, one for each path of a bundle, from its
// manifest entry, and one for each document inside it; counts what it wrote.
// One thread.
class ReportRows {
public:
  // `walk_id` is the wall clock at the start of the walk: what was made before
  // is unchanged.
  ReportRows(uint64_t walk_id, std::function<void(std::string)> write)
      : m_walk_id(walk_id), m_write(std::move(write)) {}

  void add(const store::BundleId& bundle, const pb::ManifestEntry& entry);
  // A document inside a bundle that was added; `id` names it.
  void add_inside(const store::BundleId& bundle, const pb::ManifestEntry& entry,
                  const store::DocumentId& id, const pb::Document& document);
  void flush();

  // Bundles by wire::State; [0] those done before and unchanged.
  const std::array<uint64_t, wire::k_states>& counts() const {
    return m_counts;
  }
  uint64_t members() const { return m_members; }
  uint64_t bytes() const { return m_bytes; }

private:
  void row(std::string text);

  uint64_t m_walk_id;
  std::function<void(std::string)> m_write;
  std::string m_text;
  std::array<uint64_t, wire::k_states> m_counts{};
  uint64_t m_members = 0;
  uint64_t m_bytes = 0;
};

} // namespace worker
