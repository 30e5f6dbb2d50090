// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_reader.hpp"

#include "worker/readers/vector_dataset.hpp"
#include "worker/readers/vector_formats.hpp"
#include "worker/readers/vector_shapefile.hpp"

namespace readers {
namespace {

class VectorReader final : public Reader {
public:
  std::string_view name() const override { return "vector"; }
  uint32_t version() const override { return 9; }

  Detection detect(const Input& input) const override {
    auto found = detect_vector(input);
    if (found.match != Match::no) {
      found.format = vector_format(found.format).shown;
    }
    return found;
  }

  std::vector<FormatNote> notes() const override { return vector_notes(); }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    const auto found = detect_vector(input);
    if (found.match == Match::no) {
      return base::fail(base::Errc::corrupt, "no vector format that is known");
    }
    if (found.format == "part") {
      const bool index = input.extension() == "shx";
      return base::fail(
          base::Errc::unsupported,
          std::string("a part of ") +
              (index ? "a shapefile whose .shp"
                     : "a MapInfo table whose .tab") +
              " is not beside it; nothing in it can be read alone");
    }
    if (found.format == "shapefile") {
      return read_shapefile(input, sink);
    }
    if (found.format == "dbf") {
      return read_dbf(input, sink);
    }
    return read_dataset(input, vector_format(found.format), sink);
  }
};

} // namespace

std::unique_ptr<Reader> make_vector_reader() {
  return std::make_unique<VectorReader>();
}

} // namespace readers
