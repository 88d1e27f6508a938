# Libraries that are headers only, for targets whose compilers must not see the rest of /usr/include.
set(RIGY_HEADER_DIR ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${RIGY_HEADER_DIR})
foreach(library fmt fast_float CLI)
  file(CREATE_LINK /usr/include/${library} ${RIGY_HEADER_DIR}/${library} SYMBOLIC)
endforeach()
include_directories(SYSTEM ${RIGY_HEADER_DIR})
