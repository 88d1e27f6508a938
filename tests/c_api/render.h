/* Pictures, from C. */
#ifndef RIGY_TESTS_C_API_RENDER_H
#define RIGY_TESTS_C_API_RENDER_H

void test_render(void);

#endif
