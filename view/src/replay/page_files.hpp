// SPDX-FileCopyrightText: The Portolan authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

// The files of view/page, which the build puts into the library (view/embed.cmake).
namespace portolan::detail::page_files {

std::string html();
std::string css();
std::string js();  // all scripts, one after the other

}  // namespace portolan::detail::page_files
