// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.hpp"

#include <system_error>
#include <utility>

namespace base {

std::string_view name_of(Errc code) {
  switch (code) {
  case Errc::not_found:
    return "not-found";
  case Errc::corrupt:
    return "corrupt";
  case Errc::invalid:
    return "invalid";
  case Errc::io:
    return "io";
  case Errc::unsupported:
    return "unsupported";
  case Errc::limit:
    return "limit";
  case Errc::conflict:
    return "conflict";
  case Errc::cancelled:
    return "cancelled";
  case Errc::unavailable:
    return "unavailable";
  }
  return "unknown";
}

Error Error::within(std::string_view what) && {
  message.insert(0, std::string(what) + ": ");
  return std::move(*this);
}

Error errno_error(int number, std::string_view action) {
  const auto code = number == ENOENT   ? Errc::not_found
                    : number == ENOMEM ? Errc::limit
                                       : Errc::io;
  return Error{code, std::string(action) + ": " +
                         std::generic_category().message(number)};
}

} // namespace base
