// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coordinator {

// Which paths a run is asked for. Pure.
class Filter {
public:
  Filter() = default;
  // `only`: a kind ("las", "segy", "shapefile", or any extension) or a glob
  // over the path below the root; one of them must match. `exclude`: globs;
  // none may match. In a glob `*` also matches "/".
  Filter(std::vector<std::string> only, std::vector<std::string> exclude);

  bool takes(std::string_view path) const;
  // Nothing below it is taken.
  bool excludes_directory(std::string_view path) const;
  // Takes everything.
  bool is_empty() const { return m_only.empty() && m_exclude.empty(); }

private:
  std::vector<std::string> m_only;
  std::vector<std::string> m_exclude;
};

} // namespace coordinator
