// SPDX-License-Identifier: Apache-2.0
// Compiled where the headers of ONNX Runtime were not found.
#include "core/embed/transformer.hpp"

namespace embed {

base::Result<std::unique_ptr<Transformer>>
open_transformer(const std::string&, const std::string&) {
  return base::fail(
      base::Errc::unsupported,
      "this keybed was built without ONNX Runtime, so it has no local model; "
      "run deploy/fetch-model and build again, or use --embedder none");
}

} // namespace embed
