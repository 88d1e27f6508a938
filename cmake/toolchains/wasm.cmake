# Toolchain: Debian's clang for WebAssembly, with wasi-libc and libc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# {fmt}: no locale, which would be a third of the module, and a trap instead of an exception. Assertions would hold the
# paths of the build, and the module has to be the same from every folder (NDEBUG).
set(common "-ffunction-sections -fdata-sections -DFMT_STATIC_THOUSANDS_SEPARATOR=\"','\" -D'FMT_THROW(x)=__builtin_trap()'")
set(CMAKE_C_FLAGS_INIT "${common}")
set(CMAKE_CXX_FLAGS_INIT "${common} -fno-exceptions -fno-rtti")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
