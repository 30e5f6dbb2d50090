// SPDX-License-Identifier: Apache-2.0
//
// ROFF, the Roxar file format of 3D grids and their parameters: tags with
// typed values and arrays, binary ("roff-bin", zero-terminated words, either
// byte order) or text ("roff-asc"). The grammar is that of the RMS reference.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/findings.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace readers::roff {

// Words and values of one file, in order. Errors are Errc::corrupt with their
// place.
class Source {
public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // The next word of the grammar, comments left out but handed to `comment`.
  // "" at the end of the file.
  virtual base::Result<std::string> word() = 0;
  virtual base::Result<std::string> text() = 0; // a value of type char
  // `count` values of "int", "float", "double", "bool" or "byte".
  virtual base::Result<void>
  numbers(std::string_view type, uint64_t count,
          const std::function<void(double)>& take) = 0;
  // The same, not looked at where that is quicker.
  virtual base::Result<void> skip(std::string_view type, uint64_t count) = 0;
  virtual domain::Locator where() const = 0;

  std::function<void(std::string_view)> comment;
};

using Tick = std::function<base::Result<void>()>;
base::Result<std::unique_ptr<Source>> open_binary(const std::string& path,
                                                  Tick tick);
base::Result<std::unique_ptr<Source>> open_text(const std::string& path,
                                                Tick tick);

// All of the file. Damage ends it and is kept as a reject; an error only if no
// tag could be read.
base::Result<Findings> describe(Source& source);

} // namespace readers::roff
