// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace portolan::test {

using Json = nlohmann::json;

// What the tool did.
struct Ran {
  int code = 0;  // exit code; minus the signal where one ended it
  std::string out;
  std::string err;

  // Stdout as one JSON object on one line.
  [[nodiscard]] Json json() const;
};

// Runs the built tool in a folder. One that hangs is ended by SIGALRM after two minutes, which is a code
// below zero.
[[nodiscard]] Ran run_tool(const std::vector<std::string>& arguments, const std::filesystem::path& folder);

// A folder of its own for each test.
class Tool : public ::testing::Test {
 protected:
  Tool();
  ~Tool() override;

  [[nodiscard]] Ran portolan(const std::vector<std::string>& arguments) const {
    return run_tool(arguments, folder_);
  }
  void write(const std::string& name, std::string_view content) const;
  // A MovingAI map with a correct header.
  void write_map(const std::string& name, const std::vector<std::string>& rows) const;
  [[nodiscard]] std::string content(const std::string& name) const;
  // Names of all files in the folder.
  [[nodiscard]] std::set<std::string> files() const;
  [[nodiscard]] std::filesystem::path folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

// `name` or, for one inside an object, `outer.name`; `type` as nlohmann names it, where "number" is any
// number and "number or null" may be missing a value.
void expect_keys(const Json& json, const std::vector<std::pair<std::string, std::string>>& keys);

// A named scenario of the project.
[[nodiscard]] std::string scenario(const std::string& name);

}  // namespace portolan::test
