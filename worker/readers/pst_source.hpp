// SPDX-License-Identifier: Apache-2.0
//
// Outlook's stores of folders and messages (.pst, .ost, [MS-PST]), by libpff.
// Items are handles that must not outlive the store. One thread.
#pragma once

#include "core/base/result.hpp"
#include "worker/readers/mapi_properties.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace readers {

class PstItem {
public:
  PstItem() = default;
  explicit PstItem(void* item); // owned
  explicit operator bool() const { return m_item != nullptr; }
  void* get() const { return m_item.get(); }

private:
  struct Free {
    void operator()(void* item) const;
  };
  std::unique_ptr<void, Free> m_item;
};

class PstStore {
public:
  static constexpr size_t k_most_value = size_t{16} << 20; // bytes

  static base::Result<std::unique_ptr<PstStore>> open(const std::string& path);
  ~PstStore();
  PstStore(const PstStore&) = delete;
  PstStore& operator=(const PstStore&) = delete;

  base::Result<PstItem> root() const;

  // Of a folder.
  base::Result<size_t> folder_count(const PstItem& folder) const;
  base::Result<PstItem> folder(const PstItem& folder, size_t index) const;
  base::Result<size_t> message_count(const PstItem& folder) const;
  base::Result<PstItem> message(const PstItem& folder, size_t index) const;

  // Of any item. Values that are longer than k_most_value are cut.
  base::Result<MapiProperties> properties(const PstItem& item) const;

  // Of a message; at most `most` of them.
  std::vector<MapiProperties> recipients(const PstItem& message,
                                         size_t most) const;
  base::Result<size_t> attachment_count(const PstItem& message) const;
  base::Result<PstItem> attachment(const PstItem& message, size_t index) const;

  // Of an attachment: the message that it is; none if it is data.
  PstItem message_inside(const PstItem& attachment) const;
  // The next bytes of its data, at most `size`; "" at the end.
  base::Result<std::string> data(const PstItem& attachment, size_t size) const;

private:
  explicit PstStore(void* file) : m_file(file) {}
  void* m_file;
};

} // namespace readers
