#include "analysis.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rigy/rigy.h"
#include "support.h"

static const char arm[] =
    "version: \"0.10\"\n"
    "params: {side: 1}\n"
    "meshes:\n"
    "  - id: m\n"
    "    primitives:\n"
    "      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}\n"
    "      - {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [4, 0.5, "
    "0]}}\n"
    "armatures:\n"
    "  - {id: rig, bones: [{id: hip, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}\n";

static rigy_analysis *analyze_text(const char *text, const rigy_param *choices, size_t count) {
  const rigy_file file = text_file("main.rigy.yaml", text);
  return rigy_analyze("main.rigy.yaml", &file, 1, choices, count);
}

typedef rigy_result *(*operation)(const rigy_analysis *, const rigy_param *, size_t);

/* What is wrong with one choice. */
static void check_fault(operation run, const char *name, const char *value, const char *fault,
                        const char *where) {
  rigy_analysis *analysis = analyze_text(arm, NULL, 0);
  const rigy_param choice = RIGY_PARAM_INIT(name, value);
  rigy_result *result = run(analysis, &choice, 1);
  check(rigy_result_ok(result) == 0, fault, where);
  check_text(rigy_result_param_error(result, NULL), fault, where);
  rigy_result_free(result);
  rigy_analysis_free(analysis);
}
#define CHECK_FAULT(run, name, value, fault) check_fault((run), (name), (value), (fault), HERE)

static void test_faults(void) {
  CHECK_FAULT(rigy_analysis_export, "formt", "glb",
              "there is no option 'formt'; did you mean 'format'?");
  CHECK_FAULT(rigy_analysis_export, "format", "ply",
              "format: 'ply' is not one of glb, gltf, obj, stl, fbx, vrm");
  CHECK_FAULT(rigy_analysis_export, "anchors", "yes", "anchors: 'yes' is not true or false");
  CHECK_FAULT(rigy_analysis_export, "scale", "big", "scale: 'big' is not a finite number");
  CHECK_FAULT(rigy_analysis_export, "scale", "0", "scale: it must be greater than 0");
  CHECK_FAULT(rigy_analysis_pose, "turns", "hip:z:40",
              "turns: 'hip:z:40' is not BONE:AXIS:ANGLE, like elbow:z:70deg");
  CHECK_FAULT(rigy_analysis_pose, "turns", "hand:z:40deg", "there is no bone 'hand'");
  CHECK_FAULT(rigy_analysis_weights, "mesh", "n", "there is no mesh 'n'");
  CHECK_FAULT(rigy_analysis_measure, "a", "p", "b is not given");
  CHECK_FAULT(rigy_analysis_compile, NULL, "", "the name of a rigy_param is NULL");

  const rigy_param threads = RIGY_PARAM_INIT("threads", "-1");
  rigy_analysis *analysis = analyze_text(arm, &threads, 1);
  rigy_result *result = rigy_analysis_compile(analysis, NULL, 0);
  CHECK_TEXT(rigy_result_param_error(result, NULL),
             "threads: '-1' is not a whole number up to 4294967295");
  rigy_result_free(result);
  rigy_analysis_free(analysis);
}

/* The bytes are those of the function with structs. */
static void test_compile(void) {
  const rigy_param choices[] = {RIGY_PARAM_INIT("param.side", "2"),
                                RIGY_PARAM_INIT("suppressed_warnings", "all")};
  rigy_analysis *analysis = analyze_text(arm, choices, 2);
  rigy_result *found = rigy_analysis_compile(analysis, NULL, 0);
  const rigy_param side = RIGY_PARAM_INIT("side", "2");
  rigy_options options = RIGY_OPTIONS_INIT;
  options.params = &side;
  options.param_count = 1;
  rigy_result *expected = compile_text(arm, &options);
  size_t found_size = 0;
  size_t expected_size = 0;
  const unsigned char *glb = rigy_result_glb(found, &found_size);
  const unsigned char *same = rigy_result_glb(expected, &expected_size);
  CHECK(glb != NULL && same != NULL && found_size == expected_size &&
        memcmp(glb, same, found_size) == 0);
  CHECK(rigy_result_diagnostic_count(found) == 0);
  rigy_result_free(found);
  found = rigy_analysis_check(analysis, NULL, 0);
  CHECK(rigy_result_ok(found) == 1 && rigy_result_glb(found, NULL) == NULL);
  rigy_result_free(found);
  rigy_result_free(expected);
  rigy_analysis_free(analysis);
}

static void test_operations(void) {
  const rigy_param quiet = RIGY_PARAM_INIT("suppressed_warnings", "W01,W02,W09,W13,W14");
  rigy_analysis *analysis = analyze_text(arm, &quiet, 1);

  const rigy_param obj = RIGY_PARAM_INIT("format", "obj");
  rigy_result *result = rigy_analysis_export(analysis, &obj, 1);
  CHECK_TEXT(rigy_result_file_name(result, 0), "main.obj");
  rigy_result_free(result);

  result = rigy_analysis_inspect(analysis, NULL, 0);
  CHECK(strstr(rigy_result_inspection(result, NULL), "\"primitive_count\":2") != NULL);
  rigy_result_free(result);

  const rigy_param ids[] = {RIGY_PARAM_INIT("a", "p"), RIGY_PARAM_INIT("b", "q")};
  result = rigy_analysis_measure(analysis, ids, 2);
  CHECK(strstr(rigy_result_measurement(result, NULL), "\"distance\":3,") != NULL);
  rigy_result_free(result);

  result = rigy_analysis_lint(analysis, NULL, 0);
  CHECK(rigy_result_ok(result) == 1 && rigy_result_finding_count(result) > 0);
  CHECK(rigy_result_finding_count(result) == rigy_result_diagnostic_count(result));
  rigy_result_free(result);

  const rigy_param turns[] = {RIGY_PARAM_INIT("turns", "hip:z:90deg"),
                              RIGY_PARAM_INIT("id", "bow")};
  result = rigy_analysis_pose(analysis, turns, 2);
  CHECK(strstr(rigy_result_pose(result, NULL), "- id: bow\n") != NULL);
  rigy_result_free(result);

  result = rigy_analysis_weights(analysis, NULL, 0);
  CHECK_TEXT(rigy_result_file_name(result, 0), "p");
  CHECK(strstr((const char *)rigy_result_file(result, 0, NULL),
               "{\"bone_id\":\"hip\",\"weight\":1}") != NULL);
  rigy_result_free(result);
  rigy_analysis_free(analysis);
}

/* A man of two boxes, who gets bones, weights, a shape, a pose and a walk. */
static const char man[] =
    "version: \"0.13\"\n"
    "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
    "meshes:\n"
    "  - id: body\n"
    "    primitives:\n"
    "      - {id: trunk, type: box, dimensions: {x: 0.5, y: 0.8, z: 0.3}, transform: {translation: "
    "[0, "
    "1.4, 0]}}\n"
    "      - {id: L_leg, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, transform: {translation: "
    "[-0.15, "
    "0.5, 0]}}\n";

/* The text that an operation makes of a text. */
static char *made_text(const char *text, operation run, const rigy_param *choices, size_t count) {
  rigy_analysis *analysis = analyze_text(text, NULL, 0);
  rigy_result *result = run(analysis, choices, count);
  CHECK(rigy_result_ok(result) == 1);
  size_t size = 0;
  const char *made = rigy_result_text(result, &size);
  CHECK(made != NULL);
  char *copy = malloc(size + 1);
  memcpy(copy, made == NULL ? "" : made, size + 1);
  rigy_result_free(result);
  rigy_analysis_free(analysis);
  return copy;
}

static void test_making(void) {
  const rigy_param kind[] = {RIGY_PARAM_INIT("kind", "biped"), RIGY_PARAM_INIT("write", "true")};
  char *entry = made_text(man, rigy_analysis_rig, kind, 1);
  CHECK(strstr(entry, "- id: rig\n") != NULL);
  char *rigged = made_text(man, rigy_analysis_rig, kind, 2);
  CHECK(strstr(rigged, "{id: L_shin, parent: L_thigh") != NULL);

  const rigy_param along[] = {RIGY_PARAM_INIT("along", "L_hand"), RIGY_PARAM_INIT("radius", "0.05"),
                              RIGY_PARAM_INIT("mesh", "body")};
  char *handed = made_text(rigged, rigy_analysis_shape, along, 3);
  CHECK(strstr(handed, "{id: L_hand, type: capsule, dimensions: {radius: 0.05") != NULL);
  char *shape = made_text(rigged, rigy_analysis_shape, along, 2);
  CHECK(strncmp(shape, "- {id: L_hand, type: capsule", 28) == 0);

  const rigy_param write = RIGY_PARAM_INIT("write", "true");
  char *weighed = made_text(handed, rigy_analysis_weights, &write, 1);
  CHECK(strstr(weighed, "source: main.L_leg.weights.json") != NULL ||
        strstr(weighed, "primitive_id: L_leg") != NULL);

  const rigy_param gait = RIGY_PARAM_INIT("gaits", "walk");
  char *motion = made_text(rigged, rigy_analysis_motion, &gait, 1);
  CHECK(strstr(motion, "rigm_version: \"0.1\"") != NULL && strstr(motion, "  walk:") != NULL);
  char *gaits = made_text(rigged, rigy_analysis_gaits, NULL, 0);
  CHECK(strstr(gaits, "{\"name\":\"walk\",\"summary\":\"walks\"") != NULL);

  const rigy_param bow[] = {RIGY_PARAM_INIT("turns", "spine:x:-30deg"),
                            RIGY_PARAM_INIT("id", "bow"), RIGY_PARAM_INIT("on_ground", "true"),
                            RIGY_PARAM_INIT("write", "true")};
  char *posed = made_text(rigged, rigy_analysis_pose, bow, 4);
  CHECK(strstr(posed, "- id: bow\n") != NULL && strncmp(posed, man, 40) == 0);

  const rigy_param far[] = {RIGY_PARAM_INIT("reaches", "L_hand:-5,1,0")};
  rigy_analysis *analysis = analyze_text(rigged, NULL, 0);
  rigy_result *result = rigy_analysis_pose(analysis, far, 1);
  CHECK(rigy_result_notes(result, NULL) != NULL);
  CHECK(rigy_result_notes(NULL, NULL) == NULL);
  rigy_result_free(result);
  rigy_analysis_free(analysis);

  char *made[] = {entry, rigged, handed, shape, weighed, motion, gaits, posed};
  for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); ++i) free(made[i]);
}

/* A motion is one more file: of an asset, or the entry. */
static void test_motions(void) {
  const rigy_param kind[] = {RIGY_PARAM_INIT("kind", "biped"), RIGY_PARAM_INIT("write", "true")};
  static const char bindings[] =
      "bindings: [{mesh_id: body, armature_id: rig, weights: ["
      "{primitive_id: trunk, bones: [{bone_id: spine, weight: 1}]}, "
      "{primitive_id: L_leg, bones: [{bone_id: L_thigh, weight: 1}]}]}]\n";
  char *unbound = made_text(man, rigy_analysis_rig, kind, 2);
  char *rigged = malloc(strlen(unbound) + sizeof(bindings));
  memcpy(rigged, unbound, strlen(unbound));
  memcpy(rigged + strlen(unbound), bindings, sizeof(bindings));
  const rigy_param gait = RIGY_PARAM_INIT("gaits", "walk");
  char *motion = made_text(rigged, rigy_analysis_motion, &gait, 1);
  const rigy_file files[] = {text_file("main.rigy.yaml", rigged),
                             text_file("walk.rigm.yaml", motion)};
  const rigy_param motions = RIGY_PARAM_INIT("motions", "walk.rigm.yaml");
  const rigy_param format = RIGY_PARAM_INIT("format", "gltf");
  const char *const entries[] = {"main.rigy.yaml", "walk.rigm.yaml", "main.rigy.yaml"};
  for (size_t i = 0; i < 3; ++i) {
    rigy_analysis *analysis = rigy_analyze(entries[i], files, 2, &motions, i == 0 ? 1 : 0);
    rigy_result *result = rigy_analysis_export(analysis, &format, 1);
    const char *gltf = (const char *)rigy_result_file(result, 0, NULL);
    CHECK(gltf != NULL && (strstr(gltf, "\"name\":\"walk\"") != NULL) == (i < 2));
    rigy_result_free(result);
    rigy_analysis_free(analysis);
  }
  const rigy_param clip[] = {RIGY_PARAM_INIT("clip", "walk"), RIGY_PARAM_INIT("clip", "run")};
  rigy_analysis *analysis = rigy_analyze("walk.rigm.yaml", files, 2, NULL, 0);
  rigy_result *result = rigy_analysis_lint(analysis, &clip[0], 1);
  CHECK(rigy_result_ok(result) == 1);
  rigy_result_free(result);
  result = rigy_analysis_lint(analysis, &clip[1], 1);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"M15\"") != NULL);
  rigy_result_free(result);
  rigy_analysis_free(analysis);
  free(unbound);
  free(rigged);
  free(motion);
}

static void test_diff(void) {
  const rigy_param side = RIGY_PARAM_INIT("param.side", "2");
  rigy_analysis *before = analyze_text(arm, NULL, 0);
  rigy_analysis *after = analyze_text(arm, &side, 1);
  rigy_result *result = rigy_analysis_diff(before, after, NULL, 0);
  CHECK(strstr(rigy_result_diff(result, NULL), "\"dimensions.x\"") != NULL);
  rigy_result_free(result);
  result = rigy_analysis_diff(NULL, after, NULL, 0);
  CHECK(rigy_result_diff(result, NULL) != NULL);
  rigy_result_free(result);
  rigy_analysis *bad = analyze_text("version: \"0.6\"\nmesh: []\n", NULL, 0);
  result = rigy_analysis_diff(bad, after, NULL, 0);
  CHECK(rigy_result_ok(result) == 0 && rigy_result_diff(result, NULL) == NULL);
  CHECK(strstr(rigy_result_diagnostics(result, NULL), "\"code\":\"V33\"") != NULL);
  rigy_result_free(result);
  rigy_analysis_free(bad);
  rigy_analysis_free(before);
  rigy_analysis_free(after);
}

static void test_format(void) {
  rigy_result *result = rigy_format("a:   1 # one\n!", 12, NULL, 0);
  CHECK_TEXT(rigy_result_text(result, NULL), "a: 1  # one\n");
  rigy_result_free(result);
  result = rigy_format("a: [\n", 5, NULL, 0);
  CHECK(rigy_result_ok(result) == 0 && rigy_result_text(result, NULL) == NULL);
  CHECK(rigy_result_diagnostic_count(result) == 1);
  rigy_result_free(result);
  const rigy_param choice = RIGY_PARAM_INIT("max_errors", "none");
  result = rigy_format("a: 1\n", 5, &choice, 1);
  CHECK(rigy_result_ok(result) == 0 && rigy_result_param_error(result, NULL) != NULL);
  rigy_result_free(result);
  CHECK(rigy_format(NULL, 1, NULL, 0) == NULL && rigy_result_text(NULL, NULL) == NULL);
}

static void test_tools(void) {
  rigy_result *result = rigy_call_tool("list_tools", NULL, NULL);
  CHECK(rigy_result_ok(result) == 1);
  CHECK(strstr(rigy_result_text(result, NULL), "\"write_asset\"") != NULL);
  rigy_result_free(result);
  result =
      rigy_call_tool("write_asset",
                     "{\"document\": \"version: \\\"0.13\\\"\\n\", \"save_as\": \"a/b.rigy.yaml\", "
                     "\"picture\": false}",
                     NULL);
  CHECK(rigy_result_ok(result) == 1 && rigy_result_file_count(result) == 1);
  CHECK_TEXT(rigy_result_file_name(result, 0), "a/b.rigy.yaml");
  rigy_result_free(result);
  result = rigy_call_tool("lok", "{}", NULL);
  CHECK(rigy_result_ok(result) == 0 && rigy_result_text(result, NULL) == NULL);
  CHECK_TEXT(rigy_result_param_error(result, NULL), "there is no tool 'lok'; did you mean 'look'?");
  rigy_result_free(result);
  result = rigy_call_tool("look", "{", NULL);
  CHECK(rigy_result_ok(result) == 0 && rigy_result_param_error(result, NULL) != NULL);
  rigy_result_free(result);
  CHECK(rigy_call_tool(NULL, NULL, NULL) == NULL);
}

void test_analysis(void) {
  test_faults();
  test_compile();
  test_operations();
  test_making();
  test_motions();
  test_diff();
  test_format();
  test_tools();
  CHECK(rigy_analyze(NULL, NULL, 0, NULL, 0) == NULL);
  CHECK(rigy_analyze_with_reader("main.rigy.yaml", NULL, NULL, NULL, 0) == NULL);
  CHECK(rigy_analysis_compile(NULL, NULL, 0) == NULL);
  CHECK(rigy_analysis_diff(NULL, NULL, NULL, 0) == NULL);
  CHECK(rigy_result_pose(NULL, NULL) == NULL && rigy_result_diff(NULL, NULL) == NULL);
  CHECK(rigy_result_finding_count(NULL) == 0);
  rigy_analysis_free(NULL);
  CHECK(strstr(rigy_operations(), "\"lint\":{\"options\":[") != NULL);
  CHECK(strstr(rigy_operations(), "{\"name\":\"glb\",\"kind\":\"bytes\"}") != NULL);
}
