// SPDX-License-Identifier: Apache-2.0
#include "worker/pool/pool.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace pool {

base::Result<std::string> find_reader_program() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets the environment
  const char* given = std::getenv("KEYBED_READER");
  if (given != nullptr && *given != '\0') {
    return std::string(given);
  }
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return base::fail(base::Errc::io, "find this program: " + error.message());
  }
  const std::string beside = self.parent_path() / "keybed-reader";
  if (::access(beside.c_str(), X_OK) != 0) {
    return base::fail(base::Errc::not_found,
                      "there is no program " + beside +
                          "; set KEYBED_READER to where it is");
  }
  return beside;
}

} // namespace pool
