// Every diagnostic, declared once. docs/diagnostics.md is generated from this table.
#include <algorithm>
#include <array>
#include <cstddef>

#include "diagnostics/code.hpp"
#include "tables/features.hpp"
#include "tables/version.hpp"

namespace rigy::language {
namespace {

constexpr Severity error = Severity::Error;
constexpr Severity warning = Severity::Warning;
constexpr ErrorClass none = ErrorClass::None;
constexpr ErrorClass input = ErrorClass::InputError;
constexpr ErrorClass parse = ErrorClass::ParseError;
constexpr ErrorClass validation = ErrorClass::ValidationError;
constexpr ErrorClass tessellation = ErrorClass::TessellationError;
constexpr ErrorClass composition = ErrorClass::CompositionError;
constexpr ErrorClass contract = ErrorClass::ContractError;
constexpr ErrorClass export_ = ErrorClass::ExportError;

// Scenes have their own versions.
constexpr std::string_view rigs = "Rigs " RIGY_RIGS_VERSION;

// clang-format off
constexpr auto table = std::to_array<DiagnosticInfo>({
  {"F114", error, validation, "0.11", "id made by a macro that the mesh already has", "Rename the macro, its cutout, or the other primitive."},
  {"F115", error, parse, "0.11", "aabb together with a transform", "aabb says where the box is: remove the transform, or give dimensions."},
  {"F116", error, parse, "0.11", "cutout without a name", "Give each cutout an id of letters, digits and _, not beginning with a digit."},
  {"L01", warning, none, "0.6", "part that floats", "The part touches nothing: move it onto its neighbour, or allow the finding if it is meant to float."},
  {"L02", warning, none, "0.6", "part buried in another", "Nothing of the part can be seen: move it out, make it larger, or remove it."},
  {"L03", warning, none, "0.6", "parts that interpenetrate deeply", "At least half of each part is inside the other: move them apart, or make one smaller."},
  {"L04", warning, none, "0.6", "faces in one plane that will flicker", "Two visible faces lie in the same plane and overlap: move or resize one of the parts by at least a millimeter."},
  {"L05", warning, none, "0.6", "gap of less than a millimeter", "Close the gap by letting the parts overlap, or make it wide enough to be seen."},
  {"L06", warning, none, "0.6", "part below the ground", "The ground is y = 0: move the part or the whole asset up."},
  {"L07", warning, none, "0.6", "legs of unequal length", "Parts that are mirror images of each other end at different heights: give them the same length."},
  {"L08", warning, none, "0.6", "bone outside its mesh", "The bone moves vertices but lies outside all parts that are bound to its armature: place it inside them, or give it no weight."},
  {"L09", warning, none, "0.6", "joint where nothing bends", "No vertex follows the bone or one below it: give it weights, or remove it."},
  {"L10", warning, none, "0.6", "weights that reach across the body", "A vertex follows a bone that is far away from it, past nearer ones: name a bone near it."},
  {"L11", warning, none, "0.6", "pose that tears a mesh apart", "Parts that touch at rest are apart in the pose, or a surface is stretched: let both sides of the joint follow the same bones there, or turn less."},
  {"L12", warning, none, "0.6", "left and right that are swapped", "A model faces -z, so its left is at -x and its right at +x: swap the names, or turn a model that faces +z by half a turn."},
  {"L13", warning, none, rigs, "child of a scene that is upside down or on its side", "The third anchor of a slot or mount says where up is: it lies above the first. Move that anchor, or allow the finding if the child is meant to lie."},
  {"L14", warning, none, "0.13", "implicit surface that its domain cuts open", "The surface ends at a face of the domain and leaves a hole there: make the domain larger."},
  {"L15", warning, none, "0.13", "op outside the domain of its implicit surface", "The op has no value inside the domain, so it changes nothing: move it, or make the domain larger."},
  {"P01", error, parse, "0.1", "the text is not YAML", "Check the marked place: indentation, a missing colon, an unclosed quote or bracket."},
  {"P02", error, parse, "0.1", "the file is not UTF-8 text", "Save the file as UTF-8."},
  {"P03", error, parse, "0.1", "a mapping has the same key twice", "Remove or rename one of the two."},
  {"P04", error, parse, "0.1", "a value has the wrong type", "Numbers are written without quotes, lists with brackets or dashes, mappings as key: value."},
  {"P05", error, parse, "0.1", "a value that is not allowed", "Use one of the values that the message lists."},
  {"P06", error, parse, "0.1", "a list has the wrong length", "Points are [x, y, z], rotations of poses [w, x, y, z], ranges [start, end]."},
  {"P07", error, parse, "0.1", "unsupported YAML feature", "Remove tags, directives, additional documents and keys that are not text."},
  {"P08", error, parse, "0.1", "unsupported language version", "Write the language version as quoted text, for example version: \"" RIGY_NEWEST_VERSION "\"."},
  {"P09", error, parse, "0.1", "the document exceeds a limit", "Split the asset into several files; docs/limits.md lists the limits."},
  {"P10", error, parse, "0.1", "mutually exclusive fields", "Keep exactly one of the fields that the message names."},
  {"R01", error, parse, rigs, "unsupported version of the scene language", "Write rigs_version: \"" RIGY_RIGS_VERSION "\"; the quotes make it text."},
  {"R02", error, parse, rigs, "rotation that is not one of the four", "rotate is 0deg, 90deg, 180deg or 270deg."},
  {"R03", error, parse, rigs, "nudge that is not a length", "A nudge is a number of meters, or a number with a unit and no space: 20cm, -1in, 2ft, 0.5m."},
  {"R04", error, parse, rigs, "slot or mount without three different anchors", "Write anchors: [a, b, c] with three different ids."},
  {"R05", error, parse, rigs, "slot or mount with both or neither of anchors and name", "Give anchors: [a, b, c], or the name of a frame of the asset's contract."},
  {"R06", error, parse, rigs, "scene in a file named like an asset, or the other way round", "Names of scenes end in .rigs.yaml, and the text has rigs_version; names of assets end in .rigy.yaml, and the text has version."},
  {"R07", error, parse, rigs, "scene that is too deep", "Children nest at most 64 levels."},
  {"R08", error, validation, rigs, "base that is not an import", "base is a name under the scene's imports."},
  {"R09", error, validation, rigs, "duplicate id in a scene", "Give each child an id that is unique in the whole scene."},
  {"R10", error, validation, rigs, "child without slot or mount", "place needs both: the slot of the parent, and the mount of the child."},
  {"R11", error, validation, rigs, "slot or mount names an unknown anchor", "A slot has anchors of the parent's asset, a mount those of the child's, both without a prefix."},
  {"R12", error, validation, rigs, "frame that no contract of the asset names", "Import the asset as {source: <path>, contract: <path>}, and define the frame under frame3_sets of the contract."},
  {"R13", error, validation, rigs, "slot or mount whose anchors make no frame", "The three anchors must be distinct and not on one line."},
  {"R14", error, composition, rigs, "import of a scene", "Scenes and assets import assets only: import the assets of the scene instead."},
  {"V01", error, validation, "0.1", "duplicate mesh id", "Give each mesh a unique id."},
  {"V02", error, validation, "0.1", "duplicate primitive id within a mesh", "Give each primitive of a mesh a unique id."},
  {"V03", error, validation, "0.1", "duplicate armature id", "Give each armature a unique id."},
  {"V04", error, validation, "0.1", "duplicate bone id within an armature", "Give each bone of an armature a unique id."},
  {"V05", error, validation, "0.1", "cyclic bone hierarchy", "Follow the parents from any bone: the chain must end at parent: none."},
  {"V06", error, validation, "0.1", "bone of zero length", "Move the head or the tail: they must be more than 1e-9 m apart."},
  {"V07", error, validation, "0.1", "non-positive primitive dimension", "Every dimension must be greater than 0."},
  {"V08", error, validation, "0.1", "binding refers to an unknown mesh", "mesh_id must be the id of a mesh of this file."},
  {"V09", error, validation, "0.1", "binding refers to an unknown armature", "armature_id must be the id of an armature of this file."},
  {"V10", error, validation, "0.1", "binding refers to an unknown primitive", "primitive_id must be the id of a primitive of the bound mesh."},
  {"V11", error, validation, "0.1", "binding refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V12", error, validation, "0.1", "mesh in more than one binding", "Bind each mesh once; merge the bindings."},
  {"V13", error, validation, "0.1", "weight outside [0, 1]", "Weights are between 0 and 1; they are normalised for you."},
  {"V14", error, validation, "0.3", "weight map refers to an unknown primitive", "primitive_id must be the id of a primitive of the bound mesh."},
  {"V15", error, validation, "0.3", "gradient refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V16", error, validation, "0.3", "override refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V17", error, validation, "0.3", "gradient weight outside [0, 1]", "Weights are between 0 and 1; they are normalised for you."},
  {"V18", error, validation, "0.3", "override weight outside [0, 1]", "Weights are between 0 and 1; they are normalised for you."},
  {"V19", error, validation, "0.3", "override of a vertex that does not exist", "Vertex numbers start at 0: a box has 24 vertices, a sphere 561, a cylinder 134, a capsule 858."},
  {"V20", error, validation, "0.3", "external weight file missing or malformed", "The file is JSON with primitive_id, vertex_count and influences, read relative to the document."},
  {"V21", error, validation, "0.3", "vertex_count of the weight file does not match", "vertex_count must be the number of vertices of the primitive: box 24, sphere 561, cylinder 134, capsule 858."},
  {"V22", error, validation, "0.3", "primitive_id of the weight file does not match", "primitive_id in the file must be the id of the primitive that the weight map names."},
  {"V23", error, validation, "0.3", "weight map without gradients, overrides or source", "Give at least one of the three, or remove the weight map."},
  {"V24", error, validation, "0.2", "duplicate anchor id", "Give each anchor a unique id."},
  {"V25", error, validation, "0.2", "duplicate instance id", "Give each instance a unique id."},
  {"V26", error, validation, "0.2", "instance refers to an unknown import", "import must be a name under imports."},
  {"V27", error, validation, "0.2", "instance refers to an unknown mesh", "mesh_id must be the id of a mesh of this file."},
  {"V28", error, validation, "0.2", "the same id for different kinds of items", "Meshes, armatures, anchors, instances and materials share one namespace: rename one."},
  {"V29", error, validation, "0.2", "attach3 from: anchor not in the imported asset", "from names anchors of the import (for a local mesh: of this file)."},
  {"V30", error, validation, "0.2", "attach3 to: anchor not in this file", "to names anchors of this file."},
  {"V31", error, contract, "0.2", "contract violated or malformed", "Add what the contract requires to the asset, or correct the contract: contract_version, required_anchors, required_frame3_sets, frame3_sets."},
  {"V32", error, validation, "0.4", "number that is not finite", "NaN, infinity and numbers too large for a 64-bit float are not allowed."},
  {"V33", error, parse, "0.1", "unknown field", "Remove the field, or correct its name."},
  {"V34", error, parse, "0.1", "missing field", "Add the field that the message names."},
  {"V35", error, validation, "0.5", "pose entry with more than rotation and translation", "Remove scale, shear and matrix; a pose entry has rotation and translation only."},
  {"V36", error, validation, "0.5", "pose rotation that is not a unit quaternion", "rotation is [w, x, y, z] with a length of 1 (tolerance 0.001)."},
  {"V37", error, validation, "0.6", "duplicate material id", "Give each material a unique id."},
  {"V38", error, validation, "0.6", "primitive refers to an unknown material", "material must be a key under materials."},
  {"V39", error, validation, "0.6", "base_color without exactly four components", "Write base_color: [red, green, blue, alpha]."},
  {"V40", error, validation, "0.6", "base_color component outside [0, 1]", "Components are linear and between 0 and 1."},
  {"V41", error, validation, "0.6", "primitives of one mesh with different materials", "Use one material for the whole mesh, or split it into two meshes."},
  {"V42", error, validation, "0.6", "material of an import that cannot be resolved", "Write <import>.<material> with a name under imports and a material of that asset."},
  {"V43", error, validation, "0.7", "unknown UV role", "A role is one of albedo, detail, directional, radial, decal, lightmap."},
  {"V44", error, validation, "0.7", "UV role given twice", "Remove one of the two."},
  {"V45", error, validation, "0.7", "UV role with an invalid set name", "set is the name of a UV set, such as uv0."},
  {"V46", error, validation, "0.7", "material with a UV role that the mesh does not have", "Declare the role under uv_roles of the mesh, or remove it from uses_uv_roles of the material."},
  {"V47", error, validation, "0.7", "material with an unknown UV role", "A role is one of albedo, detail, directional, radial, decal, lightmap."},
  {"V50", error, validation, "0.8", "UV set without a generator", "Write uv0: {generator: planar_xy@1}."},
  {"V51", error, validation, "0.8", "unknown UV generator", "A generator is one of planar_xy@1, box_project@1, sphere_latlong@1, cylindrical@1, capsule_cyl_latlong@1."},
  {"V52", error, validation, "0.8", "UV generator that does not support a primitive of its mesh", "planar_xy@1 supports every type except implicit_surface; the others support one type each: box_project@1 boxes, sphere_latlong@1 spheres, cylindrical@1 cylinders, capsule_cyl_latlong@1 capsules."},
  {"V53", error, validation, "0.8", "UV roles without UV sets", "Declare the sets that the roles use under uv_sets of the mesh."},
  {"V54", error, validation, "0.8", "UV role with a set that is not declared", "Declare the set under uv_sets of the mesh, or correct its name."},
  {"V55", error, validation, "0.8", "UV sets that are not uv0, uv1, … without a gap", "Number the sets from 0: uv0, uv1, uv2."},
  {"V56", error, parse, "0.10", "a key appears twice in one mapping", "Remove or rename one of the two."},
  {"V57", error, parse, "0.10", "unknown field", "Remove the field, or correct its name."},
  {"V58", error, parse, "0.10", "malformed params", "params maps names to finite numbers, texts or booleans: params: {width: 4}. A name is letters, digits and _, not beginning with a digit."},
  {"V59", error, parse, "0.10", "unknown param", "$name stands for a param of the same file: declare it under params, or correct the name."},
  {"V60", error, parse, "0.10", "param inside a longer text", "$name must be the whole value. To compute with it, begin the value with = (since version 0.12): \"=$width/2\"."},
  {"V61", error, parse, "0.10", "param of the wrong type where it is used", "A param keeps its type: use a number where a number is expected, and text where text is expected. The text of a param is never evaluated."},
  {"V62", error, parse, "0.10", "repeat count that is not a whole number", "count is a whole number, at least 0, or the index of an enclosing repeat. Params and expressions are not available here: they are replaced later."},
  {"V63", error, parse, "0.10", "invalid repeat index", "as is a name of letters, digits and _ that does not begin with a digit, different from the as of enclosing repeats."},
  {"V64", error, parse, "0.10", "misused repeat", "repeat is the only key of a list element: - repeat: {count: 3, as: i, body: {…}}; body is a mapping, not another repeat."},
  {"V65", error, parse, "0.10", "${name} that refers to nothing", "${name} is the index of an enclosing repeat; it is replaced in values, not in keys. A param is $name."},
  {"V66", error, validation, "0.10", "id used twice", "Rename one of the two; ids created by repeat, macros and symmetry count too."},
  {"V67", error, validation, "0.12", "rotation axis of zero length", "The length of the axis must be greater than 1e-12; [0, 1, 0] is the y axis."},
  {"V68", error, validation, "0.12", "malformed expression", "Expressions have + - * / ( ), numbers, $params and the functions abs, atan2, clamp, cos, deg2rad, max, min, rad2deg, sin, sqrt, tan."},
  {"V69", error, validation, "0.12", "param that an expression cannot use", "Expressions use params of the same file that are numbers."},
  {"V70", error, validation, "0.12", "expression whose value is not finite", "Do not divide by zero, and keep every intermediate value below 1.8e299."},
  {"V71", error, validation, "0.12", "square root of a negative number", "Negative numbers have no square root; write sqrt(max(0, x)) to be safe."},
  {"V72", error, validation, "0.12", "rotation given in two forms", "Keep one of rotation_euler, rotation_degrees, rotation_axis_angle, rotation_quat."},
  {"V73", error, validation, "0.12", "rotation that is not finite", "Every component of a rotation is a finite number, and so is the length of an axis or quaternion."},
  {"V74", error, validation, "0.12", "primitive without a material", "A document with materials gives every primitive one: material of the primitive, or of its mesh."},
  {"V75", error, validation, "0.12", "unknown material", "Define the material under materials, or correct the name."},
  {"V76", error, validation, "0.12", "box_decompose for another mesh", "mesh must be the id of the mesh that contains the macro; it can be left out."},
  {"V77", error, validation, "0.12", "feature of version 0.12 in an older document", "Write version: \"0.12\", or remove the feature."},
  {"V78", error, validation, "0.12", "rotation quaternion of zero length", "The length of the quaternion must be greater than 1e-12; the identity is [0, 0, 0, 1]."},
  {"V79", error, validation, "0.13", "implicit_surface in an older document", "Write version: \"0.13\"."},
  {"V80", error, validation, "0.13", "implicit surface whose domain has no extent", "Every coordinate of max must be greater than that of min, and the difference must be finite."},
  {"V81", error, validation, "0.13", "grid with fewer than 2 points on an axis", "nx, ny and nz are whole numbers, at least 2."},
  {"V82", error, validation, "0.13", "implicit surface without ops", "Give it at least one op: {op: add, field: metaball_sphere@1, radius: 1, strength: 1}."},
  {"V83", error, validation, "0.13", "unknown field of an op", "field is one of metaball_sphere@1, metaball_capsule@1, sdf_sphere@1, sdf_capsule@1."},
  {"V84", error, validation, "0.13", "op without a positive radius, strength or height", "radius and strength are greater than 0; capsule fields also have a height greater than 0."},
  {"V85", error, validation, "0.13", "op scale that is not uniform", "scale is three equal numbers greater than 0."},
  {"V86", error, validation, "0.13", "grid with more than 2,000,000 points", "Reduce nx·ny·nz; halving all three leaves an eighth of the points."},
  {"V87", error, validation, "0.13", "unknown extraction algorithm", "The only algorithm is marching_cubes@1, which is also the default."},
  {"W01", warning, none, "0.3", "vertices with more than four influences", "Only the four strongest are kept; list at most four bones."},
  {"W02", warning, none, "0.3", "weights and a weight map for the same primitive", "The weight map's layers replace the per-primitive weights where they apply; keep one of the two. A base under overrides can be a gradient with the same bones in from and to."},
  {"W03", warning, none, "0.2", "root bone away from the origin", "By convention the root bone's head is at [0, 0, 0]."},
  {"W04", warning, none, "0.1", "newer language version", "The document is compiled as the newest version that this compiler supports."},
  {"W05", warning, none, "0.1", "influences whose weights are all 0", "Such vertices follow the armature's root bone; give at least one bone a weight above 0."},
  {"W06", warning, none, "0.1", "angle that looks like degrees", "rotation_euler is in radians: 90 degrees is 1.5707963267948966."},
  {"W07", warning, none, "0.5", "pose that does not place a bone", "A pose gives world transforms: a bone whose head is not at the origin needs a translation; to keep the bone in place, translate it to its head."},
  {"W08", warning, none, "0.5", "quaternion that looks like the identity in the wrong order", "rotation of a pose is [w, x, y, z]: the identity is [1, 0, 0, 0], and a half turn about z can be written as [0, 0, 0, -1]. rotation_quat is [x, y, z, w]: the identity is [0, 0, 0, 1], and a half turn about x can be written as [-1, 0, 0, 0]."},
  {"W09", warning, none, "0.1", "armature that no binding uses", "Bind a mesh to it, or remove it."},
  {"W10", warning, none, "0.2", "mirror prefix that matches nothing", "No id of a primitive, bone, anchor or instance begins with prefix_from."},
  {"W11", warning, none, "0.2", "mesh or armature with the mirror prefix", "Meshes and armatures are never mirrored, only primitives, bones, anchors and instances: rename it."},
  {"W12", warning, none, "0.3", "gradient without effect", "range is in the coordinates of the mesh and should overlap the primitive. Each gradient sets all vertices of the primitive, so only the last one of a weight map counts."},
  {"W13", warning, none, "0.1", "primitive without weights in a mesh with weights", "It follows the armature's root bone; give it weights of its own."},
  {"W14", warning, none, "0.1", "weights that do not sum to 1", "They are divided by their sum; write them so that they sum to 1 (tolerance 0.000001)."},
  {"W15", warning, none, "0.13", "implicit surface without triangles", "Its field does not cross iso between any two neighbouring points of the grid; it is left out of the output."},
  {"W16", warning, none, "0.11", "cutouts above one another", "The boxes above and below one cutout fill the other; merge them into one cutout, or split the wall."},
  {"W17", warning, none, "0.13", "mirrored implicit surface that follows a bone of one side", "The surface is one primitive on both sides, and its weights are not mirrored; use bones at the centre, or two surfaces."},
  {"W18", warning, none, "0.13", "op of a mirrored implicit surface that crosses x = 0", "It and its mirror image add up there; place it at x > 0, or halve its strength."},
  {"X01", error, validation, "0.1", "bone with an unknown parent", "parent must be the id of a bone of the same armature, or none."},
  {"X02", error, validation, "0.1", "mesh without primitives", "Give the mesh at least one primitive."},
  {"X03", error, validation, "0.1", "armature without bones", "Give the armature at least one bone."},
  {"X04", error, validation, "0.1", "bone listed twice among the influences", "List each bone once and add up its weights."},
  {"X05", error, validation, "0.3", "two weight maps for one primitive", "Merge them into one."},
  {"X06", error, validation, "0.1", "two weights entries for one primitive", "Merge them into one."},
  {"X07", error, validation, "0.5", "pose names an unknown bone", "The keys under bones must be ids of bones of some armature."},
  {"X08", error, validation, "0.5", "duplicate pose id", "Give each pose a unique id."},
  {"X09", error, tessellation, "0.1", "unknown tessellation profile", "The only profile is v0_1_default."},
  {"X10", error, validation, "0.1", "armature with too many bones", "Joint indices have 16 bits, so an armature has at most 65,536 bones."},
  {"X11", error, validation, "0.1", "empty list of influences", "List at least one bone with its weight."},
  {"X12", error, validation, "0.1", "empty or equal mirror prefixes", "prefix_from and prefix_to must be different and not empty."},
  {"X13", error, export_, "0.4", "coordinate too large for the output", "Coordinates are stored as 32-bit floats: keep them below 3.4e38."},
  {"X14", error, validation, "0.3", "gradient range that is not ascending", "Write range: [start, end] with start < end, swapping from and to if needed."},
  {"X15", error, validation, "0.3", "gradient axis other than x, y, z", "axis is x, y or z."},
  {"X16", error, validation, "0.1", "id that is empty or reserved", "Ids are not empty, a bone cannot be called none, and import names contain no dot."},
  {"X17", error, validation, "0.4", "bone id that is not UTF-8", "Save the file as UTF-8."},
  {"X18", error, export_, "0.4", "output too large", "A GLB holds at most 4 GiB - 1 byte: split the asset."},
  {"X19", error, validation, "0.5", "unknown pose requested", "Name a pose that the document defines."},
  {"X20", error, composition, "0.2", "import that cannot be read", "source is a path relative to the importing file, inside the root directory."},
  {"X21", error, composition, "0.2", "circular import", "Break the cycle: an asset cannot contain itself."},
  {"X22", error, composition, "0.2", "imports nested too deeply", "Imports nest at most 32 levels."},
  {"X23", error, composition, "0.2", "degenerate attach3 frame", "The three anchors must be distinct and not on one line."},
  {"X24", error, contract, "0.2", "contract that cannot be read", "contract is a path relative to the importing file, inside the root directory."},
  {"X25", error, input, "0.1", "input that cannot be read", "Check the path and its permissions."},
  {"X26", error, export_, "0.1", "not enough memory", "The document needs more memory than is available."},
  {"X27", error, export_, "0.5", "rotations that cancel each other out", "Dual quaternions cannot blend rotations whose sum is zero: change the weights or the pose, or use skinning_solver: lbs."},
  {"X28", error, parse, "0.11", "aabb on a primitive that is not a box", "Only boxes have aabb; give other shapes dimensions and a transform."},
  {"X29", error, parse, "0.11", "aabb without extent", "Every coordinate of max must be greater than that of min."},
  {"X30", error, parse, "0.11", "macro value out of range", "Spans ascend, cutouts are inside the wall with bottom below top, and height, thickness and length are greater than 0."},
  {"X31", error, parse, "0.11", "cutouts that overlap", "Move one of the two cutouts, or merge them."},
  {"X32", error, parse, "0.12", "triangle prism without a right triangle on its plane", "leg_p and leg_q must be perpendicular to normal and to each other."},
  {"X33", error, parse, "0.11", "macro id that is not a name", "The id of a macro is letters, digits and _, not beginning with a digit."},
  {"X34", error, validation, "0.9", "feature that is newer than the document", "Write the version named in the help, or remove the feature."},
  {"X35", error, parse, "0.7", "two forms of one rotation", "Keep one of rotation_euler and rotation_degrees."},
  {"X36", error, validation, "0.13", "mirrored implicit surface with a transform", "An implicit surface whose id has the mirror prefix is mirrored by its ops; move the transform into the ops."},
  {"X37", error, validation, "0.13", "implicit surfaces that take too long to evaluate", "The sum of nx * ny * nz * number of ops over all surfaces is at most 200,000,000."},
  {"X38", error, export_, "0.13", "field of an implicit surface that is not finite", "The values of the ops are too large for their sum to be finite: use smaller numbers."},
  {"X50", error, export_, "0.6", "asset that is too large to be shown", "All instances together may have 600,000 vertices, 200,000 nodes, primitives, bones and anchors, and 16 MiB of names and paths. A comparison takes documents of at most 600,000 nodes of YAML, and draws at most 500,000 vertices."},
  {"X51", error, validation, "0.6", "unknown id in the options of a picture or an inspection", "Name a mesh, primitive, instance or bone of the document, with as much of its path as is needed: mesh.primitive."},
  {"X52", error, export_, "0.6", "picture or section of nothing", "No mesh has vertices, and --show skeleton,anchors shows bones and anchors; or the plane of --section lies outside the asset."},
  {"X53", error, export_, "0.6", "picture that takes too long to draw", "Many large triangles lie over each other: draw an imported asset by itself, or leave out parts that others hide."},
  {"X54", error, export_, "0.6", "export without triangles", "Coordinates are stored as 32-bit floats: at a tiny scale, or in a pose that flattens everything, no triangle has an area. Choose a larger scale, or another pose."},
  {"X65", error, validation, "0.6", "unknown id in a measurement", "Name a mesh, primitive, instance or anchor of the document, with as much of its path as is needed: mesh.primitive."},
  {"X66", error, validation, "0.6", "id in the options that names several things", "Write more of the path: mesh.primitive, or instance.mesh.primitive."},
  {"X67", error, export_, "0.6", "measurement or lint that takes too long", "Too many surfaces are close to each other: measure single primitives, or lint a part of the document. Or there are too many poses to look at: lint them one by one."},
  {"X68", error, validation, "0.6", "measurement of something without a surface", "The implicit surface or mesh has no triangles; measure something else."},
});
// clang-format on

static_assert(table.size() == static_cast<std::size_t>(Code::X68) + 1);

}  // namespace

const DiagnosticInfo& info_of(Code code) { return table[static_cast<std::size_t>(code)]; }

Code code_with(std::string_view id) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [id](const DiagnosticInfo& info) { return info.id == id; });
  return static_cast<Code>(found - table.begin());
}

Code code_in(Version version, Code code) {
  const std::string_view before = info_of(code).id;
  const std::string_view after = id_in(version, before);
  return after == before ? code : code_with(after);
}

}  // namespace rigy::language

namespace rigy {
using namespace language;

const DiagnosticInfo* diagnostics_begin() { return table.data(); }

std::size_t diagnostics_count() { return table.size(); }

const DiagnosticInfo* find_diagnostic(std::string_view id) {
  for (const DiagnosticInfo& info : table) {
    if (info.id == id) return &info;
  }
  return nullptr;
}

std::string_view name_of(Severity severity) {
  return severity == Severity::Error ? "error" : "warning";
}

std::string_view name_of(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::None:
      return "";
    case ErrorClass::ParseError:
      return "ParseError";
    case ErrorClass::ValidationError:
      return "ValidationError";
    case ErrorClass::TessellationError:
      return "TessellationError";
    case ErrorClass::ExportError:
      return "ExportError";
    case ErrorClass::ContractError:
      return "ContractError";
    case ErrorClass::CompositionError:
      return "CompositionError";
    case ErrorClass::InputError:
      return "InputError";
  }
  return "";
}

}  // namespace rigy
