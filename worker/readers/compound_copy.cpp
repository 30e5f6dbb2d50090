// SPDX-License-Identifier: Apache-2.0
//
// Writes a compound file in the plainest form that [MS-CFB] allows: sectors of
// 4096 bytes, chains in a row, the entries of a folder as a list.
#include "core/base/assert.hpp"
#include "worker/readers/compound_file.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_sector = 4096;
constexpr size_t k_small = 64;
constexpr size_t k_cutoff = 4096;
constexpr uint32_t k_end = 0xFFFFFFFE;
constexpr uint32_t k_none = 0xFFFFFFFF;
constexpr uint32_t k_table = 0xFFFFFFFD; // a sector of the allocation table
// What the header's own list of table sectors can speak of.
constexpr size_t k_most_bytes = 109 * (k_sector / 4) * k_sector;

void put(std::string& out, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>(value >> 8 * i);
  }
}

void pad(std::string& out, size_t unit) {
  out.resize((out.size() + unit - 1) / unit * unit, '\0');
}

std::string utf16(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    uint32_t code = length == 1 ? c : c & (0x7FU >> length);
    for (size_t k = 1; k < length && i + k < text.size(); ++k) {
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    }
    i += length;
    put(out, code > 0xFFFF ? 0xD7C0 + (code >> 10) : code, 2);
    if (code > 0xFFFF) {
      put(out, 0xDC00 + (code & 0x3FF), 2);
    }
  }
  return out;
}

class Copying {
public:
  Copying(CompoundFile& file, size_t limit)
      : m_file(file), m_limit(std::min(limit, k_most_bytes / 2)) {}

  base::Result<std::string> run(size_t storage) {
    m_nodes.push_back({storage, 5, k_none, k_none, 0, 0});
    for (size_t i = 0; i < m_nodes.size(); ++i) {
      add_children(i);
    }
    for (Node& node : m_nodes) {
      TRY(add_stream(node));
    }
    return whole();
  }

private:
  struct Node {
    size_t entry = 0;
    int type = 0;
    uint32_t next = k_none, child = k_none;
    uint64_t start = 0; // of its bytes: in m_small or m_large
    uint64_t size = 0;
  };

  void add_children(size_t parent) {
    const auto& children = m_file.entries()[m_nodes[parent].entry].children;
    for (size_t k = 0; k < children.size(); ++k) {
      const auto index = static_cast<uint32_t>(m_nodes.size());
      if (k == 0) {
        m_nodes[parent].child = index;
      } else {
        m_nodes.back().next = index;
      }
      const auto kind = m_file.entries()[children[k]].kind;
      m_nodes.push_back({children[k],
                         kind == CompoundEntry::Kind::stream ? 2 : 1, k_none,
                         k_none, 0, 0});
    }
  }

  base::Result<void> add_stream(Node& node) {
    if (node.type != 2) {
      return {};
    }
    const auto stream = m_file.locate(node.entry);
    const size_t used = m_small.size() + m_large.size();
    TRY_ASSIGN(const std::string bytes,
               m_file.read_all(stream, m_limit - std::min(m_limit, used)));
    std::string& into = bytes.size() < k_cutoff ? m_small : m_large;
    node.start = into.size();
    node.size = bytes.size();
    into += bytes;
    pad(into, bytes.size() < k_cutoff ? k_small : k_sector);
    return {};
  }

  static void chain(std::string& table, size_t first, size_t count) {
    for (size_t i = 1; i <= count; ++i) {
      put(table, i == count ? k_end : first + i, 4);
    }
  }

  std::string directory(size_t mini_first, size_t large_first) const {
    std::string out;
    for (const Node& node : m_nodes) {
      const CompoundEntry& entry = m_file.entries()[node.entry];
      std::string name = utf16(node.type == 5 ? "Root Entry" : entry.name);
      name.resize(std::min<size_t>(name.size(), 62));
      const size_t length = name.size() + 2;
      name.resize(64, '\0');
      out += name;
      put(out, length, 2);
      put(out, static_cast<uint64_t>(node.type), 1);
      put(out, 1, 1); // black
      put(out, k_none, 4);
      put(out, node.type == 5 ? k_none : node.next, 4);
      put(out, node.child, 4);
      std::string clsid = entry.clsid;
      clsid.resize(16, '\0');
      out += clsid;
      out.append(20, '\0');
      put(out, start_of(node, mini_first, large_first), 4);
      put(out, node.type == 5 ? m_small.size() : node.size, 8);
    }
    pad(out, k_sector);
    return out;
  }

  uint64_t start_of(const Node& node, size_t mini_first,
                    size_t large_first) const {
    if (node.type == 5) {
      return m_small.empty() ? k_end : mini_first;
    }
    if (node.type == 1) {
      return 0;
    }
    return node.size == 0         ? k_end
           : node.size < k_cutoff ? node.start / k_small
                                  : large_first + node.start / k_sector;
  }

  std::string mini_table() const {
    std::string out(m_small.size() / k_small * 4, '\xFF');
    std::string one;
    for (const Node& node : m_nodes) {
      if (node.type == 2 && node.size > 0 && node.size < k_cutoff) {
        one.clear();
        const size_t first = node.start / k_small;
        chain(one, first, (node.size + k_small - 1) / k_small);
        out.replace(4 * first, one.size(), one);
      }
    }
    out.resize((out.size() + k_sector - 1) / k_sector * k_sector, '\xFF');
    return out;
  }

  std::string whole() {
    std::string small = m_small;
    pad(small, k_sector);
    const std::string mini = mini_table();
    const size_t entries = (m_nodes.size() * 128 + k_sector - 1) / k_sector;
    const size_t rest =
        entries + (mini.size() + small.size() + m_large.size()) / k_sector;
    // As many table sectors as speak of themselves and all others.
    const size_t per = k_sector / 4;
    size_t tables = 1;
    while (tables * per < tables + rest) {
      ++tables;
    }
    const size_t mini_at = tables + entries;
    const size_t small_at = mini_at + mini.size() / k_sector;
    const size_t large_at = small_at + small.size() / k_sector;
    std::string table;
    for (size_t i = 0; i < tables; ++i) {
      put(table, k_table, 4);
    }
    chain(table, tables, entries);
    chain(table, mini_at, mini.size() / k_sector);
    chain(table, small_at, small.size() / k_sector);
    for (const Node& node : m_nodes) {
      if (node.type == 2 && node.size >= k_cutoff) {
        chain(table, large_at + node.start / k_sector,
              (node.size + k_sector - 1) / k_sector);
      }
    }
    table.resize(tables * k_sector, '\xFF');
    return header(tables, mini.empty() ? k_end : mini_at,
                  mini.size() / k_sector) +
           table + directory(small_at, large_at) + mini + small + m_large;
  }

  static std::string header(size_t tables, size_t mini_at, size_t minis) {
    std::string out(k_compound_signature);
    out.append(16, '\0');
    for (const uint64_t field : {0x3EU, 4U, 0xFFFEU, 12U, 6U}) {
      put(out, field, 2);
    }
    out.append(6, '\0');
    put(out, 1, 4); // directory sectors; not checked by anyone
    put(out, tables, 4);
    put(out, tables, 4); // where the directory begins
    put(out, 0, 4);
    put(out, k_cutoff, 4);
    put(out, mini_at, 4);
    put(out, minis, 4);
    put(out, k_end, 4);
    put(out, 0, 4);
    for (size_t i = 0; i < 109; ++i) {
      put(out, i < tables ? i : k_none, 4);
    }
    pad(out, k_sector);
    return out;
  }

  CompoundFile& m_file;
  size_t m_limit;
  std::vector<Node> m_nodes;
  std::string m_small, m_large;
};

} // namespace

base::Result<std::string> copy_storage(CompoundFile& file, size_t storage,
                                       size_t limit) {
  ASSERT(storage < file.entries().size());
  return Copying(file, limit).run(storage);
}

} // namespace readers
