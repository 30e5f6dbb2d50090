// SPDX-License-Identifier: Apache-2.0
//
// Generation: identifiers, facts and terms by value.
#include "core/base/bytes.hpp"
#include "store/generation.hpp"
#include "store/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace store {
namespace {

// An identifier that holds `text` twice has two rows that start with it; only
// the longer one counts, so that nothing has to be remembered.
bool is_first_place(const SuffixRow& row, std::string_view text) {
  const std::string_view canonical = row.identifier.canonical;
  return canonical.find(text) == canonical.size() - row.suffix.size();
}

} // namespace

base::Result<bool> Generation::counts(const DocumentVersion& version) const {
  if (!m_info.has_dead_rows()) {
    return true;
  }
  TRY_ASSIGN(const DocumentTable* documents, table());
  const auto number = documents->number_of(version.id);
  return number && documents->version(*number) == version.version;
}

base::Result<bool> Generation::is_held(const Identifier& identifier) const {
  if (!m_info.has_dead_rows()) {
    return true;
  }
  base::Result<bool> found = false;
  TRY(m_db.scan_all(Family::keys, identifier_prefix(identifier),
                    [&](auto key, auto) {
                      const auto version = version_at_end(key);
                      found = version ? live(*version) : found;
                      return found && !*found;
                    }));
  return found;
}

// `keys` are ordered by family first: one seek a family.
base::Result<std::vector<std::string>> Generation::key_families() const {
  std::vector<std::string> out;
  std::string from;
  bool more = true;
  while (more) {
    more = false;
    TRY(m_db.scan(Family::keys, "", from, [&](auto key, auto) {
      if (const auto posting = parse_key_posting(key)) {
        out.push_back(posting->identifier.family);
        from = out.back() + '\x01';
        more = true;
        return false;
      }
      return true;
    }));
  }
  return out;
}

base::Result<void> Generation::identifiers(
    std::string_view text, Match match, std::string_view family,
    const std::function<bool(const Identifier&)>& visit) const {
  const bool by_suffix = match == Match::suffix || match == Match::anywhere;
  if (by_suffix && text.size() < k_min_suffix) {
    return base::fail(base::Errc::invalid,
                      fmt::format("*{}: at least {} characters are needed "
                                  "behind a star",
                                  text, k_min_suffix));
  }
  base::Result<void> inner;
  const auto offer = [&](const Identifier& identifier) {
    if (!family.empty() && identifier.family != family) {
      return true;
    }
    const auto held = is_held(identifier);
    if (!held) {
      inner = base::fail(held.error());
    }
    return held && (!*held || visit(identifier));
  };
  if (by_suffix) {
    // A row that starts with the text is a suffix that starts with it.
    const std::string prefix =
        match == Match::suffix ? std::string(text) + '\0' : std::string(text);
    TRY(m_db.scan_all(Family::keys_suffix, prefix, [&](auto key, auto) {
      const auto row = parse_suffix_key(key);
      const bool again =
          match == Match::anywhere && row && !is_first_place(*row, text);
      return !row || again || offer(row->identifier);
    }));
    return inner;
  }
  std::vector<std::string> families = {std::string(family)};
  if (family.empty()) {
    TRY_ASSIGN(families, key_families());
  }
  for (const std::string& name : families) {
    std::string prefix = fact_prefix(name) + std::string(text);
    if (match == Match::exact) {
      prefix.push_back('\0');
    }
    bool more = true;
    std::string last; // of an identifier's documents the first is enough
    TRY(m_db.scan_all(Family::keys, prefix, [&](auto key, auto) {
      const auto posting = parse_key_posting(key);
      if (!posting || posting->identifier.canonical == last) {
        return true;
      }
      last = posting->identifier.canonical;
      more = offer(posting->identifier);
      return more;
    }));
    if (!more) {
      break;
    }
  }
  return inner;
}

base::Result<std::vector<IdentifierHit>>
Generation::holders(const Identifier& identifier) const {
  std::vector<IdentifierHit> out;
  base::Result<void> inner;
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    const auto posting = parse_key_posting(key);
    if (!posting) {
      return base::fail(base::Errc::corrupt, "a row of keys is damaged");
    }
    TRY_ASSIGN(const bool is_live, counts(posting->document));
    if (is_live) {
      TRY_ASSIGN(auto forms, parse_message<pb::KeyForms>(value, Family::keys));
      out.push_back({identifier, posting->document, std::move(forms)});
    }
    return {};
  };
  TRY(m_db.scan_all(Family::keys, identifier_prefix(identifier),
                    [&](auto key, auto value) {
                      inner = add(key, value);
                      return inner.has_value();
                    }));
  TRY(inner);
  return out;
}

base::Result<void> Generation::fact_range(
    std::string_view key, std::string_view from, std::string_view to,
    const std::function<bool(const DocumentVersion&)>& visit) const {
  base::Result<void> inner;
  const std::string prefix = fact_prefix(key);
  TRY(m_db.scan(Family::fact_index, prefix, prefix + std::string(from),
                [&](auto row, auto) {
                  const auto posting = parse_fact_index_key(row);
                  // The end of a value sorts like one byte more of it: the
                  // first rows may still be below `from`.
                  if (!posting || posting->value < from) {
                    return true;
                  }
                  if (posting->value >= to) {
                    return false;
                  }
                  auto is_live = counts(posting->document);
                  if (!is_live) {
                    inner = base::fail(std::move(is_live.error()));
                    return false;
                  }
                  return !*is_live || visit(posting->document);
                }));
  return inner;
}

base::Result<std::vector<std::string>> Generation::fact_keys() const {
  std::vector<std::string> out;
  std::string from;
  bool more = true;
  base::Result<bool> found = false;
  while (more) {
    more = false;
    TRY(m_db.scan(Family::fact_index, "", from, [&](auto row, auto) {
      const auto posting = parse_fact_index_key(row);
      if (!posting) {
        return true;
      }
      found = counts(posting->document);
      if (!found || !*found) {
        return found.has_value();
      }
      out.emplace_back(posting->key);
      from = out.back() + '\x01'; // behind every value of this key
      more = true;
      return false;
    }));
    TRY(found);
  }
  return out;
}

base::Result<std::vector<FactValue>>
Generation::fact_values(std::string_view key) const {
  std::map<std::string, FactValue> values;
  std::map<DocumentVersion, uint64_t> paths; // 0: not live
  const auto paths_of =
      [&](const DocumentVersion& version) -> base::Result<uint64_t> {
    const auto known = paths.find(version);
    if (known != paths.end()) {
      return known->second;
    }
    TRY_ASSIGN(const auto held, document(version.id));
    const bool is_live = held && held->version() == version.version;
    const uint64_t n = is_live ? static_cast<uint64_t>(held->paths_size()) : 0;
    paths.emplace(version, n);
    return n;
  };
  base::Result<void> inner;
  const auto add = [&](std::string_view row,
                       std::string_view text) -> base::Result<void> {
    const auto posting = parse_fact_index_key(row);
    if (!posting) {
      return base::fail(base::Errc::corrupt, "a row of fact_index is damaged");
    }
    TRY_ASSIGN(const uint64_t n, paths_of(posting->document));
    if (n == 0) {
      return {};
    }
    FactValue& value = values[std::string(posting->value)];
    if (value.documents == 0) {
      value.value = posting->value;
      value.text = text;
      if (posting->value.size() == 9 && posting->value[0] == 'n') {
        value.number = base::from_ordered_double(posting->value.substr(1));
      }
    }
    // Of the ways in which it is written the first, whatever comes first here.
    value.text = std::min(value.text, std::string(text));
    ++value.documents;
    value.paths += n;
    return {};
  };
  TRY(m_db.scan_all(Family::fact_index, fact_prefix(key),
                    [&](auto row, auto text) {
                      inner = add(row, text);
                      return inner.has_value();
                    }));
  TRY(inner);
  std::vector<FactValue> out;
  for (auto& [name, value] : values) {
    out.push_back(std::move(value));
  }
  return out;
}

base::Result<void> Generation::fact_texts(
    std::string_view key,
    const std::function<void(std::string_view)>& visit) const {
  const std::string prefix = fact_prefix(key);
  std::string from = prefix + 't';
  bool more = true;
  base::Result<bool> found = false;
  while (more) {
    more = false;
    TRY(m_db.scan(Family::fact_index, prefix, from, [&](auto row, auto text) {
      const auto posting = parse_fact_index_key(row);
      if (!posting) {
        return true;
      }
      found = counts(posting->document);
      if (!found || !*found) {
        return found.has_value();
      }
      visit(text);
      // Behind every document of this value.
      from = prefix + std::string(posting->value) + '\x01';
      more = true;
      return false;
    }));
    TRY(found);
  }
  return {};
}

base::Result<void> Generation::term(
    std::string_view term,
    const std::function<void(const DocumentVersion&, const pb::TermPosting&)>&
        visit) const {
  base::Result<void> inner;
  pb::TermPosting posting; // one for all: it keeps its memory
  const auto add = [&](std::string_view key,
                       std::string_view value) -> base::Result<void> {
    const auto version = version_at_end(key);
    if (!version) {
      return base::fail(base::Errc::corrupt, "a row of terms is damaged");
    }
    TRY_ASSIGN(const bool is_live, counts(*version));
    if (is_live) {
      TRY(parse_into(value, Family::terms, posting));
      visit(*version, posting);
    }
    return {};
  };
  TRY(m_db.scan_all(Family::terms, term_prefix(term),
                    [&](auto key, auto value) {
                      inner = add(key, value);
                      return inner.has_value();
                    }));
  return inner;
}

base::Result<bool> Generation::has_term(std::string_view term) const {
  base::Result<bool> found = false;
  TRY(m_db.scan_all(Family::terms, term_prefix(term), [&](auto key, auto) {
    const auto version = version_at_end(key);
    found = version ? counts(*version)
                    : base::Result<bool>(base::fail(
                          base::Errc::corrupt, "a row of terms is damaged"));
    return found && !*found;
  }));
  return found;
}

} // namespace store
