// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/key_families.hpp"
#include "proto/wire/messages.hpp"
#include "store/document_writer.hpp"

#include <string>
#include <vector>

namespace worker {

// What a name and the file system say about a bundle: file name, extension,
// folders, owner, group, mode, size, and the identifiers in the path. It
// belongs to the path, not to the content, of which there may be copies.
base::Result<void> describe_path(const wire::Entry& entry,
                                 const domain::KeyFamilies& families,
                                 store::DocumentWriter& writer);

// The same of a document inside the bundle: file name, extension, folders,
// with the container as one of them, and the identifiers in its path.
base::Result<void> describe_inside(const std::string& container,
                                   const std::vector<std::string>& member,
                                   const domain::KeyFamilies& families,
                                   store::DocumentWriter& writer);

} // namespace worker
