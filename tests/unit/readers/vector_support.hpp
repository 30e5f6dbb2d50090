// SPDX-License-Identifier: Apache-2.0
//
// Reads a data set of a folder with all that belongs to it, as a walk would.
#pragma once

#include "core/domain/bundle.hpp"
#include "tests/unit/geodata/bytes.hpp"
#include "tests/unit/readers/reader_run.hpp"

namespace readers_test {

inline std::vector<std::string>
companions_of(const std::filesystem::path& path) {
  std::vector<std::string> names;
  std::vector<std::string> found;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(path)) {
      found.push_back(entry.path());
    }
    return found;
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(path.parent_path())) {
    names.push_back(entry.path().filename());
  }
  for (const auto& bundle : domain::group_siblings(names)) {
    for (const size_t i : bundle.companions) {
      if (names[bundle.main] == path.filename()) {
        found.push_back(path.parent_path() / names[i]);
      }
    }
  }
  return found;
}

// With the reader that would be chosen; `read` is false and `error` "" if
// there is none.
inline Outcome run_bundle(const std::string& path) {
  Outcome outcome;
  auto input = readers::open_input(path, companions_of(path));
  ASSERT(input);
  const auto choice = readers::choose_reader(*input);
  outcome.detection = choice.detection;
  if (choice.reader == nullptr) {
    return outcome;
  }
  domain::Collector sink(1000000);
  const auto done = choice.reader->read(*input, sink);
  outcome.read = done.has_value();
  outcome.error = done ? "" : done.error().message;
  if (!sink.documents().empty()) {
    outcome.document = sink.documents().front();
  }
  return outcome;
}

// Texts of all facts of a key, joined by "|".
inline std::string all_of(const Outcome& outcome, const std::string& key) {
  std::string out;
  for (const auto& fact : outcome.document.facts) {
    if (fact.key == key) {
      out += (out.empty() ? "" : "|") + fact.text;
    }
  }
  return out;
}

inline size_t keys_of(const Outcome& outcome, const std::string& family) {
  size_t count = 0;
  for (const auto& key : outcome.document.keys) {
    count += key.family == family ? 1 : 0;
  }
  return count;
}

} // namespace readers_test
