// SPDX-License-Identifier: Apache-2.0
//
// An Excel workbook as a document.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/byte_source.hpp"
#include "worker/readers/ole_properties.hpp"

namespace readers {

// Its facts and sheets, without begin() and end(). Errors as read_workbook();
// nothing was put then.
base::Result<void> put_xls(ByteSource& source, const OleProperties& properties,
                           domain::DocumentSink& sink);

} // namespace readers
