// SPDX-License-Identifier: Apache-2.0
#include "query/hnsw/graph_writer.hpp"

#include "core/base/assert.hpp"
#include "core/base/fd.hpp"
#include "query/hnsw/graph_file.hpp"
#include "query/hnsw/hnswlib_options.hpp"

#include <fcntl.h>
#include <hnswlib/hnswlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace query {
namespace {

using Index = hnswlib::HierarchicalNSW<float>;

class Out {
public:
  Out(std::string path, base::Fd fd)
      : m_path(std::move(path)), m_fd(std::move(fd)) {}
  Out(Out&&) noexcept = default;
  Out& operator=(Out&&) = delete;
  ~Out() {
    if (m_fd) {
      ::unlink(temp().c_str());
    }
  }
  static base::Result<Out> create(std::string path) {
    const std::string temp = path + ".tmp";
    base::Fd fd(
        ::open(temp.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!fd) {
      return base::fail_errno(errno, "create " + temp);
    }
    return Out(std::move(path), std::move(fd));
  }

  base::Result<void> write(std::string_view bytes) {
    m_hasher.update(bytes);
    m_written += bytes.size();
    if (bytes.size() >= k_flush) {
      TRY(flush());
      return put(bytes);
    }
    m_buffer.append(bytes);
    return m_buffer.size() >= k_flush ? flush() : base::Result<void>();
  }
  base::Result<void> number(uint32_t value) {
    return write({reinterpret_cast<const char*>(&value), sizeof value});
  }
  size_t written() const { return m_written; }

  base::Result<void> finish() {
    m_buffer.append(m_hasher.finish().view());
    TRY(flush());
    if (::fsync(m_fd.get()) != 0 ||
        ::rename(temp().c_str(), m_path.c_str()) != 0) {
      return base::fail_errno(errno, "finish " + m_path);
    }
    m_fd.reset();
    return base::sync_directory(m_path.substr(0, m_path.rfind('/')));
  }

private:
  static constexpr size_t k_flush = 1 << 20;
  std::string temp() const { return m_path + ".tmp"; }
  base::Result<void> flush() {
    const std::string bytes = std::exchange(m_buffer, {});
    return put(bytes);
  }
  base::Result<void> put(std::string_view rest) {
    while (!rest.empty()) {
      const auto n = ::write(m_fd.get(), rest.data(), rest.size());
      if (n < 0 && errno != EINTR) {
        return base::fail_errno(errno, "write " + temp());
      }
      rest.remove_prefix(n < 0 ? 0 : static_cast<size_t>(n));
    }
    return {};
  }

  std::string m_path;
  base::Fd m_fd;
  std::string m_buffer;
  base::Hasher m_hasher;
  size_t m_written = 0;
};

void count_lists(const Index& graph, GraphHeader& header) {
  header.upper_points = 0;
  header.upper_lists = 0;
  for (uint64_t i = 0; i < header.points; ++i) {
    header.upper_points += graph.element_levels_[i] > 0;
    header.upper_lists += static_cast<uint64_t>(graph.element_levels_[i]);
  }
  header.entry = header.points == 0 ? 0 : graph.enterpoint_node_;
  header.levels =
      header.points == 0 ? 0 : static_cast<uint32_t>(graph.maxlevel_);
}

base::Result<void> write_upper(const Index& graph, const GraphHeader& header,
                               Out& out) {
  for (uint32_t i = 0; i < header.points; ++i) {
    if (graph.element_levels_[i] > 0) {
      TRY(out.number(i));
      TRY(out.number(static_cast<uint32_t>(graph.element_levels_[i])));
    }
  }
  for (uint32_t i = 0; i < header.points; ++i) {
    const auto levels = static_cast<size_t>(graph.element_levels_[i]);
    if (levels > 0) {
      TRY(out.write(
          {graph.linkLists_[i], levels * graph.size_links_per_element_}));
    }
  }
  return {};
}

} // namespace

base::Result<void> write_graph(const Index& graph, const DistinctRows& rows,
                               GraphHeader& header, const std::string& path) {
  count_lists(graph, header);
  const GraphLayout layout(header);
  ASSERT(layout.point_bytes == graph.size_data_per_element_ &&
         layout.list_bytes == graph.size_links_per_element_);
  TRY_ASSIGN(Out out, Out::create(path));
  TRY(out.write(header.bytes()));
  TRY(out.write(
      {graph.data_level0_memory_, header.points * layout.point_bytes}));
  TRY(write_upper(graph, header, out));
  for (const auto& [first, copy] : rows.copies) {
    TRY(out.number(first));
    TRY(out.number(copy));
  }
  ASSERT(out.written() == layout.checksum);
  return out.finish();
}

} // namespace query
