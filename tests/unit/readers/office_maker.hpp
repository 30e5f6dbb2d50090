// SPDX-License-Identifier: Apache-2.0
//
// Makes the zip files of office documents, byte by byte.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace readers::test {

struct MadePart {
  std::string name;
  std::string bytes;
};

inline std::string raw_deflated(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

inline std::string little(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> (8 * i));
  }
  return out;
}

inline std::string made_zip(const std::vector<MadePart>& parts) {
  std::string body, directory;
  for (const auto& [name, bytes] : parts) {
    const bool stored = name == "mimetype";
    const std::string packed = stored ? bytes : raw_deflated(bytes);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
                           static_cast<uInt>(bytes.size()));
    const std::string fields =
        little(20, 2) + little(0, 2) + little(stored ? 0 : 8, 2) +
        little(0, 4) + little(crc, 4) + little(packed.size(), 4) +
        little(bytes.size(), 4) + little(name.size(), 2) + little(0, 2);
    directory += "PK\1\2" + little(20, 2) + fields + little(0, 2) +
                 little(0, 2) + little(0, 2) + little(0, 4) +
                 little(body.size(), 4) + name;
    body += std::string("PK\3\4") + fields + name + packed;
  }
  const auto count = parts.size();
  return body + directory + "PK\5\6" + little(0, 4) + little(count, 2) +
         little(count, 2) + little(directory.size(), 4) +
         little(body.size(), 4) + little(0, 2);
}

inline const char* const k_word =
    " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/"
    "main\"";
inline const char* const k_relations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";

inline std::string root_relations(const std::string& main) {
  return "<Relationships><Relationship Id=\"r1\" Type=\"" +
         std::string(k_relations) + "officeDocument\" Target=\"" + main +
         "\"/></Relationships>";
}

// A Word document of these parts; `body` is what w:body holds.
inline std::string made_docx(const std::string& body,
                             std::vector<MadePart> more = {}) {
  std::vector<MadePart> parts = {
      {"[Content_Types].xml", "<Types/>"},
      {"_rels/.rels", root_relations("word/document.xml")},
      {"word/document.xml", "<w:document" + std::string(k_word) + "><w:body>" +
                                body + "</w:body></w:document>"}};
  for (auto& part : more) {
    parts.push_back(std::move(part));
  }
  return made_zip(parts);
}

inline std::string word_paragraph(const std::string& text, int list = 0,
                                  int level = 0,
                                  const std::string& style = {}) {
  std::string properties;
  if (!style.empty()) {
    properties += "<w:pStyle w:val=\"" + style + "\"/>";
  }
  if (list > 0) {
    properties += "<w:numPr><w:ilvl w:val=\"" + std::to_string(level) +
                  "\"/><w:numId w:val=\"" + std::to_string(list) +
                  "\"/></w:numPr>";
  }
  return "<w:p><w:pPr>" + properties + "</w:pPr><w:r><w:t>" + text +
         "</w:t></w:r></w:p>";
}

// An Excel workbook with one sheet; `rows` is what sheetData holds.
inline std::string made_xlsx(const std::string& rows,
                             std::vector<MadePart> more = {},
                             const std::string& book = {}) {
  std::vector<MadePart> parts = {
      {"[Content_Types].xml", "<Types/>"},
      {"_rels/.rels", root_relations("xl/workbook.xml")},
      {"xl/_rels/workbook.xml.rels",
       "<Relationships><Relationship Id=\"rId1\" Type=\"" +
           std::string(k_relations) +
           "worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"},
      {"xl/workbook.xml",
       "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/"
       "2006/relationships\">" +
           book +
           "<sheets><sheet name=\"Wells\" sheetId=\"1\" r:id=\"rId1\"/>"
           "</sheets></workbook>"},
      {"xl/worksheets/sheet1.xml",
       "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"}};
  for (auto& part : more) {
    parts.push_back(std::move(part));
  }
  return made_zip(parts);
}

} // namespace readers::test
