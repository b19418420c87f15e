// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <string>

#include <gmock/gmock.h>

#include <portolan/core/isa.hpp>
#include <support/system.hpp>

namespace portolan {
namespace {

// Sets PORTOLAN_ISA, and puts back what was there.
class Wanted {
 public:
  explicit Wanted(const char* value) {
    if (const char* before = std::getenv("PORTOLAN_ISA")) before_ = before;
    test::set_variable("PORTOLAN_ISA", value);
  }
  ~Wanted() { test::set_variable("PORTOLAN_ISA", before_); }
  Wanted(const Wanted&) = delete;
  Wanted& operator=(const Wanted&) = delete;

 private:
  std::string before_;
};

TEST(Isa, IsFoundByItsName) {
  for (const Isa isa : {Isa::scalar, Isa::sse4, Isa::avx2, Isa::avx512, Isa::neon, Isa::wasm})
    EXPECT_EQ(isa_by_name(name(isa)), isa);
  EXPECT_EQ(isa_by_name("AVX2"), std::nullopt);
}

TEST(Isa, IsWhatTheEnvironmentWants) {
  for (const Isa isa : supported_isas()) {
    const Wanted wanted(std::string(name(isa)).c_str());
    EXPECT_EQ(wanted_isa().value(), isa);
    EXPECT_EQ(best_isa(), isa);
  }
}

TEST(Isa, ThatIsUnknownIsAnErrorToProgramsAndIgnoredByTheLibrary) {
  const Wanted wanted("avx9");
  EXPECT_EQ(best_isa(), supported_isas().back());
  const auto isa = wanted_isa();
  ASSERT_FALSE(isa.ok());
  EXPECT_THAT(isa.error().text(), testing::StartsWith("PORTOLAN_ISA: expected scalar"));
  EXPECT_THAT(isa.error().text(), testing::EndsWith("found 'avx9'"));
}

}  // namespace
}  // namespace portolan
