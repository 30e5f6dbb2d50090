// SPDX-License-Identifier: Apache-2.0
#include "query/answer/evidence.hpp"

#include "core/domain/text.hpp"
#include "proto/document_codec.hpp"
#include "query/answer/counted.hpp"
#include "query/core/rows.hpp"
#include "query/core/source_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace query {
namespace {

// Passages of one document that are looked at for a value. Files of wells and
// contracts have some hundred; rows of larger tables come with their text.
constexpr uint32_t k_passages = 2000;

// `text` in `inside` as whole words, whatever its case and punctuation.
bool holds(const std::string& inside, const std::string& text) {
  const std::string form = domain::near_identical_form(text);
  return !form.empty() && (" " + domain::near_identical_form(inside) + " ")
                                  .find(" " + form + " ") != std::string::npos;
}

uint64_t between(const std::optional<uint64_t>& a,
                 const std::optional<uint64_t>& b) {
  constexpr uint64_t k_far = uint64_t{1} << 40;
  if (!a || !b) {
    return a == b ? 0 : k_far;
  }
  return *a < *b ? *b - *a : *a - *b;
}

// Of a passage with a row on each line the one that holds it.
domain::Passage row_with(const domain::Passage& passage,
                         const std::string& text) {
  domain::Passage out = passage;
  size_t row = 0;
  for (size_t at = 0; at < passage.text.size(); ++row) {
    const size_t end =
        std::min(passage.text.find('\n', at), passage.text.size());
    const std::string line = passage.text.substr(at, end - at);
    if (holds(line, text)) {
      out.text = line;
      if (out.locator.row) {
        *out.locator.row += row;
      }
      if (row > 0) {
        out.locator.line.reset(); // of the first row
      }
      return out;
    }
    at = end + 1;
  }
  return out; // over several lines
}

// How far a passage is from a place: less is nearer.
uint64_t distance(const domain::Locator& passage, const domain::Locator& at) {
  constexpr uint64_t k_section = uint64_t{1} << 48;
  return (passage.section == at.section ? 0 : k_section) +
         between(passage.page, at.page) + between(passage.line, at.line) +
         between(passage.row, at.row);
}

} // namespace

unsigned Evidence::number(Source source) {
  for (const Source& known : m_sources) {
    if (known.text == source.text && known.paths == source.paths) {
      return known.id;
    }
  }
  source.id = static_cast<unsigned>(m_sources.size()) + 1;
  m_sources.push_back(std::move(source));
  return m_sources.back().id;
}

base::Result<Evidence::Document*> Evidence::document(const HitPath& path) {
  const auto [at, fresh] = m_documents.try_emplace(path);
  Document& out = at->second;
  if (!fresh) {
    return &out;
  }
  out.as.paths = {path};
  TRY_ASSIGN(out.place, content_at(m_view, path.root, path.path));
  if (!out.place) {
    return &out;
  }
  const auto& shard = *out.place->shard;
  TRY_ASSIGN(const auto held, shard.document(out.place->version.id));
  TRY_ASSIGN(const auto facts, shard.facts(out.place->version));
  out.has_rows = !columns_of(facts).empty();
  out.as.format = out.place->format;
  out.as.title = held ? held->head().title() : "";
  out.as.date = date_of_source(facts, *out.place, path.root, path.path);
  out.as.state = contract_state(facts);
  return &out;
}

base::Result<const std::vector<domain::Passage>*>
Evidence::passages(Document& from) {
  if (!from.passages) {
    from.passages.emplace();
    const uint32_t count =
        from.place ? std::min(from.place->passages, k_passages) : 0;
    for (uint32_t i = 0; i < count; ++i) {
      TRY_ASSIGN(const auto row,
                 from.place->shard->passage(from.place->version, i));
      if (row) {
        from.passages->push_back(proto::decode(*row));
      }
    }
  }
  return &*from.passages;
}

base::Result<unsigned> Evidence::add(const Hit& hit) {
  TRY_ASSIGN(const Document* from, document(hit.paths.front()));
  // Without a passage of its own: what stands there is an identifier alone.
  if (hit.boosted && hit.clause.empty() && hit.why.size() == 1 &&
      !hit.text.empty()) {
    TRY_ASSIGN(const auto passage,
               add_passage(hit.paths.front(), hit.locator, hit.text));
    if (passage) {
      return *passage;
    }
  }
  Source out = from->as;
  out.paths = hit.paths;
  out.format = hit.format;
  out.title = hit.title;
  out.text = hit.text;
  out.locator = hit.locator;
  out.state = hit.state.empty() ? out.state : hit.state;
  return number(std::move(out));
}

base::Result<unsigned> Evidence::add(const HitPath& path, const TableRow& row) {
  TRY_ASSIGN(const Document* from, document(path));
  Source out = from->as;
  out.text = row.text;
  out.locator = row.locator;
  return number(std::move(out));
}

std::optional<unsigned> Evidence::known(const HitPath& path,
                                        const std::string& text) const {
  for (const Source& source : m_sources) {
    if (std::find(source.paths.begin(), source.paths.end(), path) !=
            source.paths.end() &&
        holds(source.text, text)) {
      return source.id;
    }
  }
  return std::nullopt;
}

base::Result<std::optional<unsigned>>
Evidence::add_passage(const HitPath& path, const domain::Locator& where,
                      const std::string& text) {
  TRY_ASSIGN(Document * from, document(path));
  TRY_ASSIGN(const auto* all, passages(*from));
  const domain::Passage* best = nullptr;
  uint64_t least = std::numeric_limits<uint64_t>::max();
  for (const domain::Passage& passage : *all) {
    const uint64_t far = distance(passage.locator, where);
    if (far < least && holds(passage.text, text)) {
      best = &passage;
      least = far;
    }
  }
  if (best == nullptr) {
    return std::optional<unsigned>();
  }
  const domain::Passage found = from->has_rows ? row_with(*best, text) : *best;
  Source out = from->as;
  out.text = found.text;
  out.locator = found.locator;
  return std::optional<unsigned>(number(std::move(out)));
}

base::Result<unsigned> Evidence::add(const Card& card, const CardLine& line,
                                     const CardValue& value,
                                     const CardSource& source) {
  // Short values stand in many places by chance.
  constexpr size_t k_telling = 4;
  const HitPath path{source.root, source.path};
  if (source.path.empty()) {
    return add_note({},
                    fmt::format("{}: {} {}, by {}", card.identifier,
                                line.attribute.name, value.text, source.date));
  }
  if (!source.row.empty()) {
    return add(path, TableRow{source.locator, source.row, {}});
  }
  if (value.text.size() >= k_telling) {
    if (const auto id = known(path, value.text)) {
      return *id;
    }
  }
  TRY_ASSIGN(const auto passage, add_passage(path, source.locator, value.text));
  if (passage) {
    return *passage;
  }
  return add_note({path},
                  fmt::format("{}: {} (as this file was read; no passage of it "
                              "has these words)",
                              line.attribute.name, value.text));
}

base::Result<unsigned> Evidence::add_note(std::vector<HitPath> paths,
                                          std::string text) {
  Source out;
  if (paths.size() == 1) {
    TRY_ASSIGN(const Document* from, document(paths.front()));
    out = from->as;
  }
  out.paths = std::move(paths);
  out.text = std::move(text);
  return number(std::move(out));
}

base::Result<std::vector<Source>>
evidence_of(const ArchiveView& view, const SearchResult& found, size_t limit) {
  Evidence out(view);
  for (const RowAnswer& rows : found.rows) {
    TRY(out.add_note({rows.path}, counted_text(rows)));
    for (const TableRow& row : rows.first) {
      TRY(out.add(rows.path, row));
    }
  }
  for (const Card& card : found.cards) {
    for (const CardLine& line : card.lines) {
      for (const CardValue& value : line.values) {
        TRY(out.add(card, line, value, value.sources.front()));
      }
    }
  }
  for (const Hit& hit : found.hits) {
    if (out.sources().size() >= limit) {
      break;
    }
    TRY(out.add(hit));
  }
  std::vector<Source> sources = out.sources();
  sources.resize(std::min(sources.size(), limit));
  return sources;
}

} // namespace query
