# Builds the example project from a copy, then checks that it is rebuilt when, and only when, a file
# that the asset reads has changed. Run by ctest with RIGY_EXECUTABLE, MODULE_DIR and WORK_DIR.
cmake_minimum_required(VERSION 3.20)

set(source "${WORK_DIR}/source")
set(binary "${WORK_DIR}/build")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}\n${text}")
  endif()
endfunction()

function(build result)
  run("${CMAKE_COMMAND}" --build "${binary}")
  file(SHA256 "${binary}/cart.glb" digest)
  file(TIMESTAMP "${binary}/cart.glb" time "%s")
  set(${result}_digest "${digest}" PARENT_SCOPE)
  set(${result}_time "${time}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK_DIR}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/" DESTINATION "${source}")
run("${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G Ninja
  "-DCMAKE_MODULE_PATH=${MODULE_DIR}" "-DRIGY_EXECUTABLE=${RIGY_EXECUTABLE}")
build(first)
if(NOT EXISTS "${binary}/wheels/wheel.glb")
  message(FATAL_ERROR "the second asset was not built")
endif()

# Time stamps are compared in whole seconds below.
execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 1.1)
build(second)
if(NOT second_time EQUAL first_time)
  message(FATAL_ERROR "nothing had changed, but the asset was compiled again")
endif()

file(READ "${source}/parts/wheel.rigy.yaml" wheel)
string(REPLACE "height: 0.1" "height: 0.2" wheel "${wheel}")
file(WRITE "${source}/parts/wheel.rigy.yaml" "${wheel}")
build(third)
if(third_digest STREQUAL first_digest)
  message(FATAL_ERROR "the imported wheel had changed, but the asset was not compiled again")
endif()
