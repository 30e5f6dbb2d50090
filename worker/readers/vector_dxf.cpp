// SPDX-License-Identifier: Apache-2.0
#include "worker/readers/vector_dxf.hpp"

#include "core/domain/well_name.hpp"
#include "worker/readers/passage_packer.hpp"
#include "worker/readers/reading.hpp"
#include "worker/readers/vector_dwg.hpp"
#include "worker/readers/vector_table.hpp"

#include <algorithm>

namespace readers {
namespace {

constexpr size_t k_most_listed = 500;

class DrawingRows final : public VectorRows {
public:
  explicit DrawingRows(const std::vector<DxfText>& texts) : m_texts(texts) {}

  static std::vector<VectorColumn> columns() {
    std::vector<VectorColumn> out(4);
    const char* const names[] = {"Text", "Tag", "Layer", "Entity"};
    for (size_t i = 0; i < out.size(); ++i) {
      out[i].name = names[i];
      out[i].form = "String";
      out[i].text = false; // a mixed lot: no column of names
      out[i].hidden = i == 3;
    }
    return out;
  }

  base::Result<void> rewind() override {
    m_at = 0;
    return {};
  }

  base::Result<bool> next(VectorRow& row) override {
    if (m_at == m_texts.size()) {
      return false;
    }
    const auto& text = m_texts[m_at++];
    row.number = m_at;
    row.values = {squeeze(text.text), text.tag, text.layer, text.kind};
    return true;
  }

private:
  const std::vector<DxfText>& m_texts;
  size_t m_at = 0;
};

// "SMITH 1-34": a few words, then the number of a well.
bool looks_like_well(std::string_view text) {
  constexpr size_t k_longest = 60;
  constexpr auto k_most_blanks = 2; // between the words of the name
  const auto blank = text.rfind(' ');
  if (text.size() > k_longest || blank == std::string_view::npos) {
    return false;
  }
  const auto name = trim(text.substr(0, blank));
  return std::count(name.begin(), name.end(), ' ') <= k_most_blanks &&
         domain::has_own_name(name) &&
         domain::is_number_of_well(text.substr(blank + 1));
}

base::Result<void> put_wells(const std::vector<DxfText>& texts,
                             const LayerFacts& facts) {
  std::set<std::string> said;
  uint64_t row = 0;
  for (const auto& text : texts) {
    ++row;
    auto name = squeeze(text.text);
    if (looks_like_well(name) && said.insert(name).second) {
      TRY(facts.sink().key({"well-name", std::move(name), facts.locator(row),
                            domain::KeyRole::row}));
    }
  }
  return {};
}

base::Result<void> put_names(domain::DocumentSink& sink, const char* key,
                             const std::set<std::string>& names,
                             std::string& lines, const char* word) {
  std::string line;
  size_t told = 0;
  for (const auto& name : names) {
    if (told++ == k_most_listed) {
      line += " …";
      break;
    }
    TRY(put_text(sink, key, name));
    line += (line.empty() ? "" : ", ") + name;
  }
  lines += line.empty() ? "" : "\n" + std::string(word) + ": " + line;
  return {};
}

base::Result<void> put_about(const DxfDrawing& drawing,
                             domain::DocumentSink& sink) {
  const auto release = dwg_release(drawing.version);
  const auto version =
      drawing.version +
      (release.empty() ? "" : " (" + std::string(release) + ")");
  std::string text =
      "Drawing (dxf)" + (version.empty() ? "" : ", version " + version);
  TRY(put_text(sink, "drawing_version", version));
  TRY(put_text(sink, "drawing_unit", drawing.unit));
  text += drawing.unit.empty() ? "" : "\nUnit: " + drawing.unit;
  TRY(put_text(sink, "last_saved_by", drawing.last_saved_by));
  text += drawing.last_saved_by.empty()
              ? ""
              : "\nLast saved by: " + drawing.last_saved_by;
  for (const auto& [name, value] : drawing.properties) {
    if (!value.empty()) {
      TRY(put_text(sink, "property", name + ": " + value));
      text += "\n" + name + ": " + value;
    }
  }
  TRY(put_names(sink, "drawing_layer", drawing.layers, text, "Layers"));
  TRY(put_names(sink, "block", drawing.blocks, text, "Blocks"));
  std::string kinds;
  for (const auto& [kind, count] : drawing.entities) {
    TRY(sink.fact({"entity_count",
                   kind + ": " + std::to_string(count),
                   static_cast<double>(count),
                   "",
                   {}}));
    kinds += (kinds.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  text += kinds.empty() ? "" : "\nEntities: " + kinds;
  return sink.passage({std::move(text), {}, domain::PassageKind::header});
}

} // namespace

base::Result<void> put_drawing(const DxfDrawing& drawing,
                               domain::DocumentSink& sink) {
  TRY(put_about(drawing, sink));
  TRY(put_number(sink, "text_count",
                 static_cast<double>(drawing.texts.size() + drawing.left_out)));
  if (!drawing.texts.empty()) {
    const LayerFacts facts(sink, "texts");
    DrawingRows rows(drawing.texts);
    VectorTable table(DrawingRows::columns(), rows, facts);
    TRY(table.learn());
    TRY(table.put_rows());
    TRY(put_wells(drawing.texts, facts));
  }
  if (drawing.left_out > 0) {
    TRY(sink.reject({{},
                     "texts",
                     std::to_string(drawing.left_out),
                     "texts beyond the first " +
                         std::to_string(drawing.texts.size()) +
                         " are left out"}));
  }
  if (!drawing.damage.empty()) {
    domain::Locator where;
    where.line = drawing.damaged_at;
    TRY(sink.reject({where, "drawing", "", drawing.damage}));
  }
  return {};
}

base::Result<void> read_drawing_alone(const DxfDrawing& drawing,
                                      const std::string& why,
                                      domain::DocumentSink& sink) {
  domain::DocumentHead head;
  head.format = "dxf";
  TRY(sink.begin(head));
  TRY(put_drawing(drawing, sink));
  TRY(sink.reject({{}, "geometry", "", why}));
  return sink.end();
}

} // namespace readers
