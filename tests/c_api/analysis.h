/* Operations on an analysis, with options by name, from C. */
#ifndef RIGY_TESTS_C_API_ANALYSIS_H
#define RIGY_TESTS_C_API_ANALYSIS_H

void test_analysis(void);

#endif
