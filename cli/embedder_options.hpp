// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/embed/embedder.hpp"
#include "store/archive.hpp"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

// The options that say how texts become vectors; the same for `ingest` and
// the workers that it starts.
void add_embedder_options(CLI::App& app, embed::Config& config);

// The same options again, for the command line of a worker. A cost limit is
// shared among `workers`.
std::vector<std::string> embedder_arguments(const embed::Config& config,
                                            uint32_t workers);

// What an archive records of `config`; makes the embedder to learn its space.
base::Result<pb::EmbedderConfig> recorded(const embed::Config& config);

// Fills what `config` leaves open (`provider` empty) as the archive has it.
embed::Config filled(const store::Archive& archive, embed::Config config);

// An archive keeps the embedder that it was made with, since vectors of two
// are not comparable. As filled(); Errc::conflict, with what to do, if it asks
// for another one, Errc::invalid if it does not say where that one is.
base::Result<embed::Config> matched(const store::Archive& archive,
                                    embed::Config config);

// The options of commands that ask an archive, and what embeds the question:
// by default as the archive was ingested.
void add_question_embedder_options(CLI::App& app, embed::Config& config);
base::Result<std::unique_ptr<embed::Embedder>>
question_embedder(const store::Archive& archive, embed::Config config);
// The configuration that it takes.
embed::Config question_config(const store::Archive& archive,
                              embed::Config config);

} // namespace cli
