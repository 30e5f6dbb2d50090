// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/readers/reader.hpp"

#include <memory>

namespace readers {

// RESQML earth models in their Energistics package (.epc).
std::unique_ptr<Reader> make_resqml_reader();

} // namespace readers
