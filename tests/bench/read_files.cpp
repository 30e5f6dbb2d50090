// SPDX-License-Identifier: Apache-2.0
//
// bench_read_files LIST [REPEATS]: reads each file of LIST (a path a line; the
// companions of a bundle after it, separated by tabs) through the registry, in
// this process and on this core, REPEATS times (default 3), and prints for each
// the best time: path, format, bytes, milliseconds of processor (its own and
// that of the programs it ran, with those that wait for a next file), characters of text, rejects and documents,
// separated by tabs. What cannot be read has the format "-".
#include "worker/readers/reader.hpp"
#include "worker/readers/warm_tools.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace {

// Counts, and keeps nothing.
class Counter : public domain::DocumentSink {
public:
  base::Result<void> begin(domain::DocumentHead /*head*/) override {
    ++documents;
    return {};
  }
  base::Result<void> fact(domain::Fact /*fact*/) override { return {}; }
  base::Result<void> passage(domain::Passage passage) override {
    characters += passage.text.size();
    return {};
  }
  base::Result<void> key(domain::Key /*key*/) override { return {}; }
  base::Result<void> reject(domain::Reject /*reject*/) override {
    ++rejects;
    return {};
  }
  base::Result<void> end() override { return {}; }
  base::Result<void> progress() override { return {}; }

  uint64_t documents = 0;
  uint64_t characters = 0;
  uint64_t rejects = 0;
};

// Programs that wait are not counted among those that ended. Nanoseconds on a
// processor are the first number that the kernel says.
double waiting_milliseconds() {
  double spent = 0;
  for (const pid_t pid : readers::waiting_tools()) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/schedstat");
    double nanoseconds = 0;
    file >> nanoseconds;
    spent += nanoseconds * 1e-6;
  }
  return spent;
}

double cpu_milliseconds() {
  double spent = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime}) {
      spent += static_cast<double>(time.tv_sec) * 1e3 +
               static_cast<double>(time.tv_usec) * 1e-3;
    }
  }
  return spent + waiting_milliseconds();
}

struct Once {
  std::string format = "-";
  uint64_t bytes = 0;
  Counter counter;
};

void read_once(const std::string& path, const std::vector<std::string>& rest,
               Once& out) {
  auto input = readers::open_input(path, rest);
  if (!input) {
    return;
  }
  out.bytes = input->size;
  for (const auto& member : input->members) {
    out.bytes += member.size;
  }
  const auto choice = readers::choose_reader(*input);
  if (choice.reader != nullptr && choice.reader->read(*input, out.counter)) {
    out.format = choice.detection.format;
  }
}

void bench(const std::string& line, int repeats) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= line.size();) {
    const size_t tab = std::min(line.find('\t', at), line.size());
    parts.push_back(line.substr(at, tab - at));
    at = tab + 1;
  }
  const std::string path = parts.front();
  parts.erase(parts.begin());
  double best = std::numeric_limits<double>::infinity();
  Once last;
  for (int i = 0; i < repeats; ++i) {
    Once once;
    const double start = cpu_milliseconds();
    read_once(path, parts, once);
    best = std::min(best, cpu_milliseconds() - start);
    last.format = once.format;
    last.bytes = once.bytes;
    last.counter.characters = once.counter.characters;
    last.counter.rejects = once.counter.rejects;
    last.counter.documents = once.counter.documents;
  }
  std::printf("%s\t%s\t%llu\t%.3f\t%llu\t%llu\t%llu\n", path.c_str(),
              last.format.c_str(), static_cast<unsigned long long>(last.bytes),
              best, static_cast<unsigned long long>(last.counter.characters),
              static_cast<unsigned long long>(last.counter.rejects),
              static_cast<unsigned long long>(last.counter.documents));
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("Usage: bench_read_files LIST [REPEATS]\n", stderr);
    return 2;
  }
  const int repeats = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
  std::ifstream list(argv[1]);
  for (std::string line; std::getline(list, line);) {
    try {
      bench(line, repeats);
    } catch (const std::exception& error) {
      std::printf("%s\t-\t0\t0\t0\t0\t0\n", line.c_str());
      std::fprintf(stderr, "%s: %s\n", line.c_str(), error.what());
    }
  }
}
