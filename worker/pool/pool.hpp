// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/domain/document.hpp"
#include "worker/pool/options.hpp"
#include "worker/pool/outcome.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace pool {

// A bundle on disk.
struct ReadRequest {
  std::string path;                 // absolute, of the main member or a *.gdb
  std::vector<std::string> members; // absolute, the others
  uint64_t bytes = 0;               // of all members; scales clocks and limits
  bool hash = true;                 // also the content hash
  // Not empty: text in images is recognized, in these languages; each of so
  // many pages has time of its own beside that of the file.
  std::string ocr_languages = {};
  uint64_t ocr_pages = 0;
};

// What the reader program can do; decides whether a file must be read again.
struct Abilities {
  uint32_t detection_version = 0;
  std::map<std::string, uint32_t> readers; // version by name
  // Those whose documents change with the families of curves.
  std::set<std::string> names_curves = {};
};

// Reader processes, each limited in memory, time and output and without a
// network, each replaced after a crash, after many files and when it has
// grown. They are started when first needed and never outlive this process.
//
// read(), hash(), detect(), abilities() and stop() may be called from any
// thread; a call waits while all children are busy. The destructor kills the
// children; no call may be in progress then.
//
// A Result that is an error says that the pool itself cannot work (the program
// does not start, the sink failed); whatever a file does to its reader is a
// ReadOutcome.
class Pool {
public:
  explicit Pool(PoolOptions options);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  // `sink` is called in this thread. Time that it takes is on no clock.
  base::Result<ReadOutcome> read(const ReadRequest& request,
                                 domain::DocumentSink& sink);
  // The content hash alone. Ending ok, failed, changed_while_read or worse.
  base::Result<ReadOutcome> hash(const ReadRequest& request);
  // Reader and format alone.
  base::Result<ReadOutcome> detect(const ReadRequest& request);

  base::Result<Abilities> abilities();

  // Kill what runs; calls in progress and later ones end as cancelled.
  void stop();

private:
  struct State;
  std::unique_ptr<State> m_state;
};

// keybed-reader: $KEYBED_READER if set, or the one beside this program.
// Errc::not_found says where it was looked for.
base::Result<std::string> find_reader_program();

} // namespace pool
