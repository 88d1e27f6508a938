/* Inspections, from C. */
#ifndef RIGY_TESTS_C_API_INSPECT_H
#define RIGY_TESTS_C_API_INSPECT_H

void test_inspect(void);

#endif
