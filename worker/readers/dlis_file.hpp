// SPDX-License-Identifier: Apache-2.0
//
// The logical files of a DLIS file (API RP66 version 1, chapters 5 and 6): what
// their records say of origins, channels, frames, parameters and equipment,
// and how many frames of data there are. Memory grows with what describes the
// file, up to fixed bounds, never with the data.
#pragma once

#include "worker/readers/dlis_records.hpp"
#include "worker/readers/dlis_set.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readers::dlis {

struct Quantity {
  std::string text; // "" if the file does not say
  std::optional<double> number;
  std::string units;
};

struct Channel {
  std::string name, long_name, units;
  std::string dimension; // "1", "4 x 3"
  std::optional<Code> code;
  uint64_t offset = 0;
};

struct Frame {
  std::string name, description;
  std::string index_type; // "BOREHOLE-DEPTH"; "" where frames are numbered
  std::string direction;  // "INCREASING", "DECREASING"
  Quantity least, most, spacing;
  bool encrypted = false;
  std::vector<std::string> channels; // keys of LogicalFile::channels
  uint64_t offset = 0;
};

// Of one frame type.
struct FrameData {
  static constexpr size_t k_kept = 40;
  uint64_t count = 0;
  uint64_t first_offset = 0, last_offset = 0;
  std::string first, last; // bytes behind the frame's number
};

struct Origin {
  uint64_t offset = 0;
  std::vector<std::pair<std::string, std::string>> fields; // label → value
  // "" if it is not there.
  const std::string& field(std::string_view label) const;
};

struct Parameter {
  std::string name, long_name, value, units;
  uint64_t offset = 0;
};

// What the objects of one set say, a line for each.
struct SetText {
  std::string type;
  uint64_t objects = 0;
  uint64_t offset = 0;
  std::vector<std::string> lines;
  size_t bytes = 0;
};

struct LogicalFile {
  uint64_t offset = 0;
  std::string id, sequence; // of its FILE-HEADER
  bool has_header = false;
  std::vector<Origin> origins;
  // By name with origin and copy number, as object_key() writes it.
  std::map<std::string, Channel> channels;
  std::vector<std::string> channel_order;
  std::vector<std::pair<std::string, Frame>> frames;
  std::vector<Parameter> parameters;
  std::vector<SetText> sets; // all others
  std::map<std::string, std::string> long_names;
  std::map<std::string, FrameData, std::less<>> data; // by object_key()
  uint64_t encrypted = 0, encrypted_offset = 0;
  uint64_t records = 0;
};

std::string object_key(const ObName& name);

// Puts records together; one thread.
class Gatherer {
public:
  static constexpr size_t k_most_files = 1000;
  static constexpr size_t k_most_items = 20000; // of a kind, in one file
  // Bytes of text and of what holds it, about, in all files.
  static constexpr size_t k_most_text = 16 << 20;
  static constexpr size_t k_most_frame_types = 20000; // in all files

  void take(const Record& record);

  std::vector<LogicalFile>& files() { return m_files; }
  const std::vector<Problem>& problems() const { return m_problems; }
  bool cut() const { return m_cut; } // more than is kept
  uint64_t file_count() const { return m_file_count; }

private:
  LogicalFile& file(const Record& record);
  void begin_file(uint64_t offset);
  void take_set(const Set& set, const Record& record);
  void take_header(const Set& set, LogicalFile& to);
  void take_origin(const Set& set, const Record& record, LogicalFile& to);
  void take_channels(const Set& set, const Record& record, LogicalFile& to);
  void take_frames(const Set& set, const Record& record, LogicalFile& to);
  void take_parameters(const Set& set, const Record& record, LogicalFile& to);
  void take_others(const Set& set, const Record& record, LogicalFile& to);
  void take_frame_data(const Record& record, LogicalFile& to);
  std::string keep(std::string text); // "" once there is too much
  bool full() const { return m_text >= k_most_text; }
  void problem(uint64_t offset, std::string reason);

  std::vector<LogicalFile> m_files;
  std::vector<Problem> m_problems;
  uint64_t m_file_count = 0;
  size_t m_text = 0;
  size_t m_frame_types = 0;
  bool m_cut = false;
};

} // namespace readers::dlis
