// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.hpp"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace base {

// A value or an Error. A class of our own, not an alias, because neither
// tl::expected nor std::expected is [[nodiscard]]: a dropped one would compile
// without a warning. Compose with TRY and TRY_ASSIGN; and_then() does not
// accept functions that return a Result.
template <typename T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
public:
  using tl::expected<T, Error>::expected;
  Result(tl::expected<T, Error> value) // NOLINT(google-explicit-constructor)
      : tl::expected<T, Error>(std::move(value)) {}
};

inline tl::unexpected<Error> fail(Errc code, std::string message) {
  return tl::unexpected<Error>(Error{code, std::move(message)});
}

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

// fail() with the text of errno `number`; see errno_error().
inline tl::unexpected<Error> fail_errno(int number, std::string_view action) {
  return fail(errno_error(number, action));
}

} // namespace base

#define BASE_CONCAT_INNER(a, b) a##b
#define BASE_CONCAT(a, b) BASE_CONCAT_INNER(a, b)

// Evaluate `expr`; if it is an error, return that error.
#define TRY(expr)                                                              \
  do {                                                                         \
    auto try_result = (expr);                                                  \
    if (!try_result) {                                                         \
      return base::fail(std::move(try_result.error()));                        \
    }                                                                          \
  } while (false)

// As TRY, and give `var` the value otherwise.
#define TRY_ASSIGN(var, expr)                                                  \
  TRY_ASSIGN_INNER(BASE_CONCAT(try_result_, __LINE__), var, expr)
#define TRY_ASSIGN_INNER(name, var, expr)                                      \
  auto name = (expr);                                                          \
  if (!name) {                                                                 \
    return base::fail(std::move(name.error()));                                \
  }                                                                            \
  var = std::move(*name)
