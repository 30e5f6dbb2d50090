// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

namespace child {

// For this process and all that it starts, for ever: no sockets (socket() fails
// with EACCES), none of the calls that reach other processes or the kernel's
// inner parts (EPERM), no new privileges. Errc::unsupported where the kernel
// cannot do it.
base::Result<void> deny_network();

} // namespace child
