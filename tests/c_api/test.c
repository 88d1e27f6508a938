/* The C interface, from C. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "diagnostics.h"
#include "export.h"
#include "inspect.h"
#include "measure.h"
#include "params.h"
#include "render.h"
#include "rigy/rigy.h"
#include "sizes.h"
#include "support.h"

/* --- files ---------------------------------------------------------------------------------- */

typedef struct {
  unsigned char *data;
  size_t size;
} bytes;

/* A file of the conformance suite; the data is NULL if there is none. */
static bytes read_suite(const char *path) {
  bytes contents = {NULL, 0};
  char whole[1024];
  snprintf(whole, sizeof whole, "%s/conformance/%s", RIGY_SOURCE_DIR, path);
  FILE *file = fopen(whole, "rb");
  if (file == NULL) return contents;
  fseek(file, 0, SEEK_END);
  contents.size = (size_t)ftell(file);
  rewind(file);
  contents.data = malloc(contents.size + 1);
  if (fread(contents.data, 1, contents.size, file) != contents.size) contents.size = 0;
  fclose(file);
  return contents;
}

static void check_glb(const rigy_result *result, const char *expected_path, const char *where) {
  const bytes expected = read_suite(expected_path);
  size_t size = 0;
  const unsigned char *glb = rigy_result_glb(result, &size);
  check(rigy_result_ok(result), expected_path, where);
  check(expected.data != NULL && glb != NULL && size == expected.size &&
            memcmp(glb, expected.data, size) == 0,
        expected_path, where);
  free(expected.data);
}
#define CHECK_GLB(result, path) check_glb((result), (path), HERE)

static rigy_result *compile_suite(const char *path, const rigy_options *options) {
  const bytes input = read_suite(path);
  const rigy_file file = RIGY_FILE_INIT("main.rigy.yaml", input.data, input.size);
  rigy_result *result = rigy_compile("main.rigy.yaml", &file, 1, options);
  free(input.data);
  return result;
}

static const char accepted[] =
    "{\"ok\":true,\"class\":null,\"errors\":0,\"warnings\":0,\"omitted\":0,"
    "\"diagnostics\":[],\"outputs\":[]}\n";

/* --- the tests ------------------------------------------------------------------------------ */

static void test_versions(void) {
  CHECK_TEXT(rigy_version(), RIGY_VERSION);
  CHECK_TEXT(rigy_language_version(), "0.13");
}

static void test_accepted(void) {
  rigy_result *result = compile_suite("J-tessellation/inputs/J02_sphere.rigy.yaml", NULL);
  CHECK_GLB(result, "J-tessellation/outputs/J02_sphere.glb");
  size_t size = 0;
  CHECK_TEXT(rigy_result_diagnostics(result, &size), accepted);
  CHECK(size == strlen(accepted));
  CHECK(rigy_result_glb(result, NULL) != NULL);
  CHECK(rigy_result_diagnostics(result, NULL) != NULL);
  rigy_result_free(result);
}

static void test_rejected(void) {
  rigy_result *result = compile_text("version: \"0.6\"\nmeshs: []\n", NULL);
  CHECK(result != NULL);
  CHECK(rigy_result_ok(result) == 0);
  size_t size = 7;
  CHECK(rigy_result_glb(result, &size) == NULL);
  CHECK(size == 0);
  CHECK_TEXT(rigy_result_diagnostics(result, NULL),
             "{\"ok\":false,\"class\":\"ParseError\",\"errors\":1,\"warnings\":0,"
             "\"omitted\":0,\"diagnostics\":[\n{\"severity\":\"error\",\"code\":\"V33\","
             "\"class\":\"ParseError\",\"message\":\"unknown field 'meshs' in the document\","
             "\"file\":\"main.rigy.yaml\",\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":6,"
             "\"column_utf16\":1,\"end_column_utf16\":6,"
             "\"endLine\":2,"
             "\"endColumn\":6,\"columnUtf16\":1,\"endColumnUtf16\":6,\"path\":\"meshs\","
             "\"help\":\"did you mean 'meshes'?\",\"related\":[]}],\"outputs\":[]}\n");
  rigy_result_free(result);
}

/* Checking says what compiling says, and makes nothing. */
static void test_check(void) {
  const rigy_file files[] = {text_file("fine.rigy.yaml", "version: \"0.6\"\n"),
                             text_file("wrong.rigy.yaml", "version: \"0.6\"\nmeshs: []\n")};
  rigy_options options = RIGY_OPTIONS_INIT;
  options.outline = 1;
  options.list_params = 1;
  rigy_result *checked = rigy_check(files[0].path, files, 2, &options);
  CHECK(rigy_result_ok(checked) == 1);
  CHECK_TEXT(rigy_result_diagnostics(checked, NULL), accepted);
  CHECK(rigy_result_glb(checked, NULL) == NULL);
  CHECK(rigy_result_outline(checked, NULL) == NULL);
  CHECK_TEXT(rigy_result_params(checked, NULL), "[]\n");
  rigy_result_free(checked);

  checked = rigy_check(files[1].path, files, 2, NULL);
  rigy_result *compiled = rigy_compile(files[1].path, files, 2, NULL);
  CHECK(rigy_result_ok(checked) == 0);
  CHECK_TEXT(rigy_result_diagnostics(checked, NULL), rigy_result_diagnostics(compiled, NULL));
  rigy_result_free(checked);
  rigy_result_free(compiled);

  options.size = 0;
  CHECK(rigy_check(files[0].path, files, 2, &options) == NULL);
  CHECK(rigy_check(NULL, NULL, 0, NULL) == NULL);
  CHECK(rigy_check_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
  checked = rigy_check_with_reader("main.rigy.yaml", no_reader, NULL, NULL);
  CHECK(rigy_result_ok(checked) == 0);
  rigy_result_free(checked);
}

static void test_missing_files(void) {
  rigy_result *result = rigy_compile("main.rigy.yaml", NULL, 0, NULL);
  CHECK(rigy_result_ok(result) == 0);
  CHECK_TEXT(rigy_result_diagnostics(result, NULL),
             "{\"ok\":false,\"class\":\"InputError\",\"errors\":1,\"warnings\":0,"
             "\"omitted\":0,\"diagnostics\":[\n{\"severity\":\"error\",\"code\":\"X25\","
             "\"class\":\"InputError\","
             "\"message\":\"cannot read the document: there is no such file\","
             "\"file\":\"main.rigy.yaml\",\"line\":0,\"column\":0,\"end_line\":0,\"end_column\":0,"
             "\"column_utf16\":0,\"end_column_utf16\":0,"
             "\"endLine\":0,"
             "\"endColumn\":0,\"columnUtf16\":0,\"endColumnUtf16\":0,\"path\":\"\","
             "\"help\":null,\"related\":[]}],\"outputs\":[]}\n");
  rigy_result_free(result);

  result = compile_text("version: \"0.6\"\nimports: {peg: {source: peg.rigy.yaml}}\n", NULL);
  CHECK(rigy_result_ok(result) == 0);
  CHECK_TEXT(rigy_result_diagnostics(result, NULL),
             "{\"ok\":false,\"class\":\"CompositionError\",\"errors\":1,\"warnings\":0,"
             "\"omitted\":0,\"diagnostics\":[\n{\"severity\":\"error\",\"code\":\"X20\","
             "\"class\":\"CompositionError\","
             "\"message\":\"cannot read import 'peg.rigy.yaml': there is no such file\","
             "\"file\":\"main.rigy.yaml\",\"line\":2,\"column\":25,\"end_line\":2,\"end_column\":"
             "38,\"column_utf16\":25,\"end_column_utf16\":38,"
             "\"endLine\":2,"
             "\"endColumn\":38,\"columnUtf16\":25,\"endColumnUtf16\":38,"
             "\"path\":\"imports.peg.source\","
             "\"help\":\"paths are relative to the folder of main.rigy.yaml\","
             "\"related\":[]}],\"outputs\":[]}\n");
  rigy_result_free(result);
}

static void test_several_files(void) {
  const bytes main_text = read_suite("H-composition/inputs/H16_contract_satisfied.rigy.yaml");
  const bytes part = read_suite("H-composition/inputs/parts/peg.rigy.yaml");
  const bytes contract = read_suite("H-composition/inputs/parts/peg.ricy.yaml");
  const rigy_file files[] = {
      RIGY_FILE_INIT("a/./b/../main.rigy.yaml", main_text.data, main_text.size),
      RIGY_FILE_INIT("./a/parts/peg.rigy.yaml", part.data, part.size),
      RIGY_FILE_INIT("a/parts/peg.ricy.yaml", contract.data, contract.size),
      RIGY_FILE_INIT("a/parts/peg.rigy.yaml", NULL, 0), /* the first of the same path counts */
  };
  rigy_result *result = rigy_compile("./a/main.rigy.yaml", files, 4, NULL);
  CHECK_GLB(result, "H-composition/outputs/H16_contract_satisfied.glb");
  rigy_result_free(result);
  free(main_text.data);
  free(part.data);
  free(contract.data);
}

static void test_options(void) {
  rigy_options options = RIGY_OPTIONS_INIT;
  rigy_result *result = compile_suite("E-hierarchy/inputs/E01_humanoid.rigy.yaml", &options);
  CHECK_GLB(result, "E-hierarchy/outputs/E01_humanoid.glb");
  rigy_result_free(result);

  options.threads = 4;
  options.pose = "";
  result = compile_suite("E-hierarchy/inputs/E01_humanoid.rigy.yaml", &options);
  CHECK_GLB(result, "E-hierarchy/outputs/E01_humanoid.glb");
  rigy_result_free(result);

  options.pose = "identity";
  result = compile_suite("L-dqs-poses/inputs/L01_single_bone_dqs_identity.rigy.yaml", &options);
  CHECK_GLB(result, "L-dqs-poses/outputs/L01_single_bone_dqs_identity.glb");
  rigy_result_free(result);
}

static void test_winding(void) {
  const rigy_options outward = {.size = sizeof outward, .winding = RIGY_WINDING_OUTWARD};
  rigy_result *canonical = compile_suite("J-tessellation/inputs/J02_sphere.rigy.yaml", NULL);
  rigy_result *result = compile_suite("J-tessellation/inputs/J02_sphere.rigy.yaml", &outward);
  size_t size = 0;
  size_t canonical_size = 0;
  const unsigned char *glb = rigy_result_glb(result, &size);
  const unsigned char *canonical_glb = rigy_result_glb(canonical, &canonical_size);
  CHECK(size > 0 && size == canonical_size);
  CHECK(glb != NULL && canonical_glb != NULL && memcmp(glb, canonical_glb, size) != 0);
  rigy_result_free(result);
  rigy_result_free(canonical);
}

static void test_max_errors(void) {
  const rigy_options options = {.size = sizeof options, .max_errors = 1};
  rigy_result *result = compile_text("version: \"0.6\"\nmeshs: []\nbonez: []\n", &options);
  const char *diagnostics = rigy_result_diagnostics(result, NULL);
  CHECK(diagnostics != NULL);
  CHECK(strstr(diagnostics, "\"errors\":2,\"warnings\":0,\"omitted\":1,") != NULL);
  rigy_result_free(result);
}

static void test_outline(void) {
  const rigy_options options = {.size = sizeof options, .outline = 1};
  const char *text =
      "version: \"0.6\"\n"
      "meshes:\n"
      "  - id: body\n"
      "    primitives:\n"
      "      - id: L_arm\n"
      "        type: box\n"
      "        dimensions: {x: 1, y: 1, z: 1}\n"
      "\n"
      "armatures: [{id: rig, bones: [{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, "
      "0]}]}]\n"
      "bindings: [{mesh_id: body, armature_id: rig}]\n"
      "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
      "poses: [{id: up, bones: {root: {translation: [0, 0.5, 0]}}}]\n"
      "anchors: [{id: \"\xf0\x9f\xa6\xb4\", translation: [1, 2, 3]}]\n";
  rigy_result *result = compile_text(text, &options);
  size_t size = 0;
  const char *outline = rigy_result_outline(result, &size);
#define AT(line, column, end_line, end, end_utf16)                                                \
  "\"file\":\"main.rigy.yaml\",\"line\":" #line ",\"column\":" #column ",\"end_line\":" #end_line \
  ",\"end_column\":" #end ",\"column_utf16\":" #column ",\"end_column_utf16\":" #end_utf16        \
  ",\"endLine\":" #end_line ",\"endColumn\":" #end ",\"columnUtf16\":" #column                    \
  ",\"endColumnUtf16\":" #end_utf16
#define BOX(id, mirrored, first, index)                                                        \
  "{\"id\":\"" id "\",\"type\":\"box\",\"mirrored\":" #mirrored ",\"first_vertex\":" #first    \
  ",\"vertex_count\":24,\"first_index\":" #index ",\"index_count\":36,\"firstVertex\":" #first \
  ",\"vertexCount\":24,\"firstIndex\":" #index ",\"indexCount\":36," AT(5, 9, 7, 39, 39) "}"
  CHECK_TEXT(outline,
             "{\"meshes\":[{\"id\":\"body\",\"solver\":\"lbs\"," AT(
                 3, 5, 7, 39, 39) ",\"primitives\":[" BOX("L_arm", false, 0, 0) "," BOX("R_arm", true,
                                                                                      24, 36) "]}],"
             "\"armatures\":[{\"id\":\"rig\",\"imported\":false," AT(
                 9, 13, 9, 91, 91) ",\"bones\":[{\"id\":\"root\",\"parent\":null,\"mirrored\":false,"
             "\"head\":[0.0,0.0,0.0],\"tail\":[0.0,1.0,0.0],\"roll\":0.0," AT(9, 31, 9, 89, 89) "}]}],"
             "\"skins\":[{\"armature\":0}],"
             "\"poses\":[{\"id\":\"up\"," AT(12, 9, 12, 60, 60) ",\"bones\":[{\"id\":\"root\","
             "\"rotation\":[1.0,0.0,0.0,0.0],\"translation\":[0.0,0.5,0.0]}]}],"
             "\"anchors\":[{\"id\":\"\xf0\x9f\xa6\xb4\",\"mirrored\":false,"
             "\"translation\":[1.0,2.0,3.0]," AT(13, 11, 13, 44, 45) "}],\"instances\":[],\"children\":[]}\n");
#undef AT
#undef BOX
  CHECK(outline != NULL && size == strlen(outline));
  CHECK(rigy_result_outline(result, NULL) == outline);
  rigy_result_free(result);

  size = 7;
  result = compile_text(text, NULL); /* not asked for */
  CHECK(rigy_result_ok(result) == 1);
  CHECK(rigy_result_outline(result, &size) == NULL);
  CHECK(size == 0);
  rigy_result_free(result);
  result = compile_text("version: \"0.6\"\nmeshs: []\n", &options);
  CHECK(rigy_result_outline(result, NULL) == NULL);
  rigy_result_free(result);
}

static void test_invalid_arguments(void) {
  const rigy_file file = text_file("main.rigy.yaml", "version: \"0.6\"\n");
  const rigy_file without_path = RIGY_FILE_INIT(NULL, "", 0);
  const rigy_file without_data = RIGY_FILE_INIT("main.rigy.yaml", NULL, 1);
  const rigy_file absolute = text_file("/main.rigy.yaml", "");
  const rigy_file above = text_file("a/../../main.rigy.yaml", "");
  const rigy_options no_winding = {.size = sizeof no_winding, .winding = 2};
  CHECK(rigy_argument_error("main.rigy.yaml", &file, 1, NULL) == NULL);
  CHECK_REFUSED(NULL, &file, 1, NULL, "the entry is NULL");
  CHECK_REFUSED("main.rigy.yaml", NULL, 1, NULL, "the files are NULL, but their count is not 0");
  CHECK_REFUSED("main.rigy.yaml", &without_path, 1, NULL, "the path of a rigy_file is NULL");
  CHECK_REFUSED("main.rigy.yaml", &without_data, 1, NULL,
                "the data of a rigy_file is NULL, but its data_size is not 0");
  CHECK_REFUSED("main.rigy.yaml", &absolute, 1, NULL,
                "the path of a rigy_file is absolute or leaves the root");
  CHECK_REFUSED("main.rigy.yaml", &above, 1, NULL,
                "the path of a rigy_file is absolute or leaves the root");
  CHECK_REFUSED("main.rigy.yaml", &file, 1, &no_winding,
                "the winding of the rigy_options is neither RIGY_WINDING_CANONICAL nor "
                "RIGY_WINDING_OUTWARD");
  CHECK(rigy_compile_with_reader(NULL, no_reader, NULL, NULL) == NULL);
  CHECK(rigy_compile_with_reader("main.rigy.yaml", NULL, NULL, NULL) == NULL);
  CHECK(rigy_compile_with_reader("main.rigy.yaml", no_reader, NULL, &no_winding) == NULL);
}

static void test_no_result(void) {
  size_t size = 7;
  CHECK(rigy_result_ok(NULL) == 0);
  CHECK(rigy_result_glb(NULL, &size) == NULL);
  CHECK(size == 0);
  size = 7;
  CHECK(rigy_result_diagnostics(NULL, &size) == NULL);
  CHECK(size == 0);
  size = 7;
  CHECK(rigy_result_outline(NULL, &size) == NULL);
  CHECK(size == 0);
  rigy_result_free(NULL);
}

/* --- with a reader -------------------------------------------------------------------------- */

typedef struct {
  char asked[512]; /* every path requested, each followed by a line break */
  bytes last;
} suite_reader;

static int read_from_suite(void *context, const char *path, const void **data, size_t *size) {
  suite_reader *reader = context;
  strncat(reader->asked, path, sizeof reader->asked - strlen(reader->asked) - 2);
  strcat(reader->asked, "\n");
  free(reader->last.data);
  reader->last = read_suite(path);
  *data = reader->last.data;
  *size = reader->last.size;
  return reader->last.data != NULL ? RIGY_FILE_OK : RIGY_FILE_NOT_FOUND;
}

static void test_reader(void) {
  suite_reader reader = {{0}, {NULL, 0}};
  rigy_result *result =
      rigy_compile_with_reader("H-composition/inputs/../inputs/H16_contract_satisfied.rigy.yaml",
                               read_from_suite, &reader, NULL);
  CHECK_GLB(result, "H-composition/outputs/H16_contract_satisfied.glb");
  CHECK_TEXT(reader.asked,
             "H-composition/inputs/H16_contract_satisfied.rigy.yaml\n"
             "H-composition/inputs/parts/peg.rigy.yaml\n"
             "H-composition/inputs/parts/peg.ricy.yaml\n");
  rigy_result_free(result);
  free(reader.last.data);
}

/* Returns `text` for the entry, and `status` for every other file. */
typedef struct {
  const char *text;
  int status;
  int refused;
} stub_reader;

static int read_stub(void *context, const char *path, const void **data, size_t *size) {
  stub_reader *reader = context;
  if (strcmp(path, "main.rigy.yaml") != 0) {
    ++reader->refused;
    return reader->status;
  }
  *data = reader->text;
  *size = strlen(reader->text);
  return RIGY_FILE_OK;
}

/* Compiles `text` and expects one diagnostic, with `message`. */
static void check_import(const char *text, int status, int refused, const char *message,
                         const char *where) {
  stub_reader reader = {text, status, 0};
  char expected[256];
  snprintf(expected, sizeof expected, "\"message\":\"%s\",", message);
  rigy_result *result = rigy_compile_with_reader("main.rigy.yaml", read_stub, &reader, NULL);
  const char *diagnostics = rigy_result_diagnostics(result, NULL);
  check(rigy_result_ok(result) == 0, "it is rejected", where);
  check(reader.refused == refused, "the reader is asked as often as expected", where);
  if (diagnostics == NULL || strstr(diagnostics, "\"errors\":1,") == NULL ||
      strstr(diagnostics, expected) == NULL) {
    check_text(diagnostics, expected, where);
  }
  rigy_result_free(result);
}
#define CHECK_IMPORT(text, status, refused, message) \
  check_import((text), (status), (refused), (message), HERE)

static void test_reader_refuses(void) {
  const char *text = "version: \"0.6\"\nimports: {peg: {source: peg.rigy.yaml}}\n";
  CHECK_IMPORT(text, RIGY_FILE_NOT_FOUND, 1,
               "cannot read import 'peg.rigy.yaml': there is no such file");
  CHECK_IMPORT(text, RIGY_FILE_NOT_REGULAR, 1,
               "cannot read import 'peg.rigy.yaml': it is not a regular file");
  CHECK_IMPORT(text, RIGY_FILE_UNREADABLE, 1,
               "cannot read import 'peg.rigy.yaml': it cannot be read");
  CHECK_IMPORT(text, RIGY_FILE_TOO_LARGE, 1,
               "cannot read import 'peg.rigy.yaml': it is larger than 64 MiB");
  CHECK_IMPORT(text, RIGY_FILE_OUTSIDE_ROOT, 1,
               "cannot read import 'peg.rigy.yaml': it is outside the root directory");
  CHECK_IMPORT(text, -1, 1, "cannot read import 'peg.rigy.yaml': it cannot be read");
  /* `*data` is still NULL and `*size` 0: an empty file. */
  CHECK_IMPORT(text, RIGY_FILE_OK, 1, "the document is empty");
}

static void test_paths_the_reader_never_sees(void) {
  CHECK_IMPORT("version: \"0.6\"\nimports: {peg: {source: ../peg.rigy.yaml}}\n", RIGY_FILE_OK, 0,
               "cannot read import '../peg.rigy.yaml': it is outside the root directory");
  CHECK_IMPORT("version: \"0.6\"\nimports: {peg: {source: /peg.rigy.yaml}}\n", RIGY_FILE_OK, 0,
               "cannot read import '/peg.rigy.yaml': absolute paths are not allowed");
  CHECK_IMPORT("version: \"0.6\"\nimports: {peg: {source: \"main.rigy.yaml\\0.png\"}}\n",
               RIGY_FILE_OK, 0,
               "cannot read import 'main.rigy.yaml\\u0000.png': there is no such file");
}

/* The path is one of any program, and so are the root and the paths in messages. */
static void test_disk_reader(void) {
  rigy_result *result = rigy_compile_with_reader(
      RIGY_SOURCE_DIR "/conformance/H-composition/inputs/H16_contract_satisfied.rigy.yaml",
      rigy_disk_reader, NULL, NULL);
  CHECK_GLB(result, "H-composition/outputs/H16_contract_satisfied.glb");
  rigy_result_free(result);

  char root[] = RIGY_SOURCE_DIR "/conformance/H-composition/inputs/parts";
  const char entry[] =
      RIGY_SOURCE_DIR "/conformance/H-composition/inputs/parts/../H16_contract_satisfied.rigy.yaml";
  rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
  result = rigy_check_with_reader(entry, rigy_disk_reader, root, NULL);
  CHECK(rigy_result_ok(result) == 1); /* only the entry lies outside the root */
  rigy_result_free(result);
  char elsewhere[] = RIGY_SOURCE_DIR "/conformance/H-composition/outputs";
  result = rigy_check_with_reader(entry, rigy_disk_reader, elsewhere, NULL);
  CHECK(rigy_result_diagnostic(result, 0, &one) == 1);
  CHECK_TEXT(one.code, "X20");
  CHECK_TEXT(one.file, entry);
  rigy_result_free(result);
}

/* Memory first, then the disk. */
static int read_over_disk(void *context, const char *path, const void **data, size_t *size) {
  if (strcmp(path, "main.rigy.yaml") != 0) return rigy_disk_reader(context, path, data, size);
  const char *text =
      "version: \"0.6\"\nimports: {peg: {source: parts/peg.rigy.yaml, contract: "
      "parts/peg.ricy.yaml}}\n";
  *data = text;
  *size = strlen(text);
  return RIGY_FILE_OK;
}

static void test_reader_over_disk(void) {
  char root[] = RIGY_SOURCE_DIR "/conformance/H-composition/inputs";
  rigy_result *result = rigy_compile_with_reader("main.rigy.yaml", read_over_disk, root, NULL);
  CHECK(rigy_result_ok(result) == 1);
  rigy_result_free(result);

  const void *data = NULL;
  size_t size = 0;
  CHECK(rigy_disk_reader(root, "parts/peg.rigy.yaml", &data, &size) == RIGY_FILE_OK);
  CHECK(data != NULL && size > 0);
  CHECK(rigy_disk_reader(root, "parts/peg.rigy.yml", &data, &size) == RIGY_FILE_NOT_FOUND);
  CHECK(rigy_disk_reader(root, "parts", &data, &size) == RIGY_FILE_NOT_REGULAR);
  CHECK(rigy_disk_reader(root, "../README.md", &data, &size) == RIGY_FILE_OUTSIDE_ROOT);
  CHECK(rigy_disk_reader(root, "/etc/passwd", &data, &size) == RIGY_FILE_OUTSIDE_ROOT);
  char nowhere[] = RIGY_SOURCE_DIR "/conformance/nowhere";
  CHECK(rigy_disk_reader(nowhere, "a", &data, &size) == RIGY_FILE_NOT_FOUND);
}

static int read_nowhere(void *context, const char *path, const void **data, size_t *size) {
  (void)context, (void)path;
  *data = NULL;
  *size = 1;
  return RIGY_FILE_OK;
}

static int read_too_much(void *context, const char *path, const void **data, size_t *size) {
  (void)path;
  *data = context;
  *size = (size_t)-1;
  return RIGY_FILE_OK;
}

static void test_faulty_readers(void) {
  char byte = 'x';
  rigy_result *result = rigy_compile_with_reader("main.rigy.yaml", read_nowhere, NULL, NULL);
  CHECK(result != NULL && rigy_result_ok(result) == 0);
  rigy_result_free(result);
  result = rigy_compile_with_reader("main.rigy.yaml", read_too_much, &byte, NULL);
  CHECK(result != NULL && rigy_result_ok(result) == 0);
  rigy_result_free(result);
}

/* --- at the same time ----------------------------------------------------------------------- */

static void *compile_repeatedly(void *expected) {
  for (int i = 0; i < 10; ++i) {
    rigy_result *result = compile_suite("E-hierarchy/inputs/E01_humanoid.rigy.yaml", NULL);
    size_t size = 0;
    const unsigned char *glb = rigy_result_glb(result, &size);
    const bytes *wanted = expected;
    const int same = glb != NULL && size == wanted->size && memcmp(glb, wanted->data, size) == 0;
    rigy_result_free(result);
    if (!same) return NULL;
  }
  return expected;
}

static void test_threads(void) {
  bytes expected = read_suite("E-hierarchy/outputs/E01_humanoid.glb");
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, compile_repeatedly, &expected);
  for (int i = 0; i < 4; ++i) {
    void *same = NULL;
    pthread_join(threads[i], &same);
    CHECK(same == &expected);
  }
  free(expected.data);
}

int main(void) {
  test_versions();
  test_accepted();
  test_rejected();
  test_check();
  test_missing_files();
  test_several_files();
  test_options();
  test_winding();
  test_max_errors();
  test_outline();
  test_invalid_arguments();
  test_sizes();
  test_params();
  test_no_result();
  test_reader();
  test_disk_reader();
  test_reader_over_disk();
  test_reader_refuses();
  test_paths_the_reader_never_sees();
  test_faulty_readers();
  test_threads();
  test_diagnostics();
  test_export();
  test_inspect();
  test_measure();
  test_analysis();
  test_render();
  if (failures > 0) fprintf(stderr, "%d checks failed\n", failures);
  return failures > 0 ? 1 : 0;
}
