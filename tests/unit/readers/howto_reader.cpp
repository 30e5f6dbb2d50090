// SPDX-License-Identifier: Apache-2.0
//
// A pipe tally: "#TALLY <well>" and then, on each line, a joint and its length
// in feet.
#include "worker/readers/findings.hpp"
#include "worker/readers/line_source.hpp"
#include "worker/readers/reader.hpp"
#include "worker/readers/reading.hpp"

#include <charconv>
#include <optional>

namespace readers {
namespace {

std::optional<double> length_of(std::string_view line) {
  const auto blank = line.rfind(' ');
  const auto text =
      line.substr(blank == std::string_view::npos ? 0 : blank + 1);
  double length = 0;
  const auto [at, ec] =
      std::from_chars(text.data(), text.data() + text.size(), length);
  const bool whole = ec == std::errc() && at == text.data() + text.size();
  return whole && length > 0 && length < 200 ? std::optional(length)
                                             : std::nullopt;
}

class TallyReader final : public Reader {
public:
  std::string_view name() const override { return "tally"; }
  uint32_t version() const override { return 1; }

  Detection detect(const Input& input) const override {
    return input.head.starts_with("#TALLY ") ? Detection{Match::magic, "tally"}
                                             : Detection{};
  }

  std::vector<FormatNote> notes() const override {
    return {{"tally", "Pipe tally", "`.tal`", "It begins with `#TALLY`.",
             "Well, joints, length.", "Its first line.", ""}};
  }

  base::Result<void> read(const Input& input,
                          domain::DocumentSink& sink) const override {
    TRY_ASSIGN(LineSource source, LineSource::open(input.path));
    TRY(sink.begin({"tally", "", {}}));
    Findings found;
    Line line;
    double feet = 0;
    uint64_t joints = 0;
    while (true) {
      TRY_ASSIGN(const bool more, source.next(line));
      if (!more) {
        break;
      }
      TRY(sink.progress());
      const std::string text = clean_utf8(line.text);
      if (line.number == 1) {
        found.say("well_name", text.substr(7), at_line(1));
        found.passages.push_back(
            {text, at_line(1), domain::PassageKind::header});
      } else if (const auto length = length_of(text)) {
        feet += *length;
        ++joints;
      } else if (found.rejects.size() < 100) {
        found.refuse("length", text, "not a length in feet",
                     at_line(line.number));
      }
    }
    found.count("joint_count", joints);
    found.measure("total_length_m", feet * 0.3048, "m");
    TRY(found.put(sink));
    return sink.end();
  }
};

} // namespace

std::unique_ptr<Reader> make_tally_reader() {
  return std::make_unique<TallyReader>();
}

} // namespace readers
