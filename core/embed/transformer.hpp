// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace embed {

// What a model gives for one text: `width` floats for every token.
struct Hidden {
  std::vector<float> values;
  size_t tokens = 0;
  size_t width = 0;
};

// A BERT-shaped encoder. One text a call, at its exact length: dynamically
// quantised models scale activations over the whole batch, so that padding and
// neighbours would change a text's vector. Safe from several threads at once;
// each call uses the thread that makes it and no other.
class Transformer {
public:
  Transformer() = default;
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;
  virtual ~Transformer() = default;

  // `ids` with the marks of begin and end. REQUIRES: not empty.
  virtual base::Result<Hidden> run(std::span<const int64_t> ids) const = 0;
};

// The model of an .onnx file in ONNX Runtime, whose library is looked for in
// `library_dir` and then where the system keeps libraries, and is loaded only
// by this call. Errc::not_found if there is none, Errc::unsupported if this
// program was built without the runtime's headers; both say what to run.
base::Result<std::unique_ptr<Transformer>>
open_transformer(const std::string& library_dir, const std::string& model_file);

} // namespace embed
