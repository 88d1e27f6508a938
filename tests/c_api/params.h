/* Params and preprocessing through the C interface. */
#ifndef RIGY_TESTS_C_API_PARAMS_H
#define RIGY_TESTS_C_API_PARAMS_H

void test_params(void);

#endif
