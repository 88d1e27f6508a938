#include "inspect.h"

#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char box[] =
    "version: \"0.10\"\n"
    "params: {side: 1}\n"
    "meshes:\n"
    "  - {id: m, primitives: [{id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}, \n"
    "     {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}}]}\n"
    "geometry_checks: {alignment: [{check: normal_parallel, a: p.+x, b: q.+x}]}\n";

static rigy_result *inspect_text(const char *text, const rigy_inspect_options *options) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_inspect("main.rigy.yaml", &file, 1, options);
}

static void check_has(const rigy_result *result, const char *part, const char *where) {
  size_t size = 0;
  const char *json = rigy_result_inspection(result, &size);
  check(json != NULL && strlen(json) == size && strstr(json, part) != NULL, part, where);
}
#define CHECK_HAS(result, part) check_has((result), (part), HERE)

static void test_inspections(void) {
  rigy_result *result = inspect_text(box, NULL);
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_glb(result, NULL) == NULL);
  CHECK_HAS(result, "{\"inspect_schema_version\":1,");
  CHECK_HAS(result, "\"bounds\":{\"min\":[-0.5,-0.5,-0.5],\"max\":[0.5,0.5,0.5]}");
  CHECK(strstr(rigy_result_inspection(result, NULL), "\"pairs\"") == NULL);
  rigy_result_free(result);

  const rigy_param side = RIGY_PARAM_INIT("side", "3");
  rigy_inspect_options options = RIGY_INSPECT_OPTIONS_INIT;
  options.params = &side;
  options.param_count = 1;
  options.pairwise_gaps = 1;
  options.intent_checks = 1;
  options.expanded = 1;
  options.threads = 3;
  options.primitives = "p,m.q";
  result = inspect_text(box, &options);
  CHECK_HAS(result, "\"bounds\":{\"min\":[-1.5,-0.5,-0.5],\"max\":[1.5,0.5,0.5]}");
  CHECK_HAS(result, "\"gap\":{\"x\":-2,\"y\":-1,\"z\":-1,\"overall\":-1}");
  CHECK_HAS(result, "\"pass\":true,\"cross_magnitude\":0");
  CHECK_HAS(result, "\"expanded_yaml\":\"");
  rigy_result_free(result);
}

static void test_rejected_inspection(void) {
  rigy_result *result = inspect_text("version: \"0.6\"\nmeshs: []\n", NULL);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_inspection(result, NULL) == NULL);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"V33\"") != NULL);
  rigy_result_free(result);

  rigy_inspect_options options = RIGY_INSPECT_OPTIONS_INIT;
  options.primitives = "p,r";
  result = inspect_text(box, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_inspection(result, NULL) == NULL);
  CHECK(rigy_result_param_error(result, NULL) == NULL);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"X51\"") != NULL);
  rigy_result_free(result);

  result = rigy_inspect_with_reader("main.rigy.yaml", no_reader, NULL, NULL);
  CHECK(rigy_result_ok(result) == 0);
  rigy_result_free(result);
  CHECK(rigy_result_inspection(NULL, NULL) == NULL);
}

static void check_inspect_refused(const rigy_inspect_options *options, const char *error,
                                  const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", box);
  check(rigy_inspect("main.rigy.yaml", &file, 1, options) == NULL, error, where);
  check(rigy_inspect_with_reader("main.rigy.yaml", no_reader, NULL, options) == NULL, error, where);
  check_text(rigy_inspect_argument_error("main.rigy.yaml", &file, 1, options), error, where);
}
#define CHECK_INSPECT_REFUSED(options, error) check_inspect_refused((options), (error), HERE)

static void test_invalid_options(void) {
  struct {
    rigy_inspect_options known;
    size_t later;
  } newer = {RIGY_INSPECT_OPTIONS_INIT, 0};
  rigy_inspect_options options = RIGY_INSPECT_OPTIONS_INIT;
  CHECK(options.size == sizeof(rigy_inspect_options));
  options.size = 0;
  CHECK_INSPECT_REFUSED(&options,
                        "the size of the rigy_inspect_options is 0; set it to "
                        "sizeof(rigy_inspect_options), or begin with RIGY_INSPECT_OPTIONS_INIT");
  options.size = sizeof options - 1;
  CHECK_INSPECT_REFUSED(&options,
                        "the size of the rigy_inspect_options is not that of any version of it");
  newer.known.size = sizeof newer;
  rigy_result *result = inspect_text(box, &newer.known);
  CHECK(rigy_result_ok(result) == 1);
  rigy_result_free(result);
  newer.later = 1;
  CHECK_INSPECT_REFUSED(&newer.known,
                        "the rigy_inspect_options have a field that this version of the library "
                        "does not know and that is not zero");
  options = newer.known;
  options.size = sizeof options;
  options.param_count = 1;
  CHECK_INSPECT_REFUSED(&options, "the params are NULL, but param_count is not 0");
}

void test_inspect(void) {
  test_inspections();
  test_rejected_inspection();
  test_invalid_options();
  CHECK(rigy_inspect(NULL, NULL, 0, NULL) == NULL);
  CHECK_TEXT(rigy_inspect_argument_error(NULL, NULL, 0, NULL), "the entry is NULL");
  CHECK(rigy_inspect_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
}
