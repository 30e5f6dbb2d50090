// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/dlis_file.hpp"

#include "worker/readers/reading.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace readers::dlis {
namespace {

constexpr size_t k_longest_value = 2000;

std::string text_in(const Set& set, const Object& object,
                    std::string_view label) {
  const auto* found = set.find(object, label);
  return found == nullptr ? "" : clip(text_of(*found), k_longest_value);
}

Quantity quantity_in(const Set& set, const Object& object,
                     std::string_view label) {
  const auto* found = set.find(object, label);
  if (found == nullptr) {
    return {};
  }
  return {text_of(*found, 1), number_of(*found), clean(found->units)};
}

// "4 x 3".
std::string dimension_in(const Set& set, const Object& object) {
  const auto* found = set.find(object, "DIMENSION");
  std::string text;
  if (found != nullptr) {
    for (const auto& value : values_of(*found, 8)) {
      text += (text.empty() ? "" : " x ") + value.text;
    }
  }
  return text;
}

std::optional<Code> code_in(const Set& set, const Object& object) {
  const auto* found = set.find(object, "REPRESENTATION-CODE");
  const auto number = found == nullptr ? std::nullopt : number_of(*found);
  return number && *number >= 1 && *number <= 255 &&
                 exists(static_cast<uint32_t>(*number))
             ? std::optional(static_cast<Code>(*number))
             : std::nullopt;
}

// Sets of a company, whose type begins with its code: "440-OP-CORE_TABLES".
bool is_private(std::string_view type) {
  return !type.empty() && type.front() >= '0' && type.front() <= '9';
}

// "; TRADEMARK-NAME: MSCT-AA"; "" without a value.
std::string field_of(const Attribute& attribute) {
  constexpr size_t k_values = 12;
  if (attribute.absent || attribute.values.empty()) {
    return "";
  }
  const auto value = clip(text_of(attribute, k_values), k_longest_value);
  if (value.empty()) {
    return "";
  }
  const auto units = clean(attribute.units);
  return "; " + clean(attribute.label) + ": " + value +
         (units.empty() ? "" : " " + units);
}

// The objects of a set as lines; what all share is rendered once.
class Lines {
public:
  explicit Lines(const Set& set) {
    for (const auto& column : set.columns) {
      m_defaults.push_back(field_of(column));
    }
    for (const auto& attribute : set.invariants) {
      m_invariants += field_of(attribute);
    }
  }

  // "MSCT; TRADEMARK-NAME: MSCT-AA; STATUS: 1".
  std::string of(const Object& object) const {
    std::string line = clean(object.name.name);
    for (size_t i = 0; i < m_defaults.size(); ++i) {
      if (line.size() > k_longest_value) {
        break;
      }
      line += i < object.attributes.size() ? field_of(object.attributes[i])
                                           : m_defaults[i];
    }
    return line + clip(m_invariants, k_longest_value);
  }

private:
  std::vector<std::string> m_defaults;
  std::string m_invariants;
};

} // namespace

const std::string& Origin::field(std::string_view label) const {
  static const std::string k_none;
  const auto found =
      std::find_if(fields.begin(), fields.end(),
                   [&](const auto& field) { return field.first == label; });
  return found == fields.end() ? k_none : found->second;
}

std::string object_key(const ObName& name) {
  return std::to_string(name.origin) + "/" + std::to_string(name.copy) + "/" +
         std::string(name.name);
}

void Gatherer::problem(uint64_t offset, std::string reason) {
  if (m_problems.size() < RecordSource::k_most_problems) {
    m_problems.push_back({offset, std::move(reason), {}});
  }
}

std::string Gatherer::keep(std::string text) {
  constexpr size_t k_holder = 100; // of a string in a channel, a frame …
  if (m_text + text.size() + k_holder > k_most_text) {
    m_cut = true;
    m_text = k_most_text;
    return "";
  }
  m_text += text.size() + k_holder;
  return text;
}

void Gatherer::begin_file(uint64_t offset) {
  ++m_file_count;
  if (m_files.size() >= k_most_files) {
    m_cut = true;
    return;
  }
  m_files.emplace_back();
  m_files.back().offset = offset;
}

LogicalFile& Gatherer::file(const Record& record) {
  if (m_files.empty()) {
    begin_file(record.offset);
  }
  return m_files.back();
}

void Gatherer::take(const Record& record) {
  constexpr uint8_t k_file_header = 0;
  constexpr uint8_t k_frame_data = 0;
  if (record.is_explicit && record.type == k_file_header && !record.encrypted) {
    begin_file(record.offset);
  }
  LogicalFile& to = file(record);
  if (m_file_count > m_files.size()) {
    return; // of a logical file that is not kept
  }
  ++to.records;
  if (record.encrypted) {
    to.encrypted_offset =
        to.encrypted == 0 ? record.offset : to.encrypted_offset;
    ++to.encrypted;
  } else if (record.is_explicit) {
    take_set(parse_set(record.body), record);
  } else if (record.type == k_frame_data) {
    take_frame_data(record, to);
  }
}

void Gatherer::take_set(const Set& set, const Record& record) {
  if (set.stopped) {
    // Inside the record; where it goes over segments the file's byte is more.
    problem(record.offset,
            "set " + (set.type.empty() ? "?" : clip(clean(set.type), 80)) +
                ": " + set.reason + ", at byte " +
                std::to_string(*set.stopped) + " of the record; " +
                std::to_string(set.objects.size()) + " objects before it");
  }
  LogicalFile& to = file(record);
  if (set.type == "FILE-HEADER") {
    take_header(set, to);
  } else if (set.type == "ORIGIN") {
    take_origin(set, record, to);
  } else if (set.type == "CHANNEL") {
    take_channels(set, record, to);
  } else if (set.type == "FRAME") {
    take_frames(set, record, to);
  } else if (set.type == "PARAMETER") {
    take_parameters(set, record, to);
  } else {
    take_others(set, record, to);
  }
}

void Gatherer::take_header(const Set& set, LogicalFile& to) {
  if (to.has_header || set.objects.empty()) {
    return;
  }
  to.has_header = true;
  to.id = text_in(set, set.objects.front(), "ID");
  to.sequence = text_in(set, set.objects.front(), "SEQUENCE-NUMBER");
}

void Gatherer::take_origin(const Set& set, const Record& record,
                           LogicalFile& to) {
  for (const auto& object : set.objects) {
    if (full() || to.origins.size() >= 100) {
      m_cut = true;
      return;
    }
    Origin origin{record.offset, {}};
    for (const auto* columns : {&set.columns, &set.invariants}) {
      for (const auto& column : *columns) {
        auto text = keep(text_in(set, object, column.label));
        if (!text.empty()) {
          origin.fields.emplace_back(clean(column.label), std::move(text));
        }
      }
    }
    to.origins.push_back(std::move(origin));
  }
}

void Gatherer::take_channels(const Set& set, const Record& record,
                             LogicalFile& to) {
  for (const auto& object : set.objects) {
    const auto key = object_key(object.name);
    if (to.channels.contains(key) && set.role != SetRole::replacement) {
      continue; // a redundant copy
    }
    if (full() || to.channels.size() >= k_most_items) {
      m_cut = true;
      return;
    }
    Channel channel;
    channel.name = keep(clean(object.name.name));
    const auto* long_name = set.find(object, "LONG-NAME");
    if (long_name != nullptr && long_name->code == Code::obname) {
      const auto names = names_of(*long_name, 1);
      channel.long_name = names.empty() ? "" : "\n" + object_key(names[0]);
    } else if (long_name != nullptr) {
      channel.long_name = keep(clip(text_of(*long_name), k_longest_value));
    }
    channel.units = text_in(set, object, "UNITS");
    channel.dimension = dimension_in(set, object);
    channel.code = code_in(set, object);
    channel.offset = record.offset;
    if (to.channels.insert_or_assign(key, std::move(channel)).second) {
      to.channel_order.push_back(key);
    }
  }
}

void Gatherer::take_frames(const Set& set, const Record& record,
                           LogicalFile& to) {
  for (const auto& object : set.objects) {
    const auto key = object_key(object.name);
    const auto known =
        std::find_if(to.frames.begin(), to.frames.end(),
                     [&](const auto& entry) { return entry.first == key; });
    if (known != to.frames.end() && set.role == SetRole::redundant) {
      continue;
    }
    if (full() || to.frames.size() >= 1000) {
      m_cut = true;
      return;
    }
    Frame frame;
    frame.name = keep(clean(object.name.name));
    frame.description = keep(text_in(set, object, "DESCRIPTION"));
    frame.index_type = text_in(set, object, "INDEX-TYPE");
    frame.direction = text_in(set, object, "DIRECTION");
    frame.least = quantity_in(set, object, "INDEX-MIN");
    frame.most = quantity_in(set, object, "INDEX-MAX");
    frame.spacing = quantity_in(set, object, "SPACING");
    frame.encrypted = set.find(object, "ENCRYPTED") != nullptr &&
                      text_in(set, object, "ENCRYPTED") != "0";
    if (const auto* channels = set.find(object, "CHANNELS")) {
      for (const auto& name : names_of(*channels, k_most_items)) {
        frame.channels.push_back(keep(object_key(name)));
      }
    }
    frame.offset = record.offset;
    if (known != to.frames.end()) {
      known->second = std::move(frame);
    } else {
      to.frames.emplace_back(key, std::move(frame));
    }
  }
}

void Gatherer::take_parameters(const Set& set, const Record& record,
                               LogicalFile& to) {
  if (set.role == SetRole::redundant && !to.parameters.empty()) {
    return;
  }
  for (const auto& object : set.objects) {
    if (full() || to.parameters.size() >= k_most_items) {
      m_cut = true;
      return;
    }
    Parameter parameter;
    parameter.name = keep(clean(object.name.name));
    parameter.long_name = keep(text_in(set, object, "LONG-NAME"));
    if (const auto* values = set.find(object, "VALUES")) {
      parameter.value = keep(clip(text_of(*values), k_longest_value));
      parameter.units = clean(values->units);
    }
    parameter.offset = record.offset;
    to.parameters.push_back(std::move(parameter));
  }
}

void Gatherer::take_others(const Set& set, const Record& record,
                           LogicalFile& to) {
  constexpr size_t k_most_of_set = 256 * 1024;
  constexpr size_t k_most_of_private_set = 16 * 1024;
  const auto type = clip(clean(set.type), 200);
  auto at = std::find_if(to.sets.begin(), to.sets.end(),
                         [&](const SetText& s) { return s.type == type; });
  if (at != to.sets.end() && set.role == SetRole::redundant) {
    return;
  }
  if (at == to.sets.end()) {
    if (full() || to.sets.size() >= 1000) {
      m_cut = true;
      return;
    }
    at = to.sets.insert(to.sets.end(), {keep(type), 0, record.offset, {}, 0});
  }
  at->objects += set.objects.size();
  const size_t most = is_private(type) ? k_most_of_private_set : k_most_of_set;
  const Lines lines(set);
  for (const auto& object : set.objects) {
    if (full()) {
      return;
    }
    if (at->bytes > most) {
      m_cut = m_cut || !is_private(type);
      return;
    }
    auto line = keep(lines.of(object));
    at->bytes += line.size() + 1;
    if (type == "LONG-NAME" && to.long_names.size() < k_most_items) {
      to.long_names.emplace(object_key(object.name), line);
    }
    if (!line.empty()) {
      at->lines.push_back(std::move(line));
    }
  }
}

void Gatherer::take_frame_data(const Record& record, LogicalFile& to) {
  Cursor from(record.body);
  const ObName name = read_obname(from);
  from.uvari(); // the frame's number
  if (from.failed()) {
    if (record.whole) {
      problem(record.offset, "frame data without the name of their frame");
    }
    return;
  }
  if (!record.whole) {
    return; // a part of a frame is none
  }
  auto found = to.data.find(object_key(name));
  if (found == to.data.end()) {
    if (m_frame_types >= k_most_frame_types) {
      m_cut = true;
      return;
    }
    ++m_frame_types;
    found = to.data.emplace(object_key(name), FrameData{}).first;
  }
  FrameData& data = found->second;
  const auto bytes =
      std::string_view(record.body).substr(from.position(), FrameData::k_kept);
  if (data.count++ == 0) {
    data.first = std::string(bytes);
    data.first_offset = record.offset;
  }
  data.last.assign(bytes);
  data.last_offset = record.offset;
}

} // namespace readers::dlis
