// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ole_properties.hpp"

#include "core/domain/encoding.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/little_endian.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <set>

namespace readers {
namespace {

constexpr size_t k_most_bytes = size_t{8} << 20; // of a set; thumbnails too
constexpr size_t k_most_properties = 1000;
constexpr size_t k_longest_text = 4000;

// [MS-OLEPS] 2.15.
enum : uint16_t {
  k_vt_i2 = 0x0002,
  k_vt_i4 = 0x0003,
  k_vt_r8 = 0x0005,
  k_vt_bool = 0x000B,
  k_vt_lpstr = 0x001E,
  k_vt_lpwstr = 0x001F,
  k_vt_filetime = 0x0040,
};

// Howard Hinnant's civil_from_days (public domain), days since 1970-01-01.
std::string iso_of_filetime(uint64_t ticks) {
  constexpr uint64_t to_1970 = 11'644'473'600;
  const uint64_t seconds = ticks / 10'000'000;
  // Before 1980 there was no such file; an unset one is 1601.
  if (seconds < to_1970 + 315'532'800 || seconds > to_1970 + 253'402'300'799) {
    return "";
  }
  const auto since = static_cast<int64_t>(seconds - to_1970);
  const int64_t days = since / 86400 + 719468;
  const int64_t era = days / 146097;
  const int64_t doe = days - era * 146097;
  const int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  const int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  const int64_t mp = (5 * doy + 2) / 153;
  const int64_t month = mp < 10 ? mp + 3 : mp - 9;
  std::array<char, 80> text{};
  std::snprintf(
      text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02dZ",
      static_cast<int>(yoe + era * 400 + (month <= 2 ? 1 : 0)),
      static_cast<int>(month), static_cast<int>(doy - (153 * mp + 2) / 5 + 1),
      static_cast<int>(since / 3600 % 24), static_cast<int>(since / 60 % 60),
      static_cast<int>(since % 60));
  return text.data();
}

class Section {
public:
  explicit Section(LittleEndian bytes) : m_bytes(bytes) {
    const size_t count = std::min<size_t>(m_bytes.u32(4), k_most_properties);
    for (size_t i = 0; i < count && m_bytes.has(8 + 8 * i, 8); ++i) {
      m_at.emplace_back(m_bytes.u32(8 + 8 * i), m_bytes.u32(12 + 8 * i));
    }
    for (const auto& [id, at] : m_at) {
      if (id == 1 && m_bytes.u16(at) == k_vt_i2) {
        m_code_page = m_bytes.u16(at + 4);
      }
    }
  }

  std::vector<std::pair<uint32_t, PropertyValue>> values() const {
    std::vector<std::pair<uint32_t, PropertyValue>> out;
    for (const auto& [id, at] : m_at) {
      if (id > 1) {
        if (auto value = value_at(at)) {
          out.emplace_back(id, std::move(*value));
        }
      }
    }
    return out;
  }

  // The dictionary of names ([MS-OLEPS] 2.17).
  std::map<uint32_t, std::string> names() const {
    std::map<uint32_t, std::string> out;
    const auto first =
        std::find_if(m_at.begin(), m_at.end(),
                     [](const auto& one) { return one.first == 0; });
    if (first == m_at.end()) {
      return out;
    }
    const size_t count =
        std::min<size_t>(m_bytes.u32(first->second), k_most_properties);
    size_t at = first->second + 4;
    for (size_t i = 0; i < count && m_bytes.has(at, 8); ++i) {
      const bool wide = m_code_page == 1200;
      const size_t length = m_bytes.u32(at + 4);
      const size_t size = wide ? 2 * length : length;
      if (!m_bytes.has(at + 8, size)) {
        break;
      }
      out[m_bytes.u32(at)] = decoded(m_bytes.bytes(at + 8, size));
      at += 8 + (wide ? (size + 3) / 4 * 4 : size);
    }
    return out;
  }

private:
  std::string decoded(std::string_view bytes) const {
    // All of them may claim the same large piece of the stream.
    bytes = bytes.substr(0, 4 * k_longest_text);
    auto text =
        domain::decode_text(bytes, encoding_of_code_page(m_code_page)).text;
    text.resize(std::min(text.size(), text.find('\0')));
    return squeeze(clean_utf8(clip(text, k_longest_text)));
  }

  std::optional<PropertyValue> value_at(size_t at) const {
    PropertyValue value;
    switch (m_bytes.u16(at)) {
    case k_vt_lpstr:
      value.text = decoded(m_bytes.bytes(at + 8, m_bytes.u32(at + 4)));
      break;
    case k_vt_lpwstr: {
      auto text = text_of_utf16(m_bytes.bytes(
          at + 8, std::min<size_t>(m_bytes.u32(at + 4), k_longest_text) * 2));
      text.resize(std::min(text.size(), text.find('\0')));
      value.text = squeeze(clean_utf8(text));
      break;
    }
    case k_vt_i2:
      value.integer = m_bytes.i16(at + 4);
      break;
    case k_vt_i4:
      value.integer = m_bytes.i32(at + 4);
      break;
    case k_vt_bool:
      value.text = m_bytes.u16(at + 4) != 0 ? "yes" : "no";
      break;
    case k_vt_r8:
      value.text = number_text(m_bytes.f64(at + 4));
      break;
    case k_vt_filetime:
      value.text = iso_of_filetime(m_bytes.u64(at + 4));
      break;
    default:
      return std::nullopt;
    }
    if (value.integer) {
      value.text = std::to_string(*value.integer);
    }
    return value;
  }

  LittleEndian m_bytes;
  std::vector<std::pair<uint32_t, size_t>> m_at; // number → place
  uint32_t m_code_page = 1252;
};

std::string stream_text(CompoundFile& file, size_t storage,
                        std::string_view name) {
  const auto entry = file.find(name, storage);
  if (!entry) {
    return "";
  }
  const auto stream = file.locate(*entry);
  auto bytes = file.read(
      stream, 0,
      static_cast<size_t>(std::min<uint64_t>(stream.size, k_most_bytes)));
  return bytes ? std::move(*bytes) : std::string();
}

constexpr uint32_t k_title = 2, k_subject = 3, k_author = 4, k_keywords = 5,
                   k_comments = 6, k_last_author = 8, k_created = 12,
                   k_saved = 13, k_pages = 14, k_words = 15, k_program = 18;
constexpr uint32_t k_category = 2, k_slides = 7, k_manager = 14, k_company = 15;

base::Result<void> put_date(const PropertySet& set, uint32_t id,
                            const char* role, domain::DocumentSink& sink) {
  return put_dates(dates_of(role, role, set.text(id).substr(0, 10), {}), sink);
}

base::Result<void> put_count(const PropertySet& set, uint32_t id,
                             const char* key, domain::DocumentSink& sink) {
  const auto count = set.integer(id);
  return count && *count > 0
             ? put_number(sink, key, static_cast<double>(*count))
             : base::Result<void>();
}

} // namespace

std::string_view PropertySet::text(uint32_t id) const {
  for (const auto& [number, value] : values) {
    if (number == id) {
      return value.text;
    }
  }
  return "";
}

std::optional<int64_t> PropertySet::integer(uint32_t id) const {
  for (const auto& [number, value] : values) {
    if (number == id) {
      return value.integer;
    }
  }
  return std::nullopt;
}

PropertySet parse_property_set(std::string_view bytes) {
  PropertySet out;
  const LittleEndian all(bytes);
  if (all.u16(0) != 0xFFFE) {
    return out;
  }
  const size_t sections = std::min<size_t>(all.u32(24), 2);
  for (size_t i = 0; i < sections; ++i) {
    const size_t at = all.u32(28 + 20 * i + 16);
    if (!all.has(28 + 20 * i, 20) || !all.has(at, 8)) {
      break;
    }
    const Section section(all.part(at, all.size()));
    if (i == 0) {
      out.values = section.values();
      continue;
    }
    const auto names = section.names();
    for (auto& [id, value] : section.values()) {
      const auto name = names.find(id);
      if (name != names.end() && !value.text.empty()) {
        out.named.emplace_back(name->second, std::move(value));
      }
    }
  }
  return out;
}

std::string OleProperties::title() const {
  const std::string title(trim(summary.text(k_title)));
  static const std::set<std::string_view> none{"Untitled", "untitled", "Title",
                                               "PowerPoint Presentation",
                                               "No Slide Title"};
  return none.count(title) > 0 ? "" : clip(title, 300);
}

OleProperties read_properties(CompoundFile& file, size_t storage) {
  OleProperties out;
  out.summary =
      parse_property_set(stream_text(file, storage, "\x05SummaryInformation"));
  out.document = parse_property_set(stream_text(file, storage,
                                                "\x05"
                                                "DocumentSummaryInformation"));
  return out;
}

base::Result<void> put_properties(const OleProperties& properties,
                                  domain::DocumentSink& sink) {
  const PropertySet& summary = properties.summary;
  const PropertySet& document = properties.document;
  const std::string title = properties.title();
  const std::pair<const char*, std::string_view> texts[] = {
      {"title", title},
      {"subject", summary.text(k_subject)},
      {"author", summary.text(k_author)},
      {"keywords", summary.text(k_keywords)},
      {"description", summary.text(k_comments)},
      {"last_modified_by", summary.text(k_last_author)},
      {"creator", summary.text(k_program)},
      {"category", document.text(k_category)},
      {"manager", document.text(k_manager)},
      {"author_company", document.text(k_company)}};
  for (const auto& [key, text] : texts) {
    TRY(put_text(sink, key, text));
  }
  TRY(put_date(summary, k_created, "created_date", sink));
  TRY(put_date(summary, k_saved, "updated_date", sink));
  TRY(put_count(summary, k_pages, "page_count", sink));
  TRY(put_count(summary, k_words, "word_count", sink));
  TRY(put_count(document, k_slides, "slide_count", sink));
  for (const auto& [name, value] : document.named) {
    const auto key = snake_case(clip(name, 60));
    if (!key.empty() && !name.starts_with("_")) {
      TRY(put_text(sink, "property_" + key, value.text));
    }
  }
  return {};
}

} // namespace readers
