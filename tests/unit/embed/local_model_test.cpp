// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "core/embed/local_model.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using base::Errc;
using embed::find_model;
using embed::parse_model_card;
using embed::Pooling;

constexpr auto k_card =
    R"({"name":"m@1","dimensions":4,"max_tokens":16,"pooling":"first",
        "query_prefix":"query: ","passage_prefix":"","model_bytes":3})";

TEST(ModelCard, is_read_from_json) {
  const auto card = parse_model_card(k_card).value();
  EXPECT_EQ(card.name, "m@1");
  EXPECT_EQ(card.dimensions, 4U);
  EXPECT_EQ(card.max_tokens, 16U);
  EXPECT_EQ(card.pooling, Pooling::first);
  EXPECT_EQ(card.query_prefix, "query: ");
}

TEST(ModelCard, names_the_field_that_is_wrong) {
  std::string text = k_card;
  text.replace(text.find("\"first\""), 7, "\"last\"");
  const auto card = parse_model_card(text);
  EXPECT_EQ(card.error().code, Errc::corrupt);
  EXPECT_NE(card.error().message.find("pooling"), std::string::npos);
  for (const auto* bad : {"", "[]", "{}", "{\"name\":3}"}) {
    EXPECT_EQ(parse_model_card(bad).error().code, Errc::corrupt) << bad;
  }
}

class FindModel : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/keybed-model-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    m_folder = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(m_folder); }
  void write(const std::string& name, std::string_view text) const {
    ASSERT_TRUE(base::write_file_atomic(m_folder + "/" + name, text));
  }
  std::string m_folder;
};

TEST_F(FindModel, finds_the_folder_that_is_named) {
  write("model.json", k_card);
  write("model.onnx", "abc");
  EXPECT_EQ(find_model(m_folder).value().model(), m_folder + "/model.onnx");
}

TEST_F(FindModel, finds_the_folder_of_the_environment) {
  write("model.json", k_card);
  write("model.onnx", "abc");
  setenv("KEYBED_MODEL_DIR", m_folder.c_str(), 1);
  const auto found = find_model("");
  unsetenv("KEYBED_MODEL_DIR");
  EXPECT_EQ(found.value().path, m_folder);
}

TEST_F(FindModel, says_what_to_run_when_there_is_none) {
  const auto found = find_model(m_folder);
  EXPECT_EQ(found.error().code, Errc::not_found);
  EXPECT_NE(found.error().message.find("deploy/fetch-model"),
            std::string::npos);
}

TEST_F(FindModel, notices_weights_that_are_cut_short) {
  write("model.json", k_card);
  EXPECT_EQ(find_model(m_folder).error().code, Errc::corrupt);
  write("model.onnx", "ab");
  EXPECT_EQ(find_model(m_folder).error().code, Errc::corrupt);
}

} // namespace
