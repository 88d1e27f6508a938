/* Structs of this version of the C interface, and of earlier and later ones. */
#ifndef RIGY_TESTS_C_API_SIZES_H
#define RIGY_TESTS_C_API_SIZES_H

void test_sizes(void);

#endif
