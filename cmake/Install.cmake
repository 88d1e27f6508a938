# What `cmake --install` leaves: the program, the library for C++ and C (Rigy::rigy), with RIGY_SHARED also
# the one for everything that calls C (Rigy::rigy_shared), and how CMake and pkg-config find them.
include(CMakePackageConfigHelpers)

set(RIGY_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Rigy)
set(RIGY_EXPORTED rigy_lib)
set_target_properties(rigy_lib PROPERTIES EXPORT_NAME rigy)

if(RIGY_SHARED)
  # The same objects; only the C interface can be seen from outside, so that nobody depends on C++
  # names, and nothing clashes with another {fmt} or libyaml in the process.
  add_library(rigy_shared SHARED $<TARGET_OBJECTS:rigy_lib>)
  foreach(part yaml simdjson)
    if(TARGET ${part})
      target_sources(rigy_shared PRIVATE $<TARGET_OBJECTS:${part}>)
    else()
      string(TOUPPER ${part}_LIBRARY library)
      target_link_libraries(rigy_shared PRIVATE ${${library}})
    endif()
  endforeach()
  target_include_directories(rigy_shared INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(rigy_shared PRIVATE Threads::Threads)
  target_link_options(rigy_shared PRIVATE -static-libstdc++ -static-libgcc
    LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/rigy.map)
  set_target_properties(rigy_shared PROPERTIES OUTPUT_NAME rigy LINK_DEPENDS
    ${PROJECT_SOURCE_DIR}/cmake/rigy.map VERSION ${PROJECT_VERSION} SOVERSION 0)
  add_library(Rigy::rigy_shared ALIAS rigy_shared)
  list(APPEND RIGY_EXPORTED rigy_shared)
endif()

install(TARGETS rigy COMPONENT rigy)
install(TARGETS ${RIGY_EXPORTED} EXPORT RigyTargets COMPONENT rigy)
install(DIRECTORY include/rigy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT rigy)
install(EXPORT RigyTargets NAMESPACE Rigy:: DESTINATION ${RIGY_CMAKE_DIR} COMPONENT rigy)
configure_package_config_file(cmake/RigyConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/RigyConfig.cmake
  INSTALL_DESTINATION ${RIGY_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a new minor version may break what an old one promised (docs/stability.md).
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/RigyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES cmake/RigyAddAsset.cmake ${CMAKE_CURRENT_BINARY_DIR}/RigyConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/RigyConfigVersion.cmake
  DESTINATION ${RIGY_CMAKE_DIR} COMPONENT rigy)

# The libraries that a static link needs besides librigy.a.
set(RIGY_STATIC_LIBRARIES "-pthread")
foreach(part yaml simdjson)
  if(NOT TARGET ${part})
    string(PREPEND RIGY_STATIC_LIBRARIES "-l${part} ")
  endif()
endforeach()
configure_file(cmake/rigy.pc.in rigy.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/rigy.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT rigy)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT rigy)
