# The program; all but main is a library so that tests can reach it.
file(GLOB RIGY_CLI_SOURCES CONFIGURE_DEPENDS src/interfaces/cli/*.cpp src/interfaces/messages/*.cpp
  src/interfaces/mcp/*.cpp src/interfaces/lsp/*.cpp src/interfaces/live/*.cpp
  src/base/platform/${RIGY_PLATFORM}/*.cpp)
list(FILTER RIGY_CLI_SOURCES EXCLUDE REGEX "/(main|memory|float_environment|files|output_files|wide|json_value|rpc_answer)\\.cpp$")
list(APPEND RIGY_CLI_SOURCES src/base/platform/sha256/${RIGY_SHA256}.cpp)
if(NOT RIGY_RENDER)
  list(FILTER RIGY_CLI_SOURCES EXCLUDE REGEX "/(render_command|picture_options|diff_picture|pose_picture)\\.cpp$")
else()
  list(FILTER RIGY_CLI_SOURCES EXCLUDE REGEX "/no_(diff_picture|draw_document|pose_picture)\\.cpp$")
endif()
# The server of `rigy watch --serve` is optional.
if(RIGY_HTTPLIB_DIR)
  list(FILTER RIGY_CLI_SOURCES EXCLUDE REGEX "/no_live_server\\.cpp$")
else()
  list(FILTER RIGY_CLI_SOURCES EXCLUDE REGEX "/(live|bounded)_server\\.cpp$")
  list(APPEND RIGY_CLI_SOURCES src/interfaces/live/no_live_server.cpp)
endif()
add_library(rigy_cli STATIC ${RIGY_CLI_SOURCES})
rigy_compile_together(rigy_cli ${RIGY_CLI_SOURCES})
# Reading arguments is not worth the minutes that -O3 takes over CLI11's templates.
target_compile_options(rigy_cli PRIVATE $<$<CONFIG:Release>:-O1>)
if(RIGY_PRECOMPILED_HEADERS)
  target_precompile_headers(rigy_cli PRIVATE <filesystem> <functional> <memory> <string> <variant> <vector>
    <text/fmt_once.hpp> <fmt/ranges.h>)
endif()
if(RIGY_HTTPLIB_DIR)
  target_include_directories(rigy_cli SYSTEM PRIVATE ${RIGY_HTTPLIB_DIR})
endif()
foreach(part IN LISTS RIGY_PARTS)
  target_include_directories(rigy_cli SYSTEM PRIVATE
    $<TARGET_PROPERTY:${part},INTERFACE_INCLUDE_DIRECTORIES>)
endforeach()
# What --version --verbose says.
file(STRINGS conformance/manifest.json RIGY_SUITE_REVISION REGEX "\"suite_revision\"" LIMIT_COUNT 1)
string(REGEX REPLACE "[^0-9]" "" RIGY_SUITE_REVISION "${RIGY_SUITE_REVISION}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS conformance/manifest.json)
# The headers of older versions do not say which they are, but their package may.
set(RIGY_FAST_FLOAT fast_float)
find_package(FastFloat QUIET CONFIG)
if(FastFloat_FOUND)
  set(RIGY_FAST_FLOAT "fast_float ${FastFloat_VERSION}")
endif()
set(RIGY_VERSION_DEFINITIONS RIGY_FAST_FLOAT="${RIGY_FAST_FLOAT}" RIGY_SUITE_REVISION=${RIGY_SUITE_REVISION}
  RIGY_TARGET="${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}" RIGY_SHA256_SOURCE="${RIGY_SHA256}")
target_link_libraries(rigy_cli PUBLIC rigy_internals rigy_conform PRIVATE rigy_flags ${RIGY_SHA256_LIBRARY})
add_executable(rigy src/interfaces/cli/main.cpp)
target_link_libraries(rigy PRIVATE rigy_cli rigy_flags)
if(RIGY_RENDER)
  set_source_files_properties(src/interfaces/cli/commands.cpp PROPERTIES COMPILE_DEFINITIONS RIGY_RENDER)
  list(APPEND RIGY_VERSION_DEFINITIONS RIGY_RENDER)
endif()
set_source_files_properties(src/interfaces/cli/version.cpp PROPERTIES
  COMPILE_DEFINITIONS "${RIGY_VERSION_DEFINITIONS}")
if(RIGY_PLATFORM STREQUAL "windows")
  target_link_options(rigy PRIVATE -static)
elseif(RIGY_STATIC_PROGRAM)
  target_link_options(rigy PRIVATE -static-pie)
endif()
