// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/pool/listen.hpp"
#include "worker/pool/outcome.hpp"
#include "worker/pool/process.hpp"

#include <string>

namespace pool {

// What became of a file whose child gave no answer: sets ending, reason, limit
// and signal. REQUIRES: listened.why is not `answered`; `exit` as it was found
// when it `died`, and without meaning otherwise. Pure.
void blame(ReadOutcome& outcome, const Listened& listened, const Exit& exit,
           const std::string& last_words);

// " ended with signal 11 (Segmentation fault)" and the like, of a program that
// was only being started.
std::string describe_start(const Exit& exit);

} // namespace pool
