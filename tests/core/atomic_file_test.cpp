// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/detail/atomic_file.hpp>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#if !defined(_WIN32)
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <support/system.hpp>
#include <support/temp_folder.hpp>

#include "system/file_calls.hpp"

namespace portolan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class WholeFile : public testing::Test {
 protected:
  [[nodiscard]] static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  const test::TempFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(WholeFile, LeavesTheFileAndNothingElse) {
  const fs::path file = folder_ / "a.txt";
  ASSERT_EQ(write_atomically(file, "one"), std::nullopt);
  ASSERT_EQ(write_atomically(file, std::string_view("two\0three", 9)), std::nullopt);
  EXPECT_EQ(content(file), std::string("two\0three", 9));
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, SaysWhichFolderIsMissing) {
  const auto error = write_atomically(folder_ / "none" / "a.txt", "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("none' does not exist"));
  EXPECT_EQ(files(), 0);
}

TEST_F(WholeFile, RefusesAFolder) {
  const auto error = write_atomically(folder_, "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("is a folder"));
}

// FINDINGS 2: writers at the same time do not meet in a temporary file, and one who plants a link of the old
// temporary name leads nobody astray.
TEST_F(WholeFile, WritersAtTheSameTimeLeaveOneWhole) {
  const fs::path file = folder_ / "a.txt";
  ASSERT_EQ(write_atomically(folder_ / "victim", "untouched"), std::nullopt);
  if (test::posix) {
    fs::create_symlink("victim", folder_ / "a.txt.part");
  } else {
    ASSERT_EQ(write_atomically(folder_ / "a.txt.part", "no link"), std::nullopt);
  }
  constexpr std::size_t size = 300'000;
  std::vector<std::thread> writers;
  for (const char letter : {'a', 'b', 'c', 'd'}) {
    writers.emplace_back([&, letter] {
      for (int k = 0; k < 20; ++k) EXPECT_EQ(write_atomically(file, std::string(size, letter)), std::nullopt);
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::string left = content(file);
  ASSERT_EQ(left.size(), size);
  EXPECT_EQ(left, std::string(size, left.front()));
  EXPECT_EQ(content(folder_ / "victim"), "untouched");
  EXPECT_EQ(files(), 3);
}

TEST_F(WholeFile, KeepsTheOldContentWhereItIsGivenUp) {
  const fs::path file = folder_ / "a.txt";
  ASSERT_EQ(write_atomically(file, "old"), std::nullopt);
  {
    AtomicFile half(file);
    half.write("new", 3);
  }
  EXPECT_EQ(content(file), "old");
  AtomicFile failed(file);
  failed.write("new", 3);
  failed.fail("no more");
  const auto error = failed.commit();
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("a.txt: cannot be written: no more"));
  EXPECT_EQ(content(file), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(WholeFile, CanWriteItsStartLast) {
  AtomicFile file(folder_ / "a.txt");
  const std::string body(1'000'000, 'x');
  file.write("????", 4);
  file.write(body.data(), body.size());
  file.overwrite_start("size", 4);
  file.write("end", 3);
  ASSERT_EQ(file.commit(), std::nullopt);
  EXPECT_EQ(content(folder_ / "a.txt"), "size" + body + "end");
}

TEST_F(WholeFile, KeepsPermissionsAndSaysThatNoNameWasGiven) {
  const fs::path file = folder_ / "a.txt";
  ASSERT_EQ(write_atomically(file, "old"), std::nullopt);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_EQ(write_atomically(file, "new"), std::nullopt);
  const auto kept = fs::perms::owner_read | fs::perms::owner_write;
  EXPECT_TRUE(!test::posix || fs::status(file).permissions() == kept);
  const auto error = write_atomically("", "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("no name is given"));
}

// FINDINGS 11: killed between giving a file a name and the right one. The next writer of the file knows the
// name, and whether its owner is still at work.
TEST_F(WholeFile, TakesAwayWhatAKilledWriterLeft) {
  const fs::path left = folder_ / ".a.txt.2147483647.1.0.part";  // no process has this number
  const fs::path at_work =
      folder_ / (".a.txt." + std::to_string(detail::file_calls::process_number()) + ".1.0.part");
  const fs::path other = folder_ / ".b.txt.2147483647.1.0.part";
  for (const fs::path& file : {left, at_work, other}) ASSERT_EQ(write_atomically(file, "half"), std::nullopt);
  ASSERT_EQ(write_atomically(folder_ / "a.txt", "whole"), std::nullopt);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(at_work));
  EXPECT_TRUE(fs::exists(other));
}

#if !defined(_WIN32)  // devices, pipes, links and kills as POSIX has them

TEST_F(WholeFile, FollowsASymbolicLink) {
  ASSERT_EQ(write_atomically(folder_ / "a.txt", "one"), std::nullopt);
  fs::create_symlink("a.txt", folder_ / "link");
  ASSERT_EQ(write_atomically(folder_ / "link", "two"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(folder_ / "a.txt"), "two");
}

TEST_F(WholeFile, ReportsAFullDevice) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto error = write_atomically("/dev/full", "one");
  ASSERT_TRUE(error.has_value());
  EXPECT_THAT(error->text(), HasSubstr("cannot be written: No space left"));
}

// FINDINGS 1: a pipe is written to, not replaced by a file.
TEST_F(WholeFile, WritesIntoAPipe) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = content(pipe); });
  EXPECT_EQ(write_atomically(pipe, "through the pipe"), std::nullopt);
  reader.join();
  EXPECT_EQ(got, "through the pipe");
  EXPECT_TRUE(fs::is_fifo(pipe));
  EXPECT_EQ(files(), 1);
}

// FINDINGS 1: what a link names is written, also where it is not there yet, and the link stays.
TEST_F(WholeFile, FollowsLinksToWhatIsNotThereYet) {
  fs::create_directory(folder_ / "deep");
  fs::create_symlink("deep/second", folder_ / "first");
  fs::create_symlink("target", folder_ / "deep" / "second");
  ASSERT_EQ(write_atomically(folder_ / "first", "one"), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(folder_ / "first"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "deep" / "second"));
  EXPECT_EQ(content(folder_ / "deep" / "target"), "one");
}

// FINDINGS 11: killed in the middle of writing, nothing of it stays where the system has files without names.
TEST_F(WholeFile, LeavesNothingWhenItIsKilled) {
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(folder_ / "a.txt");
    const std::string much(3'000'000, 'x');
    file.write(much.data(), much.size());
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  if (files() == 1) GTEST_SKIP() << "this file system knows no files without names";
  EXPECT_EQ(files(), 0);
}

#endif

}  // namespace
}  // namespace portolan
