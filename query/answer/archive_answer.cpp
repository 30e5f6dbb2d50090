// SPDX-License-Identifier: Apache-2.0
#include "query/answer/archive_answer.hpp"

#include "query/answer/draft.hpp"
#include "query/answer/file_counts.hpp"
#include "query/core/allowed.hpp"
#include "query/core/facts.hpp"
#include "query/core/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace query {
namespace {

constexpr size_t k_listed = 25; // files that are named

std::string files(uint64_t count) {
  return fmt::format("{} file{}", count, count == 1 ? "" : "s");
}

std::string pages(uint64_t count) {
  return fmt::format("{} page{}", count, count == 1 ? "" : "s");
}

// What is worth most to look at comes first.
enum class Left { failed = 1, in_part = 2, skipped = 3, empty = 4 };

Left left_of(const Unread& one) {
  return one.state == "partial"              ? Left::in_part
         : one.state != "skipped"            ? Left::failed
         : one.reason == "the file is empty" ? Left::empty
                                             : Left::skipped;
}

// "3 failed, 1 in part, 12 skipped, 2 empty": those that there are.
std::string parts_of(const std::map<Left, uint64_t>& counts) {
  static const std::map<Left, const char*> words = {{Left::failed, "failed"},
                                                    {Left::in_part, "in part"},
                                                    {Left::skipped, "skipped"},
                                                    {Left::empty, "empty"}};
  std::string out;
  for (const auto& [left, count] : counts) {
    out +=
        fmt::format("{}{} {}", out.empty() ? "" : ", ", count, words.at(left));
  }
  return out;
}

class About {
public:
  About(const ArchiveView& view, const ArchiveQuestion& question)
      : m_view(view), m_question(question), m_evidence(view) {}

  base::Result<Answer> answer();

private:
  struct Listed {
    HitPath path;
    std::string source; // what the manifest says of it
    std::string says;   // the sentence
  };

  base::Result<void> unread(bool password);
  base::Result<void> misnamed();
  base::Result<void> ocr();
  base::Result<void> say_blank(const std::vector<FileCount>& waiting,
                               const std::vector<FileCount>& blank);
  base::Result<std::vector<FileCount>> counted(const std::string& key) const;
  base::Result<void> again();
  base::Result<void> size();
  base::Result<void> list(const std::string& head,
                          const std::vector<Listed>& all);
  base::Result<std::vector<Listed>> encrypted() const;
  bool asks_for(const std::string& format) const {
    return m_question.formats.empty() || m_question.formats.contains(format);
  }
  base::Result<bool> is_of_kind(const HitPath& path) const;

  const ArchiveView& m_view;
  const ArchiveQuestion& m_question;
  Evidence m_evidence;
  Answer m_answer;
};

// A sentence with the count that cites every file that is listed, then one for
// each.
base::Result<void> About::list(const std::string& head,
                               const std::vector<Listed>& all) {
  std::vector<unsigned> cites;
  const size_t shown = std::min(all.size(), k_listed);
  for (size_t i = 0; i < shown; ++i) {
    TRY_ASSIGN(const unsigned id,
               m_evidence.add_note({all[i].path}, all[i].source));
    cites.push_back(id);
  }
  say(m_answer.sentences, head, cites);
  for (size_t i = 0; i < shown; ++i) {
    say(m_answer.sentences, all[i].says, {cites[i]});
  }
  if (shown < all.size()) {
    m_answer.remarks.push_back(
        fmt::format("The first {} of {} are listed; `keybed stats ARCHIVE` "
                    "lists all.",
                    shown, all.size()));
  }
  return {};
}

base::Result<bool> About::is_of_kind(const HitPath& path) const {
  if (m_question.formats.empty()) {
    return true;
  }
  for (const auto& shard : m_view.shards()) {
    TRY_ASSIGN(const auto entry, shard.manifest({path.root, path.path}));
    if (entry && m_question.formats.contains(entry->format())) {
      return true;
    }
  }
  // What was not read may have no format but that of its name.
  const size_t dot = path.path.rfind('.');
  return dot != std::string::npos &&
         m_question.formats.contains(path.path.substr(dot + 1));
}

// Files that are encrypted and were read all the same.
base::Result<std::vector<About::Listed>> About::encrypted() const {
  TRY_ASSIGN(auto condition, parse_condition("encrypted=yes"));
  TRY_ASSIGN(const PathSet paths,
             paths_passing(m_view, group_conditions({std::move(condition)})));
  std::vector<Listed> out;
  paths.each([&](const store::BundleId& path) {
    const std::string name = file_name(path.path);
    out.push_back(
        {{path.root, path.path},
         "Keybed's index of facts: encrypted = yes. The file was "
         "read: its password is empty.",
         fmt::format("{} is encrypted and was read all the same.", name)});
    return true;
  });
  return out;
}

base::Result<void> About::unread(bool password) {
  TRY_ASSIGN(Statistics statistics, query::statistics(m_view));
  std::stable_sort(
      statistics.unread.begin(), statistics.unread.end(),
      [](const Unread& a, const Unread& b) { return left_of(a) < left_of(b); });
  std::vector<Listed> all;
  std::map<Left, uint64_t> counts;
  for (const Unread& one : statistics.unread) {
    const HitPath path{one.root, one.path};
    TRY_ASSIGN(const bool kind, is_of_kind(path));
    const bool locked = one.reason.find("password") != std::string::npos ||
                        one.reason.find("encrypted") != std::string::npos;
    if (!kind || (password && !locked)) {
      continue;
    }
    ++counts[left_of(one)];
    const std::string reason = one.reason.empty() ? one.state : one.reason;
    all.push_back({path,
                   fmt::format("Keybed's record of this file: {}: {}",
                               one.state, one_line(reason)),
                   fmt::format("{}: {}", file_name(one.path),
                               quoted(one.state + ": " + one_line(reason)))});
  }
  const char* why = password ? " because of a password or encryption" : "";
  if (!all.empty()) {
    TRY(list(fmt::format("{} could not be read, or not in full{}: {}.",
                         files(all.size()), why, parts_of(counts)),
             all));
  } else {
    m_answer.remarks.push_back(fmt::format("No file was left unread{}.", why));
  }
  if (password) {
    TRY_ASSIGN(const auto read, encrypted());
    if (!read.empty()) {
      TRY(list(fmt::format("{} {} encrypted and {} read.", files(read.size()),
                           read.size() == 1 ? "is" : "are",
                           read.size() == 1 ? "was" : "were"),
               read));
    }
  }
  return {};
}

base::Result<void> About::misnamed() {
  TRY_ASSIGN(const Statistics statistics, query::statistics(m_view));
  std::vector<Listed> all;
  std::set<HitPath> told;
  for (const Misnamed& one : statistics.misnamed) {
    told.insert({one.root, one.path});
    all.push_back(
        {{one.root, one.path},
         fmt::format("Keybed's record of this file: its content is {}.",
                     one.format == "unknown" ? "of no kind that it knows"
                                             : "of the format " + one.format),
         fmt::format("{} is {} by its content.", file_name(one.path),
                     one.format == "unknown" ? "of no known kind"
                                             : one.format)});
  }
  for (const Unread& one : statistics.unread) {
    if (one.reason.starts_with("named .") &&
        told.insert({one.root, one.path}).second) {
      all.push_back({{one.root, one.path},
                     "Keybed's record of this file: " + one_line(one.reason),
                     fmt::format("{}: {}", file_name(one.path),
                                 quoted(one_line(one.reason)))});
    }
  }
  TRY_ASSIGN(const auto old, old_forms(m_view));
  for (const OldForm& one : old) {
    if (told.insert(one.path).second) {
      all.push_back({one.path,
                     "Keybed's index of facts: format_version = " + one.form,
                     fmt::format("{} is of an older form than its name means "
                                 "to today's programs: {}.",
                                 file_name(one.path.path), one.form)});
    }
  }
  if (all.empty()) {
    m_answer.remarks.emplace_back(
        "The content of every file is of the kind that its name says.");
    return {};
  }
  return list(fmt::format("{} {} not what the name says.", files(all.size()),
                          all.size() == 1 ? "is" : "are"),
              all);
}

// Files of the kinds that are asked for.
base::Result<std::vector<FileCount>>
About::counted(const std::string& key) const {
  TRY_ASSIGN(auto out, files_counted(m_view, key));
  std::erase_if(out,
                [&](const FileCount& file) { return !asks_for(file.format); });
  return out;
}

// Pages that show something and have no text wait for OCR; those that show
// nothing have no text either.
base::Result<void> About::ocr() {
  TRY_ASSIGN(const auto waiting, counted("pages_needing_ocr"));
  TRY_ASSIGN(const auto blank, counted("blank_pages"));
  if (waiting.empty()) {
    m_answer.remarks.emplace_back("No page waits for OCR.");
  } else {
    std::vector<Listed> all;
    for (const FileCount& one : waiting) {
      all.push_back({one.path,
                     fmt::format("Keybed's index of facts: pages_needing_ocr "
                                 "= {}",
                                 one.count),
                     fmt::format("{}: {} without text.",
                                 file_name(one.path.path), pages(one.count))});
    }
    TRY(list(fmt::format("{} in {} show something, have no text and need OCR.",
                         pages(total_of(waiting)), files(waiting.size())),
             all));
  }
  TRY(say_blank(waiting, blank));
  m_answer.remarks.emplace_back("`keybed ingest` reads pages that need OCR "
                                "last, where Tesseract is installed.");
  return {};
}

// Who counts pages without a text layer counts these too.
base::Result<void> About::say_blank(const std::vector<FileCount>& waiting,
                                    const std::vector<FileCount>& blank) {
  if (blank.empty()) {
    return {};
  }
  std::vector<HitPath> paths;
  std::set<HitPath> all;
  std::string names;
  for (const FileCount& one : blank) {
    paths.push_back(one.path);
    all.insert(one.path);
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ",
                         file_name(one.path.path), one.count);
  }
  for (const FileCount& one : waiting) {
    all.insert(one.path);
  }
  TRY_ASSIGN(const unsigned id,
             m_evidence.add_note(
                 paths, "Keybed's index of facts, blank_pages: " + names));
  say(m_answer.sentences,
      fmt::format("{} more in {} have a page number at most and no image "
                  "(blank, notes, form fields): OCR would "
                  "find nothing there.",
                  pages(total_of(blank)), files(blank.size())),
      {id});
  say(m_answer.sentences,
      fmt::format("That is {} without a text layer in {} altogether.",
                  pages(total_of(waiting) + total_of(blank)),
                  files(all.size())),
      {id});
  return {};
}

base::Result<void> About::again() {
  std::string only;
  std::string kinds;
  uint64_t paths = 0;
  for (const auto& [format, count] : m_view.format_paths()) {
    if (!m_question.formats.empty() && m_question.formats.contains(format)) {
      only += " --only " + format;
      kinds += (kinds.empty() ? "" : ", ") + format;
      paths += count;
    }
  }
  if (only.empty()) {
    m_answer.kind = AnswerKind::refused;
    m_answer.remarks.emplace_back(
        m_question.formats.empty()
            ? "`keybed ingest --into ARCHIVE` reads again what has changed, "
              "and what a newer reader reads otherwise; `--failed` only what "
              "could not be read."
            : "The archive has no file of that kind.");
    return {};
  }
  TRY_ASSIGN(const unsigned id,
             m_evidence.add_note(
                 {}, fmt::format("Keybed's counters: {} of {}, also inside of "
                                 "other files.",
                                 files(paths), kinds)));
  say(m_answer.sentences,
      fmt::format("The archive holds {} of {}, also inside of other files.",
                  files(paths), kinds),
      {id});
  m_answer.remarks.push_back(fmt::format(
      "`keybed ingest --into ARCHIVE{} --plan` shows what would be read again "
      "and does nothing; without `--plan` it is done. Of these kinds what "
      "changed and what an older reader made is read again, every other file "
      "is left as it is, and no vector of an unchanged text is computed.",
      only));
  return {};
}

base::Result<void> About::size() {
  uint64_t paths = 0;
  std::string list;
  std::vector<std::pair<uint64_t, std::string>> formats;
  for (const auto& [format, count] : m_view.format_paths()) {
    if (asks_for(format)) {
      formats.emplace_back(count, format);
      paths += count;
    }
  }
  if (formats.empty()) {
    m_answer.kind = AnswerKind::refused;
    m_answer.remarks.emplace_back("The archive has no file of that kind.");
    return {};
  }
  std::stable_sort(formats.begin(), formats.end(), std::greater<>());
  for (const auto& [count, format] : formats) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, format);
  }
  TRY_ASSIGN(const unsigned id,
             m_evidence.add_note(
                 {}, fmt::format("Keybed's counters, by format: {}.", list)));
  say(m_answer.sentences,
      fmt::format("{} were read, also inside of others: {}.", files(paths),
                  list),
      {id});
  return {};
}

base::Result<Answer> About::answer() {
  m_answer.kind = AnswerKind::answered;
  switch (m_question.topic) {
  case ArchiveTopic::unread:
    TRY(unread(false));
    break;
  case ArchiveTopic::password:
    TRY(unread(true));
    break;
  case ArchiveTopic::misnamed:
    TRY(misnamed());
    break;
  case ArchiveTopic::ocr:
    TRY(ocr());
    break;
  case ArchiveTopic::again:
    TRY(again());
    break;
  case ArchiveTopic::size:
    TRY(size());
    break;
  }
  m_answer.sources = m_evidence.sources();
  return std::move(m_answer);
}

} // namespace

base::Result<Answer> answer_about(const ArchiveView& view,
                                  const ArchiveQuestion& question) {
  return About(view, question).answer();
}

} // namespace query
