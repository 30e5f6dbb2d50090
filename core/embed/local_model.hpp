// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace embed {

// How the vector of a text comes from the rows of its tokens.
enum class Pooling {
  mean = 1,  // the mean of all rows
  first = 2, // the row of the first token, [CLS]
};

// What model.json says beside the weights; deploy/fetch-model writes it.
struct ModelCard {
  std::string name; // with revision, "all-minilm-l6-v2-q@1"
  uint32_t dimensions = 0;
  uint32_t max_tokens = 0; // of a window, with the marks of begin and end
  Pooling pooling = Pooling::mean;
  std::string query_prefix;   // put in front of a query
  std::string passage_prefix; // and of a passage
  uint64_t model_bytes = 0;   // size of model.onnx
};

// Errc::corrupt if a field is missing or outside its range.
base::Result<ModelCard> parse_model_card(std::string_view json);

// A folder that holds model.json, model.onnx and tokenizer.json, and under
// lib/ the runtime where the system has none.
struct ModelFolder {
  std::string path;
  ModelCard card;

  std::string model() const { return path + "/model.onnx"; }
  std::string tokenizer() const { return path + "/tokenizer.json"; }
  std::string library_dir() const { return path + "/lib"; }
};

// `configured` if it is not empty; else the first that holds a model.json of
// $KEYBED_MODEL_DIR, share/keybed/model beside the program's bin/, and the
// build/model of the source tree. Errc::not_found says what to run.
base::Result<ModelFolder> find_model(const std::string& configured);

} // namespace embed
