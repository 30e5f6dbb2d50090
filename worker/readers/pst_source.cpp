// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pst_source.hpp"

// Debian's libpff-dev does not bring the header of libbfio, which is wanted for
// calls that are not made here.
#include <libpff/features.h>
#undef LIBPFF_HAVE_BFIO
#include <libpff.h>

#include <algorithm>
#include <array>
#include <utility>

namespace readers {
namespace {

// One error object of libpff's, which must be freed.
class Problem {
public:
  Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  ~Problem() { ::libpff_error_free(&m_error); }
  libpff_error_t** out() { return &m_error; }
  // The first line of what went wrong; `what` if it does not say.
  base::Error error(const char* what) const {
    std::array<char, 512> text{};
    std::string message = what;
    if (m_error != nullptr &&
        ::libpff_error_sprint(m_error, text.data(), text.size()) > 0) {
      message += ": " + std::string(text.data());
    }
    return {base::Errc::corrupt, message};
  }

private:
  libpff_error_t* m_error = nullptr;
};

libpff_item_t* raw(const PstItem& item) {
  return static_cast<libpff_item_t*>(item.get());
}

using GetItem = int (*)(libpff_item_t*, int, libpff_item_t**, libpff_error_t**);
using GetCount = int (*)(libpff_item_t*, int*, libpff_error_t**);

base::Result<PstItem> item_at(GetItem get, const PstItem& of, size_t index,
                              const char* what) {
  Problem problem;
  libpff_item_t* item = nullptr;
  if (get(raw(of), static_cast<int>(index), &item, problem.out()) != 1) {
    return base::fail(problem.error(what));
  }
  return PstItem(item);
}

base::Result<size_t> count_of(GetCount get, const PstItem& of,
                              const char* what) {
  Problem problem;
  int count = 0;
  if (get(raw(of), &count, problem.out()) != 1 || count < 0) {
    return base::fail(problem.error(what));
  }
  return static_cast<size_t>(count);
}

struct FreeSet {
  void operator()(libpff_record_set_t* set) const {
    ::libpff_record_set_free(&set, nullptr);
  }
};
struct FreeEntry {
  void operator()(libpff_record_entry_t* entry) const {
    ::libpff_record_entry_free(&entry, nullptr);
  }
};

void add_entry(libpff_record_set_t* set, int index, MapiProperties& out) {
  libpff_record_entry_t* found = nullptr;
  if (::libpff_record_set_get_entry_by_index(set, index, &found, nullptr) !=
      1) {
    return;
  }
  const std::unique_ptr<libpff_record_entry_t, FreeEntry> entry(found);
  uint32_t id = 0;
  uint32_t type = 0;
  size_t size = 0;
  const bool known =
      ::libpff_record_entry_get_entry_type(found, &id, nullptr) == 1 &&
      ::libpff_record_entry_get_value_type(found, &type, nullptr) == 1 &&
      ::libpff_record_entry_get_data_size(found, &size, nullptr) == 1;
  // The data of attachments is read in pieces, those of several values not.
  if (!known || size == 0 || id == mapi::k_attach_data ||
      (type & mapi::k_multiple) != 0) {
    return;
  }
  std::string value(std::min(size, PstStore::k_most_value), '\0');
  const auto n = ::libpff_record_entry_read_buffer(
      found, reinterpret_cast<uint8_t*>(value.data()), value.size(), nullptr);
  if (n > 0) {
    value.resize(std::min(value.size(), static_cast<size_t>(n)));
    out.add(static_cast<uint16_t>(id), static_cast<uint16_t>(type),
            std::move(value));
  }
}

base::Result<MapiProperties> properties_of(libpff_item_t* item, int set) {
  constexpr int k_most_entries = 20'000;
  Problem problem;
  libpff_record_set_t* found = nullptr;
  if (::libpff_item_get_record_set_by_index(item, set, &found, problem.out()) !=
      1) {
    return base::fail(problem.error("properties that cannot be read"));
  }
  const std::unique_ptr<libpff_record_set_t, FreeSet> owned(found);
  int entries = 0;
  if (::libpff_record_set_get_number_of_entries(found, &entries,
                                                problem.out()) != 1) {
    return base::fail(problem.error("properties that cannot be counted"));
  }
  MapiProperties out;
  for (int i = 0; i < std::min(entries, k_most_entries); ++i) {
    add_entry(found, i, out);
  }
  return out;
}

} // namespace

void PstItem::Free::operator()(void* item) const {
  auto* own = static_cast<libpff_item_t*>(item);
  ::libpff_item_free(&own, nullptr);
}

PstItem::PstItem(void* item) : m_item(item) {}

base::Result<std::unique_ptr<PstStore>>
PstStore::open(const std::string& path) {
  Problem problem;
  libpff_file_t* file = nullptr;
  if (::libpff_file_initialize(&file, problem.out()) != 1) {
    return base::fail(problem.error("a mail store"));
  }
  std::unique_ptr<PstStore> store(new PstStore(file));
  if (::libpff_file_open(file, path.c_str(), LIBPFF_OPEN_READ, problem.out()) !=
      1) {
    return base::fail(problem.error("the mail store cannot be opened"));
  }
  return store;
}

PstStore::~PstStore() {
  auto* file = static_cast<libpff_file_t*>(m_file);
  ::libpff_file_close(file, nullptr);
  ::libpff_file_free(&file, nullptr);
}

base::Result<PstItem> PstStore::root() const {
  Problem problem;
  libpff_item_t* item = nullptr;
  auto* file = static_cast<libpff_file_t*>(m_file);
  if (::libpff_file_get_root_folder(file, &item, problem.out()) != 1) {
    return base::fail(problem.error("the mail store has no root folder"));
  }
  return PstItem(item);
}

base::Result<size_t> PstStore::folder_count(const PstItem& folder) const {
  return count_of(&::libpff_folder_get_number_of_sub_folders, folder,
                  "folders that cannot be counted");
}

base::Result<PstItem> PstStore::folder(const PstItem& folder,
                                       size_t index) const {
  return item_at(&::libpff_folder_get_sub_folder, folder, index,
                 "a folder that cannot be read");
}

base::Result<size_t> PstStore::message_count(const PstItem& folder) const {
  return count_of(&::libpff_folder_get_number_of_sub_messages, folder,
                  "messages that cannot be counted");
}

base::Result<PstItem> PstStore::message(const PstItem& folder,
                                        size_t index) const {
  return item_at(&::libpff_folder_get_sub_message, folder, index,
                 "a message that cannot be read");
}

base::Result<MapiProperties> PstStore::properties(const PstItem& item) const {
  return properties_of(raw(item), 0);
}

std::vector<MapiProperties> PstStore::recipients(const PstItem& message,
                                                 size_t most) const {
  std::vector<MapiProperties> out;
  libpff_item_t* found = nullptr;
  if (::libpff_message_get_recipients(raw(message), &found, nullptr) != 1) {
    return out;
  }
  const PstItem owned(found);
  int sets = 0;
  if (::libpff_item_get_number_of_record_sets(found, &sets, nullptr) != 1) {
    return out;
  }
  for (int i = 0; i < sets && out.size() < most; ++i) {
    if (auto one = properties_of(found, i)) {
      out.push_back(std::move(*one));
    }
  }
  return out;
}

base::Result<size_t> PstStore::attachment_count(const PstItem& message) const {
  return count_of(&::libpff_message_get_number_of_attachments, message,
                  "attachments that cannot be counted");
}

base::Result<PstItem> PstStore::attachment(const PstItem& message,
                                           size_t index) const {
  return item_at(&::libpff_message_get_attachment, message, index,
                 "an attachment that cannot be read");
}

PstItem PstStore::message_inside(const PstItem& attachment) const {
  int type = LIBPFF_ATTACHMENT_TYPE_UNDEFINED;
  libpff_item_t* item = nullptr;
  const bool inside =
      ::libpff_attachment_get_type(raw(attachment), &type, nullptr) == 1 &&
      type == LIBPFF_ATTACHMENT_TYPE_ITEM &&
      ::libpff_attachment_get_item(raw(attachment), &item, nullptr) == 1;
  return inside ? PstItem(item) : PstItem();
}

base::Result<std::string> PstStore::data(const PstItem& attachment,
                                         size_t size) const {
  Problem problem;
  std::string out(size, '\0');
  const auto n = ::libpff_attachment_data_read_buffer(
      raw(attachment), reinterpret_cast<uint8_t*>(out.data()), out.size(),
      problem.out());
  if (n < 0) {
    return base::fail(problem.error("data that cannot be read"));
  }
  out.resize(std::min(out.size(), static_cast<size_t>(n)));
  return out;
}

} // namespace readers
