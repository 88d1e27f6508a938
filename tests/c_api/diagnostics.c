#include "diagnostics.h"

#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

/* What a later header may declare. */
typedef struct {
  rigy_diagnostic known;
  size_t later[2];
} later_diagnostic;

static const char repeated[] =
    "version: \"0.6\"\n"
    "anchors:\n"
    "  - {id: \xf0\x9f\xa6\xb4, translation: [0, 0, 0]}\n"
    "  - {id: \xf0\x9f\xa6\xb4, translation: [0, 1, 0]}\n";

static void test_structs(void) {
  rigy_result *result = compile_text(repeated, NULL);
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  CHECK(rigy_result_diagnostic_count(result) == 1);
  CHECK(rigy_result_diagnostic(result, 0, &one) == 1);
  CHECK(one.size == sizeof one);
  CHECK(one.severity == RIGY_SEVERITY_ERROR);
  CHECK_TEXT(one.code, "V24");
  CHECK_TEXT(one.error_class, "ValidationError");
  CHECK(one.message != NULL && strstr(one.message, "\xf0\x9f\xa6\xb4") != NULL);
  CHECK_TEXT(one.file, "main.rigy.yaml");
  CHECK_TEXT(one.path, "anchors[1].id");
  CHECK(one.line == 4 && one.column == 10 && one.end_line == 4 && one.end_column == 11);
  CHECK(one.column_utf16 == 10 && one.end_column_utf16 == 12);
  CHECK(one.reserved == 0);
  CHECK(one.related_count == 1);
  rigy_related related = RIGY_RELATED_INIT;
  CHECK(rigy_result_related(result, 0, 0, &related) == 1);
  CHECK(related.message != NULL);
  CHECK_TEXT(related.file, "main.rigy.yaml");
  CHECK(related.line == 3 && related.end_column_utf16 == 12);
  CHECK(rigy_result_related(result, 0, 1, &related) == 0);
  CHECK(rigy_result_related(result, 1, 0, &related) == 0);
  CHECK(rigy_result_diagnostic(result, 1, &one) == 0);
  CHECK(rigy_result_diagnostic(result, 0, NULL) == 0);
  rigy_result_free(result);
}

static void test_a_warning_has_no_class(void) {
  rigy_result *result = compile_text(
      "version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, "
      "z: 1}, transform: {rotation_euler: [0, 90, 0]}}]}]\n",
      NULL);
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_diagnostic(result, 0, &one) == 1);
  CHECK_TEXT(one.code, "W06");
  CHECK(one.severity == RIGY_SEVERITY_WARNING);
  CHECK(one.error_class == NULL);
  CHECK(one.help != NULL);
  rigy_result_free(result);
}

static void test_sizes_of_structs(void) {
  rigy_result *result = compile_text("version: \"0.6\"\nmeshs: []\n", NULL);
  later_diagnostic later;
  memset(&later, 0xff, sizeof later);
  later.known.size = sizeof later;
  CHECK(rigy_result_diagnostic(result, 0, &later.known) == 1);
  CHECK(later.known.size == sizeof later);
  CHECK_TEXT(later.known.help, "did you mean 'meshes'?");
  CHECK(later.later[0] == 0 && later.later[1] == 0);
  const size_t wrong[] = {0, sizeof(rigy_diagnostic) - 1, (size_t)-1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
    one.size = wrong[i];
    CHECK(rigy_result_diagnostic(result, 0, &one) == 0);
    CHECK(one.code == NULL);
  }
  rigy_result_free(result);
}

static void test_fixes(void) {
  const char text[] = "version: \"0.6\"\nmeshs: []\n";
  const rigy_file files[] = {RIGY_FILE_INIT("main.rigy.yaml", text, sizeof text - 1)};
  rigy_analysis *analysis = rigy_analyze("main.rigy.yaml", files, 1, NULL, 0);
  rigy_result *result = rigy_analysis_check(analysis, NULL, 0);
  rigy_fix fix = RIGY_FIX_INIT;
  rigy_edit edit = RIGY_EDIT_INIT;
  CHECK(rigy_result_fix(result, 0, 0, &fix) == 1);
  CHECK(fix.title != NULL && strstr(fix.title, "'meshes'") != NULL);
  CHECK(fix.reason == NULL);
  CHECK(fix.edit_count == 1);
  CHECK(rigy_result_fix_edit(result, 0, 0, 0, &edit) == 1);
  CHECK_TEXT(edit.file, "main.rigy.yaml");
  CHECK_TEXT(edit.text, "meshes");
  CHECK(edit.begin == 15 && edit.end == 20);
  CHECK(rigy_result_fix_edit(result, 0, 0, 1, &edit) == 0);
  CHECK(rigy_result_fix(result, 0, 1, &fix) == 1);
  CHECK_TEXT(fix.reason, "what it says is lost");
  CHECK(rigy_result_fix_edit(result, 0, 2, 0, &edit) == 0);
  CHECK(rigy_result_fix(result, 0, 2, &fix) == 0);
  CHECK(rigy_result_fix(result, 1, 0, &fix) == 0);
  CHECK(rigy_result_fix(NULL, 0, 0, &fix) == 0);
  fix.size = 0;
  CHECK(rigy_result_fix(result, 0, 0, &fix) == 0);
  rigy_result_free(result);
  fix.size = sizeof fix;
  result = compile_text(text, NULL);
  CHECK(rigy_result_fix(result, 0, 0, &fix) == 0);
  rigy_result_free(result);
  rigy_analysis_free(analysis);
}

static void test_text(void) {
  rigy_result *result = compile_text("version: \"0.6\"\nmeshs: []\n", NULL);
  size_t size = 0;
  const char *text = rigy_result_diagnostics_text(result, &size);
  CHECK_TEXT(text,
             "main.rigy.yaml:2:1: error[V33]: unknown field 'meshs' in the document\n"
             "    2 | meshs: []\n"
             "      | ^^^^^\n"
             "      = help: did you mean 'meshes'?\n"
             "1 error  (ParseError)\n");
  CHECK(text != NULL && size == strlen(text));
  CHECK(rigy_result_diagnostics_text(result, NULL) == text);
  rigy_result_free(result);
  result = compile_text("version: \"0.6\"\n", NULL);
  CHECK(rigy_result_diagnostic_count(result) == 0);
  CHECK(rigy_result_diagnostics_text(result, &size) == NULL && size == 0);
  rigy_result_free(result);
}

static void test_nothing(void) {
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  size_t size = 7;
  CHECK(rigy_result_diagnostic_count(NULL) == 0);
  CHECK(rigy_result_diagnostic(NULL, 0, &one) == 0);
  CHECK(rigy_result_diagnostics_text(NULL, &size) == NULL && size == 0);
}

void test_diagnostics(void) {
  test_structs();
  test_a_warning_has_no_class();
  test_sizes_of_structs();
  test_fixes();
  test_text();
  test_nothing();
}
