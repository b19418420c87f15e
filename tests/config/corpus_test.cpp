// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>
#include <portolan/config/scenario_world.hpp>

#include <support/paths.hpp>

namespace portolan {
namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What went wrong on the whole way from file to placed groups; empty when nothing did.
std::string fault_of(const std::filesystem::path& file) {
  const auto scenario = read_scenario(file);
  if (!scenario.ok()) return scenario.error().text();
  const auto world = build_world(*scenario);
  if (!world.ok()) return world.error().text();
  const auto groups = place_groups(*scenario, *world);
  return groups.ok() ? "" : groups.error().text();
}

// NAME.yaml beside NAME.error: the error must hold the text of the latter. Without one, the scenario must be
// good.
TEST(Corpus, EveryFileEndsAsWrittenBesideIt) {
  std::set<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_dir() / "tests/corpus/scenario")) {
    if (entry.path().extension() == ".yaml") files.insert(entry.path());
  }
  EXPECT_GT(files.size(), 20U);
  for (std::filesystem::path file : files) {
    const std::string fault = fault_of(file);
    std::string wanted = read(file.replace_extension(".error"));
    while (!wanted.empty() && wanted.back() == '\n') wanted.pop_back();
    if (wanted.empty()) {
      EXPECT_EQ(fault, "") << file;
    } else {
      EXPECT_THAT(fault, ::testing::HasSubstr(wanted)) << file;
    }
  }
}

}  // namespace
}  // namespace portolan
