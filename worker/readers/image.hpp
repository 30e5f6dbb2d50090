// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

namespace readers {

// Scans and pictures: what they say of themselves, and their text by OCR.
std::unique_ptr<Reader> make_image_reader();

} // namespace readers
