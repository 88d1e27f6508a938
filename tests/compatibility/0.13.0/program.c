/* A program that uses the C interface of 0.13.0. Prints one JSON value per line. */
#include <stdio.h>
#include <string.h>

#include "rigy.h"

static const char part[] =
    "version: \"0.10\"\n"
    "params: {side: 1}\n"
    "meshes:\n"
    "  - id: m\n"
    "    primitives:\n"
    "      - {id: p, type: box, dimensions: {x: $side, y: 1, z: 1}}\n"
    "      - {id: q, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [4, 0, 0]}}\n"
    "armatures:\n"
    "  - id: rig\n"
    "    bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]\n"
    "bindings:\n"
    "  - mesh_id: m\n"
    "    armature_id: rig\n"
    "    weights:\n"
    "      - {primitive_id: p, bones: [{bone_id: root, weight: 1}]}\n"
    "      - {primitive_id: q, bones: [{bone_id: root, weight: 1}]}\n"
    "poses: [{id: up, bones: {root: {translation: [0, 1, 0]}}}]\n"
    "anchors: [{id: a, translation: [0, 1, 0]}, {id: b, translation: [1, 1, 0]}, {id: c, translation: [0, 1, 1]}]\n";
static const char whole[] =
    "version: \"0.10\"\n"
    "imports: {part: {source: parts/part.rigy.yaml}}\n"
    "anchors: [{id: x, translation: [0, 0, 0]}, {id: y, translation: [0, 0, 1]}, {id: z, translation: [1, 0, 0]}]\n"
    "instances: [{id: one, import: part, attach3: {from: [a, b, c], to: [x, y, z], mode: rigid}}]\n";

static void print_line(const char *json) {
  const char *end = json == NULL ? NULL : json + strlen(json);
  while (json != end && (end[-1] == '\n')) --end;
  /* Diagnostics are on several lines. */
  for (; json != end; ++json) putchar(*json == '\n' ? ' ' : *json);
  putchar('\n');
}

/* FNV-1a */
static void print_bytes(const char *name, const unsigned char *bytes, size_t size) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 16777619u;
  printf("{\"name\": \"%s\", \"is_there\": %s, \"fnv\": %u}\n", name, bytes != NULL ? "true" : "false",
         bytes != NULL ? hash : 0);
}

static void print_result(const char *name, rigy_result *result) {
  size_t size = 0;
  const unsigned char *glb = rigy_result_glb(result, &size);
  printf("{\"name\": \"%s\", \"ok\": %d, \"file_count\": %d}\n", name, rigy_result_ok(result),
         (int)rigy_result_file_count(result));
  print_bytes("canonical", glb, size);
  print_line(rigy_result_diagnostics(result, NULL));
  if (rigy_result_outline(result, NULL) != NULL) print_line(rigy_result_outline(result, NULL));
  if (rigy_result_params(result, NULL) != NULL) print_line(rigy_result_params(result, NULL));
  if (rigy_result_inspection(result, NULL) != NULL) print_line(rigy_result_inspection(result, NULL));
  if (rigy_result_measurement(result, NULL) != NULL) print_line(rigy_result_measurement(result, NULL));
  printf("{\"expanded\": %d, \"param_error\": %d}\n", rigy_result_expanded_yaml(result, NULL) != NULL,
         rigy_result_param_error(result, NULL) != NULL);
  rigy_result_free(result);
}

typedef struct {
  const rigy_file *files;
  size_t count;
} shelf;

static int read_from_shelf(void *context, const char *path, const void **data, size_t *size) {
  const shelf *from = context;
  for (size_t i = 0; i < from->count; ++i) {
    if (strcmp(from->files[i].path, path) != 0) continue;
    *data = from->files[i].data;
    *size = from->files[i].data_size;
    return RIGY_FILE_OK;
  }
  return RIGY_FILE_NOT_FOUND;
}

static void compile_and_check(const rigy_file *files, size_t count) {
  const rigy_param side = RIGY_PARAM_INIT("side", "2.5");
  const rigy_param wrong = RIGY_PARAM_INIT("wide", "2.5");
  shelf here = {files, count};
  rigy_options options = RIGY_OPTIONS_INIT;
  print_result("compile", rigy_compile("main.rigy.yaml", files, count, NULL));
  options.outline = 1;
  options.list_params = 1;
  options.expanded_yaml = RIGY_EXPANDED_YAML_PLAIN;
  options.bake_transforms = 1;
  options.threads = 2;
  print_result("baked", rigy_compile_with_reader("main.rigy.yaml", read_from_shelf, &here, &options));
  options.pose = "up";
  options.params = &side;
  options.param_count = 1;
  print_result("posed", rigy_compile("parts/part.rigy.yaml", files, count, &options));
  options.winding = RIGY_WINDING_OUTWARD;
  options.params = &wrong;
  print_result("param", rigy_check("parts/part.rigy.yaml", files, count, &options));
  print_result("check", rigy_check_with_reader("main.rigy.yaml", read_from_shelf, &here, NULL));
  print_result("missing", rigy_check("other.rigy.yaml", files, count, NULL));
}

static void export_all(const rigy_file *files, size_t count) {
  const int formats[] = {RIGY_EXPORT_GLB, RIGY_EXPORT_GLTF, RIGY_EXPORT_OBJ, RIGY_EXPORT_STL, RIGY_EXPORT_FBX};
  for (size_t i = 0; i < sizeof formats / sizeof *formats; ++i) {
    rigy_export_options options = RIGY_EXPORT_OPTIONS_INIT;
    options.format = formats[i];
    options.name = "thing";
    options.scale = 2;
    options.poses = RIGY_POSES_LOOPS;
    options.colliders = i % 2 == 0 ? RIGY_COLLIDERS_GODOT : RIGY_COLLIDERS_UNREAL;
    rigy_result *result = rigy_export("main.rigy.yaml", files, count, &options);
    for (size_t file = 0; file < rigy_result_file_count(result); ++file) {
      printf("{\"file\": \"%s\"}\n", rigy_result_file_name(result, file));
    }
    print_result("export", result);
  }
}

static void draw(const rigy_file *files, size_t count) {
  rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
  options.views = "front,30,15";
  options.width = 64;
  options.height = 48;
  options.projection = RIGY_PROJECTION_ORTHOGRAPHIC;
  options.background = RIGY_BACKGROUND_TRANSPARENT;
  options.section = RIGY_SECTION_X;
  options.show = RIGY_SHOW_SKELETON | RIGY_SHOW_GRID;
  print_result("render", rigy_render("main.rigy.yaml", files, count, &options));
  options.solver = RIGY_SOLVER_BOTH;
  options.pose = "up";
  options.heat = "root";
  options.mark_diagnostics = 1;
  print_result("render", rigy_render("parts/part.rigy.yaml", files, count, &options));
}

static void look(const rigy_file *files, size_t count) {
  rigy_inspect_options options = RIGY_INSPECT_OPTIONS_INIT;
  rigy_measure_options between = RIGY_MEASURE_OPTIONS_INIT;
  options.pairwise_gaps = 1;
  options.intent_checks = 1;
  options.expanded = 1;
  print_result("inspect", rigy_inspect("parts/part.rigy.yaml", files, count, &options));
  between.a = "p";
  between.b = "m.q";
  print_result("measure", rigy_measure("parts/part.rigy.yaml", files, count, &between));
}

/* What is refused is refused with a reason. */
static void refuse(const rigy_file *files, size_t count) {
  rigy_options options = RIGY_OPTIONS_INIT;
  rigy_export_options export_options = RIGY_EXPORT_OPTIONS_INIT;
  options.winding = 7;
  export_options.format = 99;
  printf("{\"compile\": %d, \"why\": %d}\n", rigy_compile("main.rigy.yaml", files, count, &options) != NULL,
         rigy_argument_error("main.rigy.yaml", files, count, &options) != NULL);
  printf("{\"export\": %d, \"why\": %d}\n", rigy_export("main.rigy.yaml", files, count, &export_options) != NULL,
         rigy_export_argument_error("main.rigy.yaml", files, count, &export_options) != NULL);
  printf("{\"ok\": %d, \"count\": %d}\n", rigy_result_ok(NULL), (int)rigy_result_file_count(NULL));
  rigy_result_free(NULL);
}

int main(void) {
  const rigy_file files[] = {RIGY_FILE_INIT("main.rigy.yaml", whole, sizeof whole - 1),
                             RIGY_FILE_INIT("parts/part.rigy.yaml", part, sizeof part - 1),
                             RIGY_FILE_INIT("wrong.rigy.yaml", "version: \"0.6\"\nmeshs: []\n", 25)};
  const size_t count = sizeof files / sizeof *files;
  printf("{\"language\": \"%s\"}\n", rigy_language_version());
  compile_and_check(files, count);
  print_result("wrong", rigy_compile("wrong.rigy.yaml", files, count, NULL));
  export_all(files, count);
  draw(files, count);
  look(files, count);
  refuse(files, count);
  return 0;
}
