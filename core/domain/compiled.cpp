// SPDX-License-Identifier: Apache-2.0
#include "core/domain/compiled.hpp"

#include <re2/re2.h>

#include <memory>
#include <mutex>
#include <unordered_map>

namespace domain {

const re2::RE2& compiled(const std::string& expression) {
  static std::mutex mutex; // guards all
  static std::unordered_map<std::string, std::unique_ptr<re2::RE2>> all;
  const std::lock_guard lock(mutex);
  auto& one = all[expression];
  if (!one) {
    one = std::make_unique<re2::RE2>(expression);
  }
  return *one;
}

} // namespace domain
