// SPDX-License-Identifier: Apache-2.0
#include "worker/bundle_sink.hpp"

#include "core/domain/places.hpp"
#include "core/domain/well_number.hpp"
#include "worker/write_key.hpp"

#include <algorithm>

namespace worker {
namespace {

constexpr size_t k_embed_batch = 32;
constexpr double k_max_ocr_pages = 1e6;
constexpr size_t k_max_raw = 200;          // bytes, as domain::Reject says
constexpr size_t k_max_places = 10'000;    // states and counties of a document
constexpr size_t k_max_declared = 500'000; // beyond, a mention may show twice

// One mention: what, and as it is written.
base::Hash128 mention_of(const FoundKey& key) {
  return base::hash_of(key.identifier.family + '\0' + key.identifier.canonical +
                       '\0' + key.verbatim);
}

} // namespace

base::Result<void> BundleSink::check() const {
  if (!m_context.go_on()) {
    return base::fail(base::Errc::cancelled, "stopped");
  }
  return {};
}

base::Result<void> BundleSink::begin(domain::DocumentHead head) {
  TRY(check());
  if (m_held) {
    return {};
  }
  if (!m_begun) {
    TRY(begin_file(head));
  } else {
    TRY_ASSIGN(store::DocumentWriter * inside, m_context.commit.inside(head));
    m_open.push_back({inside, {}, {}, 0, 0});
  }
  if (m_held || head.format.empty()) {
    return {};
  }
  domain::Fact format;
  format.key = "format";
  format.text = head.format;
  TRY(writer().fact(format));
  return keys_of_title(head.title);
}

base::Result<void> BundleSink::begin_file(const domain::DocumentHead& head) {
  m_begun = true;
  m_format = head.format;
  const auto id = store::content_id(m_context.content, head.format);
  TRY_ASSIGN(const std::string made_by, m_context.made_by(id));
  TRY_ASSIGN(store::DocumentWriter * file,
             m_context.commit.content(id, head, made_by));
  m_held = file == nullptr;
  if (!m_held) {
    m_open.push_back({file, {}, {}, 0, 0});
  }
  return {};
}

// What a title names is what the document is about.
base::Result<void> BundleSink::keys_of_title(const std::string& title) {
  domain::Locator where;
  where.section = "title";
  for (const FoundKey& found :
       keys_in({title, {}, domain::PassageKind::prose}, m_context.families)) {
    if (fits(found.identifier)) {
      TRY(write_key(writer(), found.identifier,
                    {found.identifier.family, found.verbatim, where,
                     domain::KeyRole::subject}));
    }
  }
  return {};
}

base::Result<void> BundleSink::end() {
  if (m_held) {
    return {};
  }
  TRY(flush());
  const Open& last = m_open.back();
  last.writer->ocr(last.ocr_pending, last.ocr_pages);
  m_ocr_pending += last.ocr_pending;
  m_ocr_pages += last.ocr_pages;
  const store::DocumentWriter* ended = last.writer;
  m_open.pop_back();
  return m_open.empty() ? base::Result<void>() : m_context.commit.close(ended);
}

base::Result<void> BundleSink::progress() {
  return check();
}

base::Result<void> BundleSink::fact(domain::Fact fact) {
  if (m_held) {
    return check();
  }
  const auto pages = static_cast<uint32_t>(
      std::clamp(fact.number.value_or(0), 0.0, k_max_ocr_pages));
  if (fact.key == "pages_needing_ocr") {
    m_open.back().ocr_pending = pages;
  } else if (fact.key == "pages_by_ocr") {
    m_open.back().ocr_pages = pages;
  }
  return writer().fact(fact);
}

base::Result<void> BundleSink::key(domain::Key key) {
  if (m_held) {
    return check();
  }
  auto found = key_of(key);
  if (!found || !fits(found->identifier)) {
    return reject({std::move(key.locator), key.family,
                   key.verbatim.substr(0, k_max_raw),
                   "no identifier of this family"});
  }
  TRY(write_key(writer(), found->identifier, key));
  if (m_open.back().declared.size() < k_max_declared) {
    m_open.back().declared.insert(mention_of(*found));
  }
  return key.family == "api" ? place(key) : base::Result<void>();
}

// The reader has said where it is, closer than the passage's place.
bool BundleSink::is_declared(const FoundKey& key) const {
  return !m_open.back().declared.empty() &&
         m_open.back().declared.contains(mention_of(key));
}

// A declared well number also says in which state and county the well is.
base::Result<void> BundleSink::place(const domain::Key& key) {
  auto number = domain::WellNumber::parse(key.verbatim);
  if (!number || !number->state()) {
    return {};
  }
  auto put_once = [&](const char* name, std::string_view text) {
    domain::Fact fact;
    fact.key = name;
    fact.text = text;
    fact.locator = key.locator;
    bool is_new =
        m_open.back().places.size() < k_max_places &&
        m_open.back().places.insert(fact.key + "=" + fact.text).second;
    return is_new && !text.empty() ? writer().fact(fact) : base::Result<void>();
  };
  if (const domain::State* state = domain::state_by_code(*number->state())) {
    TRY(put_once("state", state->postal));
  }
  const domain::County* county =
      domain::county_by_code(*number->state(), number->county());
  return county != nullptr ? put_once("county", county->name)
                           : base::Result<void>();
}

base::Result<void> BundleSink::reject(domain::Reject reject) {
  ++m_rejects;
  if (m_held) {
    return check();
  }
  return writer().reject(reject);
}

base::Result<void> BundleSink::passage(domain::Passage passage) {
  TRY(check());
  if (m_held) {
    return {};
  }
  for (const domain::Passage& piece : cut(passage)) {
    TRY(put(piece));
  }
  return {};
}

base::Result<void> BundleSink::put(const domain::Passage& passage) {
  Terms terms = terms_of(passage.text);
  TRY_ASSIGN(uint32_t ordinal,
             writer().passage(passage, terms.counts, terms.tokens));
  ++m_passages;
  for (const FoundKey& found : keys_in(passage, m_context.families)) {
    if (fits(found.identifier) && !is_declared(found)) {
      TRY(write_key(writer(), found.identifier,
                    {found.identifier.family, found.verbatim, passage.locator,
                     domain::KeyRole::mention}));
    }
  }
  if (m_context.embedder.wanted()) {
    m_waiting.push_back({&writer(), ordinal, passage.text});
    if (m_waiting.size() >= k_embed_batch) {
      return flush();
    }
  }
  return {};
}

// Embedding that fails costs the vectors, not the document; after a first
// failure the rest of the document is not tried.
base::Result<void> BundleSink::flush() {
  if (m_waiting.empty()) {
    return {};
  }
  std::vector<Waiting> waiting = std::exchange(m_waiting, {});
  if (m_failure.empty()) {
    std::vector<std::string> texts;
    for (Waiting& one : waiting) {
      texts.push_back(std::move(one.text));
    }
    auto hashes = embed_texts(m_context.shard, m_context.embedder, texts);
    if (hashes) {
      for (size_t i = 0; i < waiting.size(); ++i) {
        TRY(waiting[i].writer->vector(waiting[i].ordinal, (*hashes)[i]));
      }
      return {};
    }
    m_failure = hashes.error().message;
  }
  for (const Waiting& one : waiting) {
    one.writer->unembedded();
  }
  m_unembedded += static_cast<uint32_t>(waiting.size());
  return {};
}

} // namespace worker
