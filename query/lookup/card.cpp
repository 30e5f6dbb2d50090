// SPDX-License-Identifier: Apache-2.0
#include "query/lookup/card.hpp"

#include "core/domain/keys.hpp"
#include "core/domain/places.hpp"
#include "core/domain/text.hpp"
#include "core/domain/well_number.hpp"
#include "query/core/content_at.hpp"
#include "query/core/rows.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace query {
namespace {

constexpr size_t k_documents = 50;    // of each role
constexpr size_t k_rows = 20;         // of one document
constexpr size_t k_longest = 300;     // bytes of a value
constexpr size_t k_passages = 20'000; // of tables, that are read

using Place = ContentPlace;

std::string text_of_fact(const std::vector<domain::Fact>& facts,
                         std::string_view key) {
  const auto at =
      std::find_if(facts.begin(), facts.end(),
                   [&](const domain::Fact& fact) { return fact.key == key; });
  return at == facts.end() ? "" : at->text;
}

std::string file_date(const Place& place, const std::string& root,
                      const std::string& path) {
  auto entry = place.shard->manifest({root, path});
  // What is inside a file ("a.zip!/b.las") is as old as the file.
  for (size_t at = path.find("!/"); entry && !*entry && at != std::string::npos;
       at = path.find("!/", at + 1)) {
    entry = place.shard->manifest({root, path.substr(0, at)});
  }
  if (!entry || !*entry || (*entry)->files_size() == 0) {
    return "";
  }
  constexpr int64_t k_second = 1'000'000'000;
  return fmt::format("file {:%Y-%m-%d}",
                     fmt::gmtime(static_cast<time_t>(
                         (*entry)->files(0).mtime_ns() / k_second)));
}

std::string date_of(const std::vector<domain::Fact>& facts, const Place& place,
                    const std::string& root, const std::string& path) {
  const std::string said = said_date(facts);
  return said.empty() ? file_date(place, root, path) : said;
}

using Paths = std::set<std::pair<std::string, std::string>>;
using Records = std::set<std::tuple<std::string, std::string, uint64_t>>;

Paths paths_of(const CardValue& value) {
  Paths out;
  for (const CardSource& source : value.sources) {
    out.emplace(source.root, source.path);
  }
  return out;
}

// Rows of one table are records of their own.
Records records_of(const CardValue& value) {
  Records out;
  for (const CardSource& source : value.sources) {
    out.emplace(source.root, source.path, source.locator.row.value_or(0));
  }
  return out;
}

// "2-CR" beside "Hudelson 2-CR" of the same record tells nothing.
void drop_parts(std::vector<CardValue>& values) {
  const auto is_part = [](const CardValue& part, const CardValue& whole) {
    const std::string a = " " + domain::near_identical_form(part.text) + " ";
    const std::string b = " " + domain::near_identical_form(whole.text) + " ";
    const Records ours = records_of(part);
    const Records theirs = records_of(whole);
    return a.size() < b.size() && b.find(a) != std::string::npos &&
           std::includes(theirs.begin(), theirs.end(), ours.begin(),
                         ours.end());
  };
  const std::vector<CardValue> all = values;
  std::erase_if(values, [&](const CardValue& value) {
    return std::any_of(all.begin(), all.end(), [&](const CardValue& other) {
      return is_part(value, other);
    });
  });
}

bool disagree(const std::vector<CardValue>& values) {
  for (const CardValue& a : values) {
    for (const CardValue& b : values) {
      const Paths ours = paths_of(a);
      const Paths theirs = paths_of(b);
      if (!std::includes(ours.begin(), ours.end(), theirs.begin(),
                         theirs.end()) &&
          !std::includes(theirs.begin(), theirs.end(), ours.begin(),
                         ours.end())) {
        return true;
      }
    }
  }
  return false;
}

class Composer {
public:
  Composer(const ArchiveView& view, const Lookup& found)
      : m_view(view), m_found(found) {}

  base::Result<Card> run();

private:
  void put(const domain::Attribute& attribute, const std::string& value,
           const CardSource& source);
  void put_digits();
  base::Result<void> put_hit(const LookupHit& hit);
  void put_facts(const LookupHit& hit, const std::vector<domain::Fact>& facts,
                 CardSource source);
  base::Result<void> put_rows(const LookupHit& hit, const Place& place,
                              const std::vector<domain::Fact>& facts,
                              const CardSource& source);
  void put_row(const TableRow& row, CardSource source);
  bool says_identifier(const std::string& value) const;
  bool is_same(const LookupHit& hit);

  const ArchiveView& m_view;
  const Lookup& m_found;
  Card m_card;
  std::map<std::pair<size_t, std::string>, size_t> m_lines;
  std::map<domain::KeyRole, size_t> m_asked;
  size_t m_left = k_passages;
  std::set<std::pair<std::string, std::string>> m_sources;
  std::map<std::string, std::string> m_canonical; // first of each family
};

void Composer::put(const domain::Attribute& attribute, const std::string& value,
                   const CardSource& source) {
  const std::string form = domain::comparable(attribute, value);
  if (form.empty() || attribute.name.empty() || says_identifier(value)) {
    return;
  }
  const auto [at, is_new] = m_lines.emplace(
      std::pair(attribute.order, attribute.name), m_card.lines.size());
  if (is_new) {
    m_card.lines.push_back({attribute, {}});
  }
  auto& values = m_card.lines[at->second].values;
  auto same =
      std::find_if(values.begin(), values.end(), [&](const CardValue& other) {
        return domain::comparable(attribute, other.text) == form;
      });
  if (same == values.end()) {
    values.push_back({std::string(domain::cut_utf8(value, k_longest)), {}});
    same = std::prev(values.end());
  }
  const bool told = std::any_of(
      same->sources.begin(), same->sources.end(), [&](const CardSource& other) {
        return other.root == source.root && other.path == source.path;
      });
  if (!told) {
    same->sources.push_back(source);
    m_sources.emplace(source.root, source.path);
  }
}

// The identifier itself is not news.
bool Composer::says_identifier(const std::string& value) const {
  if (m_found.hits.empty()) {
    return false;
  }
  const LookupHit& hit = m_found.hits.front();
  const auto asked = domain::WellNumber::parse(hit.canonical);
  const auto well = domain::WellNumber::parse(value);
  return (hit.family == "api" && asked && well && same_well(*asked, *well)) ||
         value == hit.canonical;
}

void Composer::put_digits() {
  const auto well = domain::WellNumber::parse(m_card.identifier);
  if (m_found.hits.front().family != "api" || !well || !well->state()) {
    return;
  }
  const CardSource digits{"", "", {}, "the number's own digits"};
  if (const auto* state = domain::state_by_code(*well->state())) {
    put(domain::attribute_of("state"), std::string(state->name), digits);
  }
  if (const auto* county =
          domain::county_by_code(*well->state(), well->county())) {
    put(domain::attribute_of("county"), std::string(county->name), digits);
  }
}

// The worker derives state and county from a declared number: they stand where
// the number stands and are the digits' word, not the file's.
bool is_derived(const LookupHit& hit, const domain::Fact& fact) {
  return (fact.key == "state" || fact.key == "county") &&
         std::any_of(hit.forms.begin(), hit.forms.end(),
                     [&](const LookupForm& form) {
                       return form.locator == fact.locator;
                     });
}

// A cell is the identifier, as the reader took it: not longer text that holds
// it (PEDL24 in PEDL243, or in a remark).
bool is_of(const TableRow& row, const std::string& family,
           const std::set<std::string>& forms) {
  return std::any_of(
      row.fields.begin(), row.fields.end(), [&](const RowField& field) {
        if (forms.contains(field.value)) {
          return true;
        }
        const auto keys = domain::cell_keys(family, field.value);
        return std::any_of(
            keys.begin(), keys.end(), [&](const domain::CellKey& key) {
              return key.family == family && forms.contains(key.verbatim);
            });
      });
}

void Composer::put_facts(const LookupHit& hit,
                         const std::vector<domain::Fact>& facts,
                         CardSource source) {
  for (const domain::Fact& fact : facts) {
    const auto attribute = domain::attribute_of(fact.key);
    if (attribute.known && !is_derived(hit, fact)) {
      source.locator = fact.locator;
      put(attribute, fact.text, source);
    }
  }
}

base::Result<void> Composer::put_rows(const LookupHit& hit, const Place& place,
                                      const std::vector<domain::Fact>& facts,
                                      const CardSource& source) {
  const auto columns = columns_of(facts);
  if (columns.empty()) {
    return {}; // running text
  }
  if (place.passages > m_left) {
    ++m_card.left_out;
    return {};
  }
  m_left -= place.passages;
  std::set<std::string> forms;
  for (const LookupForm& form : hit.forms) {
    forms.insert(form.verbatim);
  }
  forms.erase("");
  if (forms.empty()) {
    return {}; // in its name alone
  }
  size_t told = 0;
  return each_row({*place.shard, place.version, place.passages, columns},
                  {forms.begin(), forms.end()}, [&](TableRow&& row) {
                    if (is_of(row, hit.family, forms)) {
                      ++told;
                      put_row(row, source);
                    }
                    return told < k_rows;
                  });
}

void Composer::put_row(const TableRow& row, CardSource source) {
  source.locator = row.locator;
  for (const RowField& field : row.fields) {
    put(domain::attribute_of(field.name), field.value, source);
  }
}

// Of several identifiers that answer, a card is of the first alone: 123-A,
// which is 00123-A but for its zeros, is another part.
bool Composer::is_same(const LookupHit& hit) {
  const auto& first = m_canonical.emplace(hit.family, hit.canonical).first;
  const auto ours = domain::WellNumber::parse(first->second);
  const auto theirs = domain::WellNumber::parse(hit.canonical);
  const bool wells = hit.family.starts_with("api") && ours && theirs;
  return hit.canonical == first->second || (wells && same_well(*ours, *theirs));
}

base::Result<void> Composer::put_hit(const LookupHit& hit) {
  if (!is_same(hit)) {
    return {};
  }
  if (++m_asked[hit.role] > k_documents) {
    ++m_card.left_out;
    return {};
  }
  TRY_ASSIGN(const auto place, content_at(m_view, hit.root, hit.path));
  if (!place) {
    return {};
  }
  TRY_ASSIGN(const auto facts, place->shard->facts(place->version));
  const CardSource source{
      hit.root, hit.path, {}, date_of(facts, *place, hit.root, hit.path)};
  // What a table says of itself is of all of its rows.
  if (hit.role == domain::KeyRole::subject && columns_of(facts).empty()) {
    put_facts(hit, facts, source);
    return {};
  }
  return put_rows(hit, *place, facts, source);
}

base::Result<Card> Composer::run() {
  if (m_found.hits.empty()) {
    return std::move(m_card);
  }
  m_card.identifier = m_found.hits.front().canonical;
  if (const auto well = domain::WellNumber::parse(m_card.identifier);
      well && m_found.hits.front().family == "api") {
    m_card.identifier = well->display();
  }
  for (const LookupHit& hit : m_found.hits) {
    TRY(put_hit(hit));
  }
  m_card.sources = m_sources.size();
  if (!m_card.lines.empty()) {
    put_digits();
  }
  for (CardLine& line : m_card.lines) {
    drop_parts(line.values);
    line.differ = !line.attribute.of_source && disagree(line.values);
  }
  std::stable_sort(m_card.lines.begin(), m_card.lines.end(),
                   [](const CardLine& a, const CardLine& b) {
                     return a.attribute.order < b.attribute.order;
                   });
  return std::move(m_card);
}

} // namespace

std::vector<store::Family> card_families() {
  auto out = store::Generation::lookup_families();
  out.push_back(store::Family::facts);
  out.push_back(store::Family::manifest);
  return out;
}

std::string said_date(const std::vector<domain::Fact>& facts) {
  struct Dated {
    const char* key;
    const char* says;
    bool of_rows; // also what a column of a table gives, which dates no file
  };
  static constexpr std::array<Dated, 6> k_dates = {
      {{"log_date", "log", false},
       {"metadata_date", "metadata", false},
       {"published", "published", false},
       {"updated_date", "changed", true},
       {"created_date", "made", true},
       {"exported_date", "made", true}}};
  const bool is_table = !text_of_fact(facts, "column").empty();
  for (const auto& [key, says, of_rows] : k_dates) {
    const std::string text = text_of_fact(facts, key);
    if (!text.empty() && !(of_rows && is_table)) {
      return std::string(says) + " " + text;
    }
  }
  return "";
}

base::Result<Card> compose_card(const ArchiveView& view, const Lookup& found) {
  return Composer(view, found).run();
}

} // namespace query
