// SPDX-License-Identifier: Apache-2.0
#include "core/domain/keys.hpp"
#include "worker/readers/dlis_facts.hpp"

#include <algorithm>

namespace readers::dlis {
namespace {

using domain::PassageKind;

std::string sentence(const char* before, const std::string& text) {
  if (text.empty()) {
    return "";
  }
  return before + text + (text.ends_with('.') ? "" : ".");
}

std::string channels_of(const LogicalFile& file, const Frame& frame,
                        size_t most) {
  std::string text;
  for (size_t i = 0; i < frame.channels.size() && i < most; ++i) {
    const auto found = file.channels.find(frame.channels[i]);
    if (found != file.channels.end()) {
      text += (text.empty() ? "" : ", ") + found->second.name;
    }
  }
  const size_t all = frame.channels.size();
  return all > most ? text + " and " + std::to_string(all - most) + " more"
                    : text;
}

std::string frame_text(const LogicalFile& file, const std::string& key,
                       const Frame& frame, size_t most) {
  std::string text = "Frame " + frame.name;
  text += frame.description.empty() ? "" : " (" + frame.description + ")";
  const auto range = range_text(file, key, frame);
  text += frame.index_type.empty() ? ": by number" : ": " + frame.index_type;
  text += frame.index_type.empty() || range.empty() ? "" : ", " + range;
  const auto found = file.data.find(key);
  text += ", " +
          std::to_string(found == file.data.end() ? 0 : found->second.count) +
          " frames";
  return text + sentence(". Channels: ", channels_of(file, frame, most));
}

// What a well's number is labelled in text: such numbers are found behind it.
std::string number_label(const std::string& number) {
  const bool api = domain::normalise_key("api", number).has_value();
  const bool uwi = domain::normalise_key("uwi-ca", number).has_value();
  return uwi ? "UWI " : api ? "API number " : "Well number ";
}

std::string summary_of(const LogicalFile& file, const std::string& section) {
  std::string text = "Well log (DLIS), " + section + ".";
  if (!file.origins.empty()) {
    const Origin& origin = file.origins.front();
    text += sentence(" Well ", origin.field("WELL-NAME"));
    const auto& number = origin.field("WELL-ID");
    text += sentence((" " + number_label(number)).c_str(), number);
    text += sentence(" Company ", origin.field("COMPANY"));
    text += sentence(" Field ", origin.field("FIELD-NAME"));
    text += sentence(" Logged by ", origin.field("PRODUCER-NAME"));
    text += sentence(" Run ", origin.field("RUN-NUMBER"));
    text += sentence(" Created ", origin.field("CREATION-TIME"));
  }
  for (size_t i = 0; i < file.frames.size() && i < 10; ++i) {
    const auto& [key, frame] = file.frames[i];
    text += " " + frame_text(file, key, frame, 40);
  }
  return text;
}

std::vector<NumberedLine> origin_lines(const LogicalFile& file) {
  std::vector<NumberedLine> lines;
  for (const auto& origin : file.origins) {
    std::string line;
    for (const auto& [label, text] : origin.fields) {
      const bool number = label == "WELL-ID";
      line += (line.empty() ? "" : "; ") + label + ": " +
              (number ? number_label(text) : "") + text;
    }
    lines.push_back({origin.offset, std::move(line)});
  }
  return lines;
}

std::vector<NumberedLine> channel_lines(const LogicalFile& file) {
  std::vector<NumberedLine> lines;
  for (const auto& key : file.channel_order) {
    const Channel& channel = file.channels.at(key);
    auto text = channel_text(file, channel);
    if (!channel.dimension.empty() && channel.dimension != "1") {
      text += ", " + channel.dimension + " values";
    }
    lines.push_back({channel.offset, std::move(text)});
  }
  return lines;
}

std::string named(const Parameter& parameter) {
  return parameter.long_name.empty() || parameter.long_name == parameter.name
             ? parameter.name
             : parameter.name + " (" + parameter.long_name + ")";
}

std::vector<NumberedLine> parameter_lines(const LogicalFile& file) {
  std::vector<NumberedLine> lines;
  std::string empty;
  uint64_t first_empty = 0;
  const auto put_empty = [&] {
    if (!empty.empty()) {
      lines.push_back({first_empty, "Without a value: " + empty});
    }
    empty.clear();
  };
  for (const auto& parameter : file.parameters) {
    if (!parameter.value.empty()) {
      lines.push_back(
          {parameter.offset,
           named(parameter) + ": " + parameter.value +
               (parameter.units.empty() ? "" : " " + parameter.units)});
      continue;
    }
    first_empty = empty.empty() ? parameter.offset : first_empty;
    empty += (empty.empty() ? "" : ", ") + named(parameter);
    if (empty.size() > 700) {
      put_empty();
    }
  }
  put_empty();
  return lines;
}

} // namespace

void describe_texts(const LogicalFile& file, const std::string& section,
                    Findings& out) {
  out.passages.push_back({summary_of(file, section),
                          at_byte(file.offset, section), PassageKind::header});
  out.pack_at_bytes(origin_lines(file), section + ", ORIGIN",
                    PassageKind::header);
  for (const auto& [key, frame] : file.frames) {
    out.passages.push_back({frame_text(file, key, frame, 400),
                            at_byte(frame.offset, section + ", FRAME"),
                            PassageKind::header});
  }
  out.pack_at_bytes(channel_lines(file), section + ", CHANNEL",
                    PassageKind::header);
  out.pack_at_bytes(parameter_lines(file), section + ", PARAMETER",
                    PassageKind::record);
  for (const auto& set : file.sets) {
    std::vector<NumberedLine> lines;
    for (const auto& line : set.lines) {
      lines.push_back({set.offset, line});
    }
    out.count("object_count", set.objects,
              at_byte(set.offset, section + ", " + set.type));
    const bool prose = set.type == "COMMENT";
    out.pack_at_bytes(lines, section + ", " + set.type,
                      prose ? PassageKind::prose : PassageKind::record);
  }
}

} // namespace readers::dlis
