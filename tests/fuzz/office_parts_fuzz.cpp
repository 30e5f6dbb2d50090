// SPDX-License-Identifier: Apache-2.0
// The first byte picks a format; the rest, divided at "%%", are its parts.
#include "tests/fuzz/reader_fuzz.hpp"
#include "tests/unit/readers/office_maker.hpp"
#include "worker/readers/office.hpp"

#include <array>

namespace {

using Names = std::vector<const char*>;

const std::array<Names, 6>& formats() {
  static const std::array<Names, 6> all = {
      Names{"word/document.xml", "word/styles.xml", "word/numbering.xml",
            "word/comments.xml", "docProps/core.xml"},
      Names{"xl/worksheets/sheet1.xml", "xl/workbook.xml",
            "xl/sharedStrings.xml", "xl/styles.xml",
            "xl/worksheets/_rels/sheet1.xml.rels", "xl/comments1.xml"},
      Names{"ppt/slides/slide1.xml", "ppt/presentation.xml",
            "ppt/slides/_rels/slide1.xml.rels", "ppt/charts/chart1.xml"},
      Names{"content.xml", "styles.xml", "meta.xml"},
      Names{"OPS/a.xhtml", "META-INF/container.xml", "OPS/book.opf"},
      Names{"visio/pages/page1.xml", "visio/pages/pages.xml"}};
  return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto reader = readers::make_office_reader();
  if (size == 0 || size > size_t{64} << 10) {
    return 0;
  }
  const size_t format = data[0] % (formats().size() + 2);
  std::vector<readers::test::MadePart> parts;
  static constexpr std::array mimes = {
      "application/vnd.oasis.opendocument.text",
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.presentation"};
  const size_t names = format < formats().size() ? format : 3;
  if (names == 3) {
    const size_t kind = format == 3 ? 0 : format - formats().size() + 1;
    parts.push_back({"mimetype", mimes[kind]});
  } else {
    parts.push_back({"[Content_Types].xml", "<T/>"});
  }
  std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  for (const char* name : formats()[names]) {
    const auto end = rest.find("%%");
    parts.push_back({name, std::string(rest.substr(0, end))});
    rest = end == std::string_view::npos ? std::string_view()
                                         : rest.substr(end + 2);
  }
  const std::string zip = readers::test::made_zip(parts);
  return readers_test::check_reader(
      *reader, reinterpret_cast<const uint8_t*>(zip.data()), zip.size());
}
