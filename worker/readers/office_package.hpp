// SPDX-License-Identifier: Apache-2.0
//
// A document in a zip file: its parts, read as XML, and which part refers to
// which. Source: ECMA-376 part 2 (OPC); OpenDocument 1.3 part 2.
#pragma once

#include "core/domain/document.hpp"
#include "worker/readers/office_xml.hpp"
#include "worker/readers/office_zip.hpp"
#include "worker/readers/reader.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace readers {

struct Relation {
  std::string id;
  std::string type;   // the last word of its URI: "worksheet"
  std::string target; // name of a part
  bool external = false;
};

class OfficePackage {
public:
  static constexpr size_t k_most_relations = 20'000; // of one part

  // `input` and `sink` are borrowed. A damaged directory is salvaged, and said
  // by put_damage().
  static base::Result<OfficePackage> open(const Input& input,
                                          domain::DocumentSink& sink);

  // As the sink's; what was refused before is put now.
  base::Result<void> begin(domain::DocumentHead head);

  const ZipFile& zip() const { return m_zip; }
  bool has(std::string_view name) const { return m_zip.find(name) != nullptr; }
  // Names that begin so, in natural order: slide2 before slide10.
  std::vector<std::string> names_under(std::string_view start) const;

  // Hands a part to `events`. False where there is no such part or nothing of
  // it can be read; what is wrong with it is a reject. An error is the sink's.
  base::Result<bool> parse(std::string_view name, XmlEvents& events);
  // The first bytes of a part, whatever is behind them.
  std::string peek(std::string_view name, size_t bytes) const;
  // A small part; "" (and a reject) where it cannot be read.
  base::Result<std::string> text_of(std::string_view name, uint64_t most);

  // Of a part; "" is the package.
  base::Result<std::vector<Relation>> relations(std::string_view part);

  // Parts of other formats, each as a nested document: what is embedded, and
  // pictures large enough to hold text. Each once.
  base::Result<void> read_inside(std::string_view name);

  base::Result<void> refuse(std::string field, std::string reason);
  base::Result<void> put_damage();

  const Input& input() const { return *m_input; }
  domain::DocumentSink& sink() { return *m_sink; }

private:
  OfficePackage(ZipFile zip, const Input& input, domain::DocumentSink& sink)
      : m_zip(std::move(zip)), m_input(&input), m_sink(&sink) {}

  ZipFile m_zip;
  const Input* m_input;
  domain::DocumentSink* m_sink;
  std::set<std::string, std::less<>> m_inside; // parts read as documents
  std::set<std::string, std::less<>> m_refused;
  std::vector<domain::Reject> m_waiting; // refused before begin()
  bool m_begun = false;
};

// `target` as a part names it, from the folder of `base`: "../media/a.png".
std::string resolved_part(std::string_view base, std::string_view target);
const Relation* find_relation(const std::vector<Relation>& all,
                              std::string_view id);

// The first relation of that type; null if there is none.
const Relation* first_of_type(const std::vector<Relation>& all,
                              std::string_view type);

} // namespace readers
