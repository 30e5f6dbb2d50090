// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_info.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <exception>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <utility>

namespace readers {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ascii_line(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c < '\x7F'; });
}

// Without controls and what lies beyond the basic plane.
bool is_plain_line(std::string_view utf8) {
  return std::all_of(utf8.begin(), utf8.end(), [](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return byte >= ' ' && byte != 0x7F && byte < 0xF0;
  });
}

// One text of the Info dictionary as a line; "" if it is not there.
std::optional<std::string> line_of(QPDFObjectHandle value) {
  if (value.isNull()) {
    return std::string();
  }
  if (!value.isString()) {
    return std::nullopt;
  }
  const auto raw = value.getStringValue();
  const bool wide = raw.starts_with("\xFE\xFF") && raw.size() % 2 == 0;
  const auto text = wide ? value.getUTF8Value() : raw;
  if (!(wide ? is_plain_line(text) : is_ascii_line(raw))) {
    return std::nullopt;
  }
  return squeeze(clean_utf8(text));
}

// "1.4": one digit, a point, one digit.
bool is_version(std::string_view text) {
  return text.size() == 3 && is_digit(text[0]) && text[1] == '.' &&
         is_digit(text[2]);
}

std::optional<std::string> version_of(QPDF& pdf) {
  auto version = pdf.getPDFVersion();
  auto newer = pdf.getRoot().getKey("/Version");
  if (newer.isName()) {
    const auto name = newer.getName().substr(1);
    if (!is_version(name)) {
      return std::nullopt;
    }
    version = std::max(version, name);
  }
  return is_version(version) && newer.isName() == !newer.isNull()
             ? std::optional(version)
             : std::nullopt;
}

bool read_texts(QPDFObjectHandle info, PdfInfo& out) {
  const std::pair<const char*, std::string PdfInfo::*> texts[] = {
      {"/Title", &PdfInfo::title},          {"/Author", &PdfInfo::author},
      {"/Subject", &PdfInfo::subject},      {"/Keywords", &PdfInfo::keywords},
      {"/Creator", &PdfInfo::creator},      {"/Producer", &PdfInfo::producer},
      {"/CreationDate", &PdfInfo::created}, {"/ModDate", &PdfInfo::modified}};
  for (const auto& [key, member] : texts) {
    auto text = line_of(info.getKey(key));
    const bool date =
        member == &PdfInfo::created || member == &PdfInfo::modified;
    if (date && text && !text->empty()) {
      text = iso_of_pdf_date(*text);
    }
    if (!text) {
      return false;
    }
    out.*member = std::move(*text);
  }
  return true;
}

std::optional<PdfInfo> read_info(PdfFile& file) {
  QPDF& pdf = file.qpdf();
  PdfInfo out;
  auto count = pdf.getRoot().getKey("/Pages").getKey("/Count");
  const bool counted =
      count.isInteger() && file.pages() > 0 &&
      count.getIntValue() == static_cast<long long>(file.pages());
  auto info = pdf.getTrailer().getKey("/Info");
  const auto version = version_of(pdf);
  if (!counted || !version || !(info.isNull() || info.isDictionary()) ||
      (info.isDictionary() && !read_texts(info, out))) {
    return std::nullopt;
  }
  out.version = *version;
  out.pages = file.pages();
  out.encrypted = false;
  return out;
}

} // namespace

std::optional<std::string> iso_of_pdf_date(std::string_view text) {
  if (text.starts_with("D:")) {
    text.remove_prefix(2);
  }
  constexpr size_t k_digits = 14;
  if (text.size() < k_digits ||
      !std::all_of(text.begin(), text.begin() + k_digits, is_digit)) {
    return std::nullopt;
  }
  const auto part = [&](size_t at, size_t size) {
    return std::string(text.substr(at, size));
  };
  const auto time = part(0, 4) + "-" + part(4, 2) + "-" + part(6, 2) + "T" +
                    part(8, 2) + ":" + part(10, 2) + ":" + part(12, 2);
  auto zone = text.substr(k_digits);
  if (zone.empty() || zone == "Z" || zone == "Z00'00'" || zone == "Z00'00") {
    return time + "Z";
  }
  // +HH'mm' or +HH'mm
  const bool shaped = (zone.size() == 7 ? zone[6] == '\'' : zone.size() == 6) &&
                      (zone[0] == '+' || zone[0] == '-') && is_digit(zone[1]) &&
                      is_digit(zone[2]) && zone[3] == '\'' &&
                      is_digit(zone[4]) && is_digit(zone[5]);
  if (!shaped) {
    return std::nullopt;
  }
  const auto hours = zone.substr(1, 2), minutes = zone.substr(4, 2);
  if (hours == "00" && minutes == "00") {
    return time + "Z";
  }
  return time + std::string(zone.substr(0, 3)) +
         (minutes == "00" ? "" : ":" + std::string(minutes));
}

std::optional<PdfInfo> plain_pdf_info(PdfFile& file) {
  try {
    if (!file.damage().empty() || file.qpdf().isEncrypted()) {
      return std::nullopt;
    }
    return read_info(file);
  } catch (const std::exception&) { // of qpdf: pdfinfo says what it can
    return std::nullopt;
  }
}

} // namespace readers
