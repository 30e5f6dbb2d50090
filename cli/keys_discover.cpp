// SPDX-License-Identifier: Apache-2.0
#include "cli/id_list.hpp"
#include "cli/keys.hpp"
#include "cli/outcome.hpp"
#include "cli/query_log.hpp"
#include "cli/render.hpp"
#include "core/domain/key_families.hpp"
#include "core/domain/shape.hpp"
#include "query/lookup/identifier_sources.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>

namespace cli {
namespace {

constexpr size_t k_least = 20; // identifiers of a source without a sample

struct Options {
  std::string archive;
  std::string sample; // "" = none
  std::string log;    // "" = none
  bool json = false;
};

// A list of identifiers, what it has in common, and what else of the archive an
// expression would match.
struct Finding {
  std::string source;
  bool cut = false;
  domain::Shapes shapes;
  std::vector<domain::ShapeMatches> others; // one a shape
};

double percent(size_t part, size_t whole) {
  return whole == 0
             ? 0
             : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string form_of(const std::string& text) {
  const auto form = domain::normalise(domain::Normaliser::code, text);
  return form ? *form : text;
}

// Texts of all sources that are not in `sample`, each code once.
std::vector<std::string>
others_of(const std::vector<query::IdentifierSource>& sources,
          const std::vector<std::string>& sample) {
  std::set<std::string> seen;
  for (const std::string& text : sample) {
    seen.insert(form_of(text));
  }
  std::vector<std::string> out;
  for (const auto& source : sources) {
    for (const std::string& text : source.texts) {
      if (seen.insert(form_of(text)).second) {
        out.push_back(text);
      }
    }
  }
  return out;
}

Finding find(const std::string& name, const std::vector<std::string>& sample,
             bool cut, const std::vector<query::IdentifierSource>& sources) {
  Finding out{name, cut, domain::propose_shapes(sample), {}};
  const auto others = others_of(sources, sample);
  for (const domain::Shape& shape : out.shapes.shapes) {
    out.others.push_back(domain::matches_of(shape.expression, others));
  }
  return out;
}

std::string quoted(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ", ") + printable(text);
  }
  return out;
}

// For a shell: in single quotes, which cannot hold themselves.
std::string for_shell(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out + "'";
}

// For keybed.textproto.
std::string stanza(const std::string& expression) {
  std::string escaped;
  for (const char c : expression) {
    escaped += (c == '\\' || c == '"' ? "\\" : "") + std::string(1, c);
  }
  return "    key_families {\n      name: \"NAME\"\n      expression: \"" +
         escaped + "\"\n      normaliser: \"code\"\n    }\n";
}

std::string advice_of(const Finding& finding) {
  const domain::Shapes& shapes = finding.shapes;
  if (shapes.one) {
    return "one expression covers 95 % or more: make it a family";
  }
  return shapes.shapes.empty()
             ? "no expression covers 1 % of it: leave it to the words"
             : fmt::format(
                   "{} expression{} and a rest of {:.1f} %: leave it to "
                   "the words, or give a --sample of one kind",
                   shapes.shapes.size(), shapes.shapes.size() == 1 ? "" : "s",
                   percent(shapes.rest, shapes.sample));
}

std::string text_of(const Finding& finding, const Options& options) {
  const domain::Shapes& shapes = finding.shapes;
  std::string out =
      fmt::format("{}: {}{} identifiers\n", printable(finding.source),
                  finding.cut ? "the first " : "", grouped(shapes.sample));
  for (size_t i = 0; i < shapes.shapes.size(); ++i) {
    const domain::Shape& shape = shapes.shapes[i];
    const domain::ShapeMatches& others = finding.others[i];
    out += fmt::format("  {:5.1f} %  {}\n           {}\n",
                       percent(shape.covered, shapes.sample),
                       printable(shape.expression), quoted(shape.examples));
    if (others.count > 0) {
      out += fmt::format("           and {} others of the archive: {}\n",
                         grouped(others.count), quoted(others.examples));
    }
  }
  out += "  " + advice_of(finding) + "\n";
  if (shapes.one) {
    const std::string& expression = shapes.shapes.front().expression;
    out += fmt::format("    keybed keys add {} NAME {}\n  or, in "
                       "{}/keybed.textproto:\n{}",
                       for_shell(options.archive), for_shell(expression),
                       printable(options.archive), stanza(expression));
  }
  return out;
}

std::string_view name_of(domain::ShapeStep step) {
  switch (step) {
  case domain::ShapeStep::literal:
    return "literal";
  case domain::ShapeStep::classes:
    return "classes";
  case domain::ShapeStep::optional:
    return "optional";
  case domain::ShapeStep::separators:
    break;
  }
  return "separators";
}

Json texts_json(const std::vector<std::string>& texts) {
  Json out = Json::array();
  for (const std::string& text : texts) {
    out.push_back(printable(text));
  }
  return out;
}

Json json_of(const Finding& finding) {
  Json out = {{"source", printable(finding.source)},
              {"identifiers", finding.shapes.sample},
              {"cut", finding.cut},
              {"shapes", Json::array()},
              {"rest", finding.shapes.rest},
              {"family", finding.shapes.one},
              {"advice", advice_of(finding)}};
  for (size_t i = 0; i < finding.shapes.shapes.size(); ++i) {
    const domain::Shape& shape = finding.shapes.shapes[i];
    out["shapes"].push_back(
        {{"expression", printable(shape.expression)},
         {"step", name_of(shape.step)},
         {"covered", shape.covered},
         {"added", shape.added},
         {"examples", texts_json(shape.examples)},
         {"others", finding.others[i].count},
         {"other_examples", texts_json(finding.others[i].examples)}});
  }
  return out;
}

base::Result<std::vector<Finding>> findings(const Options& options) {
  TRY_ASSIGN(
      const auto view,
      query::ArchiveView::open(options.archive,
                               {store::Family::documents, store::Family::keys,
                                store::Family::fact_index}));
  TRY_ASSIGN(const auto sources, query::identifier_sources(view));
  std::vector<Finding> out;
  if (!options.sample.empty()) {
    TRY_ASSIGN(const auto sample, read_id_list(options.sample));
    if (sample.empty()) {
      return base::fail(base::Errc::invalid,
                        options.sample + " has no identifier; give one on "
                                         "each line");
    }
    out.push_back(find("sample", sample, false, sources));
    return out;
  }
  if (!options.log.empty()) {
    TRY_ASSIGN(const auto asked, logged_identifiers(options.log));
    if (asked.empty()) {
      return base::fail(base::Errc::invalid,
                        options.log + " has no identifier that was asked for");
    }
    out.push_back(find("asked for", asked, false, sources));
    return out;
  }
  for (const auto& source : sources) {
    if (source.texts.size() >= k_least) {
      out.push_back(find(source.name, source.texts, source.cut, sources));
    }
  }
  return out;
}

Exit run(const Options& options) {
  const auto found = findings(options);
  if (!found) {
    return report(found.error());
  }
  Json rows = Json::array();
  std::string text;
  for (const Finding& finding : *found) {
    rows.push_back(json_of(finding));
    text += text_of(finding, options);
  }
  print(options.json ? rows.dump(2) + "\n" : text);
  if (found->empty()) {
    std::fprintf(stderr,
                 "keybed: %s holds fewer than %zu identifiers of any kind; "
                 "give a list of them with --sample FILE\n",
                 printable(options.archive).c_str(), k_least);
  }
  return found->empty() ? Exit::rejects : Exit::done;
}

} // namespace

void add_keys_discover(CLI::App& keys, Chosen& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* app = keys.add_subcommand(
      "discover", "Propose expressions for families of identifiers.");
  app->fallthrough(); // --log-level also after the command
  app->add_option("ARCHIVE", options->archive)->required();
  app->add_option("--sample", options->sample,
                  "file with identifiers of one kind, one on each line; - is "
                  "stdin (default: those that the archive holds, by origin)");
  app->add_option("--from-query-log", options->log,
                  "identifiers that were asked for, as --query-log of search "
                  "and lookup recorded them")
      ->excludes("--sample");
  app->add_flag("--json", options->json, "as JSON");
  app->footer("For each expression: what share of the identifiers it covers, "
              "examples, and what else of the archive it would match. One that "
              "covers 95 % is worth a family.\n"
              "Example: keybed keys discover arch --sample drawings.txt");
  app->callback(
      [options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace cli
