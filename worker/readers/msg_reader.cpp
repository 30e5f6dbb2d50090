// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/msg_reader.hpp"

#include "worker/readers/dates.hpp"
#include "worker/readers/mapi_document.hpp"
#include "worker/readers/msg_properties.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_inside = size_t{512} << 20; // a message or an object

// "__substg1.0_" as a directory has it.
constexpr std::string_view k_mark{"_\0_\0s\0u\0b\0s\0t\0g\0001\0.\0000\0_\0",
                                  24};
constexpr std::string_view k_table{
    "_\0_\0p\0r\0o\0p\0e\0r\0t\0i\0e\0s\0_\0v\0e\0r\0s\0i\0o\0n\0", 40};

class MsgPass {
public:
  MsgPass(const Input& input, domain::DocumentSink& sink, CompoundFile file)
      : m_input(input), m_sink(sink), m_file(std::move(file)),
        m_attachments(input, sink) {}

  base::Result<void> run() {
    if (!m_file.find("__properties_version1.0") && !has_values()) {
      return base::fail(base::Errc::corrupt,
                        "the compound file holds no message");
    }
    auto message = read_msg_properties(m_file, 0, m_damage);
    const auto facts = mail_facts_of(message, recipients());
    TRY(begin_mapi(facts, "msg", m_sink));
    facts.put_into(m_found);
    say_mapi_class(message, m_found);
    say_named(message);
    TRY(put_mapi_body(message, facts, m_attachments, m_sink));
    TRY(put_attachments());
    for (const auto& damage : m_file.damage()) {
      m_damage.push_back(damage);
    }
    for (size_t i = 0; i < m_damage.size() && i < 50; ++i) {
      m_found.refuse("file", "", "damaged: " + m_damage[i].what,
                     at_byte(m_damage[i].byte));
    }
    TRY(m_found.put(m_sink));
    return m_sink.end();
  }

private:
  bool has_values() const {
    return std::any_of(m_file.entries().begin(), m_file.entries().end(),
                       [](const CompoundEntry& entry) {
                         return entry.name.starts_with("__substg1.0_");
                       });
  }

  std::vector<size_t> storages(std::string_view begin) const {
    std::vector<size_t> out;
    for (const size_t child : m_file.root().children) {
      const auto& entry = m_file.entries()[child];
      if (entry.kind == CompoundEntry::Kind::storage &&
          entry.name.starts_with(begin)) {
        out.push_back(child);
      }
    }
    std::sort(out.begin(), out.end(), [this](size_t a, size_t b) {
      return m_file.entries()[a].name < m_file.entries()[b].name;
    });
    return out;
  }

  std::vector<MapiProperties> recipients() {
    std::vector<MapiProperties> out;
    for (const size_t storage : storages("__recip_version1.0_")) {
      if (out.size() < 3 * MailFacts::k_most_addresses) {
        out.push_back(read_msg_properties(m_file, storage, m_damage));
      }
    }
    return out;
  }

  std::string stream_of(std::string_view path) {
    const auto at = m_file.find(path);
    if (!at) {
      return "";
    }
    auto bytes = m_file.read(m_file.locate(*at), 0, size_t{4} << 20);
    return bytes ? std::move(*bytes) : std::string();
  }

  void say_named(const MapiProperties& message) {
    const auto names =
        parse_msg_names(stream_of("__nameid_version1.0/__substg1.0_00020102"),
                        stream_of("__nameid_version1.0/__substg1.0_00030102"),
                        stream_of("__nameid_version1.0/__substg1.0_00040102"));
    for (const auto& keyword : message.texts(names.keywords)) {
      m_found.say("keywords", clip(keyword, 200));
    }
    m_found.say("meeting_place", clip(message.text(names.location), 300));
    if (const auto time = message.time(names.begins)) {
      m_found.say("meeting_start", *time);
    }
    if (const auto time = message.time(names.ends)) {
      m_found.say("meeting_end", *time);
    }
  }

  base::Result<void> put_attachments() {
    size_t number = 0;
    for (const size_t storage : storages("__attach_version1.0_")) {
      ++number;
      TRY(m_sink.progress());
      TRY(put_attachment(storage, std::to_string(number)));
      if (m_input.nesting->spent()) {
        m_found.refuse("attachment", "",
                       "attachments from number " + std::to_string(number) +
                           " on are not read: a limit of the file is reached");
        break;
      }
    }
    if (m_attachments.count() > 0) {
      m_found.count("attachment_count", m_attachments.count());
    }
    return {};
  }

  base::Result<void> put_attachment(size_t storage, const std::string& number) {
    constexpr uint32_t k_by_reference = 2; // to 4
    const auto properties = read_msg_properties(m_file, storage, m_damage);
    auto name = mapi_attachment_name(properties);
    const auto type = properties.text(mapi::k_attach_mime);
    if (const auto data = m_file.find("__substg1.0_37010102", storage)) {
      return put_stream(*data, name, type, number);
    }
    if (const auto object = m_file.find("__substg1.0_3701000D", storage)) {
      return put_object(*object, std::move(name), number);
    }
    const auto method = properties.number(mapi::k_attach_method).value_or(0);
    return m_attachments.refuse(name, type, number,
                                method >= k_by_reference && method <= 4
                                    ? "kept outside of the message"
                                    : "the message does not hold its data");
  }

  base::Result<void> put_stream(size_t entry, const std::string& name,
                                const std::string& type,
                                const std::string& number) {
    constexpr size_t k_piece = 256 * 1024;
    const auto stream = m_file.locate(entry);
    if (stream.damage) {
      m_damage.push_back(*stream.damage);
    }
    TRY(m_attachments.begin(name, type, number));
    for (uint64_t at = 0; at < stream.size; at += k_piece) {
      TRY(m_sink.progress());
      TRY_ASSIGN(const auto piece, m_file.read(stream, at, k_piece));
      TRY(m_attachments.write(piece));
    }
    return m_attachments.end();
  }

  // A message inside is a storage, and so is an embedded object.
  base::Result<void> put_object(size_t storage, std::string name,
                                const std::string& number) {
    const bool message =
        m_file.find("__properties_version1.0", storage).has_value();
    name = name.empty() ? "part-" + number : name;
    name += message && !name.ends_with(".msg") ? ".msg" : "";
    if (m_file.entries()[storage].kind == CompoundEntry::Kind::stream) {
      return put_stream(storage, name, "", number);
    }
    auto copied = copy_storage(m_file, storage, k_most_inside);
    return copied
               ? m_attachments.whole(name, "", number, *copied)
               : m_attachments.refuse(name, "", number, copied.error().message);
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  CompoundFile m_file;
  MailAttachments m_attachments;
  std::vector<CompoundDamage> m_damage;
  Findings m_found;
};

class MsgReader final : public Reader {
public:
  std::string_view name() const override { return "msg"; }
  uint32_t version() const override { return 1; }
  bool holds_others() const override { return true; }

  // The directory of a large file may stand behind the head; then the name
  // decides.
  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.head.starts_with(k_compound_signature)) {
      return {};
    }
    const bool marked = input.head.find(k_table) != std::string::npos ||
                        input.head.find(k_mark) != std::string::npos;
    const auto extension = input.extension();
    if (marked) {
      return {Match::magic, "msg"};
    }
    return extension == "msg" || extension == "oft"
               ? Detection{Match::content, "msg"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"msg", "Outlook messages", "`.msg`, `.oft`",
             "a compound file with the properties of a message",
             "as eml; `message_class`, `keywords`, `meeting_place`, "
             "`meeting_start`, `meeting_end`",
             "plain text or HTML, as eml. Attachments, messages inside and "
             "rich text that stands alone are documents of their own",
             "other named properties; attachments that are kept elsewhere "
             "(said)"}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(auto file, CompoundFile::open(input.path));
    return MsgPass(input, sink, std::move(file)).run();
  }
};

} // namespace

std::unique_ptr<Reader> make_msg_reader() {
  return std::make_unique<MsgReader>();
}

} // namespace readers
