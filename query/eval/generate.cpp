// SPDX-License-Identifier: Apache-2.0
#include "query/eval/generate.hpp"

#include "core/base/bytes.hpp"
#include "query/eval/makers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace eval {
namespace {

// The kinds of which the fewest were made come first.
std::array<size_t, k_makers.size()>
order_of(const std::array<size_t, k_makers.size()>& made) {
  std::array<size_t, k_makers.size()> out{};
  std::iota(out.begin(), out.end(), size_t{0});
  std::stable_sort(out.begin(), out.end(),
                   [&](size_t a, size_t b) { return made[a] < made[b]; });
  return out;
}

// A path whose bytes are not UTF-8 cannot be written into a set.
bool fits_json(const Item& item) {
  return std::all_of(
      item.right.begin(), item.right.end(),
      [](const std::string& path) { return base::is_utf8(path); });
}

// One question of each document; more of them in further rounds, where the
// archive is small.
class Generator {
public:
  Generator(const query::ArchiveView& view, const GenerateOptions& options)
      : m_view(view), m_options(options) {}

  base::Result<Generated> run();

private:
  bool full() const { return m_out.items.size() >= m_options.count; }
  base::Result<void> ask_about(const SourceRef& ref, std::set<size_t>& tried);

  const query::ArchiveView& m_view;
  const GenerateOptions& m_options;
  Generated m_out;
  std::array<size_t, k_makers.size()> m_made{};
  std::set<std::string> m_questions;
};

base::Result<void> Generator::ask_about(const SourceRef& ref,
                                        std::set<size_t>& tried) {
  TRY_ASSIGN(Source source, read_source(m_view, ref));
  const MakerContext context{m_view, m_out.refused};
  for (const size_t kind : order_of(m_made)) {
    if (!tried.insert(kind).second) {
      continue;
    }
    TRY_ASSIGN(auto item, k_makers[kind](context, source));
    if (item && fits_json(*item) && m_questions.insert(item->question).second) {
      item->id = fmt::format("g{}", m_out.items.size() + 1);
      m_out.items.push_back(std::move(*item));
      ++m_made[kind];
      return {};
    }
  }
  return {};
}

base::Result<Generated> Generator::run() {
  TRY_ASSIGN(const auto order, sample_order(m_view, m_options.seed));
  std::vector<std::set<size_t>> tried(order.size());
  for (size_t round = 0; round < k_makers.size() && !full(); ++round) {
    for (size_t i = 0; i < order.size() && !full(); ++i) {
      TRY(ask_about(order[i], tried[i]));
    }
  }
  return std::move(m_out);
}

} // namespace

base::Result<Generated> generate(const query::ArchiveView& view,
                                 const GenerateOptions& options) {
  return Generator(view, options).run();
}

} // namespace eval
