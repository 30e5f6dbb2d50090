// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses a reader; the rest is the file.
#include "tests/fuzz/reader_fuzz.hpp"
#include "worker/readers/eclipse_deck_reader.hpp"
#include "worker/readers/eclipse_output_reader.hpp"
#include "worker/readers/lidar_reader.hpp"
#include "worker/readers/mesh_reader.hpp"
#include "worker/readers/resqml_reader.hpp"
#include "worker/readers/roff_reader.hpp"
#include "worker/readers/surface_reader.hpp"

#include <cstdlib>
#include <vector>

namespace {

struct Target {
  std::unique_ptr<readers::Reader> reader;
  std::string extension;
};

// What tests/samples/model_files.py leads its files with.
const std::vector<Target>& targets() {
  static const auto made = [] {
    std::vector<Target> all;
    all.push_back({readers::make_surface_reader(), "xyz"});
    all.push_back({readers::make_eclipse_deck_reader(), "data"});
    all.push_back({readers::make_eclipse_output_reader(), "unrst"});
    all.push_back({readers::make_roff_reader(), "roff"});
    all.push_back({readers::make_lidar_reader(), "las"});
    all.push_back({readers::make_mesh_reader(), "obj"});
    all.push_back({readers::make_mesh_reader(), "stl"});
    all.push_back({readers::make_resqml_reader(), "epc"});
    return all;
  }();
  return made;
}

// These readers look at the name again when they read: a link has one.
std::string link_to(const std::string& file, const std::string& extension) {
  static const std::string folder = [] {
    std::string name = "/tmp/modelsXXXXXX";
    ASSERT(::mkdtemp(name.data()) != nullptr);
    return name;
  }();
  const std::string link = folder + "/in." + extension;
  ::unlink(link.c_str());
  ASSERT(::symlink(file.c_str(), link.c_str()) == 0);
  return link;
}

readers_test::Outcome read(const Target& target, std::string_view bytes) {
  const readers_test::MemoryFile file(bytes);
  auto input = readers::open_input(link_to(file.path(), target.extension), {});
  ASSERT(input);
  readers_test::Outcome outcome;
  outcome.detection = target.reader->detect(*input);
  domain::Collector sink(1000000);
  const auto done = target.reader->read(*input, sink);
  outcome.read = done.has_value();
  outcome.error = done ? "" : done.error().message;
  if (!sink.documents().empty()) {
    outcome.document = sink.documents().front();
  }
  return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto& target =
      targets()[static_cast<uint8_t>(bytes[0]) % targets().size()];
  return readers_test::check_outcome(read(target, bytes.substr(1)));
}
