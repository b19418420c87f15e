// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <optional>
#include <utility>

#include <portolan/config/detail/scen_file.hpp>

#include "byte_source.hpp"
#include "words.hpp"

namespace portolan {

namespace {

constexpr std::size_t max_queries = 10'000'000;

/// Takes the fields of one line, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view line) : line_(line) {}

  std::string_view word() {
    at_ = std::min(line_.find_first_not_of(" \t", at_), line_.size());
    const std::size_t stop = std::min(line_.find('\t', at_), line_.size());
    const std::string_view text = line_.substr(at_, stop - at_);
    // Tabs part the fields; some files use single spaces.
    const std::size_t space =
        line_.find('\t') == std::string_view::npos ? text.find(' ') : std::string_view::npos;
    start_ = at_;
    at_ += space == std::string_view::npos ? text.size() : space;
    return line_.substr(start_, at_ - start_);
  }
  template <class T>
  bool number(T& out) {
    std::string_view text = word();
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return detail::is_number(text, out);
  }
  [[nodiscard]] int column() const { return static_cast<int>(start_) + 1; }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
};

std::optional<Error> parse_query(std::string_view line, ScenQuery& query, const std::string& name,
                                 int number) {
  Fields fields(line);
  const auto bad = [&](const std::string& expected) {
    return Error{name, number, fields.column(), "",
                 "expected " + expected +
                     "; a line holds bucket, map, width, height, start x, start y, goal x, "
                     "goal y and the optimal length, parted by tabs"};
  };
  if (!fields.number(query.bucket)) return bad("the bucket, an integer");
  query.map = fields.word();
  if (query.map.empty()) return bad("the map's name");
  if (!fields.number(query.extent.width) || query.extent.width < 1) return bad("the map's width");
  if (!fields.number(query.extent.height) || query.extent.height < 1) return bad("the map's height");
  for (Cell* cell : {&query.start, &query.goal}) {
    const std::string what = cell == &query.start ? "the start's " : "the goal's ";
    if (!fields.number(cell->x) || cell->x < 0 || cell->x >= query.extent.width) {
      return bad(what + "x, from 0 to " + std::to_string(query.extent.width - 1));
    }
    if (!fields.number(cell->y) || cell->y < 0 || cell->y >= query.extent.height) {
      return bad(what + "y, from 0 to " + std::to_string(query.extent.height - 1));
    }
  }
  if (!fields.number(query.optimum) || !(query.optimum >= 0)) return bad("the optimal length, a number");
  return std::nullopt;
}

Result<std::vector<ScenQuery>> parse(detail::ByteSource& source, const std::string& name) {
  detail::LineReader lines(source, detail::LineReader::short_line);
  std::vector<ScenQuery> queries;
  bool versioned = false;
  while (const auto line = lines.next_filled()) {
    if (!versioned) {
      if (line->substr(0, 7) != "version") {
        return Error{name, lines.line(), 1, "", "expected 'version 1'; is this a MovingAI scenario?"};
      }
      versioned = true;
      continue;
    }
    ScenQuery query;
    if (auto error = parse_query(*line, query, name, lines.line())) return *error;
    if (queries.size() == max_queries) {
      return Error{name, lines.line(), 0, "",
                   "more than " + std::to_string(max_queries) + " queries; cut the file"};
    }
    queries.push_back(std::move(query));
  }
  if (auto fault = lines.fault(name, "a MovingAI scenario")) return *fault;
  if (!versioned)
    return Error{name, 0, 0, "", "the file is empty; expected 'version 1' and one query per line"};
  return queries;
}

}  // namespace

Result<std::vector<ScenQuery>> read_scen(const std::filesystem::path& file) {
  const auto source = detail::open_source(file);
  if (!source) return source.error();
  return parse(**source, file.string());
}

Result<std::vector<ScenQuery>> parse_scen(std::string_view text, const std::string& name) {
  return parse(*detail::memory_source(text), name);
}

}  // namespace portolan
