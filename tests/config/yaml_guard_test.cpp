// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <pthread.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <portolan/config/scenario_reader.hpp>

#include <support/cases.hpp>
#include <support/temp_folder.hpp>

// Hostile text, through the front door. Each must end quickly with an error that says where and why.
namespace portolan {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string guard_fault(const std::string& text) {
  const auto scenario = parse_scenario(text, "s.yaml");
  return scenario.ok() ? "no fault" : scenario.error().text();
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

TEST(YamlGuard, EmptyFile) {
  EXPECT_THAT(guard_fault(""), HasSubstr("s.yaml: the file is empty"));
  EXPECT_THAT(guard_fault("\n\n# nothing but a comment\n"), HasSubstr("empty"));
  EXPECT_THAT(guard_fault("---\n"), HasSubstr("expected a mapping"));
}

TEST(YamlGuard, TabsInYaml) {
  EXPECT_EQ(guard_fault("map:\n\tfile: x.map\n"),
            "s.yaml:2:1: expected spaces, found a tab; YAML is indented with spaces");
}

TEST(YamlGuard, DuplicateKeys) {
  const std::string text =
      guard_fault("map: {ascii: '.'}\ngroups: []\nhierarchy: {threads: 1, threads: 2}\nmap: {}\n");
  EXPECT_THAT(text,
              HasSubstr("s.yaml:3:25: hierarchy.threads: the key is given twice, first in line 3; keep one"));
  EXPECT_THAT(text, HasSubstr("s.yaml:4:1: map: the key is given twice, first in line 1; keep one"));
}

TEST(YamlGuard, SelfReferringAlias) {
  EXPECT_THAT(guard_fault("map: &x [*x]\n"), HasSubstr("the alias refers to itself"));
  EXPECT_THAT(guard_fault("&x map: {a: *x}\n"), HasSubstr("s.yaml:1:"));
  EXPECT_THAT(guard_fault("map: &a {b: &b {c: *a, d: *b}}\n"), HasSubstr("refers to itself"));
  EXPECT_THAT(guard_fault("map: *nowhere\n"), HasSubstr("s.yaml:1:6"));
}

TEST(YamlGuard, AliasBomb) {
  std::string text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string one = "*a" + std::to_string(i - 1);
    text +=
        "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one + repeated(", " + one, 8) + "]\n";
  }
  EXPECT_THAT(guard_fault(text), HasSubstr("more than 400000 values once aliases are expanded"));
}

TEST(YamlGuard, AliasesCannotHideDepth) {
  std::string text = "a0: &a0 [1]\n";
  for (int i = 1; i < 40; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
  }
  EXPECT_THAT(guard_fault(text), HasSubstr("nested deeper than 32 levels"));
}

TEST(YamlGuard, HundredThousandLevelsOfNesting) {
  const std::string deep = "nested deeper than 32 levels";
  EXPECT_THAT(guard_fault(repeated("[\n", 100'000) + repeated("]\n", 100'000)), HasSubstr(deep));
  EXPECT_THAT(guard_fault(repeated("{a: \n", 100'000) + repeated("}\n", 100'000)), HasSubstr(deep));
  EXPECT_THAT(guard_fault(repeated("[", 4'000) + repeated("]", 4'000)), HasSubstr(deep));
  EXPECT_THAT(guard_fault(repeated("[\n", 100'000)), HasSubstr("s.yaml:1:1: "));
  EXPECT_THAT(guard_fault(repeated("{a: \n", 100'000)), HasSubstr("s.yaml:1:1: "));
  EXPECT_THAT(guard_fault(repeated("- ", 4'000) + "x\n"), HasSubstr(deep));
  EXPECT_THAT(guard_fault(repeated("? ", 4'000) + "x\n"), HasSubstr("s.yaml:1:"));
  EXPECT_THAT(guard_fault(repeated("[", 100'000)), HasSubstr("line longer than"));
  std::string stairs;
  for (std::size_t i = 0; i < 1000; ++i) stairs += repeated(" ", i) + "a:\n";
  EXPECT_THAT(guard_fault(stairs), HasSubstr(deep));
}

// The parser underneath recurses; with 128 KiB of stack it would crash if it were let go its way.
TEST(YamlGuard, DeepNestingOnASmallStack) {
  std::string text;
  const std::function<void()> work = [&] {
    text = guard_fault("map: " + repeated("[\n ", 100'000) + repeated("]\n ", 100'000));
  };
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128U << 10U), 0);
  pthread_t thread{};
  const auto run = [](void* body) -> void* {
    (*static_cast<const std::function<void()>*>(body))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_THAT(text, HasSubstr("nested deeper than 32 levels"));
}

TEST(YamlGuard, HundredMegabytes) {
  EXPECT_THAT(guard_fault(std::string(100U << 20U, 'x')), HasSubstr("more than 1048576 bytes"));
  const test::TempFolder folder;
  const std::filesystem::path file = folder.path() / "large.yaml";
  {
    std::ofstream out(file, std::ios::binary);
    out.seekp((100 << 20) - 1);
    out.put('x');
  }
  const auto scenario = read_scenario(file);
  EXPECT_THAT(scenario.error().text(), HasSubstr("more than 1048576 bytes; keep maps in map files"));
}

TEST(YamlGuard, BytesThatAreNoText) {
  EXPECT_EQ(guard_fault(std::string("na\0me: x", 8)), "s.yaml:1:3: control character 0x00; remove it");
  EXPECT_THAT(guard_fault("name: \x07\n"), HasSubstr("s.yaml:1:7: control character 0x07"));
  EXPECT_THAT(guard_fault("a: 1\rb: 2\n"), HasSubstr("control character 0x0d"));
  for (const char* const bad :
       {"\xFF", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80"}) {
    EXPECT_THAT(guard_fault(std::string("name: ") + bad + "\n"), HasSubstr("s.yaml:1:7: not valid UTF-8"))
        << bad;
  }
  EXPECT_THAT(guard_fault("name: caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\nmap: 3\n"),
              Not(HasSubstr("UTF-8")));
}

TEST(YamlGuard, OneDocumentWithoutTags) {
  EXPECT_THAT(guard_fault("map: {}\n---\nmap: {}\n"), HasSubstr("a second document; keep one in a file"));
  EXPECT_THAT(guard_fault("name: !!int 5\n"), HasSubstr("the tag"));
  EXPECT_THAT(guard_fault("name: !shell ls\n"), HasSubstr("is not understood; remove it"));
  EXPECT_THAT(guard_fault("!!map {name: x}\n"), HasSubstr("the tag"));
}

TEST(YamlGuard, UnclosedQuotesAndBrackets) {
  EXPECT_THAT(guard_fault("name: \"abc\nmap: {}\n"), HasSubstr("s.yaml:1:7"));
  EXPECT_THAT(guard_fault("name: 'abc\nmap: {}\n"), HasSubstr("s.yaml:1:7"));
  EXPECT_THAT(guard_fault("name: &a 'abc\nmap: {}\n"), HasSubstr("s.yaml:1:7"));
  EXPECT_THAT(guard_fault("name: &a 'it''s"), HasSubstr("s.yaml:1:"));
  EXPECT_THAT(guard_fault("name: \"a\\\""), HasSubstr("s.yaml:1:"));
  EXPECT_THAT(guard_fault("map: {file: x\n"), HasSubstr("not valid YAML"));
  EXPECT_THAT(guard_fault("map: [1, 2\n"), HasSubstr("not valid YAML"));
}

TEST(YamlGuard, KeysArePlainWords) {
  EXPECT_THAT(guard_fault("[1, 2]: 3\n"), HasSubstr("expected a key"));
  EXPECT_THAT(guard_fault("? {a: 1}\n: 3\n"), HasSubstr("expected a key"));
  EXPECT_THAT(guard_fault("a: &x 1\n*x : 3\n"), HasSubstr("expected a key"));
  EXPECT_THAT(guard_fault("<<: {name: x}\n"), HasSubstr("unknown key '<<'"));
}

TEST(YamlGuard, NoMappingAtTheTop) {
  EXPECT_THAT(guard_fault("just words\n"), HasSubstr("expected a mapping"));
  EXPECT_THAT(guard_fault("- 1\n- 2\n"), HasSubstr("expected a mapping"));
  EXPECT_THAT(guard_fault("7\n"), HasSubstr("expected a mapping"));
}

TEST(YamlGuard, ManyFaultsAreCounted) {
  std::string text = "map: {ascii: '.'}\ngroups: []\n";
  for (int i = 0; i < 50; ++i) text += "key" + std::to_string(i) + ": 1\n";
  EXPECT_THAT(guard_fault(text), HasSubstr("... and 31 more"));
}

// Linear time: text at the limit of size, made to be slow.
TEST(YamlGuard, LargestTextsEndInTime) {
  const std::size_t room = test::cases(1U << 20U) - 64;
  for (const std::string& part :
       {std::string("- a\n"), std::string("? a\n"), std::string("a: &a\n"), std::string("'\n"),
        std::string("[\n]\n"), std::string("- *x\n"), std::string("#\n"), std::string("{a,\n"),
        std::string("- - - a\n"), std::string("a\n"), std::string("!\n"), std::string("&\n"),
        std::string("- |\n a\n"), std::string("\"\\\n"), std::string("[a,\n")}) {
    EXPECT_THAT(guard_fault(repeated(part, room / part.size())), HasSubstr("s.yaml")) << part;
  }
}

}  // namespace
}  // namespace portolan
