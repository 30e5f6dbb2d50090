// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "worker/pool/child.hpp"

namespace pool {

struct Question {
  const ReadRequest& request;
  proto::ReaderRequestKind kind;
  domain::DocumentSink* sink; // null unless kind is read
};

struct Asked {
  ReadOutcome outcome;
  bool reusable = false; // the child may be asked again
  // It still answered the file before, and the sink was given nothing: this
  // file deserves another child.
  bool stale = false;
};

// Nothing wrong can be seen of an idle child.
bool is_fit(const Child& child);

// Wait for its hello. Errc::unavailable, with what it wrote to its standard
// error, if the program does not start; Errc::conflict if it speaks another
// version of the protocol.
base::Result<void> greet(Child& child, const PoolOptions& options, int stop_fd);

// One request and its answer. Kills the child if it does not behave.
base::Result<Asked> ask(Child& child, const PoolOptions& options, int stop_fd,
                        const Question& question);

ReadOutcome cancelled();

} // namespace pool
