// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "tool.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <support/paths.hpp>

namespace portolan::test {
namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

[[noreturn]] void become_tool(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                              const std::filesystem::path& out, const std::filesystem::path& err) {
  std::vector<std::string> words{PORTOLAN_TOOL};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  constexpr int mode = 0600;
  const int to_out = open(out.c_str(), O_CREAT | O_WRONLY | O_TRUNC, mode);
  const int to_err = open(err.c_str(), O_CREAT | O_WRONLY | O_TRUNC, mode);
  dup2(to_out, STDOUT_FILENO);
  dup2(to_err, STDERR_FILENO);
  if (chdir(folder.c_str()) != 0) _exit(127);
  constexpr unsigned patience_seconds = 120;
  alarm(patience_seconds);
  execv(argv.front(), argv.data());
  _exit(127);
}

}  // namespace

Json Ran::json() const {
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 1) << "one object, on one line";
  Json parsed = Json::parse(out, nullptr, false);
  EXPECT_TRUE(parsed.is_object()) << out;
  return parsed;
}

Ran run_tool(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  // Several may run at once.
  static std::atomic<int> count{0};
  const std::string name = folder.string() + "." + std::to_string(count++);
  const std::filesystem::path out = name + ".out";
  const std::filesystem::path err = name + ".err";
  const pid_t child = fork();
  if (child == 0) become_tool(arguments, folder, out, err);
  int status = 0;
  waitpid(child, &status, 0);
  Ran ran;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  ran.out = read(out);
  ran.err = read(err);
  std::filesystem::remove(out);
  std::filesystem::remove(err);
  return ran;
}

Tool::Tool() {
  std::string pattern = (std::filesystem::temp_directory_path() / "portolan-test-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

Tool::~Tool() { std::filesystem::remove_all(folder_); }

void Tool::write(const std::string& name, std::string_view content) const {
  std::ofstream(folder_ / name, std::ios::binary) << content;
}

void Tool::write_map(const std::string& name, const std::vector<std::string>& rows) const {
  std::string text = "type octile\nheight " + std::to_string(rows.size()) + "\nwidth " +
                     std::to_string(rows.front().size()) + "\nmap\n";
  for (const std::string& row : rows) text += row + "\n";
  write(name, text);
}

std::string Tool::content(const std::string& name) const { return read(folder_ / name); }

std::set<std::string> Tool::files() const {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!entry.is_directory()) names.insert(entry.path().lexically_relative(folder_).generic_string());
  }
  return names;
}

void expect_keys(const Json& json, const std::vector<std::pair<std::string, std::string>>& keys) {
  for (const auto& [key, type] : keys) {
    const std::size_t dot = key.find('.');
    const Json& holder = dot == std::string::npos ? json : json.value(key.substr(0, dot), Json::object());
    const std::string last = dot == std::string::npos ? key : key.substr(dot + 1);
    ASSERT_TRUE(holder.contains(last)) << key << " is missing in " << json;
    EXPECT_EQ(holder.at(last).type_name(), type) << key;
  }
}

std::string scenario(const std::string& name) { return (source_dir() / "scenarios" / name).string(); }

}  // namespace portolan::test
