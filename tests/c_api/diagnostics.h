/* Diagnostics as structs and as text, through the C interface. */
#ifndef RIGY_TESTS_C_API_DIAGNOSTICS_H
#define RIGY_TESTS_C_API_DIAGNOSTICS_H

void test_diagnostics(void);

#endif
