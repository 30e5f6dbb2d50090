// SPDX-License-Identifier: Apache-2.0
//
// read_headers TIMES PATH…: reads each SEG-Y file so often in this process and
// prints two times of one read in microseconds, its reader and its facts:
//   headers  opened, textual header decoded, all fields of the binary header
//            and of the first and the last trace header (rev 1) as numbers:
//            what segyio gives with ignore_geometry=True
//   whole    what ingest does: opened, a reader chosen, facts and passages
#include "core/base/fd.hpp"
#include "core/domain/collect.hpp"
#include "worker/readers/reader.hpp"
#include "worker/readers/segy_headers.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace readers::segy;

struct Field {
  size_t position, width;
};

// SEG-Y rev 1, tables 2 and 3, as segyio names them.
std::vector<Field> binary_fields() {
  std::vector<Field> fields{{3201, 4}, {3205, 4}, {3209, 4}};
  for (size_t at = 3213; at <= 3259; at += 2) {
    fields.push_back({at, 2});
  }
  for (const size_t at : {3501UL, 3503UL, 3505UL}) {
    fields.push_back({at, 2});
  }
  return fields;
}

std::vector<Field> trace_fields() {
  std::vector<Field> fields;
  const auto add = [&](size_t first, size_t last, size_t width) {
    for (size_t at = first; at <= last; at += width) {
      fields.push_back({at, width});
    }
  };
  add(1, 25, 4);
  add(29, 35, 2);
  add(37, 65, 4);
  add(69, 71, 2);
  add(73, 85, 4);
  add(89, 179, 2);
  add(181, 197, 4);
  add(201, 203, 2);
  add(205, 205, 4);
  add(209, 217, 2);
  add(219, 219, 4);
  add(223, 223, 2);
  add(225, 225, 4);
  add(229, 231, 2);
  add(233, 237, 4);
  return fields;
}

int64_t sum_of(std::string_view bytes, size_t first, Order order,
               const std::vector<Field>& fields) {
  const Fields read(bytes, first, order);
  int64_t sum = 0;
  for (const auto& field : fields) {
    sum += read.signed_at(field.position, field.width);
  }
  return sum;
}

// Something of everything that was read, so that nothing is left out.
int64_t headers_once(const std::string& path) {
  static const auto binary = binary_fields();
  static const auto trace = trace_fields();
  uint64_t size = 0;
  const auto fd = base::open_regular(path, &size);
  if (!fd) {
    return 0;
  }
  const Source source{&*fd, size};
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
  sum += sum_of(headers->start, 1, order, binary);
  for (const auto bytes :
       {std::string_view(headers->start).substr(k_reel_bytes),
        std::string_view(layout.last_header)}) {
    sum += bytes.size() < k_trace_header_bytes ? 0
                                               : sum_of(bytes, 1, order, trace);
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

// Microseconds of one call; less than 0 if one gave nothing.
template <class F>
double time_of(int times, F&& once) {
  bool good = once() != 0; // warm
  const auto start = std::chrono::steady_clock::now();
  for (int n = 0; n < times; ++n) {
    good = once() != 0 && good;
  }
  const std::chrono::duration<double, std::micro> took =
      std::chrono::steady_clock::now() - start;
  return good ? took.count() / times : -1;
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
    const double whole =
        time_of(times, [&] { return whole_once(path, reader); });
    std::printf("%.2f %.2f %s %lld %s\n", headers, whole, reader.c_str(),
                static_cast<long long>(whole_once(path, reader)), argv[i]);
  }
  return 0;
}
