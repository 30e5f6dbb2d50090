// SPDX-License-Identifier: Apache-2.0
//
// The file GENERATION of a published generation: a message, then 16 bytes of
// hash of it. Private to the store.
#pragma once

#include "core/base/result.hpp"
#include "proto/store.pb.h"

#include <string>

namespace store {

// `folder` is the generation's. Errc::corrupt says that the file is damaged,
// Errc::unsupported that it is of another format version.
base::Result<pb::Generation> read_generation_file(const std::string& folder);
base::Result<void> write_generation_file(const std::string& folder,
                                         const pb::Generation& info);

} // namespace store
