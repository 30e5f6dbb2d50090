// SPDX-License-Identifier: Apache-2.0
#include "worker/versions.hpp"

#include "worker/derive.hpp"

namespace worker {

Versions versions_of(const pool::Abilities& abilities,
                     const domain::KeyFamilies& families,
                     const domain::CurveFamilies& curves) {
  Versions out;
  out.detection = abilities.detection_version;
  out.readers = abilities.readers;
  out.chunker = chunker_version();
  out.keys = keys_version(families);
  if (curves.hash() != 0) {
    for (const std::string& reader : abilities.names_curves) {
      out.tables[reader] = curves.hash();
    }
  }
  return out;
}

} // namespace worker
