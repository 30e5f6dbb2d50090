// SPDX-License-Identifier: Apache-2.0
//
// Pictures made of drawing commands, as Office embeds them: EMF and WMF.
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

std::unique_ptr<Reader> make_metafile_reader();

} // namespace readers
