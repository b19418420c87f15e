// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

// Files that the tool writes, and text in files that it shows.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::HasSubstr;

class Files : public Tool {};

// FINDINGS 9.
TEST_F(Files, BakingOverItsOwnSourceIsRefused) {
  write_map("c.map", {"....", "...."});
  write("c.yaml",
        "map: {file: c.map}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}\n");
  const std::string before = content("c.map");
  for (const std::string source : {"c.map", "c.yaml"}) {
    const Ran ran = portolan({"bake", source, "-o", "./c.map"});
    EXPECT_EQ(ran.code, 3) << source;
    EXPECT_THAT(ran.err, HasSubstr("would be overwritten")) << source;
  }
  EXPECT_EQ(content("c.map"), before);
}

// A map, a scenario and its map are there after whatever a verb was told to write.
TEST_F(Files, WhatIsReadIsNotWrittenOver) {
  write_map("c.map", {"....", "...."});
  write("c.yaml",
        "map: {file: c.map}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}\n");
  write("c.scen", "version 1\n0 c.map 4 2 0 0 3 0 3\n");
  write("walk.txt", "0 1 1.0 0 1.0 0 0 0\n9 1 1.5 0 1.0 0 0 0\n");
  write("t.yaml", content("c.yaml") + "obstacles: [{track: {file: walk.txt}}]\n");
  write("i.yaml", "image: i.pgm\nmode: trinary\n");
  write("i.pgm", "P2 4 2 255\n255 255 255 255\n255 255 255 255\n");
  const std::vector<std::string> plan{"plan", "--map", "c.map", "--from", "0,0", "--to", "3,1"};
  const auto planned = [&](std::vector<std::string> outputs) {
    outputs.insert(outputs.begin(), plan.begin(), plan.end());
    return outputs;
  };
  const std::map<std::string, std::string> before{
      {"c.map", content("c.map")},   {"c.yaml", content("c.yaml")},     {"c.scen", content("c.scen")},
      {"t.yaml", content("t.yaml")}, {"walk.txt", content("walk.txt")}, {"i.pgm", content("i.pgm")}};
  const std::vector<std::vector<std::string>> all{
      planned({"--png", "c.map"}),
      planned({"--distances", "./c.map"}),
      planned({"--directions", (folder() / "c.map").string()}),
      {"render", "--map", "c.map", "-o", "c.map"},
      {"compare", "--map", "c.map", "--html", "c.map"},
      {"compare", "--map", "c.map", "--scen", "c.scen", "--html", "c.scen"},
      {"run", "c.yaml", "--tracks", "c.yaml"},
      {"run", "c.yaml", "--trace", "c.map"},
      {"run", "t.yaml", "--tracks", "walk.txt"},
      {"render", "--map", "i.yaml", "-o", "i.pgm"}};
  for (const auto& arguments : all) {
    const Ran ran = portolan(arguments);
    EXPECT_EQ(ran.code, 3) << ::testing::PrintToString(arguments);
    EXPECT_EQ(ran.out, "") << ::testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, HasSubstr("would be overwritten; name another file"));
  }
  for (const auto& arguments : {planned({"--png", "new", "--distances", "./new"}),
                                {"run", "c.yaml", "--tracks", "new", "--trace", "new"},
                                {"run", "c.yaml", "--out", "out", "--trace", "out/report.json"}}) {
    const Ran ran = portolan(arguments);
    EXPECT_EQ(ran.code, 3) << ::testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, HasSubstr("would be written twice; name two files"));
  }
  for (const auto& [name, text] : before) EXPECT_EQ(content(name), text) << name;
  EXPECT_EQ(files().size(), 7U);
  EXPECT_EQ(portolan(planned({"--png", "/dev/null", "--distances", "/dev/null"})).code, 0);
}

// FINDINGS 1.
TEST_F(Files, AreWrittenThroughLinksAndIntoPipes) {
  std::filesystem::create_symlink("target.map", folder() / "link.map");
  EXPECT_EQ(portolan({"generate", "caves", "--width", "64", "--height", "64", "-o", "link.map"}).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "link.map"));
  EXPECT_THAT(content("target.map"), HasSubstr("type octile"));
  ASSERT_EQ(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = content("pipe"); });
  EXPECT_EQ(portolan({"bake", "target.map", "-o", "pipe"}).code, 0);
  reader.join();
  EXPECT_TRUE(std::filesystem::is_fifo(folder() / "pipe"));
  EXPECT_EQ(got.substr(0, 8), "PORTOLAN");
  EXPECT_EQ(files(), (std::set<std::string>{"target.map", "link.map", "pipe"}));
}

// FINDINGS 2, through the tool: several writers, one whole file, nothing beside it.
TEST_F(Files, WritersAtTheSameTimeLeaveAGoodFile) {
  EXPECT_EQ(portolan({"generate", "caves", "--width", "512", "--height", "512", "-o", "a.map"}).code, 0);
  std::vector<std::thread> writers;
  for (int k = 0; k < 4; ++k) {
    writers.emplace_back([&] { EXPECT_EQ(portolan({"bake", "a.map", "-o", "x.portolan"}).code, 0); });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(portolan({"check", "x.portolan"}).code, 0);
  EXPECT_EQ(files(), (std::set<std::string>{"a.map", "x.portolan"}));
}

// FINDINGS 16.
TEST_F(Files, APipeThatNobodyWritesToIsGivenUp) {
  ASSERT_EQ(::mkfifo((folder() / "pipe").c_str(), 0600), 0);
  for (const std::string verb : {"check", "info"}) {
    const Ran ran = portolan({verb, "pipe"});
    EXPECT_EQ(ran.code, 3) << verb;
    EXPECT_THAT(ran.err, HasSubstr("pipe that nobody writes to")) << verb;
  }
}

// FINDINGS 16.
TEST_F(Files, ADeviceOfTheKernelIsNotWaitedFor) {
  if (::access("/proc/kmsg", R_OK) != 0) GTEST_SKIP() << "/proc/kmsg is not to be read here";
  for (const std::string verb : {"check", "info"}) EXPECT_EQ(portolan({verb, "/proc/kmsg"}).code, 3) << verb;
}

// FINDINGS 19.
TEST_F(Files, AConfinedScenarioNamesNoFileOutsideItsFolder) {
  std::filesystem::create_directory(folder() / "sent");
  write_map("secret.map", {"....", "...."});
  write_map("sent/own.map", {"....", "...."});
  const std::string groups = "groups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}}]\n";
  write("sent/a.yaml", "map: {file: ../secret.map}\n" + groups);
  write("sent/b.yaml", "map: {file: own.map}\n" + groups);
  for (const std::string verb : {"check", "run"}) {
    const Ran ran = portolan({verb, "sent/a.yaml", "--confined"});
    EXPECT_EQ(ran.code, 3) << verb;
    EXPECT_THAT(ran.err, HasSubstr("in the scenario's folder or below")) << verb;
    EXPECT_EQ(portolan({verb, "sent/a.yaml"}).code, 0) << verb;
    EXPECT_EQ(portolan({verb, "sent/b.yaml", "--confined"}).code, 0) << verb;
    EXPECT_EQ(portolan({verb, "sent/a.yaml", "--confined", "--set", "map.file=sent/own.map"}).code, 0)
        << verb;
  }
}

TEST_F(Files, CheckKnowsMaps) {
  write_map("a.map", {"....", "..x."});
  const Ran good = portolan({"check", "a.map"});
  EXPECT_EQ(good.code, 0);
  EXPECT_THAT(good.out, HasSubstr("a.map: good; a MovingAI map of"));
  write("b.map", "type octile\nheight 2\nwidth 4\nmap\n....\n...");
  EXPECT_EQ(portolan({"check", "b.map"}).code, 3);
}

// Equal runs give equal pages.
TEST_F(Files, ARunWritesAReplayUnlessToldNotTo) {
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", scenario("gate.yaml"), "--set", "ticks=20", "--out"});
    return portolan(more);
  };
  EXPECT_THAT(run({"one"}).err, HasSubstr("replay.html"));
  EXPECT_EQ(run({"two", "--no-replay"}).code, 1);
  EXPECT_TRUE(files().contains("one/replay.html"));
  EXPECT_FALSE(files().contains("two/replay.html"));
  EXPECT_EQ(run({"three"}).code, 1);
  EXPECT_EQ(content("one/replay.html"), content("three/replay.html"));
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--no-replay"}).code, 2) << "there is none without --out";
}

// A line for each agent and tick.
TEST_F(Files, TracksTellWhereEverybodyWas) {
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--set", "ticks=20", "--tracks", "t.csv"}).code, 1);
  std::istringstream lines(content("t.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "tick,agent,group,x,y,layer,facing_x,facing_y,state");
  std::map<std::pair<int, int>, float> xs;
  while (std::getline(lines, line)) {
    int tick = 0, agent = 0, read = 0;
    float x = 0, y = 0;
    char group[32], state[16];
    read = std::sscanf(line.c_str(), "%d,%d,\"%31[^\"]\",%f,%f,0,%*f,%*f,%15s", &tick, &agent, group, &x, &y,
                       state);
    ASSERT_EQ(read, 6) << line;
    EXPECT_EQ(std::string(state), "moving");
    xs[{tick, agent}] = x;
  }
  EXPECT_EQ(xs.size(), 20U * 40U);
  const float first = xs[{1, 0}], last = xs[{20, 0}];
  EXPECT_GT(std::abs(last - first), 1) << "it walks";
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--tracks", "no/folder/t.csv"}).code, 3);
}

TEST_F(Files, ATraceHoldsEveryTick) {
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--set", "ticks=20", "--trace", "t.json"}).code, 1);
  const Json trace = Json::parse(content("t.json"), nullptr, false);
  ASSERT_TRUE(trace.contains("traceEvents"));
  std::set<std::string> names;
  double end = 0;
  for (const Json& event : trace["traceEvents"]) {
    const std::string name = event["name"];
    names.insert(name);
    if (event["ph"] != "X") continue;
    EXPECT_GE(event["dur"].get<double>(), 0);
    if (name.substr(0, 5) != "tick ") continue;
    EXPECT_GE(event["ts"].get<double>(), end) << "ticks follow each other";
    end = event["ts"].get<double>() + event["dur"].get<double>() - 0.2;
  }
  for (int tick = 1; tick <= 20; ++tick) EXPECT_TRUE(names.contains("tick " + std::to_string(tick)));
  for (const char* part : {"commit", "plans", "crowd", "tiles solved", "agents on the way"})
    EXPECT_TRUE(names.contains(part)) << part;
  EXPECT_EQ(files(), (std::set<std::string>{"t.json"}));
}

// A terminal is made by script(1).
TEST_F(Files, ARunIsWatchedInATerminalOnly) {
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--watch"}).code, 2);
  if (std::system("command -v script > /dev/null") != 0) GTEST_SKIP() << "no script(1) here";
  const std::string command = "cd \"" + folder().string() + "\" && script -qec '\"" +
                              std::string(PORTOLAN_TOOL) + "\" run \"" + scenario("gate.yaml") +
                              "\" --set ticks=4 --watch' shown > /dev/null";
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1) << "not all arrive in four ticks";
  const std::string shown = content("shown");
  EXPECT_THAT(shown, HasSubstr("gate: tick 1, 0 of 40 arrived"));
  EXPECT_THAT(shown, HasSubstr("\x1b[38;2;209;73;91m")) << "an agent of the first group";
  EXPECT_THAT(shown, HasSubstr("\u2580"));
}

// FINDINGS 12.
TEST_F(Files, TheirTextReachesNoTerminalRaw) {
  write("bad\x1B[31m.yaml", "seed: 1\n");
  const Ran named = portolan({"check", "bad\x1B[31m.yaml"});
  EXPECT_EQ(named.code, 3);
  EXPECT_THAT(named.err, HasSubstr("bad\\x1b[31m.yaml"));
  write("a.yaml",
        "name: \"\\e]0;owned\\a\\nall is well\"\nticks: 1\nmap: {ascii: '....'}\n"
        "groups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 0]}}\n");
  const Ran ran = portolan({"run", "a.yaml"});
  EXPECT_THAT(ran.out, HasSubstr("\\x1b]0;owned\\x07\\x0aall is well: "));
  for (const std::string& text : {named.err, ran.out, ran.err})
    EXPECT_EQ(text.find('\x1B'), std::string::npos);
}

// FINDINGS 18.
TEST_F(Files, MessagesNameWhatIsWrong) {
  EXPECT_THAT(portolan({"check", ""}).err, HasSubstr("no file is named"));
  std::filesystem::create_symlink("loop.yaml", folder() / "loop.yaml");
  EXPECT_THAT(portolan({"check", "loop.yaml"}).err, HasSubstr("Too many levels of symbolic links"));
  EXPECT_THAT(portolan({"run", scenario("gate.yaml"), "--set", "name=%s%n"}).err, HasSubstr("needs quotes"));
  EXPECT_EQ(
      portolan({"run", scenario("gate.yaml"), "--set", "name='%s%n'", "--set", "ticks=1"}).err.find("quotes"),
      std::string::npos);
}

// FINDINGS 17.
TEST_F(Files, HelpThatDoesNotGetThroughIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const std::string argument : {"--help", "--version"}) {
    const std::string command =
        "\"" + std::string(PORTOLAN_TOOL) + "\" " + argument + " > /dev/full 2> /dev/null";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3) << argument;
  }
}

}  // namespace
}  // namespace portolan::test
