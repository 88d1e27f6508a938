# Builds the example project from a copy, with ninja and with make, then checks that it is rebuilt when, and only when, a
# file that the assets read has changed. Run by ctest with RIGY_EXECUTABLE, MODULE_DIR and WORK_DIR.
cmake_minimum_required(VERSION 3.20)

set(outputs
  cart.glb cart.fbx cart.gltf cart.bin cart.png wheels/wheel.glb
  parts/wheel.glb parts/cart.glb parts/crate.glb parts/wheel.stl parts/cart.stl parts/crate.stl
  parts/wheel.obj parts/wheel.mtl parts/cart.mtl parts/crate.mtl
  parts/export/wheel.glb parts/export/cart.glb parts/export/crate.glb
  parts/wheel.png parts/cart.png parts/crate.png)
# Those that the wheel is part of; the others must keep their times. The exports of several documents are written together.
# Materials do not change with the wheel.
set(unaffected parts/crate.glb parts/crate.png)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}\n${text}")
  endif()
endfunction()

# Sets <result>_digests and <result>_times of all outputs.
function(build result)
  run("${CMAKE_COMMAND}" --build "${binary}")
  foreach(output IN LISTS outputs)
    if(NOT EXISTS "${binary}/${output}")
      message(FATAL_ERROR "${generator}: '${output}' was not built")
    endif()
    file(SHA256 "${binary}/${output}" digest)
    file(TIMESTAMP "${binary}/${output}" time "%s")
    list(APPEND digests ${digest})
    list(APPEND times ${time})
  endforeach()
  set(${result}_digests "${digests}" PARENT_SCOPE)
  set(${result}_times "${times}" PARENT_SCOPE)
endfunction()

function(check_plain output)
  run("${RIGY_EXECUTABLE}" ${ARGN} -o "${WORK_DIR}/plain" --root "${source}")
  file(SHA256 "${WORK_DIR}/plain" plain)
  file(SHA256 "${binary}/${output}" built)
  if(NOT plain STREQUAL built)
    message(FATAL_ERROR "${generator}: '${output}' is not what a plain run writes")
  endif()
endfunction()

function(check_project)
  file(REMOVE_RECURSE "${WORK_DIR}")
  file(COPY "${CMAKE_CURRENT_LIST_DIR}/" DESTINATION "${source}")
  run("${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G "${generator}"
    "-DCMAKE_MODULE_PATH=${MODULE_DIR}" "-DRIGY_EXECUTABLE=${RIGY_EXECUTABLE}")
  build(first)
  # File names in exports are those of the output, so only what has none is compared.
  check_plain(cart.glb compile "${source}/cart.rigy.yaml" --winding outward)
  check_plain(parts/cart.glb compile "${source}/cart.rigy.yaml")
  check_plain(parts/crate.glb compile "${source}/parts/crate.rigy.yaml")

  # Time stamps are compared in whole seconds below.
  execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 1.1)
  build(second)
  if(NOT second_times STREQUAL first_times)
    message(FATAL_ERROR "${generator}: nothing had changed, but something was made again")
  endif()

  file(READ "${source}/parts/wheel.rigy.yaml" wheel)
  string(REPLACE "height: 0.1" "height: 0.2" wheel "${wheel}")
  file(WRITE "${source}/parts/wheel.rigy.yaml" "${wheel}")
  build(third)
  foreach(output IN LISTS outputs)
    list(FIND outputs ${output} index)
    list(GET first_times ${index} before)
    list(GET third_times ${index} after)
    list(GET first_digests ${index} old)
    list(GET third_digests ${index} new)
    if(output IN_LIST unaffected)
      if(NOT before EQUAL after)
        message(FATAL_ERROR "${generator}: the wheel had changed, but '${output}' was made again")
      endif()
    elseif(NOT output MATCHES "crate|\\.mtl$" AND old STREQUAL new)
      message(FATAL_ERROR "${generator}: the wheel had changed, but '${output}' was not made again")
    endif()
  endforeach()

  execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 1.1)
  build(fourth)
  if(NOT fourth_times STREQUAL third_times)
    message(FATAL_ERROR "${generator}: nothing had changed since, but something was made again")
  endif()

  foreach(output cart.fbx cart.bin parts/crate.glb parts/crate.mtl parts/cart.stl parts/export/wheel.glb)
    file(REMOVE "${binary}/${output}")
    build(fifth)  # fails if it was not made again
  endforeach()
  if(NOT fifth_digests STREQUAL third_digests)
    message(FATAL_ERROR "${generator}: what was deleted was made again with other bytes")
  endif()
endfunction()

foreach(generator Ninja "Unix Makefiles")
  set(source "${WORK_DIR}/source")
  set(binary "${WORK_DIR}/build")
  check_project()
endforeach()
