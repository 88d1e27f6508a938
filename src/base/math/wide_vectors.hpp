// Functions that are compiled twice: for every processor, and for those with 256-bit vectors. The
// choice is made when the program starts; both compute the same bits, because the compiler may not
// reassociate or fuse (-ffp-contract=off).
#pragma once

// Not under sanitizers, which are not ready yet when the choice is made.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define RIGY_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define RIGY_WIDE_VECTORS
#endif
