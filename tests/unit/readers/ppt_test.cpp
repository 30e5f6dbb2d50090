// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/readers/compound_maker.hpp"
#include "tests/unit/readers/read_support.hpp"

#include <gtest/gtest.h>

namespace {

using readers::test::read_bytes;
using namespace readers_test;

std::string atom(int type, const std::string& data, int instance = 0) {
  return le(static_cast<uint64_t>(instance) << 4, 2) +
         le(static_cast<uint64_t>(type), 2) + le(data.size(), 4) + data;
}
std::string container(int type, const std::string& data, int instance = 0) {
  std::string out = atom(type, data, instance);
  put_le(out, 0, static_cast<uint64_t>(instance) << 4 | 0xF, 2);
  return out;
}
std::string text_box(int kind, const std::string& text) {
  return container(0xF00D, atom(0x0F9F, le(static_cast<uint64_t>(kind), 4)) +
                               atom(0x0FA8, text));
}
std::string shape(const std::string& box, const std::string& more = {}) {
  return container(0xF004, more + box);
}
std::string drawing(const std::string& shapes) {
  return container(0x040C, container(0xF002, container(0xF003, shapes)));
}

// Slides, notes and masters as parts, saved in one go.
class PptMaker {
public:
  // `list`: 0 slides, 1 masters, 2 notes. The id of the first slide is 256.
  void part(int list, const std::string& bytes,
            const std::string& outline = {}) {
    const auto number = m_places.size() + 2;
    m_places.push_back(m_stream.size());
    m_stream += bytes;
    m_lists[static_cast<size_t>(list)] +=
        atom(0x03F3, le(number, 4) + le(0, 4) + le(0, 4) +
                         le(256 + m_count[static_cast<size_t>(list)]++, 4) +
                         le(0, 4)) +
        outline;
  }
  std::string document; // more of it
  std::string stream() {
    std::string out = m_stream;
    const size_t at = out.size();
    std::string lists;
    for (int i = 0; i < 3; ++i) {
      lists += container(0x0FF0, m_lists[static_cast<size_t>(i)], i);
    }
    out += container(0x03E8, lists + document);
    const size_t directory = out.size();
    std::string places = le(1 | (m_places.size() + 1) << 20, 4) + le(at, 4);
    for (const size_t place : m_places) {
      places += le(place, 4);
    }
    out += atom(0x1772, places);
    m_edit = out.size();
    return out +
           atom(0x0FF5, le(0, 4) + le(0, 4) + le(0, 4) + le(directory, 4) +
                            le(1, 4) + le(9, 4) + le(0, 4));
  }
  std::string make() {
    CompoundMaker maker;
    maker.stream("PowerPoint Document", stream());
    maker.stream("Current User", atom(0x0FF6, le(20, 4) + le(0xE391C05F, 4) +
                                                  le(m_edit, 4) + le(0, 8)));
    return maker.make();
  }
  size_t edit() const { return m_edit; }

private:
  std::string m_stream;
  std::vector<size_t> m_places;
  std::string m_lists[3];
  size_t m_count[3] = {0, 0, 0};
  size_t m_edit = 0;
};

const domain::Passage* passage_with(const readers::test::Reading& found,
                                    std::string_view text) {
  for (const auto& passage : found.document.passages) {
    if (passage.text.find(text) != std::string::npos) {
      return &passage;
    }
  }
  return nullptr;
}

std::string slide(const std::string& shapes) {
  return container(0x03EE,
                   atom(0x03EF, std::string(24, '\0')) + drawing(shapes));
}

TEST(Ppt, PutsSlidesInTheOrderOfTheListEachAPage) {
  PptMaker maker;
  maker.part(0, slide(shape(text_box(0, "Lark Creek")) +
                      shape(text_box(1, "Drilled\rTested"))));
  maker.part(0, slide(shape(text_box(0, "Costs"))));
  const auto found = read_bytes("a.ppt", maker.make());
  EXPECT_EQ(found.reader, "ole");
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.document.head.title, "Lark Creek");
  EXPECT_EQ(found.fact("page_count"), "2");
  const auto* tested = passage_with(found, "Tested");
  ASSERT_NE(tested, nullptr);
  EXPECT_EQ(tested->locator.page, 1U);
  EXPECT_EQ(tested->locator.section, "Lark Creek");
  const auto* costs = passage_with(found, "Costs");
  ASSERT_NE(costs, nullptr);
  EXPECT_EQ(costs->locator.page, 2U);
}

TEST(Ppt, TakesTextsFromTheListOfSlidesOnce) {
  PptMaker maker;
  const std::string outline = atom(0x0F9F, le(0, 4)) + atom(0x0FA8, "Title") +
                              atom(0x0F9F, le(1, 4)) + atom(0x0FA8, "Listed");
  const std::string refers = container(0xF00D, atom(0x0F9E, le(0, 4)));
  maker.part(0, slide(shape(refers)), outline);
  const auto found = read_bytes("a.ppt", maker.make());
  EXPECT_EQ(found.document.head.title, "Title");
  const auto* listed = passage_with(found, "Listed");
  ASSERT_NE(listed, nullptr);
  EXPECT_EQ(listed->locator.section, "Title");
  EXPECT_EQ(found.text().find("Title"), found.text().rfind("Title"));
}

TEST(Ppt, TellsNotesCommentsAndHiddenSlides) {
  PptMaker maker;
  const std::string comment = container(
      0x2EE0, atom(0x0FBA, wide("Ada"), 0) + atom(0x0FBA, wide("Too long"), 1));
  const std::string tags =
      container(0x1388, container(0x138A, atom(0x138B, comment)));
  const std::string info =
      atom(0x03F9, std::string(10, '\0') + le(4, 2) + std::string(4, '\0'));
  maker.part(
      0, container(0x03EE, info + drawing(shape(text_box(0, "Plan"))) + tags));
  maker.part(2, container(0x03F0, atom(0x03F1, le(256, 4) + le(0, 4)) +
                                      drawing(shape(text_box(2, "Say this")) +
                                              shape(text_box(4, "*")))));
  const auto found = read_bytes("a.ppt", maker.make());
  EXPECT_EQ(found.fact("hidden_slides"), "1");
  const auto* notes = passage_with(found, "Say this");
  ASSERT_NE(notes, nullptr);
  EXPECT_EQ(notes->locator.section, "Notes");
  EXPECT_EQ(notes->locator.page, 1U);
  EXPECT_EQ(notes->text.find('*'), std::string::npos);
  EXPECT_NE(passage_with(found, "Comment by Ada: Too long"), nullptr);
}

TEST(Ppt, KeepsRowsOfTablesWithTheirHeader) {
  const auto cell = [](int row, int column, const std::string& text) {
    const auto x = static_cast<uint64_t>(column) * 100;
    const auto y = static_cast<uint64_t>(row) * 50;
    return shape(
        text_box(4, text),
        atom(0xF00F, le(x, 4) + le(y, 4) + le(x + 100, 4) + le(y + 50, 4)));
  };
  const std::string is_table = atom(0xF122, le(0x039F, 2) + le(1, 4), 1);
  const std::string table = container(
      0xF003, shape("", is_table) + cell(0, 0, "Well") + cell(0, 1, "Depth") +
                  cell(0, 2, "Fluid") + cell(1, 0, "LARK 1") +
                  cell(1, 2, "oil") + cell(1, 1, "6890"));
  PptMaker maker;
  maker.part(0, slide(shape(text_box(0, "Wells")) + table));
  const auto found = read_bytes("a.ppt", maker.make());
  EXPECT_NE(passage_with(found, "Well: LARK 1; Depth: 6890; Fluid: oil"),
            nullptr)
      << found.text();
}

TEST(Ppt, FindsSlidesWhoseListIsLost) {
  PptMaker maker;
  maker.part(0, slide(shape(text_box(0, "Found again"))));
  std::string bytes = maker.make();
  const size_t user = bytes.find(le(0xE391C05F, 4));
  put_le(bytes, user + 4, 3, 4);
  const auto found = read_bytes("a.ppt", bytes);
  EXPECT_EQ(found.error, "");
  EXPECT_NE(passage_with(found, "Found again"), nullptr);
  EXPECT_NE(found.reasons().find("the list of slides is damaged"),
            std::string::npos);
}

TEST(Ppt, SaysThatAPresentationHasAPassword) {
  PptMaker maker;
  maker.part(0, slide(shape(text_box(0, "x"))));
  std::string bytes = maker.make();
  put_le(bytes, bytes.find(le(0xE391C05F, 4)), 0xF3D1C4DF, 4);
  const auto found = read_bytes("a.ppt", bytes);
  EXPECT_TRUE(found.error.starts_with("password-protected")) << found.error;
}

TEST(Ppt, GivesWhatIsLeftOfAPresentationCutAnywhere) {
  PptMaker maker;
  maker.part(0, slide(shape(text_box(0, "Lark Creek"))));
  const std::string whole = maker.stream();
  const std::string user = atom(0x0FF6, le(20, 4) + le(0xE391C05F, 4) +
                                            le(maker.edit(), 4) + le(0, 8));
  for (size_t size = 0; size <= whole.size(); size += 5) {
    CompoundMaker file;
    file.stream("PowerPoint Document", whole.substr(0, size));
    file.stream("Current User", user);
    const auto found = read_bytes("a.ppt", file.make());
    EXPECT_TRUE(found.error.empty() ||
                found.error.find("byte ") != std::string::npos)
        << found.error;
  }
}

} // namespace
