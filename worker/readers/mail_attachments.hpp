// SPDX-License-Identifier: Apache-2.0
//
// The attachments of one message on their way to disk and to their readers,
// each under a name of its own. One thread.
#pragma once

#include "worker/readers/nested.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace readers {

class MailAttachments {
public:
  // Both are borrowed and outlive this.
  MailAttachments(const Input& container, domain::DocumentSink& sink)
      : m_container(container), m_sink(sink) {}

  // `name`: as the message has it, "" if it has none; `type`: its MIME type,
  // "" if not known; `path`: of the part, for a name where there is none.
  // What cannot be admitted is refused here, and its bytes are dropped.
  base::Result<void> begin(const std::string& name, std::string_view type,
                           std::string_view path);
  base::Result<void> write(std::string_view bytes);
  base::Result<void> end();
  // All at once.
  base::Result<void> whole(const std::string& name, std::string_view type,
                           std::string_view path, std::string_view bytes);
  // It is there, and not read.
  base::Result<void> refuse(const std::string& name, std::string_view type,
                            std::string_view path, std::string reason);

  // The last one is a body, not an attachment.
  void not_counted() { m_count -= m_count > 0 ? 1 : 0; }

  uint64_t count() const { return m_count; }

private:
  std::string unique(std::string name);
  base::Result<void> give_up(const base::Error& error);

  const Input& m_container;
  domain::DocumentSink& m_sink;
  std::optional<ScratchFolder> m_scratch;
  std::optional<MemberWriter> m_writer; // none: dropped
  std::string m_name;
  bool m_named = false; // by the message
  std::string m_path;
  std::map<std::string, uint32_t> m_names;
  uint64_t m_count = 0;
};

// The last part of a path, whatever the slashes; what no file may be called is
// left out.
std::string attachment_name(std::string_view name);
// ".pdf" of "application/pdf"; "" if not known.
std::string_view ending_of_type(std::string_view type);

} // namespace readers
