# rigy_add_asset(<target> <input.rigy.yaml>
#                [OUTPUT <file.glb>] [ROOT <folder>] [OPTIONS <option>...])
#
# Adds a target, built by default, that compiles a Rigy document to binary glTF whenever the document
# or a file that it refers to has changed.
#
#   OUTPUT   default: the name of the input with .glb, in the current binary folder
#   ROOT     folder that imports must lie in; default: the current source folder if the input is
#            below it, else the input's folder
#   OPTIONS  further options of `rigy compile`, for example --pose wave --bake-skin
#
# The output's path is the target property RIGY_OUTPUT. The program is RIGY_EXECUTABLE.

# Installed, this file is in lib/cmake/Rigy or lib/<architecture>/cmake/Rigy.
find_program(RIGY_EXECUTABLE rigy REQUIRED
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../../bin")

function(_rigy_default_output input result)
  get_filename_component(name "${input}" NAME)
  string(REGEX REPLACE "(\\.rigy)?\\.ya?ml$" "" name "${name}")
  set(${result} "${CMAKE_CURRENT_BINARY_DIR}/${name}.glb" PARENT_SCOPE)
endfunction()

function(_rigy_default_root input result)
  file(RELATIVE_PATH relative "${CMAKE_CURRENT_SOURCE_DIR}" "${input}")
  if(relative MATCHES "^\\.\\./")
    get_filename_component(root "${input}" DIRECTORY)
  else()
    set(root "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  set(${result} "${root}" PARENT_SCOPE)
endfunction()

function(rigy_add_asset target input)
  cmake_parse_arguments(PARSE_ARGV 2 ASSET "" "OUTPUT;ROOT" "OPTIONS")
  if(ASSET_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "rigy_add_asset: unknown arguments: ${ASSET_UNPARSED_ARGUMENTS}")
  endif()

  get_filename_component(input "${input}" ABSOLUTE)
  if(NOT ASSET_OUTPUT)
    _rigy_default_output("${input}" ASSET_OUTPUT)
  endif()
  get_filename_component(output "${ASSET_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  if(NOT ASSET_ROOT)
    _rigy_default_root("${input}" ASSET_ROOT)
  endif()
  get_filename_component(root "${ASSET_ROOT}" ABSOLUTE)
  get_filename_component(output_folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${output_folder}")

  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${RIGY_EXECUTABLE}" compile "${input}" -o "${output}" --root "${root}"
      --depfile "${output}.d" ${ASSET_OPTIONS}
    DEPENDS "${input}" "${RIGY_EXECUTABLE}"
    DEPFILE "${output}.d"
    COMMENT "Compiling ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${output}")
  set_target_properties(${target} PROPERTIES RIGY_OUTPUT "${output}")
endfunction()
