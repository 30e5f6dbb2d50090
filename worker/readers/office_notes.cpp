// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/office_notes.hpp"

namespace readers {
namespace {

constexpr const char* k_by_parts =
    "By the parts of the zip file, whatever its name; a file whose directory "
    "is damaged by the parts that are found one by one.";
constexpr const char* k_properties =
    "Title, author, `author_company`, `creator` (the program), `created_date`, "
    "`updated_date`, and custom properties as `property_NAME`. ";

} // namespace

std::vector<FormatNote> office_notes() {
  static const std::string docx_facts =
      std::string(k_properties) +
      "`page_count`, `word_count`, `table_count`, `images`, "
      "`tracked_insertions`, `tracked_deletions`, `hidden_text_bytes`, "
      "`macros`; of a contract what every contract has.";
  static const std::string sheet_facts =
      std::string(k_properties) +
      "`sheet`, `hidden_sheet`, `defined_name`, `table`, `macros`; of every "
      "table on a sheet what a CSV file has: `row_count`, `column`, dates, "
      "values that repeat.";
  static const std::string slide_facts =
      std::string(k_properties) +
      "`page_count` (slides), `hidden_slides`, `images`, `macros`.";
  static const std::string odf_facts =
      std::string(k_properties) +
      "`page_count`, `table_count`, `sheet_count`, `images`, "
      "`tracked_deletions`, `hidden_text_bytes`.";
  static const char* sheet_passages =
      "Rows as records behind the names of their columns, located by sheet and "
      "row. Blank rows divide a sheet into tables; what stands above a header "
      "is text. Dates are ISO dates, percentages and times as shown, other "
      "numbers in full (well numbers kept as 4.2501E+13 too); merged cells "
      "count for all rows that they cover. Comments, text boxes and titles of "
      "charts in sections of their own.";
  return {
      {"docx", "Word documents", "`.docx`, `.docm`, `.dotx`, `.dotm`",
       k_by_parts, docx_facts,
       "Running text under its headings, with the numbers that Word counts "
       "(lists of nine levels, restarts, styles), so that clauses are found "
       "as in print; rows of tables behind the names of their columns, tables "
       "that arrange text as text. Footnotes, endnotes, comments, headers, "
       "footers, alternative texts and hidden text in sections of their own. "
       "Embedded objects and pictures of 20 kB or more are documents inside.",
       "Deleted text of tracked changes and instructions of fields: no part of "
       "the document. Equations keep their letters only."},
      {"xlsx", "Excel workbooks", "`.xlsx`, `.xlsm`, `.xltx`", k_by_parts,
       sheet_facts, sheet_passages,
       "Formulas (their last values are read; one whose result was never "
       "stored stands as `=SUM(A1:A9)`, with a reject that counts them), pivot "
       "caches (copies), hidden rows are not told apart."},
      {"xlsb", "Excel workbooks, binary", "`.xlsb`", k_by_parts, sheet_facts,
       sheet_passages, "As `xlsx`; comments too."},
      {"pptx", "PowerPoint presentations", "`.pptx`, `.pptm`, `.ppsx`, `.potx`",
       k_by_parts, slide_facts,
       "Slides in order, the page being the slide: title, text, tables, "
       "SmartArt, titles and names of charts; notes, comments and footers in "
       "sections of their own. Embedded objects and pictures of 20 kB or more "
       "are documents inside.",
       "Masters and layouts: their text is a prompt."},
      {"odt", "OpenDocument text", "`.odt`, `.ott`, `.fodt`",
       "By the part `mimetype`; the flat form by its root element.", odf_facts,
       "As `docx`; the numbers of lists and headings are counted.",
       "Deleted text of tracked changes. Password-protected files say so."},
      {"ods", "OpenDocument sheets", "`.ods`, `.ots`, `.fods`",
       "By the part `mimetype`; the flat form by its root element.", odf_facts,
       sheet_passages,
       "Formulas (their last values are read). Of cells and rows that repeat, "
       "at most 1000 are written out."},
      {"odp", "OpenDocument presentations", "`.odp`, `.otp`, `.fodp`",
       "By the part `mimetype`; the flat form by its root element.", odf_facts,
       "As `pptx`.", ""},
      {"odg", "OpenDocument drawings and others",
       "`.odg`, `.otg`, `.fodg`; also formats `odc`, `odf`, `odi`, `odb`",
       "By the part `mimetype`; the flat form by its root element.", odf_facts,
       "The text of shapes, page by page.",
       "The tables of a data base (`odb`): export them."},
      {"epub", "EPUB books", "`.epub`",
       "By the part `mimetype`, or `META-INF/container.xml`.",
       "Title, author, publisher, language, `published_date`, "
       "`chapter_count`.",
       "Chapters in the order of the spine, as the HTML reader has them.",
       "Chapters that are protected against copying: said by name."},
      {"vsdx", "Visio drawings", "`.vsdx`, `.vsdm`, `.vstx`, `.vssx`",
       k_by_parts, k_properties, "The text of shapes, page by page.",
       "Text that a shape takes from its master."},
      {"xps", "XPS documents", "`.xps`, `.oxps`", k_by_parts, k_properties,
       "Lines of each page, in the order of the file.",
       "Pictures of text: there is no text layer in them."},
      {"thmx", "Office themes", "`.thmx`", k_by_parts, k_properties, "",
       "They hold no text."},
      {"iwork", "Apple Pages, Numbers, Keynote", "`.pages`, `.numbers`, `.key`",
       "By `Index/Document.iwa` and the like.", "",
       "Their preview, where it is a PDF, as a document inside.",
       "The document itself: its format is not published. Export it."},
  };
}

} // namespace readers
