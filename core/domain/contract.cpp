// SPDX-License-Identifier: Apache-2.0
#include "core/domain/contract.hpp"

#include "core/domain/shadow.hpp"
#include "core/domain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <memory>

namespace domain {
namespace {

constexpr size_t k_head = 6000; // bytes that may name parties and dates
constexpr size_t k_longest_line = 64 * 1024;
constexpr size_t k_most_facts = 40;
// Bytes a word of contracts at least: real ones have one in some 200.
constexpr size_t k_sparse = 2000;

re2::StringPiece piece(std::string_view text) {
  return {text.data(), text.size()};
}

struct Sign {
  int number;
  const char* form;
};

// The words of an agreement, by what they do in it.
constexpr Sign k_signs[] = {
    {2, "(?i)\\b(?:this|the present) (?:\\w+ ){0,3}(?:agreement|contract|lease|"
        "deed|licen[cs]e|amendment|addendum|mnda|nda|confirmation|warranty|"
        "note|indenture|schedule)\\b"},
    {3, "(?i)\\b(?:hereby|hereto|herein|hereunder|hereof|hereinafter|"
        "whereas|witnesseth|in witness whereof|now,? therefore)\\b"},
    {4, "(?i)\\b(?:the|each|either|neither|both|other|such) part(?:y|ies)\\b|"
        "\\bparties (?:agree|hereto)\\b|\\bparty [ab]\\b"},
    {6, "\\((?:the |each,? an? |collectively,? the |hereinafter,? (?:the )?)?"
        "(?:[\"\\x{201c}][A-Z][^\"\\x{201d}]{0,40}[\"\\x{201d}]"
        "|(?:Seller|Buyer|Customer|Provider|Supplier|Vendor|Purchaser|Lessor|"
        "Lessee|Landlord|Tenant|Licensor|Licensee|Contractor|Client|Owner|"
        "Borrower|Lender|Company|Operator|Farmor|Farmee))\\)"},
    {7, "(?i)\\b(?:governing law|governed by the laws?|force majeure|"
        "indemnif|terminate this|term and termination|entitled to terminate|"
        "confidential information|limitation (?:of|on) liability|"
        "entire agreement|assign(?:ment|s|ed)? .{0,40}written consent|"
        "successors and assigns|good and valuable consideration)"},
};

bool is_role(std::string_view name) {
  static const RE2 role(
      "(?i)(?:the )?(?:customer|provider|supplier|seller|buyer|vendor|"
      "purchaser|lessor|lessee|landlord|tenant|licensor|licensee|contractor|"
      "client|owner|borrower|lender|company|operator|farmor|farmee|employer|"
      "employee|merchant|counterparty|party(?: [a-z])?|part(?:y|ies)|you|us|"
      "we|user|users|services?|agreement|parties|them|it|effective date|"
      "discloser|recipient|disclosing party|receiving party|publisher)s?");
  return RE2::FullMatch(piece(name), role);
}

std::string_view trim_name(std::string_view name) {
  const auto first = name.find_first_not_of(" \t\"'*_,");
  const auto last = name.find_last_not_of(" \t\"'*_,");
  return first == std::string_view::npos ? std::string_view()
                                         : name.substr(first, last - first + 1);
}

constexpr size_t k_longest_name = 80;   // bytes
constexpr size_t k_longest_about = 400; // "…, a company of …, and"
constexpr std::string_view k_open_quote = "\xe2\x80\x9c";
constexpr std::string_view k_close_quote = "\xe2\x80\x9d";

bool is_name_word(std::string_view word) {
  return !word.empty() && ((word[0] >= 'A' && word[0] <= 'Z') ||
                           (word[0] & 0x80) != 0 || word == "&");
}

bool joins_name(std::string_view word) {
  return word == "of" || word == "the" || word == "de" || word == "van" ||
         word == "von" || word == "&";
}

// The name that `text` begins with: in quotes, or words with capitals up to
// the first that has none. "" if it begins otherwise.
std::string_view name_at_start(std::string_view text) {
  const bool curly = text.starts_with(k_open_quote);
  if (curly || text.starts_with('"')) {
    const size_t begin = curly ? k_open_quote.size() : 1;
    const auto end =
        curly ? text.find(k_close_quote, begin) : text.find('"', begin);
    return end == std::string_view::npos || end > k_longest_name
               ? std::string_view()
               : text.substr(0, end + (curly ? k_close_quote.size() : 1));
  }
  size_t end = 0; // of the name so far
  for (size_t at = 0; at < text.size() && at < k_longest_name;) {
    const size_t stop = std::min(text.find(' ', at), text.size());
    const auto word = text.substr(at, stop - at);
    if (!is_name_word(word) && !(joins_name(word) && end > 0)) {
      break;
    }
    end = joins_name(word) ? end : stop;
    at = stop + 1;
    const char last = word.back();
    const auto next = text.substr(std::min(at, text.size()));
    const bool suffix = next.starts_with("Inc") || next.starts_with("LLC") ||
                        next.starts_with("Ltd");
    if (last == ';' || last == '(' || (last == ',' && !suffix)) {
      break;
    }
  }
  return text.substr(0, end);
}

// Behind the next "and" outside brackets that a name follows.
std::string_view second_name(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size() && at < k_longest_about; ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth <= 0 && text.substr(at).starts_with(" and ")) {
      const auto name = name_at_start(text.substr(at + 5));
      if (!name.empty()) {
        return name;
      }
    }
  }
  return {};
}

// The name that `text` ends with.
std::string_view name_at_end(std::string_view text) {
  while (text.ends_with(' ') || text.ends_with(',')) {
    text.remove_suffix(1);
  }
  const bool curly = text.ends_with(k_close_quote);
  if (curly || text.ends_with('"')) {
    const auto body =
        text.substr(0, text.size() - (curly ? k_close_quote.size() : 1));
    const auto begin = curly ? body.rfind(k_open_quote) : body.rfind('"');
    return begin == std::string_view::npos ||
                   text.size() - begin > k_longest_name
               ? std::string_view()
               : text.substr(begin);
  }
  size_t begin = text.size();
  for (size_t at = text.size(); at > 0 && text.size() - at < k_longest_name;) {
    const auto blank = text.rfind(' ', at - 1);
    const size_t start = blank == std::string_view::npos ? 0 : blank + 1;
    const auto word = text.substr(start, at - start);
    if (!is_name_word(word) && !joins_name(word)) {
      break;
    }
    begin = joins_name(word) ? begin : start;
    at = start == 0 ? 0 : start - 1;
  }
  return text.substr(begin);
}

constexpr const char* k_date =
    "([0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
    "|(?:January|February|March|April|May|June|July|August|September|October|"
    "November|December) [0-9]{1,2}(?:st|nd|rd|th)?,? [0-9]{4}"
    "|[0-9]{1,2}(?:st|nd|rd|th)? (?:day of )?(?:January|February|March|April|"
    "May|June|July|August|September|October|November|December),? [0-9]{4})";

constexpr const char* k_agreement_name =
    "((?:[A-Z][\\w&'-]* |of |and |for |the ){0,8}(?:Agreement|Contract|Lease|"
    "Deed|Terms|License|Licence|Note))";

} // namespace

size_t count_placeholders(std::string_view text) {
  static const RE2 form(
      "\\{\\{[^{}#/]{1,80}\\}\\}"                     // {{buyer}}
      "|<<[^<>]{1,80}>>"                              // <<name>>
      "|\\[[ _.\\x{2022}\\x{25cf}\\x{2026}]{2,80}\\]" // [____], [ … ]
      "|\\[[\\x{2022}\\x{25cf}]\\]"                   // [●]
      "|_{4,}"                                        // ____
      "|\\[(?i:tbd|tbc|blank)\\]"
      "|\\[(?i:insert|enter|fill|specify|add|today|your|"
      "(?:[a-z'\\x{2019}]+ ){0,4}(?:name|date|address|amount|number|title|"
      "company|party|customer|provider|state|country|city|email|e-mail|"
      "currency|percentage|term|year\\(s\\)|month\\(s\\)|day\\(s\\)))"
      "[^\\[\\]]{0,80}\\]");
  size_t count = 0;
  re2::StringPiece rest(piece(text));
  while (RE2::FindAndConsume(&rest, form)) {
    ++count;
  }
  return count;
}

ContractScan::ContractScan(std::string_view title) {
  static const RE2 form(
      "(?i)\\b(?:agreement|contract|lease|deed|farm-?out|addendum|amendment|"
      "terms (?:of|and)|(?:standard|cloud|general|service|master) terms|"
      "nda|non-disclosure|indenture|promissory note|letter of intent|"
      "memorandum of (?:understanding|agreement))\\b");
  if (RE2::PartialMatch(piece(title), form)) {
    m_signs.insert(1);
  }
}

void ContractScan::put(const char* key, std::string_view text,
                       const Locator& locator) {
  const bool known =
      std::any_of(m_found.begin(), m_found.end(), [&](const Fact& fact) {
        return fact.key == key && fact.text == text;
      });
  if (!known && !text.empty() && m_found.size() < k_most_facts) {
    Fact fact;
    fact.key = key;
    fact.text = text;
    fact.locator = locator;
    m_found.push_back(std::move(fact));
  }
}

void ContractScan::paragraph(std::string_view lines, const Locator& locator) {
  lines = cut_utf8(lines, k_longest_line);
  find_state(lines);
  std::string text(lines);
  std::replace(text.begin(), text.end(), '\n', ' ');
  count_signs(text);
  m_blanks += count_placeholders(text);
  if (m_bytes < k_head) {
    find_parties(text, locator);
    find_details(text, locator);
  }
  m_bytes += text.size();
}

void ContractScan::count_signs(std::string_view text) {
  static const std::vector<std::pair<int, std::unique_ptr<RE2>>> forms = [] {
    std::vector<std::pair<int, std::unique_ptr<RE2>>> out;
    for (const Sign& sign : k_signs) {
      out.emplace_back(sign.number, std::make_unique<RE2>(sign.form));
    }
    return out;
  }();
  for (const auto& [number, form] : forms) {
    if (RE2::PartialMatch(piece(text), *form)) {
      m_signs.insert(number);
      ++m_words;
    }
  }
  static const RE2 shall(
      "\\b[Ss]hall\\b|\\b(?:will not|agrees to|must not)\\b");
  re2::StringPiece rest(piece(text));
  while (RE2::FindAndConsume(&rest, shall)) {
    ++m_shall;
  }
  if (m_shall >= 2) {
    m_signs.insert(5);
  }
}

void ContractScan::find_state(std::string_view text) {
  static const RE2 name_signed("(?:^|[\\s:])/s/ ?[\\p{Lu}]");
  static const RE2 envelope(
      "(?i)docusign envelope id:? ?[0-9a-f]{8}-|(?:docusigned|electronically "
      "signed|digitally signed) by:? ?\\S");
  static const RE2 draft("(?im)^[\\t \\[(*#]*(?:(?:preliminary|first|second|"
                         "third|final|working|discussion|confidential) )?"
                         "draft(?: (?:of|dated|no\\.?|version|v)? ?[0-9].{0,40}"
                         "| agreement| for discussion.{0,40})?[\\t \\])*.:]*$");
  m_signed = m_signed || RE2::PartialMatch(piece(text), name_signed) ||
             RE2::PartialMatch(piece(text), envelope);
  m_draft =
      m_draft || (m_bytes < k_head && RE2::PartialMatch(piece(text), draft));
}

void ContractScan::put_party(std::string_view name, const Locator& locator) {
  name = trim_name(name);
  if (name.size() >= 2 && !is_role(name) && count_placeholders(name) == 0) {
    put("party", name, locator);
  }
}

void ContractScan::find_parties(std::string_view text, const Locator& locator) {
  static const RE2 between("(?i)\\bbetween:?\\s+(?:by and )?");
  // "Dan" (the Seller)
  static const RE2 role(
      "(\\()(?:the |hereinafter,? (?:the )?)?[\"\\x{201c}]?"
      "(?:Seller|Buyer|Customer|Provider|Supplier|Vendor|Purchaser|Lessor|"
      "Lessee|Landlord|Tenant|Licensor|Licensee|Contractor|Client|Owner|"
      "Borrower|Lender|Company|Operator|Farmor|Farmee|Employer|Employee|"
      "Counterparty|Assignor|Assignee|Guarantor|Service Provider)"
      "[\"\\x{201d}]?\\)");
  text = text.substr(0, k_head);
  re2::StringPiece rest(piece(text));
  for (size_t i = 0; i < k_most_facts && RE2::FindAndConsume(&rest, between);
       ++i) {
    const auto from =
        text.substr(static_cast<size_t>(rest.data() - text.data()));
    const auto first = name_at_start(from);
    const auto second = second_name(from.substr(first.size()));
    if (!first.empty() && !second.empty()) {
      put_party(first, locator);
      put_party(second, locator);
    }
  }
  rest = piece(text);
  re2::StringPiece open;
  while (RE2::FindAndConsume(&rest, role, &open)) {
    put_party(name_at_end(text.substr(
                  0, static_cast<size_t>(open.data() - text.data()))),
              locator);
  }
}

void ContractScan::find_details(std::string_view text, const Locator& locator) {
  static const RE2 date(std::string("(?i:\\bdated(?: as of)?|\\bmade (?:as of|"
                                    "on)|\\bentered into (?:as of|on)|"
                                    "\\beffective (?:date|as of):?|^\\W*date:)"
                                    "[ \"*]+(?:the )?") +
                        k_date);
  static const RE2 number(
      "(?i:\\b(?:contract|agreement|lease|licen[cs]e|deed|reference|ref)\\.?"
      "(?: (?:no\\.?|number|nr\\.?|#|id)[:.]?|:)) ?[\"*]*"
      "((?:[A-Z][A-Za-z]* No\\. "
      ")?[A-Z0-9][A-Za-z0-9/.-]*[0-9][A-Za-z0-9/.-]*)");
  static const RE2 amends(
      std::string("(?i:amendment (?:no\\.? ?\\w+ )?(?:to|of)|"
                  "\\b(?:hereby )?amends?|supplements?|addendum to) "
                  "(?i:the|that certain|this)? ?[\"\\x{201c}]?") +
      k_agreement_name);
  static const RE2 amended("(?i:as amended by) ((?:the )?[A-Z][\\w .-]{0,20}"
                           "(?:Amendment|Addendum)(?: No\\. ?\\w+)?|"
                           "(?:Amendment|Addendum) No\\. ?\\w+)");
  std::string found;
  if (RE2::PartialMatch(piece(text), date, &found)) {
    put("agreement_date", found, locator);
  }
  if (RE2::PartialMatch(piece(text), number, &found)) {
    while (!found.empty() && (found.back() == '.' || found.back() == ',')) {
      found.pop_back();
    }
    put("contract_number", found, locator);
  }
  if (RE2::PartialMatch(piece(text), amends, &found)) {
    put("amends", found, locator);
  }
  if (RE2::PartialMatch(piece(text), amended, &found)) {
    put("amended_by", found, locator);
  }
}

bool ContractScan::is_contract() const {
  return m_signs.size() >= 4 && (m_signs.contains(1) || m_signs.contains(2)) &&
         (m_words + m_shall) * k_sparse >= m_bytes;
}

std::vector<Fact> ContractScan::facts() const {
  if (!is_contract()) {
    return {};
  }
  std::vector<Fact> out = m_found;
  const char* state = m_signed        ? "executed"
                      : m_draft       ? "draft"
                      : m_blanks >= 2 ? "template"
                                      : "";
  const auto add = [&](const char* key, std::string text) {
    Fact fact;
    fact.key = key;
    fact.text = std::move(text);
    out.push_back(std::move(fact));
  };
  add("document_type", "contract");
  if (*state != 0) {
    add("contract_state", state);
  }
  if (m_blanks > 0) {
    add("blank_placeholders", std::to_string(m_blanks));
    out.back().number = static_cast<double>(m_blanks);
  }
  return out;
}

} // namespace domain
