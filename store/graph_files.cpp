// SPDX-License-Identifier: Apache-2.0
#include "store/graph_files.hpp"

#include "core/base/fd.hpp"
#include "store/files.hpp"
#include "store/generation.hpp"

namespace store {
namespace {

constexpr std::string_view k_graph = ".graph";

std::string live_folder(const Generation& generation) {
  const std::string& path = generation.path();
  return path.substr(0, path.rfind("/generations/")) + "/segments";
}

base::Result<uint64_t> remove_graphs(const std::string& folder) {
  TRY_ASSIGN(const auto names, names_in(folder));
  uint64_t removed = 0;
  for (const std::string& name : names) {
    const bool whole = name.ends_with(k_graph);
    if (whole || name.ends_with(std::string(k_graph) + ".tmp")) {
      TRY(remove_tree(folder + "/" + name));
      removed += whole;
    }
  }
  TRY(base::sync_directory(folder));
  return removed;
}

} // namespace

std::string graph_name(std::string_view segment) {
  return std::string(segment.substr(0, segment.rfind('.'))).append(k_graph);
}

base::Result<std::string> graph_place(const Generation& generation,
                                      int segment) {
  const std::string folder = live_folder(generation);
  TRY(make_folder(folder));
  return folder + "/" + graph_name(generation.info().segments(segment).name());
}

base::Result<void> publish_graph(const Generation& generation, int segment) {
  TRY_ASSIGN(const std::string live, graph_place(generation, segment));
  const std::string name =
      graph_name(generation.info().segments(segment).name());
  const std::string place = generation.path() + "/" + name;
  const std::string aside = place + ".tmp";
  TRY(remove_tree(aside)); // of a run that ended here
  TRY(link_file(live, aside));
  TRY(remove_tree(place)); // a rename onto a link of the same file does nothing
  TRY(rename_path(aside, place));
  return base::sync_directory(generation.path());
}

base::Result<uint64_t> drop_graphs(const Generation& generation) {
  TRY_ASSIGN(const uint64_t published, remove_graphs(generation.path()));
  const std::string folder = live_folder(generation);
  TRY(make_folder(folder));
  TRY(remove_graphs(folder));
  return published;
}

} // namespace store
