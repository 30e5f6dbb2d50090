// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/memo.hpp"

#include <algorithm>

namespace geodata {
namespace {

constexpr uint64_t k_plain_block = 512;

bool is_foxpro(const std::string& path) {
  return path.size() > 4 && (path.ends_with(".fpt") || path.ends_with(".FPT"));
}

} // namespace

base::Result<MemoFile> MemoFile::open(const std::string& path) {
  TRY_ASSIGN(Window window, Window::open(path));
  TRY_ASSIGN(const auto head, window.at(0, 24));
  if (head.size() < 24) {
    return base::fail(base::Errc::corrupt, "memo file without a header");
  }
  const bool foxpro = is_foxpro(path);
  uint64_t size = foxpro ? static_cast<unsigned char>(head[6]) * 256U +
                               static_cast<unsigned char>(head[7])
                         : load_le16(head, 20);
  size = size == 0 ? (foxpro ? 1 : k_plain_block) : size;
  return MemoFile(std::move(window), foxpro, size);
}

base::Result<std::string> MemoFile::text(uint64_t block) {
  const uint64_t blocks = m_window.size() / m_block_size + 1;
  if (block == 0 || block >= blocks) {
    return std::string();
  }
  const uint64_t at = block * m_block_size;
  TRY_ASSIGN(const auto head, m_window.at(at, 8));
  if (head.size() < 8) {
    return std::string();
  }
  if (m_foxpro) {
    constexpr uint32_t k_text = 1;
    const bool text = load_be32_at(head, 0) == k_text;
    const size_t length = std::min<size_t>(load_be32_at(head, 4), k_longest);
    TRY_ASSIGN(const auto bytes, m_window.at(at + 8, text ? length : 0));
    return std::string(bytes);
  }
  constexpr uint32_t k_dbase_iv = 0x0008FFFF;
  if (load_le32(head, 0) == k_dbase_iv) {
    const uint64_t length = load_le32(head, 4); // its own 8 bytes too
    const size_t body =
        length < 8
            ? 0
            : std::min<size_t>(static_cast<size_t>(length) - 8, k_longest);
    TRY_ASSIGN(const auto bytes, m_window.at(at + 8, body));
    return std::string(bytes);
  }
  return until_mark(at);
}

// dBASE III: the text goes on until 0x1A.
base::Result<std::string> MemoFile::until_mark(uint64_t at) {
  TRY_ASSIGN(const auto bytes, m_window.at(at, k_longest));
  return std::string(bytes.substr(0, bytes.find('\x1A')));
}

} // namespace geodata
