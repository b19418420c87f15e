// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT

#include <support/report.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include <portolan/core/isa.hpp>

namespace portolan::bench {

struct Report::Json {
  nlohmann::ordered_json root;
  nlohmann::ordered_json& table() { return root["tables"].back(); }
};

namespace {

constexpr int first_width = 26;

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string line, name, family;
  const auto value = [&] { return line.substr(std::min(line.size(), line.find(':') + 2)); };
  while (std::getline(in, line) && !line.empty()) {
    if (line.rfind("model name", 0) == 0) name = value();
    if (line.rfind("cpu family", 0) == 0) family = value();
  }
  return name.empty() ? "unknown processor" : name + " family " + family;
}

const char* build() {
#ifdef NDEBUG
  return "release, " __VERSION__;
#else
  return "DEBUG BUILD, times mean nothing, " __VERSION__;
#endif
}

std::string text_of(const Value& value, int digits) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || std::isnan(*number)) return "-";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, *number);
  return buffer;
}

nlohmann::ordered_json json_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr || std::isnan(*number)) return nullptr;
  return *number;
}

int width_of(const Column& column) { return std::max(8, static_cast<int>(column.name.size())); }

}  // namespace

Report::Report(const std::string& program) : json_(std::make_unique<Json>()) {
  const unsigned threads = std::thread::hardware_concurrency();
  const std::string isa(name(best_isa()));
  json_->root = {{"program", program}, {"processor", processor()},
                 {"threads", threads}, {"instruction_set", isa},
                 {"build", build()},   {"tables", nlohmann::ordered_json::array()}};
  std::printf("%s on %s, %u threads, %s; %s\n", program.c_str(), processor().c_str(), threads, isa.c_str(),
              build());
}

Report::~Report() = default;

void Report::begin_table(const std::string& table, const std::string& about, std::vector<Column> columns) {
  columns_ = std::move(columns);
  json_->root["tables"].push_back({{"name", table}, {"about", about}});
  std::printf("\n%s: %s\n", table.c_str(), about.c_str());
  std::printf("%-*s", first_width, columns_.front().name.c_str());
  for (std::size_t i = 1; i < columns_.size(); ++i) {
    std::printf("  %*s", width_of(columns_[i]), columns_[i].name.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

void Report::row(std::vector<Value> values) {
  if (values.size() != columns_.size()) throw std::logic_error("a row has not one value per column");
  nlohmann::ordered_json row;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string text = text_of(values[i], columns_[i].digits);
    if (i == 0) {
      std::printf("%-*s", first_width, text.c_str());
    } else {
      std::printf("  %*s", width_of(columns_[i]), text.c_str());
    }
    row[columns_[i].name] = json_of(values[i]);
  }
  std::printf("\n");
  std::fflush(stdout);
  json_->table()["rows"].push_back(std::move(row));
}

void Report::note(const std::string& text) {
  std::printf("  %s\n", text.c_str());
  json_->table()["notes"].push_back(text);
}

void Report::result(const std::string& what, double value, const std::string& wanted) {
  std::printf("  %s: %.2f%s%s\n", what.c_str(), value, wanted.empty() ? "" : ", wanted ", wanted.c_str());
  json_->table()["results"].push_back({{"name", what}, {"value", json_of(value)}, {"wanted", wanted}});
}

void Report::wrong(const std::string& what) {
  failed_ = true;
  std::printf("  WRONG ANSWER, not timed: %s\n", what.c_str());
  json_->root["wrong"].push_back(what);
}

std::optional<std::string> Report::write_json(const std::string& file) const {
  std::ofstream out(file);
  out << json_->root.dump(2) << '\n';
  out.close();
  if (!out) return "cannot write " + file;
  return std::nullopt;
}

}  // namespace portolan::bench
