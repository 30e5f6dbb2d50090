// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/nav_reader.hpp"

#include "worker/readers/nav_comma.hpp"
#include "worker/readers/nav_detect.hpp"
#include "worker/readers/nav_header.hpp"
#include "worker/readers/nav_raw.hpp"
#include "worker/readers/nav_survey.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/segy_text.hpp"
#include "worker/readers/seismic_notes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace nav;

constexpr size_t k_most_cards = 2000; // of the header that are kept
constexpr size_t k_most_rejects = 100;
constexpr uint64_t k_tick = 8192; // cards between two signs of life

// Reads the cards of one file, whichever standard they are of.
class NavPass {
public:
  NavPass(domain::DocumentSink& sink, CardSource source, Kind kind)
      : m_sink(sink), m_source(std::move(source)), m_kind(std::move(kind)) {}

  base::Result<Findings> run() {
    Card card;
    while (!m_ended) {
      TRY_ASSIGN(const bool more, m_source.next(card));
      if (!more) {
        break;
      }
      if (card.number % k_tick == 0) {
        TRY(m_sink.progress());
      }
      take(card);
    }
    return describe();
  }

private:
  void take(const Card& card) {
    if (card.binary) {
      refuse(card, "line", "bytes that are no text");
      return;
    }
    if (card.text.empty()) {
      return;
    }
    if (m_kind.standard == Standard::comma) {
      m_comma.take(card.text, card.number);
      keep_comma(card);
      return;
    }
    if (card.text.starts_with("EOF")) {
      m_ended = true;
      return;
    }
    auto header = header_card(card.text, card.number);
    if (header) {
      take_header(std::move(*header));
    } else if (m_kind.standard == Standard::p2) {
      m_raw.record(card.text, card.number);
    } else {
      take_record(card);
    }
  }

  void keep(uint64_t number, std::string text) {
    if (m_lines.size() < k_most_cards) {
      m_lines.push_back({number, std::move(text)});
    }
  }

  // What describes the file; positions do not.
  void keep_comma(const Card& card) {
    const char first = segy_upper(card.text[0]);
    if (first == 'H' || first == 'O' || first == 'I' || first == 'C') {
      keep(card.number, card.text);
    }
  }

  static char segy_upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }

  void take_header(HeaderCard header) {
    if (m_kind.standard == Standard::p2) {
      keep(header.number, squeeze(header.text));
    } else if (!header.value.empty()) {
      keep(header.number, "H" + header.code + " " + header.description + ": " +
                              squeeze(header.value));
    }
    if (m_kind.standard == Standard::p1 &&
        angle_unit(header) == AngleUnit::grads) {
      m_angles = AngleUnit::grads;
    }
    if (m_cards.size() >= k_most_cards) {
      ++m_cards_left_out;
    } else if (m_kind.standard == Standard::p2) {
      m_raw.header(header);
      m_cards.push_back(std::move(header));
    } else {
      m_cards.push_back(std::move(header));
    }
  }

  void take_record(const Card& card) {
    const char record = segy_upper(card.text[0]);
    if (m_kind.columns == Columns::ukooa && record == 'R') {
      ++m_receivers;
    } else if (m_kind.columns == Columns::ukooa && record == 'X') {
      ++m_relations;
    } else if (m_kind.columns == Columns::segp1 && m_survey.positions() == 0 &&
               !is_position(card.text, m_kind.columns)) {
      take_free_text(card);
    } else if (m_kind.columns == Columns::none) {
      keep(card.number, squeeze(card.text));
    } else {
      take_position(card);
    }
  }

  // SEG-P1 has a header of text before its positions, without codes.
  void take_free_text(const Card& card) {
    keep(card.number, squeeze(card.text));
    if (m_free_text.size() < k_most_cards) {
      m_free_text.push_back({static_cast<size_t>(card.number), card.text,
                             std::string(trim(card.text))});
    }
  }

  void take_position(const Card& card) {
    std::vector<FieldFault> faults;
    const auto position =
        read_position(card.text, m_kind.columns, m_angles, faults);
    if (!position.placed()) {
      refuse(card, "record",
             "no position in the columns of " +
                 std::string(m_kind.columns == Columns::segp1 ? "SEG-P1"
                                                              : "UKOOA P1"));
      return;
    }
    for (const auto& fault : faults) {
      refuse(card, fault.field, fault.reason, fault.raw);
    }
    m_survey.add(position, card.number);
  }

  void refuse(const Card& card, const char* field, std::string reason,
              std::string_view raw = {}) {
    ++m_refused;
    if (m_refused > k_most_rejects) {
      return;
    }
    auto where = at_line(card.number);
    where.byte = card.offset;
    m_found.refuse(field, raw.empty() ? std::string_view(card.text) : raw,
                   std::move(reason), where);
  }

  base::Result<Findings> describe();
  void describe_geodesy();
  void describe_free_text();
  std::string summary() const;
  std::string line_names() const;

  domain::DocumentSink& m_sink;
  CardSource m_source;
  Kind m_kind;
  bool m_ended = false;
  AngleUnit m_angles = AngleUnit::degrees;
  std::vector<HeaderCard> m_cards;
  std::vector<segy::Card> m_free_text;
  std::vector<NumberedLine> m_lines; // of the header, for its passages
  uint64_t m_cards_left_out = 0, m_receivers = 0, m_relations = 0;
  uint64_t m_refused = 0;
  Survey m_survey;
  RawPositioning m_raw;
  CommaRecords m_comma;
  Findings m_found;
};

void NavPass::describe_free_text() {
  for (const auto& label : segy::labels_of(m_free_text)) {
    const auto where = at_line(label.card);
    if (label.key == "line_name") {
      put_line_name(label.value, where, domain::KeyRole::subject, m_found);
    } else if (label.key == "datum") {
      put_datum(label.value, "", where, m_found);
    } else {
      m_found.say(label.key, label.value, where);
    }
  }
}

void NavPass::describe_geodesy() {
  const bool p1 = m_kind.standard == Standard::p1;
  auto unit = describe_header(m_cards, p1, m_found).grid_unit;
  if (m_kind.standard == Standard::segp1) {
    describe_free_text();
    for (const auto& card : m_free_text) {
      if (unit.empty() && card.content.find("UNIT") != std::string::npos) {
        unit = unit_of_grid(card.content);
      }
    }
  }
  if (m_kind.standard == Standard::p6) {
    describe_bin_grid(m_cards, unit, m_found);
  }
  m_survey.describe(unit, m_found);
  if (m_receivers > 0) {
    m_found.count("receiver_record_count", m_receivers);
  }
  if (m_relations > 0) {
    m_found.count("relation_record_count", m_relations);
  }
}

std::string NavPass::line_names() const {
  constexpr size_t k_most_named = 20;
  std::string names;
  size_t lines = 0;
  for (const auto& fact : m_found.facts) {
    if (fact.key == "line_name" && lines++ < k_most_named) {
      names += (names.empty() ? "" : ", ") + fact.text;
    }
  }
  const auto more =
      lines > k_most_named
          ? " and " + std::to_string(lines - k_most_named) + " more"
          : "";
  return lines == 0   ? ""
         : lines == 1 ? " Line " + names + "."
                      : " Lines: " + names + more + ".";
}

std::string NavPass::summary() const {
  std::string text = "Seismic navigation, " +
                     (m_kind.standard == Standard::segp1 ? std::string("SEG-P1")
                      : m_kind.standard == Standard::comma
                          ? "IOGP P" + m_kind.format.substr(6) + "/11"
                          : "UKOOA P" + m_kind.format.substr(7)) +
                     (m_kind.standard == Standard::p6 ? ": bin grid" : "") +
                     ".";
  const auto add = [&](const char* key, const std::string& before) {
    if (const auto* fact = m_found.find(key)) {
      text += " " + before + fact->text + ".";
    }
  };
  add("area", "Area ");
  add("survey", "Survey ");
  add("project", "Project ");
  add("client", "Client ");
  add("contractor", "Contractor ");
  add("vessel", "Vessel ");
  add("datum", "Datum ");
  add("projection", "Projection ");
  text += line_names();
  add("position_records", "Positions: ");
  return text;
}

base::Result<Findings> NavPass::describe() {
  Findings rejects = std::move(m_found);
  m_found = {};
  if (m_kind.standard == Standard::comma) {
    m_comma.describe(m_found);
  } else if (m_kind.standard == Standard::p2) {
    m_raw.describe(m_found);
  } else {
    describe_geodesy();
  }
  std::move(rejects.rejects.begin(), rejects.rejects.end(),
            std::back_inserter(m_found.rejects));
  if (m_refused > k_most_rejects) {
    m_found.refuse("record", std::to_string(m_refused),
                   "as many values were refused; the first " +
                       std::to_string(k_most_rejects) + " are listed");
  }
  if (m_cards_left_out > 0) {
    m_found.refuse("header", std::to_string(m_cards_left_out),
                   "as many header cards behind the first " +
                       std::to_string(k_most_cards) + " were left out");
  }
  m_found.say("encoding", m_source.encoding());
  const auto records = std::exchange(m_found.passages, {});
  m_found.passages.push_back({summary(), {}, domain::PassageKind::header});
  m_found.pack(m_lines, "header", domain::PassageKind::header);
  std::move(records.begin(), records.end(),
            std::back_inserter(m_found.passages));
  return std::move(m_found);
}

std::string title_of(const Findings& findings) {
  std::string title;
  for (const auto* key : {"survey", "project", "area"}) {
    const auto* fact = findings.find(key);
    if (fact != nullptr && title.find(fact->text) == std::string::npos) {
      title += (title.empty() ? "" : ", ") + fact->text;
    }
  }
  const auto* lines = findings.find("line_count");
  const auto* line = findings.find("line_name");
  const bool single = lines == nullptr || lines->text == "1";
  if (line != nullptr && single) {
    title += (title.empty() ? "" : ", ") + line->text;
  }
  return title;
}

class NavReader : public Reader {
public:
  std::string_view name() const override { return "nav"; }
  uint32_t version() const override { return 2; }
  std::vector<FormatNote> notes() const override { return nav_notes(); }

  Detection detect(const Input& input) const override {
    if (input.is_directory || input.size == 0) {
      return {};
    }
    const bool named = names_navigation(input.extension());
    const auto kind = kind_of(input.head, named);
    if (kind.standard == Standard::none) {
      return {};
    }
    return {kind.certain ? Match::magic : Match::content, kind.format};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    auto kind = kind_of(input.head, true);
    if (kind.standard == Standard::none) {
      return base::fail(base::Errc::corrupt,
                        "neither header cards (H0100 …) nor positions stand "
                        "in the columns of SEG-P1 or UKOOA");
    }
    const auto format = kind.format;
    TRY_ASSIGN(CardSource source, CardSource::open(input.path, input.head));
    NavPass pass(sink, std::move(source), std::move(kind));
    TRY_ASSIGN(const Findings findings, pass.run());
    TRY(sink.begin({format, title_of(findings), {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_nav_reader() {
  return std::make_unique<NavReader>();
}

} // namespace readers
