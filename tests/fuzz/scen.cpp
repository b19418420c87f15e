// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/detail/scen_file.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(portolan::parse_scen(portolan::fuzz::text_of(data, size), "f.scen"));
  return 0;
}
