// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/structured.hpp"
#include "worker/readers/tree_facts.hpp"
#include "worker/readers/tree_text.hpp"

namespace {

// Without a name the reader takes nothing for JSON: its parts are run.
int check_json(std::string_view bytes) {
  const readers_test::MemoryFile file(bytes);
  readers_test::Outcome found;
  domain::Collector sink(100000);
  ASSERT(sink.begin({"json", "", {}}));
  readers::TreeText text(sink);
  ASSERT(readers::parse_json(file.path(), text));
  ASSERT(text.finish());
  const domain::CurveFamilies curves;
  readers::TreeFacts facts(curves);
  ASSERT(readers::parse_json(file.path(), facts));
  ASSERT(facts.found("").put(sink));
  ASSERT(sink.end());
  found.read = true;
  found.document = sink.documents().front();
  return readers_test::check_outcome(found);
}

} // namespace

// The first byte chooses between JSON and XML.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  static const auto reader = readers::make_structured_reader();
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1,
                               size - 1);
  return data[0] % 2 == 0
             ? check_json(bytes)
             : readers_test::check_outcome(readers_test::run(*reader, bytes));
}
