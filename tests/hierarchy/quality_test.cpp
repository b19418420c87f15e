// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string_view>

#include <portolan/hierarchy/quality.hpp>

namespace portolan {
namespace {

TEST(Quality, AQualityOrOneWithItsParametersIsAGoal) {
  struct {
    QualityGoal quality;
  } request;
  request.quality = Quality::exact;
  EXPECT_EQ(request.quality.kind, Quality::exact);
  request.quality = {Quality::widened, 2};
  EXPECT_EQ(request.quality.rings, 2);
}

TEST(Quality, HasANameEach) {
  EXPECT_EQ(name(Quality::path), "path");
  EXPECT_EQ(name(Quality::widened), "widened");
  EXPECT_EQ(name(Quality::bounded), "bounded");
  EXPECT_EQ(name(Quality::exact), "exact");
}

TEST(QualityGoal, IsTheSameWhereWhatCountsIs) {
  const QualityGoal path = Quality::path;
  EXPECT_TRUE(path.same_as({Quality::path, 7, 0.5})) << "a path has no parameters";
  EXPECT_FALSE(path.same_as(Quality::exact));
  EXPECT_TRUE(QualityGoal(Quality::exact).same_as({Quality::exact, 7, 0.5}));
  const QualityGoal widened{Quality::widened, 2, 0.1};
  EXPECT_TRUE(widened.same_as({Quality::widened, 2, 0.5}));
  EXPECT_FALSE(widened.same_as({Quality::widened, 3, 0.1}));
  const QualityGoal bounded{Quality::bounded, 2, 0.1};
  EXPECT_TRUE(bounded.same_as({Quality::bounded, 3, 0.1}));
  EXPECT_FALSE(bounded.same_as({Quality::bounded, 2, 0.2}));
}

TEST(QualityGoal, PromisesOrIsLocal) {
  for (const Quality quality : {Quality::path, Quality::widened, Quality::bounded, Quality::exact}) {
    const QualityGoal goal = quality;
    EXPECT_EQ(goal.promises(), quality == Quality::bounded || quality == Quality::exact) << name(quality);
    EXPECT_NE(goal.promises(), goal.is_local()) << name(quality);
  }
}

TEST(QualityGoal, CertifiesRoutesAndAllowsPaths) {
  const QualityGoal bounded{Quality::bounded, 1, 0.5};
  EXPECT_TRUE(bounded.is_certified({150}, {100}));
  EXPECT_FALSE(bounded.is_certified({151}, {100}));
  EXPECT_TRUE(bounded.allows({150}, {100}));
  EXPECT_FALSE(bounded.allows({151}, {100}));
  const QualityGoal exact = Quality::exact;
  EXPECT_FALSE(exact.is_certified({100}, {100}));
  EXPECT_TRUE(exact.allows({100}, {100}));
  EXPECT_FALSE(exact.allows({101}, {100}));
  for (const QualityGoal local : {QualityGoal(Quality::path), QualityGoal(Quality::widened)}) {
    EXPECT_TRUE(local.is_certified({900}, {100}));
    EXPECT_TRUE(local.allows({900}, {100}));
  }
}

TEST(QualityGoal, LetsOnlyLongRoutesOfPathQualityAlone) {
  EXPECT_FALSE(QualityGoal(Quality::path).keeps_to_route(16));
  EXPECT_TRUE(QualityGoal(Quality::path).keeps_to_route(17));
  for (const Quality quality : {Quality::widened, Quality::bounded, Quality::exact})
    EXPECT_FALSE(QualityGoal(quality).keeps_to_route(1000)) << name(quality);
}

}  // namespace
}  // namespace portolan
