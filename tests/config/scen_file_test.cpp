// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/detail/scen_file.hpp>

#include <support/data.hpp>
#include <support/movingai.hpp>

namespace portolan {
namespace {

using ::testing::HasSubstr;

std::string scen_fault(const std::string& text) {
  const auto queries = parse_scen(text, "q.scen");
  return queries.ok() ? "no fault" : queries.error().text();
}

TEST(ScenFile, ReadsQueries) {
  const auto queries =
      parse_scen("version 1\n3\tmaps/a b.map\t10\t8\t1\t2\t9\t7\t12.5\n\n0 b.map 4 4 0 0 3 3 4.24\r\n", "q");
  ASSERT_TRUE(queries.ok()) << queries.error().text();
  ASSERT_EQ(queries->size(), 2U);
  EXPECT_EQ((*queries)[0].bucket, 3);
  EXPECT_EQ((*queries)[0].map, "maps/a b.map");
  EXPECT_EQ((*queries)[0].extent, (Extent{10, 8, 1}));
  EXPECT_EQ((*queries)[0].start, (Cell{1, 2, 0}));
  EXPECT_EQ((*queries)[0].goal, (Cell{9, 7, 0}));
  EXPECT_EQ((*queries)[0].optimum, 12.5);
  EXPECT_EQ((*queries)[1].map, "b.map");
  EXPECT_EQ((*queries)[1].optimum, 4.24);
}

TEST(ScenFile, NamesPlaceAndExpectation) {
  EXPECT_THAT(scen_fault(""), HasSubstr("the file is empty"));
  EXPECT_THAT(scen_fault("type octile\n"), HasSubstr("q.scen:1:1: expected 'version 1'"));
  EXPECT_THAT(scen_fault("version 1\nx\ta.map\t4\t4\t0\t0\t3\t3\t4\n"),
              HasSubstr("q.scen:2:1: expected the bucket"));
  EXPECT_THAT(scen_fault("version 1\n0\ta.map\t4\t4\t4\t0\t3\t3\t4\n"),
              HasSubstr("q.scen:2:13: expected the start's x, from 0 to 3"));
  EXPECT_THAT(scen_fault("version 1\n0\ta.map\t4\t4\t0\t0\t3\t-1\t4\n"),
              HasSubstr("expected the goal's y, from 0 to 3"));
  EXPECT_THAT(scen_fault("version 1\n0\ta.map\t-4\t4\t0\t0\t3\t1\t4\n"),
              HasSubstr("expected the map's width"));
  EXPECT_THAT(scen_fault("version 1\n0\ta.map\t4\t4\t0\t0\t3\n"), HasSubstr("expected the goal's y"));
  EXPECT_THAT(scen_fault("version 1\n0\ta.map\t4\t4\t0\t0\t3\t3\tnan\n"),
              HasSubstr("expected the optimal length"));
  EXPECT_THAT(scen_fault("version 1\n" + std::string(10000, '1')), HasSubstr("line too long"));
  EXPECT_THAT(read_scen("no/such.scen").error().text(), HasSubstr("no such file"));
}

TEST(ScenFile, EqualsALoaderThatSharesNoCode) {
  PORTOLAN_NEEDS_DATA("movingai");
  std::size_t files = 0;
  for (std::filesystem::path file : test::movingai_maps()) {
    file += ".scen";
    if (!std::filesystem::exists(file)) continue;
    const auto ours = read_scen(file);
    ASSERT_TRUE(ours.ok()) << ours.error().text();
    const auto theirs = test::load_scen(file);
    ASSERT_EQ(ours->size(), theirs.size()) << file;
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      ASSERT_EQ((*ours)[i].start, theirs[i].start) << file << " query " << i;
      ASSERT_EQ((*ours)[i].goal, theirs[i].goal) << file << " query " << i;
      ASSERT_EQ((*ours)[i].optimum, theirs[i].optimum) << file << " query " << i;
    }
    ++files;
  }
  EXPECT_GT(files, 30U);
}

}  // namespace
}  // namespace portolan
