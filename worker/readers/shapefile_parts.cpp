// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/shapefile_parts.hpp"

#include "core/base/bytes.hpp"
#include "core/base/fd.hpp"
#include "worker/readers/dbf_header.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_header = 64 << 10;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

const Member* member_with(const Input& input, std::string_view suffix) {
  for (const Member& member : input.members) {
    if (lower(member.path).ends_with(suffix)) {
      return &member;
    }
  }
  return nullptr;
}

// "Point", "PolyLineZ" by the code at byte 32.
std::string shape_type(std::string_view head) {
  if (head.size() < 36) {
    return "";
  }
  switch (static_cast<uint8_t>(head[32])) {
  case 0:
    return "Null Shape";
  case 1:
    return "Point";
  case 3:
    return "PolyLine";
  case 5:
    return "Polygon";
  case 8:
    return "MultiPoint";
  case 11:
    return "PointZ";
  case 13:
    return "PolyLineZ";
  case 15:
    return "PolygonZ";
  case 18:
    return "MultiPointZ";
  case 21:
    return "PointM";
  case 23:
    return "PolyLineM";
  case 25:
    return "PolygonM";
  case 28:
    return "MultiPointM";
  case 31:
    return "MultiPatch";
  default:
    return "";
  }
}

base::Result<void> refuse(domain::DocumentSink& sink, std::string field,
                          std::string raw, std::string reason) {
  return sink.reject({{}, std::move(field), std::move(raw), std::move(reason)});
}

// Walks the record headers: big-endian number and length in 16-bit words.
base::Result<uint64_t> count_records(const Input& input,
                                     domain::DocumentSink& sink) {
  TRY_ASSIGN(const base::Fd fd, base::open_regular(input.path));
  uint64_t count = 0;
  uint64_t at = 100;
  while (at + 8 <= input.size) {
    std::byte raw[8];
    TRY_ASSIGN(const size_t got, base::read_at(fd, raw, at));
    const uint64_t words = base::load_be32(
        {reinterpret_cast<const char*>(raw) + 4, got == 8 ? 4U : 0U});
    if (words < 2 || at + 8 + words * 2 > input.size) {
      domain::Locator where;
      where.byte = at;
      TRY(sink.reject({where, "shp record", "",
                       "a record runs past the end of the file, or is empty: "
                       "truncated or damaged"}));
      break;
    }
    ++count;
    at += 8 + words * 2;
    if (count % 65536 == 0) {
      TRY(sink.progress());
    }
  }
  return count;
}

base::Result<void> put_shp(const Input& input, domain::DocumentSink& sink) {
  const std::string type = shape_type(input.head);
  if (type.empty()) {
    TRY(refuse(sink, "shape_type", "", "unknown or missing shape type"));
  }
  TRY(put_text(sink, "shape_type", type));
  if (input.head.size() >= 28) {
    const uint64_t declared =
        uint64_t{base::load_be32(std::string_view(input.head).substr(24))} * 2;
    if (declared != input.size) {
      TRY(refuse(sink, "file length", std::to_string(declared),
                 fmt::format("the .shp header says {} bytes, the file has {}",
                             declared, input.size)));
    }
  }
  TRY_ASSIGN(const uint64_t records, count_records(input, sink));
  TRY(put_number(sink, "shp_records", static_cast<double>(records)));
  const Member* shx = member_with(input, ".shx");
  if (shx == nullptr) {
    return refuse(sink, "shx", "", "the index file (.shx) is missing");
  }
  return {};
}

base::Result<std::string> put_dbf(const std::string& path,
                                  domain::DocumentSink& sink) {
  std::string head(k_header, '\0');
  TRY_ASSIGN(const base::Fd fd, base::open_regular(path));
  TRY_ASSIGN(const size_t got,
             base::read_at(fd, std::as_writable_bytes(std::span(head)), 0));
  head.resize(got);
  const auto header = parse_dbf_header(head);
  if (!header) {
    TRY(refuse(sink, "dbf", "", header.error().message));
    return std::string();
  }
  TRY(put_number(sink, "dbf_records", header->records));
  TRY(put_text(sink, "dbf_language_driver",
               fmt::format("0x{:02x}", header->language)));
  for (const DbfField& field : header->fields) {
    std::string text =
        fmt::format("{}:{}{}", clean_utf8(field.name), field.type, field.width);
    if (field.decimals > 0) {
      text += fmt::format(".{}", field.decimals);
    }
    TRY(put_text(sink, "field", text));
  }
  TRY(put_number(sink, "field_count",
                 static_cast<double>(header->fields.size())));
  TRY_ASSIGN(const DbfRows rows, count_dbf_rows(path, *header));
  if (rows.deleted > 0) {
    TRY(put_number(sink, "dbf_deleted", static_cast<double>(rows.deleted)));
  }
  if (rows.present < header->records) {
    TRY(refuse(sink, "dbf records", std::to_string(header->records),
               fmt::format("the table is truncated: {} of {} rows are there",
                           rows.present, header->records)));
  }
  return std::string(encoding_of_language(header->language));
}

// The text of .shp.xml between its tags.
base::Result<void> put_metadata(const Member& xml, domain::DocumentSink& sink) {
  constexpr size_t k_most = 1 << 20;
  const auto text = base::read_file(xml.path, k_most);
  if (!text) {
    return refuse(sink, "shp.xml", "", text.error().message);
  }
  PassagePacker packer(sink);
  bool tag = false;
  std::string piece;
  const auto put = [&]() -> base::Result<void> {
    std::string clean(trim(clean_utf8(piece)));
    piece.clear();
    // Base64 pictures and numbers are not text.
    const bool words =
        clean.size() > 3 && clean.size() < 20000 &&
        (clean.size() < 100 || clean.find(' ') != std::string::npos);
    domain::Locator where;
    where.section = "metadata";
    return words ? packer.line(std::move(clean), where) : base::Result<void>();
  };
  for (const char c : *text) {
    if (c == '<') {
      TRY(put());
      tag = true;
    } else if (c == '>') {
      tag = false;
    } else if (!tag) {
      piece.push_back(c);
    }
  }
  return packer.flush();
}

std::string sidecar_list(const Input& input) {
  std::vector<std::string> names;
  for (const Member& member : input.members) {
    const std::string name =
        lower(member.path.substr(member.path.rfind('/') + 1));
    names.push_back(name.ends_with(".shp.xml")
                        ? "shp.xml"
                        : name.substr(name.rfind('.') + 1));
  }
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : " ") + name;
  }
  return out;
}

} // namespace

base::Result<ShapefileParts> put_shapefile_parts(const Input& input,
                                                 domain::DocumentSink& sink) {
  ShapefileParts out;
  const bool lone_table = input.extension() == "dbf";
  if (!lone_table) {
    TRY(put_shp(input, sink));
    TRY(put_text(sink, "sidecars", sidecar_list(input)));
  }
  const Member* dbf = member_with(input, ".dbf");
  if (lone_table || dbf != nullptr) {
    TRY_ASSIGN(out.declared_encoding,
               put_dbf(lone_table ? input.path : dbf->path, sink));
  } else {
    TRY(refuse(sink, "dbf", "", "the attribute table (.dbf) is missing"));
  }
  if (const Member* cpg = member_with(input, ".cpg")) {
    const auto text = base::read_file(cpg->path, 1000);
    if (text) {
      const std::string declared(trim(clean_utf8(*text)));
      TRY(put_text(sink, "cpg", declared));
      out.declared_encoding =
          declared.empty() ? out.declared_encoding : declared;
    } else {
      TRY(refuse(sink, "cpg", "", text.error().message));
    }
  }
  if (const Member* xml = member_with(input, ".shp.xml")) {
    TRY(put_metadata(*xml, sink));
  }
  return out;
}

} // namespace readers
