#include "measure.h"

#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char boxes[] =
    "version: \"0.10\"\n"
    "params: {side: 1}\n"
    "meshes:\n"
    "  - id: m\n"
    "    primitives:\n"
    "      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}\n"
    "      - {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [4, 0, "
    "0]}}\n";

static rigy_result *measure_text(const char *text, const rigy_measure_options *options) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_measure("main.rigy.yaml", &file, 1, options);
}

static void check_measured(const rigy_result *result, const char *part, const char *where) {
  size_t size = 0;
  const char *json = rigy_result_measurement(result, &size);
  check(json != NULL && strlen(json) == size && strstr(json, part) != NULL, part, where);
}
#define CHECK_MEASURED(result, part) check_measured((result), (part), HERE)

static void test_measurements(void) {
  rigy_measure_options options = RIGY_MEASURE_OPTIONS_INIT;
  options.a = "p";
  options.b = "m.q";
  rigy_result *result = measure_text(boxes, &options);
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_glb(result, NULL) == NULL);
  CHECK_MEASURED(result, "{\"a\":\"m.p\",\"b\":\"m.q\",\"status\":\"apart\",\"distance\":3,");
  rigy_result_free(result);

  const rigy_param side = RIGY_PARAM_INIT("side", "7");
  options.params = &side;
  options.param_count = 1;
  options.threads = 3;
  result = measure_text(boxes, &options);
  CHECK_MEASURED(result, "\"status\":\"touching\",\"distance\":0,\"penetration\":0,");
  rigy_result_free(result);
}

static void test_rejected_measurement(void) {
  rigy_measure_options options = RIGY_MEASURE_OPTIONS_INIT;
  options.a = "p";
  options.b = "r";
  rigy_result *result = measure_text(boxes, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_measurement(result, NULL) == NULL);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"X65\"") != NULL);
  rigy_result_free(result);

  const rigy_param unknown = RIGY_PARAM_INIT("wide", "1");
  options.b = "q";
  options.params = &unknown;
  options.param_count = 1;
  result = measure_text(boxes, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK_TEXT(rigy_result_param_error(result, NULL),
             "the document has no param 'wide'; did you mean 'side'?");
  rigy_result_free(result);

  options.param_count = 0;
  result = rigy_measure_with_reader("main.rigy.yaml", no_reader, NULL, &options);
  CHECK(rigy_result_ok(result) == 0);
  rigy_result_free(result);
  CHECK(rigy_result_measurement(NULL, NULL) == NULL);
}

static void check_measure_refused(const rigy_measure_options *options, const char *error,
                                  const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", boxes);
  check(rigy_measure("main.rigy.yaml", &file, 1, options) == NULL, error, where);
  check(rigy_measure_with_reader("main.rigy.yaml", no_reader, NULL, options) == NULL, error, where);
  check_text(rigy_measure_argument_error("main.rigy.yaml", &file, 1, options), error, where);
}
#define CHECK_MEASURE_REFUSED(options, error) check_measure_refused((options), (error), HERE)

static void test_invalid_options(void) {
  struct {
    rigy_measure_options known;
    size_t later;
  } newer = {RIGY_MEASURE_OPTIONS_INIT, 1};
  rigy_measure_options options = RIGY_MEASURE_OPTIONS_INIT;
  CHECK(options.size == sizeof(rigy_measure_options));
  CHECK_MEASURE_REFUSED(NULL, "the rigy_measure_options are NULL: they say what to measure");
  CHECK_MEASURE_REFUSED(&options, "a of the rigy_measure_options is not given");
  options.a = "p";
  options.b = "";
  CHECK_MEASURE_REFUSED(&options, "b of the rigy_measure_options is not given");
  options.b = "q";
  options.reserved = 1;
  CHECK_MEASURE_REFUSED(&options, "the reserved field of the rigy_measure_options is not 0");
  options.size = 0;
  CHECK_MEASURE_REFUSED(&options,
                        "the size of the rigy_measure_options is 0; set it to "
                        "sizeof(rigy_measure_options), or begin with RIGY_MEASURE_OPTIONS_INIT");
  options.size = sizeof options - 1;
  CHECK_MEASURE_REFUSED(&options,
                        "the size of the rigy_measure_options is not that of any version of it");
  newer.known.size = sizeof newer;
  CHECK_MEASURE_REFUSED(&newer.known,
                        "the rigy_measure_options have a field that this version of the library "
                        "does not know and that is not zero");
}

void test_measure(void) {
  test_measurements();
  test_rejected_measurement();
  test_invalid_options();
  CHECK(rigy_measure(NULL, NULL, 0, NULL) == NULL);
  CHECK_TEXT(rigy_measure_argument_error(NULL, NULL, 0, NULL), "the entry is NULL");
  CHECK(rigy_measure_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
}
