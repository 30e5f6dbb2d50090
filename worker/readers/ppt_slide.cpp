// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/ppt_slide.hpp"

#include "worker/readers/ole_text.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace readers {
namespace {

constexpr size_t k_most_shapes = 100'000;
constexpr size_t k_most_cells = 50'000; // of a table
constexpr size_t k_most_comments = 20'000;

bool is_title(const PptText& text) {
  return text.type == 0 || text.type == 6;
}

// [MS-PPT] 2.13.24: date, slide number, footer, header.
bool is_footer(uint8_t placeholder) {
  return placeholder >= 0x07 && placeholder <= 0x0A;
}

struct Cell {
  int32_t left = 0, top = 0, right = 0, bottom = 0;
  std::string text;
};

std::vector<int32_t> edges_of(const std::set<int32_t>& all) {
  return {all.begin(), all.end()};
}

// Cells as rows, by where they stand.
std::vector<TextRow> rows_of(const std::vector<Cell>& cells) {
  std::set<int32_t> columns, tops;
  std::map<int32_t, std::map<int32_t, const Cell*>> rows;
  for (const Cell& cell : cells) {
    columns.insert(cell.left);
    rows[cell.top].emplace(cell.left, &cell);
  }
  const auto lefts = edges_of(columns);
  std::vector<TextRow> out;
  for (const auto& [top, row] : rows) {
    TextRow one;
    for (const auto& [left, cell] : row) {
      TextCell text;
      text.paragraphs.push_back(cell->text);
      const auto first = std::lower_bound(lefts.begin(), lefts.end(), left);
      const auto behind = std::lower_bound(first + 1, lefts.end(), cell->right);
      text.span =
          static_cast<uint32_t>(std::clamp<ptrdiff_t>(behind - first, 1, 256));
      one.cells.push_back(std::move(text));
    }
    out.push_back(std::move(one));
  }
  return out;
}

class Slide {
public:
  explicit Slide(const std::vector<PptText>& outline)
      : m_outline(outline), m_used(outline.size(), false) {}

  PptSlide run(LittleEndian slide) {
    for_each_within(slide,
                    [&](const PptRecord& record) { return take(record); });
    for (size_t i = 0; i < m_outline.size(); ++i) {
      if (!m_used[i]) {
        add({m_outline[i], {}, false, true, true});
      }
    }
    return std::move(m_out);
  }

private:
  bool take(const PptRecord& record) {
    if (record.is(PptType::notes_atom)) {
      m_out.of_slide = record.data.u32(0);
    } else if (record.is(PptType::show_info)) {
      m_out.hidden = (record.data.u16(10) & 0x0004) != 0;
    } else if (record.is(PptType::comment)) {
      add_comment(record.data);
    } else if (record.is(PptType::header_footer)) {
      auto footers = ppt_footers(record.data);
      m_out.footers.insert(m_out.footers.end(), footers.begin(), footers.end());
    } else if (record.is(PptType::shape)) {
      add_shape(record.data);
    } else if (record.is(PptType::shape_group) && is_table(record.data)) {
      add_table(record.data);
      return false;
    } else {
      // Blocks of other programs' data are containers in all but name.
      constexpr uint16_t k_tag_data = 0x138B;
      if (record.type == k_tag_data && !m_in_tag) {
        m_in_tag = true;
        for_each_within(record.data,
                        [&](const PptRecord& inner) { return take(inner); });
        m_in_tag = false;
      }
      return true;
    }
    return false;
  }

  // A group says so in the options of its own shape, which is the first.
  static bool is_table(LittleEndian group) {
    constexpr uint16_t k_table_properties = 0x039F;
    const auto own = ppt_record(group, 0);
    bool table = false;
    if (own && own->is(PptType::shape)) {
      for_each_record(own->data, [&](const PptRecord& record) {
        if (record.is(PptType::shape_options)) {
          for (size_t i = 0; i < record.instance && record.data.has(6 * i, 6);
               ++i) {
            table = table ||
                    ((record.data.u16(6 * i) & 0x3FFF) == k_table_properties &&
                     (record.data.u32(6 * i + 2) & 1) != 0);
          }
        }
      });
    }
    return table;
  }

  PptShape shape_of(LittleEndian shape, std::optional<Cell>& place) {
    PptShape out;
    for_each_within(shape, [&](const PptRecord& record) {
      if (record.is(PptType::text_box)) {
        read_text(record.data, out.text);
        out.boxed = true;
        return false;
      }
      if (record.is(PptType::placeholder)) {
        out.placeholder = true;
        out.footer = is_footer(record.data.u8(4));
      } else if (record.is(PptType::shape_place)) {
        place = Cell{record.data.i32(0), record.data.i32(4), record.data.i32(8),
                     record.data.i32(12), ""};
      }
      return true;
    });
    return out;
  }

  void read_text(LittleEndian box, PptText& out) {
    for_each_record(box, [&](const PptRecord& record) {
      if (record.is(PptType::text_header)) {
        out.type = record.data.u32(0);
      } else if (record.is(PptType::outline_text)) {
        const size_t index = record.data.u32(0);
        if (index < m_outline.size()) {
          out = m_outline[index];
          m_used[index] = true;
        }
      } else {
        out.text += ppt_text(record);
      }
    });
  }

  void add_shape(LittleEndian shape) {
    std::optional<Cell> place;
    add(shape_of(shape, place));
  }

  void add(PptShape shape) {
    if (trim(shape.text.text).empty() || m_out.shapes.size() >= k_most_shapes) {
      return;
    }
    if (m_out.title.empty() && is_title(shape.text)) {
      m_out.title = squeeze(shape.text.text);
    } else {
      m_out.shapes.push_back(std::move(shape));
    }
  }

  void add_table(LittleEndian group) {
    std::vector<Cell> cells;
    for_each_record(group, [&](const PptRecord& record) {
      std::optional<Cell> place;
      if (record.is(PptType::shape) && cells.size() < k_most_cells) {
        const PptShape shape = shape_of(record.data, place);
        if (place && shape.boxed) {
          place->text = shape.text.text;
          cells.push_back(std::move(*place));
        }
      }
    });
    PptShape table;
    table.rows = rows_of(cells);
    if (!table.rows.empty() && m_out.shapes.size() < k_most_shapes) {
      m_out.shapes.push_back(std::move(table));
    }
  }

  void add_comment(LittleEndian container) {
    PptComment comment;
    for_each_record(container, [&](const PptRecord& record) {
      if (record.is(PptType::string) && record.instance < 2) {
        (record.instance == 0 ? comment.author : comment.text) =
            squeeze(clean_utf8(text_of_utf16(record.data.all())));
      }
    });
    if (!comment.text.empty() && m_out.comments.size() < k_most_comments) {
      m_out.comments.push_back(std::move(comment));
    }
  }

  const std::vector<PptText>& m_outline;
  std::vector<bool> m_used;
  bool m_in_tag = false;
  PptSlide m_out;
};

} // namespace

PptSlide read_ppt_slide(LittleEndian slide,
                        const std::vector<PptText>& outline) {
  return Slide(outline).run(slide);
}

std::vector<std::string> ppt_footers(LittleEndian container) {
  std::vector<std::string> out;
  for_each_record(container, [&](const PptRecord& record) {
    if (record.is(PptType::string) && out.size() < 10) {
      out.push_back(clean_utf8(text_of_utf16(record.data.all())));
    }
  });
  return out;
}

} // namespace readers
