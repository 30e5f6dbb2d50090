// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/archive_reader.hpp"

#include "core/base/bytes.hpp"
#include "core/domain/encoding.hpp"
#include "core/domain/text.hpp"
#include "worker/readers/archive_members.hpp"
#include "worker/readers/archive_notes.hpp"
#include "worker/readers/archive_source.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/findings.hpp"
#include "worker/readers/nested.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/zip_comment.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_listed = 2000;
constexpr size_t k_most_listed_bytes = size_t{128} * 1024;
constexpr uint64_t k_most_rejects = 100; // of the archive itself
constexpr int k_most_failures = 50;      // members in a row without a header

std::string last_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// "1997-03-21" in UTC; "" for what no archive program writes.
std::string day_of(int64_t seconds) {
  constexpr int64_t k_earliest = 86400 * 366; // 1971: below is no date
  struct tm parts {};
  const auto time = static_cast<time_t>(seconds);
  std::array<char, 32> text{};
  if (seconds < k_earliest || seconds > int64_t{4102444800} ||
      ::gmtime_r(&time, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts) == 0) {
    return "";
  }
  return text.data();
}

// Which archive a file is, and what stands before it: a program that unpacks
// it, or what a download or a mail program left there.
struct Found {
  ArchiveKind kind = ArchiveKind::none;
  uint64_t before = 0; // bytes
};

Found archive_in(const Input& input) {
  if (input.is_directory) {
    return {};
  }
  if (const auto kind = archive_kind_of(input.head);
      kind != ArchiveKind::none) {
    return {kind, 0};
  }
  const auto behind = archive_kind_of(input.behind_program);
  if (behind != ArchiveKind::none && !is_stream(behind)) {
    return {behind, input.program_bytes};
  }
  const size_t junk = zip_behind_junk(input.head);
  return junk > 0 ? Found{ArchiveKind::zip, junk} : Found{};
}

class ArchivePass {
public:
  ArchivePass(const Input& input, domain::DocumentSink& sink, Found found)
      : m_input(input), m_sink(sink), m_kind(found.kind),
        m_before(found.before), m_members(input, sink) {}

  base::Result<void> run();

private:
  using Type = ArchiveEntry::Type;

  base::Result<bool> step();
  base::Result<void> begin();
  base::Result<void> member(const ArchiveEntry& entry);
  base::Result<void> unpack(const ArchiveEntry& entry);
  base::Result<void> copy(MemberWriter& writer);
  base::Result<void> settle(const ArchiveEntry& entry, const std::string& path,
                            uint64_t bytes, base::Result<void> copied);
  base::Result<void> pass_over(const ArchiveEntry& entry);
  base::Result<void> stop(std::string reason);
  void reject(std::string raw, std::string reason);
  void list(const ArchiveEntry& entry);
  void summarize();
  std::string name_of_stream() const;

  const Input& m_input;
  domain::DocumentSink& m_sink;
  ArchiveKind m_kind;
  uint64_t m_before;
  std::unique_ptr<ArchiveSource> m_source;
  ArchiveMembers m_members;
  Findings m_found;
  bool m_begun = false;
  bool m_stopped = false;
  bool m_list_only = false; // too deep to read what is inside
  int m_failures = 0;
  uint64_t m_files = 0, m_folders = 0, m_empty = 0, m_bytes = 0;
  int64_t m_newest = 0;
  std::vector<NumberedLine> m_names;
  size_t m_name_bytes = 0;
  uint64_t m_unlisted = 0;
};

void ArchivePass::reject(std::string raw, std::string reason) {
  if (m_found.rejects.size() < k_most_rejects) {
    m_found.refuse("member", raw, std::move(reason),
                   at_byte(m_source->position()));
  }
}

base::Result<void> ArchivePass::stop(std::string reason) {
  m_found.refuse("archive", "", std::move(reason),
                 at_byte(m_source->position()));
  m_stopped = true;
  return {};
}

std::string ArchivePass::name_of_stream() const {
  if (m_kind == ArchiveKind::gzip) {
    const auto name = gzip_name(m_input.head);
    if (!name.empty()) {
      return base::is_utf8(name) ? name
                                 : domain::decode_text(name, "latin1").text;
    }
  }
  return name_without_stream(last_name(m_input.path));
}

void ArchivePass::list(const ArchiveEntry& entry) {
  if (entry.modified) {
    m_newest = std::max(m_newest, *entry.modified);
  }
  if (m_names.size() >= k_most_listed || m_name_bytes > k_most_listed_bytes) {
    ++m_unlisted;
    return;
  }
  std::string line = clip(clean_utf8(entry.name), 1000);
  if (entry.type == Type::file && entry.size) {
    line += " (" + std::to_string(*entry.size) + " bytes)";
  }
  m_name_bytes += line.size();
  m_names.push_back({m_files + m_folders, std::move(line)});
}

// The bytes of the current member; an error names what ended it.
base::Result<void> ArchivePass::copy(MemberWriter& writer) {
  ArchiveSource::Block block;
  while (true) {
    TRY_ASSIGN(const bool more, m_source->data(block));
    if (!more) {
      return writer.finish();
    }
    TRY(m_sink.progress());
    if (block.offset > writer.bytes()) {
      TRY(writer.skip(block.offset - writer.bytes()));
    }
    TRY(writer.write(block.bytes));
  }
}

base::Result<void> ArchivePass::settle(const ArchiveEntry& entry,
                                       const std::string& path, uint64_t bytes,
                                       base::Result<void> copied) {
  if (copied && bytes == 0) { // its name is listed; there is no more to it
    ++m_empty;
    ::unlink(path.c_str());
    return {};
  }
  if (copied) {
    return m_members.written(entry.name, path, bytes);
  }
  if (m_source->interrupted()) {
    return base::fail(*m_source->interrupted());
  }
  const std::string reason = copied.error().message;
  if (copied.error().code != base::Errc::corrupt || bytes == 0) {
    ::unlink(path.c_str());
    TRY(refuse_member(m_sink, entry.name, reason));
    return m_input.nesting->spent() ? stop(reason) : base::Result<void>();
  }
  reject(entry.name,
         "damaged: " + reason + "; read to its byte " + std::to_string(bytes));
  return m_members.written(entry.name, path, bytes);
}

base::Result<void> ArchivePass::unpack(const ArchiveEntry& entry) {
  auto path = m_members.place_for(entry.name);
  if (!path) {
    return path.error().code == base::Errc::io
               ? refuse_member(m_sink, entry.name, path.error().message)
               : base::fail(path.error());
  }
  auto writer = MemberWriter::make(*path, *m_input.nesting);
  if (!writer) {
    return refuse_member(m_sink, entry.name, writer.error().message);
  }
  auto copied = copy(*writer);
  m_bytes += writer->bytes();
  const uint64_t bytes = writer->bytes();
  if (!copied) {
    (void)writer->finish(); // what is there is kept or dropped by settle()
  }
  return settle(entry, *path, bytes, std::move(copied));
}

// To the end of a member that is not read. It counts, since it is unpacked.
base::Result<void> ArchivePass::pass_over(const ArchiveEntry& entry) {
  if (m_source->skip()) {
    m_bytes += entry.size.value_or(0);
    return {};
  }
  ArchiveSource::Block block;
  while (true) {
    auto more = m_source->data(block);
    if (!more || !*more) {
      return {}; // the next header says what is wrong
    }
    TRY(m_sink.progress());
    m_bytes += block.bytes.size();
    auto counted = m_input.nesting->unpacked(block.bytes.size(), 0);
    if (!counted && m_input.nesting->spent()) {
      return stop(counted.error().message);
    }
  }
}

std::string why_refused(const ArchiveEntry& entry) {
  if (entry.type == ArchiveEntry::Type::link) {
    return "a link to " + clip(clean_utf8(entry.target), 200) +
           ": links are not followed";
  }
  if (entry.type == ArchiveEntry::Type::special) {
    return "a device, pipe or socket: it holds nothing to read";
  }
  return entry.encrypted
             ? "encrypted: a password is needed, unpack it beside its container"
             : "";
}

base::Result<void> ArchivePass::member(const ArchiveEntry& entry) {
  if (const auto why = why_refused(entry); !why.empty()) {
    TRY(refuse_member(m_sink, entry.name, why));
    return pass_over(entry);
  }
  if (m_list_only) {
    return pass_over(entry);
  }
  auto admitted = m_input.nesting->member(m_input.depth + 1);
  if (admitted) {
    return unpack(entry);
  }
  if (m_input.nesting->spent()) {
    return stop(admitted.error().message);
  }
  m_list_only = true;
  m_found.refuse("archive", "",
                 "its members are listed, not read: they would be " +
                     admitted.error().message);
  return pass_over(entry);
}

base::Result<void> ArchivePass::begin() {
  m_begun = true;
  domain::DocumentHead head;
  const bool tar = is_stream(m_kind) && m_source->holds_tar();
  head.format = tar ? "tar" : std::string(name_of(m_kind));
  if (tar) {
    m_found.say("compression", name_of(m_kind));
  }
  return m_sink.begin(std::move(head));
}

// One member. False at the end; an error is one of the whole file.
base::Result<bool> ArchivePass::step() {
  TRY(m_sink.progress());
  ArchiveEntry entry;
  auto more = m_source->next(entry);
  if (!more && m_source->interrupted()) {
    return base::fail(*m_source->interrupted());
  }
  if (!more && !m_begun && (m_source->over() || ++m_failures > 3)) {
    return base::fail(
        m_source->encrypted()
            ? base::Error{base::Errc::unsupported,
                          "encrypted, names included: a password is needed"}
            : std::move(more.error())
                  .within("damaged at byte " +
                          std::to_string(m_source->position())));
  }
  if (!more) {
    const bool last = m_source->over() || ++m_failures > k_most_failures;
    reject("", (last ? "damaged, not read further: " : "a damaged member: ") +
                   more.error().message);
    return !last;
  }
  if (!m_begun) {
    TRY(begin());
  }
  if (!*more) {
    return false;
  }
  m_failures = 0;
  if (is_stream(m_kind) && !m_source->holds_tar()) {
    entry.name = name_of_stream();
    entry.size.reset();
  }
  entry.name = entry.name.empty() ? "member" : entry.name;
  ++(entry.type == Type::folder ? m_folders : m_files);
  list(entry);
  if (entry.type != Type::folder) {
    TRY(member(entry));
  }
  return !m_stopped;
}

void ArchivePass::summarize() {
  m_found.count("member_count", m_files);
  if (m_before > 0) {
    m_found.count("bytes_before_archive", m_before);
  }
  if (m_folders > 0) {
    m_found.count("folder_count", m_folders);
  }
  if (m_empty > 0) {
    m_found.count("empty_member_count", m_empty);
  }
  m_found.measure("unpacked_bytes", static_cast<double>(m_bytes), "byte");
  if (m_unlisted > 0) {
    m_found.count("names_not_listed", m_unlisted);
  }
  auto dates = dates_of("updated_date", "newest member", day_of(m_newest), {});
  m_found.facts.insert(m_found.facts.end(), dates.facts.begin(),
                       dates.facts.end());
  m_found.pack(m_names, "members", domain::PassageKind::header);
}

base::Result<void> ArchivePass::run() {
  // Places in a zip may be counted from the start of the file or of the zip;
  // its directory tells.
  TRY_ASSIGN(m_source,
             ArchiveSource::open(
                 m_input.path, m_kind, [this] { return m_sink.progress(); },
                 m_kind == ArchiveKind::zip ? 0 : m_before));
  while (true) {
    TRY_ASSIGN(const bool more, step());
    if (!more) {
      break;
    }
  }
  TRY(m_members.flush());
  summarize();
  if (m_kind == ArchiveKind::zip) {
    TRY_ASSIGN(const auto comment, zip_comment(m_input.path));
    m_found.say("comment", comment);
  }
  TRY(m_found.put(m_sink));
  return m_sink.end();
}

bool first_member_is_kml(std::string_view head) {
  constexpr size_t k_name = 30;
  if (head.size() < k_name || !head.starts_with("PK\x03\x04")) {
    return false;
  }
  const size_t size =
      static_cast<unsigned char>(head[26]) +
      (static_cast<size_t>(static_cast<unsigned char>(head[27])) << 8);
  return domain::lower_ascii(head.substr(k_name, size)).ends_with(".kml");
}

class ArchiveReader final : public Reader {
public:
  std::string_view name() const override { return "archive"; }
  uint32_t version() const override { return 3; }
  bool holds_others() const override { return true; }

  // Formats that are archives to look at (docx, kmz) match more strongly.
  Detection detect(const Input& input) const override {
    const auto [kind, before] = archive_in(input);
    if (kind == ArchiveKind::none || first_member_is_kml(input.head)) {
      return {};
    }
    // Junk before a zip is believed only where no other reader knows the file.
    const bool sure = before == 0 || before == input.program_bytes;
    return {sure ? Match::content : Match::extension,
            std::string(name_of(kind))};
  }

  std::vector<FormatNote> notes() const override { return archive_notes(); }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    return ArchivePass(input, sink, archive_in(input)).run();
  }
};

} // namespace

std::unique_ptr<Reader> make_archive_reader() {
  return std::make_unique<ArchiveReader>();
}

} // namespace readers
