// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_objects.hpp"

#include "core/base/assert.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>
#include <set>
#include <stdexcept>
#include <utility>

namespace readers {
namespace {

constexpr int k_most_parents = 64;
constexpr size_t k_cached_forms = 512;

// qpdf stops a filter chain only for an exception.
class Full : public std::runtime_error {
public:
  Full() : std::runtime_error("larger than is read") {}
};

class Keep : public Pipeline {
public:
  Keep(std::string& into, size_t limit)
      : Pipeline("keep", nullptr), m_into(into), m_limit(limit) {}
  void write(unsigned char const* data, size_t length) override {
    const size_t room = m_limit - m_into.size();
    m_into.append(reinterpret_cast<const char*>(data), std::min(room, length));
    if (length > room) {
      throw Full();
    }
  }
  void finish() override {}

private:
  std::string& m_into;
  size_t m_limit;
};

base::Error error_of(const QPDFExc& error) {
  return {error.getErrorCode() == qpdf_e_password ? base::Errc::unsupported
                                                  : base::Errc::corrupt,
          clip(clean_utf8(error.getMessageDetail()), 200)};
}

// What qpdf throws, as a Result. Running out of memory here is this part's
// only: poppler may still read the file.
template <typename Call>
base::Result<void> guarded(Call&& call) {
  try {
    call();
    return {};
  } catch (const QPDFExc& error) {
    return base::fail(error_of(error));
  } catch (const std::bad_alloc&) {
    return base::fail(base::Errc::limit, "it needs too much memory");
  } catch (const std::exception& error) {
    return base::fail(base::Errc::corrupt, clip(clean_utf8(error.what()), 200));
  }
}

Box box_of(QPDFObjectHandle array, const Box& otherwise) {
  if (!array.isArray() || array.getArrayNItems() != 4) {
    return otherwise;
  }
  double side[4] = {};
  for (int i = 0; i < 4; ++i) {
    auto item = array.getArrayItem(i);
    if (!item.isNumber()) {
      return otherwise;
    }
    side[i] = item.getNumericValue();
    if (!std::isfinite(side[i]) || std::abs(side[i]) > 1e6) {
      return otherwise;
    }
  }
  const Box box{std::min(side[0], side[2]), std::min(side[1], side[3]),
                std::max(side[0], side[2]), std::max(side[1], side[3])};
  return box.width() > 0 && box.height() > 0 ? box : otherwise;
}

// A page may inherit it from the tree above.
QPDFObjectHandle inherited(QPDFObjectHandle node, const std::string& key) {
  for (int i = 0; i < k_most_parents && node.isDictionary(); ++i) {
    auto value = node.getKey(key);
    if (!value.isNull()) {
      return value;
    }
    node = node.getKey("/Parent");
  }
  return QPDFObjectHandle::newNull();
}

std::string content_of(QPDFObjectHandle contents, size_t limit) {
  if (contents.isStream()) {
    return decoded(contents, limit);
  }
  std::string out;
  for (int i = 0; contents.isArray() && i < contents.getArrayNItems() &&
                  out.size() < limit;
       ++i) {
    auto part = contents.getArrayItem(i);
    if (part.isStream()) {
      out += decoded(part, limit - out.size());
      out += '\n';
    }
  }
  return out;
}

PdfMatrix matrix_of(QPDFObjectHandle array) {
  if (!array.isArray() || array.getArrayNItems() != 6) {
    return {};
  }
  double v[6] = {};
  for (int i = 0; i < 6; ++i) {
    auto item = array.getArrayItem(i);
    v[i] = item.isNumber() ? item.getNumericValue() : 0;
  }
  return {v[0], v[1], v[2], v[3], v[4], v[5]};
}

PdfColours colours_of_name(const std::string& name) {
  if (name == "/DeviceGray" || name == "/G" || name == "/CalGray") {
    return PdfColours::gray;
  }
  if (name == "/DeviceRGB" || name == "/RGB" || name == "/CalRGB") {
    return PdfColours::rgb;
  }
  return name == "/DeviceCMYK" || name == "/CMYK" ? PdfColours::cmyk
                                                  : PdfColours::unknown;
}

PdfColours colours_of(QPDFObjectHandle space) {
  if (space.isName()) {
    return colours_of_name(space.getName());
  }
  if (!space.isArray() || space.getArrayNItems() < 1 ||
      !space.getArrayItem(0).isName()) {
    return PdfColours::unknown;
  }
  const auto kind = space.getArrayItem(0).getName();
  if (kind == "/ICCBased" && space.getArrayNItems() > 1 &&
      space.getArrayItem(1).isStream()) {
    auto n = space.getArrayItem(1).getDict().getKey("/N");
    const auto count = n.isInteger() ? n.getIntValue() : 0;
    return count == 1   ? PdfColours::gray
           : count == 3 ? PdfColours::rgb
           : count == 4 ? PdfColours::cmyk
                        : PdfColours::unknown;
  }
  return kind == "/Separation" ? PdfColours::tint : colours_of_name(kind);
}

// Numbers the resource dictionaries of a page and its forms.
class Resources final : public PdfResources {
public:
  Resources(QPDFObjectHandle page, size_t limit) : m_limit(limit) {
    m_all.push_back({inherited(page, "/Resources"), {}, {}, true});
  }

  PdfXObject xobject(size_t resources, std::string_view name) override {
    auto stream = entry(resources, "/XObject", name);
    if (!stream.isStream()) {
      return {};
    }
    auto dict = stream.getDict();
    auto subtype = dict.getKey("/Subtype");
    if (subtype.isNameAndEquals("/Image")) {
      return {PdfXObject::Kind::image, {}, 0};
    }
    if (!subtype.isNameAndEquals("/Form")) {
      return {};
    }
    return {PdfXObject::Kind::form, matrix_of(dict.getKey("/Matrix")),
            number_of(stream, resources)};
  }

  std::string form_content(size_t resources) override {
    auto& one = m_all[resources];
    if (!one.read) {
      one.read = true;
      one.content = decoded(one.stream, m_limit);
      m_limit -= std::min(m_limit, one.content.size());
    }
    return one.content;
  }

  PdfColours colours(size_t resources, std::string_view name) override {
    const std::string slashed = "/" + std::string(name);
    const auto device = colours_of_name(slashed);
    return device != PdfColours::unknown
               ? device
               : colours_of(entry(resources, "/ColorSpace", name));
  }

  std::optional<double> alpha(size_t resources,
                              std::string_view name) override {
    auto state = entry(resources, "/ExtGState", name);
    if (!state.isDictionary() || !state.getKey("/ca").isNumber()) {
      return std::nullopt;
    }
    return state.getKey("/ca").getNumericValue();
  }

private:
  struct One {
    QPDFObjectHandle resources;
    QPDFObjectHandle stream;
    std::string content;
    bool read = false;
  };

  QPDFObjectHandle entry(size_t resources, const std::string& kind,
                         std::string_view name) {
    auto dict = m_all[resources].resources;
    dict = dict.isDictionary() ? dict.getKey(kind) : dict;
    return dict.isDictionary() ? dict.getKey("/" + std::string(name))
                               : QPDFObjectHandle::newNull();
  }

  size_t number_of(QPDFObjectHandle& stream, size_t around) {
    const auto id = stream.getObjGen();
    const auto known = m_numbers.find(id);
    if (known != m_numbers.end()) {
      return known->second;
    }
    if (m_all.size() >= k_cached_forms) {
      m_limit = 0; // no more is decoded
    }
    auto own = stream.getDict().getKey("/Resources");
    m_all.push_back({own.isDictionary() ? own : m_all[around].resources,
                     stream,
                     {},
                     false});
    m_numbers.emplace(id, m_all.size() - 1);
    return m_all.size() - 1;
  }

  size_t m_limit; // bytes that may still be decoded
  std::vector<One> m_all;
  std::map<QPDFObjGen, size_t> m_numbers;
};

void mute_forms(QPDF& pdf, QPDFObjectHandle resources,
                std::set<QPDFObjGen>& seen, int depth) {
  if (!resources.isDictionary() || depth > 8) {
    return;
  }
  auto forms = resources.getKey("/XObject");
  if (!forms.isDictionary()) {
    return;
  }
  for (const auto& name : forms.getKeys()) {
    auto form = forms.getKey(name);
    if (!form.isStream() || seen.size() > 5000 ||
        !form.getDict().getKey("/Subtype").isNameAndEquals("/Form") ||
        !seen.insert(form.getObjGen()).second) {
      continue;
    }
    form.replaceStreamData(without_text(decoded(form, PdfFile::k_most_content)),
                           QPDFObjectHandle::newNull(),
                           QPDFObjectHandle::newNull());
    mute_forms(pdf, form.getDict().getKey("/Resources"), seen, depth + 1);
  }
}

void write_as(QPDF& pdf, const std::string& path) {
  QPDFWriter writer(pdf, path.c_str());
  writer.setStreamDataMode(qpdf_s_preserve);
  writer.setPreserveEncryption(false);
  writer.write();
}

} // namespace

std::string decoded(QPDFObjectHandle& stream, size_t limit) {
  std::string out;
  Keep keep(out, limit);
  // What came before the failure or the limit is what there is.
  (void)guarded([&] {
    stream.pipeStreamData(&keep, 0, qpdf_dl_generalized, true, false);
  });
  return out;
}

struct PdfFile::Inside {
  QPDF pdf;
  std::vector<QPDFObjectHandle> pages;
  std::map<QPDFObjGen, size_t> index;
  std::string damage;
  uint64_t may_decode = k_most_decoded;
};

PdfFile::PdfFile(std::unique_ptr<Inside> inside)
    : m_inside(std::move(inside)) {}
PdfFile::PdfFile(PdfFile&&) noexcept = default;
PdfFile::~PdfFile() = default;

base::Result<PdfFile> PdfFile::open(const std::string& path) {
  auto inside = std::make_unique<Inside>();
  TRY(guarded([&] {
    inside->pdf.setSuppressWarnings(true);
    inside->pdf.processFile(path.c_str());
    inside->pages = inside->pdf.getAllPages();
    for (size_t i = 0; i < inside->pages.size(); ++i) {
      inside->index.emplace(inside->pages[i].getObjGen(), i);
    }
    for (const auto& warning : inside->pdf.getWarnings()) {
      inside->damage = clip(clean_utf8(warning.getMessageDetail()), 200);
      break;
    }
  }));
  return PdfFile(std::move(inside));
}

size_t PdfFile::pages() const {
  return m_inside->pages.size();
}
const std::string& PdfFile::damage() const {
  return m_inside->damage;
}
QPDF& PdfFile::qpdf() const {
  return m_inside->pdf;
}

size_t PdfFile::page_of(const QPDFObjectHandle& page) const {
  const auto found = m_inside->index.find(page.getObjGen());
  return found == m_inside->index.end() ? SIZE_MAX : found->second;
}

PdfPageBoxes PdfFile::boxes(size_t page) {
  PdfPageBoxes boxes;
  boxes.media = boxes.crop = {0, 0, 612, 792};
  (void)guarded([&] { // what cannot be read is as if it were absent
    auto object = m_inside->pages[page];
    boxes.media = box_of(inherited(object, "/MediaBox"), boxes.media);
    boxes.crop = box_of(inherited(object, "/CropBox"), boxes.media);
    boxes.crop = {std::max(boxes.crop.left, boxes.media.left),
                  std::max(boxes.crop.top, boxes.media.top),
                  std::min(boxes.crop.right, boxes.media.right),
                  std::min(boxes.crop.bottom, boxes.media.bottom)};
    auto turned = inherited(object, "/Rotate");
    boxes.turned = turned.isInteger()
                       ? static_cast<int>(((turned.getIntValue() % 360) + 360) %
                                          360 / 90 * 90)
                       : 0;
  });
  if (boxes.crop.width() <= 0 || boxes.crop.height() <= 0) {
    boxes.crop = boxes.media;
  }
  return boxes;
}

PdfPainted PdfFile::painted(size_t page) {
  ASSERT(page < pages());
  PdfPainted out;
  const Box crop = boxes(page).crop;
  const auto limit = static_cast<size_t>(
      std::min<uint64_t>(k_most_content, m_inside->may_decode));
  const auto looked = guarded([&] {
    auto object = m_inside->pages[page];
    const auto content = content_of(object.getKey("/Contents"), limit);
    m_inside->may_decode -= content.size();
    Resources resources(object, limit - content.size());
    out = scan_content(content, crop, resources);
    out.complete = out.complete && content.size() < limit;
  });
  out.complete = out.complete && looked.has_value();
  return out;
}

base::Result<void> PdfFile::write_mute(const std::vector<size_t>& pages,
                                       const std::string& path) {
  return guarded([&] {
    std::set<QPDFObjGen> seen;
    for (const size_t page : pages) {
      auto object = m_inside->pages[page];
      const auto content =
          content_of(object.getKey("/Contents"), k_most_content);
      object.replaceKey("/Contents",
                        m_inside->pdf.newStream(without_text(content)));
      mute_forms(m_inside->pdf, inherited(object, "/Resources"), seen, 0);
      // So that what they show counts as seen.
      object.removeKey("/Annots");
    }
    write_as(m_inside->pdf, path);
  });
}

base::Result<void> PdfFile::write_larger(const std::vector<size_t>& pages,
                                         double margin,
                                         const std::string& path) {
  return guarded([&] {
    for (const size_t page : pages) {
      const Box m = boxes(page).media;
      const QPDFObjectHandle::Rectangle larger(
          m.left - margin, m.top - margin, m.right + margin, m.bottom + margin);
      m_inside->pages[page].replaceKey(
          "/MediaBox", QPDFObjectHandle::newFromRectangle(larger));
      m_inside->pages[page].replaceKey(
          "/CropBox", QPDFObjectHandle::newFromRectangle(larger));
    }
    write_as(m_inside->pdf, path);
  });
}

} // namespace readers
