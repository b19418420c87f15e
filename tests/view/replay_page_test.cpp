// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/view/detail/replay_page.hpp>

#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <zlib.h>

namespace portolan::detail {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8) & 0xFFU));
  }
  return bytes;
}

// Of RFC 4648.
TEST(ReplayPage, Base64IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xFF\xFE\x00", 3)), "//4A");
}

TEST(ReplayPage, HoldsItsColumns) {
  const std::string long_one(100'000, 'x');
  const std::string page = replay_page({{"first", "<script>&"}, {"second", long_one}});
  const std::string mark = "id=\"data\">";
  const std::size_t begin = page.find(mark) + mark.size();
  const std::string packed = decoded(page.substr(begin, page.find("</script>", begin) - begin));
  std::string bytes(200'000, '\0');
  auto size = static_cast<uLongf>(bytes.size());
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size())),
            Z_OK);
  bytes.resize(size);
  const auto number = [](unsigned n) {
    return std::string{static_cast<char>(n & 255U), static_cast<char>(n >> 8U & 255U),
                       static_cast<char>(n >> 16U), 0};
  };
  EXPECT_EQ(bytes, number(2) + number(5) + "first" + number(9) + number(6) + "second" + number(100'000) +
                       "<script>&" + long_one);
}

TEST(ReplayPage, NeedsNothingElse) {
  const std::string page = replay_page({{"description", "{}"}});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* outside :
       {"http:", "https:", " src=", "href=", "url(", "@import", "fetch(", "innerHTML", "eval("})
    EXPECT_THAT(page, Not(HasSubstr(outside))) << outside;
  for (const char* mark : {"/* style */", "/* script */", "<!-- data -->"})
    EXPECT_THAT(page, Not(HasSubstr(mark)));
}

}  // namespace
}  // namespace portolan::detail
