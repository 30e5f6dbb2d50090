// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embed {

enum class TextKind { passage = 1, query = 2 };

// Names a vector space: vectors of two spaces are never compared.
struct Space {
  std::string provider; // "local", "fast", "http", "hashing-for-tests-only"
  std::string model;    // name and revision, "all-minilm-l6-v2-q@1"
  uint32_t dimensions = 0;

  // "local/all-minilm-l6-v2-q@1/384"; what the archive records.
  std::string id() const;
  friend bool operator==(const Space&, const Space&) = default;
};

struct Usage {
  uint64_t texts = 0;
  uint64_t tokens = 0;
  uint64_t requests = 0;
  double cost_usd = 0; // 0 where the provider has no price
};

// Turns texts into unit vectors (L2 norm 1). A text's vector is byte-identical
// whatever shares its batch. Safe from several threads at once.
class Embedder {
public:
  Embedder() = default;
  Embedder(const Embedder&) = delete;
  Embedder& operator=(const Embedder&) = delete;
  virtual ~Embedder() = default;

  virtual const Space& space() const = 0;
  // One row of space().dimensions floats per text, in order; an empty one for a
  // question of which the embedder knows nothing. All or an error:
  // Errc::unavailable may work later, Errc::limit when the cost limit is hit.
  virtual base::Result<std::vector<std::vector<float>>>
  embed(std::span<const std::string> texts, TextKind kind) = 0;
  virtual Usage usage() const = 0;
};

// What `--embedder` takes and the archive records.
struct Config {
  // "local" (the model that deploy/ installed), "none" (a null pointer from
  // make_embedder), "fast" (fitted on the archive), "http" (an
  // OpenAI-compatible endpoint), or "hashing-for-tests-only".
  std::string provider = "local";
  std::string model_dir;  // local: folder of the model; "" = the usual places
  std::string model;      // http: name that the endpoint knows; fast: of the
                          // basis, by which its file is checked
  std::string basis_file; // fast: of the archive; "" = it has none yet
  std::string url;        // http: base, "https://host/v1"
  std::string key_file;   // http: file that holds the key; "" = the environment
                          // variable KEYBED_EMBED_KEY
  uint32_t dimensions = 0; // http: asked for if not 0
  // http: what the endpoint is known to give unasked, which many only take
  // that way; 0: it is asked once.
  uint32_t known_dimensions = 0;
  double usd_per_million_tokens = 0;
  double max_cost_usd = 0; // 0 = no limit
  uint32_t threads = 1;
};

// The space that make_embedder() would give, without loading a model: what an
// archive is compared with. All empty for "none", and for "fast" without a
// basis. Asks the endpoint once if
// config is "http" and neither names nor knows dimensions. Errors as
// make_embedder(), but it does not see whether the model can be run.
base::Result<Space> space_of(const Config& config);

// Null for "none". Errc::not_found with what to run if the local model is not
// installed.
base::Result<std::unique_ptr<Embedder>> make_embedder(const Config& config);

} // namespace embed
