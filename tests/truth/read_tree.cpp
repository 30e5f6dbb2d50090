// SPDX-License-Identifier: Apache-2.0
//
// read_tree READER FOLDER [CHILDREN]: every bundle below FOLDER through the
// real reader program. Prints how many ended how, every one that a reader
// does not answer for, the slowest and the largest. Exit code 1 if a reader
// crashed, hung or ran over a limit.
#include "core/domain/bundle.hpp"
#include "core/domain/collect.hpp"
#include "worker/pool/pool.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace fs = std::filesystem;

uint64_t size_of(const fs::path& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : size;
}

struct Row {
  std::string path;
  pool::ReadOutcome outcome;
  size_t facts = 0;
  size_t passages = 0;
  size_t rejects = 0;
};

void add_directory_bundle(const fs::path& folder,
                          std::vector<pool::ReadRequest>& out) {
  pool::ReadRequest request;
  request.path = folder;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      request.members.push_back(entry.path());
      request.bytes += size_of(entry.path());
    }
  }
  out.push_back(std::move(request));
}

void add_folder(const fs::path& folder, std::vector<pool::ReadRequest>& out) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_symlink()) {
      continue;
    }
    const std::string name = entry.path().filename();
    if (!entry.is_directory()) {
      names.push_back(name);
    } else if (domain::is_directory_bundle(name)) {
      add_directory_bundle(entry.path(), out);
    } else {
      add_folder(entry.path(), out);
    }
  }
  std::sort(names.begin(), names.end());
  for (const domain::Bundle& bundle : domain::group_siblings(names)) {
    pool::ReadRequest request;
    request.path = folder / names[bundle.main];
    request.bytes = size_of(request.path);
    for (const size_t companion : bundle.companions) {
      request.members.push_back(folder / names[companion]);
      request.bytes += size_of(request.members.back());
    }
    out.push_back(std::move(request));
  }
}

std::vector<Row> read_all(pool::Pool& pool,
                          const std::vector<pool::ReadRequest>& requests,
                          size_t threads) {
  std::vector<Row> rows(requests.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < requests.size(); i = next++) {
      domain::Collector sink(10'000'000);
      const auto outcome = pool.read(requests[i], sink);
      if (!outcome) {
        std::fprintf(stderr, "%s\n", outcome.error().message.c_str());
        std::exit(2);
      }
      rows[i] = {requests[i].path, *outcome, 0, 0, 0};
      for (const auto& document : sink.documents()) {
        rows[i].facts += document.facts.size();
        rows[i].passages += document.passages.size();
        rows[i].rejects += document.rejects.size();
      }
    }
  };
  std::vector<std::thread> all;
  for (size_t i = 0; i < threads; ++i) {
    all.emplace_back(work);
  }
  for (auto& thread : all) {
    thread.join();
  }
  return rows;
}

double seconds(base::Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

void print_counts(const std::vector<Row>& rows) {
  std::map<std::string, size_t> endings;
  std::map<std::string, Row> readers;
  std::map<std::string, size_t> files;
  for (const Row& row : rows) {
    ++endings[std::string(pool::name_of(row.outcome.ending))];
    auto& sum = readers[row.outcome.reader];
    ++files[row.outcome.reader];
    sum.facts += row.facts;
    sum.passages += row.passages;
    sum.rejects += row.rejects;
    sum.outcome.cpu += row.outcome.cpu;
  }
  for (const auto& [name, count] : endings) {
    std::printf("ending\t%s\t%zu\n", name.c_str(), count);
  }
  for (const auto& [name, sum] : readers) {
    std::printf("reader\t%s\tfiles %zu\tfacts %zu\tpassages %zu\trejects "
                "%zu\tcpu %.2f s\n",
                name.empty() ? "(none)" : name.c_str(), files[name], sum.facts,
                sum.passages, sum.rejects, seconds(sum.outcome.cpu));
  }
}

template <typename By>
void print_top(const char* what, std::vector<Row> rows, By by) {
  std::sort(rows.begin(), rows.end(),
            [&](const Row& a, const Row& b) { return by(a) > by(b); });
  rows.resize(std::min<size_t>(rows.size(), 10));
  for (const Row& row : rows) {
    std::printf("%s\t%.2f s\t%.1f MiB\tout %.1f MiB\t%s\t%s\n", what,
                seconds(row.outcome.wall),
                static_cast<double>(row.outcome.peak_memory) / (1 << 20),
                static_cast<double>(row.outcome.output_bytes) / (1 << 20),
                row.outcome.reader.c_str(), row.path.c_str());
  }
}

bool print_unread(const std::vector<Row>& rows) {
  bool bad = false;
  for (const Row& row : rows) {
    if (row.outcome.ending == pool::Ending::ok) {
      continue;
    }
    bad = bad || pool::counts_against_file(row.outcome.ending);
    std::printf("unread\t%s\t%s\t%s\t%s\n",
                std::string(pool::name_of(row.outcome.ending)).c_str(),
                row.outcome.reader.c_str(), row.path.c_str(),
                row.outcome.reason.c_str());
  }
  return bad;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("Usage: read_tree READER FOLDER [CHILDREN]\n", stderr);
    return 2;
  }
  if (!fs::is_directory(argv[2])) {
    std::printf("skipped, no %s\n", argv[2]);
    return 77;
  }
  pool::PoolOptions options;
  options.program = {argv[1]};
  options.children = argc > 3 ? static_cast<uint32_t>(std::atoi(argv[3])) : 2;
  pool::Pool pool(options);
  std::vector<pool::ReadRequest> requests;
  add_folder(fs::absolute(argv[2]), requests);
  const auto before = base::boot_time();
  const auto rows = read_all(pool, requests, options.children);
  const auto took = base::boot_time() - before;
  const bool bad = print_unread(rows);
  print_top("slowest", rows, [](const Row& r) { return r.outcome.wall; });
  print_top("largest", rows,
            [](const Row& r) { return r.outcome.peak_memory; });
  print_counts(rows);
  std::printf("bundles\t%zu\twall %.1f s\n", rows.size(), seconds(took));
  return bad ? 1 : 0;
}
