// SPDX-License-Identifier: Apache-2.0
//
// The one place where GDAL is set up: no network, no side files, no drivers
// but those of drivers(). Private to the room.
#pragma once

#include <string>
#include <vector>

namespace geodata {

// Once a process; cheap afterwards. Thread-safe.
void prepare();

// What GDAL complained about on this thread since the last call, at most 20
// lines of at most 300 bytes. Nothing of it goes to stderr.
std::vector<std::string> take_complaints();

} // namespace geodata
