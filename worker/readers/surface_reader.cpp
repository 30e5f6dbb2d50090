// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/surface_reader.hpp"

#include "worker/readers/raster_beside.hpp"
#include "worker/readers/surface.hpp"

#include <array>
#include <string>
#include <utility>

namespace readers {
namespace {

using namespace surface;

Parsed read_rows_of(Lines& lines) {
  return read_rows(lines, false);
}

Parsed read_separated(Lines& lines) {
  return read_rows(lines, true);
}

struct TextFormat {
  std::string_view name;
  Parsed (*read)(Lines&);
};

constexpr std::array k_text_formats{
    TextFormat{"irap", read_irap_classic},
    TextFormat{"cps3", read_cps3_grid},
    TextFormat{"cps3-lines", read_cps3_lines},
    TextFormat{"zmap", read_zmap},
    TextFormat{"earthvision", read_earthvision},
    TextFormat{"petrel-points", read_petrel_points},
    TextFormat{"openworks-horizon", read_openworks},
    TextFormat{"gocad", read_gocad},
    TextFormat{"irap-points", read_separated},
    TextFormat{"xyz", read_rows_of},
};

Parsed parse(const std::string& format, const Input& input,
             domain::DocumentSink& sink) {
  if (format == "irap-binary") {
    return read_irap_binary(input, sink);
  }
  if (format == "surfer-grid") {
    return read_surfer(input, sink);
  }
  if (format == "petromod") {
    return read_petromod(input, sink);
  }
  for (const auto& known : k_text_formats) {
    if (known.name == format) {
      TRY_ASSIGN(LineSource source, LineSource::open(input.path));
      Lines lines(std::move(source), sink);
      return known.read(lines);
    }
  }
  return base::fail(base::Errc::unsupported,
                    "none of the grid, point and line formats that are known");
}

class SurfaceReader final : public Reader {
public:
  std::string_view name() const override { return "surface"; }
  uint32_t version() const override { return 2; }
  Detection detect(const Input& input) const override { return look_at(input); }
  std::vector<FormatNote> notes() const override { return notes_of_formats(); }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(Surface found, parse(look_at(input).format, input, sink));
    domain::DocumentHead head;
    head.format = found.format;
    head.title = found.title;
    geodata::Raster beside;
    std::vector<domain::Reject> rejects;
    complete_raster(input, beside, rejects);
    TRY(sink.begin(std::move(head)));
    for (auto& reject : rejects) {
      TRY(sink.reject(std::move(reject)));
    }
    TRY(put(std::move(found), beside, sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_surface_reader() {
  return std::make_unique<SurfaceReader>();
}

} // namespace readers
