#include "params.h"

#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char shelf[] =
    "version: \"0.12\"\n"
    "params:\n"
    "  wide: 2\n"
    "  tall: 1.5\n"
    "  name: \"b\xc3\xb6\xc3\xb6k\"\n"
    "  open: true\n"
    "meshes:\n"
    "  - id: shelf\n"
    "    primitives:\n"
    "      - {id: $name, type: box, dimensions: {x: $wide, y: \"=$tall*2\", z: 1}}\n";

static const char shelf_written[] =
    "version: \"0.12\"\n"
    "meshes:\n"
    "  - id: shelf\n"
    "    primitives:\n"
    "      - {id: \"7\", type: box, dimensions: {x: 0.25, y: \"=1.5*2\", z: 1}}\n";

static void check_same_glb(const rigy_result *a, const rigy_result *b, const char *where) {
  size_t a_size = 0;
  size_t b_size = 0;
  const unsigned char *a_glb = rigy_result_glb(a, &a_size);
  const unsigned char *b_glb = rigy_result_glb(b, &b_size);
  check(a_glb != NULL && b_glb != NULL, "both are accepted", where);
  check(a_size == b_size && (a_size == 0 || memcmp(a_glb, b_glb, a_size) == 0), "same bytes",
        where);
}
#define CHECK_SAME_GLB(a, b) check_same_glb((a), (b), HERE)

static void test_values(void) {
  const rigy_param params[] = {RIGY_PARAM_INIT("wide", "0.25"), RIGY_PARAM_INIT("name", "\"7\"")};
  rigy_options options = RIGY_OPTIONS_INIT;
  options.params = params;
  options.param_count = 2;
  rigy_result *result = compile_text(shelf, &options);
  rigy_result *written = compile_text(shelf_written, NULL);
  CHECK_SAME_GLB(result, written);
  CHECK(rigy_result_param_error(result, NULL) == NULL);
  CHECK(rigy_result_params(result, NULL) == NULL);
  CHECK(rigy_result_expanded_yaml(result, NULL) == NULL);
  rigy_result_free(result);
  rigy_result_free(written);
}

static void check_param_error(const char *text, const rigy_param *params, size_t count,
                              const char *error, const char *where) {
  rigy_options options = RIGY_OPTIONS_INIT;
  options.params = params;
  options.param_count = count;
  rigy_result *result = compile_text(text, &options);
  size_t size = 0;
  check_text(rigy_result_param_error(result, &size), error, where);
  check(size == strlen(error), "the size is that of the text", where);
  check(rigy_result_ok(result) == 0 && rigy_result_glb(result, NULL) == NULL, "no output", where);
  check_text(rigy_result_diagnostics(result, NULL),
             "{\"ok\":false,\"class\":null,\"errors\":0,\"warnings\":0,\"omitted\":0,"
             "\"diagnostics\":[],\"outputs\":[]}\n",
             where);
  rigy_result_free(result);
}
#define CHECK_PARAM_ERROR(text, params, count, error) \
  check_param_error((text), (params), (count), (error), HERE)

static void test_faults(void) {
  const rigy_param unknown[] = {RIGY_PARAM_INIT("wyde", "1"), RIGY_PARAM_INIT("tall", "null")};
  CHECK_PARAM_ERROR(shelf, unknown, 2,
                    "the document has no param 'wyde'; did you mean 'wide'?; "
                    "'tall' must be a finite number, text or a boolean, not 'null'");
  CHECK_PARAM_ERROR("version: \"0.12\"\n", unknown, 1, "'wyde': the document has no params");
}

/* A wrongly declared param still counts as declared. */
static void test_declared_wrongly(void) {
  const rigy_param wide = RIGY_PARAM_INIT("wide", "1");
  rigy_options options = RIGY_OPTIONS_INIT;
  options.params = &wide;
  options.param_count = 1;
  rigy_result *result = compile_text("version: \"0.12\"\nparams: {wide: [1]}\n", &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_param_error(result, NULL) == NULL);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"V58\"") != NULL);
  rigy_result_free(result);
}

#define AT(line, end)                                                                            \
  "\"file\":\"main.rigy.yaml\",\"line\":" #line ",\"column\":9,\"end_line\":" #line              \
  ",\"end_column\":" #end ",\"column_utf16\":9,\"end_column_utf16\":" #end ",\"endLine\":" #line \
  ",\"endColumn\":" #end ",\"columnUtf16\":9,\"endColumnUtf16\":" #end "}"

static void test_list(void) {
  static const char expected[] =
      "[{\"name\":\"wide\",\"type\":\"integer\",\"value\":2.0," AT(3, 10)
      ",{\"name\":\"tall\",\"type\":\"number\",\"value\":1.5," AT(4, 12)
      ",{\"name\":\"name\",\"type\":\"string\",\"value\":\"b\xc3\xb6\xc3\xb6k\"," AT(5, 15)
      ",{\"name\":\"open\",\"type\":\"boolean\",\"value\":true," AT(6, 13) "]\n";
  const rigy_param wide = RIGY_PARAM_INIT("wide", "false");
  rigy_options options = RIGY_OPTIONS_INIT;
  options.list_params = 1;
  size_t size = 0;
  rigy_result *result = compile_text(shelf, &options);
  CHECK_TEXT(rigy_result_params(result, &size), expected);
  CHECK(size == strlen(expected));
  rigy_result_free(result);

  options.params = &wide; /* not accepted: a number is needed */
  options.param_count = 1;
  result = compile_text(shelf, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK_TEXT(rigy_result_params(result, NULL), expected);
  rigy_result_free(result);

  options.param_count = 0;
  result =
      compile_text("version: \"0.12\"\nparams: {1a: 2, b: null, c: [], c: 1, d: .inf}\n", &options);
  CHECK_TEXT(rigy_result_params(result, NULL), "[]\n");
  rigy_result_free(result);
  result = compile_text("version: \"0.6\"\nparams: {wide: 2}\n", &options);
  CHECK_TEXT(rigy_result_params(result, NULL), "[]\n");
  rigy_result_free(result);
}
#undef AT

static void test_expanded_yaml(void) {
  rigy_options options = RIGY_OPTIONS_INIT;
  rigy_result *original = compile_text(shelf, NULL);
  for (int kind = RIGY_EXPANDED_YAML_PROVENANCE; kind <= RIGY_EXPANDED_YAML_PLAIN; ++kind) {
    options.expanded_yaml = kind;
    rigy_result *result = compile_text(shelf, &options);
    size_t size = 0;
    const char *text = rigy_result_expanded_yaml(result, &size);
    CHECK(text != NULL && size == strlen(text));
    CHECK(text != NULL && (strchr(text, '#') != NULL) == (kind == RIGY_EXPANDED_YAML_PROVENANCE));
    rigy_result *again = compile_text(text != NULL ? text : "", NULL);
    CHECK_SAME_GLB(again, original);
    rigy_result_free(again);
    rigy_result_free(result);
  }
  rigy_result_free(original);

  rigy_result *result = compile_text("version: \"0.12\"\nmeshes: [{id: $none}]\n", &options);
  CHECK(rigy_result_expanded_yaml(result, NULL) == NULL);
  rigy_result_free(result);
  result = compile_text("version: \"0.12\"\nmeshes: [{id: \"=1\"}]\n", &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_expanded_yaml(result, NULL) != NULL);
  rigy_result_free(result);
}

static void check_options(const rigy_options *options, const char *error, const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", shelf);
  check_refused("main.rigy.yaml", &file, 1, options, error, where);
}
#define CHECK_OPTIONS_REFUSED(options, error) check_options((options), (error), HERE)

static void test_invalid_options(void) {
  rigy_options options = RIGY_OPTIONS_INIT;
  options.expanded_yaml = 3;
  CHECK_OPTIONS_REFUSED(&options,
                        "the expanded_yaml of the rigy_options is none of RIGY_EXPANDED_YAML_NONE, "
                        "RIGY_EXPANDED_YAML_PROVENANCE and RIGY_EXPANDED_YAML_PLAIN");
  options.expanded_yaml = RIGY_EXPANDED_YAML_NONE;
  options.param_count = 2;
  CHECK_OPTIONS_REFUSED(&options, "the params are NULL, but param_count is not 0");
  rigy_param params[] = {RIGY_PARAM_INIT("wide", "1"), RIGY_PARAM_INIT(NULL, "1")};
  options.params = params;
  CHECK_OPTIONS_REFUSED(&options, "the name of a rigy_param is NULL");
  params[1].name = "tall";
  params[1].value = NULL;
  CHECK_OPTIONS_REFUSED(&options, "the value of a rigy_param is NULL");
  params[1].size = sizeof *params + sizeof(void *);
  CHECK_OPTIONS_REFUSED(&options, "the rigy_params of the array differ in size");
  params[0].size = 1;
  CHECK_OPTIONS_REFUSED(&options, "the size of a rigy_param is not that of any version of it");
  params[0].size = 0;
  CHECK_OPTIONS_REFUSED(&options,
                        "the size of a rigy_param is 0; set it to sizeof(rigy_param), or use "
                        "RIGY_PARAM_INIT");
}

/* What a later header may declare. */
typedef struct {
  rigy_param known;
  void *later;
} later_param;

static void test_params_of_a_later_version(void) {
  later_param params[] = {{{sizeof *params, "wide", "0.25"}, NULL},
                          {{sizeof *params, "name", "'7'"}, NULL}};
  rigy_options options = RIGY_OPTIONS_INIT;
  options.params = &params[0].known;
  options.param_count = 2;
  rigy_result *result = compile_text(shelf, &options);
  rigy_result *written = compile_text(shelf_written, NULL);
  CHECK_SAME_GLB(result, written);
  rigy_result_free(result);
  rigy_result_free(written);
  params[1].later = &failures;
  CHECK_OPTIONS_REFUSED(&options,
                        "a rigy_param has a field that this version of the library does not know "
                        "and that is not zero");
}

static void test_no_result(void) {
  size_t size = 7;
  CHECK(rigy_result_param_error(NULL, &size) == NULL && size == 0);
  size = 7;
  CHECK(rigy_result_params(NULL, &size) == NULL && size == 0);
  size = 7;
  CHECK(rigy_result_expanded_yaml(NULL, &size) == NULL && size == 0);
}

void test_params(void) {
  test_values();
  test_faults();
  test_declared_wrongly();
  test_list();
  test_expanded_yaml();
  test_invalid_options();
  test_params_of_a_later_version();
  test_no_result();
}
