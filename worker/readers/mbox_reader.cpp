// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/mbox_reader.hpp"

#include "core/base/fd.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/mail_detect.hpp"
#include "worker/readers/mail_text.hpp"
#include "worker/readers/mbox_splitter.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/reading.hpp"

#include <unistd.h>

#include <optional>
#include <set>
#include <utility>

namespace readers {
namespace {

std::string_view first_line(std::string_view text) {
  auto line = text.substr(0, text.find('\n'));
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

class MboxPass final : public MboxHandler {
public:
  MboxPass(const Input& input, domain::DocumentSink& sink,
           ScratchFolder scratch)
      : m_input(input), m_sink(sink), m_scratch(std::move(scratch)) {}

  base::Result<void> begin(uint64_t number, uint64_t byte) override {
    m_number = number;
    m_byte = byte;
    m_refused.reset();
    m_path = m_scratch.path() + "/message.eml";
    auto admitted = m_input.nesting->member(m_input.depth + 1);
    auto writer = MemberWriter::make(m_path, *m_input.nesting);
    if (!admitted || !writer) {
      give_up(admitted ? writer.error() : admitted.error());
      return {};
    }
    m_writer.emplace(std::move(*writer));
    return {};
  }

  base::Result<void> bytes(std::string_view bytes) override {
    if (m_writer) {
      if (auto written = m_writer->write(bytes); !written) {
        give_up(written.error());
      }
    }
    return {};
  }

  base::Result<bool> end(const std::string& message_id) override {
    const auto name = name_of(message_id);
    if (!m_refused) {
      TRY(m_writer->finish());
      m_writer.reset();
      auto read = read_member(m_input, m_sink, {name, m_path, {}});
      ::unlink(m_path.c_str());
      TRY(std::move(read));
      return true;
    }
    if (m_input.nesting->spent() || m_refusals > k_most_refusals) {
      m_stop = *m_refused;
      return false;
    }
    TRY(refuse_member(m_sink, name, *m_refused));
    return true;
  }

  base::Result<void> progress() override { return m_sink.progress(); }

  base::Result<void> finish() {
    Findings found;
    found.count("message_count", m_number);
    if (m_stop) {
      found.refuse("message", "", "not read from this message on: " + *m_stop,
                   at_byte(m_byte));
    }
    TRY(found.put(m_sink));
    return m_sink.end();
  }

private:
  static constexpr uint64_t k_most_refusals = 1000;

  void give_up(const base::Error& error) {
    m_writer.reset();
    ::unlink(m_path.c_str());
    m_refused = error.message;
    ++m_refusals;
  }

  // Copies of one message have one id, but need a name each.
  std::string name_of(const std::string& message_id) {
    const auto id = clip(bare_message_id(message_id), 300);
    const auto number = std::to_string(m_number);
    if (id.empty()) {
      return "message " + number;
    }
    return m_names.insert(id).second ? id : id + " (" + number + ")";
  }

  const Input& m_input;
  domain::DocumentSink& m_sink;
  ScratchFolder m_scratch;
  std::string m_path;
  std::optional<MemberWriter> m_writer;
  std::optional<std::string> m_refused; // why this message is not read
  std::optional<std::string> m_stop;    // why none is from here on
  std::set<std::string> m_names;
  uint64_t m_refusals = 0;
  uint64_t m_number = 0;
  uint64_t m_byte = 0;
};

class MboxReader final : public Reader {
public:
  std::string_view name() const override { return "mbox"; }
  uint32_t version() const override { return 1; }
  bool holds_others() const override { return true; }

  Detection detect(const Input& input) const override {
    const auto extension = input.extension();
    const bool named = extension == "mbox" || extension == "mbx";
    if (input.is_directory || extension == "eml" ||
        !is_mbox_line(first_line(input.head))) {
      return {};
    }
    const auto end = input.head.find('\n');
    const bool header = end != std::string::npos &&
                        look_of_message(input.head) != MailLook::none;
    return named || header ? Detection{Match::magic, "mbox"} : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"mbox", "Many messages in one file (RFC 4155)", "`.mbox`, `.mbx`",
             "a line `From …` with a date, and a header behind it",
             "`message_count`",
             "none of its own: each message is a document, named by its "
             "Message-ID or its number",
             "messages beyond the limits on documents inside documents "
             "(said)"}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const base::Fd file, base::open_regular(input.path));
    TRY_ASSIGN(auto scratch, ScratchFolder::make());
    domain::DocumentHead head;
    head.format = "mbox";
    TRY(sink.begin(std::move(head)));
    MboxPass pass(input, sink, std::move(scratch));
    TRY(split_mbox(file, pass));
    return pass.finish();
  }
};

} // namespace

std::unique_ptr<Reader> make_mbox_reader() {
  return std::make_unique<MboxReader>();
}

} // namespace readers
