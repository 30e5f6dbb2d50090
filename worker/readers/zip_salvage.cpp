// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/zip_salvage.hpp"

#include "core/base/bytes.hpp"
#include "worker/readers/raster_formats.hpp"

#include <zlib.h>

#include <algorithm>

namespace readers {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view k_mark = "PK\x03\x04"sv;
constexpr size_t k_header = 30;
constexpr size_t k_most_members = 1000;

void inflate_into(std::string_view packed, size_t limit, SalvagedMember& out) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    out.damage = "no memory to unpack it";
    return;
  }
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // only read
  stream.avail_in =
      static_cast<uInt>(std::min<size_t>(packed.size(), 1U << 30));
  int state = Z_OK;
  while (state == Z_OK && out.content.size() < limit) {
    const size_t before = out.content.size();
    const size_t step = std::min<size_t>(limit - before, 1U << 18);
    out.content.resize(before + step);
    stream.next_out = reinterpret_cast<Bytef*>(out.content.data() + before);
    stream.avail_out = static_cast<uInt>(step);
    state = inflate(&stream, Z_NO_FLUSH);
    out.content.resize(before + step - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) {
    out.damage =
        out.content.size() >= limit
            ? "only the first " + std::to_string(limit >> 20) + " MiB are read"
            : "it cannot be unpacked to its end";
  }
}

} // namespace

std::optional<SalvagedMember> salvage_zip_member(std::string_view zip,
                                                 std::string_view ending,
                                                 size_t limit) {
  size_t at = 0;
  for (size_t seen = 0; seen < k_most_members; ++seen) {
    at = zip.find(k_mark, at);
    if (at == std::string_view::npos || zip.size() - at < k_header) {
      return std::nullopt;
    }
    const auto flags = base::load_le(zip, at + 6, 2);
    const auto method = base::load_le(zip, at + 8, 2);
    const auto packed = base::load_le(zip, at + 18, 4);
    const auto name_size = static_cast<size_t>(base::load_le(zip, at + 26, 2));
    const auto start = k_header + name_size +
                       static_cast<size_t>(base::load_le(zip, at + 28, 2));
    const bool inside = zip.size() - at > start;
    const auto name = zip.substr(at + k_header, name_size);
    const bool plain = (flags & 1) == 0 && (method == 0 || method == 8);
    if (!inside || !plain || !ends_folded(name, ending)) {
      at += k_mark.size();
      continue;
    }
    SalvagedMember out{std::string(name), "", at, ""};
    const auto rest = zip.substr(at + start);
    if (method == 8) {
      inflate_into(rest, limit, out);
    } else {
      out.content = rest.substr(0, std::min<uint64_t>(packed, limit));
    }
    return out.content.empty() ? std::nullopt : std::optional(std::move(out));
  }
  return std::nullopt;
}

} // namespace readers
