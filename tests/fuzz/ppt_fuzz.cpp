// SPDX-License-Identifier: Apache-2.0
//
// The stream of a presentation, behind the four bytes that "Current User" has
// for the place of its last save.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/ppt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string user =
      std::string(16, '\0') + std::string(all.substr(0, 4));
  readers::Input input;
  input.size = size;
  // Nothing embedded is read: that is other readers' work.
  readers::NestingLimits limits;
  limits.members = 0;
  input.nesting = std::make_shared<readers::Nesting>(size, limits);
  domain::Collector sink(100000);
  return readers_test::check_collected(
      readers::put_ppt(input, all.substr(std::min<size_t>(4, size)), user, {},
                       sink),
      sink);
}
