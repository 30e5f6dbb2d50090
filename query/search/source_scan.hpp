// SPDX-License-Identifier: Apache-2.0
//
// The source files of an archive, as they stand now. Private to the room.
#pragma once

#include "query/core/archive_view.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace query {

struct Source {
  std::string root;
  std::string path;     // bytes, below the root
  std::string absolute; // where the root stood at the last run
  bool held = false;    // something was made of its bundle
  std::string reason;   // why nothing was
};

// Every member of every bundle over all shards.
base::Result<void>
each_source(const ArchiveView& view,
            const std::function<base::Result<void>(const Source&)>& visit);

struct SourceRead {
  bool opened = false;
  bool packed = false; // compressed or encrypted by its first bytes
  uint64_t bytes = 0;
};

// A part of a file, and where in it what begins counts: not in the margins,
// which the neighbours show whole.
struct Window {
  std::string_view bytes;
  size_t from = 0;
  size_t to = 0;
};

// The file in windows that overlap by `overlap` bytes, of which `margin` before
// what counts. A file that ends early is read as far as it goes; what is no
// regular file is not opened. REQUIRES: overlap > margin.
SourceRead read_source(const Source& source, size_t overlap, size_t margin,
                       const std::function<void(const Window&)>& use);

} // namespace query
