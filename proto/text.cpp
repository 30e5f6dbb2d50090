// SPDX-License-Identifier: Apache-2.0
#include "proto/text.hpp"

#include <google/protobuf/text_format.h>

namespace proto {

base::Result<std::string> to_text(const pb::ArchiveConfig& config) {
  std::string text;
  if (!google::protobuf::TextFormat::PrintToString(config, &text)) {
    return base::fail(base::Errc::io, "cannot print the archive's settings");
  }
  return text;
}

base::Result<pb::ArchiveConfig> archive_config_of(const std::string& text) {
  pb::ArchiveConfig config;
  if (!google::protobuf::TextFormat::ParseFromString(text, &config)) {
    return base::fail(base::Errc::corrupt, "cannot be parsed");
  }
  return config;
}

} // namespace proto
