#include "export.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char box[] =
    "version: \"0.6\"\n"
    "materials: {clay: {base_color: [1, 0.5, 0, 1]}}\n"
    "meshes:\n"
    "  - {id: m, primitives: [{id: p, type: box, material: clay, dimensions: {x: 1, y: 1, z: "
    "1}}]}\n"
    "anchors: [{id: grip, translation: [0, 1, 0]}]\n";

static rigy_result *export_text(const char *text, const rigy_export_options *options) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_export("main.rigy.yaml", &file, 1, options);
}

/* Whether a file of the result contains the text. */
static int contains(const rigy_result *result, size_t index, const char *text) {
  size_t size = 0;
  const unsigned char *bytes = rigy_result_file(result, index, &size);
  const size_t length = strlen(text);
  for (size_t i = 0; bytes != NULL && i + length <= size; ++i) {
    if (memcmp(bytes + i, text, length) == 0) return 1;
  }
  return 0;
}

static void test_defaults(void) {
  rigy_result *result = export_text(box, NULL);
  size_t size = 1;
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_file_count(result) == 1);
  CHECK_TEXT(rigy_result_file_name(result, 0), "main.glb"); /* as the document */
  CHECK(contains(result, 0, "glTF"));
  CHECK(contains(result, 0, "\"name\":\"grip\""));
  CHECK(rigy_result_file_name(result, 1) == NULL);
  CHECK(rigy_result_file(result, 1, &size) == NULL && size == 0);
  CHECK(rigy_result_glb(result, &size) == NULL && size == 0);
  rigy_result_free(result);
}

static void test_formats(void) {
  rigy_export_options options = RIGY_EXPORT_OPTIONS_INIT;
  options.format = RIGY_EXPORT_OBJ;
  options.name = "box";
  options.scale = 4;
  rigy_result *result = export_text(box, &options);
  CHECK(rigy_result_file_count(result) == 2);
  CHECK_TEXT(rigy_result_file_name(result, 0), "box.obj");
  CHECK_TEXT(rigy_result_file_name(result, 1), "box.mtl");
  CHECK(contains(result, 0, "mtllib box.mtl\no m\nv "));
  CHECK(contains(result, 0, "v 2 2 2\n"));
  CHECK(contains(result, 1, "newmtl clay\nKd 1 0.5 0\n"));
  rigy_result_free(result);
  options.format = RIGY_EXPORT_GLTF;
  options.no_anchors = 1;
  result = export_text(box, &options);
  CHECK(rigy_result_file_count(result) == 2);
  CHECK(contains(result, 0, "\"uri\":\"box.bin\""));
  CHECK(!contains(result, 0, "grip"));
  rigy_result_free(result);
}

static void test_face(void) {
  rigy_export_options options = RIGY_EXPORT_OPTIONS_INIT;
  options.format = RIGY_EXPORT_GLTF;
  static const char text[] =
      "version: \"0.6\"\nmeshes: []\nanchors: [{id: tip, translation: [1, 2, 3]}]\n";
  rigy_result *result = export_text(text, &options);
  CHECK(contains(result, 0, "\"translation\":[-1,2,-3]"));
  rigy_result_free(result);
  options.face = RIGY_FACE_MINUS_Z;
  result = export_text(text, &options);
  CHECK(contains(result, 0, "\"translation\":[1,2,3]"));
  rigy_result_free(result);
}

static void test_rejected_export(void) {
  rigy_result *result = export_text("version: \"0.6\"\nmeshs: []\n", NULL);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_file_count(result) == 0);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"V33\"") != NULL);
  rigy_result_free(result);
  CHECK(rigy_result_file_count(NULL) == 0);
  CHECK(rigy_result_file_name(NULL, 0) == NULL);
  result = rigy_export_with_reader("main.rigy.yaml", no_reader, NULL, NULL);
  CHECK(rigy_result_ok(result) == 0);
  rigy_result_free(result);
}

static void check_export_refused(const rigy_export_options *options, const char *error,
                                 const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", box);
  check(rigy_export("main.rigy.yaml", &file, 1, options) == NULL, error, where);
  check(rigy_export_with_reader("main.rigy.yaml", no_reader, NULL, options) == NULL, error, where);
  check_text(rigy_export_argument_error("main.rigy.yaml", &file, 1, options), error, where);
}
#define CHECK_EXPORT_REFUSED(options, error) check_export_refused((options), (error), HERE)

static void test_invalid_options(void) {
  const rigy_export_options fine = RIGY_EXPORT_OPTIONS_INIT;
  rigy_export_options options = fine;
  options.size = 0;
  CHECK_EXPORT_REFUSED(&options,
                       "the size of the rigy_export_options is 0; set it to "
                       "sizeof(rigy_export_options), or begin with RIGY_EXPORT_OPTIONS_INIT");
  options.size = sizeof options - 1;
  CHECK_EXPORT_REFUSED(&options,
                       "the size of the rigy_export_options is not that of any version of it");
  options = fine;
  options.format = 5;
  CHECK_EXPORT_REFUSED(&options,
                       "the format of the rigy_export_options is not one of RIGY_EXPORT_...");
  options = fine;
  options.poses = -1;
  CHECK_EXPORT_REFUSED(&options,
                       "the poses of the rigy_export_options are not one of RIGY_POSES_...");
  options = fine;
  options.colliders = 3;
  CHECK_EXPORT_REFUSED(
      &options, "the colliders of the rigy_export_options are not one of RIGY_COLLIDERS_...");
  options = fine;
  options.face = 2;
  CHECK_EXPORT_REFUSED(
      &options,
      "the face of the rigy_export_options is neither RIGY_FACE_PLUS_Z nor RIGY_FACE_MINUS_Z");
  options = fine;
  options.scale = -1;
  CHECK_EXPORT_REFUSED(&options, "the scale of the rigy_export_options is not a number above 0");
  options.scale = (double)NAN;
  CHECK_EXPORT_REFUSED(&options, "the scale of the rigy_export_options is not a number above 0");
}

void test_export(void) {
  test_defaults();
  test_formats();
  test_face();
  test_rejected_export();
  test_invalid_options();
  CHECK(rigy_export(NULL, NULL, 0, NULL) == NULL);
  CHECK(rigy_export_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
}
