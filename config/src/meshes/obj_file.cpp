// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "formats/byte_source.hpp"
#include "formats/words.hpp"
#include "mesh_map.hpp"

namespace portolan::detail {

namespace {

constexpr std::size_t most_of_mesh = 1ULL << 24U;  // vertices, and triangles
constexpr double farthest_vertex = 1e6;            // beyond it a float no longer tells centimetres apart
constexpr std::size_t longest_obj_line = 1ULL << 16U;

class ObjReader {
 public:
  ObjReader(ByteSource& source, std::string name)
      : lines_(source, longest_obj_line), name_(std::move(name)) {}

  Result<TriangleMesh> read() {
    while (auto line = lines_.next_filled()) {
      const std::string_view kind = take_word(*line);
      std::optional<Error> fault;
      if (kind == "v") fault = vertex(*line);
      if (kind == "f") fault = face(*line);
      if (fault) return *fault;
    }
    if (auto fault = lines_.fault(name_, "triangle mesh")) return *fault;
    if (mesh_.triangles.empty())
      return Error{name_, 0, 0, "", "has no faces; expected lines `f A B C`, of which floors are made"};
    return std::move(mesh_);
  }

 private:
  [[nodiscard]] Error at_line(const std::string& message) const {
    return {name_, lines_.line(), 0, "", message};
  }
  [[nodiscard]] std::size_t vertex_count() const { return mesh_.vertices.size() / 3; }

  std::optional<Error> vertex(std::string_view line) {
    if (vertex_count() == most_of_mesh)
      return at_line("more than " + std::to_string(most_of_mesh) +
                     " vertices; cut the mesh into smaller ones");
    for (int axis = 0; axis < 3; ++axis) {
      std::string_view word = take_word(line);
      if (word.substr(0, 1) == "+") word.remove_prefix(1);
      double number = 0;
      if (!is_number(word, number) || !(std::abs(number) <= farthest_vertex))
        return at_line("expected `v X Y Z`, each number from -1000000 to 1000000");
      mesh_.vertices.push_back(static_cast<float>(number));
    }
    return std::nullopt;
  }

  // `A`, `A/T`, `A//N` or `A/T/N`, of which A alone counts; it goes back from the last vertex where negative.
  std::optional<int> corner(std::string_view word) const {
    word = word.substr(0, word.find('/'));
    std::int64_t number = 0;
    if (!is_number(word, number)) return std::nullopt;
    const auto count = static_cast<std::int64_t>(vertex_count());
    if (number < 0) number += count + 1;
    if (number < 1 || number > count) return std::nullopt;
    return static_cast<int>(number - 1);
  }

  std::optional<Error> face(std::string_view line) {
    std::vector<int> corners;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
      const auto number = corner(word);
      if (!number)
        return at_line("expected a face of vertices that stand above it, which are 1 to " +
                       std::to_string(vertex_count()));
      corners.push_back(*number);
    }
    if (corners.size() < 3)
      return at_line("a face has three corners at least, and this one has " + std::to_string(corners.size()));
    if (mesh_.triangles.size() / 3 + corners.size() > most_of_mesh)
      return at_line("more than " + std::to_string(most_of_mesh) +
                     " triangles; cut the mesh into smaller ones");
    for (std::size_t i = 2; i < corners.size(); ++i)
      mesh_.triangles.insert(mesh_.triangles.end(), {corners[0], corners[i - 1], corners[i]});
    return std::nullopt;
  }

  LineReader lines_;
  std::string name_;
  TriangleMesh mesh_;
};

}  // namespace

Result<TriangleMesh> read_obj_mesh(ByteSource& source, const std::string& name) {
  return ObjReader(source, name).read();
}

// By the first line that is no remark. Programs write a few of these before the first vertex.
bool is_obj(std::string_view head) {
  constexpr std::array<std::string_view, 10> kinds{"v", "vn", "vt",     "f",      "o",
                                                   "g", "s",  "mtllib", "usemtl", "vp"};
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    const bool has_more = line.find_first_of(blanks) != std::string_view::npos;
    const std::string_view kind = take_word(line);
    if (kind.empty() || kind == "\r" || kind[0] == '#') continue;
    return has_more && std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  }
  return false;
}

}  // namespace portolan::detail
