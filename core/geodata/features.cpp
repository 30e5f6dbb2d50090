// SPDX-License-Identifier: Apache-2.0
#include "core/geodata/dataset_state.hpp"
#include "core/geodata/environment.hpp"

#include <cpl_error.h>
#include <gdal.h>
#include <ogr_api.h>
#include <ogr_core.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

namespace geodata {
namespace {

constexpr size_t k_longest_value = size_t{1} << 20;

struct DestroyFeature {
  void operator()(void* feature) const { OGR_F_Destroy(feature); }
};

std::string real_text(double value) {
  if (!std::isfinite(value)) {
    return "";
  }
  std::array<char, 40> text{};
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
  const auto [end, error] =
      whole ? std::to_chars(text.data(), text.data() + text.size(),
                            static_cast<int64_t>(value))
            : std::to_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

std::string moment_text(OGRFeatureH feature, int field, OGRFieldType type) {
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int zone = 0;
  float second = 0;
  if (OGR_F_GetFieldAsDateTimeEx(feature, field, &year, &month, &day, &hour,
                                 &minute, &second, &zone) == 0) {
    return "";
  }
  std::array<char, 64> text{};
  const int whole = static_cast<int>(second);
  if (type == OFTTime) {
    std::snprintf(text.data(), text.size(), "%02d:%02d:%02d", hour, minute,
                  whole);
  } else if (type == OFTDate) {
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", year, month, day);
  } else {
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02d %02d:%02d:%02d",
                  year, month, day, hour, minute, whole);
  }
  return text.data();
}

std::string list_text(OGRFeatureH feature, int field) {
  std::string out;
  char** at = OGR_F_GetFieldAsStringList(feature, field);
  for (; at != nullptr && *at != nullptr && out.size() < k_longest_value;
       ++at) {
    out += (out.empty() ? "" : ", ") + std::string(*at);
  }
  return out;
}

std::string value_of(OGRFeatureH feature, int field) {
  if (OGR_F_IsFieldSetAndNotNull(feature, field) == 0) {
    return "";
  }
  const OGRFieldType type =
      OGR_Fld_GetType(OGR_F_GetFieldDefnRef(feature, field));
  switch (type) {
  case OFTReal:
    return real_text(OGR_F_GetFieldAsDouble(feature, field));
  case OFTDate:
  case OFTTime:
  case OFTDateTime:
    return moment_text(feature, field, type);
  case OFTStringList:
    return list_text(feature, field);
  case OFTBinary:
    return "";
  default:
    break;
  }
  const char* text = OGR_F_GetFieldAsString(feature, field);
  return text == nullptr ? std::string()
                         : std::string(text).substr(0, k_longest_value);
}

void take_geometry(OGRFeatureH from, Feature& feature) {
  feature.geometry_type.clear();
  feature.extent.reset();
  OGRGeometryH geometry = OGR_F_GetGeometryRef(from);
  if (geometry == nullptr || OGR_G_IsEmpty(geometry) != 0) {
    return;
  }
  feature.geometry_type =
      OGRGeometryTypeToName(OGR_G_GetGeometryType(geometry));
  OGREnvelope box;
  OGR_G_GetEnvelope(geometry, &box);
  if (std::isfinite(box.MinX) && std::isfinite(box.MaxX) &&
      std::isfinite(box.MinY) && std::isfinite(box.MaxY)) {
    feature.extent = Box{box.MinX, box.MinY, box.MaxX, box.MaxY};
  }
}

struct DestroyStyle {
  void operator()(void* manager) const { OGR_SM_Destroy(manager); }
};
struct DestroyTool {
  void operator()(void* tool) const { OGR_ST_Destroy(tool); }
};

// A label that names a column ("{NAME}") is no text of its own.
std::string label_of(OGRFeatureH feature) {
  const char* style = OGR_F_GetStyleString(feature);
  if (style == nullptr || std::strstr(style, "LABEL(") == nullptr) {
    return "";
  }
  const std::unique_ptr<void, DestroyStyle> manager(OGR_SM_Create(nullptr));
  if (OGR_SM_InitStyleString(manager.get(), style) == 0) {
    return "";
  }
  std::string out;
  const int parts = OGR_SM_GetPartCount(manager.get(), nullptr);
  for (int i = 0; i < parts && out.empty(); ++i) {
    const std::unique_ptr<void, DestroyTool> tool(
        OGR_SM_GetPart(manager.get(), i, nullptr));
    if (tool && OGR_ST_GetType(tool.get()) == OGRSTCLabel) {
      int missing = 0;
      const char* text =
          OGR_ST_GetParamStr(tool.get(), OGRSTLabelTextString, &missing);
      out = missing != 0 || text == nullptr || *text == '{' ? "" : text;
    }
  }
  return out.substr(0, k_longest_value);
}

} // namespace

void CloseDataset::operator()(void* handle) const {
  GDALClose(handle);
}

Features::Features(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Features::Features(Features&&) noexcept = default;
Features& Features::operator=(Features&&) noexcept = default;
Features::~Features() = default;

base::Result<bool> Features::next(Feature& feature) {
  CPLErrorReset();
  const std::unique_ptr<void, DestroyFeature> read(
      OGR_L_GetNextFeature(m_state->layer));
  if (!read) {
    // The end and an error look alike but for what was said last.
    if (CPLGetLastErrorType() >= CE_Failure) {
      return base::fail(
          base::Errc::corrupt,
          "reading stops after " + std::to_string(m_state->taken) +
              " features: " +
              m_state->dataset->told({CPLGetLastErrorMsg()}).front());
    }
    return false;
  }
  ++m_state->taken;
  feature.id = OGR_F_GetFID(read.get());
  feature.values.clear();
  const int count = OGR_F_GetFieldCount(read.get());
  for (int i = 0; i < count; ++i) {
    feature.values.push_back(value_of(read.get(), i));
  }
  take_geometry(read.get(), feature);
  feature.label = label_of(read.get());
  return true;
}

std::vector<std::string> Features::take_complaints() {
  return m_state->dataset->told(geodata::take_complaints());
}

} // namespace geodata
