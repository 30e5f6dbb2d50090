// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/store/store_fixture.hpp"

#include <random>

namespace {

using namespace store_test;
using store::Match;

class Substrings : public StoreTest {
protected:
  std::string random_identifier() {
    // Few letters, so that identifiers share substrings; every byte but NUL.
    static const std::string letters = "0012-/A\xc3\x85\x01\xff";
    std::string out;
    const size_t size = 1 + m_random() % 14;
    while (out.size() < size) {
      out.push_back(letters[m_random() % letters.size()]);
    }
    return out;
  }

  // Model: what each path holds.
  void change() {
    const std::string path = "p" + std::to_string(m_random() % 25);
    if (m_random() % 4 == 0) {
      m_model.erase(path);
      return;
    }
    File file{.path = path, .text = std::to_string(m_random() % 40)};
    // The same text always has the same identifiers.
    std::mt19937 saved = std::exchange(
        m_random, std::mt19937(static_cast<unsigned>(std::stoi(file.text))));
    for (size_t i = m_random() % 6; i > 0; --i) {
      file.identifiers.push_back(random_identifier());
    }
    m_random = saved;
    file.path_identifiers = {random_identifier()};
    put(writer(), file);
    m_model[path] = file;
  }

  void sweep_removed() {
    std::vector<store::BundleId> seen;
    for (const auto& [path, file] : m_model) {
      seen.push_back(bundle_of(file));
    }
    ok(writer().mark_seen(seen, ++m_walk));
    take(writer().sweep({"root", m_walk, seen.size(), {}, true}));
  }

  std::set<std::string> identifiers() const {
    std::set<std::string> out;
    for (const auto& [path, file] : m_model) {
      out.insert(file.identifiers.begin(), file.identifiers.end());
      out.insert(file.path_identifiers.begin(), file.path_identifiers.end());
    }
    return out;
  }

  std::mt19937 m_random{20240229};
  std::map<std::string, File> m_model;
  uint64_t m_walk = 0;
};

std::set<std::string> with(const std::set<std::string>& all,
                           const std::string& text, Match match) {
  std::set<std::string> out;
  for (const std::string& one : all) {
    const bool is = match == Match::exact    ? one == text
                    : match == Match::prefix ? one.starts_with(text)
                    : match == Match::suffix
                        ? one.ends_with(text)
                        : one.find(text) != std::string::npos;
    if (is) {
      out.insert(one);
    }
  }
  return out;
}

TEST_F(Substrings, every_substring_of_every_identifier_is_found_and_no_other) {
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 30; ++i) {
      change();
    }
    sweep_removed();
    const auto shard = published();
    ASSERT_EQ(problems(shard), "");
    const auto all = identifiers();
    std::set<std::string> asked;
    for (const std::string& one : all) {
      for (size_t at = 0; at + 3 <= one.size(); ++at) {
        for (size_t n = 3; at + n <= one.size(); ++n) {
          asked.insert(one.substr(at, n));
        }
      }
    }
    asked.insert("000000000000000");
    for (const std::string& text : asked) {
      for (const Match match :
           {Match::exact, Match::prefix, Match::suffix, Match::anywhere}) {
        ASSERT_EQ(found(shard, text, match), with(all, text, match))
            << text << " match " << static_cast<int>(match);
      }
    }
  }
}

} // namespace
