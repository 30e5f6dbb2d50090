// SPDX-License-Identifier: Apache-2.0
//
// cells_of FILE…: every cell of the workbooks as Keybed reads them, one JSON
// array on each line: file (as given), sheet, row, column (both from 1), text.
#include "core/domain/collect.hpp"
#include "worker/readers/xlsx_workbook.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

namespace {

class Printer final : public readers::SheetRows {
public:
  Printer(const char* file, const std::string& sheet)
      : m_file(file), m_sheet(sheet) {}
  base::Result<void> row(uint64_t number,
                         std::vector<readers::SheetCell>& cells) override {
    for (const auto& cell : cells) {
      const nlohmann::json line = {m_file, m_sheet, number, cell.column + 1,
                                   cell.text};
      const auto text = line.dump(
          -1, ' ', false, nlohmann::json::error_handler_t::replace);
      std::puts(text.c_str());
    }
    return {};
  }
  void merge(const readers::SheetArea&) override {}

private:
  const char* m_file;
  std::string m_sheet;
};

base::Result<void> print_cells(const char* file) {
  TRY_ASSIGN(const readers::Input input, readers::open_input(file, {}));
  domain::Collector sink(1000);
  TRY_ASSIGN(auto package, readers::OfficePackage::open(input, sink));
  TRY(package.begin({"xlsx", "", {}}));
  const bool binary = package.has("xl/workbook.bin");
  readers::WorkbookParts parts(package, binary ? "xlsb" : "xlsx");
  TRY(parts.open());
  for (const auto& sheet : parts.book().sheets) {
    Printer printer(file, sheet.name);
    TRY(parts.read_sheet(sheet, printer));
  }
  return {};
}

} // namespace

int main(int argc, char** argv) {
  int failed = 0;
  for (int i = 1; i < argc; ++i) {
    if (auto printed = print_cells(argv[i]); !printed) {
      std::fprintf(stderr, "%s: %s\n", argv[i],
                   printed.error().message.c_str());
      ++failed;
    }
  }
  return failed == 0 ? 0 : 1;
}
