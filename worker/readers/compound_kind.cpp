// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/compound_kind.hpp"

#include "worker/readers/compound_tree.hpp"

#include <algorithm>
#include <array>

namespace readers {
namespace {

struct Mark {
  std::string_view entry; // of the root's
  CompoundKind kind;
};

// In the order that counts where one file has several: a message holds the
// storages of its attachments, a workbook may lie beside other documents.
constexpr std::array k_marks{
    Mark{"__properties_version1.0", CompoundKind::outlook},
    Mark{"EncryptedPackage", CompoundKind::encrypted},
    Mark{"PowerPoint Document", CompoundKind::powerpoint},
    Mark{"PP40", CompoundKind::powerpoint},
    Mark{"VisioDocument", CompoundKind::visio},
    Mark{"Quill", CompoundKind::publisher},
    Mark{"WordDocument", CompoundKind::word},
    Mark{"Workbook", CompoundKind::excel},
    Mark{"Book", CompoundKind::excel},
    Mark{"Props9", CompoundKind::project},
    Mark{"Props12", CompoundKind::project},
    Mark{"Props14", CompoundKind::project},
    Mark{"MatOST", CompoundKind::works},
    Mark{"MN0", CompoundKind::works},
};

// [MS-CFB] says nothing of them; programs register them. First four bytes.
struct ClassMark {
  uint32_t first;
  CompoundKind kind;
};
constexpr std::array k_classes{
    ClassMark{0x00020900, CompoundKind::word},  // Word 6
    ClassMark{0x00020906, CompoundKind::word},  // Word 97
    ClassMark{0x00020810, CompoundKind::excel}, // Excel 5
    ClassMark{0x00020820, CompoundKind::excel}, // Excel 97
    ClassMark{0x64818D10, CompoundKind::powerpoint},
    ClassMark{0x64818D11, CompoundKind::powerpoint},
    ClassMark{0x00021A13, CompoundKind::visio},
    ClassMark{0x00021A14, CompoundKind::visio},
    ClassMark{0x00021201, CompoundKind::publisher},
    ClassMark{0x74B78F3A, CompoundKind::project},
};

struct Named {
  std::string_view extension;
  CompoundKind kind;
};
constexpr std::array k_names{
    Named{"doc", CompoundKind::word},
    Named{"dot", CompoundKind::word},
    Named{"xls", CompoundKind::excel},
    Named{"xlt", CompoundKind::excel},
    Named{"ppt", CompoundKind::powerpoint},
    Named{"pps", CompoundKind::powerpoint},
    Named{"pot", CompoundKind::powerpoint},
    Named{"msg", CompoundKind::outlook},
    Named{"oft", CompoundKind::outlook},
    Named{"vsd", CompoundKind::visio},
    Named{"pub", CompoundKind::publisher},
    Named{"mpp", CompoundKind::project},
    Named{"wps", CompoundKind::works},
};

CompoundKind kind_of_class(std::string_view clsid) {
  const uint32_t first = LittleEndian(clsid).u32(0);
  const auto* const mark =
      std::find_if(k_classes.begin(), k_classes.end(),
                   [&](const ClassMark& one) { return one.first == first; });
  return mark == k_classes.end() ? CompoundKind::other : mark->kind;
}

// Does 128 bytes look like an entry in use?
bool is_entry(LittleEndian bytes) {
  const uint16_t length = bytes.u16(64);
  const uint8_t type = bytes.u8(66);
  return length >= 2 && length <= 64 && length % 2 == 0 && bytes.u8(67) <= 1 &&
         (type == 1 || type == 2 || type == 5) &&
         bytes.u16(length - size_t{2}) == 0;
}

} // namespace

CompoundKind guess_compound_kind(std::string_view head,
                                 std::string_view extension) {
  const auto* const named =
      std::find_if(k_names.begin(), k_names.end(), [&](const Named& one) {
        return one.extension == extension;
      });
  bool seen = false;
  auto by_class = CompoundKind::other;
  std::array<bool, k_marks.size()> has{};
  const LittleEndian all(head);
  for (size_t at = 512; all.has(at, 128); at += 128) {
    const LittleEndian bytes = all.part(at, 128);
    if (!is_entry(bytes)) {
      continue;
    }
    const RawEntry entry = raw_entry(bytes, false);
    if (entry.type == 5) {
      seen = true;
      by_class = kind_of_class(entry.clsid);
    }
    for (size_t i = 0; i < k_marks.size(); ++i) {
      has[i] = has[i] || same_entry_name(entry.name, k_marks[i].entry);
    }
  }
  auto by_mark = CompoundKind::other;
  for (size_t i = k_marks.size(); i-- > 0;) {
    if (has[i]) {
      by_mark = k_marks[i].kind;
      // Of documents within each other the name says which is which.
      if (named != k_names.end() && named->kind == by_mark) {
        return by_mark;
      }
    }
  }
  if (by_mark == CompoundKind::outlook || by_mark == CompoundKind::encrypted) {
    return by_mark;
  }
  if (by_class != CompoundKind::other) {
    return by_class;
  }
  return by_mark != CompoundKind::other || seen ? by_mark
                                                : CompoundKind::unseen;
}

CompoundKind compound_kind(const CompoundFile& file, size_t storage) {
  for (const Mark& mark : k_marks) {
    if (file.find(mark.entry, storage)) {
      return mark.kind;
    }
  }
  return kind_of_class(file.entries()[storage].clsid);
}

} // namespace readers
