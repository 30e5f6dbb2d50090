// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/resqml_reader.hpp"

#include "worker/readers/office_zip.hpp"
#include "worker/readers/resqml_package.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

constexpr uint64_t k_most_part = uint64_t{16} << 20;

bool names_an_object(const std::string& name) {
  return name.ends_with(".xml") &&
         (name.starts_with("obj_") || name.starts_with("resqml") ||
          name.find("/obj_") != std::string::npos);
}

bool is_object_part(const std::string& name) {
  return (name.ends_with(".xml") || name.ends_with(".rels")) &&
         name != "[Content_Types].xml" && !name.starts_with("docProps/");
}

class ResqmlReader final : public Reader {
public:
  std::string_view name() const override { return "resqml"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    if (input.is_directory || !input.head.starts_with("PK\x03\x04")) {
      return {};
    }
    const auto names = zip_names_in(input.head);
    const bool objects =
        std::any_of(names.begin(), names.end(), names_an_object) ||
        input.head.find("application/x-resqml+xml") != std::string::npos;
    return objects || input.extension() == "epc"
               ? Detection{Match::magic, "resqml"}
               : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"resqml", "RESQML 2 earth models", "`.epc`",
             "A zip with objects of RESQML.",
             "`object_count`, `object_type`s, counts of grids, `horizon`, "
             "`fault`, `parameter`, units, `stated_epsg`, offsets of the "
             "coordinate system, `originator`, `software`, `created_date`, "
             "`external_file`. Wellbore features are keys.",
             "A header, and one row for each object with what it says.",
             "Arrays, which lie in an HDF5 file beside it."}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(const ZipFile zip, ZipFile::open(input.path, true));
    resqml::Package package;
    if (zip.salvaged()) {
      package.refuse("", "the directory of the zip is damaged; parts are found "
                         "by their own headers");
    }
    for (const auto& part : zip.parts()) {
      if (!is_object_part(part.name)) {
        continue;
      }
      TRY(sink.progress());
      auto bytes = zip.whole(part, *input.nesting, k_most_part);
      auto taken = bytes ? package.add(part.name, *bytes)
                         : base::Result<void>(base::fail(bytes.error()));
      if (!taken) {
        package.refuse(part.name, taken.error().message);
      }
    }
    if (package.objects() == 0) {
      return base::fail(base::Errc::corrupt,
                        "none of its parts is a RESQML object");
    }
    const Findings findings = package.describe();
    TRY(sink.begin({"resqml", "", {}}));
    TRY(findings.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_resqml_reader() {
  return std::make_unique<ResqmlReader>();
}

} // namespace readers
