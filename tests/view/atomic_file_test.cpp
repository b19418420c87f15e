// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/atomic_file.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <support/temp_folder.hpp>

namespace portolan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class AtomicFile : public testing::Test {
 protected:
  [[nodiscard]] static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] long files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const test::TempFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(AtomicFile, LeavesTheFileAndNothingElse) {
  const fs::path file = folder_ / "a.txt";
  ASSERT_EQ(write_atomically(file, "one"), std::nullopt);
  ASSERT_EQ(write_atomically(file, std::string_view("two\0three", 9)), std::nullopt);
  EXPECT_EQ(content(file), std::string("two\0three", 9));
  EXPECT_EQ(files(), 1);
}

TEST_F(AtomicFile, SaysWhichFolderIsMissing) {
  const auto error = write_atomically(folder_ / "none" / "a.txt", "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("none' does not exist"));
  EXPECT_EQ(files(), 0);
}

TEST_F(AtomicFile, RefusesAFolder) {
  const auto error = write_atomically(folder_, "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("is a folder"));
}

TEST_F(AtomicFile, FollowsASymbolicLink) {
  ASSERT_EQ(write_atomically(folder_ / "a.txt", "one"), std::nullopt);
  fs::create_symlink("a.txt", folder_ / "link");
  ASSERT_EQ(write_atomically(folder_ / "link", "two"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(folder_ / "a.txt"), "two");
}

TEST_F(AtomicFile, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto error = write_atomically("/dev/full", "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("cannot write"));
}

}  // namespace
}  // namespace portolan
