// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_structure.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/pdf_walk.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <set>
#include <stdexcept>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_xmp = size_t{1} << 20;
constexpr size_t k_most_embedded = 20'000;
constexpr int k_most_annotations = 5'000; // of one page

// One part: whatever qpdf throws there is that part's trouble.
template <typename Call>
void part(PdfStructure& out, const char* name, Call&& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    out.trouble.push_back(std::string(name) + ": it needs too much memory");
  } catch (const std::exception& error) {
    out.trouble.push_back(
        clip(std::string(name) + ": " + clean_utf8(error.what()), 300));
  }
}

void add_root(PdfFile& file, PdfStructure& out) {
  auto root = file.qpdf().getRoot();
  out.language = clip(pdf_text_line(root.getKey("/Lang")), 40);
  auto mark = root.getKey("/MarkInfo");
  auto marked = mark.isDictionary() ? mark.getKey("/Marked") : mark;
  out.tagged = marked.isBool() && marked.getBoolValue();
  auto metadata = root.getKey("/Metadata");
  if (metadata.isStream()) {
    out.xmp = parse_xmp(decoded(metadata, k_most_xmp));
  }
}

// Stops qpdf from within a filter chain.
class Refused : public std::runtime_error {
public:
  Refused() : std::runtime_error("refused") {}
};

class HandOver : public Pipeline {
public:
  explicit HandOver(const PdfPiece& piece)
      : Pipeline("hand over", nullptr), m_piece(piece) {}
  void write(unsigned char const* data, size_t length) override {
    auto taken = m_piece({reinterpret_cast<const char*>(data), length});
    if (!taken) {
      m_error = std::move(taken.error());
      throw Refused();
    }
  }
  void finish() override {}
  std::optional<base::Error>& error() { return m_error; }

private:
  const PdfPiece& m_piece;
  std::optional<base::Error> m_error;
};

base::Result<void> hand_over(QPDFObjectHandle stream, const PdfPiece& piece) {
  HandOver pipe(piece);
  std::string why = "its stream cannot be decoded";
  try {
    if (stream.pipeStreamData(&pipe, 0, qpdf_dl_all, true, false)) {
      return {};
    }
  } catch (const std::exception& error) {
    why = clip(clean_utf8(error.what()), 200);
  }
  if (pipe.error()) {
    return base::fail(std::move(*pipe.error()));
  }
  return base::fail(base::Errc::corrupt, why);
}

struct Found {
  PdfEmbedded what;
  QPDFObjectHandle stream;
};

class Embedded {
public:
  void add(QPDFObjectHandle specification, const std::string& otherwise) {
    if (!specification.isDictionary() || m_found.size() >= k_most_embedded) {
      return;
    }
    auto streams = specification.getKey("/EF");
    auto stream = QPDFObjectHandle::newNull();
    for (const char* key : {"/UF", "/F", "/Unix", "/DOS", "/Mac"}) {
      if (streams.isDictionary() && !stream.isStream()) {
        stream = streams.getKey(key);
      }
    }
    if (!stream.isStream() || !m_seen.insert(stream.getObjGen()).second) {
      return;
    }
    Found found;
    found.what.name = pdf_text_line(specification.getKey("/UF"));
    if (found.what.name.empty()) {
      found.what.name = pdf_text_line(specification.getKey("/F"));
    }
    if (found.what.name.empty()) {
      found.what.name = otherwise.empty() ? "attachment" : otherwise;
    }
    found.what.description = pdf_text_line(specification.getKey("/Desc"));
    found.stream = stream;
    m_found.push_back(std::move(found));
  }
  const std::vector<Found>& found() const { return m_found; }

private:
  std::set<QPDFObjGen> m_seen;
  std::vector<Found> m_found;
};

void gather(PdfFile& file, Embedded& all) {
  auto names = file.qpdf().getRoot().getKey("/Names");
  if (names.isDictionary()) {
    walk_tree(names.getKey("/EmbeddedFiles"), "/Names",
              [&](auto key, auto value) {
                all.add(value, pdf_text_line(key));
                return true;
              });
  }
  for (auto page : file.qpdf().getAllPages()) {
    auto annotations = page.getKey("/Annots");
    const int count =
        annotations.isArray()
            ? std::min(annotations.getArrayNItems(), k_most_annotations)
            : 0;
    for (int i = 0; i < count; ++i) {
      auto one = annotations.getArrayItem(i);
      if (one.isDictionary() &&
          one.getKey("/Subtype").isNameAndEquals("/FileAttachment")) {
        all.add(one.getKey("/FS"), "");
      }
    }
  }
}

} // namespace

base::Result<PdfStructure> structure_of(PdfFile& file,
                                        const PdfProgress& progress) {
  PdfStructure out;
  part(out, "catalog", [&] { add_root(file, out); });
  TRY(progress());
  part(out, "bookmarks", [&] { out.bookmarks = bookmarks_of(file); });
  TRY(progress());
  part(out, "page labels", [&] { out.labels = page_labels_of(file); });
  part(out, "form fields", [&] { add_fields(file, out); });
  TRY(progress());
  part(out, "annotations", [&] { add_notes(file, out); });
  TRY(progress());
  return out;
}

base::Result<std::string> each_embedded(PdfFile& file,
                                        const PdfTakeEmbedded& take) {
  Embedded all;
  PdfStructure trouble;
  part(trouble, "attachments", [&] { gather(file, all); });
  for (const auto& found : all.found()) {
    TRY(take(found.what, [&](const PdfPiece& piece) {
      return hand_over(found.stream, piece);
    }));
  }
  return trouble.trouble.empty() ? std::string() : trouble.trouble.front();
}

} // namespace readers
