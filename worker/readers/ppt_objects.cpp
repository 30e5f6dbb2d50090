// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ppt_objects.hpp"

#include "worker/readers/nested.hpp"
#include "worker/readers/ole_embedded.hpp"
#include "worker/readers/ole_text.hpp"
#include "worker/readers/reading.hpp"

#include <zlib.h>

#include <algorithm>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_objects = 5000;

struct Object {
  uint32_t part = 0;
  std::string program; // "Excel.Sheet.8"
};

struct Inflated {
  std::string bytes; // what could be unpacked
  std::string error; // "" if it was all
};

Inflated inflated(std::string_view packed, size_t limit) {
  Inflated out;
  z_stream zip{};
  if (::inflateInit(&zip) != Z_OK) {
    out.error = "no memory to unpack it";
    return out;
  }
  // zlib takes no const, and changes nothing.
  zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  zip.avail_in = static_cast<uInt>(packed.size());
  int code = Z_OK;
  while (code == Z_OK && out.bytes.size() < limit) {
    constexpr size_t step = 256 * 1024;
    const size_t before = out.bytes.size();
    out.bytes.resize(before + step);
    zip.next_out = reinterpret_cast<Bytef*>(out.bytes.data() + before);
    zip.avail_out = step;
    code = ::inflate(&zip, Z_NO_FLUSH);
    out.bytes.resize(before + step - zip.avail_out);
  }
  ::inflateEnd(&zip);
  if (code == Z_OK) {
    out.error =
        "it unpacks to more than " + std::to_string(limit >> 20) + " MiB";
  } else if (code != Z_STREAM_END) {
    out.error = "it is damaged: unpacked to " +
                std::to_string(out.bytes.size()) + " bytes";
  }
  return out;
}

// ExOleEmbedContainer: what the object is, and in which part it is kept.
std::vector<Object> objects_in(LittleEndian document) {
  std::vector<Object> out;
  for_each_within(document, [&](const PptRecord& record) {
    if (!record.is(PptType::embedded) || out.size() >= k_most_objects) {
      return record.is(PptType::objects);
    }
    Object object;
    for_each_record(record.data, [&](const PptRecord& one) {
      if (one.is(PptType::object_atom)) {
        object.part = one.data.u32(16);
      } else if (one.is(PptType::string) && one.instance == 2) {
        object.program = clean_utf8(text_of_utf16(one.data.all()));
      }
    });
    out.push_back(std::move(object));
    return false;
  });
  return out;
}

bool has_macros(LittleEndian document) {
  bool found = false;
  for_each_within(document, [&](const PptRecord& record) {
    found = found || (record.is(PptType::vba_atom) && record.data.u32(4) != 0);
    constexpr uint16_t k_info_list = 0x07D0;
    return record.type == k_info_list || record.is(PptType::vba_info);
  });
  return found;
}

base::Result<void> put_object(const Input& input, const PptRecord& storage,
                              const std::string& name,
                              domain::DocumentSink& sink) {
  if (storage.instance != 1) {
    return read_member_bytes(input, sink, name, storage.data.all());
  }
  const Inflated bytes = inflated(storage.data.bytes(4, storage.data.size()),
                                  k_most_embedded_bytes);
  // Some writers leave the end of the packed bytes out; the length counts.
  const bool whole =
      bytes.error.empty() || bytes.bytes.size() == storage.data.u32(0);
  return bytes.bytes.empty() || !whole
             ? refuse_member(sink, name, whole ? "it is empty" : bytes.error)
             : read_member_bytes(input, sink, name, bytes.bytes);
}

} // namespace

base::Result<void> put_ppt_objects(const Input& input, LittleEndian stream,
                                   const PptFile& file,
                                   domain::DocumentSink& sink) {
  std::set<uint32_t> read;
  size_t number = 0;
  for (const Object& object : objects_in(file.document)) {
    const auto place = file.places.find(object.part);
    const auto storage = place == file.places.end()
                             ? std::nullopt
                             : ppt_record(stream, place->second);
    ++number;
    if (!storage || !storage->is(PptType::object_storage) ||
        !read.insert(object.part).second) {
      continue;
    }
    const std::string name = "object " + std::to_string(number) +
                             (object.program.empty() ? "" : " ") +
                             object.program;
    TRY(put_object(input, *storage, name, sink));
  }
  return has_macros(file.document) ? put_text(sink, "macros", "yes")
                                   : base::Result<void>();
}

} // namespace readers
