// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include <cstddef>
#include <system_error>

#include <portolan/config/detail/raster_options.hpp>
#include <portolan/core/detail/atomic_file.hpp>

namespace portolan::tool {
namespace {

// Two names of one plain file, whether it is there or not.
bool are_one_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code fault;
  const bool is_there = std::filesystem::exists(a, fault);
  if (is_there && !std::filesystem::is_regular_file(a, fault)) return false;
  if (is_there) return std::filesystem::equivalent(a, b, fault);
  const auto whole = std::filesystem::weakly_canonical(std::filesystem::absolute(a, fault), fault);
  if (fault) return false;
  const auto other = std::filesystem::weakly_canonical(std::filesystem::absolute(b, fault), fault);
  return !fault && whole == other;
}

}  // namespace

std::optional<Error> overwrites(const std::vector<std::filesystem::path>& inputs,
                                const std::vector<std::filesystem::path>& outputs) {
  std::vector<std::filesystem::path> images;  // read with the inputs that name them
  images.reserve(inputs.size());
  for (const auto& input : inputs) images.push_back(image_named_by(input));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      if (are_one_file(inputs[k], outputs[i]) || are_one_file(images[k], outputs[i]))
        return Error{inputs[k].string(), 0, 0, "",
                     "is what is read, and would be overwritten; name another file"};
    }
    for (std::size_t k = 0; k < i; ++k) {
      if (are_one_file(outputs[k], outputs[i]))
        return Error{outputs[i].string(), 0, 0, "", "would be written twice; name two files"};
    }
  }
  return std::nullopt;
}

std::optional<Error> cannot_write(const std::filesystem::path& file) {
  AtomicFile probe(file);
  return probe.failed() ? probe.commit() : std::nullopt;
}

}  // namespace portolan::tool
