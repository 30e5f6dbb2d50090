// SPDX-License-Identifier: Apache-2.0
#include "core/domain/countries.hpp"

#include "core/domain/text.hpp"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>

namespace domain {
namespace {

struct Country {
  std::vector<std::string> names; // English first
};

// What CLDR lacks: usual short forms.
const std::multimap<std::string, std::string>& further_names() {
  static const std::multimap<std::string, std::string> all = {
      {"US", "United States of America"},
      {"US", "U.S.A."},
      {"US", "U.S."},
      {"GB", "Great Britain"},
      {"GB", "UK"},
      {"GB", "U.K."},
      {"NL", "The Netherlands"},
      {"NL", "Holland"},
      {"CZ", "Czech Republic"},
      {"AE", "UAE"},
      {"RU", "Russian Federation"},
      {"KR", "Korea, Republic of"},
      {"VN", "Viet Nam"},
      {"TR", "Turkey"},
      {"CI", "Ivory Coast"}};
  return all;
}

// Languages of the countries whose files are likely to name themselves.
const std::map<std::string, std::string>& own_languages() {
  static const std::map<std::string, std::string> all = {
      {"NO", "nb"}, {"DK", "da"}, {"SE", "sv"}, {"DE", "de"}, {"NL", "nl"},
      {"FR", "fr"}, {"ES", "es"}, {"IT", "it"}, {"PL", "pl"}, {"BR", "pt"},
      {"MX", "es"}, {"FI", "fi"}, {"AT", "de"}, {"CH", "de"}, {"BE", "nl"},
      {"PT", "pt"}, {"RO", "ro"}, {"HU", "hu"}, {"TR", "tr"}, {"IS", "is"}};
  return all;
}

std::string display(const icu::Locale& country, const icu::Locale& in) {
  icu::UnicodeString name;
  country.getDisplayCountry(in, name);
  std::string out;
  name.toUTF8String(out);
  return out;
}

Country country_of(const std::string& code) {
  const icu::Locale locale("", code.c_str());
  Country out;
  const auto offer = [&](const std::string& name) {
    if (!name.empty() && std::find(out.names.begin(), out.names.end(), name) ==
                             out.names.end()) {
      out.names.push_back(name);
    }
  };
  offer(display(locale, icu::Locale::getEnglish()));
  offer(code);
  offer(locale.getISO3Country());
  const auto further = further_names().equal_range(code);
  for (auto at = further.first; at != further.second; ++at) {
    offer(at->second);
  }
  if (const auto own = own_languages().find(code);
      own != own_languages().end()) {
    offer(display(locale, icu::Locale(own->second.c_str())));
  }
  return out;
}

const std::vector<Country>& countries() {
  static const std::vector<Country> all = [] {
    std::vector<Country> out;
    const char* const* codes = icu::Locale::getISOCountries();
    for (; codes != nullptr && *codes != nullptr; ++codes) {
      out.push_back(country_of(*codes));
    }
    return out;
  }();
  return all;
}

bool is_code(std::string_view name) {
  return name.size() <= 3 && std::all_of(name.begin(), name.end(), [](char c) {
           return c >= 'A' && c <= 'Z';
         });
}

bool word_at(std::string_view text, size_t at) {
  const auto c = static_cast<unsigned char>(at < text.size() ? text[at] : ' ');
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c >= 0x80;
}

// Names by their folded form; codes as they are.
const std::map<std::string, const Country*, std::less<>>& by_form() {
  static const std::map<std::string, const Country*, std::less<>> all = [] {
    std::map<std::string, const Country*, std::less<>> out;
    for (const Country& country : countries()) {
      for (const std::string& name : country.names) {
        out.emplace(is_code(name) ? name : fold(name), &country);
      }
    }
    return out;
  }();
  return all;
}

} // namespace

std::vector<std::string> country_names(std::string_view name) {
  const std::string capitals = upper(name);
  const auto found = by_form().find(is_code(capitals) ? capitals : fold(name));
  return found == by_form().end() ? std::vector<std::string>()
                                  : found->second->names;
}

std::vector<CountryMention> find_countries(std::string_view text) {
  constexpr size_t k_longest = 48; // bytes of a name
  std::vector<CountryMention> out;
  for (size_t at = 0; at < text.size(); ++at) {
    if ((at > 0 && word_at(text, at - 1)) || !word_at(text, at)) {
      continue;
    }
    for (size_t size = std::min(k_longest, text.size() - at); size > 1;
         --size) {
      if (word_at(text, at + size) && word_at(text, at + size - 1)) {
        continue; // inside a word
      }
      const std::string_view piece = text.substr(at, size);
      const auto found =
          by_form().find(is_code(piece) ? std::string(piece) : fold(piece));
      if (found != by_form().end()) {
        out.push_back({found->second->names.front(), at, at + size});
        at += size - 1;
        break;
      }
    }
  }
  return out;
}

} // namespace domain
