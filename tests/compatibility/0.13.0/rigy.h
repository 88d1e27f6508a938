/* The compiler for C, and for every language that can call C.
 *
 * rigy_compile takes a document and the files it refers to from the caller and returns one result:
 * whether the document was accepted, the binary glTF, and the diagnostics as JSON.
 *
 *     rigy_file files[] = {RIGY_FILE_INIT("arm.rigy.yaml", text, strlen(text))};
 *     rigy_options options = RIGY_OPTIONS_INIT;
 *     options.pose = "wave";
 *     rigy_result *result = rigy_compile("arm.rigy.yaml", files, 1, &options);
 *     if (rigy_result_ok(result)) {
 *       size_t size;
 *       const unsigned char *glb = rigy_result_glb(result, &size);
 *       ...
 *     }
 *     rigy_result_free(result);
 *
 * The library keeps no state: calls may run at the same time on different threads, and one result
 * may be read from several threads. It opens no file, prints nothing, and never ends the process,
 * whatever the documents contain.
 *
 * Paths are '/'-separated and relative to a root of the caller's choice. "." and ".." are resolved
 * textually; a path that is absolute or leaves the root is refused. A document refers to other
 * files relative to its own folder. All text is UTF-8.
 *
 * How this interface grows: every struct begins with its size in bytes, which the caller sets to
 * sizeof and the macros ..._INIT set; 0 is refused. Later versions only add fields at the end, and
 * zero is their default. So a program that was compiled with an older header works unchanged: the
 * fields it does not have get their defaults. A program that was compiled with a newer header also
 * works, as long as it leaves the fields that this version does not know at zero; any other value
 * is refused rather than ignored. Results are opaque: later versions add functions that read them.
 */
#ifndef RIGY_RIGY_H
#define RIGY_RIGY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The only names that the shared library has. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The version of this library, and the newest version of the language that it compiles. */
const char *rigy_version(void);
const char *rigy_language_version(void);

enum {
  RIGY_WINDING_CANONICAL = 0, /* byte-exact conformance output */
  RIGY_WINDING_OUTWARD = 1    /* every triangle agrees with its normals */
};

enum {
  RIGY_EXPANDED_YAML_NONE = 0,
  RIGY_EXPANDED_YAML_PROVENANCE = 1, /* with comments that say where the values come from */
  RIGY_EXPANDED_YAML_PLAIN = 2
};

/* A value for a param that the document declares, instead of the one it has there. `value` is a
 * YAML scalar: 2.5, true, oak; quotes make it text, as in "2.5", and are not part of it. */
typedef struct rigy_param {
  size_t size; /* sizeof(rigy_param), the same for all params of an array */
  const char *name;
  const char *value;
} rigy_param;

#define RIGY_PARAM_INIT(name, value) \
  { sizeof(rigy_param), (name), (value) }

/* The defaults are RIGY_OPTIONS_INIT, which is zero in every field but `size`. */
typedef struct rigy_options {
  size_t size;              /* sizeof(rigy_options) */
  const char *pose;         /* the pose to bake; NULL or "" bakes none */
  size_t max_errors;        /* maximum diagnostics; 0 means 100 */
  int winding;              /* RIGY_WINDING_... */
  int bake_transforms;      /* nonzero: instances become transformed vertices instead of nodes */
  unsigned threads;         /* maximum threads; 0 means 1. The output does not depend on it */
  int outline;              /* nonzero: the result has an outline */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
  int list_params;   /* nonzero: the result lists the params that the document declares */
  int expanded_yaml; /* RIGY_EXPANDED_YAML_... */
} rigy_options;

#define RIGY_OPTIONS_INIT                                                       \
  {                                                                             \
    sizeof(rigy_options), NULL, 0, RIGY_WINDING_CANONICAL, 0, 0, 0, NULL, 0, 0, \
        RIGY_EXPANDED_YAML_NONE                                                 \
  }

/* A file in the caller's memory. `data` may be NULL if `data_size` is 0. */
typedef struct rigy_file {
  size_t size; /* sizeof(rigy_file), the same for all files of an array */
  const char *path;
  const void *data;
  size_t data_size;
} rigy_file;

#define RIGY_FILE_INIT(path, data, data_size) \
  { sizeof(rigy_file), (path), (data), (data_size) }

/* What a reader returns. */
enum {
  RIGY_FILE_OK = 0,
  RIGY_FILE_NOT_FOUND = 1,
  RIGY_FILE_NOT_REGULAR = 2, /* a directory, a device */
  RIGY_FILE_UNREADABLE = 3,  /* no permission, an I/O error */
  RIGY_FILE_TOO_LARGE = 4,
  RIGY_FILE_OUTSIDE_ROOT = 5 /* the caller does not allow it to be read */
};

/* Finds the file at `path`, in which "." and ".." are already resolved. To return RIGY_FILE_OK it
 * sets `*data` and `*size` to the file's bytes, which must stay valid until the reader is called
 * again or the compile function returns. Values not listed above count as RIGY_FILE_UNREADABLE. The
 * reader is called on the thread that called the compile function, and may be called twice for the
 * same file. */
typedef int (*rigy_reader)(void *context, const char *path, const void **data, size_t *size);

typedef struct rigy_result rigy_result;

/* Compiles the document at `entry`, an asset or a scene, one of `files`. If two files have the same
 * path, the first counts. `options` may be NULL for the defaults. No argument is used after the
 * call.
 *
 * Returns NULL if an argument is invalid (`entry` or a path is NULL, `files` or `data` is NULL but
 * its size is not 0, a path among `files` is absolute or leaves the root, `winding` or
 * `expanded_yaml` is unknown, a param has no name or no value, a struct has an invalid `size` or
 * unknown fields that are not zero), or if there is no memory for the result. Everything else, even
 * a missing entry, is in the result. */
rigy_result *rigy_compile(const char *entry, const rigy_file *files, size_t file_count,
                          const rigy_options *options);

/* The same with files from a function of the caller, which gets `context` as its first argument.
 * Also returns NULL if `reader` is NULL. */
rigy_result *rigy_compile_with_reader(const char *entry, rigy_reader reader, void *context,
                                      const rigy_options *options);

/* Reports everything that rigy_compile would, without making the output: the result has no GLB, no
 * outline and no expanded document. Arguments are as for rigy_compile. */
rigy_result *rigy_check(const char *entry, const rigy_file *files, size_t file_count,
                        const rigy_options *options);

/* The same with files from a function of the caller. */
rigy_result *rigy_check_with_reader(const char *entry, rigy_reader reader, void *context,
                                    const rigy_options *options);

/* What rigy_export writes. Files of the same name belong together: they name each other. */
enum {
  RIGY_EXPORT_GLB = 0,  /* one binary glTF */
  RIGY_EXPORT_GLTF = 1, /* glTF as JSON, and its data: .gltf, .bin */
  RIGY_EXPORT_OBJ = 2,  /* the shape, and its materials: .obj, .mtl */
  RIGY_EXPORT_STL = 3,  /* the shape, binary */
  RIGY_EXPORT_FBX = 4   /* binary */
};
enum {
  RIGY_POSES_STILLS = 0, /* an animation with one key for each pose */
  RIGY_POSES_LOOPS = 1,  /* from the rest to the pose and back, in two seconds */
  RIGY_POSES_NONE = 2
};
enum { RIGY_COLLIDERS_NONE = 0, RIGY_COLLIDERS_GODOT = 1, RIGY_COLLIDERS_UNREAL = 2 };

/* The defaults are RIGY_EXPORT_OPTIONS_INIT, which is zero in every field but `size`. */
typedef struct rigy_export_options {
  size_t size;       /* sizeof(rigy_export_options) */
  const char *pose;  /* the shape in this pose, without bones; NULL or "": at rest, with bones */
  const char *name;  /* of the files, without extension; NULL or "" means "asset" */
  size_t max_errors; /* maximum diagnostics; 0 means 100 */
  double scale;      /* of all lengths; 0 means 1 */
  int format;        /* RIGY_EXPORT_... */
  int poses;         /* RIGY_POSES_... */
  int colliders;     /* RIGY_COLLIDERS_... */
  int no_anchors;    /* nonzero: anchors are left out */
  unsigned threads;  /* maximum threads; 0 means 1. The output does not depend on it */
  unsigned reserved; /* 0 */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
} rigy_export_options;

#define RIGY_EXPORT_OPTIONS_INIT \
  { sizeof(rigy_export_options), NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* Exports the document at `entry` for other programs: outward triangles, one skeleton for each
 * armature, bones along head and tail, poses as animations. Arguments and result are as for
 * rigy_compile, but the result has files instead of a GLB. */
rigy_result *rigy_export(const char *entry, const rigy_file *files, size_t file_count,
                         const rigy_export_options *options);

/* The same with files from a function of the caller. */
rigy_result *rigy_export_with_reader(const char *entry, rigy_reader reader, void *context,
                                     const rigy_export_options *options);

/* Why rigy_export returns NULL for these arguments, as rigy_argument_error says it. */
const char *rigy_export_argument_error(const char *entry, const rigy_file *files, size_t file_count,
                                       const rigy_export_options *options);

enum { RIGY_PROJECTION_PERSPECTIVE = 0, RIGY_PROJECTION_ORTHOGRAPHIC = 1 };
enum { RIGY_BACKGROUND_LIGHT = 0, RIGY_BACKGROUND_DARK = 1, RIGY_BACKGROUND_TRANSPARENT = 2 };
enum {
  RIGY_SOLVER_AS_WRITTEN = 0,
  RIGY_SOLVER_LBS = 1,
  RIGY_SOLVER_DQS = 2,
  RIGY_SOLVER_BOTH = 3 /* side by side */
};
enum { RIGY_SECTION_NONE = 0, RIGY_SECTION_X = 1, RIGY_SECTION_Y = 2, RIGY_SECTION_Z = 3 };
/* What is drawn besides the surfaces; combined with |. */
enum {
  RIGY_SHOW_SKELETON = 1,
  RIGY_SHOW_NAMES = 2,
  RIGY_SHOW_AXES = 4,
  RIGY_SHOW_GRID = 8,
  RIGY_SHOW_ANCHORS = 16,
  RIGY_SHOW_BOUNDS = 32,
  RIGY_SHOW_DIMENSIONS = 64,
  RIGY_SHOW_WIREFRAME = 128
};

/* The defaults are RIGY_RENDER_OPTIONS_INIT, which is zero in every field but `size`. Ids are those
 * of meshes, primitives, instances and bones: "head", "body.head", "car.wheel". */
typedef struct rigy_render_options {
  size_t size;              /* sizeof(rigy_render_options) */
  const char *views;        /* "iso" (NULL or "" means this), "front,30,15,top": names of views, or
                             * azimuth and elevation in degrees; several become one picture */
  const char *pose;         /* NULL or "": the rest shape */
  const char *focus;        /* ids, separated by commas: the others are faded */
  const char *highlight;    /* ids, separated by commas: in a colour that stands out */
  const char *heat;         /* a bone: its weights, in colours */
  size_t max_errors;        /* maximum diagnostics; 0 means 100 */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
  double section_at; /* where the plane of the section is, in meters */
  unsigned width;    /* in pixels; 0 means 800 */
  unsigned height;   /* 0 means 600 */
  int projection;    /* RIGY_PROJECTION_... */
  int background;    /* RIGY_BACKGROUND_... */
  int solver;        /* RIGY_SOLVER_... */
  int section;       /* RIGY_SECTION_...: what lies between this plane and the camera is cut away */
  unsigned show;     /* RIGY_SHOW_... */
  int mark_diagnostics; /* nonzero: mark what errors and warnings are about */
  unsigned turntable;   /* an animation: the camera around the asset in this many frames; 0: none */
  int all_poses;        /* nonzero: an animation of the rest shape and every pose */
  unsigned threads;     /* maximum threads; 0 means 1. The pixels do not depend on it */
  unsigned reserved;    /* 0 */
} rigy_render_options;

#define RIGY_RENDER_OPTIONS_INIT                                                                   \
  {                                                                                                \
    sizeof(rigy_render_options), NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
        0, 0, 0, 0, 0                                                                              \
  }

/* Draws the document at `entry` as a picture. Arguments and result are as for rigy_compile, but the
 * result has one file, a PNG (animated, if that is asked for), instead of a GLB. If errors are to
 * be marked, there is also a picture of what can be drawn of a document with errors. NULL for all
 * arguments in a library that was built without the renderer. */
rigy_result *rigy_render(const char *entry, const rigy_file *files, size_t file_count,
                         const rigy_render_options *options);

/* The same with files from a function of the caller. */
rigy_result *rigy_render_with_reader(const char *entry, rigy_reader reader, void *context,
                                     const rigy_render_options *options);

/* Why rigy_render returns NULL for these arguments, as rigy_argument_error says it. */
const char *rigy_render_argument_error(const char *entry, const rigy_file *files, size_t file_count,
                                       const rigy_render_options *options);

/* The defaults are RIGY_INSPECT_OPTIONS_INIT, which is zero in every field but `size`. */
typedef struct rigy_inspect_options {
  size_t size;            /* sizeof(rigy_inspect_options) */
  const char *primitives; /* ids of primitives, meshes or instances, separated by commas: only these
                           * are listed; NULL or "": all */
  size_t max_errors;      /* maximum diagnostics; 0 means 100 */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
  int pairwise_gaps; /* nonzero: also the gaps between all pairs of primitives */
  int intent_checks; /* nonzero: also evaluate geometry_checks.alignment */
  int expanded;      /* nonzero: also the document after preprocessing */
  unsigned threads;  /* maximum threads; 0 means 1. The result does not depend on it */
} rigy_inspect_options;

#define RIGY_INSPECT_OPTIONS_INIT \
  { sizeof(rigy_inspect_options), NULL, 0, NULL, 0, 0, 0, 0, 0 }

/* Says what the document at `entry` is, in numbers: sizes, counts, bones, weights, places.
 * Arguments and result are as for rigy_compile, but the result has an inspection instead of a GLB.
 */
rigy_result *rigy_inspect(const char *entry, const rigy_file *files, size_t file_count,
                          const rigy_inspect_options *options);

/* The same with files from a function of the caller. */
rigy_result *rigy_inspect_with_reader(const char *entry, rigy_reader reader, void *context,
                                      const rigy_inspect_options *options);

/* Why rigy_inspect returns NULL for these arguments, as rigy_argument_error says it. */
const char *rigy_inspect_argument_error(const char *entry, const rigy_file *files,
                                        size_t file_count, const rigy_inspect_options *options);

/* The inspection as one JSON object, described in docs/inspect.schema.json, followed by a NUL that
 * `size` does not count; NULL if the document was not accepted, for the results of other functions,
 * and for NULL. `size` may be NULL. The text belongs to the result. */
const char *rigy_result_inspection(const rigy_result *result, size_t *size);

/* The defaults are RIGY_MEASURE_OPTIONS_INIT, which is zero in every field but `size`. */
typedef struct rigy_measure_options {
  size_t size;              /* sizeof(rigy_measure_options) */
  const char *a;            /* ids of a primitive, mesh, instance or anchor: "head", "body.head", */
  const char *b;            /* "anchor:tip"; both must be given */
  const char *pose;         /* NULL or "": the rest shape */
  size_t max_errors;        /* maximum diagnostics; 0 means 100 */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
  unsigned threads;  /* maximum threads; 0 means 1. The result does not depend on it */
  unsigned reserved; /* 0 */
} rigy_measure_options;

#define RIGY_MEASURE_OPTIONS_INIT \
  { sizeof(rigy_measure_options), NULL, NULL, NULL, 0, NULL, 0, 0, 0 }

/* Measures how two things of the document at `entry` lie relative to each other, on their real
 * surfaces. Arguments and result are as for rigy_compile, but `options` must not be NULL, and the
 * result has a measurement instead of a GLB. An id that names nothing, or several things, is a
 * diagnostic. */
rigy_result *rigy_measure(const char *entry, const rigy_file *files, size_t file_count,
                          const rigy_measure_options *options);

/* The same with files from a function of the caller. */
rigy_result *rigy_measure_with_reader(const char *entry, rigy_reader reader, void *context,
                                      const rigy_measure_options *options);

/* Why rigy_measure returns NULL for these arguments, as rigy_argument_error says it. */
const char *rigy_measure_argument_error(const char *entry, const rigy_file *files,
                                        size_t file_count, const rigy_measure_options *options);

/* The measurement as one JSON object, followed by a NUL that `size` does not count; NULL if the
 * document was not accepted, for the results of other functions, and for NULL. `size` may be NULL.
 * The text belongs to the result. The object has
 *
 *   a, b         the full ids
 *   status       "apart", "touching" (within 1e-6 m), "overlapping", "containing" (a contains b),
 *                "contained"
 *   distance     in meters; 0 unless they are apart
 *   penetration  how far b must move along `direction` to come apart; null if they overlap and one
 *                of them is not convex
 *   direction    of unit length, from a to b; null if there is none
 *   points       the nearest points of a and b, or the deepest ones */
const char *rigy_result_measurement(const rigy_result *result, size_t *size);

/* How many files an export consists of: the one that is asked for, then those that it refers to; 1
 * for a picture. 0 if the document was not accepted, for the results of rigy_compile and
 * rigy_check, and for NULL. */
size_t rigy_result_file_count(const rigy_result *result);

/* Name and contents of a file; NULL if there is no such file. `size` may be NULL. Both belong to
 * the result. */
const char *rigy_result_file_name(const rigy_result *result, size_t index);
const unsigned char *rigy_result_file(const rigy_result *result, size_t index, size_t *size);

/* Why rigy_compile returns NULL for these arguments: a sentence that names the argument and what is
 * wrong with it, valid forever. NULL if they are valid, so that only memory can be missing. For
 * rigy_compile_with_reader pass no files. */
const char *rigy_argument_error(const char *entry, const rigy_file *files, size_t file_count,
                                const rigy_options *options);

/* 1 if the document was accepted, even with warnings. 0 for NULL. */
int rigy_result_ok(const rigy_result *result);

/* The binary glTF, or NULL if the document was not accepted, was exported, or `result` is NULL.
 * `size` may be NULL. The bytes belong to the result. */
const unsigned char *rigy_result_glb(const rigy_result *result, size_t *size);

/* The diagnostics as one JSON object, described in docs/diagnostics.schema.json ("outputs" is
 * always empty), followed by a NUL that `size` does not count; NULL if `result` is NULL. `size`
 * may be NULL. The text belongs to the result. */
const char *rigy_result_diagnostics(const rigy_result *result, size_t *size);

/* What is wrong with the params of the options: that the document does not declare one, or that a
 * value is not one a param can have. Then the document was not compiled, and the diagnostics are
 * empty. Of rigy_render also what is wrong with other options: that the picture is too large, or
 * that two options contradict each other; of rigy_inspect, that there are too many pairs. NULL if
 * nothing is wrong, or `result` is NULL. `size` may be NULL. A NUL that `size` does not count
 * follows the text, which belongs to the result. */
const char *rigy_result_param_error(const rigy_result *result, size_t *size);

/* The params that the document declares, in its order, as one JSON array, followed by a NUL that
 * `size` does not count; NULL if the options did not request it, or `result` is NULL. It is there
 * even if the document was not accepted; a param that is declared wrongly is left out. `size` may
 * be NULL. The text belongs to the result. Each element has name, type ("integer", "number",
 * "string", "boolean"), value (a number, a string or a boolean of JSON) and the fields of a place
 * in a diagnostic, from file to endColumnUtf16: where the value is written. */
const char *rigy_result_params(const rigy_result *result, size_t *size);

/* The document after preprocessing, as YAML: without params, repeat, expressions, aabb and macros.
 * It compiles to the same output in the same folder. Followed by a NUL that `size` does not count;
 * NULL if the options did not request it, preprocessing found something wrong, or `result` is NULL.
 * It is there even if the document was not accepted for another reason. `size` may be NULL. The
 * text belongs to the result. */
const char *rigy_result_expanded_yaml(const rigy_result *result, size_t *size);

/* Which part of the output comes from which lines, as one JSON object, followed by a NUL that
 * `size` does not count; NULL if the options did not request it, the document was not accepted, or
 * `result` is NULL. `size` may be NULL. The text belongs to the result. The object has six arrays:
 *
 *   meshes     as in the output: id, solver ("lbs", "dqs", null if not bound) and primitives, each
 *              with id, type, mirrored, firstVertex, vertexCount, firstIndex, indexCount. In a
 *              file of version 0.12 or later each is a glTF primitive of its own, in this order,
 *              and firstVertex and firstIndex are 0; one without vertices is left out
 *   armatures  of the document, then of its imports: id, imported and bones, each with id, parent
 *              (its index among the bones, or null), mirrored, head, tail
 *   skins      as in the output: armature, an index into the array above; its bones are the joints
 *   poses      of the document: id and bones, each with id, rotation (w x y z) and translation
 *   anchors    of the document: id, mirrored, translation
 *   children   of a scene, depth first: id, base, parent (its index among the children, or null),
 *              node (its number in the output), rotate (in degrees), nudge (east, up and north, in
 *              meters) and place: the place of the field of that name
 *
 * All except skins and the bones of poses also have the fields of a place in a diagnostic, from
 * file to endColumnUtf16: the lines where they are written. Mirrored items have the place of their
 * original; the places of imported ones are in the imported file. */
const char *rigy_result_outline(const rigy_result *result, size_t *size);

/* Frees a result and everything that belongs to it. NULL is allowed. */
void rigy_result_free(rigy_result *result);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
