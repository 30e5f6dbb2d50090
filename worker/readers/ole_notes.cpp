// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ole_notes.hpp"

namespace readers {
namespace {

constexpr const char* k_by_entries =
    "A compound file (OLE2) by its first bytes, and what it is by the names "
    "and the class in its directory, whatever the file's name; the name "
    "decides only where the directory is not among the first 64 KiB.";
constexpr const char* k_properties =
    "Title, author, `author_company`, `creator` (the program), `created_date`, "
    "`updated_date`, and custom properties as `property_NAME`. ";
constexpr const char* k_unpublished =
    "Its text: the format was never published. Save it in the newer one.";

} // namespace

std::vector<FormatNote> ole_notes() {
  static const std::string properties = k_properties;
  static const std::string doc_facts =
      properties + "`format_version`, `page_count` and `word_count` as Word "
                   "last counted them, `comment_count`, `hidden_text_bytes`, "
                   "`macros`; of a contract what every contract has.";
  static const std::string xls_facts =
      properties + "`format_version`, `sheet_count`, `sheet`, `hidden_sheet`, "
                   "`defined_name`, `macros`; of every table on a sheet what a "
                   "CSV file has: `row_count`, `column`, dates, values that "
                   "repeat.";
  static const std::string ppt_facts =
      properties + "`page_count` (slides), `hidden_slides`, `comment_count`, "
                   "`macros`.";
  return {
      {"doc", "Word documents before 2007", "`.doc`, `.dot`", k_by_entries,
       doc_facts,
       "Running text under its headings, with the numbers that Word counts "
       "(lists of nine levels, restarts, styles), so that clauses are found "
       "as in print; rows of tables behind the names of their columns. "
       "Footnotes, endnotes, comments with their authors, headers, footers, "
       "text boxes and hidden text in sections of their own. Embedded "
       "documents and packages are documents inside.",
       "Deleted text of tracked changes and instructions of fields: no part of "
       "the document. Documents with a password say so. Word 2 keeps its text "
       "and tables only, Word 6 and 95 all but the numbers of lists; pictures "
       "and equations are left out."},
      {"write", "Windows Write", "`.wri`", "By its first bytes.", "None.",
       "Running text.", "Formatting and pictures."},
      {"xls", "Excel workbooks before 2007", "`.xls`, `.xlt`",
       "As `doc`; those of Excel 2 to 4, which stand alone, by their first "
       "record.",
       xls_facts,
       "Rows as records behind the names of their columns, as in `xlsx`. "
       "Comments with their authors, text boxes, headers and footers by "
       "sheet. Embedded documents are documents inside.",
       "Formulas (their last values are read), charts, pivot tables, "
       "hyperlinks' targets. Workbooks with a password say so."},
      {"ppt", "PowerPoint presentations before 2007", "`.ppt`, `.pps`, `.pot`",
       "As `doc`.", ppt_facts,
       "Slides in order, the page being the slide: title, text, tables; notes, "
       "comments, footers and what the master writes in sections of their own. "
       "Embedded documents are documents inside.",
       "Text in pictures and WordArt. Presentations with a password, and of "
       "PowerPoint 95 and older, whose format was never published, say so."},
      {"publisher", "Publisher", "`.pub`", "As `doc`.", k_properties,
       "The text of all frames, one after the other.", "Where it stands."},
      {"visio", "Visio drawings before 2013", "`.vsd`, `.vst`", "As `doc`.",
       k_properties, "", k_unpublished},
      {"project", "Project plans", "`.mpp`", "As `doc`.", k_properties, "",
       k_unpublished},
      {"works", "Works documents", "`.wps`", "As `doc`.", k_properties, "",
       k_unpublished},
      {"compound file", "Other compound files", "", "By its first bytes.",
       k_properties, "A document that is packed in it is a document inside.",
       "All else: it belongs to a program that Keybed does not know. Without "
       "any of these the file is unread, and the reason names what is in it."},
      {"encrypted office document", "Office files with a password",
       "`.docx`, `.xlsx`, `.pptx`", "By the names in the directory.", "", "",
       "All of it: every byte is encrypted. The reason says so."},
  };
}

} // namespace readers
