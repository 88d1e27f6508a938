# rigy_flags: how everything in this project is compiled.
add_library(rigy_flags INTERFACE)

# The output must not depend on the machine, so no fused multiply-add anywhere (D16). Setting errno after square
# roots, which nothing reads, would keep loops from being vectorized.
target_compile_options(rigy_flags INTERFACE -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 warns about its own std::string (bug 105651).
  target_compile_options(rigy_flags INTERFACE -Wno-restrict)
  if(RIGY_PRECOMPILED_HEADERS)
    # For ccache.
    target_compile_options(rigy_flags INTERFACE -fpch-preprocess)
  endif()
endif()
if(RIGY_WERROR)
  target_compile_options(rigy_flags INTERFACE -Werror)
endif()
if(RIGY_SANITIZE)
  # Undefined behavior ends the program, so that it is noticed. More optimization or debug information would take
  # several times as long to compile.
  target_compile_options(rigy_flags INTERFACE -fsanitize=${RIGY_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer -g1 -O1)
  target_link_options(rigy_flags INTERFACE -fsanitize=${RIGY_SANITIZE})
endif()
if(RIGY_COVERAGE)
  # Threads count too.
  target_compile_options(rigy_flags INTERFACE --coverage -fprofile-update=atomic -O0)
  target_link_options(rigy_flags INTERFACE --coverage)
endif()
