// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <support/movingai.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>

#include <lzma.h>

#include <support/cases.hpp>
#include <support/paths.hpp>

namespace portolan::test {

namespace {

std::string unpacked(const std::string& packed, const std::filesystem::path& file) {
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_stream_decoder(&stream, std::numeric_limits<std::uint64_t>::max(), 0) != LZMA_OK) {
    throw std::runtime_error("liblzma does not start");
  }
  stream.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
  stream.avail_in = packed.size();
  std::string bytes;
  std::vector<std::uint8_t> chunk(std::size_t{1} << 20U);
  lzma_ret state = LZMA_OK;
  while (state == LZMA_OK) {
    stream.next_out = chunk.data();
    stream.avail_out = chunk.size();
    state = lzma_code(&stream, LZMA_FINISH);
    bytes.append(reinterpret_cast<const char*>(chunk.data()), chunk.size() - stream.avail_out);
  }
  lzma_end(&stream);
  if (state != LZMA_STREAM_END) throw std::runtime_error(file.string() + " is no whole xz file");
  return bytes;
}

}  // namespace

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + file.string());
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return file.extension() == ".xz" ? unpacked(bytes, file) : bytes;
}

TestWorld load_movingai(const std::filesystem::path& file) {
  std::istringstream in(read_bytes(file));
  std::string word, type, map;
  int height = 0, width = 0;
  in >> word >> type >> word >> height >> word >> width >> map;
  if (!in || map != "map" || height <= 0 || width <= 0)
    throw std::runtime_error(file.string() + " is no map");
  TestWorld loaded{World({width, height, 1}, wall), {}, {}};
  std::string row;
  std::vector<TerrainId> terrain(static_cast<std::size_t>(width));
  for (int y = 0; y < height; ++y) {
    if (!(in >> row) || row.size() != terrain.size())
      throw std::runtime_error(file.string() + " has a bad row");
    std::transform(row.begin(), row.end(), terrain.begin(),
                   [](char c) { return c == '.' || c == 'G' || c == 'S' ? TerrainId{1} : wall; });
    loaded.world.set_terrain_run({0, y, 0}, terrain);
  }
  loaded.profile = loaded.world.add_profile(cost_profile());
  loaded.world.commit();
  return loaded;
}

std::vector<ScenQuery> load_scen(const std::filesystem::path& file) {
  std::istringstream in(read_bytes(file));
  std::string line;
  std::vector<ScenQuery> queries;
  while (std::getline(in, line)) {
    if (line.empty() || line.rfind("version", 0) == 0) continue;
    std::istringstream fields(line);
    ScenQuery q;
    std::string map;
    int width = 0, height = 0;
    // Map names may hold spaces in the tab separated form.
    fields >> q.bucket >> std::ws;
    std::getline(fields, map, line.find('\t') == std::string::npos ? ' ' : '\t');
    fields >> width >> height >> q.start.x >> q.start.y >> q.goal.x >> q.goal.y >> q.optimum;
    if (!fields) throw std::runtime_error(file.string() + " has a bad line: " + line);
    queries.push_back(q);
  }
  return queries;
}

std::vector<std::filesystem::path> movingai_maps() {
  std::vector<std::filesystem::path> maps;
  const std::filesystem::path root = data_dir() / "movingai";
  if (!std::filesystem::exists(root)) return maps;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".map") maps.push_back(entry.path());
  }
  std::sort(maps.begin(), maps.end());
  return maps;
}

std::vector<std::filesystem::path> movingai_cases() {
  const std::vector<std::filesystem::path> all = movingai_maps();
  std::vector<std::filesystem::path> taken;
  const std::size_t stride = all.size() / std::max<std::size_t>(cases(all.size()), 1);
  for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(stride, 1)) taken.push_back(all[i]);
  return taken;
}

}  // namespace portolan::test
