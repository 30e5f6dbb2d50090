// SPDX-License-Identifier: Apache-2.0
#include "cli/fit.hpp"

#include "cli/render.hpp"
#include "core/embed/latent_fit.hpp"
#include "core/embed/latent_provider.hpp"
#include "query/core/archive_view.hpp"
#include "store/passage_sample.hpp"

#include <fmt/format.h>

namespace cli {
namespace {

// The passages of a sample, in one order whatever the shards.
base::Result<std::vector<std::string>>
sample_of(const query::ArchiveView& view) {
  store::PassageSample sample(k_fit_sample);
  for (const store::Generation& shard : view.shards()) {
    TRY(sample.add(shard));
  }
  return sample.take();
}

} // namespace

bool lacks_basis(const store::Archive& archive) {
  const auto& embedder = archive.config().embedder();
  return embedder.provider() == "fast" && embedder.space().empty();
}

base::Result<std::optional<Fit>> fit_archive(store::Archive& archive) {
  uint64_t passages = 0;
  std::vector<std::string> texts;
  {
    TRY_ASSIGN(const auto view, query::ArchiveView::open(
                                    archive.path(), {store::Family::documents,
                                                     store::Family::passages}));
    passages = view.counters().passages();
    TRY_ASSIGN(texts, sample_of(view));
  }
  auto basis = embed::fit_latent(texts, passages);
  if (!basis && basis.error().code == base::Errc::not_found) {
    return std::optional<Fit>();
  }
  TRY(basis);
  const embed::Space space = embed::latent_space(basis->name());
  TRY(archive.set_basis(basis->name(), basis->to_bytes(), space.dimensions,
                        space.id()));
  return std::optional(Fit{passages, texts.size(), passages});
}

base::Result<std::optional<Fit>> fit_of(const std::string& path) {
  TRY_ASSIGN(const auto view, query::ArchiveView::open(path, {}));
  const store::Archive& archive = view.archive();
  const auto& embedder = archive.config().embedder();
  if (embedder.provider() != "fast" || lacks_basis(archive)) {
    return std::optional<Fit>();
  }
  TRY_ASSIGN(const auto basis,
             embed::LatentBasis::read(archive.basis_path(embedder.model()),
                                      embedder.model()));
  return std::optional(Fit{basis.source().passages, basis.source().sampled,
                           view.counters().passages()});
}

std::string text_of(const Fit& fit, const std::string& archive) {
  std::string out = fmt::format(
      "embedder fast: fitted on {} different passages when there were {}",
      grouped(fit.sampled), grouped(fit.passages));
  if (fit.outgrown()) {
    out += fmt::format("; now there are {}, so fit it anew: keybed ingest "
                       "--into {} --refit",
                       grouped(fit.now), archive);
  }
  return out;
}

} // namespace cli
