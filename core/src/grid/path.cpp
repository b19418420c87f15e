// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#include <portolan/core/path.hpp>

#include "../cell_text.hpp"

namespace portolan::detail {

Error walk_error(const char* what, Cell at) {
  Error error;
  error.message = "cell " + text(at) + " " + what;
  return error;
}

}  // namespace portolan::detail
