// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/csv_records.hpp"

#include "core/base/assert.hpp"

#include <csv.h>

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

// Records with an unclosed quote after which quotes stop being special.
constexpr int k_most_recoveries = 20;
constexpr int k_within_field = 2; // FIELD_BEGUN of libcsv's parser

// libcsv always has a quote character; this one stands in no decoded text.
constexpr char k_no_quote = '\x01';

// Only the line ends that we feed end a record.
int is_line_feed(unsigned char c) {
  return c == '\n' ? 1 : 0;
}
// Blanks around a field are trimmed; a tab may be the delimiter.
int is_blank(unsigned char c) {
  return c == ' ' ? 1 : 0;
}

} // namespace

struct CsvRecords::Parser {
  csv_parser csv{};
  Dialect dialect;
  std::vector<std::string> fields;
  std::deque<Record> ready;
  std::vector<std::pair<uint64_t, std::string>> pending; // lines of the record
  size_t pending_size = 0;
  uint64_t line = 0; // where the record begins
  bool row_ended = false;
  bool too_many = false;
  bool skip_piece = false; // within a line that was too long
  int recoveries = 0;

  explicit Parser(Dialect d) : dialect(d) { start(); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() { csv_free(&csv); }

  void start() {
    ASSERT(csv_init(&csv, 0) == 0);
    csv_set_delim(&csv, static_cast<unsigned char>(dialect.delimiter));
    set_quote(dialect.quote == 0 ? k_no_quote : dialect.quote);
    csv_set_term_func(&csv, is_line_feed);
    csv_set_space_func(&csv, is_blank);
  }
  void set_quote(char quote) {
    csv_set_quote(&csv, static_cast<unsigned char>(quote));
  }
  void restart() {
    csv_free(&csv);
    start();
    fields.clear();
    too_many = false;
  }

  static void on_field(void* text, size_t size, void* self) {
    auto& parser = *static_cast<Parser*>(self);
    if (parser.fields.size() >= k_most_fields) {
      parser.too_many = true;
      return;
    }
    parser.fields.emplace_back(static_cast<const char*>(text), size);
  }
  static void on_row(int, void* self) {
    auto& parser = *static_cast<Parser*>(self);
    parser.row_ended = true;
    Record record;
    record.fields = std::move(parser.fields);
    record.line = parser.line;
    if (parser.too_many) {
      record.damage = "more than " + std::to_string(k_most_fields) + " fields";
    }
    parser.too_many = false;
    parser.fields.clear();
    parser.ready.push_back(std::move(record));
  }
  bool quote_open() const {
    return csv.quoted != 0 && csv.pstate == k_within_field;
  }
};

CsvRecords::CsvRecords(Dialect dialect)
    : m_parser(std::make_unique<Parser>(dialect)) {}
CsvRecords::~CsvRecords() = default;
CsvRecords::CsvRecords(CsvRecords&&) noexcept = default;
CsvRecords& CsvRecords::operator=(CsvRecords&&) noexcept = default;

void CsvRecords::parse_line(std::string_view text, uint64_t number) {
  auto& p = *m_parser;
  if (p.pending.empty()) {
    p.line = number;
  }
  p.row_ended = false;
  std::string without;
  std::string_view fed = text;
  if (fed.find(k_no_quote) != std::string_view::npos) {
    without = text;
    std::erase(without, k_no_quote);
    fed = without;
  }
  for (const std::string_view part : {fed, std::string_view("\n")}) {
    const size_t n = csv_parse(&p.csv, part.data(), part.size(),
                               Parser::on_field, Parser::on_row, &p);
    ASSERT(n == part.size()); // fails only out of memory, or in strict mode
  }
  if (p.row_ended || !p.quote_open()) {
    p.pending.clear();
    p.pending_size = 0;
    return;
  }
  p.pending.emplace_back(number, text);
  p.pending_size += text.size() + 1;
}

// The quote on the first pending line is not closed: read that line without
// quotes, and what follows it anew.
void CsvRecords::recover(const char* why) {
  auto& p = *m_parser;
  while (!p.pending.empty()) {
    auto lines = std::exchange(p.pending, {});
    p.pending_size = 0;
    p.restart();
    p.set_quote(k_no_quote);
    parse_line(lines.front().second, lines.front().first);
    if (!p.ready.empty()) {
      p.ready.back().damage = why;
    }
    ++p.recoveries;
    if (p.recoveries < k_most_recoveries && p.dialect.quote != 0) {
      p.set_quote(p.dialect.quote);
    } else {
      p.dialect.quote = 0;
    }
    for (size_t i = 1; i < lines.size(); ++i) {
      parse_line(lines[i].second, lines[i].first);
    }
    if (p.pending_size <= k_longest_record) {
      return;
    }
  }
}

void CsvRecords::feed(const Line& line) {
  auto& p = *m_parser;
  const bool tail = std::exchange(p.skip_piece, line.more);
  if (tail) {
    return; // its beginning was already called damaged
  }
  if (line.more || line.binary) {
    Record record;
    record.line = line.number;
    record.fields.push_back(line.text.substr(0, 200));
    record.damage = line.binary ? "bytes that are not text"
                                : "a line longer than a record may be";
    p.ready.push_back(std::move(record));
    return;
  }
  parse_line(line.text, line.number);
  if (p.pending_size > k_longest_record) {
    recover("a quote is opened and not closed");
  }
}

void CsvRecords::finish() {
  auto& p = *m_parser;
  while (p.quote_open() && !p.pending.empty()) {
    recover("a quote is opened and not closed");
  }
  // Every line ended with a line feed, so nothing else is left within.
}

bool CsvRecords::next(Record& record) {
  auto& p = *m_parser;
  if (p.ready.empty()) {
    return false;
  }
  record = std::move(p.ready.front());
  p.ready.pop_front();
  return true;
}

namespace {

// How often `quote` stands where a quoted field begins and ends.
struct Edges {
  size_t before = 0, behind = 0;
};
Edges count_edges(std::string_view text, char quote, char delimiter) {
  Edges edges;
  for (size_t i = text.find(quote); i != std::string_view::npos;
       i = text.find(quote, i + 1)) {
    const char left = i == 0 ? '\n' : text[i - 1];
    const char right = i + 1 == text.size() ? '\n' : text[i + 1];
    edges.before += left == '\n' || left == '\r' || left == delimiter ? 1 : 0;
    edges.behind +=
        right == '\n' || right == '\r' || right == delimiter ? 1 : 0;
  }
  return edges;
}

// The double quote, unless none quotes a field and another mark does.
char guess_quote(std::string_view text, char delimiter) {
  if (count_edges(text, '"', delimiter).before == 0) {
    for (const char other : {'\'', '$'}) {
      const auto edges = count_edges(text, other, delimiter);
      if (edges.before >= 4 && edges.behind >= 4 &&
          edges.behind * 10 >= edges.before * 9 &&
          edges.before * 10 >= edges.behind * 9) {
        return other;
      }
    }
  }
  return '"';
}

} // namespace

CsvRecords records_of(std::string_view text, bool complete, Dialect dialect,
                      uint64_t lines) {
  CsvRecords records(dialect);
  Line line;
  while (!text.empty() && line.number < lines) {
    const auto end = text.find_first_of("\r\n");
    if (end == std::string_view::npos && !complete) {
      break;
    }
    line.text = std::string(text.substr(0, end));
    ++line.number;
    records.feed(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  records.finish();
  return records;
}

namespace {

std::vector<size_t> field_counts(std::string_view text, bool complete,
                                 Dialect dialect) {
  CsvRecords records = records_of(text, complete, dialect, 500);
  std::vector<size_t> counts;
  Record record;
  while (records.next(record)) {
    counts.push_back(record.fields.size());
  }
  return counts;
}

} // namespace

DialectGuess guess_dialect(std::string_view text, bool complete) {
  DialectGuess best;
  for (const char delimiter : {',', ';', '\t', '|'}) {
    if (text.find(delimiter) == std::string_view::npos) {
      continue; // a single column says nothing
    }
    DialectGuess guess;
    guess.dialect = {delimiter, guess_quote(text, delimiter)};
    const auto counts = field_counts(text, complete, guess.dialect);
    std::map<size_t, size_t> held;
    size_t near = 0;
    for (const size_t n : counts) {
      if (const size_t times = ++held[n];
          n > 1 && (guess.columns == 1 || times > held[guess.columns])) {
        guess.columns = n;
      }
    }
    for (const auto& [n, times] : held) {
      near +=
          n > 1 && n <= guess.columns && n * 3 >= guess.columns * 2 ? times : 0;
    }
    guess.records = counts.size();
    guess.consistency = counts.empty() ? 0
                                       : static_cast<double>(near) /
                                             static_cast<double>(counts.size());
    const auto rank = [](const DialectGuess& g) {
      return g.columns < 2
                 ? 0.0
                 : g.consistency * (g.consistency > 0.9 ? 10.0 : 1.0) +
                       0.001 * static_cast<double>(
                                   std::min<size_t>(g.columns, 100));
    };
    if (rank(guess) > rank(best)) {
      best = guess;
    }
  }
  return best;
}

} // namespace readers
