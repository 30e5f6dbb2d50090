// SPDX-License-Identifier: Apache-2.0
#include "core/domain/date.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

namespace domain {
namespace {

struct Role {
  const char* key;
  const char* words; // RE2, over the name as words in small letters
};

// The record's own history first: "completion date updated" is none of the
// well's.
constexpr std::array k_roles = {
    Role{"updated_date", "updat|modif|revis|last ?edit|last ?chang"},
    Role{"exported_date", "sync|export|pulled|retriev|download|extract"},
    Role{"expires_date", "expir|valid ?to|terminat|lapse|end of licen"},
    Role{"effective_date", "effectiv|eff ?date|eff ?dt|valid ?from"},
    Role{"spud_date", "spud|entry ?dat|entry ?dt|drill\\w* ?start|"
                      "start\\w* ?drill|\\bdrilling commenced"},
    Role{"plugged_date", "plug|abandon|\\bp ?a ?dat"},
    Role{"completed_date", "complet|compl ?dat|compl ?dt|comp ?dat|comp ?dt|"
                           "\\bcompl?$"},
    Role{"discovered_date", "discov"},
    Role{"granted_date", "grant|award"},
    Role{"permitted_date", "permit|approv"},
    Role{"submitted_date", "submi|\\bfiled|filing|receiv"},
    Role{"drilled_date", "\\brig ?rel"}, // the day that the rig was free
    Role{"published_date", "publi|issue|release"},
    Role{"signed_date", "\\bsigned|signing|signature|execut"},
    Role{"logged_date", "\\blog|logged|logdat|logging|\\brun ?dat"},
    Role{"drilled_date", "drill|\\btd ?dat|\\btd ?dt"},
    Role{"processed_date", "processed|processing ?dat"},
    Role{"recorded_date", "record|acqui|\\bshot|\\bsurvey ?dat|shoot"},
    Role{"created_date", "creat|\\bentered|\\badded"},
};

// "wlbEntryDate", "SPUD_DATE" → "wlb entry date", "spud date".
std::string words_of(std::string_view field) {
  std::string out;
  bool small = false; // the letter before
  for (const char c : field.substr(0, 80)) {
    const bool capital = c >= 'A' && c <= 'Z';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (capital && small) {
      out += ' ';
    }
    out += capital ? static_cast<char>(c - 'A' + 'a') : letter ? c : ' ';
    small = letter;
  }
  return out;
}

} // namespace

std::optional<std::string_view> date_role(std::string_view field) {
  static const std::array<RE2, k_roles.size()>& forms = *[] {
    // For the life of the process: RE2 neither copies nor moves.
    return []<size_t... I>(std::index_sequence<I...>) {
      return new std::array<RE2, k_roles.size()>{RE2(k_roles[I].words)...};
    }
    (std::make_index_sequence<k_roles.size()>());
  }();
  // Most names say none of them: one look for all.
  static const RE2 any([] {
    std::string out;
    for (const Role& role : k_roles) {
      out += (out.empty() ? "" : "|") + std::string(role.words);
    }
    return out;
  }());
  const std::string words = words_of(field);
  if (!RE2::PartialMatch(words, any)) {
    return std::nullopt;
  }
  for (size_t i = 0; i < forms.size(); ++i) {
    if (RE2::PartialMatch(words, forms[i])) {
      return k_roles[i].key;
    }
  }
  return std::nullopt;
}

std::vector<DateMention> dates_said(std::string_view line) {
  static const RE2 form(
      "(?i)\\b(?:date[ ]+(?:of[ "
      "]+)?)?(spud(?:ded)?|drilled|completed|completion|"
      "plugged|logged|recorded|recording|acquired|acquisition|shot|granted|"
      "effective|expires|published|issued|processed)"
      "(?:[ ]+(?:date|on|in))?[ ]*[:=.]*[ ]*"
      "([0-9]{4}-[0-9]{2}(?:-[0-9]{2})?|[0-9]{1,2}[-/.][0-9]{1,2}[-/.]"
      "[0-9]{2,4}|[0-9]{1,2}[ -]?[a-z]{3,9}\\.?[ -]?(?:[0-9]{4}|[0-9]{2})|"
      "[a-z]{3,9}\\.?[ -][0-9]{1,2},? ?[0-9]{4}|[a-z]{3,9}\\.?[ ,-]{1,2}"
      "(?:[0-9]{4}|[0-9]{2})|[0-9]{1,2}/"
      "[0-9]{4}|[0-9]{4})(?:[^0-9a-z.]|\\.?$)");
  std::vector<DateMention> out;
  re2::StringPiece rest(line.data(), std::min<size_t>(line.size(), 4096));
  re2::StringPiece word, date;
  while (RE2::FindAndConsume(&rest, form, &word, &date)) {
    const auto role = date_role({word.data(), word.size()});
    const bool known =
        std::any_of(out.begin(), out.end(),
                    [&](const DateMention& one) { return one.role == role; });
    if (role && !known && parse_date({date.data(), date.size()})) {
      out.push_back({*role, std::string(date.data(), date.size())});
    }
  }
  return out;
}

bool names_a_date(std::string_view field) {
  // "dTim…" as in Energistics' schemas, "dTimSpud".
  static const RE2 form("date|\\bdat\\b|dat$|\\bdt\\b|\\wdt$|year|\\byr|"
                        "\\wyr$|^d ?tim");
  return RE2::PartialMatch(words_of(field), form);
}

bool is_event(std::string_view role) {
  return role != "updated_date" && role != "exported_date" &&
         role != "created_date" && role != "expires_date" &&
         role != "submitted_date";
}

} // namespace domain
