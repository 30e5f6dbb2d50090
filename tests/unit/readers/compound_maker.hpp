// SPDX-License-Identifier: Apache-2.0
//
// Compound files for tests, of 512-byte sectors: written apart from the
// reader's own writer, so that one tests the other. Streams below 4096 bytes
// stand among the small ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace readers_test {

inline void put_le(std::string& bytes, size_t at, uint64_t value,
                   size_t width) {
  for (size_t i = 0; i < width; ++i) {
    bytes[at + i] = static_cast<char>(value >> 8 * i);
  }
}

inline std::string le(uint64_t value, size_t width) {
  std::string out(width, '\0');
  put_le(out, 0, value, width);
  return out;
}

inline std::string wide(std::string_view ascii) {
  std::string out;
  for (const char c : ascii) {
    out += c;
    out += '\0';
  }
  return out;
}

// Paths ("Pool/_1/Workbook") with their bytes; folders of one level each are
// made as needed, in the order of the streams.
class CompoundMaker {
public:
  void stream(const std::string& path, std::string bytes) {
    size_t parent = 0;
    size_t from = 0;
    for (auto slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', from)) {
      parent = folder(parent, path.substr(from, slash - from));
      from = slash + 1;
    }
    add(parent, path.substr(from), 2, std::move(bytes));
  }

  std::string make() const {
    std::string small, small_table, large;
    std::vector<uint32_t> fat;
    std::vector<size_t> starts(m_entries.size(), 0xFFFFFFFE);
    for (size_t i = 1; i < m_entries.size(); ++i) {
      const auto& bytes = m_entries[i].bytes;
      if (m_entries[i].type == 2 && !bytes.empty() && bytes.size() < 4096) {
        starts[i] = small.size() / 64;
        const size_t count = (bytes.size() + 63) / 64;
        for (size_t k = 1; k <= count; ++k) {
          small_table += le(k == count ? 0xFFFFFFFE : starts[i] + k, 4);
        }
        small += bytes;
        small.resize(small.size() + count * 64 - bytes.size());
      }
    }
    const auto place = [&](const std::string& bytes) -> size_t {
      const size_t first = fat.size(), count = (bytes.size() + 511) / 512;
      for (size_t k = 1; k <= count; ++k) {
        fat.push_back(
            static_cast<uint32_t>(k == count ? 0xFFFFFFFE : first + k));
      }
      large += bytes;
      large.resize(fat.size() * 512);
      return count == 0 ? 0xFFFFFFFE : first;
    };
    for (size_t i = 1; i < m_entries.size(); ++i) {
      if (m_entries[i].type == 2 && m_entries[i].bytes.size() >= 4096) {
        starts[i] = place(m_entries[i].bytes);
      }
    }
    starts[0] = place(small);
    const size_t mini = place(small_table);
    const size_t directory = place(directory_of(starts, small.size()));
    const size_t first_table = fat.size();
    size_t tables = 1;
    while (tables * 128 < fat.size() + tables) {
      ++tables;
    }
    fat.resize(fat.size() + tables, 0xFFFFFFFD);
    std::string table;
    for (const uint32_t next : fat) {
      table += le(next, 4);
    }
    table.resize(tables * 512, '\xFF');
    return header(first_table, tables, directory, mini,
                  (small_table.size() + 511) / 512) +
           large + table;
  }

private:
  struct Entry {
    std::string name;
    int type = 0;
    std::string bytes;
    std::vector<size_t> children;
  };

  size_t add(size_t parent, const std::string& name, int type,
             std::string bytes) {
    m_entries.push_back({name, type, std::move(bytes), {}});
    m_entries[parent].children.push_back(m_entries.size() - 1);
    return m_entries.size() - 1;
  }
  size_t folder(size_t parent, const std::string& name) {
    for (const size_t child : m_entries[parent].children) {
      if (m_entries[child].name == name && m_entries[child].type == 1) {
        return child;
      }
    }
    return add(parent, name, 1, {});
  }

  std::string directory_of(const std::vector<size_t>& starts,
                           size_t small) const {
    std::vector<size_t> next(m_entries.size(), 0xFFFFFFFF);
    for (const auto& entry : m_entries) {
      for (size_t k = 1; k < entry.children.size(); ++k) {
        next[entry.children[k - 1]] = entry.children[k];
      }
    }
    std::string out;
    for (size_t i = 0; i < m_entries.size(); ++i) {
      const auto& entry = m_entries[i];
      std::string raw(128, '\0');
      const auto name = wide(entry.name);
      raw.replace(0, name.size(), name);
      put_le(raw, 64, name.size() + 2, 2);
      put_le(raw, 66, static_cast<uint64_t>(entry.type), 1);
      put_le(raw, 67, 1, 1);
      put_le(raw, 68, 0xFFFFFFFF, 4);
      put_le(raw, 72, next[i], 4);
      put_le(raw, 76, entry.children.empty() ? 0xFFFFFFFF : entry.children[0],
             4);
      put_le(raw, 116, entry.type == 1 ? 0 : starts[i], 4);
      put_le(raw, 120, i == 0 ? small : entry.bytes.size(), 4);
      out += raw;
    }
    return out;
  }

  static std::string header(size_t first_table, size_t tables, size_t directory,
                            size_t mini, size_t minis) {
    std::string out(512, '\0');
    out.replace(0, 8, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8);
    put_le(out, 24, 0x3E, 2);
    put_le(out, 26, 3, 2);
    put_le(out, 28, 0xFFFE, 2);
    put_le(out, 30, 9, 2);
    put_le(out, 32, 6, 2);
    put_le(out, 44, tables, 4);
    put_le(out, 48, directory, 4);
    put_le(out, 56, 4096, 4);
    put_le(out, 60, mini, 4);
    put_le(out, 64, minis, 4);
    put_le(out, 68, 0xFFFFFFFE, 4);
    for (size_t i = 0; i < 109; ++i) {
      put_le(out, 76 + 4 * i, i < tables ? first_table + i : 0xFFFFFFFF, 4);
    }
    return out;
  }

  std::vector<Entry> m_entries{{"Root Entry", 5, {}, {}}};
};

} // namespace readers_test
