# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT

# A game that is saved, and goes on in other processes, must end like one that was played in one go: the hash is over all
# ticks. cmake -D PROGRAM=rts -D FOLDER=... -P saved.cmake
set(last 240)
set(game --agents 400 --json --ticks ${last})

# play(NAME ARGUMENT...): NAME is set to the hash.
function(play name)
  execute_process(COMMAND ${PROGRAM} ${game} ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE errors RESULT_VARIABLE code)
  if(NOT code EQUAL 0 OR NOT out MATCHES "\"hash\": \"([0-9a-f]+)\"")
    message(FATAL_ERROR "rts ${ARGN}: exit code ${code}\n${out}${errors}")
  endif()
  set(${name} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

play(straight)
set(from)
foreach(tick 60 120 180)
  play(hash ${from} --save-at ${tick} --save ${FOLDER}/rts_${tick}.state)
  if(NOT hash STREQUAL straight)
    message(FATAL_ERROR "saved at ${tick}: hash ${hash}, played in one go: ${straight}")
  endif()
  set(from --load ${FOLDER}/rts_${tick}.state)
endforeach()
play(hash ${from} --threads 3)
if(NOT hash STREQUAL straight)
  message(FATAL_ERROR "loaded for the third time: hash ${hash}, played in one go: ${straight}")
endif()
play(hash --rollback 23)
if(NOT hash STREQUAL straight)
  message(FATAL_ERROR "rolled back every 23 ticks: hash ${hash}, played in one go: ${straight}")
endif()

file(WRITE ${FOLDER}/rts_no.state "this is no game")
execute_process(COMMAND ${PROGRAM} ${game} --load ${FOLDER}/rts_no.state ERROR_VARIABLE errors RESULT_VARIABLE code)
if(NOT code EQUAL 3 OR NOT errors MATCHES "saved state")
  message(FATAL_ERROR "what is no saved state: exit code ${code}, ${errors}")
endif()
