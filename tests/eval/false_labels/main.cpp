// SPDX-License-Identifier: Apache-2.0
//
// How many digit runs in documents without wells pass as well numbers in text,
// and how many labelled ones are found.
//   eval_false_labels ARCHIVE [FOLDER...]
// ARCHIVE is an ingested archive. The folders, of any root, hold no wells:
// Contracts Mail Manuals_Parts Models CAD Office Web_text Reports by default;
// the rest of the archive is counted beside, for what is labelled. Then a made
// set: sentences of those documents, each with ten numbers put in, of which
// some are labelled: half a million runs, a third of them labelled, from
// counties that exist, so that only the label tells them apart.
#include "proto/document_codec.hpp"
#include "query/core/archive_view.hpp"
#include "tests/eval/false_labels/counts.hpp"
#include "tests/support/made_identifiers.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

using false_labels::Counts;

constexpr size_t k_made_texts = 50'000;
constexpr size_t k_kept_texts = 20'000; // to put numbers into

[[noreturn]] void stop(const std::string& why) {
  fmt::print(stderr, "eval_false_labels: {}\n", why);
  std::exit(2);
}

template <typename T>
T take(base::Result<T> result) {
  if (!result) {
    stop(result.error().message);
  }
  return std::move(*result);
}

struct Totals {
  Counts without; // below the folders
  Counts others;
  uint64_t documents = 0; // without wells
  uint64_t keys = 0;      // well numbers that the archive holds of those
  std::vector<std::string> texts;
};

bool is_below(const std::string& path,
              const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(),
                     [&](const std::string& folder) {
                       return path.starts_with(folder + "/");
                     });
}

bool is_without(const pb::Document& document,
                const std::vector<std::string>& folders) {
  return std::all_of(
      document.paths().begin(), document.paths().end(),
      [&](const pb::PathRef& ref) { return is_below(ref.path(), folders); });
}

void read_document(const store::Generation& shard, const store::DocumentId& id,
                   const pb::Document& document, bool without, Totals& totals) {
  for (uint32_t i = 0; i < document.passages(); ++i) {
    const auto held = take(shard.passage({id, document.version()}, i));
    if (!held) {
      continue;
    }
    const domain::Passage passage = proto::decode(*held);
    const bool prose = passage.kind == domain::PassageKind::prose;
    false_labels::count(passage.text,
                        prose ? domain::KeyContext::prose
                              : domain::KeyContext::record,
                        without ? totals.without : totals.others);
    if (without && prose && totals.texts.size() < k_kept_texts) {
      totals.texts.push_back(passage.text);
    }
  }
}

// The product's own keys: also those that readers declare.
void count_keys(const store::Generation& shard,
                const std::vector<std::string>& folders, Totals& totals) {
  const auto done = shard.identifiers(
      "", store::Match::prefix, "api", [&](const store::Identifier& one) {
        for (const auto& holder : take(shard.holders(one))) {
          const auto document = take(shard.document(holder.document.id));
          totals.keys += document && is_without(*document, folders) ? 1 : 0;
        }
        return true;
      });
  if (!done) {
    stop(done.error().message);
  }
}

Totals read_archive(const query::ArchiveView& view,
                    const std::vector<std::string>& folders) {
  Totals totals;
  for (const auto& shard : view.shards()) {
    const auto done = shard.scan_documents(
        [&](const store::DocumentId& id, const pb::Document& document) {
          if (document.kind() == pb::DOCUMENT_KIND_CONTENT) {
            const bool without = is_without(document, folders);
            totals.documents += without ? 1 : 0;
            read_document(shard, id, document, without, totals);
          }
          return true;
        });
    if (!done) {
      stop(done.error().message);
    }
    count_keys(shard, folders, totals);
  }
  return totals;
}

std::string dashed(const std::string& digits) {
  std::string out = digits.substr(0, 2) + "-" + digits.substr(2, 3) + "-" +
                    digits.substr(5, 5);
  for (size_t at = 10; at < digits.size(); at += 2) {
    out += "-" + digits.substr(at, 2);
  }
  return out;
}

// Ten numbers, 80 bytes apart at least, so that no label reaches the next.
std::string made_text(const std::string& from, made::Identifiers& source,
                      std::mt19937& random) {
  static constexpr std::array<const char*, 5> labels = {
      "API ", "API No. ", "API number: ", "UWI ", "UWI: "};
  static constexpr std::array<const char*, 6> others = {
      "invoice ", "serial ", "order no. ", "tel ", "", "ref: "};
  std::string out;
  size_t at = 0;
  for (int i = 0; i < 10; ++i) {
    auto one = source.next();
    while (one.family != "api") {
      one = source.next();
    }
    const bool label = random() % 3 == 0;
    const bool dashes = label && random() % 2 == 0;
    std::string piece = from.substr(std::min(at, from.size()), 90);
    at += piece.size();
    piece.resize(std::max<size_t>(piece.size(), 90), '.');
    for (char& c : piece) { // numbers and labels of its own would count twice
      c = (c >= '0' && c <= '9') || c == 'I' || c == 'i' ? '.' : c;
    }
    out += piece + " " +
           (label ? labels[random() % labels.size()]
                  : others[random() % others.size()]) +
           (dashes ? dashed(one.canonical) : one.canonical) + " ";
  }
  return out;
}

Counts made_set(const std::vector<std::string>& texts) {
  Counts counts;
  made::Identifiers source(5);
  std::mt19937 random(6);
  for (size_t i = 0; i < k_made_texts; ++i) {
    const std::string from =
        texts.empty() ? std::string() : texts[random() % texts.size()];
    false_labels::count(made_text(from, source, random),
                        domain::KeyContext::prose, counts);
  }
  return counts;
}

double share(uint64_t part, uint64_t whole) {
  return whole == 0
             ? 100.0
             : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print(const char* what, const Counts& counts) {
  fmt::print("{}: {} texts, {} bare runs of 10, 12 or 14 digits, {} numbers "
             "whose county exists; labelled {}, of them found {} ({:.2f} %); "
             "taken with none before them {}\n",
             what, counts.texts, counts.bare, counts.plausible, counts.labelled,
             counts.found, share(counts.found, counts.labelled),
             counts.false_labels);
  for (const auto& example : counts.examples) {
    fmt::print("  {}\n", example);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    stop("ARCHIVE [FOLDER...]");
  }
  std::vector<std::string> folders(argv + 2, argv + argc);
  if (folders.empty()) {
    folders = {"Contracts", "Mail",   "Manuals_Parts", "Models",
               "CAD",       "Office", "Web_text",      "Reports"};
  }
  const auto view = take(
      query::ArchiveView::open(argv[1], store::Generation::all_families()));
  const Totals totals = read_archive(view, folders);
  fmt::print("documents without wells: {}; well numbers held of them: {}\n",
             totals.documents, totals.keys);
  print("without wells", totals.without);
  print("the other documents", totals.others);
  const Counts made = made_set(totals.texts);
  print("made", made);
  const bool good = totals.without.false_labels == 0 &&
                    made.false_labels == 0 &&
                    share(made.found, made.labelled) >= 99 &&
                    share(totals.others.found, totals.others.labelled) >= 99;
  fmt::print("{}\n",
             good ? "goal met: no false label, 99 % found" : "goal missed");
  return good ? 0 : 1;
}
