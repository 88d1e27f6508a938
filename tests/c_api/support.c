#include "support.h"

#include <stdio.h>
#include <string.h>

int failures = 0;

void check(int holds, const char *what, const char *where) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "%s: not so: %s\n", where, what);
}

void check_text(const char *found, const char *expected, const char *where) {
  if (found != NULL && strcmp(found, expected) == 0) return;
  ++failures;
  fprintf(stderr, "%s:\n  expected %s\n  found    %s\n", where, expected,
          found != NULL ? found : "nothing");
}

rigy_file text_file(const char *path, const char *text) {
  const rigy_file file = RIGY_FILE_INIT(path, text, strlen(text));
  return file;
}

rigy_result *compile_text(const char *text, const rigy_options *options) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_compile("main.rigy.yaml", &file, 1, options);
}

int no_reader(void *context, const char *path, const void **data, size_t *size) {
  (void)context, (void)path, (void)data, (void)size;
  return RIGY_FILE_NOT_FOUND;
}

void check_refused(const char *entry, const rigy_file *files, size_t file_count,
                   const rigy_options *options, const char *error, const char *where) {
  check_text(rigy_argument_error(entry, files, file_count, options), error, where);
  check(rigy_compile(entry, files, file_count, options) == NULL, error, where);
}
