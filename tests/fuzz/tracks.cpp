// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <portolan/config/detail/track_file.hpp>

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static portolan::fuzz::MemoryFile file;
  static_cast<void>(portolan::read_tracks(file.with(std::as_bytes(std::span(data, size)))));
  return 0;
}
