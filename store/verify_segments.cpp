// SPDX-License-Identifier: Apache-2.0
#include "core/base/bytes.hpp"
#include "store/document_writer.hpp"
#include "store/embedding_cache.hpp"
#include "store/verifier.hpp"

#include <algorithm>

namespace store {
namespace {

base::Hash128 row_hash(const DocumentVersion& version, uint32_t ordinal,
                       std::string_view text) {
  return base::Hasher().field(part_key(version, ordinal)).field(text).finish();
}

} // namespace

base::Result<RowSum> Verifier::stored_vectors() {
  RowSum sum;
  TRY(each(Family::vectors, [&](auto key, auto value) -> base::Result<void> {
    if (key.size() != 4 + k_version_bytes + 4 || value.size() != 16) {
      return base::fail(base::Errc::corrupt, "not a row of vectors");
    }
    const auto version = version_at_end(key.substr(0, 4 + k_version_bytes));
    known(*version, Family::vectors);
    Held* held = live(*version);
    const bool current = base::load_be32(key) == m_shard.info().space();
    if (held != nullptr && current) {
      ++held->vectors;
      sum.add(row_hash(*version, base::load_be32(key.substr(key.size() - 4)),
                       value));
    }
    return {};
  }));
  return sum;
}

base::Result<void> Verifier::add_segment(const SegmentView& view,
                                         const std::string& name, RowSum& sum) {
  const Segment& segment = view.segment;
  const vectors::CodedRows coded = segment.coded();
  uint64_t different = 0;
  uint64_t unbounded = 0;
  uint64_t misplaced = 0;
  for (uint64_t r = 0; r < segment.rows(); ++r) {
    ++m_out.rows;
    if (view.deleted.contains(static_cast<uint32_t>(r))) {
      continue;
    }
    const SegmentRow row = segment.row(r);
    sum.add(
        row_hash(segment.document(row.document), row.ordinal, row.text.view()));
    const vectors::RowRange range = segment.rows_of(row.document);
    misplaced += r < range.from || r >= range.to;
    TRY_ASSIGN(const auto cached,
               read_cached(m_shard.database(), m_shard.info().space(),
                           segment.dims(), row.text));
    const auto vector = segment.vector(r);
    different +=
        !cached || !std::equal(vector.begin(), vector.end(), cached->begin());
    unbounded +=
        !vectors::certifies({coded.scales[r], coded.errors[r], coded.norms[r]},
                            vector, segment.codes(r));
  }
  if (different > 0) {
    problem("segments: " + name,
            std::to_string(different) + " rows differ from embedding_cache");
  }
  if (misplaced > 0) {
    problem("segments: " + name,
            std::to_string(misplaced) +
                " rows stand outside the range of their document");
  }
  if (unbounded > 0) {
    problem("segments: " + name,
            std::to_string(unbounded) +
                " rows lie outside the error stated with their int8 form");
  }
  return {};
}

base::Result<RowSum> Verifier::segment_rows() {
  RowSum sum;
  TRY_ASSIGN(const auto views, m_shard.segments());
  for (size_t i = 0; i < views.size(); ++i) {
    const std::string name =
        m_shard.info().segments(static_cast<int>(i)).name();
    if (auto checked = views[i].segment.check(); !checked) {
      problem("segments: " + name, checked.error().message);
      continue;
    }
    TRY(add_segment(views[i], name, sum));
  }
  return sum;
}

base::Result<void> Verifier::check_vectors() {
  TRY_ASSIGN(const RowSum stored, stored_vectors());
  const auto rows = segment_rows();
  if (!rows && rows.error().code == base::Errc::corrupt) {
    problem("segments", rows.error().message);
    return {};
  }
  if (!rows) {
    return base::fail(rows.error());
  }
  if (*rows != stored) {
    problem("segments", "their rows are not those of `vectors`");
  }
  return {};
}

} // namespace store
