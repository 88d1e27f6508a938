/* rigy_export and what reads its results. */
#ifndef RIGY_TESTS_C_API_EXPORT_H
#define RIGY_TESTS_C_API_EXPORT_H

void test_export(void);

#endif
