#include "sizes.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "from_cpp.h"
#include "rigy/rigy.h"
#include "support.h"

/* What a later header may declare. */
typedef struct {
  rigy_options known;
  size_t later[2];
} later_options;

typedef struct {
  rigy_file known;
  void *later;
} later_file;

static const char two_errors[] = "version: \"0.6\"\nmeshs: []\nbonez: []\n";

static void check_omitted(rigy_result *result, const char *count, const char *where) {
  const char *diagnostics = rigy_result_diagnostics(result, NULL);
  char expected[64];
  snprintf(expected, sizeof expected, "\"errors\":2,\"warnings\":0,\"omitted\":%s,", count);
  if (diagnostics == NULL || strstr(diagnostics, expected) == NULL) {
    check_text(diagnostics, expected, where);
  }
  rigy_result_free(result);
}
#define CHECK_OMITTED(result, count) check_omitted((result), (count), HERE)

static void check_options_refused(const rigy_options *options, const char *error,
                                  const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", two_errors);
  check_refused("main.rigy.yaml", &file, 1, options, error, where);
  check(rigy_compile_with_reader("main.rigy.yaml", no_reader, NULL, options) == NULL, error, where);
}
#define CHECK_OPTIONS_REFUSED(options, error) check_options_refused((options), (error), HERE)

static void test_size_of_options(void) {
  rigy_options options = RIGY_OPTIONS_INIT;
  CHECK(options.size == sizeof(rigy_options));
  options.max_errors = 1;
  CHECK_OMITTED(compile_text(two_errors, &options), "1");

  options.size = 0;
  CHECK_OPTIONS_REFUSED(&options,
                        "the size of the rigy_options is 0; set it to sizeof(rigy_options), or "
                        "begin with RIGY_OPTIONS_INIT");
  const size_t wrong[] = {1,
                          sizeof(size_t) - 1,
                          offsetof(rigy_options, max_errors) + 1,
                          sizeof options - 1,
                          sizeof options + 1,
                          4096 + sizeof(size_t),
                          (size_t)-1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    options.size = wrong[i];
    CHECK_OPTIONS_REFUSED(&options,
                          "the size of the rigy_options is not that of any version of it");
  }
}

/* With memory for as many bytes as `size` says, so that valgrind and sanitizers notice if more are
 * read. */
static rigy_result *compile_shortened(const char *text, const rigy_options *options) {
  void *shortened = malloc(options->size);
  memcpy(shortened, options, options->size);
  rigy_result *result = compile_text(text, shortened);
  free(shortened);
  return result;
}

static void test_options_of_an_earlier_version(void) {
  rigy_options options;
  memset(&options, 0xff, sizeof options);
  options.size = offsetof(rigy_options, pose);
  CHECK_OMITTED(compile_shortened(two_errors, &options), "0");

  options.size = offsetof(rigy_options, winding);
  options.pose = NULL;
  options.max_errors = 1;
  CHECK_OMITTED(compile_shortened(two_errors, &options), "1");

  options.size = offsetof(rigy_options, outline);
  options.winding = RIGY_WINDING_CANONICAL;
  options.bake_transforms = 0;
  options.threads = 1;
  rigy_result *result = compile_shortened("version: \"0.6\"\n", &options);
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_outline(result, NULL) == NULL);
  rigy_result_free(result);

  options.size = offsetof(rigy_options, params);
  result = compile_shortened("version: \"0.6\"\n", &options);
  CHECK(rigy_result_outline(result, NULL) != NULL);
  CHECK(rigy_result_params(result, NULL) == NULL);
  rigy_result_free(result);

  options.size = offsetof(rigy_options, expanded_yaml);
  options.params = NULL;
  options.param_count = 0;
  result = compile_shortened("version: \"0.6\"\n", &options);
  CHECK(rigy_result_params(result, NULL) != NULL);
  CHECK(rigy_result_expanded_yaml(result, NULL) == NULL);
  rigy_result_free(result);

  options.size = sizeof options;
  options.expanded_yaml = RIGY_EXPANDED_YAML_PLAIN;
  result = compile_shortened("version: \"0.6\"\n", &options);
  CHECK(rigy_result_expanded_yaml(result, NULL) != NULL);
  rigy_result_free(result);
}

static void test_options_of_a_later_version(void) {
  later_options options;
  memset(&options, 0, sizeof options);
  options.known.size = sizeof options;
  options.known.max_errors = 1;
  CHECK_OMITTED(compile_text(two_errors, &options.known), "1");

  ((unsigned char *)&options)[sizeof options - 1] = 1;
  CHECK_OPTIONS_REFUSED(&options.known,
                        "the rigy_options have a field that this version of the library does not "
                        "know and that is not zero");
  options.known.size -= sizeof *options.later;
  CHECK_OMITTED(compile_text(two_errors, &options.known), "1");
}

static void test_size_of_files(void) {
  rigy_file files[] = {RIGY_FILE_INIT("main.rigy.yaml", two_errors, sizeof two_errors - 1),
                       RIGY_FILE_INIT("other.rigy.yaml", "", 0)};
  CHECK(files[0].size == sizeof(rigy_file));
  files[1].size = sizeof(later_file);
  CHECK_REFUSED("main.rigy.yaml", files, 2, NULL, "the rigy_files of the array differ in size");
  files[0].size = 0;
  CHECK_REFUSED("main.rigy.yaml", files, 2, NULL,
                "the size of a rigy_file is 0; set it to sizeof(rigy_file), or use RIGY_FILE_INIT");
  const size_t wrong[] = {sizeof(size_t), sizeof *files - 1, sizeof *files + 1, (size_t)-1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    files[0].size = wrong[i];
    CHECK_REFUSED("main.rigy.yaml", files, 2, NULL,
                  "the size of a rigy_file is not that of any version of it");
  }
}

static void test_files_of_a_later_version(void) {
  const later_file part = {{sizeof part, "unused.rigy.yaml", "", 0}, NULL};
  later_file files[] = {part,
                        {{sizeof part, "main.rigy.yaml", two_errors, sizeof two_errors - 1}, NULL}};
  CHECK_OMITTED(rigy_compile("main.rigy.yaml", &files[0].known, 2, NULL), "0");
  files[1].later = &failures;
  CHECK_REFUSED("main.rigy.yaml", &files[0].known, 2, NULL,
                "a rigy_file has a field that this version of the library does not know and that "
                "is not zero");
}

static void test_from_cpp(void) { CHECK_OMITTED(compile_from_cpp(two_errors), "1"); }

void test_sizes(void) {
  test_size_of_options();
  test_options_of_an_earlier_version();
  test_options_of_a_later_version();
  test_size_of_files();
  test_files_of_a_later_version();
  test_from_cpp();
}
