// SPDX-License-Identifier: Apache-2.0
//
// xls_cells FILE: every cell of an Excel workbook before 2007 that is not
// blank, a line each: sheet, row and column (from 0; of sheets only those with
// cells count), text as JSON.
#include "core/domain/collect.hpp"
#include "worker/readers/compound_file.hpp"
#include "worker/readers/xls_sheet.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace {

class Printing final : public readers::SheetRows {
public:
  explicit Printing(size_t sheet) : m_sheet(sheet) {}
  base::Result<void> row(uint64_t number,
                         std::vector<readers::SheetCell>& cells) override {
    for (const auto& cell : cells) {
      std::printf("%zu\t%llu\t%u\t%s\n", m_sheet,
                  static_cast<unsigned long long>(number - 1), cell.column,
                  nlohmann::json(cell.text).dump().c_str());
    }
    return {};
  }
  void merge(const readers::SheetArea&) override {}

private:
  size_t m_sheet;
};

base::Result<void> print_cells(readers::ByteSource& source) {
  TRY_ASSIGN(const auto workbook, readers::read_workbook(source));
  domain::Collector rest(1000);
  TRY(rest.begin({}));
  size_t number = 0; // among those that are no charts or macros
  for (const auto& sheet : workbook.sheets) {
    if (sheet.kind == readers::XlsSheet::Kind::cells) {
      Printing rows(number++);
      TRY(read_xls_sheet(source, workbook, sheet, rows, "", rest));
    }
  }
  return {};
}

base::Result<void> run(const char* path) {
  auto file = readers::CompoundFile::open(path);
  if (!file) {
    TRY_ASSIGN(auto source, readers::ByteSource::of_file(path));
    return print_cells(source);
  }
  const auto book = file->find("Workbook");
  const auto entry = book ? book : file->find("Book");
  if (!entry) {
    return base::fail(base::Errc::invalid, "no workbook in it");
  }
  readers::ByteSource source(*file, file->locate(*entry));
  return print_cells(source);
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "Usage: xls_cells FILE\n");
    return 2;
  }
  const auto done = run(argv[1]);
  if (!done) {
    std::fprintf(stderr, "%s\n", done.error().message.c_str());
    return 1;
  }
  return 0;
}
