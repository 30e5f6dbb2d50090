// SPDX-License-Identifier: Apache-2.0
#include "tests/eval/answers/honest.hpp"

#include "core/domain/dates_in_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace answers {
namespace {

bool digit(char c) {
  return c >= '0' && c <= '9';
}
bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

size_t below(Random& random, size_t limit) {
  return static_cast<size_t>(random() % limit);
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out;
  std::string word;
  for (const char c : text + " ") {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      if (!word.empty()) {
        out.push_back(word);
      }
      word.clear();
    } else {
      word.push_back(c);
    }
  }
  return out;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 &&
           static_cast<unsigned char>(c) < 0x7f;
  });
}

// A run of words that a quotation may hold: nothing that quotes or marks up.
bool is_plain(const std::string& text) {
  return is_ascii(text) &&
         text.find_first_of("\"'`[]<>{}|*\\@") == std::string::npos &&
         text.find("//") == std::string::npos &&
         text.find("www.") == std::string::npos;
}

std::string join(const std::vector<std::string>& words, size_t from,
                 size_t to) {
  std::string out;
  for (size_t i = from; i < to; ++i) {
    out += (i > from ? " " : "") + words[i];
  }
  return out;
}

class Maker {
public:
  Maker(const query::Source& source, Random& random)
      : m_source(source), m_random(random) {}

  std::vector<HonestSentence> make(size_t most) {
    quotations();
    copies();
    dates();
    numbers();
    rows();
    for (size_t i = m_out.size(); i > 1; --i) {
      std::swap(m_out[i - 1], m_out[below(m_random, i)]);
    }
    m_out.resize(std::min(m_out.size(), most));
    return std::move(m_out);
  }

private:
  void put(std::string before, std::string part, std::string after, Part kind) {
    m_out.push_back({std::move(before), std::move(part), std::move(after), kind,
                     m_source.id});
  }

  // Six to sixteen words in marks.
  void quotations() {
    const auto words = words_of(m_source.text);
    if (words.size() < 8) {
      return;
    }
    const size_t size = 6 + below(m_random, 11);
    const size_t from = below(m_random, words.size() - 6);
    const auto said = join(words, from, std::min(words.size(), from + size));
    if (is_plain(said) && said.size() > 25) {
      put("The document says \"", said, "\"", Part::quotation);
    }
  }

  // Whole sentences of prose, as they stand.
  void copies() {
    const std::string& text = m_source.text;
    size_t begin = 0;
    for (size_t at = 0; at + 1 < text.size(); ++at) {
      const bool ends =
          text[at] == '.' && text[at + 1] == ' ' && at > 2 &&
          std::islower(static_cast<unsigned char>(text[at - 1])) &&
          std::islower(static_cast<unsigned char>(text[at - 2]));
      if (!ends) {
        continue;
      }
      std::string sentence = text.substr(begin, at - begin);
      begin = at + 2;
      std::replace(sentence.begin(), sentence.end(), '\n', ' ');
      const bool starts =
          !sentence.empty() && sentence[0] >= 'A' && sentence[0] <= 'Z';
      // Out of its place "It" says of something else than in the source.
      const std::string first = sentence.substr(0, sentence.find(' '));
      static constexpr std::array<const char*, 10> k_pronouns = {
          "It",    "Its",  "This",  "That", "These",
          "Those", "They", "Their", "He",   "She"};
      if (std::find(k_pronouns.begin(), k_pronouns.end(), first) !=
          k_pronouns.end()) {
        continue;
      }
      if (starts && is_plain(sentence) && sentence.size() > 40 &&
          sentence.size() < 300) {
        put(sentence, "", "", Part::none);
      }
    }
  }

  // A date in another writing.
  void dates() {
    for (const auto& date : domain::find_dates(m_source.text)) {
      if (!date.span || date.span->ambiguous || !date.span->one_day()) {
        continue;
      }
      const std::string written =
          below(m_random, 2) == 0
              ? domain::display_day(date.span->first)
              : m_source.text.substr(date.begin, date.end - date.begin);
      if (is_ascii(written)) {
        put("The document gives the date ", written, "", Part::date);
      }
      if (m_out.size() > 40) {
        return;
      }
    }
  }

  // A number with three words before it and one behind it.
  void numbers() {
    const auto words = words_of(m_source.text);
    for (size_t i = 3; i + 1 < words.size() && m_out.size() < 60; ++i) {
      const std::string& word = words[i];
      const bool number =
          digit(word[0]) && digit(word.back()) &&
          word.find_first_not_of("0123456789.,") == std::string::npos;
      const size_t comma = word.find(',');
      const bool grouped =
          comma == std::string::npos ||
          (comma <= 3 &&
           word.find_first_of(",.", comma + 1) == std::string::npos &&
           word.size() == comma + 4);
      // "figure 4 in" ends no sentence, and "June 1,2015" is no number.
      if (words[i + 1] == "in" || !grouped ||
          std::count(word.begin(), word.end(), '.') > 1) {
        continue;
      }
      const std::string around =
          words[i - 3] + words[i - 2] + words[i - 1] + words[i + 1];
      if (!number || !is_plain(around) ||
          std::any_of(around.begin(), around.end(), digit) ||
          !letter(words[i + 1][0])) {
        continue;
      }
      put("The document says " + join(words, i - 3, i) + " ",
          written_otherwise(word), " " + words[i + 1], Part::number);
    }
  }

  // "12,000" and "12000" are the same number.
  std::string written_otherwise(std::string number) {
    const bool grouped = number.size() > 4 &&
                         number[number.size() - 4] == ',' &&
                         number.find('.') == std::string::npos;
    const bool zero = number[0] == '0';
    if (grouped && !zero && below(m_random, 2) == 0) {
      std::erase(number, ',');
    }
    return number;
  }

  // "NAME: value; NAME: value": one value of a row, said of its first one that
  // looks like an identifier.
  void rows() {
    size_t begin = 0;
    const std::string& text = m_source.text;
    while (begin < text.size() && m_out.size() < 80) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      row(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  void row(const std::string& line) {
    std::vector<std::pair<std::string, std::string>> cells;
    size_t begin = 0;
    while (begin < line.size()) {
      const size_t end = std::min(line.find("; ", begin), line.size());
      const std::string cell = line.substr(begin, end - begin);
      const size_t colon = cell.find(": ");
      if (colon != std::string::npos && is_plain(cell)) {
        cells.emplace_back(cell.substr(0, colon), cell.substr(colon + 2));
      }
      begin = end + 2;
    }
    const auto id =
        std::find_if(cells.begin(), cells.end(), [](const auto& cell) {
          return cell.second.size() > 4 && cell.second.size() < 30 &&
                 cell.second.find(' ') == std::string::npos &&
                 std::count_if(cell.second.begin(), cell.second.end(), digit) >
                     2 &&
                 std::any_of(cell.second.begin(), cell.second.end(), letter) &&
                 cell.second.find_first_not_of("0123456789.,+-eE") !=
                     std::string::npos &&
                 cell.second.find('-') != std::string::npos;
        });
    if (id == cells.end() || cells.size() < 2) {
      return;
    }
    const auto& other = cells[below(m_random, cells.size())];
    if (&other == &*id || other.second.size() > 60 || other.second.empty() ||
        !is_plain(other.second)) {
      return;
    }
    if (below(m_random, 2) == 0) {
      put("Of " + id->second + " the " + other.first + " is ", other.second, "",
          Part::value);
    } else {
      put("", id->second, " has the " + other.first + " " + other.second,
          Part::identifier);
    }
  }

  const query::Source& m_source;
  Random& m_random;
  std::vector<HonestSentence> m_out;
};

template <typename T, size_t N>
const T& any_of_these(const std::array<T, N>& list, Random& random) {
  return list[below(random, N)];
}

std::string number_text(size_t value) {
  std::string out = std::to_string(value);
  for (size_t at = out.size(); at > 3;) {
    at -= 3;
    out.insert(at, 1, ',');
  }
  return out;
}

constexpr std::array<const char*, 12> k_months = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

std::string date_text(Random& random) {
  return std::to_string(13 + below(random, 15)) + " " +
         any_of_these(k_months, random) + " " +
         std::to_string(1950 + below(random, 70));
}

std::string well_number(Random& random) {
  std::string out = "49-0";
  out += std::to_string(11 + 2 * below(random, 15));
  out += "-";
  return out + std::to_string(10000 + below(random, 80000));
}

std::string header_text(Random& random) {
  static constexpr std::array<const char*, 5> k_operators = {
      "MUDSTONE PETROLEUM", "Quartz Hill Energy", "Lark Creek Oil",
      "Bluestem Resources", "Canyon Rim Exploration"};
  return "Well number API " + well_number(random) + ". Operator " +
         any_of_these(k_operators, random) + ". Spud date " +
         date_text(random) + ". The well reached a total depth of " +
         number_text(2000 + below(random, 12000)) +
         " ft in hard limestone. Bottom hole temperature was " +
         std::to_string(90 + below(random, 90)) + "." +
         std::to_string(1 + below(random, 8)) +
         " degF at the last logging run.";
}

std::string part_rows(Random& random) {
  static constexpr std::array<const char*, 8> k_things = {
      "viton gasket", "steel bolt",    "brass valve",   "ceramic bearing",
      "rubber hose",  "copper washer", "nylon bushing", "titanium spring"};
  std::string out;
  const std::string stem = std::to_string(1000 + below(random, 9000)) + "-";
  const size_t first = below(random, k_things.size());
  for (size_t i = 0; i < 4; ++i) {
    out += "Part Number: ABC-" + stem +
           std::string(1, static_cast<char>('A' + i)) +
           "; Description: " + k_things[(first + i) % k_things.size()] +
           "; Price USD: " + std::to_string(1 + below(random, 90)) + "." +
           std::to_string(11 + below(random, 80)) +
           "; Stock: " + std::to_string(10 + below(random, 900)) + "\n";
  }
  out.pop_back();
  return out;
}

std::string clause_text(Random& random) {
  const std::string top = std::to_string(2 + below(random, 18));
  const std::string part = top + "." + std::to_string(1 + below(random, 9));
  return part +
         " Consent. Neither party may assign its interest without the written "
         "consent of the other party. Consent is deemed given after " +
         std::to_string(10 + below(random, 80)) +
         " days from notice. Interest on late payments runs at " +
         std::to_string(2 + below(random, 12)) + "." +
         std::to_string(1 + below(random, 8)) + " % per year from " +
         date_text(random) + ".";
}

std::string memo_text(Random& random) {
  return "Memo of " + date_text(random) + ". The crew recorded line " +
         std::to_string(10 + below(random, 80)) + "D with " +
         number_text(4000 + 1000 * below(random, 14)) +
         " ms records and a group interval of " +
         std::to_string(20 + below(random, 60)) +
         " m across the northern survey area. Tape box " +
         std::to_string(100 + below(random, 800)) +
         " holds the copies for the archive.";
}

} // namespace

std::string HonestSentence::with(std::string_view other) const {
  std::string out = before;
  out += other;
  out += after;
  out += " [";
  out += std::to_string(id);
  return out + "].\n";
}

std::string HonestSentence::text() const {
  return with(part);
}

std::vector<HonestSentence> honest_sentences(const query::Source& source,
                                             size_t most, Random& random) {
  return Maker(source, random).make(most);
}

std::vector<query::Source> made_sources(size_t count, Random& random) {
  std::vector<query::Source> out;
  for (size_t i = 0; i < count; ++i) {
    query::Source one;
    one.id = static_cast<unsigned>(i) + 1;
    one.format = "text";
    switch (below(random, 4)) {
    case 0:
      one.text = header_text(random);
      one.paths = {{"main", "Wells/log_header.txt"}};
      break;
    case 1:
      one.text = part_rows(random);
      one.paths = {{"main", "Parts/list.csv"}};
      break;
    case 2:
      one.text = clause_text(random);
      one.paths = {{"main", "Contracts/farmout.md"}};
      break;
    default:
      one.text = memo_text(random);
      one.paths = {{"main", "Memos/memo.txt"}};
      break;
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::string bare(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (letter(c) || digit(c) || static_cast<unsigned char>(c) >= 0x80) {
      out.push_back(
          static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  return out;
}

} // namespace answers
