#include "render.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char box[] =
    "version: \"0.10\"\n"
    "params: {side: 1}\n"
    "meshes:\n"
    "  - {id: m, primitives: [{id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}]}\n";

static rigy_result *render_text(const char *text, const rigy_render_options *options) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_render("main.rigy.yaml", &file, 1, options);
}

static unsigned number_at(const unsigned char *bytes) {
  return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

/* The only file of the result is a PNG of this size. */
static void check_picture(const rigy_result *result, unsigned width, unsigned height,
                          const char *where) {
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  size_t size = 0;
  const unsigned char *png = rigy_result_file(result, 0, &size);
  check(rigy_result_ok(result) == 1, "accepted", where);
  check(rigy_result_file_count(result) == 1, "one file", where);
  check_text(rigy_result_file_name(result, 0), "main.png", where);
  check(png != NULL && size > 24 && memcmp(png, signature, sizeof signature) == 0, "a PNG", where);
  if (png == NULL || size < 24) return;
  check(number_at(png + 16) == width, "its width", where);
  check(number_at(png + 20) == height, "its height", where);
}
#define CHECK_PICTURE(result, width, height) check_picture((result), (width), (height), HERE)

static int same_file(const rigy_result *a, const rigy_result *b) {
  size_t size_a = 0;
  size_t size_b = 0;
  const unsigned char *bytes_a = rigy_result_file(a, 0, &size_a);
  const unsigned char *bytes_b = rigy_result_file(b, 0, &size_b);
  return size_a == size_b && bytes_a != NULL && memcmp(bytes_a, bytes_b, size_a) == 0;
}

static void test_pictures(void) {
  rigy_result *plain = render_text(box, NULL);
  CHECK_PICTURE(plain, 800, 600);
  CHECK(rigy_result_glb(plain, NULL) == NULL);

  rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
  options.views = "iso";
  options.threads = 3;
  rigy_result *result = render_text(box, &options);
  CHECK(same_file(plain, result));
  rigy_result_free(result);
  rigy_result_free(plain);

  const rigy_param side = RIGY_PARAM_INIT("side", "3");
  options.views = "front,30,15,top";
  options.params = &side;
  options.param_count = 1;
  options.width = 160;
  options.height = 120;
  options.section = RIGY_SECTION_X;
  options.section_at = 0.25;
  options.show = RIGY_SHOW_GRID | RIGY_SHOW_DIMENSIONS;
  options.background = RIGY_BACKGROUND_DARK;
  result = render_text(box, &options);
  CHECK_PICTURE(result, 160, 120);
  options.show = 0;
  rigy_result *without = render_text(box, &options);
  CHECK(!same_file(result, without));
  rigy_result_free(without);
  rigy_result_free(result);
}

static const char posed[] =
    "version: \"0.6\"\n"
    "meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n"
    "armatures: [{id: rig, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
    "bindings: [{mesh_id: m, armature_id: rig}]\n"
    "poses: [{id: up, bones: {b: {translation: [0, 1, 0]}}}]\n";

static void test_fit(void) {
  rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
  options.width = options.height = 64;
  options.pose = "up";
  rigy_result *rest = render_text(posed, &options);
  options.fit = RIGY_FIT_POSE;
  rigy_result *pose = render_text(posed, &options);
  CHECK_PICTURE(rest, 64, 64);
  CHECK_PICTURE(pose, 64, 64);
  CHECK(!same_file(rest, pose));
  rigy_result_free(rest);
  rigy_result_free(pose);
}

static void test_rejected_picture(void) {
  rigy_result *result = render_text("version: \"0.6\"\nmeshs: []\n", NULL);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_file_count(result) == 0);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"V33\"") != NULL);
  rigy_result_free(result);

  rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
  options.mark_diagnostics = 1;
  result = render_text(
      "version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: "
      "1}}], "
      "colour: 1}]\n",
      &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_file_count(result) == 1);
  rigy_result_free(result);

  options.mark_diagnostics = 0;
  options.focus = "p,q";
  result = render_text(box, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_file_count(result) == 0);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"X51\"") != NULL);
  rigy_result_free(result);

  const rigy_param unknown = RIGY_PARAM_INIT("wide", "1");
  options.focus = NULL;
  options.params = &unknown;
  options.param_count = 1;
  result = render_text(box, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_file_count(result) == 0);
  CHECK_TEXT(rigy_result_param_error(result, NULL),
             "the document has no param 'wide'; did you mean 'side'?");
  rigy_result_free(result);

  options.param_count = 0;
  options.width = 1000000;
  result = render_text(box, &options);
  CHECK(rigy_result_ok(result) == 0);
  CHECK(rigy_result_param_error(result, NULL) != NULL);
  rigy_result_free(result);

  result = rigy_render_with_reader("main.rigy.yaml", no_reader, NULL, NULL);
  CHECK(rigy_result_ok(result) == 0);
  rigy_result_free(result);
}

static void check_render_refused(const rigy_render_options *options, const char *error,
                                 const char *where) {
  const rigy_file file = text_file("main.rigy.yaml", box);
  check(rigy_render("main.rigy.yaml", &file, 1, options) == NULL, error, where);
  check(rigy_render_with_reader("main.rigy.yaml", no_reader, NULL, options) == NULL, error, where);
  check_text(rigy_render_argument_error("main.rigy.yaml", &file, 1, options), error, where);
}
#define CHECK_RENDER_REFUSED(options, error) check_render_refused((options), (error), HERE)

static void test_invalid_sizes(void) {
  struct {
    rigy_render_options known;
    size_t later;
  } newer = {RIGY_RENDER_OPTIONS_INIT, 0};
  rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
  CHECK(options.size == sizeof(rigy_render_options));
  options.size = 0;
  CHECK_RENDER_REFUSED(&options,
                       "the size of the rigy_render_options is 0; set it to "
                       "sizeof(rigy_render_options), or begin with RIGY_RENDER_OPTIONS_INIT");
  options.size = sizeof options - 1;
  CHECK_RENDER_REFUSED(&options,
                       "the size of the rigy_render_options is not that of any version of it");
  newer.known.size = sizeof newer;
  newer.known.width = newer.known.height = 64;
  rigy_result *result = render_text(box, &newer.known);
  CHECK_PICTURE(result, 64, 64);
  rigy_result_free(result);
  newer.later = 1;
  CHECK_RENDER_REFUSED(&newer.known,
                       "the rigy_render_options have a field that this version of the library does "
                       "not know and that is not zero");
}

static void test_invalid_values(void) {
  const rigy_render_options fine = RIGY_RENDER_OPTIONS_INIT;
  rigy_render_options options = fine;
  options.views = "front,sideways";
  CHECK_RENDER_REFUSED(&options,
                       "the views of the rigy_render_options are not names of views, or AZ,EL in "
                       "degrees, separated by commas");
  options = fine;
  options.projection = 2;
  CHECK_RENDER_REFUSED(&options,
                       "the projection of the rigy_render_options is no RIGY_PROJECTION_...");
  options = fine;
  options.background = -1;
  CHECK_RENDER_REFUSED(&options,
                       "the background of the rigy_render_options is no RIGY_BACKGROUND_...");
  options = fine;
  options.solver = 4;
  CHECK_RENDER_REFUSED(&options, "the solver of the rigy_render_options is no RIGY_SOLVER_...");
  options = fine;
  options.section = 4;
  CHECK_RENDER_REFUSED(&options, "the section of the rigy_render_options is no RIGY_SECTION_...");
  options = fine;
  options.section_at = (double)INFINITY;
  CHECK_RENDER_REFUSED(&options, "section_at of the rigy_render_options is not a finite number");
  options = fine;
  options.show = 256;
  CHECK_RENDER_REFUSED(&options,
                       "show of the rigy_render_options has a bit that is no RIGY_SHOW_...");
  options = fine;
  options.fit = 2;
  CHECK_RENDER_REFUSED(&options, "the fit of the rigy_render_options is no RIGY_FIT_...");
}

/* A library without the renderer refuses everything, and says why. */
static void test_without_renderer(const char *error) {
  CHECK_TEXT(error, "this library was built without the renderer");
  CHECK(render_text(box, NULL) == NULL);
  CHECK(rigy_render_with_reader("main.rigy.yaml", no_reader, NULL, NULL) == NULL);
}

void test_render(void) {
  const char *error = rigy_render_argument_error("main.rigy.yaml", NULL, 0, NULL);
  if (error != NULL) {
    test_without_renderer(error);
    return;
  }
  test_pictures();
  test_fit();
  test_rejected_picture();
  test_invalid_sizes();
  test_invalid_values();
  CHECK(rigy_render(NULL, NULL, 0, NULL) == NULL);
  CHECK(rigy_render_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
}
