// SPDX-License-Identifier: Apache-2.0
#include "query/core/row_ranges.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace {

using query::RowRanges;

store::DocumentId id(int number) {
  return base::hash_of(std::to_string(number));
}

// Documents 0 … n-1 with number % 3 + 1 rows each: 1, 2, 3, 1, 2, 3 …
store::SegmentView made(int documents) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / "row_ranges_XXXXXX").string();
  std::string made(folder);
  EXPECT_NE(::mkdtemp(made.data()), nullptr);
  auto out = store::SegmentWriter::create(made + "/x.seg", 2);
  for (int d = 0; d < documents; ++d) {
    for (int r = 0; r < d % 3 + 1; ++r) {
      EXPECT_TRUE(out->add({id(d), 1}, static_cast<uint32_t>(r), {},
                           std::vector<float>{1, 2}));
    }
  }
  EXPECT_TRUE(out->finish());
  auto segment = store::Segment::open(made + "/x.seg");
  std::filesystem::remove_all(made);
  return {std::move(*segment), {}};
}

bitmap::Bitmap of(std::initializer_list<uint32_t> numbers) {
  bitmap::Bitmap out;
  for (const uint32_t number : numbers) {
    out.add(number);
  }
  return out;
}

// Of documents 0 … n-1, as a shard would number them.
store::DocumentTable table_of(int documents) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "row_ranges_XXXXXX").string();
  EXPECT_NE(::mkdtemp(folder.data()), nullptr);
  std::string bytes;
  {
    auto shard = store::Database::open_live(folder + "/db", 1);
    store::Batch batch;
    for (int d = 0; d < documents; ++d) {
      batch.put(store::Family::documents, id(d).view(),
                pb::Document().SerializeAsString());
    }
    EXPECT_TRUE(shard->write(batch));
    bytes = *store::DocumentTable::bytes_of(*shard);
  }
  std::filesystem::remove_all(folder);
  return *store::DocumentTable::from_bytes(std::move(bytes));
}

} // namespace

TEST(RowRanges, of_a_whole_segment_leave_out_deleted_rows) {
  store::SegmentView view = made(6); // 12 rows
  EXPECT_EQ(query::all_rows(view), (RowRanges{{0, 12}}));
  view.deleted = of({0, 3, 4, 11, 40});
  EXPECT_EQ(query::all_rows(view), (RowRanges{{1, 3}, {5, 11}}));
  EXPECT_EQ(query::count_rows(query::all_rows(view)), 8U);
}

TEST(RowRanges, of_document_numbers_join_neighbours) {
  store::SegmentView view = made(6);
  EXPECT_EQ(query::rows_of_numbers(view, of({0, 1, 4, 99})),
            (RowRanges{{0, 3}, {7, 9}}));
  view.deleted = of({1});
  EXPECT_EQ(query::rows_of_numbers(view, of({0, 1, 4})),
            (RowRanges{{0, 1}, {2, 3}, {7, 9}}));
  EXPECT_TRUE(query::rows_of_numbers(view, {}).empty());
}

// A few documents are looked up, many are tested one by one.
TEST(RowRanges, of_documents_are_alike_however_they_are_found) {
  const store::SegmentView view = made(300);
  const store::DocumentTable table = table_of(1001);
  const auto allowed = [&](const std::vector<int>& documents) {
    query::Allowed out;
    out.table = &table;
    for (const int document : documents) {
      out.documents.add(*table.number_of(id(document)));
    }
    return out;
  };
  EXPECT_EQ(query::rows_of(view, allowed({5, 77, 1000})),
            query::rows_of_numbers(view, of({5, 77})));
  std::vector<int> many = {5, 77, 1000};
  bitmap::Bitmap numbers = of({5, 77});
  for (int d = 100; d < 200; ++d) {
    many.push_back(d);
    numbers.add(static_cast<uint32_t>(d));
  }
  EXPECT_EQ(query::rows_of(view, allowed(many)),
            query::rows_of_numbers(view, numbers));
}
