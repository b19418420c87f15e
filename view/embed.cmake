# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Writes OUT, a source file that holds the text of HTML, of CSS and of all files of the list JS. Each file is a literal of its
# own, because compilers need not take long ones.
function(add_text name)
  string(APPEND code "std::string ${name}() {\n  std::string text;\n")
  foreach(file IN LISTS ARGN)
    file(READ ${file} text)
    string(APPEND code "  text += R\"page(${text})page\";\n")
  endforeach()
  string(APPEND code "  return text;\n}\n")
  set(code "${code}" PARENT_SCOPE)
endfunction()

set(code "#include \"replay/page_files.hpp\"\n\nnamespace portolan::detail::page_files {\n\n")
add_text(html ${HTML})
add_text(css ${CSS})
add_text(js ${JS})
string(APPEND code "\n}  // namespace portolan::detail::page_files\n")
file(WRITE ${OUT} "${code}")
