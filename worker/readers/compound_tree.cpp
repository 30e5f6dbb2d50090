// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/compound_tree.hpp"

#include "core/domain/encoding.hpp"
#include "core/domain/text.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr uint32_t k_nothing = 0xFFFFFFFF;

class Linking {
public:
  explicit Linking(std::vector<RawEntry> raw)
      : m_raw(std::move(raw)), m_visited(m_raw.size(), false) {}

  EntryTree run() {
    m_visited[0] = true;
    m_raw[0].type = 5;
    emit(0, 0);
    visit(m_raw[0].child, 0);
    walk();
    if (!m_out.damage.empty()) {
      adopt_orphans();
    }
    return std::move(m_out);
  }

private:
  struct Step {
    uint32_t raw = 0;
    size_t parent = 0;
    bool open = false; // its left side is done
  };

  size_t emit(uint32_t raw, size_t parent) {
    RawEntry& from = m_raw[raw];
    const size_t index = m_out.entries.size();
    m_out.entries.push_back({static_cast<CompoundEntry::Kind>(from.type),
                             std::move(from.name),
                             parent,
                             from.size,
                             std::move(from.clsid),
                             from.start,
                             {}});
    if (index != parent) {
      m_out.entries[parent].children.push_back(index);
    }
    return index;
  }

  void visit(uint32_t raw, size_t parent) {
    if (raw != k_nothing) {
      m_steps.push_back({raw, parent, false});
    }
  }

  // In the order of the tree: left, itself, right.
  void walk() {
    while (!m_steps.empty()) {
      const Step step = m_steps.back();
      m_steps.pop_back();
      if (step.open) {
        const size_t index = emit(step.raw, step.parent);
        if (m_raw[step.raw].type == 1) {
          visit(m_raw[step.raw].child, index);
        }
        continue;
      }
      if (step.raw >= m_raw.size() || m_visited[step.raw]) {
        m_out.damage = "entries of the directory point at each other in a "
                       "circle or at nothing";
        continue;
      }
      m_visited[step.raw] = true;
      const RawEntry& raw = m_raw[step.raw];
      visit(raw.right, step.parent);
      if (raw.type == 1 || raw.type == 2) {
        m_steps.push_back({step.raw, step.parent, true});
      } else {
        m_out.damage = "a folder names an entry that is not in use";
      }
      visit(raw.left, step.parent);
    }
  }

  // What stands in the directory though no folder names it any more.
  void adopt_orphans() {
    for (uint32_t i = 0; i < m_raw.size(); ++i) {
      if (!m_visited[i] && (m_raw[i].type == 1 || m_raw[i].type == 2)) {
        m_visited[i] = true;
        emit(i, 0);
      }
    }
  }

  std::vector<RawEntry> m_raw;
  std::vector<bool> m_visited;
  std::vector<Step> m_steps;
  EntryTree m_out;
};

} // namespace

RawEntry raw_entry(LittleEndian bytes, bool long_sizes) {
  RawEntry entry;
  const size_t length = std::min<size_t>(bytes.u16(64), 64);
  entry.name =
      domain::decode_text(bytes.bytes(0, length & ~size_t{1}), "UTF-16LE").text;
  entry.name.resize(std::min(entry.name.size(), entry.name.find('\0')));
  entry.type = bytes.u8(66);
  entry.left = bytes.u32(68);
  entry.right = bytes.u32(72);
  entry.child = bytes.u32(76);
  entry.clsid = bytes.bytes(80, 16);
  entry.start = bytes.u32(116);
  entry.size = long_sizes ? bytes.u64(120) : bytes.u32(120);
  return entry;
}

EntryTree link_entries(std::vector<RawEntry> raw) {
  return Linking(std::move(raw)).run();
}

bool same_entry_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         domain::lower_ascii(a) == domain::lower_ascii(b);
}

} // namespace readers
