/* Measurements, from C. */
#ifndef RIGY_TESTS_C_API_MEASURE_H
#define RIGY_TESTS_C_API_MEASURE_H

void test_measure(void);

#endif
