// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>

#include <support/paths.hpp>

// The documentation follows the reader. With PORTOLAN_UPDATE_DOCS set in the environment, these tests write
// what they would otherwise ask for.
namespace portolan {
namespace {

constexpr const char* cure = "run the test again with PORTOLAN_UPDATE_DOCS=1 and look at the change";

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool updating() { return std::getenv("PORTOLAN_UPDATE_DOCS") != nullptr; }

TEST(ScenarioDocs, EveryKeyIsInTheTableWithTypeRangeAndDefault) {
  const std::filesystem::path file = test::source_dir() / "docs/scenario.md";
  const std::string page = read(file);
  const std::string open = "<!-- keys -->\n", close = "<!-- end of keys -->";
  const std::size_t begin = page.find(open), end = page.find(close);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string table = scenario_keys_markdown() + "\n";
  if (updating())
    std::ofstream(file, std::ios::binary) << page.substr(0, begin + open.size()) + table + page.substr(end);
  EXPECT_EQ(read(file).substr(begin + open.size()).substr(0, table.size()), table) << cure;
  EXPECT_GT(std::count(table.begin(), table.end(), '\n'), 150) << "a line for each key";
  EXPECT_EQ(table.find("|  |\n"), std::string::npos) << "a key without a meaning";
}

TEST(ScenarioDocs, SchemaForEditorsIsUpToDate) {
  const std::filesystem::path file = test::source_dir() / "docs/scenario.schema.json";
  if (updating()) std::ofstream(file, std::ios::binary) << scenario_json_schema();
  EXPECT_EQ(read(file), scenario_json_schema()) << cure;
}

TEST(ScenarioDocs, TheExampleOfThePageIsAScenario) {
  const std::string page = read(test::source_dir() / "docs/scenario.md");
  const std::size_t begin = page.find("```yaml\n") + 8;
  const auto scenario =
      parse_scenario(page.substr(begin, page.find("```", begin) - begin), "docs/scenario.md");
  ASSERT_TRUE(scenario.ok()) << scenario.error().text();
  EXPECT_EQ(scenario->groups.size(), 1U);
}

}  // namespace
}  // namespace portolan
