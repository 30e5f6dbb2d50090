// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/pdf_words.hpp"

#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace readers {
namespace {

// The number of attribute `name` in a tag; nothing if it is not finite.
std::optional<double> number_of(std::string_view tag, std::string_view name) {
  const auto at = tag.find(name);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  double value = 0;
  const auto rest = tag.substr(at + name.size());
  const auto [end, ec] =
      std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (ec != std::errc() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<Box> box_of(std::string_view tag) {
  const auto left = number_of(tag, "xMin=\""), top = number_of(tag, "yMin=\"");
  const auto right = number_of(tag, "xMax=\""),
             bottom = number_of(tag, "yMax=\"");
  if (!left || !top || !right || !bottom) {
    return std::nullopt;
  }
  return Box{*left, *top, *right, *bottom};
}

// The five that XML has; anything else stays as it stands.
std::string unescape(std::string_view text) {
  static constexpr std::pair<std::string_view, char> k_entities[] = {
      {"&amp;", '&'},  {"&lt;", '<'},    {"&gt;", '>'},
      {"&quot;", '"'}, {"&apos;", '\''}, {"&#39;", '\''}};
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    size_t taken = 0;
    if (text.front() == '&') {
      for (const auto& [name, character] : k_entities) {
        if (text.starts_with(name)) {
          out += character;
          taken = name.size();
          break;
        }
      }
    }
    if (taken == 0) {
      out += text.front();
      taken = 1;
    }
    text.remove_prefix(taken);
  }
  return out;
}

class Builder {
public:
  // `text`: what follows the tag, up to the next.
  void take(std::string_view tag, std::string_view text) {
    if (tag.starts_with("page ")) {
      m_pages.emplace_back();
      m_pages.back().width = number_of(tag, "width=\"").value_or(0);
      m_pages.back().height = number_of(tag, "height=\"").value_or(0);
      m_block = 0;
      m_new_line = true;
    } else if (m_pages.empty()) {
      return;
    } else if (tag.starts_with("block ")) {
      ++m_block;
    } else if (tag.starts_with("line ")) {
      m_new_line = true;
    } else if (tag.starts_with("word ")) {
      add_word(tag, text);
    }
  }
  std::vector<PageWords> done() && { return std::move(m_pages); }

private:
  void add_word(std::string_view tag, std::string_view text) {
    const auto box = box_of(tag);
    auto word = squeeze(clean_utf8(unescape(text)));
    if (!box || word.empty()) {
      return;
    }
    auto& lines = m_pages.back().lines;
    if (m_new_line || lines.empty()) {
      lines.emplace_back();
      lines.back().block = m_block == 0 ? 0 : m_block - 1;
      m_new_line = false;
    }
    lines.back().words.push_back({*box, std::move(word)});
  }

  std::vector<PageWords> m_pages;
  size_t m_block = 0;
  bool m_new_line = true;
};

} // namespace

std::vector<PageWords> parse_bbox_layout(std::string_view output) {
  Builder builder;
  size_t at = output.find('<');
  while (at != std::string_view::npos) {
    const auto close = output.find('>', at);
    if (close == std::string_view::npos) {
      break;
    }
    const auto next = output.find('<', close);
    builder.take(output.substr(at + 1, close - at - 1),
                 output.substr(close + 1, next == std::string_view::npos
                                              ? std::string_view::npos
                                              : next - close - 1));
    at = next;
  }
  return std::move(builder).done();
}

} // namespace readers
