// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/collect.hpp"
#include "worker/pool/pool.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

// A pool of mock readers and a folder of files that say how they misbehave.
class PoolTest : public ::testing::Test {
protected:
  PoolTest() {
    std::string name = ::testing::TempDir() + "poolXXXXXX";
    m_folder = ::mkdtemp(name.data());
    std::filesystem::create_directory(m_folder / "scratch");
  }
  ~PoolTest() override { std::filesystem::remove_all(m_folder); }

  pool::PoolOptions options() const {
    pool::PoolOptions out;
    out.program = {MOCK_READER};
    out.scratch = m_folder / "scratch";
    return out;
  }

  pool::ReadRequest file(const std::string& name,
                         const std::string& text = "some text") const {
    const auto path = m_folder / name;
    std::ofstream(path, std::ios::binary) << text;
    return {path, {}, text.size(), false};
  }

  static pool::ReadOutcome must(base::Result<pool::ReadOutcome> outcome) {
    if (!outcome) {
      ADD_FAILURE() << outcome.error().message;
      return {};
    }
    return *outcome;
  }

  pool::ReadOutcome read(pool::Pool& pool, const std::string& name) const {
    domain::Collector sink(1000);
    return must(pool.read(file(name), sink));
  }

  std::filesystem::path m_folder;
};
