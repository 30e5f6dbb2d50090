// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_dwg.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "core/domain/encoding.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

namespace readers {
namespace {

constexpr size_t k_most_bytes = size_t{256} << 10;
constexpr size_t k_most_properties = 500;

// Days since noon of 1 January 4713 BC (Julian), as ISO date; "" if the number
// is no day between 1980 and 2100. Algorithm: Fliegel and Van Flandern (1968).
std::string iso_of_julian(int64_t day) {
  constexpr int64_t k_1980 = 2444240;
  constexpr int64_t k_2100 = 2488070;
  if (day < k_1980 || day > k_2100) {
    return "";
  }
  int64_t l = day + 68569;
  const int64_t n = 4 * l / 146097;
  l -= (146097 * n + 3) / 4;
  const int64_t i = 4000 * (l + 1) / 1461001;
  l = l - 1461 * i / 4 + 31;
  const int64_t j = 80 * l / 2447;
  const int64_t d = l - 2447 * j / 80;
  l = j / 11;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02d",
                static_cast<int>(100 * (n - 49) + i + l),
                static_cast<int>(j + 2 - 12 * l), static_cast<int>(d));
  return text.data();
}

class Summary {
public:
  Summary(std::string_view bytes, bool wide) : m_bytes(bytes), m_wide(wide) {}

  std::optional<DwgSummary> run() {
    DwgSummary out;
    for (auto* field :
         {&out.title, &out.subject, &out.author, &out.keywords, &out.comments,
          &out.last_saved_by, &out.revision, &out.hyperlink_base}) {
      *field = string();
    }
    if (m_bad) {
      return std::nullopt;
    }
    m_at += 8; // the time it was edited: days and milliseconds
    out.created = moment();
    out.modified = moment();
    const auto count = number(2);
    for (uint64_t i = 0; i < std::min<uint64_t>(count, k_most_properties);
         ++i) {
      auto name = string();
      auto value = string();
      if (m_bad) {
        out.damage = "the list of " + std::to_string(count) +
                     " properties ends after " + std::to_string(i);
        break;
      }
      out.properties.emplace_back(std::move(name), std::move(value));
    }
    return out;
  }

private:
  uint64_t number(size_t size) {
    m_bad = m_bad || m_at + size > m_bytes.size();
    const auto value = m_bad ? 0 : base::load_le(m_bytes, m_at, size);
    m_at += size;
    return value;
  }

  std::string moment() {
    const auto day = number(4);
    m_at += 4; // milliseconds
    return iso_of_julian(static_cast<int64_t>(day));
  }

  // Two bytes of length, its final 0 counted, then the text.
  std::string string() {
    const size_t size = static_cast<size_t>(number(2)) * (m_wide ? 2 : 1);
    if (m_bad || m_at + size > m_bytes.size()) {
      m_bad = true;
      return "";
    }
    const auto raw = m_bytes.substr(m_at, size);
    m_at += size;
    std::string text =
        m_wide ? wide(raw)
               : domain::decode_text(std::string(raw.substr(0, raw.find('\0'))))
                     .text;
    return std::string(trim(clean_utf8(text)));
  }

  static std::string wide(std::string_view raw) {
    std::string out;
    for (size_t i = 0; i + 1 < raw.size(); i += 2) {
      auto c = static_cast<uint32_t>(base::load_le(raw, i, 2));
      if (c == 0) {
        break;
      }
      if (c >= 0xD800 && c < 0xDC00 && i + 3 < raw.size()) {
        const auto low = static_cast<uint32_t>(base::load_le(raw, i + 2, 2));
        if (low >= 0xDC00 && low < 0xE000) {
          c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
          i += 2;
        }
      }
      append_utf8(out, c);
    }
    return out;
  }

  std::string_view m_bytes;
  bool m_wide;
  size_t m_at = 0;
  bool m_bad = false;
};

std::string shown_version(std::string_view head) {
  const auto version = head.substr(0, 6);
  const auto release = dwg_release(version);
  return clean_utf8(version) +
         (release.empty() ? "" : " (" + std::string(release) + ")");
}

std::string why_unread(std::string_view head) {
  return "the drawing itself cannot be read in version " + shown_version(head) +
         ", which compresses it; save it as DXF or as AutoCAD 2000 (AC1015)";
}

base::Result<void> put_summary(const DwgSummary& s, const Input& input,
                               domain::DocumentSink& sink) {
  TRY(put_text(sink, "drawing_version", shown_version(input.head)));
  std::string text = "Drawing (dwg), version " + shown_version(input.head);
  const std::array<std::pair<const char*, const std::string*>, 7> fields = {
      {{"subject", &s.subject},
       {"author", &s.author},
       {"keywords", &s.keywords},
       {"comments", &s.comments},
       {"last_saved_by", &s.last_saved_by},
       {"revision_number", &s.revision},
       {"hyperlink_base", &s.hyperlink_base}}};
  text += s.title.empty() ? "" : "\nTitle: " + s.title;
  for (const auto& [key, value] : fields) {
    TRY(put_text(sink, key, clip(*value, 1000)));
    text += value->empty() ? "" : "\n" + std::string(key) + ": " + *value;
  }
  TRY(put_dates(dates_of("created_date", "created", s.created, {}), sink));
  TRY(put_dates(dates_of("updated_date", "modified", s.modified, {}), sink));
  for (const auto& [name, value] : s.properties) {
    if (!trim(value).empty()) {
      const auto line = name + ": " + value;
      TRY(put_text(sink, "property", clip(line, 1000)));
      text += "\n" + line;
    }
  }
  return sink.passage({std::move(text), {}, domain::PassageKind::header});
}

} // namespace

std::string_view dwg_release(std::string_view version) {
  static constexpr std::array<std::array<std::string_view, 2>, 10> all = {
      {{"AC1006", "AutoCAD R10"},
       {"AC1009", "AutoCAD R12"},
       {"AC1012", "AutoCAD R13"},
       {"AC1014", "AutoCAD R14"},
       {"AC1015", "AutoCAD 2000"},
       {"AC1018", "AutoCAD 2004"},
       {"AC1021", "AutoCAD 2007"},
       {"AC1024", "AutoCAD 2010"},
       {"AC1027", "AutoCAD 2013"},
       {"AC1032", "AutoCAD 2018"}}};
  for (const auto& [code, release] : all) {
    if (code == version) {
      return release;
    }
  }
  return "";
}

uint64_t dwg_summary_offset(std::string_view head) {
  constexpr size_t k_at = 0x20;
  return head.size() < 0x80 || head.substr(0, 6) < "AC1018"
             ? 0
             : base::load_le(head, k_at, 4);
}

std::optional<DwgSummary> parse_dwg_summary(std::string_view bytes,
                                            std::string_view version) {
  return Summary(bytes.substr(0, k_most_bytes), version != "AC1018").run();
}

base::Result<void> read_dwg_summary(const Input& input,
                                    domain::DocumentSink& sink) {
  const auto at = dwg_summary_offset(input.head);
  std::string bytes;
  if (at > 0 && at < input.size) {
    TRY_ASSIGN(const auto file, base::open_regular(input.path));
    bytes.resize(
        static_cast<size_t>(std::min<uint64_t>(input.size - at, k_most_bytes)));
    TRY_ASSIGN(
        const size_t n,
        base::read_at(file, std::as_writable_bytes(std::span(bytes)), at));
    bytes.resize(n);
  }
  const auto version = std::string_view(input.head).substr(0, 6);
  const auto summary =
      bytes.empty() ? std::nullopt : parse_dwg_summary(bytes, version);
  if (!summary) {
    return base::fail(base::Errc::unsupported,
                      why_unread(input.head) +
                          "; it has no summary of properties either");
  }
  domain::DocumentHead head;
  head.format = "dwg";
  head.title = clip(squeeze(summary->title), 300);
  TRY(sink.begin(head));
  TRY(put_summary(*summary, input, sink));
  if (!summary->damage.empty()) {
    domain::Locator where;
    where.byte = at;
    TRY(sink.reject({where, "summary", "", summary->damage}));
  }
  TRY(sink.reject({{}, "drawing", "", why_unread(input.head)}));
  return sink.end();
}

} // namespace readers
