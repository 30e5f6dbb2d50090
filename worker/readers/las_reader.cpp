// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/las_reader.hpp"

#include "worker/readers/las_facts.hpp"
#include "worker/readers/las_pass.hpp"

#include <string>
#include <utility>

namespace readers {
namespace {

using namespace las;

// "~V", "~Version Information", with which every LAS file should begin.
bool is_version_line(std::string_view line) {
  const auto name = upper_of(line.substr(0, 4));
  return name == "~VER" || name == "~V" || name.starts_with("~V ");
}

// What the lines of the file's start are.
struct Look {
  size_t sections = 0;
  bool version_first = false;
  bool only_comments = true;
};

Look look_at(std::string_view text) {
  Look found;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n");
    const auto line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    const auto section = section_of(line);
    if (found.only_comments) {
      found.version_first = is_version_line(line);
    }
    found.only_comments = false;
    found.sections += section && *section != SectionKind::custom;
  }
  return found;
}

class LasReader : public Reader {
public:
  std::string_view name() const override { return "las"; }
  uint32_t version() const override { return 7; }

  std::vector<FormatNote> notes() const override {
    return {{"las", "LAS well log 1.2, 2.0 and 3.0 (CWLS)", "`.las`",
             "A first line `~V`, or with the file name two standard sections. "
             "A LiDAR point cloud, which has the same name, begins `LASF` and "
             "is refused.",
             "Well, company, field, place, dates, elevations, index range in "
             "metres, curves with units, families, ranges and null fractions. "
             "Of LAS 3.0 further logs, array channels, formation tops and "
             "deviation surveys (stations, depths, steepest angle). API "
             "numbers, UWIs and names are keys. Where header and rows differ, "
             "a reject says so.",
             "A summary, the header's sections, comments and remarks. Of LAS "
             "3.0 the rows of tops, cores, surveys, tests and perforations as "
             "records under the names that their definition gives.",
             "Samples (described by counts and ranges only); of tables what "
             "is beyond 1 MiB."}};
  }

  Detection detect(const Input& input) const override {
    // A LiDAR point cloud bears the same extension.
    if (input.is_directory || input.size == 0 ||
        input.head.starts_with("LASF")) {
      return {};
    }
    const auto look = look_at(input.text());
    if (look.version_first) {
      return {Match::magic, "las"};
    }
    // Prose about the format and scanned text have lines with '~' too.
    if (input.extension() != "las") {
      return {};
    }
    if (look.sections >= 2) {
      return {Match::content, "las"};
    }
    return look.sections > 0 || look.only_comments
               ? Detection{Match::extension, "las"}
               : Detection{};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(Log log, read_log(input.path, LogParts::all,
                                 [&sink] { return sink.progress(); }));
    log.curves = input.curves;
    if (log.header.sections.empty()) {
      return base::fail(base::Errc::corrupt,
                        "no line begins with '~': none of the sections of a "
                        "LAS file is there");
    }
    const Findings findings = describe(log);
    TRY(sink.begin({"las", title_of(findings), {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_las_reader() {
  return std::make_unique<LasReader>();
}

} // namespace readers
