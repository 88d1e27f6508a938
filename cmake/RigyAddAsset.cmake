# rigy_add_asset(<target> <input.rigy.yaml>...
#                [OUTPUT <file.glb>] [OUT_DIR <folder>] [ROOT <folder>] [OPTIONS <option>...]
#                [EXPORT <format>...] [EXPORT_OPTIONS <option>...]
#                [RENDER] [RENDER_OPTIONS <option>...])
#
# Adds a target, built by default, that compiles Rigy documents to binary glTF whenever a document
# or a file that it refers to has changed.
#
#   OUTPUT          of a single input; default: its name with .glb, in OUT_DIR
#   OUT_DIR         default: the current binary folder
#   ROOT            folder that imports must lie in; default: the current source folder if the first
#                   input is below it, else that input's folder
#   OPTIONS         further options of `rigy compile`, for example --pose wave --bake-skin
#   EXPORT          also write these formats with `rigy export`: glb, gltf, fbx, obj, stl. They lie
#                   beside the outputs; glb, which would replace them, in the folder `export` there
#   EXPORT_OPTIONS  further options of `rigy export`, for example --for unity
#   RENDER          also draw a picture of each input with `rigy render`, beside its output
#   RENDER_OPTIONS  further options of `rigy render`, for example --size 256x256
#
# Several inputs are compiled by one command, which reads the files that they share once, uses all
# processors, and compiles only those whose files have changed. Their names must differ.
#
# The path of a single output is the target property RIGY_OUTPUT; the property RIGY_OUTPUTS has the
# paths of all outputs, exports and pictures. The program is RIGY_EXECUTABLE.

# Run as a script before a target is built by make, which knows the stamp but not the outputs (below).
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(STRINGS "${STAMP}.outputs" outputs)
  foreach(output IN LISTS outputs)
    if(NOT EXISTS "${output}")
      file(REMOVE "${STAMP}")
    endif()
  endforeach()
  return()
endif()

# Installed, this file is in lib/cmake/Rigy or lib/<architecture>/cmake/Rigy.
find_program(RIGY_EXECUTABLE rigy REQUIRED
  HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/../../../../bin")

function(_rigy_stem input result)
  get_filename_component(name "${input}" NAME)
  string(REGEX REPLACE "(\\.rig[ys])?\\.ya?ml$" "" name "${name}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The file that belongs to <stem>.<format>; empty if there is none. Written even if it is empty (--all-files), so that the
# rule does not wait for it for ever. In the names of materials the program replaces spaces.
function(_rigy_side_file stem format result)
  set(name "")
  if(format STREQUAL "gltf")
    set(name "${stem}.bin")
  elseif(format STREQUAL "obj")
    string(REPLACE "~" "~7e" name "${stem}.mtl")
    string(REPLACE " " "~20" name "${name}")
  endif()
  set(${result} "${name}" PARENT_SCOPE)
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

# One file from one input.
function(_rigy_add_file output input comment)
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${RIGY_EXECUTABLE}" ${ARGN} -o "${output}" --depfile "${output}.d"
    DEPENDS "${input}" "${RIGY_EXECUTABLE}"
    DEPFILE "${output}.d"
    COMMENT "${comment}"
    VERBATIM)
endfunction()

# Files from several inputs, or several from one. The rule makes a stamp, because files that have not changed keep their
# times; with BYPRODUCTS, ninja looks again at which of them did, and makes them again when one is
# missing. Generators of makefiles ignore BYPRODUCTS, so another target removes the stamp if one is.
set(_RIGY_MODULE "${CMAKE_CURRENT_LIST_FILE}" CACHE INTERNAL "")
function(_rigy_add_files target stamp folder inputs outputs comment)
  file(MAKE_DIRECTORY "${folder}")
  string(JOIN "\n" list ${inputs})
  file(CONFIGURE OUTPUT "${stamp}.list" CONTENT "${list}\n" @ONLY)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    string(JOIN "\n" list ${outputs})
    file(CONFIGURE OUTPUT "${stamp}.outputs" CONTENT "${list}\n" @ONLY)
    add_custom_target(${target} COMMAND "${CMAKE_COMMAND}" "-DSTAMP=${stamp}" -P "${_RIGY_MODULE}")
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs}
    COMMAND "${RIGY_EXECUTABLE}" ${ARGN} "@${stamp}.list" --out-dir "${folder}"
      --depfile "${stamp}.d" --depfile-target "${stamp}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${inputs} "${stamp}.list" "${RIGY_EXECUTABLE}"
    DEPFILE "${stamp}.d"
    COMMENT "${comment}"
    VERBATIM)
endfunction()

function(rigy_add_asset target)
  cmake_parse_arguments(PARSE_ARGV 1 ASSET "RENDER" "OUTPUT;OUT_DIR;ROOT"
    "OPTIONS;EXPORT;EXPORT_OPTIONS;RENDER_OPTIONS")
  foreach(input IN LISTS ASSET_UNPARSED_ARGUMENTS)
    if(NOT input MATCHES "\\.ya?ml$")
      message(FATAL_ERROR "rigy_add_asset: '${input}' is neither a document (.yaml) nor an option")
    endif()
    get_filename_component(input "${input}" ABSOLUTE)
    list(APPEND inputs "${input}")
  endforeach()
  list(LENGTH inputs count)
  if(count EQUAL 0)
    message(FATAL_ERROR "rigy_add_asset: '${target}' has no document")
  elseif(ASSET_OUTPUT AND count GREATER 1)
    message(FATAL_ERROR "rigy_add_asset: OUTPUT names one file, but '${target}' has ${count} documents; use OUT_DIR")
  endif()

  get_filename_component(out_dir "${ASSET_OUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  list(GET inputs 0 first)
  if(NOT ASSET_ROOT)
    _rigy_default_root("${first}" ASSET_ROOT)
  endif()
  get_filename_component(root "${ASSET_ROOT}" ABSOLUTE)
  if(count EQUAL 1)
    _rigy_stem("${first}" stem)
    if(NOT ASSET_OUTPUT)
      set(ASSET_OUTPUT "${out_dir}/${stem}.glb")
    endif()
    get_filename_component(output "${ASSET_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(out_dir "${output}" DIRECTORY)
    _rigy_add_file("${output}" "${first}" "Compiling ${target}"
      compile "${first}" --root "${root}" ${ASSET_OPTIONS})
    set(outputs "${output}")
    set(rules "${output}")
  else()
    foreach(input IN LISTS inputs)
      _rigy_stem("${input}" stem)
      list(APPEND outputs "${out_dir}/${stem}.glb")
    endforeach()
    set(rules "${CMAKE_CURRENT_BINARY_DIR}/${target}.compiled")
    list(APPEND checks ${target}_outputs)
    _rigy_add_files(${target}_outputs "${rules}" "${out_dir}" "${inputs}" "${outputs}" "Compiling ${target}"
      compile --skip-unchanged --root "${root}" ${ASSET_OPTIONS})
  endif()

  foreach(format IN LISTS ASSET_EXPORT)
    set(folder "${out_dir}")
    if(format STREQUAL "glb")
      set(folder "${out_dir}/export")
    endif()
    set(exported)
    foreach(input IN LISTS inputs)
      _rigy_stem("${input}" stem)
      list(APPEND exported "${folder}/${stem}.${format}")
      _rigy_side_file("${stem}" ${format} side)
      if(side)
        list(APPEND exported "${folder}/${side}")
      endif()
    endforeach()
    set(command export --root "${root}" --format ${format} --all-files ${ASSET_EXPORT_OPTIONS})
    list(LENGTH exported exported_count)
    if(exported_count EQUAL 1)
      _rigy_add_file("${exported}" "${first}" "Exporting ${target} (${format})" ${command} "${first}")
      list(APPEND rules "${exported}")
    else()
      set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.${format}.exported")
      list(APPEND checks ${target}_outputs_${format})
      _rigy_add_files(${target}_outputs_${format} "${stamp}" "${folder}" "${inputs}" "${exported}" "Exporting ${target} (${format})"
        ${command})
      list(APPEND rules "${stamp}")
    endif()
    list(APPEND outputs ${exported})
  endforeach()

  if(ASSET_RENDER OR ASSET_RENDER_OPTIONS)
    foreach(input IN LISTS inputs)
      _rigy_stem("${input}" stem)
      set(picture "${out_dir}/${stem}.png")
      _rigy_add_file("${picture}" "${input}" "Drawing ${stem}"
        render "${input}" --root "${root}" ${ASSET_RENDER_OPTIONS})
      list(APPEND rules "${picture}")
      list(APPEND outputs "${picture}")
    endforeach()
  endif()

  add_custom_target(${target} ALL DEPENDS ${rules})
  foreach(check IN LISTS checks)
    if(TARGET ${check})
      add_dependencies(${target} ${check})
    endif()
  endforeach()
  list(GET outputs 0 output)
  set_target_properties(${target} PROPERTIES RIGY_OUTPUT "${output}" RIGY_OUTPUTS "${outputs}")
endfunction()
