// SPDX-License-Identifier: Apache-2.0
//
// compare_facts KIND SHARED KNOWN: the readers' facts on SHARED/archive against
// SHARED/truth/KIND.tsv, field by field. KNOWN lists the cells where the table
// is wrong, each with the bytes that prove it; they do not count. Prints
// agreed, differing and missing per field and every difference. Exit 1 below
// 99.5 % agreed.
#include "core/domain/bundle.hpp"
#include "tests/truth/compare.hpp"
#include "worker/readers/reader.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

namespace {

using truth::Row;
using truth::Verdict;

constexpr double k_wanted = 0.995;

const std::map<std::string, std::vector<truth::Field> (*)()>& kinds() {
  static const std::map<std::string, std::vector<truth::Field> (*)()> all{
      {"las", truth::las_fields},
      {"pdf", truth::pdf_fields},
      {"segy", truth::segy_fields},
      {"shapefile", truth::shapefile_fields},
  };
  return all;
}

// Cells apart by tabs; a cell in double quotes holds its quotes doubled.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  std::string text;
  while (std::getline(stream, text, '\t')) {
    while (!text.empty() && text.back() == '\r') {
      text.pop_back();
    }
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
      std::string plain;
      for (size_t i = 1; i + 1 < text.size(); ++i) {
        plain += text[i];
        i += text[i] == '"' && text[i + 1] == '"' ? 1 : 0;
      }
      text = plain;
    }
    cells.push_back(text);
  }
  return cells;
}

std::vector<Row> read_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const auto names = cells_of(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const auto cells = cells_of(line);
    Row row;
    for (size_t i = 0; i < names.size(); ++i) {
      row[names[i]] = i < cells.size() ? cells[i] : "";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out + "'";
}

// The file itself, or a member of a zip unpacked into `folder`; "" if it
// cannot be had.
std::string file_of(const std::filesystem::path& archive,
                    const std::string& path,
                    const std::filesystem::path& folder) {
  const auto mark = path.find('!');
  if (mark == std::string::npos) {
    return archive / path;
  }
  const auto out =
      folder / std::filesystem::path(path.substr(mark + 1)).filename();
  const auto command = "unzip -p " + quoted(archive / path.substr(0, mark)) +
                       " " + quoted(path.substr(mark + 1)) + " > " +
                       quoted(out) + " 2>/dev/null";
  return std::system(command.c_str()) == 0 ? out.string() : "";
}

// The files that belong to it, as a walk of its folder finds them.
std::vector<std::string> companions_of(const std::filesystem::path& file) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(file.parent_path(), error)) {
    if (entry.is_regular_file(error)) {
      names.push_back(entry.path().filename());
    }
  }
  std::vector<std::string> found;
  for (const auto& bundle : domain::group_siblings(names)) {
    if (names[bundle.main] != file.filename()) {
      continue;
    }
    for (const size_t companion : bundle.companions) {
      found.push_back(file.parent_path() / names[companion]);
    }
  }
  return found;
}

struct Tally {
  size_t agreed = 0, differs = 0, missing = 0, known = 0;
};

class Comparison {
public:
  Comparison(std::string kind, std::filesystem::path shared,
             const std::filesystem::path& known)
      : m_kind(std::move(kind)), m_shared(std::move(shared)) {
    for (const auto& row : read_table(known)) {
      if (truth::cell(row, "table") == m_kind) {
        m_known.insert({truth::cell(row, "path"), truth::cell(row, "field")});
      }
    }
    std::string name = std::filesystem::temp_directory_path() / "truthXXXXXX";
    m_folder = ::mkdtemp(name.data());
  }
  ~Comparison() { std::filesystem::remove_all(m_folder); }

  int run() {
    const auto fields = kinds().at(m_kind)();
    for (const auto& row : read_table(m_shared / "truth" / (m_kind + ".tsv"))) {
      compare(row, fields);
    }
    return report(fields);
  }

private:
  void compare(const Row& row, const std::vector<truth::Field>& fields) {
    const auto path = truth::cell(row, "path");
    const auto file = file_of(m_shared / "archive", path, m_folder);
    if (file.empty()) {
      std::cout << "skipped, cannot be unpacked: " << path << "\n";
      return;
    }
    domain::Collector collector(100000);
    const std::string error = read(file, collector);
    ++m_files;
    if (!error.empty()) {
      std::cout << "not read: " << path << ": " << error << "\n";
    }
    static const truth::Document empty;
    const auto& document =
        collector.documents().empty() ? empty : collector.documents().front();
    for (const auto& field : fields) {
      count(row, path, field, document);
    }
  }

  static std::string read(const std::string& file, domain::Collector& sink) {
    const auto input = readers::open_input(file, companions_of(file));
    if (!input) {
      return input.error().message;
    }
    const auto choice = readers::choose_reader(*input);
    if (choice.reader == nullptr) {
      return "no reader";
    }
    const auto done = choice.reader->read(*input, sink);
    return done ? "" : done.error().message;
  }

  void count(const Row& row, const std::string& path, const truth::Field& field,
             const truth::Document& document) {
    const auto outcome = field.check(row, document);
    Tally& tally = m_tallies[field.column];
    if (outcome.verdict == Verdict::silent) {
      return;
    }
    if (outcome.verdict == Verdict::agreed) {
      ++tally.agreed;
      return;
    }
    const bool known = m_known.count({path, field.column}) > 0;
    std::cout << (known                                 ? "known  "
                  : outcome.verdict == Verdict::missing ? "missing "
                                                        : "differs ")
              << field.column << "  table '" << truth::cell(row, field.column)
              << "'  reader '" << outcome.ours << "'  " << path << "\n";
    ++(known                                 ? tally.known
       : outcome.verdict == Verdict::missing ? tally.missing
                                             : tally.differs);
  }

  int report(const std::vector<truth::Field>& fields) const {
    Tally all;
    std::printf("\n%-26s %8s %8s %8s %8s\n", "field", "agreed", "differs",
                "missing", "known");
    for (const auto& field : fields) {
      const auto found = m_tallies.find(field.column);
      const Tally tally = found == m_tallies.end() ? Tally{} : found->second;
      std::printf("%-26s %8zu %8zu %8zu %8zu\n", field.column.c_str(),
                  tally.agreed, tally.differs, tally.missing, tally.known);
      all.agreed += tally.agreed;
      all.differs += tally.differs;
      all.missing += tally.missing;
      all.known += tally.known;
    }
    const size_t counted = all.agreed + all.differs + all.missing;
    const double share = counted == 0 ? 0
                                      : static_cast<double>(all.agreed) /
                                            static_cast<double>(counted);
    std::printf("%s: %zu files, %zu agreed, %zu differing, %zu missing, %zu "
                "known to be wrong in the table: %.2f %% agreed\n",
                m_kind.c_str(), m_files, all.agreed, all.differs, all.missing,
                all.known, share * 100);
    return share >= k_wanted ? 0 : 1;
  }

  std::string m_kind;
  std::filesystem::path m_shared;
  std::filesystem::path m_folder;
  std::set<std::pair<std::string, std::string>> m_known;
  std::map<std::string, Tally> m_tallies;
  size_t m_files = 0;
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 4 || kinds().count(argv[1]) == 0) {
    std::cerr << "usage: compare_facts KIND SHARED KNOWN\n";
    return 2;
  }
  if (!std::filesystem::exists(std::filesystem::path(argv[2]) / "truth")) {
    std::cout << "skipped, no ../shared\n";
    return 0;
  }
  return Comparison(argv[1], argv[2], argv[3]).run();
}
