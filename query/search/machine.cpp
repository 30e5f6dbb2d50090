// SPDX-License-Identifier: Apache-2.0
#include "query/search/machine.hpp"

#include "core/vectors/float_kernel.hpp"
#include "core/vectors/int8_kernel.hpp"
#include "query/search/explain.hpp"
#include "store/database.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>
#include <vector>

namespace query {
namespace {

constexpr size_t k_bytes = size_t{64} << 20; // beyond most caches
constexpr double k_ns_per_ms = 1e6;

// The fastest of a few runs: what disturbs only ever adds.
double fastest_ms(int runs, const std::function<void()>& work) {
  double best = 0;
  for (int i = 0; i < runs; ++i) {
    const Stopwatch watch;
    work();
    best = i == 0 ? watch.ms() : std::min(best, watch.ms());
  }
  return best;
}

// Of one thread, without what others took of its core meanwhile.
double processor_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec) / k_ns_per_ms;
}

// Rows of int8, one behind the other, by every thread a share.
double scan_ns_per_byte(const std::vector<char>& memory, unsigned threads) {
  constexpr size_t k_dims = 384;
  constexpr size_t k_batch = 64;
  const std::vector<float> query(k_dims, 0.05F);
  const vectors::QueryCode code = vectors::quantize_query(query);
  const size_t rows = memory.size() / k_dims;
  const auto share = [&](unsigned number) {
    std::array<const int8_t*, k_batch> at{};
    std::array<int64_t, k_batch> dots{};
    const size_t end = rows * (number + 1) / threads;
    for (size_t row = rows * number / threads; row + k_batch <= end;
         row += k_batch) {
      for (size_t i = 0; i < k_batch; ++i) {
        at[i] =
            reinterpret_cast<const int8_t*>(memory.data()) + (row + i) * k_dims;
      }
      vectors::best_int8_kernel().dot_query(code, at.data(), k_batch,
                                            dots.data());
    }
  };
  const double ms = fastest_ms(2, [&] {
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads; ++t) {
      others.emplace_back(share, t);
    }
    share(0);
  });
  return ms * k_ns_per_ms / static_cast<double>(rows * k_dims);
}

// Rows of f32 here and there; others in each run, so that no cache has them.
double row_ns(const std::vector<char>& memory, size_t dims) {
  constexpr size_t k_rows = 4000;
  constexpr int k_runs = 3;
  const std::vector<float> query(dims, 0.05F);
  const size_t all = memory.size() / (dims * sizeof(float));
  std::mt19937 random(1);
  std::vector<size_t> order(k_rows * k_runs);
  std::generate(order.begin(), order.end(), [&] { return random() % all; });
  size_t at = 0;
  float out = 0;
  const double ms = fastest_ms(k_runs, [&] {
    for (size_t i = 0; i < k_rows; ++i) {
      vectors::best_kernel().dot_rows(
          reinterpret_cast<const float*>(memory.data()) + order[at++] * dims, 1,
          dims, query.data(), dims, &out);
    }
  });
  return ms * k_ns_per_ms / static_cast<double>(k_rows);
}

void measure_rows(MachineCosts& out) {
  // As numbers of either width neither 0, nor −128, nor denormal.
  const std::vector<char> memory(k_bytes, 0x3f);
  constexpr size_t k_short = 64;
  constexpr size_t k_long = 1024;
  out.scan_ns_per_byte = scan_ns_per_byte(memory, this_machine().threads);
  out.threads = this_machine().threads;
  const double a = row_ns(memory, k_short);
  const double b = row_ns(memory, k_long);
  out.row_ns_per_byte =
      std::max(0.001, (b - a) / ((k_long - k_short) * sizeof(float)));
  out.row_ns = std::max(1.0, a - out.row_ns_per_byte * k_short * sizeof(float));
}

// Ids are as random as hashes are.
store::DocumentVersion made_document(std::mt19937_64& random) {
  store::DocumentVersion out;
  for (size_t at = 0; at < out.id.bytes.size(); at += sizeof(uint64_t)) {
    const uint64_t bits = random();
    std::memcpy(out.id.bytes.data() + at, &bits, sizeof(bits));
  }
  out.version = 1;
  return out;
}

base::Result<void> measure_postings(const std::string& folder,
                                    MachineCosts& out) {
  constexpr size_t k_postings = 20'000;
  constexpr auto k_family = store::Family::fact_index;
  std::mt19937_64 random(1);
  store::Batch batch;
  for (size_t i = 0; i < k_postings; ++i) {
    batch.put(k_family,
              store::fact_index_key("state", store::text_value("Wyoming"),
                                    made_document(random)),
              "Wyoming");
  }
  {
    TRY_ASSIGN(auto live, store::Database::open_live(folder + "/live", 1));
    TRY(live.write(batch));
    TRY(live.checkpoint(folder + "/read"));
  }
  TRY_ASSIGN(const auto read,
             store::Database::open_checkpoint(folder + "/read", {k_family}));
  const std::string prefix = store::fact_prefix("state");
  base::Result<void> scanned;
  double ms = 0;
  for (int run = 0; run < 5; ++run) {
    const double start = processor_ms();
    scanned = read.scan_all(k_family, prefix, [](auto key, auto) {
      return store::parse_fact_index_key(key).has_value();
    });
    const double taken = processor_ms() - start;
    ms = run == 0 ? taken : std::min(ms, taken);
  }
  TRY(scanned);
  out.posting_ns = ms * k_ns_per_ms / k_postings;
  const auto bytes = read.bytes_between(k_family, prefix, prefix + "\xff");
  if (bytes > 0) {
    out.posting_bytes = static_cast<double>(bytes) / k_postings;
  }
  return {};
}

} // namespace

Machine this_machine() {
  Machine out;
  out.cpu = "unknown";
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      out.cpu = line.substr(colon + 2);
      break;
    }
  }
  out.kernel = std::string(vectors::best_int8_kernel().name) + ", " +
               std::string(vectors::best_kernel().name);
  out.threads = std::max(1U, std::thread::hardware_concurrency());
  return out;
}

base::Result<MachineCosts> measure_machine(const std::string& folder) {
  MachineCosts out;
  measure_rows(out);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return base::fail(base::Errc::io, folder + ": " + error.message());
  }
  const auto measured = measure_postings(folder, out);
  std::filesystem::remove_all(folder, error);
  TRY(measured);
  return out;
}

} // namespace query
