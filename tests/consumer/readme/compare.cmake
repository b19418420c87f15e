# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# README.md quotes the files of this folder, without their two SPDX lines, and the line OUTPUT that the program
# prints. What it quotes is what the tests build and run.
file(READ ${README} readme)
string(REPLACE ";" "<semicolon>" readme "${readme}")
foreach(source IN ITEMS main.cpp CMakeLists.txt)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${source} text)
  string(REPLACE ";" "<semicolon>" text "${text}")
  string(REGEX REPLACE "^[^\n]*SPDX[^\n]*\n[^\n]*SPDX[^\n]*\n" "" text "${text}")
  string(FIND "${readme}" "\n${text}```" place)
  if(place EQUAL -1)
    message(SEND_ERROR "README.md does not quote tests/consumer/readme/${source} as it is; copy it, without its first two lines")
  endif()
endforeach()
string(FIND "${readme}" "\n${OUTPUT}\n" place)
if(place EQUAL -1)
  message(SEND_ERROR "README.md does not show what the program prints: ${OUTPUT}")
endif()
