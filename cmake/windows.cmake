# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# Toolchain file: 64-bit Windows by the g++ of mingw-w64 with POSIX threads. What scripts/windows has built there is looked
# for below PORTOLAN_WINDOWS_ROOT, and nowhere else. Programs hold all that they need, and run under Wine where it is.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(triple x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${triple}-gcc-posix)
set(CMAKE_CXX_COMPILER ${triple}-g++-posix)
set(CMAKE_RC_COMPILER ${triple}-windres)

set(root ${CMAKE_CURRENT_LIST_DIR}/../build/windows-root)
cmake_path(NORMAL_PATH root OUTPUT_VARIABLE root)
set(PORTOLAN_WINDOWS_ROOT ${root} CACHE PATH "Folder with the libraries for Windows")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PORTOLAN_WINDOWS_ROOT)
set(CMAKE_FIND_ROOT_PATH ${PORTOLAN_WINDOWS_ROOT} /usr/${triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(what IN ITEMS LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${what} ONLY)
endforeach()

# liblzma takes it that it is a DLL otherwise.
set(CMAKE_C_FLAGS_INIT -DLZMA_API_STATIC)
set(CMAKE_CXX_FLAGS_INIT -DLZMA_API_STATIC)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
set(ZLIB_USE_STATIC_LIBS ON)

find_program(PORTOLAN_WINE wine64 wine PATHS /usr/lib/wine)
mark_as_advanced(PORTOLAN_WINE)
if(PORTOLAN_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_COMMAND} -E env WINEPREFIX=${PORTOLAN_WINDOWS_ROOT}/wine WINEDEBUG=-all ${PORTOLAN_WINE})
endif()
