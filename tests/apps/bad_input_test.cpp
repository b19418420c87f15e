// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <gmock/gmock.h>

#include "tool.hpp"

namespace portolan::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

class BadUsage : public Tool {};

TEST_F(BadUsage, EndsWith2AndNamesTheVerbsHelp) {
  const std::vector<std::vector<std::string>> mistakes{
      {},
      {"sail"},
      {"--frobnicate"},
      {"run"},
      {"run", "a.yaml", "b.yaml"},
      {"run", "a.yaml", "--frobnicate"},
      {"plan", "--map", "a.map", "--from", "0,0"},
      {"plan", "--map", "a.map", "--from", "0", "--to", "1,1"},
      {"plan", "--map", "a.map", "--from", "0,0,0,0", "--to", "1,1"},
      {"plan", "--map", "a.map", "--from", "0,0", "--to", "99999999999,1"},
      {"plan", "--map", "a.map", "--from", "0,0", "--to", "1,1", "--quality", "best"},
      {"plan", "--map", "a.map", "--from", "0,0", "--to", "1,1", "--cost", "swamp=0"},
      {"plan", "--map", "a.map", "--from", "0,0", "--to", "1,1", "--cost", "swamp"},
      {"compare", "--map", "a.map", "--queries", "0"},
      {"compare", "--map", "a.map", "--queries", "-5"},
      {"compare", "--map", "a.map", "--seed", "-1"},
      {"compare", "--map", "a.map", "--sector-size", "15"},
      {"info"},
      {"generate", "dungeon", "-o", "a.map"},
      {"generate", "maze"},
      {"generate", "maze", "--width", "-64", "-o", "a.map"},
      {"generate", "maze", "--width", "1000000", "-o", "a.map"},
  };
  for (const auto& arguments : mistakes) {
    const Ran ran = portolan(arguments);
    EXPECT_EQ(ran.code, 2) << ::testing::PrintToString(arguments);
    EXPECT_EQ(ran.out, "") << ::testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, HasSubstr("portolan: ")) << ::testing::PrintToString(arguments);
  }
  EXPECT_TRUE(files().empty());
}

// Names, not the control bytes that stand for them.
TEST_F(BadUsage, NamesWhatMayStandInPlaceOfAMistypedName) {
  const Ran quality =
      portolan({"plan", "--map", "a.map", "--from", "0,0", "--to", "1,1", "--quality", "exakt"});
  EXPECT_THAT(quality.err, HasSubstr("'exakt' is not known; expected one of path, widened, bounded, exact"));
  const Ran kind = portolan({"generate", "foo", "-o", "a.map"});
  EXPECT_THAT(kind.err,
              HasSubstr("'foo' is not known; expected one of islands, city, caves, maze, rooms, boxes"));
  for (const Ran& ran : {quality, kind}) {
    EXPECT_EQ(ran.code, 2);
    for (const char c : ran.err) EXPECT_TRUE(c >= ' ' || c == '\n') << static_cast<int>(c);
  }
}

TEST_F(BadUsage, TellsAnUnknownTerrainFromAWrongCost) {
  const auto says = [this](const std::string& cost) {
    return portolan({"info", "a.map", "--cost", cost}).err;
  };
  EXPECT_THAT(says("watr=1"), HasSubstr("'watr' is no terrain; expected one of ground, grass, swamp, water"));
  EXPECT_THAT(says("water=0"), HasSubstr("'water=0' is no cost; expected 1 to 254, or impassable"));
  EXPECT_THAT(says("water"), HasSubstr("'water' is no cost; write TERRAIN=1..254 or TERRAIN=impassable"));
}

TEST_F(BadUsage, RefusesValuesThatWouldPassSilently) {
  write_map("a.map", {"....", "...."});
  const std::vector<std::string> plan{"plan", "--map", "a.map", "--from", "0,0", "--to", "1,1"};
  const std::vector<std::vector<std::string>> mistakes{{"--epsilon", "nan"},  {"--epsilon", "inf"},
                                                       {"--epsilon", "-0.5"}, {"--widen", "0"},
                                                       {"--cost", ".=255"},   {"--png", ""}};
  const std::vector<std::vector<std::string>> without_effect{{"--epsilon", "0.5"}, {"--widen", "2"}};
  for (const auto& mistake : without_effect) {
    std::vector<std::string> arguments = plan;
    arguments.insert(arguments.end(), mistake.begin(), mistake.end());
    EXPECT_THAT(portolan(arguments).err, HasSubstr(mistake.front() + " requires --quality"));
  }
  for (const auto& mistake : mistakes) {
    std::vector<std::string> arguments = plan;
    arguments.insert(arguments.end(), mistake.begin(), mistake.end());
    EXPECT_EQ(portolan(arguments).code, 2) << ::testing::PrintToString(mistake);
  }
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--out", ""}).code, 2);
  EXPECT_EQ(portolan({"generate", "caves", "-o", ""}).code, 2);
  EXPECT_EQ(files(), (std::set<std::string>{"a.map"}));
}

// CLI11 takes a number that is too large for the largest one.
TEST_F(BadUsage, RefusesASeedThatIsTooLarge) {
  const Ran ran = portolan({"generate", "caves", "-o", "a.map", "--seed", "18446744073709551616"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no seed; expected an integer from 0 to 18446744073709551615"));
  EXPECT_EQ(portolan({"generate", "caves", "-o", "a.map", "--seed", "18446744073709551615"}).code, 0);
}

// A scenario says what the options of maps say, and a map has no keys that --set could change.
TEST_F(BadUsage, RefusesOptionsThatMeanNothingToTheFile) {
  write_map("a.map", {"....", "...."});
  write("a.yaml", "map: {file: a.map}\ngroups: [{count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}]\n");
  const std::vector<std::vector<std::string>> of_maps{{"--cost", ".=2"},       {"--sector-size", "8"},
                                                      {"--portal-width", "4"}, {"--class", "1=wall"},
                                                      {"--cell-size", "2"},    {"--steepest", "0.5"}};
  for (const auto& option : of_maps) {
    const Ran ran = portolan({"bake", "a.yaml", "-o", "a.portolan", option.front(), option.back()});
    EXPECT_EQ(ran.code, 2) << option.front();
    EXPECT_THAT(ran.err, HasSubstr(option.front() + " is for map files")) << option.front();
  }
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"bake", "a.map", "-o", "a.portolan", "--set", "seed=3"}, {"check", "a.map", "--set", "seed=3"}}) {
    const Ran ran = portolan(arguments);
    EXPECT_EQ(ran.code, 2) << arguments.front();
    EXPECT_THAT(ran.err, HasSubstr("--set changes keys of scenarios, and a.map is none"));
  }
  EXPECT_EQ(files(), (std::set<std::string>{"a.map", "a.yaml"}));
  EXPECT_EQ(portolan({"bake", "a.yaml", "-o", "a.portolan", "--set", "hierarchy.sector_size=8"}).code, 0);
}

TEST_F(BadUsage, RefusesAnInstructionSetThatIsNotToBeHad) {
  write_map("a.map", {"....", "...."});
  ASSERT_EQ(::setenv("PORTOLAN_ISA", "nonsense", 1), 0);
  const Ran ran = portolan({"info", "a.map"});
  ::unsetenv("PORTOLAN_ISA");
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("PORTOLAN_ISA: expected scalar"));
  ASSERT_EQ(::setenv("PORTOLAN_ISA", "scalar", 1), 0);
  EXPECT_EQ(portolan({"info", "a.map"}).code, 0);
  ::unsetenv("PORTOLAN_ISA");
}

TEST_F(BadUsage, NamesTheVerbsWhereOneIsUnknown) {
  EXPECT_THAT(portolan({"sail"}).err,
              HasSubstr("unknown verb 'sail'; expected one of run, plan, render, compare"));
}

class BadMap : public Tool {
 protected:
  // Every verb that reads maps refuses this one, with a message that holds the words, and leaves no file
  // behind.
  void expect_refused(const std::string& content, const std::string& words) {
    write("bad.map", content);
    write("bad.yaml",
          "map: {file: bad.map}\ngroups:\n  - {count: 1, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}\n");
    const std::vector<std::vector<std::string>> all{
        {"info", "bad.map", "--json"},
        {"plan", "--map", "bad.map", "--from", "0,0", "--to", "1,0", "--png", "out.png", "--json"},
        {"compare", "--map", "bad.map", "--json"},
        {"run", "bad.yaml", "--out", "out", "--json"}};
    for (const auto& arguments : all) {
      const Ran ran = portolan(arguments);
      EXPECT_EQ(ran.code, 3) << arguments.front() << ": " << ran.err;
      EXPECT_EQ(ran.out, "") << arguments.front();
      EXPECT_THAT(ran.err, HasSubstr(words)) << arguments.front();
    }
    EXPECT_EQ(files(), (std::set<std::string>{"bad.map", "bad.yaml"}));
  }
};

TEST_F(BadMap, Empty) { expect_refused("", "bad.map: the file is empty"); }

TEST_F(BadMap, NoMap) { expect_refused("hello\n", "bad.map:1"); }

TEST_F(BadMap, Truncated) {
  expect_refused(
      "type octile\nheight 3\nwidth 40\nmap\n" + std::string(40, '.') + "\n" + std::string(40, '.'),
      "bad.map");
}

TEST_F(BadMap, CutInsideARow) {
  expect_refused("type octile\nheight 2\nwidth 4\nmap\n....\n...", "expected a row of 4 cells, found 3");
}

TEST_F(BadMap, HeaderThatLies) {
  expect_refused("type octile\nheight 2\nwidth 3\nmap\n.....\n.....\n", "expected a row of 3 cells");
  expect_refused("type octile\nheight 9\nwidth 9\nmap\n.....\n.....\n", "the header claims 9 x 9 cells");
}

TEST_F(BadMap, TenGigabytesClaimed) {
  expect_refused("type octile\nheight 100000\nwidth 100000\nmap\n....\n",
                 "expected a height from 1 to 32768");
  expect_refused("type octile\nheight 32768\nwidth 32768\nmap\n....\n", "the header claims");
}

TEST_F(BadMap, NegativeSize) {
  expect_refused("type octile\nheight -4\nwidth 4\nmap\n....\n",
                 "expected a height from 1 to 32768, found '-4'");
  expect_refused("type octile\nheight 0\nwidth 4\nmap\n", "expected a height");
}

TEST_F(BadMap, MissingOrAFolder) {
  EXPECT_EQ(portolan({"info", "nowhere.map"}).code, 3);
  EXPECT_EQ(portolan({"info", "."}).code, 3);
}

TEST_F(BadMap, WithoutAnyGround) {
  write_map("solid.map", {"@@@@", "@@@@"});
  EXPECT_EQ(portolan({"info", "solid.map"}).code, 0);
  EXPECT_EQ(portolan({"compare", "--map", "solid.map"}).code, 3);
  EXPECT_EQ(portolan({"plan", "--map", "solid.map", "--from", "0,0", "--to", "1,0"}).code, 1);
}

TEST_F(BadMap, QueriesThatDoNotFit) {
  write_map("a.map", {"....", "...."});
  write("empty.scen", "");
  write("other.scen", "version 1\n0 other.map 9 9 0 0 8 8 11.3\n");
  EXPECT_EQ(portolan({"compare", "--map", "a.map", "--scen", "empty.scen"}).code, 3);
  const Ran other = portolan({"compare", "--map", "a.map", "--scen", "other.scen"});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("its queries are for a map of 9 x 9"));
  EXPECT_EQ(portolan({"compare", "--map", "a.map", "--scen", "nowhere.scen"}).code, 3);
}

TEST_F(BadMap, NowhereToWrite) {
  write_map("a.map", {"....", "...."});
  EXPECT_EQ(portolan({"plan", "--map", "a.map", "--from", "0,0", "--to", "3,0", "--png", "no/a.png"}).code,
            3);
  EXPECT_EQ(portolan({"generate", "caves", "-o", "no/a.map"}).code, 3);
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--out", "a.map"}).code, 3);
  EXPECT_EQ(files(), (std::set<std::string>{"a.map"}));
}

// Nothing is printed to stdout where the code is 3, and a wrong name is told before a run of minutes.
TEST_F(BadMap, NowhereToWriteARun) {
  const std::string endless =
      "map: {generate: {kind: caves, width: 512, height: 512}}\nticks: 100000000\n"
      "groups: [{count: 1000, start: {anywhere: true}, goal: {anywhere: true}, rounds: 0,\n"
      "          then: [{goal: {anywhere: true}}]}]\n";
  write("endless.yaml", endless);
  for (const char* const option : {"--trace", "--tracks"}) {
    const Ran ran = portolan({"run", "endless.yaml", option, "no/file"});
    EXPECT_EQ(ran.code, 3) << option;
    EXPECT_THAT(ran.err, HasSubstr("no/file: cannot be written: the folder 'no' does not exist")) << option;
  }
  std::filesystem::create_directories(folder() / "out" / "final.png");
  for (const std::string board : {"gate.yaml", "two_fords.yaml"}) {
    const Ran ran = portolan({"run", scenario(board), "--out", "out"});
    EXPECT_EQ(ran.code, 3) << board;
    EXPECT_EQ(ran.out, "") << board;
    EXPECT_THAT(ran.err, HasSubstr("out/final.png: cannot be written: it is a folder")) << board;
  }
}

class BadScenario : public Tool {
 protected:
  void expect_refused(const std::string& content, const std::string& words) {
    write("bad.yaml", content);
    const Ran checked = portolan({"check", "bad.yaml"});
    const Ran run = portolan({"run", "bad.yaml", "--out", "out", "--json"});
    for (const Ran& ran : {checked, run}) {
      EXPECT_EQ(ran.code, 3) << ran.err;
      EXPECT_EQ(ran.out, "");
      EXPECT_THAT(ran.err, HasSubstr(words));
      EXPECT_THAT(ran.err, HasSubstr("bad.yaml"));
    }
    EXPECT_EQ(files(), (std::set<std::string>{"bad.yaml"}));
  }

  static std::string with_group(const std::string& group) {
    return "map:\n  ascii: |\n    ...#\n    ...#\ngroups:\n  - " + group + "\n";
  }
};

TEST_F(BadScenario, Empty) { expect_refused("", "bad.yaml"); }

TEST_F(BadScenario, Tabs) { expect_refused("map:\n\tascii: '...'\n", "tab"); }

TEST_F(BadScenario, DuplicateKeys) { expect_refused("seed: 1\nseed: 2\n", "seed"); }

TEST_F(BadScenario, AliasThatRefersToItself) { expect_refused("a: &a [*a]\n", "bad.yaml:1"); }

TEST_F(BadScenario, AliasBomb) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 1; j < 10; ++j) bomb += ", " + before;
    bomb += "]\n";
  }
  expect_refused(bomb, "aliases");
}

TEST_F(BadScenario, NestedAHundredThousandDeep) {
  std::string brackets = "map:\n";
  for (int i = 0; i < 1000; ++i) brackets += "  " + std::string(100, '[') + "\n";
  expect_refused(brackets, "bad.yaml:2:3");
  std::string lists;
  for (int i = 0; i < 100'000; ++i) lists += "- ";
  for (const std::string& line : {"map: " + std::string(100'000, '{'), lists + "x"}) {
    expect_refused(line + "\n", "line longer than 8192 bytes");
  }
}

TEST_F(BadScenario, ZeroAgents) {
  expect_refused(with_group("{count: 0, start: {cell: [0, 0]}, goal: {cell: [1, 0]}}"),
                 "groups.0.count: expected an integer from 1");
}

TEST_F(BadScenario, NegativeSize) {
  expect_refused("map: {generate: {kind: maze, width: -64}}\n",
                 "map.generate.width: expected an integer from 4");
}

TEST_F(BadScenario, StartOrGoalInAWallOrOutside) {
  expect_refused(with_group("{count: 1, start: {cell: [3, 0]}, goal: {cell: [1, 0]}}"), "groups.0.start");
  expect_refused(with_group("{count: 1, start: {cell: [0, 0]}, goal: {cell: [3, 1]}}"), "groups.0.goal");
  expect_refused(with_group("{count: 1, start: {cell: [0, 0]}, goal: {cell: [4, 1]}}"), "groups.0.goal");
  expect_refused(with_group("{count: 1, start: {cell: [-1, 0]}, goal: {cell: [1, 1]}}"), "groups.0.start");
}

TEST_F(BadScenario, MissingOrAFolder) {
  EXPECT_EQ(portolan({"run", "nowhere.yaml"}).code, 3);
  EXPECT_EQ(portolan({"run", "."}).code, 3);
}

TEST_F(BadScenario, GoalThatCannotBeReachedIsAnOutcome) {
  write("split.yaml",
        "map:\n  ascii: |\n    ..#..\n    ..#..\n"
        "groups:\n  - {count: 2, start: {rect: [0, 0, 2, 2]}, goal: {cell: [4, 0]}}\n");
  EXPECT_EQ(portolan({"check", "split.yaml"}).code, 0);
  const Ran ran = portolan({"run", "split.yaml", "--json"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.json()["outcome"], AnyOf(Json("unreachable"), Json("partial")));
  EXPECT_EQ(ran.json()["arrived"], 0);
  EXPECT_THAT(ran.err, HasSubstr("group '0': its last plan found no way to the goal"));
}

class Overrides : public Tool {};

TEST_F(Overrides, ThatAreWrongEndWith3AndNameTheKey) {
  const auto refused = [this](const std::string& override, const std::string& words) {
    const Ran ran = portolan({"run", scenario("gate.yaml"), "--set", override});
    EXPECT_EQ(ran.code, 3) << override;
    EXPECT_THAT(ran.err, HasSubstr(words)) << override;
  };
  refused("seed", "expected key.path=value");
  refused("sede=1", "seed");
  refused("seed=abc", "--set seed=abc: seed: expected an integer");
  refused("groups.0.count=0", "groups.0.count");
  refused("groups.7.count=1", "groups");
  refused("groups.0.goal={cell: [", "--set");
  refused("map.file=nowhere.map", "nowhere.map");
}

TEST_F(Overrides, TakeMapsFromTheWorkingFolder) {
  write_map("plain.map", std::vector<std::string>(22, std::string(64, '.')));
  EXPECT_EQ(portolan({"run", scenario("gate.yaml"), "--set", "map.file=plain.map"}).code, 0);
}

}  // namespace
}  // namespace portolan::test
