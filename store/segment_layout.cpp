// SPDX-License-Identifier: Apache-2.0
#include "store/segment_layout.hpp"

#include "core/base/bytes.hpp"
#include "core/vectors/quantize.hpp"
#include "store/families.hpp"

#include <bit>

namespace store {
namespace {

static_assert(std::endian::native == std::endian::little,
              "segments hold little-endian numbers");

constexpr std::string_view k_magic = "KEYBEDVS";
constexpr uint32_t k_version = 2;
constexpr uint32_t k_most_dims = 65536;

size_t aligned(size_t at) {
  return (at + 63) / 64 * 64;
}

} // namespace

SegmentLayout::SegmentLayout(uint32_t dims_, uint64_t rows_,
                             uint64_t documents_)
    : dims(dims_), rows(rows_), documents(documents_) {
  vectors = k_header;
  codes = aligned(vectors + rows * dims * sizeof(float));
  scales = codes + rows * vectors::padded(dims);
  errors = aligned(scales + rows * sizeof(float));
  norms = aligned(errors + rows * sizeof(float));
  first_rows = aligned(norms + rows * sizeof(float));
  by_id = aligned(first_rows + (documents + 1) * sizeof(uint32_t));
  versions = aligned(by_id + documents * sizeof(uint32_t));
  row_table = versions + documents * k_version_bytes;
  checksum = row_table + rows * k_row_bytes;
  size = checksum + k_checksum_bytes;
}

std::string SegmentLayout::header() const {
  std::string out(k_magic);
  base::append_be32(out, k_version);
  base::append_be32(out, dims);
  base::append_be64(out, rows);
  base::append_be64(out, documents);
  out.resize(k_header, '\0');
  return out;
}

base::Result<SegmentLayout> SegmentLayout::of_header(std::string_view header) {
  if (header.size() < k_header || !header.starts_with(k_magic)) {
    return base::fail(base::Errc::corrupt, "not a vector segment");
  }
  if (const uint32_t version = base::load_be32(header.substr(8));
      version != k_version) {
    return base::fail(base::Errc::corrupt,
                      "a vector segment of version " + std::to_string(version) +
                          ", not " + std::to_string(k_version) +
                          "; the next ingest makes it again");
  }
  const uint32_t dims = base::load_be32(header.substr(12));
  const uint64_t rows = base::load_be64(header.substr(16));
  const uint64_t documents = base::load_be64(header.substr(24));
  if (dims == 0 || dims > k_most_dims || rows >= (uint64_t{1} << 32) ||
      documents > rows) {
    return base::fail(base::Errc::corrupt, "size does not fit its header");
  }
  return SegmentLayout(dims, rows, documents);
}

} // namespace store
