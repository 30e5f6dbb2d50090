// SPDX-License-Identifier: Apache-2.0
//
// bench_filters FOLDER [FILES]: a made shard of so many files (1,000,000), each
// a document and a path, with facts as files have them; then filters as bitmaps
// against reading every document, in one run. The shard stays in FOLDER and is
// used again.
#include "query/core/allowed.hpp"
#include "store/shard_writer.hpp"
#include "tests/unit/query/allowed_by_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <random>

namespace {

namespace fs = std::filesystem;

template <typename T>
T take(base::Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(1);
  }
  return std::move(*result);
}
void ok(const base::Result<void>& result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(1);
  }
}

double ms_of(const std::function<void()>& work) {
  const auto from = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - from)
      .count();
}

domain::Fact fact(const std::string& key, const std::string& text) {
  domain::Fact out;
  out.key = key;
  out.text = text;
  return out;
}
domain::Fact fact(const std::string& key, double number) {
  domain::Fact out = fact(key, fmt::format("{:.1f} m", number));
  out.number = number;
  return out;
}

// Some 30 % of the files in one state, 3 % in the last; depths that are all
// different; a company of a thousand.
void put_file(store::ShardWriter& shard, size_t i, std::mt19937& random) {
  static const char* const k_states[] = {"WYOMING",  "WYOMING",  "WYOMING",
                                         "KANSAS",   "KANSAS",   "TEXAS",
                                         "OKLAHOMA", "COLORADO", "UTAH"};
  const std::string path =
      fmt::format("f{:03}/g{:03}/{}.las", i % 997, i / 997 % 1000, i);
  const auto commit = take(shard.begin({"made", path}));
  domain::DocumentHead head;
  head.format = i % 4 == 0 ? "pdf" : "las";
  auto* content = take(commit->content(
      store::content_id(base::hash_of(path), head.format), head, "bench/1"));
  if (content != nullptr) {
    const bool rare = random() % 33 == 0;
    ok(content->fact(fact("state", rare ? "ALASKA" : k_states[random() % 9])));
    ok(content->fact(fact("county", fmt::format("county {}", random() % 300))));
    ok(content->fact(
        fact("operator", fmt::format("company {}", random() % 1000))));
    ok(content->fact(fact("well_name", fmt::format("well {}", i))));
    ok(content->fact(
        fact("depth_stop_m", static_cast<double>(random() % 100'000) / 20)));
    for (const char* curve : {"GR", "SP", "RHOB", "NPHI", "DT"}) {
      if (random() % 2 == 0) {
        ok(content->fact(fact("curve", curve)));
      }
    }
  }
  auto* own = take(commit->path());
  ok(own->fact(fact("folder", path.substr(0, path.rfind('/')))));
  ok(own->fact(fact("file_name", path.substr(path.rfind('/') + 1))));
  ok(own->fact(fact("extension", "las")));
  pb::ManifestEntry entry;
  entry.set_state(pb::BUNDLE_STATE_DONE);
  entry.set_format(head.format);
  ok(commit->finish(entry));
}

void make(const std::string& path, size_t files) {
  store::ShardOptions options;
  options.dims = 16;
  auto shard = take(store::ShardWriter::open(path, options));
  std::mt19937 random(1);
  const double ms = ms_of([&] {
    for (size_t i = 0; i < files; ++i) {
      put_file(*shard, i, random);
      if (i % 100'000 == 0) {
        fmt::print(stderr, "{} of {} files\n", i, files);
      }
    }
  });
  const double publishing = ms_of([&] { take(shard->publish()); });
  fmt::print("made {} files in {:.1f} s, published in {:.2f} s\n", files,
             ms / 1000, publishing / 1000);
}

struct Row {
  double bitmaps = 0;
  double sets = 0;
  uint64_t paths = 0;
};

Row measure(const store::Generation& shard, const std::string& where) {
  std::vector<query::Condition> conditions;
  size_t from = 0;
  while (from < where.size()) {
    const size_t to = std::min(where.find(';', from), where.size());
    conditions.push_back(
        take(query::parse_condition(where.substr(from, to - from))));
    from = to + 1;
  }
  const auto groups = query::group_conditions(conditions);
  Row out;
  for (int run = 0; run < 3; ++run) {
    const double ms = ms_of([&] {
      out.paths = take(query::allowed_documents(shard, groups)).paths.size();
    });
    out.bitmaps = run == 0 ? ms : std::min(out.bitmaps, ms);
  }
  bool same = false;
  out.sets = ms_of([&] {
    same = take(by_sets::allowed_documents(shard, groups)).paths.size() ==
           out.paths;
  });
  if (!same) {
    fmt::print(stderr, "{}: the two ways differ\n", where);
    std::exit(1);
  }
  return out;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "bench_filters FOLDER [FILES]\n");
    return 2;
  }
  const std::string path = std::string(argv[1]) + "/shard-000";
  const size_t files =
      argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  fs::create_directories(path);
  if (!fs::exists(path + "/CURRENT")) {
    make(path, files);
  }
  auto shard =
      take(store::Generation::open(path, store::Generation::all_families()));
  const double opening = ms_of([&] { take(shard.table()); });
  fmt::print(
      "{} documents, {} paths; tables opened in {:.2f} ms: DOCUMENTS "
      "{:.1f} MB, FACTS {:.1f} MB\n",
      take(shard.table())->documents(), take(shard.table())->paths(), opening,
      static_cast<double>(fs::file_size(shard.path() + "/DOCUMENTS")) / 1e6,
      static_cast<double>(fs::file_size(shard.path() + "/FACTS")) / 1e6);
  fmt::print("{:<44}{:>9}{:>12}{:>12}{:>9}\n", "filter", "paths", "bitmaps ms",
             "sets ms", "times");
  for (const char* where :
       {"state=WYOMING", "state=ALASKA", "state!=WYOMING", "operator=company 7",
        "county=county 7", "well_name=well 77", "depth_stop_m>4000",
        "depth_stop_m>4950", "state=WYOMING;curve=GR;depth_stop_m>4000",
        "state=WYOMING;operator!=company 7"}) {
    const Row row = measure(shard, where);
    fmt::print("{:<44}{:>9}{:>12.2f}{:>12.1f}{:>9.0f}\n", where, row.paths,
               row.bitmaps, row.sets, row.sets / row.bitmaps);
  }
  const auto by_path = [&](const char* where) {
    const auto groups =
        query::group_conditions({take(query::parse_condition(where))});
    uint64_t paths = 0;
    const double ms = ms_of(
        [&] { paths = take(query::paths_passing(shard, groups)).size(); });
    fmt::print("{:<44}{:>9}{:>12.2f}{:>12}{:>9}\n", where, paths, ms, "–", "–");
  };
  by_path("path=f007");
  by_path("path=*7.las");
}
