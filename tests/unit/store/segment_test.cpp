// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.hpp"
#include "store/segment_file.hpp"
#include "store/verify.hpp"
#include "tests/unit/store/store_fixture.hpp"

#include <cmath>
#include <fstream>

namespace {

using namespace store_test;
using store::DocumentVersion;
using store::Segment;
using vectors::RowRange;

DocumentVersion version(const std::string& name, uint32_t number = 1) {
  return {base::hash_of(name), number};
}

class SegmentFile : public StoreTest {
protected:
  std::string path() const { return m_folder.path() + "/x.seg"; }

  // Rows of one document after the other: {"a", 2} adds two rows of a.
  Segment made(const std::vector<std::pair<DocumentVersion, int>>& documents,
               uint32_t dims = 7) {
    auto out = take(store::SegmentWriter::create(path(), dims));
    for (const auto& [document, rows] : documents) {
      for (int r = 0; r < rows; ++r) {
        m_rows.push_back(row(static_cast<float>(m_rows.size()), dims));
        ok(out.add(document, static_cast<uint32_t>(r), {}, m_rows.back()));
      }
    }
    ok(out.finish());
    return take(Segment::open(path()));
  }
  static std::vector<float> row(float number, uint32_t dims) {
    std::vector<float> out(dims);
    for (uint32_t i = 0; i < dims; ++i) {
      out[i] = std::sin(number + static_cast<float>(i) * 1.7F);
    }
    return out;
  }
  std::vector<std::vector<float>> m_rows;
};

uintptr_t address(const void* at) {
  return reinterpret_cast<uintptr_t>(at);
}

// A change that the checksum does not tell.
void forge(const std::string& path, size_t at) {
  std::string bytes = take(base::read_file(path, 1 << 20));
  bytes[at] = static_cast<char>(bytes[at] ^ 0x40);
  bytes.resize(bytes.size() - 16);
  const auto sum = base::Hasher()
                       .update(std::string_view(bytes).substr(64))
                       .update(std::string_view(bytes).substr(0, 64))
                       .finish();
  bytes.append(sum.view());
  ok(base::write_file_atomic(path, bytes));
}

TEST_F(SegmentFile, holds_every_row_in_f32_and_in_int8_with_its_error) {
  for (const uint32_t dims : {1U, 7U, 64U, 384U}) {
    m_rows.clear();
    const Segment segment = made({{version("a"), 3}, {version("b"), 2}}, dims);
    ASSERT_EQ(segment.rows(), 5U);
    const vectors::CodedRows coded = segment.coded();
    EXPECT_EQ(address(segment.vectors().data()) % 64, 0U);
    EXPECT_EQ(address(coded.codes) % 64, 0U);
    EXPECT_EQ(address(coded.norms) % 64, 0U);
    for (uint64_t r = 0; r < 5; ++r) {
      const auto vector = segment.vector(r);
      EXPECT_TRUE(std::equal(vector.begin(), vector.end(), m_rows[r].begin()));
      EXPECT_EQ(segment.codes(r).data(),
                coded.codes + r * vectors::padded(dims));
      EXPECT_TRUE(
          vectors::certifies({coded.scales[r], coded.errors[r], coded.norms[r]},
                             m_rows[r], segment.codes(r)));
      EXPECT_LE(coded.errors[r], 0.01F * coded.norms[r]);
    }
    ok(segment.check());
  }
}

TEST_F(SegmentFile, knows_the_rows_of_each_document) {
  const Segment segment =
      made({{version("a"), 3}, {version("b"), 1}, {version("c"), 2}});
  EXPECT_EQ(segment.documents(), 3U);
  EXPECT_EQ(segment.rows_of(0), (RowRange{0, 3}));
  EXPECT_EQ(segment.rows_of(1), (RowRange{3, 4}));
  EXPECT_EQ(segment.rows_of(2), (RowRange{4, 6}));
  for (uint64_t r = 0; r < segment.rows(); ++r) {
    const RowRange range = segment.rows_of(segment.row(r).document);
    EXPECT_TRUE(range.from <= r && r < range.to) << r;
  }
}

TEST_F(SegmentFile, finds_a_document_under_all_of_its_numbers) {
  const Segment segment = made({{version("a"), 1},
                                {version("b", 2), 1},
                                {version("c"), 2},
                                {version("b", 1), 1},
                                {version("d"), 1}});
  EXPECT_EQ(segment.numbers_of(base::hash_of("b")),
            (std::vector<uint32_t>{3, 1}));
  EXPECT_EQ(segment.numbers_of(base::hash_of("d")), (std::vector<uint32_t>{4}));
  EXPECT_TRUE(segment.numbers_of(base::hash_of("e")).empty());
}

TEST_F(SegmentFile, tables_that_lie_lead_nowhere_outside) {
  const Segment good = made({{version("a"), 3}, {version("b"), 2}});
  const std::string whole = take(base::read_file(path(), 1 << 20));
  for (size_t at = 64; at < whole.size() - 16; ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(0xff);
    ok(base::write_file_atomic(path(), bytes));
    const Segment segment = take(Segment::open(path()));
    for (uint32_t d = 0; d < segment.documents(); ++d) {
      const RowRange range = segment.rows_of(d);
      EXPECT_TRUE(range.from <= range.to && range.to <= segment.rows()) << at;
    }
    for (const char* name : {"a", "b", "c"}) {
      for (const uint32_t d : segment.numbers_of(base::hash_of(name))) {
        EXPECT_LT(d, segment.documents());
      }
    }
  }
}

TEST_F(SegmentFile, of_an_older_version_is_made_again_by_the_next_opening) {
  put(writer(), {.path = "a", .text = "1\n2\n3"});
  take(writer().publish());
  close();
  const std::string old = shard_path() + "/segments/000001.seg";
  std::string bytes = take(base::read_file(old, 1 << 20));
  bytes[11] = 1;
  {
    std::ofstream out(old, std::ios::binary); // the generation's link as well
    out << bytes;
  }
  const auto refused = open_current().segments();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("version 1"), std::string::npos);
  writer(); // nothing has changed, yet it publishes
  const auto shard = open_current();
  EXPECT_EQ(take(shard.segments()).at(0).segment.rows(), 3U);
  EXPECT_TRUE(take(store::verify(shard)).problems.empty());
}

TEST_F(SegmentFile, verify_checks_int8_rows_against_f32) {
  put(writer(), {.path = "a", .text = "1\n2\n3"});
  take(writer().publish());
  close();
  const std::string link =
      store::generation_path(
          shard_path(), take(store::current_generation(shard_path())).value()) +
      "/000001.seg";
  forge(link, 64 + 3 * k_dims * sizeof(float) + 5);
  const auto problems = take(store::verify(open_current())).problems;
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].what,
            "1 rows lie outside the error stated with their int8 form");
}

} // namespace
