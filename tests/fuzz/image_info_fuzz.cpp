// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "worker/readers/image_info.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const readers::ReadBytes read = [bytes](uint64_t offset, size_t count) {
    return offset < bytes.size()
               ? std::string(bytes.substr(static_cast<size_t>(offset), count))
               : std::string();
  };
  const auto info = readers::image_info(read);
  ASSERT(info.pages.size() <= readers::k_most_image_pages);
  ASSERT(!info.latitude || std::isfinite(*info.latitude));
  for (const auto& [name, text] : info.texts) {
    ASSERT(!name.empty() && base::is_utf8(text));
  }
  readers::ImageInfo exif;
  readers::read_tiff(read, true, exif);
  return 0;
}
