// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "query/core/archive_view.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace node {

using View = std::shared_ptr<const query::ArchiveView>;

// The opened archive, always what is published now. Safe from any thread.
class Resident {
public:
  // `prepare` makes what questions need of a view, before the first one; its
  // errors are those of view().
  using Prepare = std::function<base::Result<void>(const query::ArchiveView&)>;
  Resident(std::string archive, std::vector<store::Family> families,
           Prepare prepare);

  // What is published, opened anew where a shard has published, a graph was
  // built, or keybed.textproto or the authority files have changed: a few
  // system calls for each shard. Whoever finds it changed opens it, others
  // wait. The view of before stays whole for those who hold it.
  base::Result<View> view();

private:
  const std::string m_archive;
  const std::vector<store::Family> m_families;
  const Prepare m_prepare;
  std::mutex m_mutex; // guards the two below
  View m_view;
  std::string m_stamp;
};

} // namespace node
