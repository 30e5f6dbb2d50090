// SPDX-License-Identifier: Apache-2.0
//
// A zip file as a document format uses it: parts by name, stored or deflated,
// unpacked as a stream. Where the directory at its end is damaged or missing,
// the parts are found by their own headers. Source: PKWARE APPNOTE 6.3.
// Linear; memory is bounded whatever the headers say.
#pragma once

#include "core/base/fd.hpp"
#include "core/base/result.hpp"
#include "worker/readers/nested.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct ZipPart {
  std::string name;    // '/' between folders; no leading one
  uint64_t header = 0; // byte of its local header
  uint64_t packed = 0; // bytes; at most, in a salvaged file
  uint64_t size = 0;   // unpacked, as the directory says
  uint32_t crc = 0;
  uint16_t method = 0; // 0 stored, 8 deflated
  bool encrypted = false;
};

class ZipFile {
public:
  static constexpr size_t k_most_parts = 100'000;
  static constexpr uint64_t k_most_directory = uint64_t{64} << 20;
  static constexpr uint64_t k_most_part = uint64_t{1} << 30;
  static constexpr uint64_t k_ratio = 250; // of one part, once it is large
  static constexpr uint64_t k_ratio_free = uint64_t{64} << 20;

  // Errc::corrupt where neither directory nor parts are found. With `salvage`
  // false only the directory is looked at: cheap.
  static base::Result<ZipFile> open(const std::string& path, bool salvage);

  const std::vector<ZipPart>& parts() const { return m_parts; }
  // Names are compared without regard to case, as office programs do; null if
  // there is none.
  const ZipPart* find(std::string_view name) const;
  bool salvaged() const { return m_salvaged; }

  using Take = std::function<base::Result<void>(std::string_view)>;
  // The bytes of a part, in pieces. An error of `take` is passed on at once.
  // Errc::limit names a limit, Errc::corrupt says where it is damaged, behind
  // what could be unpacked.
  base::Result<void> read(const ZipPart& part, Nesting& nesting,
                          const Take& take) const;
  // All of a small part; Errc::limit above `most` bytes.
  base::Result<std::string> whole(const ZipPart& part, Nesting& nesting,
                                  uint64_t most) const;

private:
  base::Result<void> read_directory();
  base::Result<void> scan_headers();
  base::Result<uint64_t> start_of_data(const ZipPart& part) const;
  void sort_names();

  base::Fd m_file;
  uint64_t m_size = 0;
  std::vector<ZipPart> m_parts;
  std::vector<std::pair<std::string, size_t>> m_names; // lower case, sorted
  bool m_salvaged = false;
};

// Names of the local headers that stand in the first bytes of a file.
std::vector<std::string> zip_names_in(std::string_view head);

} // namespace readers
