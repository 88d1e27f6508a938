/* What a C++ program sees of the C interface, for the test in C. */
#ifndef RIGY_TESTS_C_API_FROM_CPP_H
#define RIGY_TESTS_C_API_FROM_CPP_H

#include "rigy/rigy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Compiles `text` with max_errors 1. */
rigy_result *compile_from_cpp(const char *text);

#ifdef __cplusplus
}
#endif

#endif
