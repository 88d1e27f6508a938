# Texts that become part of the library, for those who call its tools: examples of diagnostics, templates, pages.
# The golden cases of the diagnostics are the examples that `rigy explain` shows.
file(GLOB RIGY_EXAMPLES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/golden/diag_[BFLMPRVWX][0-9]*.txt)
set(RIGY_EMBEDDED_EXAMPLES ${CMAKE_CURRENT_BINARY_DIR}/embedded_examples.cpp)
add_custom_command(OUTPUT ${RIGY_EMBEDDED_EXAMPLES}
  COMMAND ${CMAKE_COMMAND} "-DEXAMPLES=${RIGY_EXAMPLES}" -DOUTPUT=${RIGY_EMBEDDED_EXAMPLES}
    -P ${PROJECT_SOURCE_DIR}/cmake/EmbedExamples.cmake
  DEPENDS ${RIGY_EXAMPLES} ${PROJECT_SOURCE_DIR}/cmake/EmbedExamples.cmake
  VERBATIM)
# What `rigy init` writes.
file(GLOB_RECURSE RIGY_TEMPLATES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/*.yaml)
file(GLOB_RECURSE RIGY_GUIDE CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/guide/*.yaml ${PROJECT_SOURCE_DIR}/examples/guide/*.json)
set(RIGY_EMBEDDED_TEMPLATES ${CMAKE_CURRENT_BINARY_DIR}/embedded_templates.cpp)
add_custom_command(OUTPUT ${RIGY_EMBEDDED_TEMPLATES}
  COMMAND ${CMAKE_COMMAND} "-DTEMPLATES=${RIGY_TEMPLATES}" "-DGUIDE=${RIGY_GUIDE}"
    -DOUTPUT=${RIGY_EMBEDDED_TEMPLATES} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedTemplates.cmake
  DEPENDS ${RIGY_TEMPLATES} ${RIGY_GUIDE} ${PROJECT_SOURCE_DIR}/cmake/EmbedTemplates.cmake
  VERBATIM)
# What `rigy mcp`, `rigy serve` and the packages offer to read.
file(GLOB RIGY_PAGES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/reference/*.md ${PROJECT_SOURCE_DIR}/docs/guide/*.md)
foreach(page cheatsheet export fixes inspect lint measure motion posing preprocessing render rigs see-and-measure weights)
  list(APPEND RIGY_PAGES ${PROJECT_SOURCE_DIR}/docs/${page}.md)
endforeach()
set(examples ${PROJECT_SOURCE_DIR}/examples)
file(GLOB RIGY_EXAMPLE_DOCUMENTS CONFIGURE_DEPENDS ${examples}/*.yaml ${examples}/*.json ${examples}/car/*.yaml
  ${examples}/room/*.yaml ${examples}/room/parts/*.yaml ${examples}/motion/*.yaml)
set(RIGY_EMBEDDED_PAGES ${CMAKE_CURRENT_BINARY_DIR}/embedded_pages.cpp)
add_custom_command(OUTPUT ${RIGY_EMBEDDED_PAGES}
  COMMAND ${CMAKE_COMMAND} "-DPAGES=${RIGY_PAGES}" "-DEXAMPLES=${RIGY_EXAMPLE_DOCUMENTS}"
    -DOUTPUT=${RIGY_EMBEDDED_PAGES} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake
  DEPENDS ${RIGY_PAGES} ${RIGY_EXAMPLE_DOCUMENTS} ${PROJECT_SOURCE_DIR}/cmake/EmbedPages.cmake
  VERBATIM)
# A target of its own: as part of the floor, generated sources would make all others of it wait for the floors above.
add_library(rigy_knowledge OBJECT ${RIGY_EMBEDDED_EXAMPLES} ${RIGY_EMBEDDED_TEMPLATES} ${RIGY_EMBEDDED_PAGES})
target_include_directories(rigy_knowledge PRIVATE $<TARGET_PROPERTY:rigy_interfaces,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_features(rigy_knowledge PRIVATE cxx_std_20)
target_link_libraries(rigy_knowledge PRIVATE rigy_flags)
set(RIGY_FLOOR_OBJECTS ${RIGY_FLOOR_OBJECTS} $<TARGET_OBJECTS:rigy_interfaces> $<TARGET_OBJECTS:rigy_knowledge> PARENT_SCOPE)
