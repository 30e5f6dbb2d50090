// SPDX-License-Identifier: Apache-2.0
#include "query/eval/right.hpp"

#include "query/core/content_at.hpp"

#include <algorithm>

namespace eval {
namespace {

using query::ArchiveView;
using query::HitPath;

// As the set writes it, and with "!" between a container and a member made
// "!/".
std::vector<std::string> spellings(const std::string& path) {
  std::vector<std::string> out = {path};
  const size_t mark = path.find('!');
  if (mark != std::string::npos && path.compare(mark, 2, "!/") != 0) {
    out.push_back(path.substr(0, mark + 1) + "/" + path.substr(mark + 1));
  }
  return out;
}

class Finder {
public:
  Finder(const ArchiveView& view, Right& out) : m_view(view), m_out(out) {}

  base::Result<bool> add(const std::string& root, const std::string& path,
                         double grade);

private:
  size_t document_of(const std::string& id, double grade);
  base::Result<bool> add_unread(const HitPath& path, double grade);

  const ArchiveView& m_view;
  Right& m_out;
  std::map<std::string, size_t> m_ids;
};

size_t Finder::document_of(const std::string& id, double grade) {
  const auto [at, fresh] = m_ids.emplace(id, m_out.grades.size());
  if (fresh) {
    m_out.grades.push_back(grade);
  }
  double& held = m_out.grades[at->second];
  held = std::max(held, grade);
  return at->second;
}

// Nothing was made of its content; its name is found all the same.
base::Result<bool> Finder::add_unread(const HitPath& path, double grade) {
  const auto id = store::path_id(path.root, path.path);
  for (const auto& shard : m_view.shards()) {
    TRY_ASSIGN(const auto held, shard.document(id));
    if (held) {
      m_out.document[path] = document_of(id.hex(), grade);
      m_out.formats.insert("not read");
      return true;
    }
  }
  return false;
}

base::Result<bool> Finder::add(const std::string& root, const std::string& path,
                               double grade) {
  TRY_ASSIGN(const auto place, query::content_at(m_view, root, path));
  if (!place) {
    return add_unread({root, path}, grade);
  }
  const size_t document = document_of(place->version.id.hex(), grade);
  m_out.document[{root, path}] = document;
  m_out.formats.insert(place->format);
  for (const auto& shard : m_view.shards()) {
    TRY_ASSIGN(const auto held, shard.document(place->version.id));
    if (held) {
      for (const pb::PathRef& one : held->paths()) {
        m_out.document[{one.root(), one.path()}] = document;
      }
    }
  }
  return true;
}

} // namespace

base::Result<Right> right_of(const ArchiveView& view, const Item& item) {
  Right out;
  Finder finder(view, out);
  for (size_t i = 0; i < item.right.size(); ++i) {
    const double grade = item.grades.empty() ? 1 : item.grades[i];
    bool found = false;
    for (const std::string& path : spellings(item.right[i])) {
      for (const auto& root : view.archive().config().roots()) {
        TRY_ASSIGN(const bool here, finder.add(root.name(), path, grade));
        found = found || here;
      }
      if (found) {
        break;
      }
    }
    if (!found) {
      out.grades.push_back(grade); // wanted all the same
      out.missing.push_back(item.right[i]);
    }
  }
  return out;
}

} // namespace eval
