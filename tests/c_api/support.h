/* Checks and calls that the tests of the C interface share. */
#ifndef RIGY_TESTS_C_API_SUPPORT_H
#define RIGY_TESTS_C_API_SUPPORT_H

#include <stddef.h>

#include "rigy/rigy.h"

extern int failures;

/* The place of a check, for its message. */
#define TEXT_OF_(token) #token
#define TEXT_OF(token) TEXT_OF_(token)
#define HERE __FILE__ ":" TEXT_OF(__LINE__)

void check(int holds, const char *what, const char *where);
#define CHECK(condition) check((condition), #condition, HERE)

void check_text(const char *found, const char *expected, const char *where);
#define CHECK_TEXT(found, expected) check_text((found), (expected), HERE)

/* The arguments are refused, for the reason `error`. */
void check_refused(const char *entry, const rigy_file *files, size_t file_count,
                   const rigy_options *options, const char *error, const char *where);
#define CHECK_REFUSED(entry, files, file_count, options, error) \
  check_refused((entry), (files), (file_count), (options), (error), HERE)

rigy_file text_file(const char *path, const char *text);

/* Compiles `text` as the only file. */
rigy_result *compile_text(const char *text, const rigy_options *options);

/* A reader that has no files. */
int no_reader(void *context, const char *path, const void **data, size_t *size);

#endif
