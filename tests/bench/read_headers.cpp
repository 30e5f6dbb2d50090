// SPDX-License-Identifier: Apache-2.0
//
// read_headers TIMES PATH…: reads each SEG-Y file so often in this process and
// prints two times of one read in microseconds of processor, its reader and its
// facts:
//   headers  opened, textual header decoded, all fields of the binary header
//            and of the first and the last trace header (rev 1) as numbers:
//            what segyio gives with ignore_geometry=True
//   whole    what ingest does: opened, a reader chosen, facts and passages
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"
#include "worker/readers/segy_headers.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>

namespace {

using namespace readers::segy;

// Fields of one width, one behind the other.
struct Run {
  size_t first, last, width;
};

// SEG-Y rev 1, tables 2 and 3, as segyio names them.
constexpr Run k_binary[] = {{3201, 3209, 4}, {3213, 3259, 2}, {3501, 3505, 2}};
constexpr Run k_trace[] = {
    {1, 25, 4},    {29, 35, 2},   {37, 65, 4},   {69, 71, 2},   {73, 85, 4},
    {89, 179, 2},  {181, 197, 4}, {201, 203, 2}, {205, 205, 4}, {209, 217, 2},
    {219, 219, 4}, {223, 223, 2}, {225, 225, 4}, {229, 231, 2}, {233, 237, 4}};

int64_t sum_of(std::string_view bytes, Order order,
               std::span<const Run> fields) {
  const Fields read(bytes, 1, order);
  int64_t sum = 0;
  for (const auto& run : fields) {
    for (size_t at = run.first; at <= run.last; at += run.width) {
      sum += run.width == 2 ? read.signed_at(at, 2) : read.signed_at(at, 4);
    }
  }
  return sum;
}

// Something of everything that was read, so that nothing is left out.
int64_t headers_once(const std::string& path) {
  const auto file = HeaderFile::open(path);
  if (!file) {
    return 0;
  }
  const Source source = file->source();
  auto headers = read_headers(source, [] { return base::Result<void>(); });
  if (!headers || !headers->layout || headers->layout->traces == 0) {
    return 0;
  }
  auto& layout = *headers->layout;
  if (layout.last_header.empty()) {
    auto last = source.at(layout.last_trace, k_trace_header_bytes);
    layout.last_header = last ? *last : "";
  }
  const auto order = headers->binary.order;
  const auto text = decode_text(headers->textual(), headers->text.encoding);
  int64_t sum = text.back();
  sum += sum_of(headers->start, order, k_binary);
  for (const auto bytes :
       {std::string_view(headers->start).substr(k_reel_bytes),
        std::string_view(layout.last_header)}) {
    sum +=
        bytes.size() < k_trace_header_bytes ? 0 : sum_of(bytes, order, k_trace);
  }
  return sum | 1;
}

// Facts of one read; 0 if the file cannot be read.
int64_t whole_once(const std::string& path, std::string& reader) {
  const auto input = readers::open_input(path, {});
  if (!input) {
    return 0;
  }
  const auto choice = readers::choose_reader(*input);
  if (choice.reader == nullptr) {
    return 0;
  }
  reader = choice.reader->name();
  domain::Collector sink(100000);
  if (!choice.reader->read(*input, sink) || sink.documents().empty()) {
    return 0;
  }
  return static_cast<int64_t>(sink.documents().front().facts.size());
}

// Of this thread, so that what else runs on the machine does not count.
double cpu_microseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 +
         static_cast<double>(now.tv_nsec) * 1e-3;
}

// Microseconds of one call; less than 0 if one gave nothing.
template <class F>
double time_of(int times, F&& once) {
  bool good = once() != 0; // warm
  const double start = cpu_microseconds();
  for (int n = 0; n < times; ++n) {
    good = once() != 0 && good;
  }
  return good ? (cpu_microseconds() - start) / times : -1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: read_headers TIMES PATH...\n");
    return 2;
  }
  const int times = std::atoi(argv[1]);
  for (int i = 2; i < argc; ++i) {
    const std::string path = argv[i];
    std::string reader = "none";
    const double headers = time_of(times, [&] { return headers_once(path); });
    const double whole = time_of(std::max(1, times / 20),
                                 [&] { return whole_once(path, reader); });
    std::printf("%.2f %.2f %s %lld %s\n", headers, whole, reader.c_str(),
                static_cast<long long>(whole_once(path, reader)), argv[i]);
  }
  return 0;
}
