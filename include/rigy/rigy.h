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
 * may be read from several threads. It opens no file unless rigy_disk_reader is passed, prints
 * nothing, and never ends the process, whatever the documents contain.
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

/* Reads files on disk. Pass it to the functions ..._with_reader; `context` is then the root, the
 * path of a folder that no document may leave, also not through a symbolic link. NULL or "" means
 * the working directory if the entry lies below it, and else the folder of the entry. The entry is
 * a path as for any program, absolute or relative to the working directory, and may lie outside
 * the root.
 *
 *     rigy_result *result =
 *         rigy_compile_with_reader("models/arm.rigy.yaml", rigy_disk_reader, NULL, NULL);
 *
 * A reader of your own may call it, to look at memory first: then `path` is relative to the root,
 * or to the working directory if `root` is NULL or "", and the bytes stay valid until the next call
 * on the same thread. */
int rigy_disk_reader(void *root, const char *path, const void **data, size_t *size);

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
/* Which way the model faces in the file: turned to +z, which other programs take for the front, or
 * -z as in the document. */
enum { RIGY_FACE_PLUS_Z = 0, RIGY_FACE_MINUS_Z = 1 };

/* The defaults are RIGY_EXPORT_OPTIONS_INIT, which is zero in every field but `size`. */
typedef struct rigy_export_options {
  size_t size;       /* sizeof(rigy_export_options) */
  const char *pose;  /* the shape in this pose, without bones; NULL or "": at rest, with bones */
  const char *name;  /* of the files, without extension; NULL or "": that of the document */
  size_t max_errors; /* maximum diagnostics; 0 means 100 */
  double scale;      /* of all lengths; 0 means 1 */
  int format;        /* RIGY_EXPORT_... */
  int poses;         /* RIGY_POSES_... */
  int colliders;     /* RIGY_COLLIDERS_... */
  int no_anchors;    /* nonzero: anchors are left out */
  unsigned threads;  /* maximum threads; 0 means 1. The output does not depend on it */
  int face;          /* RIGY_FACE_... */
  const rigy_param *params; /* may be NULL if `param_count` is 0 */
  size_t param_count;
} rigy_export_options;

#define RIGY_EXPORT_OPTIONS_INIT \
  { sizeof(rigy_export_options), NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, NULL, 0 }

/* Exports the document at `entry` for other programs: facing +z, outward triangles, one skeleton
 * for each armature, bones along head and tail, poses as animations. Arguments and result are as
 * for rigy_compile, but the result has files instead of a GLB. */
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
/* What the camera fits and where the ground is: the rest shape's, so that poses can be compared, or
 * those of what is shown. */
enum { RIGY_FIT_REST = 0, RIGY_FIT_POSE = 1 };
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
  const char *highlight;    /* ids, separated by commas: in a color that stands out */
  const char *heat;         /* a bone: its weights, in colors */
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
  int fit;              /* RIGY_FIT_... */
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

/* --- An analysis, and what is made of it: one function for each operation, options by name ---
 *
 *     rigy_analysis *arm = rigy_analyze_with_reader("arm.rigy.yaml", rigy_disk_reader, NULL, NULL,
 * 0); rigy_param choices[] = {RIGY_PARAM_INIT("format", "fbx"), RIGY_PARAM_INIT("scale", "100")};
 *     rigy_result *result = rigy_analysis_export(arm, choices, 2);
 *     ...
 *     rigy_result_free(result);
 *     rigy_analysis_free(arm);
 *
 * A document is read and checked once, however many operations follow. An analysis never changes:
 * operations on it may run at the same time on different threads. rigy_operations() lists the
 * options; flags are "true" or "false", lists are separated by commas. An option that does not
 * exist, or a value that it cannot have, is told by rigy_result_param_error. */
typedef struct rigy_analysis rigy_analysis;

/* Analyzes the document at `entry`. Arguments are as for rigy_compile, with options by name: those
 * of "analyze", and "param.NAME" for each param of the document. NULL if `entry` or `files` is
 * invalid, or there is no memory. */
rigy_analysis *rigy_analyze(const char *entry, const rigy_file *files, size_t file_count,
                            const rigy_param *choices, size_t choice_count);

/* The same with files from a function of the caller. */
rigy_analysis *rigy_analyze_with_reader(const char *entry, rigy_reader reader, void *context,
                                        const rigy_param *choices, size_t choice_count);

/* Frees an analysis, not its results. NULL is allowed. */
void rigy_analysis_free(rigy_analysis *analysis);

/* What these make of the analysis is what the functions above make of the document. NULL if
 * `analysis` is NULL, or there is no memory; also of rigy_analysis_render in a library without the
 * renderer. */
rigy_result *rigy_analysis_compile(const rigy_analysis *analysis, const rigy_param *choices,
                                   size_t choice_count);
rigy_result *rigy_analysis_check(const rigy_analysis *analysis, const rigy_param *choices,
                                 size_t choice_count);
rigy_result *rigy_analysis_export(const rigy_analysis *analysis, const rigy_param *choices,
                                  size_t choice_count);
rigy_result *rigy_analysis_render(const rigy_analysis *analysis, const rigy_param *choices,
                                  size_t choice_count);
rigy_result *rigy_analysis_inspect(const rigy_analysis *analysis, const rigy_param *choices,
                                   size_t choice_count);
rigy_result *rigy_analysis_measure(const rigy_analysis *analysis, const rigy_param *choices,
                                   size_t choice_count);

/* Finds mistakes that the language allows, as `rigy lint` does: they are among the diagnostics, and
 * rigy_result_finding_count counts them. */
rigy_result *rigy_analysis_lint(const rigy_analysis *analysis, const rigy_param *choices,
                                size_t choice_count);
size_t rigy_result_finding_count(const rigy_result *result);

/* The functions below make something for a person to edit. rigy_result_text is the entry that the
 * command of the same name prints, as YAML; with the option "write" (of a shape: "mesh") it is the
 * text of the document with that entry, which has to be analyzed before it is used. */

/* Turns and moves bones and lets them reach, as `rigy pose` does. rigy_result_pose is an older name
 * of rigy_result_text; rigy_result_notes says, in lines, what is not as asked: how far bones stay
 * from what they reach for. NULL if there is nothing to say. */
rigy_result *rigy_analysis_pose(const rigy_analysis *analysis, const rigy_param *choices,
                                size_t choice_count);
const char *rigy_result_pose(const rigy_result *result, size_t *size);
const char *rigy_result_notes(const rigy_result *result, size_t *size);

/* Makes weights from bones, as `rigy weights` does. The files of the result are weight files, each
 * with the id of its primitive for a name; with "write" they have the names that the document gives
 * them, those that it needs none for are left out, and there is a text: the document. */
rigy_result *rigy_analysis_weights(const rigy_analysis *analysis, const rigy_param *choices,
                                   size_t choice_count);

/* A primitive between two points or along a bone, as `rigy shape` makes it. */
rigy_result *rigy_analysis_shape(const rigy_analysis *analysis, const rigy_param *choices,
                                 size_t choice_count);

/* A skeleton of a usual kind, fitted to what the document shows, as `rigy rig` proposes it. */
rigy_result *rigy_analysis_rig(const rigy_analysis *analysis, const rigy_param *choices,
                               size_t choice_count);

/* A motion document for the skeleton, as `rigy motion` writes it; and the gaits that the skeleton
 * can have, as a JSON array of objects with name, summary and view (from where it is seen best). */
rigy_result *rigy_analysis_motion(const rigy_analysis *analysis, const rigy_param *choices,
                                  size_t choice_count);
rigy_result *rigy_analysis_gaits(const rigy_analysis *analysis, const rigy_param *choices,
                                 size_t choice_count);

/* What changed between two documents, as `rigy diff` says it. NULL for one of them stands for a
 * document that does not exist. rigy_result_diff is one JSON object, described in
 * docs/diff.schema.json; NULL if a document was rejected, whose diagnostics the result then has. */
rigy_result *rigy_analysis_diff(const rigy_analysis *before, const rigy_analysis *after,
                                const rigy_param *choices, size_t choice_count);
const char *rigy_result_diff(const rigy_result *result, size_t *size);

/* A text in the one style, as `rigy fmt` writes it. `text` need not end with a zero byte; options
 * are those of "format". rigy_result_text is the new text; NULL if the text is not YAML, which the
 * diagnostics then explain. NULL if `text` is NULL though `size` is not 0, or there is no memory.
 */
rigy_result *rigy_format(const char *text, size_t size, const rigy_param *choices,
                         size_t choice_count);
const char *rigy_result_text(const rigy_result *result, size_t *size);

/* The tools of `rigy mcp`, by name: "write_asset", "look", "measure" (docs/agents.md). `arguments`
 * is a JSON object; NULL or "" is an empty one. "list_tools" lists the tools with their JSON
 * Schemas. Files are looked up below the folder `root`; NULL or "": there are none, and documents
 * come as texts. rigy_result_text is the answer, one JSON object; its `pictures` have PNGs as
 * base64. Nothing is written: what the tool saves are the files of the result (rigy_result_file),
 * named by their paths below the root. rigy_result_ok is 0 if something is wrong with the call,
 * which rigy_result_param_error then says; what is wrong with a document is in the answer. NULL if
 * `tool` is NULL or there is no memory. */
rigy_result *rigy_call_tool(const char *tool, const char *arguments, const char *root);

/* The operations as one JSON object, valid forever: for each its `options`, an array of objects
 * with name, kind ("text", "flag", "count", "number", "word", "words", "texts"), words (of the
 * kinds of that name), default and about; and its `results`, what rigy_result_NAME returns besides
 * diagnostics, an array of objects with name and kind ("bytes", "json", "text", "files"). */
const char *rigy_operations(void);

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

/* The diagnostics as text for people, with source lines and help, as the program prints them;
 * followed by a NUL that `size` does not count. NULL if there are none, `result` is NULL, or there
 * is no memory for it. `size` may be NULL. The text belongs to the result. */
const char *rigy_result_diagnostics_text(const rigy_result *result, size_t *size);

enum { RIGY_SEVERITY_ERROR = 0, RIGY_SEVERITY_WARNING = 1 };

/* A diagnostic: the fields of docs/diagnostics.schema.json. Lines and columns count from 1, columns
 * in code points or in UTF-16 code units; line 0 means the file as a whole. */
typedef struct rigy_diagnostic {
  size_t size;             /* sizeof(rigy_diagnostic) */
  const char *code;        /* "V11" */
  const char *error_class; /* "ValidationError"; NULL for a warning */
  const char *message;
  const char *file;
  const char *path;     /* "meshes[0].primitives[2].dimensions.radius" */
  const char *help;     /* NULL: none */
  size_t related_count; /* of rigy_result_related */
  unsigned line;
  unsigned column;
  unsigned end_line;
  unsigned end_column;
  unsigned column_utf16;
  unsigned end_column_utf16;
  int severity;      /* RIGY_SEVERITY_... */
  unsigned reserved; /* 0 */
} rigy_diagnostic;

#define RIGY_DIAGNOSTIC_INIT \
  { sizeof(rigy_diagnostic), NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* A place that a diagnostic also points at, such as an earlier definition. */
typedef struct rigy_related {
  size_t size; /* sizeof(rigy_related) */
  const char *message;
  const char *file;
  unsigned line;
  unsigned column;
  unsigned end_line;
  unsigned end_column;
  unsigned column_utf16;
  unsigned end_column_utf16;
} rigy_related;

#define RIGY_RELATED_INIT \
  { sizeof(rigy_related), NULL, NULL, 0, 0, 0, 0, 0, 0 }

/* How many diagnostics there are, errors and warnings together; 0 for NULL. */
size_t rigy_result_diagnostic_count(const rigy_result *result);

/* Fills `*diagnostic`, which begins as RIGY_DIAGNOSTIC_INIT; fields that this version of the
 * library does not know become zero. Returns 1, or 0 if there is no such diagnostic or its `size`
 * is invalid. The texts belong to the result.
 *
 *     rigy_diagnostic one = RIGY_DIAGNOSTIC_INIT;
 *     for (size_t i = 0; rigy_result_diagnostic(result, i, &one); ++i) {
 *       printf("%s:%u: %s\n", one.file, one.line, one.message);
 *     }
 */
int rigy_result_diagnostic(const rigy_result *result, size_t index, rigy_diagnostic *diagnostic);

/* The same for the places that diagnostic `index` is related to. */
int rigy_result_related(const rigy_result *result, size_t index, size_t related_index,
                        rigy_related *related);

/* A change of the documents that makes a diagnostic go away. */
typedef struct rigy_fix {
  size_t size;        /* sizeof(rigy_fix) */
  const char *title;  /* "Rename 'dimensons' to 'dimensions'" */
  const char *reason; /* why somebody has to look at it; NULL: it is safe, and can only mean that */
  size_t edit_count;  /* of rigy_result_fix_edit */
} rigy_fix;

#define RIGY_FIX_INIT \
  { sizeof(rigy_fix), NULL, NULL, 0 }

/* One edit of a fix: `text` takes the place of the bytes from `begin` to before `end` of the file.
 * The edits of a fix do not overlap, and all refer to the text as it was analyzed. */
typedef struct rigy_edit {
  size_t size; /* sizeof(rigy_edit) */
  const char *file;
  const char *text;
  size_t begin;
  size_t end;
} rigy_edit;

#define RIGY_EDIT_INIT \
  { sizeof(rigy_edit), NULL, NULL, 0, 0 }

/* The fixes of diagnostic `index`, the likeliest first, and the edits of one; as for diagnostics.
 * Only rigy_analysis_check finds them. */
int rigy_result_fix(const rigy_result *result, size_t index, size_t fix_index, rigy_fix *fix);
int rigy_result_fix_edit(const rigy_result *result, size_t index, size_t fix_index,
                         size_t edit_index, rigy_edit *edit);

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
 * `result` is NULL. `size` may be NULL. The text belongs to the result. The object has seven
 * arrays:
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
 *   instances  of the document: id, mirrored, base (the import or the mesh), node (its number in
 *              the output), mode (of attach3, or null) and to (the three anchors)
 *   children   of a scene, depth first: id, base, parent (its index among the children, or null),
 *              node (its number in the output), rotate (in degrees), nudge (east, up and north, in
 *              meters), slot (its frame in the space of the parent, a matrix, column by column)
 *              and place: the place of the field of that name
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
