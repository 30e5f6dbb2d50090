// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace child {

// The whole of keybed-reader: with no arguments it serves a worker over its
// standard streams until they close; --list prints the readers, one a line,
// with their versions. Returns the exit code.
int run_program(int argc, char** argv);

} // namespace child
