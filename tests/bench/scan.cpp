// SPDX-License-Identifier: Apache-2.0
//
// bench_scan [MIB [THREADS]]: the exact scan as a share of the memory
// bandwidth measured in the same run over the same bytes with the same threads.
// The bandwidth is the best of several read-only sums.
#include "query/scan/scan.hpp"

#include "query/scan/kernel.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

using Words __attribute__((vector_size(64), may_alias)) = uint64_t;

// Nothing but wide loads and adds, in `lanes` independent sums. Always inlined
// into a caller that names the instruction set.
template <size_t lanes>
[[gnu::always_inline]] inline uint64_t sum_lanes(const float* rows,
                                                 size_t floats) {
  const auto* words = reinterpret_cast<const Words*>(rows);
  const size_t count = floats * sizeof(float) / sizeof(Words);
  Words sums[lanes] = {};
  for (size_t i = 0; i + lanes <= count; i += lanes) {
    for (size_t j = 0; j < lanes; ++j) {
      sums[j] += words[i + j];
    }
  }
  uint64_t total = 0;
  for (const Words& s : sums) {
    total += s[0] ^ s[7];
  }
  return total;
}

using Sum = uint64_t (*)(const float*, size_t);

uint64_t sum_plain(const float* rows, size_t floats) {
  return sum_lanes<2>(rows, floats);
}
#if defined(__x86_64__)
[[gnu::target("avx2")]] uint64_t sum_avx2(const float* rows, size_t floats) {
  return sum_lanes<4>(rows, floats);
}
[[gnu::target("avx512f")]] uint64_t sum_avx512(const float* rows,
                                               size_t floats) {
  return sum_lanes<4>(rows, floats);
}
#endif

std::vector<Sum> sums_to_try() {
  std::vector<Sum> sums = {sum_plain};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    sums.push_back(sum_avx2);
  }
  if (__builtin_cpu_supports("avx512f")) {
    sums.push_back(sum_avx512);
  }
#endif
  return sums;
}

uint64_t sum_threads(Sum sum, const float* rows, size_t floats,
                     unsigned threads) {
  const size_t share = floats / threads / 16 * 16;
  std::vector<uint64_t> sums(threads);
  std::vector<std::thread> running;
  for (unsigned t = 0; t < threads; ++t) {
    running.emplace_back([&, t] { sums[t] = sum(rows + t * share, share); });
  }
  uint64_t total = 0;
  for (unsigned t = 0; t < threads; ++t) {
    running[t].join();
    total += sums[t];
  }
  return total;
}

} // namespace

int main(int argc, char** argv) {
  const size_t mib = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
  const unsigned threads =
      argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10))
               : std::thread::hardware_concurrency();
  const uint32_t dims = 384;
  const size_t rows = (mib << 20) / (dims * sizeof(float));
  const size_t floats = rows * dims;
  const std::unique_ptr<float, void (*)(void*)> data(
      static_cast<float*>(std::aligned_alloc(64, floats * sizeof(float))),
      std::free);
  if (rows == 0 || threads == 0 || !data) {
    std::fputs("usage: bench_scan [MIB [THREADS]]\n", stderr);
    return 2;
  }
  std::minstd_rand rng(1);
  for (size_t i = 0; i < floats; ++i) {
    data.get()[i] = static_cast<float>(rng()) * 1e-9F - 1;
  }
  const std::vector<float> query(data.get(), data.get() + dims);
  const std::vector<query::RowBlock> blocks = {{data.get(), rows, dims, {}}};
  const auto before = [](const query::RowScore& a, const query::RowScore& b) {
    return a.row < b.row;
  };
  double best_sum = 1e9;
  double best_scan = 1e9;
  uint64_t kept = 0;
  for (int round = 0; round < 7; ++round) {
    for (const Sum sum : sums_to_try()) {
      best_sum = std::min(best_sum, seconds_of([&] {
                            kept +=
                                sum_threads(sum, data.get(), floats, threads);
                          }));
    }
    best_scan = std::min(
        best_scan, seconds_of([&] {
          kept += query::scan_top(blocks, query, 10, before, threads)[0].row;
        }));
  }
  const double gigabytes = static_cast<double>(floats) * sizeof(float) / 1e9;
  std::printf("rows %zu, dims %u, %.2f GB, threads %u, kernel %s (%llu)\n",
              rows, dims, gigabytes, threads,
              std::string(query::best_kernel().name).c_str(),
              static_cast<unsigned long long>(kept & 1));
  std::printf("read-only sum  %7.1f ms  %6.1f GB/s\n", best_sum * 1e3,
              gigabytes / best_sum);
  std::printf("exact scan     %7.1f ms  %6.1f GB/s\n", best_scan * 1e3,
              gigabytes / best_scan);
  std::printf("ratio          %.2f of the bandwidth\n", best_sum / best_scan);
  return 0;
}
