// SPDX-License-Identifier: Apache-2.0
//
// Looks identifiers up among many made ones (tests/support/
// made_identifiers.hpp says how), which the product's own writer puts into one
// shard: exactly, by prefix, by suffix and by what they hold, each with its
// first twenty holders; then the same fragments by a linear scan in memory and
// by `grep` over the same list. Prints times and the bytes the index takes.
//   bench_identifiers [--count N] [--scratch FOLDER] [--keep]
// Some 350 bytes of FOLDER an identifier while it is made; removed at the end
// but with --keep, which a second run reuses.
#include "store/archive.hpp"
#include "store/generation.hpp"
#include "store/shard_writer.hpp"
#include "tests/support/made_identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t k_page = 20; // holders fetched with a total
constexpr size_t k_queries = 2000;
constexpr size_t k_grep_queries = 5;
constexpr size_t k_a_document = 2000; // identifiers

struct Options {
  uint64_t count = 1'000'000;
  std::string scratch = "bench-identifiers";
  bool keep = false;
};

[[noreturn]] void stop(const std::string& why) {
  fmt::print(stderr, "bench_identifiers: {}\n", why);
  std::exit(1);
}

template <typename T>
T take(base::Result<T> result) {
  if (!result) {
    stop(result.error().message);
  }
  return std::move(*result);
}

void ok(const base::Result<void>& result) {
  if (!result) {
    stop(result.error().message);
  }
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

// ---- making ----------------------------------------------------------------

class Filler {
public:
  Filler(store::ShardWriter& shard, std::ofstream& list)
      : m_shard(shard), m_list(list) {}

  void document(made::Identifiers& source, uint64_t number, uint64_t size) {
    const std::string name = fmt::format("table-{:06}.csv", number);
    const auto commit = take(m_shard.begin({"made", name}));
    domain::DocumentHead head;
    head.format = "csv";
    auto* writer = take(commit->content(
        store::content_id(base::hash_of(name), "csv"), head, "made/1"));
    for (uint64_t i = 0; i < size; ++i) {
      const auto one = source.next();
      domain::Key mention;
      mention.family = one.family;
      mention.verbatim = one.canonical;
      mention.locator.row = i + 1;
      mention.role = domain::KeyRole::row;
      ok(writer->key({mention.family, one.canonical}, mention));
      m_list << one.canonical << '\n';
    }
    take(commit->path());
    pb::ManifestEntry entry;
    entry.set_state(pb::BUNDLE_STATE_DONE);
    entry.set_format("csv");
    ok(commit->finish(std::move(entry)));
  }

private:
  store::ShardWriter& m_shard;
  std::ofstream& m_list;
};

void make(const Options& options, const std::string& shard_path,
          const std::string& list_path) {
  const auto start = Clock::now();
  fs::create_directories(shard_path);
  auto shard = take(store::ShardWriter::open(shard_path, {}));
  std::ofstream list(list_path, std::ios::binary);
  Filler filler(*shard, list);
  made::Identifiers source(1);
  uint64_t documents = 0;
  for (uint64_t done = 0; done < options.count; done += k_a_document) {
    filler.document(source, documents++,
                    std::min<uint64_t>(k_a_document, options.count - done));
    if (done % 1'000'000 == 0 && done > 0) {
      fmt::print(stderr, "{} made, {:.0f} s\n", done,
                 milliseconds_since(start) / 1000);
    }
  }
  list.close();
  take(shard->publish());
  fmt::print("made and published {} in {:.0f} s\n", options.count,
             milliseconds_since(start) / 1000);
}

// ---- asking ----------------------------------------------------------------

struct Query {
  std::string text;
  store::Match match;
};

struct Answer {
  uint64_t identifiers = 0;
  uint64_t holders = 0;
};

Answer ask(const store::Generation& shard, const Query& query) {
  std::vector<store::Identifier> page;
  Answer out;
  ok(shard.identifiers(query.text, query.match, "",
                       [&](const store::Identifier& found) {
                         if (page.size() < k_page) {
                           page.push_back(found);
                         }
                         ++out.identifiers;
                         return true;
                       }));
  for (const auto& one : page) {
    out.holders += take(shard.holders(one)).size();
  }
  return out;
}

void print(const std::string& what, std::vector<double> times,
           const std::vector<uint64_t>& sizes) {
  std::sort(times.begin(), times.end());
  auto sorted = sizes;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [](const auto& list, size_t hundredth) {
    return list[std::min(list.size() - 1, list.size() * hundredth / 100)];
  };
  fmt::print("{:<26} n {:>5}  median {:>8.3f}  p90 {:>8.3f}  p99 {:>8.3f} ms"
             "  matches {} / {} / {}\n",
             what, times.size(), at(times, 50), at(times, 90), at(times, 99),
             at(sorted, 50), at(sorted, 90), at(sorted, 99));
}

// Identifiers of the list, as many as are asked, and parts of them.
class Questions {
public:
  explicit Questions(const std::string& list) : m_list(list) {}

  std::string identifier() {
    const size_t at = m_list.find('\n', m_random() % (m_list.size() - 40)) + 1;
    const size_t end = m_list.find('\n', at);
    return end == std::string::npos ? identifier()
                                    : m_list.substr(at, end - at);
  }
  // `size` bytes from anywhere in one.
  std::string part(size_t size) {
    const std::string whole = identifier();
    return whole.size() <= size
               ? whole
               : whole.substr(m_random() % (whole.size() - size + 1), size);
  }
  std::string head(size_t size) { return identifier().substr(0, size); }
  std::string tail(size_t size) {
    const std::string whole = identifier();
    return whole.substr(whole.size() - std::min(size, whole.size()));
  }

private:
  const std::string& m_list;
  std::mt19937_64 m_random{7};
};

void measure(const store::Generation& shard, const std::string& what,
             store::Match match, size_t queries,
             const std::function<std::string()>& text) {
  std::vector<double> times;
  std::vector<uint64_t> sizes;
  for (size_t i = 0; i < queries; ++i) {
    const Query query{text(), match};
    const auto start = Clock::now();
    const Answer answer = ask(shard, query);
    times.push_back(milliseconds_since(start));
    sizes.push_back(answer.identifiers);
    if (answer.identifiers == 0 || answer.holders == 0) {
      stop("'" + query.text + "' was made and is not found");
    }
  }
  print(what, std::move(times), sizes);
}

// Lines that hold `text`.
uint64_t scan(const std::string& list, const std::string& text) {
  uint64_t lines = 0;
  for (size_t at = 0; at < list.size();) {
    const void* hit =
        memmem(list.data() + at, list.size() - at, text.data(), text.size());
    if (hit == nullptr) {
      break;
    }
    ++lines;
    at = list.find(
        '\n', static_cast<size_t>(static_cast<const char*>(hit) - list.data()));
  }
  return lines;
}

uint64_t grep(const std::string& list_path, const std::string& text) {
  const std::string command =
      fmt::format("LC_ALL=C grep -c -F -e '{}' '{}'", text, list_path);
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    stop("cannot run grep");
  }
  char line[64] = "";
  const bool read = fgets(line, sizeof line, pipe) != nullptr;
  pclose(pipe);
  return read ? std::stoull(line) : 0;
}

// The three ways must find the same number.
void compare(const store::Generation& shard, const std::string& list,
             const std::string& list_path, size_t size) {
  Questions questions(list);
  std::vector<double> index, memory, program;
  std::vector<uint64_t> sizes;
  for (size_t i = 0; i < k_grep_queries; ++i) {
    const std::string text = questions.part(size);
    auto start = Clock::now();
    const auto found = ask(shard, {text, store::Match::anywhere}).identifiers;
    index.push_back(milliseconds_since(start));
    start = Clock::now();
    const auto scanned = scan(list, text);
    memory.push_back(milliseconds_since(start));
    start = Clock::now();
    const auto grepped = grep(list_path, text);
    program.push_back(milliseconds_since(start));
    sizes.push_back(found);
    if (found != scanned || found != grepped) {
      stop(fmt::format("*{}*: index {}, scan {}, grep {}", text, found, scanned,
                       grepped));
    }
  }
  print(fmt::format("*{}*, the index", size), index, sizes);
  print(fmt::format("*{}*, scan in memory", size), memory, sizes);
  print(fmt::format("*{}*, grep", size), program, sizes);
}

void ask_all(const store::Generation& shard, const std::string& list) {
  using store::Match;
  Questions q(list);
  const auto run = [&](const char* what, Match match, size_t n, auto text) {
    measure(shard, what, match, n, text);
  };
  // Warm: the first questions open the files.
  run("(the first 50, cold)", Match::exact, 50, [&] { return q.identifier(); });
  run("exact", Match::exact, k_queries, [&] { return q.identifier(); });
  run("8 characters*", Match::prefix, k_queries, [&] { return q.head(8); });
  run("7 characters*", Match::prefix, k_queries, [&] { return q.head(7); });
  run("*7 characters", Match::suffix, k_queries, [&] { return q.tail(7); });
  for (const size_t size : {8, 7, 6}) {
    run(fmt::format("*{} characters*", size).c_str(), Match::anywhere,
        k_queries, [&] { return q.part(size); });
  }
  for (const size_t size : {5, 4, 3}) {
    run(fmt::format("*{} characters*, total", size).c_str(), Match::anywhere,
        20, [&] { return q.part(size); });
  }
}

uint64_t bytes_below(const std::string& folder) {
  uint64_t out = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    out += entry.is_regular_file() ? entry.file_size() : 0;
  }
  return out;
}

std::string whole_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string out(fs::file_size(path), '\0');
  in.read(out.data(), static_cast<std::streamsize>(out.size()));
  return out;
}

Options parse(int argc, char** argv) {
  Options out;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--keep") {
      out.keep = true;
    } else if (word == "--count" && i + 1 < argc) {
      out.count = std::stoull(argv[++i]);
    } else if (word == "--scratch" && i + 1 < argc) {
      out.scratch = argv[++i];
    } else {
      stop("[--count N] [--scratch FOLDER] [--keep]");
    }
  }
  return out;
}

} // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::string folder =
      fmt::format("{}/{}", options.scratch, options.count);
  const std::string shard_path = folder + "/shard-000";
  const std::string list_path = folder + "/list.txt";
  if (!fs::exists(shard_path + "/CURRENT")) {
    fs::remove_all(folder);
    make(options, shard_path, list_path);
  }
  const auto shard = take(store::Generation::open(
      shard_path, store::Generation::lookup_families()));
  const std::string list = whole_file(list_path);
  const auto index = bytes_below(shard.path());
  fmt::print("index {:.1f} bytes an identifier ({} MiB), list {:.1f}\n",
             static_cast<double>(index) / static_cast<double>(options.count),
             index >> 20,
             static_cast<double>(list.size()) /
                 static_cast<double>(options.count));
  ask_all(shard, list);
  compare(shard, list, list_path, 6);
  compare(shard, list, list_path, 7);
  if (!options.keep) {
    fs::remove_all(folder);
  }
  return 0;
}
