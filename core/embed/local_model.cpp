// SPDX-License-Identifier: Apache-2.0
#include "core/embed/local_model.hpp"

#include "core/base/fd.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace embed {
namespace {

namespace fs = std::filesystem;
using base::Errc;
using nlohmann::json;

constexpr size_t k_max_card = 64U << 10;

// Reads fields of one JSON object and remembers the first that is wrong.
class Fields {
public:
  explicit Fields(const json& object) : m_object(object) {}

  std::string text(const char* key) {
    const auto found = m_object.find(key);
    if (found == m_object.end() || !found->is_string()) {
      note(key);
      return {};
    }
    return found->get<std::string>();
  }
  uint64_t number(const char* key, uint64_t low, uint64_t high) {
    const auto found = m_object.find(key);
    if (found == m_object.end() || !found->is_number_unsigned() ||
        *found < low || *found > high) {
      note(key);
      return low;
    }
    return found->get<uint64_t>();
  }
  void note(const char* key) {
    if (m_wrong.empty()) {
      m_wrong = key;
    }
  }
  const std::string& wrong() const { return m_wrong; }

private:
  const json& m_object;
  std::string m_wrong;
};

std::vector<std::string> usual_places() {
  std::vector<std::string> places;
  if (const char* set = std::getenv("KEYBED_MODEL_DIR");
      set != nullptr && *set != '\0') {
    places.emplace_back(set);
  }
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const auto share = program.parent_path().parent_path() / "share";
    places.push_back((share / "keybed" / "model").string());
  }
  places.emplace_back(KEYBED_BUILD_MODEL_DIR);
  return places;
}

base::Result<ModelFolder> open_folder(const std::string& path) {
  TRY_ASSIGN(const auto text,
             base::read_file(path + "/model.json", k_max_card));
  auto card = parse_model_card(text);
  if (!card) {
    return base::fail(std::move(card.error()).within(path + "/model.json"));
  }
  ModelFolder folder{path, std::move(*card)};
  std::error_code error;
  const auto size = fs::file_size(folder.model(), error);
  if (error || size != folder.card.model_bytes) {
    return base::fail(Errc::corrupt, folder.model() +
                                         " is missing or cut short; run "
                                         "deploy/fetch-model again");
  }
  return folder;
}

} // namespace

base::Result<ModelCard> parse_model_card(std::string_view text) {
  const auto root = json::parse(text, nullptr, false);
  if (!root.is_object()) {
    return base::fail(Errc::corrupt, "not a JSON object");
  }
  Fields fields(root);
  ModelCard card;
  card.name = fields.text("name");
  card.dimensions = static_cast<uint32_t>(fields.number("dimensions", 1, 8192));
  card.max_tokens = static_cast<uint32_t>(fields.number("max_tokens", 8, 8192));
  const auto pooling = fields.text("pooling");
  if (pooling != "mean" && pooling != "first") {
    fields.note("pooling");
  }
  card.pooling = pooling == "first" ? Pooling::first : Pooling::mean;
  card.query_prefix = fields.text("query_prefix");
  card.passage_prefix = fields.text("passage_prefix");
  card.model_bytes = fields.number("model_bytes", 1, uint64_t{1} << 40);
  if (card.name.empty() || card.name.find('/') != std::string::npos) {
    fields.note("name");
  }
  if (!fields.wrong().empty()) {
    return base::fail(Errc::corrupt,
                      "field \"" + fields.wrong() + "\" is missing or wrong");
  }
  return card;
}

base::Result<ModelFolder> find_model(const std::string& configured) {
  if (!configured.empty()) {
    auto folder = open_folder(configured);
    if (!folder && folder.error().code == Errc::not_found) {
      return base::fail(Errc::not_found, "no local model in " + configured +
                                             "; run deploy/fetch-model " +
                                             configured +
                                             ", or use --embedder none");
    }
    return folder;
  }
  for (const auto& place : usual_places()) {
    auto folder = open_folder(place);
    if (folder || folder.error().code != Errc::not_found) {
      return folder;
    }
  }
  return base::fail(Errc::not_found,
                    "the local model is not installed; run "
                    "deploy/fetch-model, or use --embedder none");
}

} // namespace embed
