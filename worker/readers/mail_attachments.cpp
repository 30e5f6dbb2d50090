// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mail_attachments.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <unistd.h>

#include <array>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_longest_name = 300;

struct Ending {
  std::string_view type, ending;
};
constexpr std::array k_endings{Ending{"message/rfc822", ".eml"},
                               Ending{"message/global", ".eml"},
                               Ending{"message/delivery-status", ".txt"},
                               Ending{"text/rfc822-headers", ".txt"},
                               Ending{"text/plain", ".txt"},
                               Ending{"text/html", ".html"},
                               Ending{"text/csv", ".csv"},
                               Ending{"text/calendar", ".ics"},
                               Ending{"text/vcard", ".vcf"},
                               Ending{"text/x-vcard", ".vcf"},
                               Ending{"text/rtf", ".rtf"},
                               Ending{"text/xml", ".xml"},
                               Ending{"application/rtf", ".rtf"},
                               Ending{"application/pdf", ".pdf"},
                               Ending{"application/json", ".json"},
                               Ending{"application/xml", ".xml"},
                               Ending{"application/zip", ".zip"},
                               Ending{"application/msword", ".doc"},
                               Ending{"application/vnd.ms-excel", ".xls"},
                               Ending{"application/ms-tnef", ".dat"},
                               Ending{"application/vnd.ms-tnef", ".dat"},
                               Ending{"image/png", ".png"},
                               Ending{"image/jpeg", ".jpg"},
                               Ending{"image/gif", ".gif"},
                               Ending{"image/tiff", ".tif"},
                               Ending{"image/bmp", ".bmp"}};

} // namespace

std::string attachment_name(std::string_view name) {
  const auto slash = name.find_last_of("/\\");
  auto last = slash == std::string_view::npos ? name : name.substr(slash + 1);
  std::string out = squeeze(clean_utf8(last));
  if (out == "." || out == "..") {
    return "";
  }
  if (out.size() > k_longest_name) {
    const auto dot = out.rfind('.');
    const std::string ending = dot != std::string::npos && out.size() - dot < 16
                                   ? out.substr(dot)
                                   : "";
    out = clip(out, k_longest_name - ending.size()) + ending;
  }
  return out;
}

std::string_view ending_of_type(std::string_view type) {
  for (const auto& one : k_endings) {
    if (one.type == type) {
      return one.ending;
    }
  }
  return "";
}

// A second "image.png" is "image (2).png".
std::string MailAttachments::unique(std::string name) {
  const uint32_t before = m_names[name]++;
  if (before == 0) {
    return name;
  }
  const auto dot = name.rfind('.');
  const auto stem = dot == std::string::npos || dot == 0 ? name.size() : dot;
  const std::string number = " (" + std::to_string(before + 1) + ")";
  return unique(name.substr(0, stem) + number + name.substr(stem));
}

base::Result<void> MailAttachments::refuse(const std::string& name,
                                           std::string_view type,
                                           std::string_view path,
                                           std::string reason) {
  ++m_count;
  auto known = attachment_name(name);
  m_name = unique(known.empty() ? "part-" + std::string(path) +
                                      std::string(ending_of_type(type))
                                : std::move(known));
  m_writer.reset();
  return refuse_member(m_sink, m_name, std::move(reason));
}

base::Result<void> MailAttachments::begin(const std::string& name,
                                          std::string_view type,
                                          std::string_view path) {
  ASSERT(!m_writer);
  Nesting& nesting = *m_container.nesting;
  if (auto admitted = nesting.member(m_container.depth + 1); !admitted) {
    return refuse(name, type, path, admitted.error().message);
  }
  if (!m_scratch) {
    auto scratch = ScratchFolder::make();
    if (!scratch) {
      return refuse(name, type, path, scratch.error().message);
    }
    m_scratch.emplace(std::move(*scratch));
  }
  ++m_count;
  auto known = attachment_name(name);
  m_named = !known.empty();
  m_name = unique(known.empty() ? "part-" + std::string(path) +
                                      std::string(ending_of_type(type))
                                : std::move(known));
  m_path = m_scratch->place_for(m_name);
  auto writer = MemberWriter::make(m_path, nesting);
  if (!writer) {
    return refuse_member(m_sink, m_name, writer.error().message);
  }
  m_writer.emplace(std::move(*writer));
  return {};
}

base::Result<void> MailAttachments::give_up(const base::Error& error) {
  m_writer.reset();
  ::unlink(m_path.c_str());
  return refuse_member(m_sink, m_name, error.message);
}

base::Result<void> MailAttachments::write(std::string_view bytes) {
  if (!m_writer) {
    return {};
  }
  auto written = m_writer->write(bytes);
  return written ? base::Result<void>() : give_up(written.error());
}

base::Result<void> MailAttachments::end() {
  if (!m_writer) {
    return {};
  }
  if (auto finished = m_writer->finish(); !finished) {
    return give_up(finished.error());
  }
  const bool nothing = m_writer->bytes() == 0 && !m_named;
  m_writer.reset();
  if (nothing) { // no name and no bytes: no attachment
    not_counted();
    ::unlink(m_path.c_str());
    return {};
  }
  auto read = read_member(m_container, m_sink, {m_name, m_path, {}});
  ::unlink(m_path.c_str());
  return read;
}

base::Result<void> MailAttachments::whole(const std::string& name,
                                          std::string_view type,
                                          std::string_view path,
                                          std::string_view bytes) {
  TRY(begin(name, type, path));
  TRY(write(bytes));
  return end();
}

} // namespace readers
