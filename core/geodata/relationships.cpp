// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dataset_state.hpp"

#include <cpl_string.h>
#include <gdal.h>
#include <ogr_api.h>

namespace geodata {
namespace {

constexpr size_t k_most = 1000;

struct FreeList {
  void operator()(char** list) const { CSLDestroy(list); }
};
using List = std::unique_ptr<char*, FreeList>;

std::string text_of(const char* text) {
  return text == nullptr ? "" : text;
}

std::string joined(const List& list) {
  std::string out;
  for (CSLConstList at = list.get(); at != nullptr && *at != nullptr; ++at) {
    out += (out.empty() ? "" : ", ") + std::string(*at);
  }
  return out;
}

std::string kind_of(GDALRelationshipCardinality kind) {
  switch (kind) {
  case GRC_ONE_TO_ONE:
    return "one to one";
  case GRC_ONE_TO_MANY:
    return "one to many";
  case GRC_MANY_TO_ONE:
    return "many to one";
  case GRC_MANY_TO_MANY:
    return "many to many";
  }
  return "";
}

} // namespace

std::vector<Relationship> Dataset::relationships() const {
  std::vector<Relationship> out;
  GDALDatasetH handle = m_state->handle.get();
  const List names(GDALDatasetGetRelationshipNames(handle, nullptr));
  for (CSLConstList at = names.get();
       at != nullptr && *at != nullptr && out.size() < k_most; ++at) {
    GDALRelationshipH one = GDALDatasetGetRelationship(handle, *at);
    if (one == nullptr) {
      continue;
    }
    const List left(GDALRelationshipGetLeftTableFields(one));
    const List right(GDALRelationshipGetRightTableFields(one));
    out.push_back({*at, text_of(GDALRelationshipGetLeftTableName(one)),
                   text_of(GDALRelationshipGetRightTableName(one)),
                   joined(left), joined(right),
                   kind_of(GDALRelationshipGetCardinality(one))});
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> Dataset::domains() const {
  std::vector<std::pair<std::string, std::string>> out;
  GDALDatasetH handle = m_state->handle.get();
  const List names(GDALDatasetGetFieldDomainNames(handle, nullptr));
  for (CSLConstList at = names.get();
       at != nullptr && *at != nullptr && out.size() < k_most; ++at) {
    OGRFieldDomainH one = GDALDatasetGetFieldDomain(handle, *at);
    out.emplace_back(*at, one == nullptr
                              ? std::string()
                              : text_of(OGR_FldDomain_GetDescription(one)));
  }
  return out;
}

} // namespace geodata
