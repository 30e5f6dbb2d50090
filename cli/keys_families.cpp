// SPDX-License-Identifier: Apache-2.0
#include "cli/keys.hpp"
#include "cli/outcome.hpp"
#include "cli/render.hpp"
#include "store/archive.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace cli {
namespace {

struct AddOptions {
  std::string archive;
  domain::KeyFamily family;
  std::string normaliser = "code";
};

base::Result<Exit> add(AddOptions options) {
  TRY_ASSIGN(options.family.normaliser,
             domain::parse_normaliser(options.normaliser));
  TRY_ASSIGN(auto archive, store::Archive::open(options.archive));
  TRY(archive.add_key_family(options.family));
  print(fmt::format("added {} to {}/keybed.textproto; to find its "
                    "identifiers: keybed ingest --into {}\n",
                    options.family.name, printable(options.archive),
                    printable(options.archive)));
  return Exit::done;
}

struct ListOptions {
  std::string archive;
  bool json = false;
};

base::Result<Exit> list(const ListOptions& options) {
  TRY_ASSIGN(const auto archive, store::Archive::open(options.archive));
  TRY_ASSIGN(const auto families, archive.key_families());
  Json rows = Json::array();
  std::string text;
  for (const std::string_view name : domain::built_in_families()) {
    rows.push_back({{"family", name}, {"added", false}});
    text += fmt::format("{:<20} built in\n", name);
  }
  for (const domain::KeyFamily& family : families.list()) {
    rows.push_back({{"family", family.name},
                    {"added", true},
                    {"expression", printable(family.expression)},
                    {"normaliser", domain::name_of(family.normaliser)},
                    {"description", printable(family.description)}});
    text += fmt::format(
        "{:<20} {}  ({}) {}\n", family.name, printable(family.expression),
        domain::name_of(family.normaliser), printable(family.description));
  }
  print(options.json ? rows.dump(2) + "\n" : text);
  return Exit::done;
}

Exit done(const base::Result<Exit>& result) {
  return result ? *result : report(result.error());
}

} // namespace

void add_keys_add(CLI::App& keys, Chosen& chosen) {
  auto options = std::make_shared<AddOptions>();
  CLI::App* app =
      keys.add_subcommand("add", "Add a family to an archive's own.");
  app->fallthrough(); // --log-level also after the command
  app->add_option("ARCHIVE", options->archive)->required();
  app->add_option("NAME", options->family.name,
                  "small letters, digits and dashes: drawing")
      ->required();
  app->add_option("EXPRESSION", options->family.expression,
                  "RE2; matches whole words only: DRW-\\d{4}(?:-[A-Z])?")
      ->required();
  app->add_option("--normaliser", options->normaliser,
                  "what counts as alike: code (the default: case, dashes and "
                  "blanks do not matter), digits, upper, name or verbatim");
  app->add_option("--description", options->family.description, "for people");
  app->footer("The next ingest reads the archive again with it.\n"
              "Example: keybed keys add arch drawing 'DRW-\\d{4}(?:-[A-Z])?'");
  app->callback([options, &chosen] {
    chosen = [options] { return done(add(*options)); };
  });
}

void add_keys_families(CLI::App& keys, Chosen& chosen) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* app = keys.add_subcommand("families", "List the families.");
  app->fallthrough(); // --log-level also after the command
  app->add_option("ARCHIVE", options->archive)->required();
  app->add_flag("--json", options->json, "as JSON");
  app->footer("Example: keybed keys families arch");
  app->callback([options, &chosen] {
    chosen = [options] { return done(list(*options)); };
  });
}

} // namespace cli
