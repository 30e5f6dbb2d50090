// SPDX-License-Identifier: Apache-2.0
#include "core/embed/filtered_stderr.hpp"
#include "core/embed/transformer.hpp"

#include <dlfcn.h>
#include <onnxruntime_c_api.h>

#include <array>
#include <functional>
#include <utility>

namespace embed {
namespace {

using base::Errc;

// Every function used here is as old as this; the table of functions only
// grows, so headers and library may be of different and later versions.
constexpr uint32_t k_api_version = 16;
static_assert(ORT_API_VERSION >= k_api_version);

template <typename T>
using Owned = std::unique_ptr<T, std::function<void(T*)>>;

// Never closed: the runtime keeps threads and static objects of its own.
void* open_library(const std::string& library_dir) {
  // Debian's name ends in the version that was there when this was compiled;
  // the runtime's own is the second.
  static constexpr std::array<const char*, 3> k_names = {
      KEYBED_ONNXRUNTIME, "libonnxruntime.so.1", "libonnxruntime.so"};
  void* library =
      dlopen((library_dir + "/libonnxruntime.so.1").c_str(), RTLD_NOW);
  for (size_t i = 0; library == nullptr && i < k_names.size(); ++i) {
    library = dlopen(k_names[i], RTLD_NOW);
  }
  return library;
}

base::Result<const OrtApi*> load_api(const std::string& library_dir) {
  void* library = open_library(library_dir);
  if (library == nullptr) {
    const char* why = dlerror();
    return base::fail(Errc::not_found,
                      std::string("ONNX Runtime cannot be loaded (") +
                          (why == nullptr ? "no reason given" : why) +
                          "); run deploy/fetch-model, or use --embedder none");
  }
  using GetBase = const OrtApiBase* (*)();
  const auto get_base =
      reinterpret_cast<GetBase>(dlsym(library, "OrtGetApiBase"));
  const auto* api_base = get_base == nullptr ? nullptr : get_base();
  const auto* api =
      api_base == nullptr ? nullptr : api_base->GetApi(k_api_version);
  if (api == nullptr) {
    return base::fail(Errc::unsupported,
                      "the ONNX Runtime found is too old; run "
                      "deploy/fetch-model");
  }
  return api;
}

// The status as an error; releases it.
base::Result<void> check(const OrtApi& api, OrtStatus* status,
                         const char* what) {
  if (status == nullptr) {
    return {};
  }
  const Owned<OrtStatus> owned(status, api.ReleaseStatus);
  return base::fail(Errc::unavailable,
                    std::string(what) + ": " + api.GetErrorMessage(status));
}

class OnnxTransformer final : public Transformer {
public:
  explicit OnnxTransformer(const OrtApi& api) : m_api(api) {}

  base::Result<void> open(const std::string& model_file);
  base::Result<Hidden> run(std::span<const int64_t> ids) const override;

private:
  static constexpr size_t k_max_inputs = 3;

  base::Result<void> create(const std::string& model_file);
  base::Result<void> find_inputs();
  base::Result<Owned<OrtValue>> tensor(std::span<const int64_t> row) const;
  base::Result<Hidden> hidden_of(OrtValue& value) const;

  const OrtApi& m_api;
  Owned<OrtEnv> m_env;
  Owned<OrtMemoryInfo> m_memory;
  Owned<OrtSession> m_session; // goes before m_env
  std::vector<std::string> m_inputs;
  std::string m_output;
};

base::Result<void> OnnxTransformer::create(const std::string& model_file) {
  OrtEnv* env = nullptr;
  TRY(check(m_api, m_api.CreateEnv(ORT_LOGGING_LEVEL_ERROR, "keybed", &env),
            "ONNX Runtime"));
  m_env = {env, m_api.ReleaseEnv};
  OrtMemoryInfo* memory = nullptr;
  TRY(check(
      m_api,
      m_api.CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory),
      "ONNX Runtime"));
  m_memory = {memory, m_api.ReleaseMemoryInfo};
  OrtSessionOptions* raw = nullptr;
  TRY(check(m_api, m_api.CreateSessionOptions(&raw), "ONNX Runtime"));
  const Owned<OrtSessionOptions> options(raw, m_api.ReleaseSessionOptions);
  TRY(check(m_api, m_api.SetIntraOpNumThreads(raw, 1), "ONNX Runtime"));
  TRY(check(m_api, m_api.SetInterOpNumThreads(raw, 1), "ONNX Runtime"));
  // Lengths differ from text to text: remembering a memory plan for each
  // would only cost memory.
  TRY(check(m_api, m_api.DisableMemPattern(raw), "ONNX Runtime"));
  TRY(check(m_api, m_api.SetSessionGraphOptimizationLevel(raw, ORT_ENABLE_ALL),
            "ONNX Runtime"));
  OrtSession* session = nullptr;
  TRY(check(m_api,
            m_api.CreateSession(m_env.get(), model_file.c_str(), raw, &session),
            "the local model"));
  m_session = {session, m_api.ReleaseSession};
  return {};
}

base::Result<void> OnnxTransformer::find_inputs() {
  OrtAllocator* allocator = nullptr;
  TRY(check(m_api, m_api.GetAllocatorWithDefaultOptions(&allocator),
            "ONNX Runtime"));
  const auto release = [this, allocator](char* text) {
    (void)check(m_api, m_api.AllocatorFree(allocator, text), "free");
  };
  size_t count = 0;
  TRY(check(m_api, m_api.SessionGetInputCount(m_session.get(), &count),
            "the local model"));
  char* raw = nullptr;
  for (size_t i = 0; i < count; ++i) {
    TRY(check(m_api,
              m_api.SessionGetInputName(m_session.get(), i, allocator, &raw),
              "the local model"));
    m_inputs.emplace_back(Owned<char>(raw, release).get());
  }
  TRY(check(m_api,
            m_api.SessionGetOutputName(m_session.get(), 0, allocator, &raw),
            "the local model"));
  m_output = Owned<char>(raw, release).get();
  for (const auto& name : m_inputs) {
    if (name != "input_ids" && name != "attention_mask" &&
        name != "token_type_ids") {
      return base::fail(Errc::unsupported,
                        "the local model wants an input called " + name);
    }
  }
  if (m_inputs.empty() || m_inputs.size() > k_max_inputs) {
    return base::fail(Errc::unsupported,
                      "the local model is not an encoder of text");
  }
  return {};
}

base::Result<void> OnnxTransformer::open(const std::string& model_file) {
  TRY(create(model_file));
  return find_inputs();
}

base::Result<Owned<OrtValue>>
OnnxTransformer::tensor(std::span<const int64_t> row) const {
  const std::array<int64_t, 2> shape = {1, static_cast<int64_t>(row.size())};
  OrtValue* value = nullptr;
  // The runtime does not write to inputs, whatever its signature says.
  auto* data = const_cast<int64_t*>(row.data());
  TRY(check(m_api,
            m_api.CreateTensorWithDataAsOrtValue(
                m_memory.get(), data, row.size_bytes(), shape.data(),
                shape.size(), ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, &value),
            "ONNX Runtime"));
  return Owned<OrtValue>(value, m_api.ReleaseValue);
}

base::Result<Hidden> OnnxTransformer::hidden_of(OrtValue& value) const {
  OrtTensorTypeAndShapeInfo* raw = nullptr;
  TRY(check(m_api, m_api.GetTensorTypeAndShape(&value, &raw), "output"));
  const Owned<OrtTensorTypeAndShapeInfo> info(
      raw, m_api.ReleaseTensorTypeAndShapeInfo);
  ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  TRY(check(m_api, m_api.GetTensorElementType(raw, &type), "output"));
  size_t rank = 0;
  TRY(check(m_api, m_api.GetDimensionsCount(raw, &rank), "output"));
  std::array<int64_t, 3> shape{};
  if (rank != shape.size() || type != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT) {
    return base::fail(Errc::unsupported,
                      "the local model gives no row for each token");
  }
  TRY(check(m_api, m_api.GetDimensions(raw, shape.data(), rank), "output"));
  void* data = nullptr;
  TRY(check(m_api, m_api.GetTensorMutableData(&value, &data), "output"));
  Hidden out;
  out.tokens = static_cast<size_t>(shape[1]);
  out.width = static_cast<size_t>(shape[2]);
  const auto* begin = static_cast<const float*>(data);
  out.values.assign(begin, begin + out.tokens * out.width);
  return out;
}

base::Result<Hidden> OnnxTransformer::run(std::span<const int64_t> ids) const {
  const std::vector<int64_t> ones(ids.size(), 1);
  const std::vector<int64_t> zeros(ids.size(), 0);
  std::array<Owned<OrtValue>, k_max_inputs> owned;
  std::array<const OrtValue*, k_max_inputs> values{};
  std::array<const char*, k_max_inputs> names{};
  for (size_t i = 0; i < m_inputs.size(); ++i) {
    const auto& name = m_inputs[i];
    const auto row = name == "input_ids"        ? ids
                     : name == "attention_mask" ? std::span(ones)
                                                : std::span(zeros);
    TRY_ASSIGN(owned[i], tensor(row));
    values[i] = owned[i].get();
    names[i] = name.c_str();
  }
  const char* output = m_output.c_str();
  OrtValue* raw = nullptr;
  TRY(check(m_api,
            m_api.Run(m_session.get(), nullptr, names.data(), values.data(),
                      m_inputs.size(), &output, 1, &raw),
            "the local model"));
  const Owned<OrtValue> result(raw, m_api.ReleaseValue);
  TRY_ASSIGN(auto hidden, hidden_of(*raw));
  if (hidden.tokens != ids.size()) {
    return base::fail(Errc::unsupported,
                      "the local model gives no row for each token");
  }
  return hidden;
}

// Debian 13 builds ONNX Runtime with a shared libonnx, whose schemas are then
// registered twice: a line for each, a blank one behind it, and no harm done.
bool is_known_noise(std::string_view line) {
  return line == "\n" ||
         line.starts_with("Schema error: Trying to register schema");
}

} // namespace

base::Result<std::unique_ptr<Transformer>>
open_transformer(const std::string& library_dir,
                 const std::string& model_file) {
  const FilteredStderr filter(is_known_noise);
  TRY_ASSIGN(const auto* api, load_api(library_dir));
  auto made = std::make_unique<OnnxTransformer>(*api);
  TRY(made->open(model_file));
  return std::unique_ptr<Transformer>(std::move(made));
}

} // namespace embed
