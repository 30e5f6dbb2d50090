// SPDX-License-Identifier: Apache-2.0
#include "cli/answers.hpp"
#include "cli/by_node.hpp"
#include "cli/commands.hpp"
#include "cli/fit.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "query/core/statistics.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace cli {
namespace {

struct Options {
  std::string archive;
  node::Stats stats;
  bool local = false;
};

std::string text_of(const query::Statistics& s) {
  std::string out = fmt::format(
      "Files:      {} in {} bundles, {}\n"
      "Documents:  {}, counted at each of their paths, as is what follows\n"
      "{}"
      "Passages:   {}\n"
      "Facts:      {}\n"
      "Keys:       {}\n"
      "Rejects:    {} values that their field does not allow\n",
      grouped(s.files), grouped(s.bundles), byte_size(s.bytes),
      grouped(s.counters.documents()),
      s.inside > 0 ? fmt::format("            {} of them inside others\n",
                                 grouped(s.inside))
                   : "",
      grouped(s.counters.passages()), grouped(s.counters.facts()),
      grouped(s.counters.keys()), grouped(s.rejects));
  out += "\nFormat            paths      passages         bytes   rejects\n";
  for (const auto& [name, format] : s.formats) {
    out += fmt::format("{:<14} {:>8}  {:>12}  {:>12}  {:>8}\n", name,
                       grouped(format.paths), grouped(format.passages),
                       byte_size(format.bytes), grouped(format.rejects));
  }
  if (s.ocr_pages > 0) {
    out +=
        fmt::format("\nWithout text, waiting for OCR: {} pages in {} files\n",
                    grouped(s.ocr_pages), grouped(s.ocr_files));
    for (const auto& [name, waiting] : s.ocr_formats) {
      out += fmt::format("{:<14} {} pages in {} files\n", name,
                         grouped(waiting.pages), grouped(waiting.files));
    }
  }
  if (s.blank_pages > 0) {
    out += fmt::format("Blank, waiting for nothing: {} pages in {} files\n",
                       grouped(s.blank_pages), grouped(s.blank_files));
  }
  if (s.ocr_done > 0) {
    out +=
        fmt::format("\nRead by OCR: {} pages{}\n", grouped(s.ocr_done),
                    s.ocr_confidence ? fmt::format(", mean confidence {:.0f} %",
                                                   *s.ocr_confidence)
                                     : "");
  }
  if (!s.misnamed.empty()) {
    out += fmt::format("\nNot what the name says: {}\n",
                       grouped(s.misnamed.size()));
  }
  for (const query::Misnamed& one : s.misnamed) {
    out += fmt::format("{:<11} {}:{}\n", one.format, one.root,
                       printable(one.path));
  }
  if (s.unread.empty()) {
    return out + "\nEverything was read.\n";
  }
  out +=
      fmt::format("\nNot read, or not in full: {}\n", grouped(s.unread.size()));
  for (const auto& [failure, count] : s.failures) {
    out += fmt::format("  {:>6}  {}\n", grouped(count), failure);
  }
  for (const query::Unread& one : s.unread) {
    out += fmt::format("{:<11} {}:{}: {}\n", one.state, one.root,
                       printable(one.path), printable(one.reason));
  }
  return out;
}

Json json_of(const query::Statistics& s, const std::optional<Fit>& fit) {
  Json out = {{"files", s.files},
              {"bundles", s.bundles},
              {"bytes", s.bytes},
              {"documents", s.counters.documents()},
              {"inside", s.inside},
              {"passages", s.counters.passages()},
              {"facts", s.counters.facts()},
              {"keys", s.counters.keys()},
              {"rejects", s.rejects},
              {"formats", Json::object()},
              {"failures", s.failures},
              {"unread", Json::array()}};
  for (const auto& [name, format] : s.formats) {
    out["formats"][name] = {{"paths", format.paths},
                            {"bytes", format.bytes},
                            {"passages", format.passages},
                            {"rejects", format.rejects}};
  }
  out["ocr"] = {
      {"pages", s.ocr_pages},
      {"files", s.ocr_files},
      {"pages_done", s.ocr_done},
      {"confidence", s.ocr_confidence ? Json(*s.ocr_confidence) : Json()}};
  out["ocr"]["blank_pages"] = s.blank_pages;
  out["ocr"]["blank_files"] = s.blank_files;
  out["ocr"]["formats"] = Json::object();
  for (const auto& [name, waiting] : s.ocr_formats) {
    out["ocr"]["formats"][name] = {{"pages", waiting.pages},
                                   {"files", waiting.files}};
  }
  out["misnamed"] = Json::array();
  for (const query::Misnamed& one : s.misnamed) {
    Json row = {{"root", one.root}};
    put_bytes(row, "path", one.path);
    row["format"] = one.format;
    out["misnamed"].push_back(row);
  }
  for (const query::Unread& one : s.unread) {
    Json row = {{"root", one.root}};
    put_bytes(row, "path", one.path);
    row["state"] = one.state;
    row["failure"] = one.failure;
    row["reason"] = printable(one.reason);
    row["bytes"] = one.bytes;
    out["unread"].push_back(row);
  }
  if (fit) {
    out["fit"] = {{"passages", fit->passages},
                  {"sampled", fit->sampled},
                  {"outgrown", fit->outgrown()}};
  }
  return out;
}

base::Result<Exit> answer_here(const Options& options) {
  TRY_ASSIGN(
      const auto view,
      query::ArchiveView::open(options.archive, {store::Family::manifest,
                                                 store::Family::documents,
                                                 store::Family::fact_index}));
  return answer_stats(options.stats, {view, options.archive, {}});
}

Exit run(const Options& options) {
  if (!options.local) {
    std::string how; // nothing here is explained
    const auto answered =
        answered_by_node({options.archive, options.stats, ""}, how);
    if (answered) {
      return *answered;
    }
  }
  const auto done = answer_here(options);
  return done ? *done : report(done.error());
}

} // namespace

base::Result<Exit> answer_stats(const node::Stats& asked, const Means& means) {
  TRY_ASSIGN(const auto found, query::statistics(means.view));
  TRY_ASSIGN(const auto fit, fit_of(means.view.archive().path()));
  if (asked.json) {
    print(json_of(found, fit).dump(2) + "\n");
  } else {
    print(text_of(found) +
          (fit ? "\n" + text_of(*fit, means.archive) + "\n" : ""));
  }
  return Exit::done;
}

Command stats_command() {
  auto options = std::make_shared<Options>();
  return {"stats", "Show what an archive holds, and what was not read and why.",
          [options](CLI::App& app) {
            app.add_option("ARCHIVE", options->archive)->required();
            app.add_flag("--json", options->stats.json, "as JSON");
            add_local_option(app, options->local);
            app.footer("Example: keybed stats arch");
          },
          [options] { return run(*options); }};
}

} // namespace cli
