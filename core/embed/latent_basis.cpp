// SPDX-License-Identifier: Apache-2.0
#include "core/embed/latent_basis.hpp"

#include "core/base/assert.hpp"
#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/embed/latent_row.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

namespace embed {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the file holds little-endian floats");

constexpr std::string_view k_magic = "KEYBEDLB";
constexpr uint32_t k_version = 1;
constexpr size_t k_header = 64;
constexpr size_t k_counts = 40; // bytes of the header before its zeros
constexpr size_t k_checksum = 16;
constexpr size_t k_term_bytes = 4 + 4 + k_latent_dimensions;
constexpr size_t k_max_word = 64;
constexpr size_t k_name_digits = 24;
constexpr float k_max_scale = 1e6F; // sums of rows stay finite

tl::unexpected<base::Error> broken(const std::string& what) {
  return base::fail(base::Errc::corrupt, what);
}

std::string name_of(const base::Hash128& checksum) {
  return checksum.hex().substr(0, k_name_digits);
}

// As bytes in memory, which are those of the file.
template <typename T>
std::string_view bytes_of(const std::vector<T>& list) {
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
}

template <typename T>
void take(std::string_view& rest, size_t count, std::vector<T>& out) {
  out.resize(count);
  std::memcpy(out.data(), rest.data(), count * sizeof(T));
  rest.remove_prefix(count * sizeof(T));
}

} // namespace

LatentBasis::LatentBasis(LatentSource source,
                         const std::vector<LatentTerm>& terms)
    : m_source(source) {
  ASSERT(terms.size() <= k_max_latent_terms);
  for (const LatentTerm& term : terms) {
    ASSERT(!term.word.empty() && term.word.size() <= k_max_word);
    ASSERT(m_ends.empty() || word(this->terms() - 1) < term.word);
    m_words += term.word;
    m_ends.push_back(static_cast<uint32_t>(m_words.size()));
    m_scales.push_back(term.scale);
    m_rows.push_back(term.row);
  }
  m_name = name_of(base::hash_of(body()));
  index();
}

std::string_view LatentBasis::word(uint32_t term) const {
  const uint32_t begin = term == 0 ? 0 : m_ends[term - 1];
  return std::string_view(m_words).substr(begin, m_ends[term] - begin);
}

void LatentBasis::index() {
  m_slots.assign(std::bit_ceil(m_ends.size() * 2 + 1), 0);
  for (uint32_t term = 0; term < m_ends.size(); ++term) {
    size_t at = std::hash<std::string_view>()(word(term));
    while (m_slots[at &= m_slots.size() - 1] != 0) {
      ++at;
    }
    m_slots[at] = term + 1;
  }
}

std::optional<uint32_t> LatentBasis::find(std::string_view wanted) const {
  size_t at = std::hash<std::string_view>()(wanted);
  while (const uint32_t slot = m_slots[at &= m_slots.size() - 1]) {
    if (word(slot - 1) == wanted) {
      return slot - 1;
    }
    ++at;
  }
  return std::nullopt;
}

void LatentBasis::add(uint32_t term, float weight, std::span<float> sum) const {
  add_row(m_rows[term].data(), weight * m_scales[term], sum.data());
}

std::string LatentBasis::body() const {
  std::string out(k_magic);
  base::append_be32(out, k_version);
  base::append_be32(out, k_latent_dimensions);
  base::append_be32(out, terms());
  base::append_be32(out, static_cast<uint32_t>(m_words.size()));
  base::append_be64(out, m_source.passages);
  base::append_be64(out, m_source.sampled);
  out.resize(k_header, '\0');
  for (const uint32_t end : m_ends) {
    base::append_be32(out, end);
  }
  out.append(bytes_of(m_scales)).append(bytes_of(m_rows));
  return out.append(m_words);
}

std::string LatentBasis::to_bytes() const {
  std::string out = body();
  return out.append(base::hash_of(out).view());
}

base::Result<void> LatentBasis::check_numbers() const {
  for (uint32_t term = 0; term < terms(); ++term) {
    if (!std::isfinite(m_scales[term]) || m_scales[term] < 0 ||
        m_scales[term] > k_max_scale || m_rows[term].back() != 0) {
      return broken("the row of word " + std::to_string(term) +
                    " holds what no row may");
    }
  }
  return {};
}

base::Result<LatentBasis> LatentBasis::parse(std::string_view bytes) {
  if (bytes.size() < k_header + k_checksum || !bytes.starts_with(k_magic)) {
    return broken("not a basis");
  }
  if (base::load_be32(bytes.substr(8)) != k_version ||
      base::load_be32(bytes.substr(12)) != k_latent_dimensions) {
    return base::fail(base::Errc::unsupported,
                      "a basis of another version of this program");
  }
  const uint32_t terms = base::load_be32(bytes.substr(16));
  const uint32_t word_bytes = base::load_be32(bytes.substr(20));
  if (bytes.substr(k_counts, k_header - k_counts).find_first_not_of('\0') !=
      std::string_view::npos) {
    return broken("its header does not end with zeros");
  }
  if (terms > k_max_latent_terms || word_bytes > terms * k_max_word ||
      bytes.size() !=
          k_header + terms * k_term_bytes + word_bytes + k_checksum) {
    return broken("its size does not fit its header");
  }
  LatentBasis out;
  out.m_source = {base::load_be64(bytes.substr(24)),
                  base::load_be64(bytes.substr(32))};
  std::string_view rest = bytes.substr(k_header);
  out.m_words =
      bytes.substr(bytes.size() - k_checksum - word_bytes, word_bytes);
  for (uint32_t term = 0; term < terms; ++term, rest.remove_prefix(4)) {
    const uint32_t begin = term == 0 ? 0 : out.m_ends.back();
    const uint32_t end = base::load_be32(rest);
    if (end <= begin || end - begin > k_max_word || end > word_bytes) {
      return broken("word " + std::to_string(term) + " has no place");
    }
    out.m_ends.push_back(end);
    if (term > 0 && out.word(term - 1) >= out.word(term)) {
      return broken("word " + std::to_string(term) + " is out of order");
    }
  }
  take(rest, terms, out.m_scales);
  take(rest, terms, out.m_rows);
  TRY(out.check_numbers());
  const auto checksum =
      base::hash_of(bytes.substr(0, bytes.size() - k_checksum));
  if (checksum.view() != bytes.substr(bytes.size() - k_checksum)) {
    return broken("its checksum differs");
  }
  out.m_name = name_of(checksum);
  out.index();
  return out;
}

base::Result<LatentBasis> LatentBasis::read(const std::string& path,
                                            const std::string& name) {
  constexpr const char* k_try =
      "; fetch it from a copy of the archive, or make a new one with: keybed "
      "ingest --into ARCHIVE --refit";
  auto bytes = base::read_file(path, k_max_basis_bytes);
  if (!bytes) {
    bytes.error().message += k_try;
    return base::fail(std::move(bytes.error()).within("the basis"));
  }
  auto basis = parse(*bytes);
  if (basis && !name.empty() && basis->name() != name) {
    basis = broken("it is another one than the archive was embedded with");
  }
  if (!basis) {
    basis.error().message += k_try;
    return base::fail(std::move(basis.error()).within("the basis " + path));
  }
  return basis;
}

} // namespace embed
