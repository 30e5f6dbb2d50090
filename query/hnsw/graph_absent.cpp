// SPDX-License-Identifier: Apache-2.0
//
// In place of graph.cpp and graph_builder.cpp where hnswlib is not there.
#include "query/hnsw/graph.hpp"
#include "query/hnsw/graph_builder.hpp"

namespace query {
namespace {

tl::unexpected<base::Error> not_built_in() {
  return base::fail(base::Errc::unsupported,
                    "this program was built without HNSW graphs: get hnswlib "
                    "0.8 (deploy/fetch-hnswlib, or libhnswlib-dev of Debian "
                    "13) and build it again");
}

} // namespace

struct Graph::State {};

bool has_graphs() {
  return false;
}

base::Result<Graph> Graph::open(const std::string&, const std::string&) {
  return not_built_in();
}

Graph::Graph(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Graph::Graph(Graph&&) noexcept = default;
Graph& Graph::operator=(Graph&&) noexcept = default;
Graph::~Graph() = default;

const GraphHeader& Graph::header() const {
  static const GraphHeader none;
  return none; // open() never makes one
}

base::Result<GraphTop> Graph::top(const GraphQuery&) const {
  return not_built_in();
}

base::Result<GraphHeader> build_graph(const GraphJob&, const ExactScores&,
                                      const GraphProgress&) {
  return not_built_in();
}

} // namespace query
