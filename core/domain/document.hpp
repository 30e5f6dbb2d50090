// SPDX-License-Identifier: Apache-2.0
//
// What a reader makes of one file, as plain values: the same in the reader
// child, the worker and `keybed inspect`. All text is UTF-8 unless said.
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace domain {

// Where in a document something stands. What is not known is absent; numbers
// count from 1, byte offsets from 0.
struct Locator {
  std::string section; // heading path, LAS section, layer or sheet name
  std::optional<uint64_t> page;
  std::optional<uint64_t> line;
  std::optional<uint64_t> row; // record of a table or layer
  std::optional<uint64_t> byte;

  // "page 3", "layer wells, row 12"; "" if nothing is known.
  std::string display() const;
  friend auto operator<=>(const Locator&, const Locator&) = default;
};

// A typed statement about a document. `key` is lower_snake_case and names the
// unit where there is one (depth_stop_m); `number` is then in that unit, while
// `text` is the value as the file writes it, unit included ("4921.3 FT").
struct Fact {
  std::string key;
  std::string text;
  std::optional<double> number; // finite
  std::string unit;             // of `number`: "m", "us", "" for none
  Locator locator;
  friend bool operator==(const Fact&, const Fact&) = default;
};

enum class PassageKind {
  prose = 1,  // running text
  record = 2, // rows of a table, "NAME: value; NAME: value"
  header = 3, // what describes the file: a textual header, a schema
};
std::string_view name_of(PassageKind kind); // "prose" …

// A piece of text as its format divides it. The worker cuts what is longer
// than a passage may be (domain/chunk.hpp).
struct Passage {
  std::string text;
  Locator locator;
  PassageKind kind = PassageKind::prose;
  friend bool operator==(const Passage&, const Passage&) = default;
};

// How an identifier stands in a document: a file of a well is not one that
// lists it. The closest first.
enum class KeyRole {
  subject = 1, // the document is about it: a header's field, its title, a name
  row = 2,     // of a table or a layer
  mention = 3, // in running text
};
std::string_view name_of(KeyRole role); // "subject", "row", "mention"

// An identifier that the reader knows by structure: a labelled header field
// (LAS UWI), or a table column that validates by its values. Identifiers in
// running text are found by the worker (domain/keys.hpp).
struct Key {
  std::string family;   // "api", "uwi-ca", "well-name", "code" …
  std::string verbatim; // as the file writes it
  Locator locator;
  KeyRole role = KeyRole::mention;
  friend bool operator==(const Key&, const Key&) = default;
};

// A value outside what its field allows, or a part that cannot be read. Kept,
// counted, shown; never a fact.
struct Reject {
  Locator locator;
  std::string field;
  std::string raw; // at most 200 bytes of what stands there; may not be UTF-8
  std::string reason;
  friend bool operator==(const Reject&, const Reject&) = default;
};

struct DocumentHead {
  std::string format; // "segy", "las", "shapefile", "geopackage", "pdf" …
  std::string title;  // "" if the file has none
  // Component path inside the container, outermost first; empty for the file
  // itself.
  std::vector<std::string> member;
  friend bool operator==(const DocumentHead&, const DocumentHead&) = default;
};

// Where a reader puts what it finds, in any order between begin and end. A
// failed Result (the other side is gone, a limit was reached) must be passed
// on at once. One thread.
class DocumentSink {
public:
  DocumentSink() = default;
  DocumentSink(const DocumentSink&) = delete;
  DocumentSink& operator=(const DocumentSink&) = delete;
  virtual ~DocumentSink() = default;

  virtual base::Result<void> begin(DocumentHead head) = 0;
  virtual base::Result<void> fact(Fact fact) = 0;
  virtual base::Result<void> passage(Passage passage) = 0;
  virtual base::Result<void> key(Key key) = 0;
  virtual base::Result<void> reject(Reject reject) = 0;
  virtual base::Result<void> end() = 0;
  // The reader is alive though it has nothing to put (a long scan): call at
  // least once a second; cheap.
  virtual base::Result<void> progress() = 0;
};

} // namespace domain
