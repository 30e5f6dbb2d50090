// SPDX-License-Identifier: Apache-2.0
//
// How long it takes to open the published shards of an archive for a lookup,
// one after the other, and to look identifiers up. Identifiers are every 97th
// of the archive, asked for by their last seven bytes.
//   bench_lookup ARCHIVE
#include "store/archive.hpp"
#include "store/generation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

void print(const char* what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  if (!times.empty()) {
    fmt::print("{:<28} n {:>6}  median {:.3f} ms  p99 {:.3f} ms  max {:.3f} ms"
               "\n",
               what, times.size(), times[times.size() / 2],
               times[times.size() * 99 / 100], times.back());
  }
}

std::vector<std::string> some_identifiers(const store::Generation& shard) {
  std::vector<std::string> out;
  size_t n = 0;
  const auto scanned = shard.identifiers(
      "", store::Match::prefix, "", [&](const store::Identifier& identifier) {
        if (n++ % 97 == 0 && identifier.canonical.size() >= 7) {
          out.push_back(identifier.canonical);
        }
        return out.size() < 5000;
      });
  return scanned ? out : std::vector<std::string>();
}

} // namespace

int main(int argc, char** argv) {
  const auto archive =
      argc == 2 ? store::Archive::open(argv[1])
                : base::Result<store::Archive>(
                      base::fail(base::Errc::invalid, "bench_lookup ARCHIVE"));
  if (!archive) {
    fmt::print(stderr, "{}\n", archive.error().message);
    return 2;
  }
  std::vector<double> opened;
  std::vector<double> exact;
  std::vector<double> suffix;
  for (uint32_t i = 0; i < archive->shards(); ++i) {
    auto start = Clock::now();
    const auto shard = store::Generation::open(
        archive->shard_path(i), store::Generation::lookup_families());
    if (!shard) {
      fmt::print(stderr, "{}\n", shard.error().message);
      return 1;
    }
    opened.push_back(milliseconds_since(start));
    for (const std::string& text : some_identifiers(*shard)) {
      for (const auto match : {store::Match::exact, store::Match::suffix}) {
        const bool whole = match == store::Match::exact;
        start = Clock::now();
        const auto done =
            shard->identifiers(whole ? text : text.substr(text.size() - 7),
                               match, "", [&](const store::Identifier& found) {
                                 return shard->holders(found).has_value();
                               });
        if (!done) {
          fmt::print(stderr, "{}\n", done.error().message);
          return 1;
        }
        (whole ? exact : suffix).push_back(milliseconds_since(start));
      }
    }
  }
  print("open a shard", opened);
  print("exact, with its holders", exact);
  print("*1234567, with its holders", suffix);
  return 0;
}
