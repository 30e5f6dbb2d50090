// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/curves.hpp"
#include "core/domain/key_families.hpp"
#include "store/archive.hpp"
#include "worker/bundle_reading.hpp"
#include "worker/shard.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace worker {

struct StoreOptions {
  embed::Config embedder;
  pool::PoolOptions pool;
  domain::KeyFamilies families; // that the archive adds
  domain::CurveFamilies curves; // as the reader children have them
  std::string ocr_languages;    // empty: no OCR
};

// Opens shards of an archive on disk. Reader children and the embedder are
// shared by them all.
class StoreOpener : public ShardOpener {
public:
  StoreOpener(store::Archive archive, StoreOptions options);
  ~StoreOpener() override;

  void begin(const wire::Welcome& welcome) override;
  base::Result<std::unique_ptr<Shard>> open(uint32_t shard) override;
  void cancel() override;

private:
  base::Result<void> learn_versions();

  store::Archive m_archive;
  const domain::KeyFamilies m_families;
  const domain::CurveFamilies m_curves;
  const std::string m_ocr_languages;
  LazyEmbedder m_embedder;
  pool::Pool m_pool;
  std::atomic<bool> m_cancelled{false};
  std::optional<RunContext> m_context; // from begin() on
  bool m_versions_known = false;       // touched by open() alone
};

} // namespace worker
