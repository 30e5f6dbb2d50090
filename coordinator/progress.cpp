// SPDX-License-Identifier: Apache-2.0
#include "coordinator/progress.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace coordinator {
namespace {

using namespace std::chrono_literals;

constexpr base::Nanoseconds k_window = 30s;
constexpr double k_least_window = 5; // seconds before a rate means something
// A file costs this much beside its bytes.
constexpr double k_cost_of_a_file = 64.0 * 1024;

double seconds_of(base::Nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

template <typename... Args>
std::string text_of(const char* format, Args... args) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, args...);
  return buffer.data();
}

std::string duration_text(double seconds) {
  auto whole = static_cast<unsigned long long>(seconds + 0.5);
  if (whole >= 3600) {
    return text_of("%lluh%02llum", whole / 3600, whole / 60 % 60);
  }
  return text_of("%llu:%02llu", whole / 60, whole % 60);
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || c >= 0x7f) {
      out += text_of("\\u%04x", static_cast<unsigned>(c));
    } else {
      out += static_cast<char>(c);
    }
  }
  return out + "\"";
}

uint64_t unread(const Live& live) {
  auto of = [&](wire::State state) {
    return live.by_state[static_cast<size_t>(state)];
  };
  return of(wire::State::failed) + of(wire::State::quarantined);
}

} // namespace

std::string bytes_text(double bytes) {
  constexpr std::array units = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < units.size()) {
    bytes /= 1000;
    ++unit;
  }
  return text_of(unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
}

void Rates::sample(const Live& live, base::Nanoseconds now) {
  m_begin = m_points.empty() ? now : m_begin;
  m_points.push_back(
      {now, live.dealt_bundles, live.dealt_bytes,
       static_cast<double>(live.dealt_bytes) +
           k_cost_of_a_file * static_cast<double>(live.dealt_bundles)});
  const base::Nanoseconds kept = std::max(k_window, (now - m_begin) / 2);
  while (m_points.size() > 2 && now - m_points[1].at > kept) {
    m_points.pop_front();
  }
}

void Rates::fill(Progress& progress) const {
  if (m_points.size() < 2) {
    return;
  }
  const Point& last = m_points.back();
  const Point& recent = *std::partition_point(
      m_points.begin(), std::prev(m_points.end(), 2),
      [&](const Point& point) { return last.at - point.at > k_window; });
  if (last.at <= recent.at) {
    return;
  }
  const Live& live = progress.live;
  const double seconds = seconds_of(last.at - recent.at);
  progress.bundles_per_second =
      static_cast<double>(last.bundles - recent.bundles) / seconds;
  progress.bytes_per_second =
      static_cast<double>(last.bytes - recent.bytes) / seconds;
  // One large file may take minutes in which nothing ends: what is left is
  // measured by a longer past than the rates.
  const Point& first = m_points.front();
  const double span = seconds_of(last.at - first.at);
  const double rate = (last.cost - first.cost) / span;
  if (!live.walk_over || span < k_least_window || rate <= 0) {
    return;
  }
  double left = static_cast<double>(live.walked_bytes - live.dealt_bytes) +
                k_cost_of_a_file * static_cast<double>(live.walked_bundles -
                                                       live.dealt_bundles);
  progress.eta = left / rate;
}

std::string Progress::line() const {
  std::string text = text_of(
      "%llu/%llu%s files  %s/%s  %llu passages  %.0f files/s  %s/s",
      static_cast<unsigned long long>(live.dealt_paths),
      static_cast<unsigned long long>(live.walked_paths),
      live.walk_over ? "" : "+", bytes_text(double(live.dealt_bytes)).c_str(),
      bytes_text(double(live.walked_bytes)).c_str(),
      static_cast<unsigned long long>(live.passages), bundles_per_second,
      bytes_text(bytes_per_second).c_str());
  if (stopping) {
    text += "  stopping";
  } else if (!live.walk_over) {
    text += "  walking";
  } else if (ocr_of > 0 && live.dealt_bundles == live.walked_bundles) {
    text += text_of("  OCR: %llu of %llu pages",
                    static_cast<unsigned long long>(ocr_pages),
                    static_cast<unsigned long long>(ocr_of));
  } else if (eta) {
    text += "  " + duration_text(*eta) + " left";
  } else if (live.dealt_bundles == live.walked_bundles) {
    text += text_of("  finishing shards %u/%u", shards_done, shards);
  }
  if (uint64_t failures = unread(live); failures > 0) {
    text += text_of("  %llu failed", static_cast<unsigned long long>(failures));
  }
  return text;
}

std::string Progress::json() const {
  auto count = [](uint64_t value) { return std::to_string(value); };
  auto of = [&](wire::State state) {
    return count(live.by_state[static_cast<size_t>(state)]);
  };
  std::string text =
      "{\"running\":true,\"seconds\":" + text_of("%.1f", seconds);
  text += ",\"walked_paths\":" + count(live.walked_paths);
  text += ",\"walked_bytes\":" + count(live.walked_bytes);
  text += std::string(",\"walk_over\":") + (live.walk_over ? "true" : "false");
  text += ",\"dealt_paths\":" + count(live.dealt_paths);
  text += ",\"dealt_bytes\":" + count(live.dealt_bytes);
  text += ",\"unchanged\":" + count(live.unchanged);
  text += ",\"done\":" + of(wire::State::done);
  text += ",\"partial\":" + of(wire::State::partial);
  text += ",\"skipped\":" + of(wire::State::skipped);
  text += ",\"failed\":" + of(wire::State::failed);
  text += ",\"quarantined\":" + of(wire::State::quarantined);
  text += ",\"passages\":" + count(live.passages);
  text += ",\"files_per_second\":" + text_of("%.2f", bundles_per_second);
  text += ",\"bytes_per_second\":" + text_of("%.0f", bytes_per_second);
  text += ",\"eta_seconds\":" + (eta ? text_of("%.0f", *eta) : "null");
  text += ",\"workers\":" + count(workers);
  text += ",\"shards\":" + count(shards);
  text += ",\"shards_done\":" + count(shards_done);
  text += ",\"ocr_pages\":" + count(ocr_pages);
  text += ",\"ocr_pages_of\":" + count(ocr_of);
  text += std::string(",\"stopping\":") + (stopping ? "true" : "false");
  text += ",\"failures\":{";
  std::string comma;
  for (const auto& [name, times] : live.failures) {
    text += comma + json_text(name) + ":" + count(times);
    comma = ",";
  }
  return text + "}}";
}

} // namespace coordinator
