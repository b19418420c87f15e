# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# cmake -D OUT=... -D LIBRARY=portolan.js -P playground.cmake: the page with all that it needs in one file, which opens
# from disk.
set(page ${CMAKE_CURRENT_LIST_DIR}/playground)
file(READ ${page}/playground.html html)
file(READ ${page}/playground.css css)
file(READ ${LIBRARY} library)
set(scripts "")
foreach(name IN ITEMS game draw main)
  file(READ ${page}/${name}.js script)
  string(APPEND scripts "${script}")
endforeach()
foreach(part IN ITEMS css scripts library)
  string(REPLACE "{{${part}}}" "${${part}}" html "${html}")
endforeach()
file(WRITE ${OUT} "${html}")
