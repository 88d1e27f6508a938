// Every diagnostic, declared once. docs/diagnostics.md is generated from this table.
#include <array>
#include <cstddef>

#include "diagnostics/code.hpp"
#include "language/version.hpp"

namespace rigy {
namespace {

constexpr Severity error = Severity::Error;
constexpr Severity warning = Severity::Warning;
constexpr ErrorClass none = ErrorClass::None;
constexpr ErrorClass parse = ErrorClass::ParseError;
constexpr ErrorClass validation = ErrorClass::ValidationError;
constexpr ErrorClass tessellation = ErrorClass::TessellationError;
constexpr ErrorClass composition = ErrorClass::CompositionError;
constexpr ErrorClass contract = ErrorClass::ContractError;
constexpr ErrorClass export_ = ErrorClass::ExportError;

// clang-format off
constexpr auto table = std::to_array<DiagnosticInfo>({
  {"P01", error, parse, "0.1", "the text is not YAML", "Check the marked place: indentation, a missing colon, an unclosed quote or bracket."},
  {"P02", error, parse, "0.1", "the file is not UTF-8 text", "Save the file as UTF-8."},
  {"P03", error, parse, "0.1", "a mapping has the same key twice", "Remove or rename one of the two."},
  {"P04", error, parse, "0.1", "a value has the wrong type", "Numbers are written without quotes, lists with brackets or dashes, mappings as key: value."},
  {"P05", error, parse, "0.1", "a value that is not allowed", "Use one of the values that the message lists."},
  {"P06", error, parse, "0.1", "a list has the wrong length", "Points are [x, y, z], rotations of poses [w, x, y, z], ranges [start, end]."},
  {"P07", error, parse, "0.1", "a feature of YAML that Rigy does not use", "Remove tags, directives, further documents and keys that are not text."},
  {"P08", error, parse, "0.1", "unsupported language version", "Write the language version as quoted text, for example version: \"" RIGY_NEWEST_VERSION "\"."},
  {"P09", error, parse, "0.1", "the document exceeds a limit", "Split the asset into several files; docs/limits.md lists the limits."},
  {"P10", error, parse, "0.1", "mutually exclusive fields", "Keep exactly one of the fields that the message names."},
  {"V01", error, validation, "0.1", "duplicate mesh id", "Give each mesh a unique id."},
  {"V02", error, validation, "0.1", "duplicate primitive id within a mesh", "Give each primitive of a mesh a unique id."},
  {"V03", error, validation, "0.1", "duplicate armature id", "Give each armature a unique id."},
  {"V04", error, validation, "0.1", "duplicate bone id within an armature", "Give each bone of an armature a unique id."},
  {"V05", error, validation, "0.1", "cyclic bone hierarchy", "Follow the parents from any bone: the chain must end at parent: none."},
  {"V06", error, validation, "0.1", "bone of zero length", "Move head or tail so that they are more than 1e-9 m apart."},
  {"V07", error, validation, "0.1", "non-positive primitive dimension", "Every dimension must be greater than 0."},
  {"V08", error, validation, "0.1", "binding refers to an unknown mesh", "mesh_id must be the id of a mesh of this file."},
  {"V09", error, validation, "0.1", "binding refers to an unknown armature", "armature_id must be the id of an armature of this file."},
  {"V10", error, validation, "0.1", "binding refers to an unknown primitive", "primitive_id must be the id of a primitive of the bound mesh."},
  {"V11", error, validation, "0.1", "binding refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V12", error, validation, "0.1", "mesh in more than one binding", "Bind each mesh once; merge the bindings."},
  {"V13", error, validation, "0.1", "weight outside [0, 1]", "Weights are shares between 0 and 1; they are normalised for you."},
  {"V14", error, validation, "0.3", "weight map refers to an unknown primitive", "primitive_id must be the id of a primitive of the bound mesh."},
  {"V15", error, validation, "0.3", "gradient refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V16", error, validation, "0.3", "override refers to an unknown bone", "bone_id must be the id of a bone of the bound armature."},
  {"V17", error, validation, "0.3", "gradient weight outside [0, 1]", "Weights are shares between 0 and 1; they are normalised for you."},
  {"V18", error, validation, "0.3", "override weight outside [0, 1]", "Weights are shares between 0 and 1; they are normalised for you."},
  {"V19", error, validation, "0.3", "override of a vertex that does not exist", "Indices count from 0: box 24, sphere 561, cylinder 134, capsule 858 vertices."},
  {"V20", error, validation, "0.3", "external weight file missing or malformed", "The file is JSON with primitive_id, vertex_count and influences, read relative to the document."},
  {"V21", error, validation, "0.3", "vertex_count of the weight file does not match", "vertex_count must be what the primitive is tessellated to: box 24, sphere 561, cylinder 134, capsule 858."},
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
  {"V32", error, validation, "0.4", "number that is not finite", "NaN and infinity are not allowed, nor numbers too large for binary64."},
  {"V33", error, parse, "0.1", "unknown field", "Remove the field, or correct its name."},
  {"V34", error, parse, "0.1", "missing field", "Add the field that the message names."},
  {"V35", error, validation, "0.5", "pose entry that does more than rotate and translate", "Remove scale, shear and matrix; a pose entry has rotation and translation only."},
  {"V36", error, validation, "0.5", "pose rotation that is not a unit quaternion", "rotation is [w, x, y, z] with a length of 1 (tolerance 0.001)."},
  {"V37", error, validation, "0.6", "duplicate material id", "Give each material a unique id."},
  {"V38", error, validation, "0.6", "primitive refers to an unknown material", "material must be a key under materials."},
  {"V39", error, validation, "0.6", "base_color without exactly four components", "Write base_color: [red, green, blue, alpha]."},
  {"V40", error, validation, "0.6", "base_color component outside [0, 1]", "Components are linear and between 0 and 1."},
  {"V41", error, validation, "0.6", "primitives of one mesh with different materials", "Use one material for the whole mesh, or split it into two meshes."},
  {"V42", error, validation, "0.6", "material of an import that cannot be resolved", "Write <import>.<material> with a name under imports and a material of that asset."},
  {"W01", warning, none, "0.3", "vertices with more than four influences", "Only the four strongest are kept; list at most four bones."},
  {"W02", warning, none, "0.3", "weights and a weight map for the same primitive", "The weight map's layers replace the per-primitive weights where they apply; keep one of the two."},
  {"W03", warning, none, "0.2", "root bone away from the origin", "By convention the root bone's head is at [0, 0, 0]."},
  {"W04", warning, none, "0.1", "newer language version", "The document is compiled as the newest version that this compiler supports."},
  {"W05", warning, none, "0.1", "influences whose weights are all 0", "Such vertices follow the armature's root bone; give at least one bone a weight above 0."},
  {"W06", warning, none, "0.1", "angle that looks like degrees", "rotation_euler is in radians: 90 degrees is 1.5707963267948966."},
  {"W07", warning, none, "0.5", "pose that does not place a bone", "A pose gives world transforms: a bone whose head is not at the origin needs a translation; to keep the bone in place, translate it to its head."},
  {"W08", warning, none, "0.5", "pose rotation that looks like x, y, z, w", "rotation is [w, x, y, z]: the identity rotation is [1, 0, 0, 0]. A half turn about z can be written as [0, 0, 0, -1]."},
  {"W09", warning, none, "0.1", "armature that no binding uses", "Bind a mesh to it, or remove it."},
  {"W10", warning, none, "0.2", "mirror prefix that matches nothing", "No id of a primitive, bone, anchor or instance begins with prefix_from."},
  {"W11", warning, none, "0.2", "mesh or armature with the mirror prefix", "Meshes and armatures are never mirrored, only primitives, bones, anchors and instances: rename it."},
  {"W12", warning, none, "0.3", "gradient without effect", "range is in the coordinates of the mesh and should lie where the primitive is. Each gradient sets all vertices of the primitive, so that only the last of a weight map counts."},
  {"W13", warning, none, "0.1", "primitive without weights among others with weights", "It follows the armature's root bone; give it weights of its own."},
  {"W14", warning, none, "0.1", "weights that do not sum to 1", "They are divided by their sum; write them so that they sum to 1 (tolerance 0.000001)."},
  {"X01", error, validation, "0.1", "bone with an unknown parent", "parent must be the id of a bone of the same armature, or none."},
  {"X02", error, validation, "0.1", "mesh without primitives", "Give the mesh at least one primitive."},
  {"X03", error, validation, "0.1", "armature without bones", "Give the armature at least one bone."},
  {"X04", error, validation, "0.1", "bone listed twice among the influences", "List each bone once and add up its weights."},
  {"X05", error, validation, "0.3", "two weight maps for one primitive", "Merge them into one."},
  {"X06", error, validation, "0.1", "two weights entries for one primitive", "Merge them into one."},
  {"X07", error, validation, "0.5", "pose names an unknown bone", "The keys under bones must be ids of bones of some armature."},
  {"X08", error, validation, "0.5", "duplicate pose id", "Give each pose a unique id."},
  {"X09", error, tessellation, "0.1", "unknown tessellation profile", "The only profile is v0_1_default."},
  {"X10", error, validation, "0.1", "armature with too many bones", "Joint numbers have 16 bits: at most 65,536 bones in one armature."},
  {"X11", error, validation, "0.1", "empty list of influences", "List at least one bone with its weight."},
  {"X12", error, validation, "0.1", "empty or equal mirror prefixes", "prefix_from and prefix_to are two different, non-empty texts."},
  {"X13", error, export_, "0.4", "coordinate too large for the output", "Coordinates are stored as binary32: keep them below 3.4e38."},
  {"X14", error, validation, "0.3", "gradient range that is not ascending", "Write range: [start, end] with start < end, swapping from and to if needed."},
  {"X15", error, validation, "0.3", "gradient axis other than x, y, z", "axis is x, y or z."},
  {"X16", error, validation, "0.1", "id that is empty or reserved", "Ids are non-empty texts; no bone is called none; import names have no dot."},
  {"X17", error, validation, "0.4", "bone id that is not UTF-8", "Save the file as UTF-8."},
  {"X18", error, export_, "0.4", "output too large", "A GLB holds at most 4 GiB - 1 byte: split the asset."},
  {"X19", error, validation, "0.5", "unknown pose requested", "Name a pose that the document defines."},
  {"X20", error, composition, "0.2", "import that cannot be read", "source is a path relative to the importing file, inside the root directory."},
  {"X21", error, composition, "0.2", "circular import", "Break the cycle: an asset cannot contain itself."},
  {"X22", error, composition, "0.2", "imports nested too deeply", "Imports nest at most 32 levels."},
  {"X23", error, composition, "0.2", "degenerate attach3 frame", "The three anchors must be distinct and not on one line."},
  {"X24", error, contract, "0.2", "contract that cannot be read", "contract is a path relative to the importing file, inside the root directory."},
  {"X25", error, parse, "0.1", "input that cannot be read", "Check the path and its permissions."},
  {"X26", error, export_, "0.1", "not enough memory", "The document needs more memory than is available."},
  {"X27", error, export_, "0.5", "rotations that cancel each other out", "Dual quaternions cannot blend rotations whose sum is zero: change the weights or the pose, or use skinning_solver: lbs."},
});
// clang-format on

static_assert(table.size() == static_cast<std::size_t>(Code::X27) + 1);

}  // namespace

const DiagnosticInfo& info_of(Code code) { return table[static_cast<std::size_t>(code)]; }

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
  }
  return "";
}

}  // namespace rigy
