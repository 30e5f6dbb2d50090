// SPDX-License-Identifier: Apache-2.0
//
// Files of the ECLIPSE family of reservoir simulators (grid, init, restart,
// summary, RFT) as keyword records: a name of eight characters, a count, a
// type of four and the values in blocks. Unformatted ones are Fortran records
// in either byte order, formatted ones are text. The layout is that of the
// ECLIPSE File Formats Reference Manual. Memory is bounded whatever counts say.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace readers::eclipse {

struct Keyword {
  std::string name; // without blanks at its end
  std::string type; // INTE REAL DOUB LOGI CHAR MESS C0nn
  uint64_t count = 0;
  uint64_t offset = 0; // of its header in the file
  bool is_number() const {
    return type == "INTE" || type == "REAL" || type == "DOUB";
  }
  bool is_text() const { return type == "CHAR" || type.starts_with("C0"); }
};

// One pass over a file. Errors are Errc::corrupt with the byte offset.
class Records {
public:
  Records() = default;
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  virtual ~Records() = default;

  // False at the end of the file. What was not read of the record before is
  // skipped.
  virtual base::Result<bool> next(Keyword& keyword) = 0;
  // The values of the record, at most once; `take` says whether to go on.
  // REQUIRES: is_number().
  virtual base::Result<void>
  numbers(const std::function<bool(double)>& take) = 0;
  // REQUIRES: is_text(). Blanks at the end are cut.
  virtual base::Result<void>
  texts(const std::function<bool(std::string_view)>& take) = 0;
};

// Whether the start of a file is that of such a file.
bool is_unformatted(std::string_view head);
bool is_formatted(std::string_view text);

// `tick` is called now and then while much is skipped or read.
using Tick = std::function<base::Result<void>()>;
base::Result<std::unique_ptr<Records>> open_unformatted(const std::string& path,
                                                        Tick tick);
base::Result<std::unique_ptr<Records>> open_formatted(const std::string& path,
                                                      Tick tick);

} // namespace readers::eclipse
