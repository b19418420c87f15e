// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace portolan::bench {

/// What stands in a table; nothing shows as a dash.
using Value = std::variant<std::monostate, std::string, double, std::int64_t>;

struct Column {
  std::string name;
  int digits = 2;  ///< behind the point
};

/// The tables of one run: printed row by row as they come, kept for the JSON file.
class Report {
 public:
  /// `program` names the run; the machine and the build are looked up.
  explicit Report(const std::string& program);
  ~Report();
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  void begin_table(const std::string& name, const std::string& about, std::vector<Column> columns);
  void row(std::vector<Value> values);
  /// A sentence below the current table.
  void note(const std::string& text);
  /// A number that sums up the current table, printed as `name: value`.
  void result(const std::string& name, double value, const std::string& wanted = {});
  /// Tells of a wrong answer; the run ends with failure.
  void wrong(const std::string& what);

  [[nodiscard]] bool failed() const { return failed_; }
  /// What went wrong, if anything did.
  [[nodiscard]] std::optional<std::string> write_json(const std::string& file) const;

 private:
  struct Json;

  std::unique_ptr<Json> json_;
  std::vector<Column> columns_;
  bool failed_ = false;
};

}  // namespace portolan::bench
