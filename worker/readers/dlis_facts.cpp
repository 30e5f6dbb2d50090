// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_facts.hpp"

#include "core/domain/quantity.hpp"
#include "core/domain/well_name.hpp"
#include "worker/readers/dates.hpp"
#include "worker/readers/table_profile.hpp"
#include "worker/readers/well_items.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace readers::dlis {
namespace {

struct Named {
  std::string_view label; // of ORIGIN
  const char* key;
};

constexpr std::array k_origin{
    Named{"WELL-NAME", "well_name"},
    Named{"WELL-ID", "well_id"},
    Named{"FIELD-NAME", "field"},
    Named{"COMPANY", "company"},
    Named{"PRODUCER-NAME", "service_company"},
    Named{"PRODUCER-CODE", "producer_code"},
    Named{"ORDER-NUMBER", "service_order"},
    Named{"RUN-NUMBER", "run_number"},
    Named{"DESCENT-NUMBER", "descent_number"},
    Named{"FILE-ID", "file_id"},
    Named{"FILE-SET-NAME", "file_set_name"},
    Named{"FILE-SET-NUMBER", "file_set_number"},
    Named{"FILE-NUMBER", "file_number"},
    Named{"FILE-TYPE", "file_type"},
    Named{"PRODUCT", "product"},
    Named{"VERSION", "product_version"},
    Named{"PROGRAMS", "programs"},
    Named{"CREATION-TIME", "creation_time"},
    Named{"NAME-SPACE-NAME", "name_space"},
};

// A well number or name in the field that is made for it.
void put_well_id(const std::string& text, const domain::Locator& where,
                 Findings& out) {
  const bool known = put_well_key("uwi-ca", text, where, out) ||
                     put_well_key("wellbore", text, where, out) ||
                     put_well_key("api", text, where, out);
  if (!known) {
    put_well_key("code", text, where, out);
  }
}

void put_origin(const Origin& origin, const domain::Locator& where,
                Findings& out) {
  for (const auto& named : k_origin) {
    const auto& text = origin.field(named.label);
    if (!says_nothing(text)) {
      out.say(named.key, text, where);
    }
  }
  const auto& name = origin.field("WELL-NAME");
  if (!says_nothing(name)) {
    put_keys_of({"well_name", name, std::nullopt, "", where}, out);
    if (domain::has_own_name(name)) {
      put_well_key("well-name", name, where, out);
    }
  }
  if (const auto& id = origin.field("WELL-ID"); !says_nothing(id)) {
    put_well_id(id, where, out);
  }
  auto created = dates_of("created_date", "CREATION-TIME",
                          origin.field("CREATION-TIME"), where);
  out.facts.insert(out.facts.end(), created.facts.begin(), created.facts.end());
  out.rejects.insert(out.rejects.end(), created.rejects.begin(),
                     created.rejects.end());
}

struct Limit {
  double number = 0;
  std::string units;
  uint64_t offset = 0;
};

std::optional<Limit> limit_of(const Quantity& quantity, const Frame& frame,
                              const Channel* index) {
  if (!quantity.number || is_filler(*quantity.number)) {
    return std::nullopt;
  }
  const bool inherits = quantity.units.empty() && index != nullptr;
  return Limit{*quantity.number, inherits ? index->units : quantity.units,
               frame.offset};
}

// The index channel's value in the bytes of a frame.
std::optional<Limit> limit_in(const std::string& bytes, uint64_t offset,
                              const Channel& index) {
  if (!index.code) {
    return std::nullopt;
  }
  Cursor from(bytes);
  const auto value = read_value(from, *index.code);
  return value && value->number
             ? std::optional(Limit{*value->number, index.units, offset})
             : std::nullopt;
}

double in_base(const Limit& limit) {
  return limit.number * scaled_unit(limit.units).factor;
}

bool same_base(const Limit& a, const Limit& b) {
  return scaled_unit(a.units).unit == scaled_unit(b.units).unit;
}

struct Range {
  std::optional<Limit> start, stop;
};

Range range_in_header(const Frame& frame, const Channel* index) {
  Range range{limit_of(frame.least, frame, index),
              limit_of(frame.most, frame, index)};
  if (frame.direction == "DECREASING") {
    std::swap(range.start, range.stop);
  }
  return range;
}

Range range_in_data(const FrameData& data, const Channel* index) {
  if (index == nullptr || data.count == 0) {
    return {};
  }
  return {limit_in(data.first, data.first_offset, *index),
          limit_in(data.last, data.last_offset, *index)};
}

// Where the frame's attributes and its data do not say the same.
void compare(const Range& header, const Range& data, const Frame& frame,
             const domain::Locator& where, Findings& out) {
  for (const bool first : {true, false}) {
    const auto& said = first ? header.start : header.stop;
    const auto& found = first ? data.start : data.stop;
    if (!said || !found || !same_base(*said, *found)) {
      continue;
    }
    const double step = frame.spacing.number
                            ? std::fabs(*frame.spacing.number) *
                                  scaled_unit(frame.spacing.units).factor * 1.01
                            : 0;
    const double near = std::max(step, std::fabs(in_base(*said)) * 1e-4);
    if (std::fabs(in_base(*said) - in_base(*found)) > near) {
      auto place = where;
      place.byte = found->offset;
      out.refuse(first ? "index start" : "index stop",
                 plain_number(said->number) + " " + said->units,
                 "the data say " + plain_number(found->number) + " " +
                     found->units,
                 place);
    }
  }
}

void put_range(const Range& header, const Range& data,
               const domain::Locator& where, Findings& out) {
  const auto put = [&](const char* name, const std::optional<Limit>& limit) {
    if (limit) {
      auto place = where;
      place.byte = limit->offset;
      put_log_index(name, limit->number, limit->units, place, out);
    }
  };
  put("start", header.start ? header.start : data.start);
  put("stop", header.stop ? header.stop : data.stop);
}

const Channel* index_channel(const LogicalFile& file, const Frame& frame) {
  if (frame.index_type.empty() || frame.channels.empty()) {
    return nullptr;
  }
  const auto found = file.channels.find(frame.channels.front());
  return found == file.channels.end() ? nullptr : &found->second;
}

std::string frame_section(const std::string& section, const Frame& frame) {
  return frame.name.empty() ? section : section + ", frame " + frame.name;
}

void describe_frame(const LogicalFile& file, const std::string& key,
                    const Frame& frame, const std::string& section,
                    Findings& out) {
  const auto where = at_byte(frame.offset, frame_section(section, frame));
  const auto* index = index_channel(file, frame);
  out.say("frame", frame.name, where);
  out.say("frame_description", frame.description, where);
  out.say("index_type", frame.index_type, where);
  out.say("index_direction", frame.direction, where);
  if (index != nullptr) {
    out.say("index_channel", index->name, where);
    out.say("index_unit", index->units, where);
  }
  out.count("frame_channel_count", frame.channels.size(), where);
  const auto found = file.data.find(key);
  const FrameData data = found == file.data.end() ? FrameData{} : found->second;
  out.count("data_rows", data.count, where);
  if (frame.encrypted) {
    out.say("encrypted", "yes", where);
  }
  if (frame.index_type.empty()) {
    return; // frames are numbered
  }
  const Range header = range_in_header(frame, index);
  const Range rows = range_in_data(data, index);
  put_range(header, rows, where, out);
  if (const auto step = limit_of(frame.spacing, frame, index)) {
    put_log_index("step", step->number, step->units, where, out);
  }
  compare(header, rows, frame, where, out);
}

} // namespace

std::string range_text(const LogicalFile& file, const std::string& key,
                       const Frame& frame) {
  const auto* index = index_channel(file, frame);
  const Range header = range_in_header(frame, index);
  const auto found = file.data.find(key);
  const Range rows =
      found == file.data.end() ? Range{} : range_in_data(found->second, index);
  const auto& start = header.start ? header.start : rows.start;
  const auto& stop = header.stop ? header.stop : rows.stop;
  if (!start || !stop) {
    return "";
  }
  auto text = plain_number(start->number) + " to " + plain_number(stop->number);
  text += start->units.empty() ? "" : " (" + start->units + ")";
  const auto unit = scaled_unit(start->units);
  const auto first = domain::to_metres(in_base(*start), unit.unit);
  const auto last = domain::to_metres(in_base(*stop), unit.unit);
  if (first && last && unit.factor != 1 && same_base(*start, *stop)) {
    const auto shown = [](double metres) {
      return plain_number(std::round(metres * 1000) / 1000);
    };
    text += ", " + shown(*first) + " to " + shown(*last) + " m";
  }
  return text;
}

std::string section_of(const LogicalFile& file, size_t number) {
  const auto name = "logical file " + std::to_string(number);
  return file.id.empty() ? name : name + " (" + file.id + ")";
}

const std::string& long_name_of(const LogicalFile& file,
                                const Channel& channel) {
  static const std::string k_none;
  if (!channel.long_name.starts_with('\n')) {
    return channel.long_name;
  }
  const auto found = file.long_names.find(channel.long_name.substr(1));
  return found == file.long_names.end() ? k_none : found->second;
}

std::string channel_text(const LogicalFile& file, const Channel& channel) {
  const auto& long_name = long_name_of(file, channel);
  return channel.name +
         (channel.units.empty() ? "" : " [" + channel.units + "]") +
         (long_name.empty() ? "" : ": " + long_name);
}

void describe_origins(const LogicalFile& file, const std::string& section,
                      Findings& out) {
  // Those behind the first tell where parts were copied from.
  if (!file.origins.empty()) {
    const auto& origin = file.origins.front();
    put_origin(origin, at_byte(origin.offset, section), out);
  }
}

void describe_channels(const LogicalFile& file, const std::string& section,
                       const domain::CurveFamilies& curves, Findings& out) {
  out.count("curve_count", file.channels.size(), at_byte(file.offset, section));
  std::set<std::string> seen;
  std::set<std::string_view> families;
  for (const auto& key : file.channel_order) {
    const Channel& channel = file.channels.at(key);
    const auto where = at_byte(channel.offset, section);
    if (seen.insert(channel.name).second) {
      out.say("curve", channel.name, where);
    }
    const auto text = channel_text(file, channel);
    if (seen.insert("\n" + text).second) {
      out.say("curve_description", text, where);
    }
    const auto family =
        curves.of(channel.name, channel.units, long_name_of(file, channel));
    if (family && families.insert(*family).second) {
      out.say("curve_family", std::string(*family), where);
    }
  }
}

void describe_frames(const LogicalFile& file, const std::string& section,
                     Findings& out) {
  for (const auto& [key, frame] : file.frames) {
    describe_frame(file, key, frame, section, out);
  }
  for (const auto& item : file.data) {
    const auto& [key, data] = item;
    const bool known = std::any_of(
        file.frames.begin(), file.frames.end(),
        [&](const auto& entry) { return entry.first == item.first; });
    if (!known) {
      out.refuse("frame data", "",
                 std::to_string(data.count) +
                     " frames of a type that nothing describes",
                 at_byte(data.first_offset, section));
    }
  }
}

void describe_file(const LogicalFile& file, size_t number,
                   const domain::CurveFamilies& curves, Findings& out) {
  const auto section = section_of(file, number);
  const auto where = at_byte(file.offset, section);
  const size_t before = out.facts.size();
  out.say("logical_file", file.id.empty() ? section : file.id, where);
  if (!file.has_header) {
    out.refuse("FILE-HEADER", "", "this logical file has none", where);
  }
  describe_origins(file, section, out);
  LogItems items(out, before);
  for (const auto& parameter : file.parameters) {
    items.put({parameter.name, parameter.value, parameter.units,
               at_byte(parameter.offset, section)});
  }
  describe_channels(file, section, curves, out);
  describe_frames(file, section, out);
  out.count("parameter_count", file.parameters.size(), where);
  if (file.encrypted > 0) {
    out.refuse("encrypted", "",
               std::to_string(file.encrypted) +
                   " encrypted records, which are not read; this is the first",
               at_byte(file.encrypted_offset, section));
  }
  describe_texts(file, section, out);
}

} // namespace readers::dlis
