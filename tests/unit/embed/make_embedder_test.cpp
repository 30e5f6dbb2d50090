// SPDX-License-Identifier: Apache-2.0
#include "core/embed/embedder.hpp"

#include <gtest/gtest.h>

namespace {

using base::Errc;
using embed::Config;
using embed::make_embedder;
using embed::Space;

Config config_of(std::string provider) {
  Config config;
  config.provider = std::move(provider);
  return config;
}

TEST(Space, names_provider_model_and_dimensions) {
  EXPECT_EQ((Space{"local", "m@1", 384}.id()), "local/m@1/384");
}

TEST(MakeEmbedder, gives_nothing_for_none) {
  const auto made = make_embedder(config_of("none"));
  ASSERT_TRUE(made);
  EXPECT_EQ(*made, nullptr);
}

TEST(MakeEmbedder, makes_the_one_for_tests_by_its_full_name_only) {
  const auto made = make_embedder(config_of("hashing-for-tests-only"));
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->space().id(), "hashing-for-tests-only/words@1/64");
  EXPECT_EQ(make_embedder(config_of("hashing")).error().code, Errc::invalid);
}

TEST(MakeEmbedder, makes_one_of_an_endpoint) {
  auto config = config_of("http");
  config.url = "http://127.0.0.1:1/v1"; // not asked: the length is known
  config.model = "m";
  config.known_dimensions = 3;
  const auto made = make_embedder(config);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ((*made)->space().id(), "http/m/3");
}

TEST(SpaceOf, is_that_of_the_embedder_without_making_it) {
  EXPECT_EQ(space_of(config_of("none")).value(), Space());
  EXPECT_EQ(space_of(config_of("hashing-for-tests-only")).value().id(),
            "hashing-for-tests-only/words@1/64");
  auto config = config_of("http"); // no URL: it is not asked
  config.model = "m";
  config.dimensions = 3;
  EXPECT_EQ(space_of(config).value().id(), "http/m/3");
  config.dimensions = 0;
  config.known_dimensions = 4;
  EXPECT_EQ(space_of(config).value().id(), "http/m/4");
  config = config_of("local");
  config.model_dir = "/nonexistent";
  EXPECT_EQ(space_of(config).error().code, Errc::not_found);
}

TEST(MakeEmbedder, says_what_to_run_when_the_model_is_not_installed) {
  auto config = config_of("local");
  config.model_dir = "/nonexistent";
  const auto made = make_embedder(config);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, Errc::not_found);
  EXPECT_NE(made.error().message.find("deploy/fetch-model"), std::string::npos);
}

} // namespace
