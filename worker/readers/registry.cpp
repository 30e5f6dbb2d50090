// SPDX-License-Identifier: Apache-2.0
#include "core/base/assert.hpp"
#include "worker/readers/access_reader.hpp"
#include "worker/readers/archive_reader.hpp"
#include "worker/readers/csv.hpp"
#include "worker/readers/dlis_reader.hpp"
#include "worker/readers/eclipse_deck_reader.hpp"
#include "worker/readers/eclipse_output_reader.hpp"
#include "worker/readers/html.hpp"
#include "worker/readers/image.hpp"
#include "worker/readers/las_reader.hpp"
#include "worker/readers/lidar_reader.hpp"
#include "worker/readers/lis_reader.hpp"
#include "worker/readers/mail_reader.hpp"
#include "worker/readers/markdown.hpp"
#include "worker/readers/mbox_reader.hpp"
#include "worker/readers/mesh_reader.hpp"
#include "worker/readers/metadata_reader.hpp"
#include "worker/readers/metafile_reader.hpp"
#include "worker/readers/msg_reader.hpp"
#include "worker/readers/nav_reader.hpp"
#include "worker/readers/office.hpp"
#include "worker/readers/ole_reader.hpp"
#include "worker/readers/pdf.hpp"
#include "worker/readers/pst_reader.hpp"
#include "worker/readers/raster_reader.hpp"
#include "worker/readers/reader.hpp"
#include "worker/readers/resqml_reader.hpp"
#include "worker/readers/roff_reader.hpp"
#include "worker/readers/rtf.hpp"
#include "worker/readers/segd_reader.hpp"
#include "worker/readers/segy_reader.hpp"
#include "worker/readers/structured.hpp"
#include "worker/readers/su_reader.hpp"
#include "worker/readers/surface_reader.hpp"
#include "worker/readers/text.hpp"
#include "worker/readers/tnef_reader.hpp"
#include "worker/readers/vector_reader.hpp"
#include "worker/readers/well_reader.hpp"

#include <algorithm>
#include <utility>

namespace readers {
namespace {

using Made = std::vector<std::unique_ptr<Reader>>;

// One line per reader.
Made make_readers() {
  Made made;
  made.push_back(make_access_reader());
  made.push_back(make_archive_reader());
  made.push_back(make_csv_reader());
  made.push_back(make_dlis_reader());
  made.push_back(make_eclipse_deck_reader());
  made.push_back(make_eclipse_output_reader());
  made.push_back(make_html_reader());
  made.push_back(make_image_reader());
  made.push_back(make_las_reader());
  made.push_back(make_lidar_reader());
  made.push_back(make_lis_reader());
  made.push_back(make_mail_reader());
  made.push_back(make_markdown_reader());
  made.push_back(make_mbox_reader());
  made.push_back(make_mesh_reader());
  made.push_back(make_metadata_reader());
  made.push_back(make_metafile_reader());
  made.push_back(make_msg_reader());
  made.push_back(make_nav_reader());
  made.push_back(make_office_reader());
  made.push_back(make_ole_reader());
  made.push_back(make_pdf_reader());
  made.push_back(make_pst_reader());
  made.push_back(make_raster_reader());
  made.push_back(make_resqml_reader());
  made.push_back(make_roff_reader());
  made.push_back(make_rtf_reader());
  made.push_back(make_segd_reader());
  made.push_back(make_segy_reader());
  made.push_back(make_structured_reader());
  made.push_back(make_su_reader());
  made.push_back(make_surface_reader());
  made.push_back(make_text_reader());
  made.push_back(make_tnef_reader());
  made.push_back(make_vector_reader());
  made.push_back(make_well_reader());
  return made;
}

Made sorted(Made made) {
  std::sort(made.begin(), made.end(),
            [](const auto& a, const auto& b) { return a->name() < b->name(); });
  const auto twice = std::adjacent_find(
      made.begin(), made.end(),
      [](const auto& a, const auto& b) { return a->name() == b->name(); });
  ASSERT(twice == made.end());
  return made;
}

} // namespace

const Made& all_readers() {
  static const Made readers = sorted(make_readers());
  return readers;
}

uint32_t stored_version(const Reader& reader) {
  uint32_t version = reader.version();
  if (reader.holds_others()) {
    for (const auto& one : all_readers()) {
      version += 1000 * one->version();
    }
  }
  return version;
}

Choice choose_reader(const Input& input) {
  Choice best;
  for (const auto& reader : all_readers()) {
    Detection found = reader->detect(input);
    if (found.match > best.detection.match) {
      best = {reader.get(), std::move(found)};
    }
  }
  return best;
}

} // namespace readers
