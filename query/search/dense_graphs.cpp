// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_file.hpp"
#include "query/search/dense.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace query {
namespace {

RowRanges common(const RowRanges& a, const RowRanges& b) {
  RowRanges out;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const uint32_t from = std::max(a[i].from, b[j].from);
    const uint32_t to = std::min(a[i].to, b[j].to);
    if (from < to) {
      out.push_back({from, to});
    }
    if (a[i].to < b[j].to) {
      ++i;
    } else {
      ++j;
    }
  }
  return out;
}

std::string note_of(const std::string& path, const GraphPlan& plan) {
  const std::string name = path.substr(path.rfind("/shard-") + 1);
  return plan.graph_ms > 0
             ? fmt::format("HNSW {}: {}, {}; ef {}, recall@10 {:.3f}, "
                           "predicted {:.3f} ms, exact {:.3f} ms",
                           name, plan.use ? "used" : "not used", plan.why,
                           plan.ef, plan.recall, plan.graph_ms, plan.scan_ms)
             : fmt::format("HNSW {}: not used, {}", name, plan.why);
}

} // namespace

GraphPlan DenseArm::plan_part(const Part& part, uint64_t k,
                              const GraphUse& use) const {
  const auto file = GraphFile::open(part.view->graph);
  if (!file) {
    GraphPlan out;
    out.why = file.error().message;
    return out;
  }
  return plan_graph(file->header(),
                    {part.view->segment.rows() - part.view->deleted.size(),
                     count_rows(part.allowed), count_rows(part.boosted),
                     part.allowed.size(), k, use.shelf.has(part.view->graph)},
                    use.mode, use.floor, use.costs);
}

GraphsChosen DenseArm::choose_graphs(size_t k, const GraphUse& use) {
  GraphsChosen out;
  for (Part& part : m_parts) {
    if (part.view->graph.empty()) {
      continue;
    }
    if (!use.boosted.empty()) {
      part.boosted =
          common(part.allowed, rows_of(*part.view, use.boosted[part.shard]));
    }
    GraphPlan plan = plan_part(part, statistics(k).k, use);
    if (plan.use) {
      auto graph = use.shelf.open(part.view->graph, part.view->segment.path());
      if (graph) {
        part.graph = std::move(*graph);
        part.ef = plan.ef;
        ++out.segments;
        out.predicted_ms += plan.graph_ms;
        out.spared_ms += plan.scan_ms;
      } else {
        plan = {};
        plan.why = graph.error().message;
      }
    }
    out.notes.push_back(note_of(part.view->graph, plan));
  }
  return out;
}

// Leaves in `blocks` what is to be compared exactly: all rows of segments
// without a graph or where it found too few, else the boosted ones.
std::vector<RowScore>
DenseArm::graph_rows(std::span<const float> query, size_t k,
                     std::vector<RowBlock>& blocks) const {
  std::vector<RowScore> out;
  for (uint32_t i = 0; i < m_parts.size(); ++i) {
    const Part& part = m_parts[i];
    if (part.graph == nullptr) {
      continue;
    }
    const auto top = part.graph->top({query, part.allowed, k, part.ef});
    if (!top || top->too_few) {
      continue;
    }
    blocks[i].allowed = part.boosted;
    for (const GraphScore& row : top->rows) {
      out.push_back({row.score, i, row.row});
    }
  }
  return out;
}

} // namespace query
