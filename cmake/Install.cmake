# What `cmake --install` leaves: the program, the library for C++ and C (Rigy::rigy), the one for everything that
# calls C (Rigy::rigy_shared), and how CMake and pkg-config find them.
include(CMakePackageConfigHelpers)

# The same objects as in the static library. Only the C interface can be seen from outside, so that nobody depends
# on C++ names, and nothing clashes with another {fmt} or libyaml in the process.
add_library(rigy_shared SHARED ${RIGY_FLOOR_OBJECTS})
foreach(part IN LISTS RIGY_PARTS)
  target_sources(rigy_shared PRIVATE $<TARGET_OBJECTS:${part}>)
endforeach()
foreach(library IN LISTS RIGY_DEPENDENCIES)
  if(library STREQUAL "z")
    # Debian's libz.a cannot become part of a shared library.
    target_link_libraries(rigy_shared PRIVATE z)
  else()
    target_link_libraries(rigy_shared PRIVATE Rigy::${library})
  endif()
endforeach()
target_include_directories(rigy_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(rigy_shared PRIVATE Threads::Threads)
# Programs in C need no C++ library beside it.
target_link_options(rigy_shared PRIVATE -static-libstdc++ -static-libgcc
  LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/rigy.map LINKER:--no-undefined)
set_target_properties(rigy_shared PROPERTIES OUTPUT_NAME rigy VERSION ${PROJECT_VERSION} SOVERSION 0
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/rigy.map)
add_library(Rigy::rigy_shared ALIAS rigy_shared)

set(RIGY_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Rigy)
set_target_properties(rigy_lib PROPERTIES EXPORT_NAME rigy)
install(TARGETS rigy_lib rigy_shared EXPORT RigyTargets COMPONENT rigy)
install(DIRECTORY include/rigy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT rigy)
install(EXPORT RigyTargets NAMESPACE Rigy:: DESTINATION ${RIGY_CMAKE_DIR} COMPONENT rigy)
configure_package_config_file(cmake/RigyConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/RigyConfig.cmake
  INSTALL_DESTINATION ${RIGY_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may break what an old one promised (docs/stability.md).
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/RigyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/RigyAddAsset.cmake cmake/RigyImportLibrary.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/RigyConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/RigyConfigVersion.cmake
  DESTINATION ${RIGY_CMAKE_DIR} COMPONENT rigy)

# What a static link needs besides librigy.a.
list(TRANSFORM RIGY_DEPENDENCIES PREPEND "-l" OUTPUT_VARIABLE RIGY_PC_LIBRARIES)
list(JOIN RIGY_PC_LIBRARIES " " RIGY_PC_LIBRARIES)
# The folder of rigy.pc leads to the prefix, so that the tree can be moved.
file(RELATIVE_PATH RIGY_PC_PREFIX
  ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/rigy.pc.in rigy.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT rigy)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rigy)
