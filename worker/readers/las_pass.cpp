// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_pass.hpp"

#include "worker/readers/line_source.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace readers::las {
namespace {

constexpr size_t k_most_items = 20000;
constexpr size_t k_most_text = 1 << 20; // of comments, ~Other, tables
constexpr size_t k_most_rejects = 100;
constexpr size_t k_most_sections = 1000;
constexpr size_t k_most_logs = 50; // of one file

// Reads line by line: header first, then data; LAS 3.0 mixes them.
class LasPass {
public:
  LasPass(LineSource source, LogParts parts)
      : m_source(std::move(source)), m_parts(parts) {}

  base::Result<Log> run(const Progress& progress) {
    Line line;
    for (uint64_t seen = 1;; ++seen) {
      TRY_ASSIGN(const bool more, m_source.next(line));
      if (!more) {
        break;
      }
      if (seen % 4096 == 0) {
        TRY(progress());
      }
      take(line);
      if (m_parts == LogParts::header && m_has_data) {
        break;
      }
    }
    if (!m_data) {
      begin_data();
    }
    m_data->finish();
    for (auto& more : m_more) {
      if (more.data) {
        more.data->finish();
      }
    }
    return Log{std::move(m_header),
               std::move(*m_data),
               m_has_data,
               m_source.encoding(),
               m_source.newline(),
               m_source.doubt(),
               {},
               std::move(m_more)};
  }

private:
  void take(const Line& line) {
    const auto text = trimmed(line.text);
    if (line.binary) {
      refuse(line, "bytes that are no text");
      return;
    }
    if (text.empty()) {
      return;
    }
    if (const auto section = section_of(text)) {
      begin_section(*section, text);
    } else if (text.front() == '#') {
      if (!m_section) {
        keep(m_header.comments, line.number, trimmed(text.substr(1)));
      }
    } else if (m_section == SectionKind::data && m_current) {
      take_more_data(text, line.number);
    } else if (m_section == SectionKind::data) {
      m_data->add(text, line.number);
    } else {
      take_header(line, text);
    }
  }

  void begin_section(SectionKind section, std::string_view text) {
    m_section = section;
    if (m_header.sections.size() < k_most_sections) {
      m_header.sections.push_back(clip(text, 200));
    }
    if (section == SectionKind::custom &&
        m_header.custom.size() < k_most_sections) {
      m_header.custom.push_back({clip(trimmed(text.substr(1)), 200), {}});
    }
    choose_log(section, text);
    if (section == SectionKind::data && !m_current) {
      m_has_data = true;
      if (!m_data) {
        begin_data();
      }
    }
  }

  // ~Log_Definition[2], ~Log_Data[2]: a log of its own.
  void choose_log(SectionKind section, std::string_view text) {
    m_current.reset();
    const auto name = section_name(text);
    const bool of_log =
        section == SectionKind::curve || section == SectionKind::data;
    if (!of_log || name.number < 2 || m_header.version_number() < 3) {
      return;
    }
    for (size_t i = 0; i < m_more.size(); ++i) {
      if (m_more[i].number == name.number) {
        m_current = i;
      }
    }
    if (!m_current && m_more.size() < k_most_logs) {
      m_current = m_more.size();
      m_more.push_back({name.number, {}, {}, 0});
    }
  }

  void take_more_data(std::string_view text, uint64_t number) {
    auto& more = m_more[*m_current];
    if (!more.data) {
      more.line = number;
      more.data.emplace(more.curves.size(), false, m_header.delimiter(),
                        m_header.null_value());
    }
    more.data->add(text, number);
  }

  void begin_data() {
    order_values(m_header);
    m_data.emplace(m_header.curves.size(), m_header.wrapped(),
                   m_header.delimiter(), m_header.null_value());
  }

  void take_header(const Line& line, std::string_view text) {
    if (!m_section) {
      refuse(line, "stands before the first section");
      return;
    }
    switch (*m_section) {
    case SectionKind::version:
      return take_item(line, text, m_header.version);
    case SectionKind::well:
      return take_item(line, text, m_header.well);
    case SectionKind::curve:
      return take_item(line, text,
                       m_current ? m_more[*m_current].curves : m_header.curves);
    case SectionKind::parameter:
      return take_item(line, text, m_header.parameters);
    case SectionKind::other:
      return keep(m_header.other, line.number, text);
    default:
      if (!m_header.custom.empty()) {
        keep(m_header.custom.back().lines, line.number, text);
      }
    }
  }

  void take_item(const Line& line, std::string_view text,
                 std::vector<Item>& items) {
    auto item = parse_item(text);
    if (!item || item->mnemonic.empty()) {
      refuse(line, "neither a mnemonic with a dot nor a comment");
      return;
    }
    if (items.size() >= k_most_items) {
      m_header.cut = true;
      return;
    }
    if (item->dotless) {
      refuse(line, "no dot behind the mnemonic; the first word is taken");
    }
    item->line = line.number;
    if (m_header.version_number() >= 3) {
      split_association(*item);
    }
    items.push_back(std::move(*item));
  }

  void keep(std::vector<NumberedLine>& lines, uint64_t number,
            std::string_view text) {
    if (m_kept + text.size() > k_most_text) {
      m_header.cut = true;
    } else if (!text.empty()) {
      m_kept += text.size();
      lines.push_back({number, std::string(text)});
    }
  }

  void refuse(const Line& line, std::string reason) {
    if (m_header.rejects.size() < k_most_rejects) {
      domain::Reject reject;
      reject.locator.line = line.number;
      reject.locator.byte = line.offset;
      reject.field = "line";
      reject.raw = line.text.substr(0, 200);
      reject.reason = std::move(reason);
      m_header.rejects.push_back(std::move(reject));
    }
  }

  LineSource m_source;
  LogParts m_parts;
  Header m_header;
  std::optional<SectionKind> m_section;
  std::optional<Data> m_data;
  std::vector<MoreLog> m_more;
  std::optional<size_t> m_current; // of m_more, if its section is being read
  bool m_has_data = false;
  size_t m_kept = 0;
};

} // namespace

base::Result<Log> read_log(const std::string& path, LogParts parts,
                           const Progress& progress) {
  TRY_ASSIGN(LineSource source, LineSource::open(path));
  return LasPass(std::move(source), parts).run(progress);
}

} // namespace readers::las
