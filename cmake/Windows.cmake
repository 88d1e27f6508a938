# Cross-compiling for Windows with Debian's mingw-w64 (cmake/toolchains/windows.cmake).
include(cmake/Headers.cmake)

# Windows 10, and no macros min and max. The functions for text are those for UTF-16.
add_compile_definitions(_WIN32_WINNT=0x0a00 NOMINMAX WIN32_LEAN_AND_MEAN UNICODE YAML_DECLARE_STATIC)
# gcc 12 warns about {fmt} at -O3.
add_compile_options(-Wno-array-bounds -Wno-stringop-overflow)
# No time stamps in the files, which would differ between two builds.
add_link_options(LINKER:--no-insert-timestamp)
# Random numbers.
link_libraries(bcrypt)
