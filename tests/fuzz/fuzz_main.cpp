// SPDX-License-Identifier: Apache-2.0
// NAME_fuzz SEED_FOLDER [RUNS]: runs the target over every seed as it is, cut
// at every 1/16 of its length, and then RUNS times (default 2000) over seeds
// mutated by a generator with a fixed start, so that a failure repeats.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

using Bytes = std::vector<uint8_t>;

void run(const Bytes& input) {
  // A copy of exactly this size, so that sanitizers see reads past its end.
  const Bytes copy(input.begin(), input.end());
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
}

std::vector<Bytes> seeds_of(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> seeds;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in),
                       std::istreambuf_iterator<char>());
  }
  if (seeds.empty()) {
    seeds.emplace_back(64, uint8_t{0});
  }
  return seeds;
}

class Mutator {
public:
  explicit Mutator(const std::vector<Bytes>& seeds) : m_seeds(seeds) {}

  Bytes next() {
    auto bytes = m_seeds[below(m_seeds.size())];
    for (auto steps = 1 + below(8); steps > 0; --steps) {
      change(bytes);
    }
    return bytes;
  }

private:
  size_t below(size_t bound) { return bound == 0 ? 0 : m_random() % bound; }

  void change(Bytes& bytes) {
    static constexpr uint8_t k_edges[] = {
        0, 1, 9, 10, ' ', '"', '0', ',', 0x7F, 0x80, 0xC3, 0xED, 0xFE, 0xFF};
    const auto at = below(bytes.size());
    const auto where = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto length =
        static_cast<std::ptrdiff_t>(std::min(bytes.size() - at, 1 + below(32)));
    switch (bytes.empty() ? 1 : below(6)) {
    case 0:
      *where = static_cast<uint8_t>(m_random());
      break;
    case 1:
      bytes.insert(where, k_edges[below(std::size(k_edges))]);
      break;
    case 2:
      bytes.erase(where, where + length);
      break;
    case 3: {
      const Bytes piece(where, where + length);
      bytes.insert(where, piece.begin(), piece.end());
      break;
    }
    case 4:
      *where = k_edges[below(std::size(k_edges))];
      break;
    default:
      bytes.resize(at);
      break;
    }
  }

  const std::vector<Bytes>& m_seeds;
  std::mt19937_64 m_random{20261130};
};

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: NAME_fuzz SEED_FOLDER [RUNS]\n";
    return 2;
  }
  const auto seeds = seeds_of(argv[1]);
  const auto runs = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 2000;
  for (const auto& seed : seeds) {
    run(seed);
    for (size_t part = 0; part < 16; ++part) {
      run(Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(
                                                 seed.size() * part / 16)));
    }
  }
  Mutator mutator(seeds);
  for (size_t i = 0; i < runs; ++i) {
    run(mutator.next());
  }
  std::cout << seeds.size() << " seeds and " << runs << " mutations run\n";
  return 0;
}
