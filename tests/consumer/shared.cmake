# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# LIBRARY shows what is in namespace portolan and nothing else, and is called SONAME where that is given.
execute_process(COMMAND ${NM} -D --defined-only --format=just-symbols ${LIBRARY} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${symbols}" symbols)
string(REPLACE "\n" ";" symbols "${symbols}")
list(LENGTH symbols count)
list(FILTER symbols EXCLUDE REGEX "^_Z[A-Za-z0-9_]*N?K?8portolan")
if(symbols OR count LESS 100)
  message(FATAL_ERROR "of ${count} symbols these are not Portolan's: ${symbols}")
endif()
if(SONAME)
  execute_process(COMMAND ${OBJDUMP} -p ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
  if(NOT dynamic MATCHES "SONAME +${SONAME}\n")
    message(FATAL_ERROR "the soname is not ${SONAME}")
  endif()
endif()
