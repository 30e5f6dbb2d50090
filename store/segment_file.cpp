// SPDX-License-Identifier: Apache-2.0
#include "store/segment_file.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace store {

base::Result<Segment> Segment::open(const std::string& path) {
  TRY_ASSIGN(base::MappedFile file, base::MappedFile::open(path));
  const std::string_view bytes = file.bytes();
  if (bytes.size() < SegmentLayout::k_header) {
    return base::fail(base::Errc::corrupt, path + ": too short for a segment");
  }
  auto layout =
      SegmentLayout::of_header(bytes.substr(0, SegmentLayout::k_header));
  if (!layout) {
    return base::fail(layout.error().code,
                      path + ": " + layout.error().message);
  }
  if (bytes.size() != layout->size) {
    return base::fail(base::Errc::corrupt,
                      path + ": size does not fit its header");
  }
  return Segment(path, std::move(file), *layout);
}

std::span<const float> Segment::vectors() const {
  return {at<float>(m_layout.vectors), rows() * dims()};
}

vectors::CodedRows Segment::coded() const {
  return {at<int8_t>(m_layout.codes), at<float>(m_layout.scales),
          at<float>(m_layout.errors), at<float>(m_layout.norms)};
}

std::span<const int8_t> Segment::codes(uint64_t row) const {
  ASSERT(row < rows());
  const size_t size = vectors::padded(dims());
  return {at<int8_t>(m_layout.codes) + row * size, size};
}

SegmentRow Segment::row(uint64_t row) const {
  ASSERT(row < rows());
  const char* bytes =
      data() + m_layout.row_table + row * SegmentLayout::k_row_bytes;
  SegmentRow out{
      base::load_be32({bytes, 4}), base::load_be32({bytes + 4, 4}), {}};
  std::memcpy(out.text.bytes.data(), bytes + 8, 16);
  // A damaged table must not lead outside the documents.
  out.document = out.document < documents() ? out.document : 0;
  return out;
}

DocumentVersion Segment::document(uint32_t index) const {
  ASSERT(index < documents());
  const char* bytes = data() + m_layout.versions + index * k_version_bytes;
  return *version_at_end({bytes, k_version_bytes});
}

vectors::RowRange Segment::rows_of(uint32_t document) const {
  ASSERT(document < documents());
  const auto* firsts = at<uint32_t>(m_layout.first_rows) + document;
  const auto most = static_cast<uint32_t>(rows());
  const uint32_t from = std::min(firsts[0], most);
  return {from, std::clamp(firsts[1], from, most)};
}

// A damaged table must not lead outside the documents.
uint32_t Segment::by_id(uint64_t place) const {
  const uint32_t number = at<uint32_t>(m_layout.by_id)[place];
  return number < documents() ? number : 0;
}

std::vector<uint32_t> Segment::numbers_of(const DocumentId& id) const {
  uint64_t low = 0;
  uint64_t high = documents();
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (document(by_id(middle)).id < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  std::vector<uint32_t> out;
  for (; low < documents() && document(by_id(low)).id == id; ++low) {
    out.push_back(by_id(low));
  }
  return out;
}

base::Hash128 Segment::checksum() const {
  base::Hash128 out;
  std::memcpy(out.bytes.data(), data() + m_layout.checksum, out.bytes.size());
  return out;
}

base::Result<void> Segment::check() const {
  const size_t header = SegmentLayout::k_header;
  const auto sum = base::Hasher()
                       .update({data() + header, m_layout.checksum - header})
                       .update({data(), header})
                       .finish();
  if (sum != checksum()) {
    return base::fail(base::Errc::corrupt, m_path + ": checksum differs");
  }
  return {};
}

} // namespace store
