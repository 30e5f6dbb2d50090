// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pst_reader.hpp"

#include "worker/readers/mapi_document.hpp"
#include "worker/readers/nested_sink.hpp"
#include "worker/readers/pst_source.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_deepest = 50; // folders within folders
constexpr size_t k_most_rejects = 100;

// One message, with what is attached to it.
class PstMessage {
public:
  // `container`: that of the message; `sink`: the message's own.
  PstMessage(const PstStore& store, const Input& container,
             domain::DocumentSink& sink)
      : m_store(store), m_input(inner(container)), m_sink(sink),
        m_attachments(m_input, sink) {}

  base::Result<void> put(const PstItem& item, const MapiProperties& message) {
    const auto facts = mail_facts_of(
        message, m_store.recipients(item, 3 * MailFacts::k_most_addresses));
    TRY(begin_mapi(facts, "msg", m_sink));
    facts.put_into(m_found);
    say_mapi_class(message, m_found);
    TRY(put_mapi_body(message, facts, m_attachments, m_sink));
    TRY(put_attachments(item));
    TRY(m_found.put(m_sink));
    return m_sink.end();
  }

private:
  static Input inner(const Input& container) {
    Input input;
    input.path = container.path;
    input.curves = container.curves;
    input.nesting = container.nesting;
    input.depth = container.depth + 1;
    return input;
  }

  base::Result<void> put_attachments(const PstItem& item) {
    const auto count = m_store.attachment_count(item);
    if (!count) {
      m_found.refuse("attachment", "", count.error().message);
      return {};
    }
    for (size_t i = 0; i < *count && !m_input.nesting->spent(); ++i) {
      TRY(m_sink.progress());
      TRY(put_attachment(item, i));
    }
    if (m_attachments.count() > 0) {
      m_found.count("attachment_count", m_attachments.count());
    }
    return {};
  }

  base::Result<void> put_attachment(const PstItem& item, size_t index) {
    const auto number = std::to_string(index + 1);
    const auto attachment = m_store.attachment(item, index);
    if (!attachment) {
      return m_attachments.refuse("", "", number, attachment.error().message);
    }
    const auto properties = m_store.properties(*attachment);
    const MapiProperties none;
    const auto& known = properties ? *properties : none;
    const auto name = mapi_attachment_name(known);
    const auto type = known.text(mapi::k_attach_mime);
    if (const auto message = m_store.message_inside(*attachment)) {
      return put_message(message, name.empty() ? "message " + number : name);
    }
    TRY(m_attachments.begin(name, type, number));
    while (true) {
      constexpr size_t k_piece = 256 * 1024;
      const auto piece = m_store.data(*attachment, k_piece);
      if (!piece) {
        m_found.refuse("attachment", name, piece.error().message);
        break;
      }
      if (piece->empty()) {
        break;
      }
      TRY(m_sink.progress());
      TRY(m_attachments.write(*piece));
    }
    return m_attachments.end();
  }

  base::Result<void> put_message(const PstItem& message,
                                 const std::string& name) {
    auto admitted = m_input.nesting->member(m_input.depth + 1);
    const auto properties = m_store.properties(message);
    if (!admitted || !properties) {
      return refuse_member(m_sink, name,
                           admitted ? properties.error().message
                                    : admitted.error().message);
    }
    MemberSink sink(m_sink, name);
    TRY(PstMessage(m_store, m_input, sink).put(message, *properties));
    return sink.close("");
  }

  const PstStore& m_store;
  const Input m_input;
  domain::DocumentSink& m_sink;
  MailAttachments m_attachments;
  Findings m_found;
};

class PstPass {
public:
  PstPass(const Input& input, domain::DocumentSink& sink, PstStore& store)
      : m_input(input), m_sink(sink), m_store(store) {}

  base::Result<void> run() {
    TRY_ASSIGN(auto root, m_store.root());
    domain::DocumentHead head;
    head.format = "pst";
    TRY(m_sink.begin(std::move(head)));
    m_open.push_back({std::move(root), "", 0});
    while (!m_open.empty() && !m_input.nesting->spent()) {
      TRY(step());
    }
    if (m_input.nesting->spent()) {
      refuse("messages from here on are not read: a limit of the file is "
             "reached");
    }
    m_found.count("message_count", m_messages);
    m_found.count("folder_count", m_folders);
    TRY(m_found.put(m_sink));
    return m_sink.end();
  }

private:
  struct Open { // a folder whose folders are being visited
    PstItem item;
    std::string path;
    size_t next = 0;
  };

  void refuse(std::string reason) {
    if (m_found.rejects.size() < k_most_rejects) {
      m_found.refuse("store", m_open.empty() ? "" : m_open.back().path,
                     std::move(reason));
    }
  }

  // The messages of a folder when it is met, then one of its folders a time.
  base::Result<void> step() {
    TRY(m_sink.progress());
    if (m_open.back().next == 0) {
      TRY(put_messages(m_open.back()));
    }
    const auto count = m_store.folder_count(m_open.back().item);
    const size_t index = m_open.back().next++;
    if (!count) {
      refuse(count.error().message);
    }
    if (!count || index >= *count) {
      m_open.pop_back();
      return {};
    }
    auto folder = m_store.folder(m_open.back().item, index);
    if (!folder) {
      refuse(folder.error().message);
    } else if (m_open.size() >= k_deepest) {
      refuse("folders deeper than " + std::to_string(k_deepest) +
             " are not read");
    } else {
      ++m_folders;
      std::string path = m_open.back().path + name_of(*folder, index) + "/";
      m_open.push_back({std::move(*folder), std::move(path), 0});
    }
    return {};
  }

  std::string name_of(const PstItem& folder, size_t index) const {
    const auto properties = m_store.properties(folder);
    auto name = properties ? as_name(properties->text(mapi::k_display_name))
                           : std::string();
    return name.empty() ? "folder " + std::to_string(index + 1) : name;
  }

  static std::string as_name(std::string text) {
    std::replace(text.begin(), text.end(), '/', '_');
    std::replace(text.begin(), text.end(), '\n', ' ');
    return clip(text, 200);
  }

  // "Inbox/Re: Pumps", "Inbox/Re: Pumps (2)".
  std::string unique(const std::string& folder, std::string subject) {
    subject = as_name(std::move(subject));
    std::string name = folder + (subject.empty() ? "message" : subject);
    const uint32_t before = m_names[name]++;
    return before == 0 ? name : name + " (" + std::to_string(before + 1) + ")";
  }

  base::Result<void> put_messages(const Open& folder) {
    const auto count = m_store.message_count(folder.item);
    if (!count) {
      refuse(count.error().message);
      return {};
    }
    for (size_t i = 0; i < *count && !m_input.nesting->spent(); ++i) {
      TRY(m_sink.progress());
      TRY(put_message(folder, i));
    }
    return {};
  }

  base::Result<void> put_message(const Open& folder, size_t index) {
    const auto message = m_store.message(folder.item, index);
    if (!message) {
      refuse(message.error().message);
      return {};
    }
    const auto properties = m_store.properties(*message);
    if (!properties) {
      refuse(properties.error().message);
      return {};
    }
    ++m_messages;
    const auto name = unique(folder.path, properties->text(mapi::k_subject));
    if (auto admitted = m_input.nesting->member(m_input.depth + 1); !admitted) {
      return refuse_member(m_sink, name, admitted.error().message);
    }
    MemberSink sink(m_sink, name);
    TRY(PstMessage(m_store, m_input, sink).put(*message, *properties));
    return sink.close("");
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  PstStore& m_store;
  std::vector<Open> m_open;
  std::map<std::string, uint32_t> m_names;
  Findings m_found;
  uint64_t m_messages = 0, m_folders = 0;
};

class PstReader final : public Reader {
public:
  std::string_view name() const override { return "pst"; }
  uint32_t version() const override { return 1; }
  bool holds_others() const override { return true; }

  Detection detect(const Input& input) const override {
    return !input.is_directory && input.head.starts_with("!BDN")
               ? Detection{Match::magic, "pst"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"pst", "Outlook's stores of messages", "`.pst`, `.ost`",
             "signature", "`message_count`, `folder_count`",
             "none of its own: each message is a document (format `msg`), "
             "named by its folder and subject",
             "deleted items that no folder names; properties of several "
             "values; messages beyond the limits on documents inside documents "
             "(said)"}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const auto store, PstStore::open(input.path));
    return PstPass(input, sink, *store).run();
  }
};

} // namespace

std::unique_ptr<Reader> make_pst_reader() {
  return std::make_unique<PstReader>();
}

} // namespace readers
