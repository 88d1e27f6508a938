#include "document/slips.hpp"

#include <algorithm>
#include <array>

namespace rigy::language {
namespace {

constexpr std::string_view wedge_axes =
    "a wedge has x, y and z: a right triangle in x and z, extruded along y";
constexpr std::string_view placed_by_anchors =
    "an instance is placed by anchors: write attach3: {from: [a, b, c], to: [d, e, f], mode: "
    "rigid}, where a, b, c are anchors of the import and d, e, f of this file";

// Help for the slips that edit distance does not catch.
constexpr auto known_slips = std::to_array<Slip>({
    {&document_object, "rigy_version", "version", {}},
    {&primitive_object, "size", "dimensions", {}},
    {&primitive_object, "shape", "type", {}},
    {&primitive_object, "translation", {}, "it belongs under 'transform'"},
    {&primitive_object, "rotation_euler", {}, "it belongs under 'transform'"},
    {&primitive_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&primitive_object, "location", {}, "write transform: {translation: [x, y, z]}"},
    {&primitive_object,
     "rotation",
     {},
     "write transform: {rotation_euler: [x, y, z]} in radians, or rotation_degrees from 0.7 on"},
    {&primitive_object, "radius", {}, "it belongs under 'dimensions'"},
    {&primitive_object, "height", {}, "it belongs under 'dimensions'"},
    {&primitive_object, "scale", {}, "give the final size under 'dimensions'"},
    {&primitive_object, "colour", {}, "define it under 'materials' and name it with 'material'"},
    {&primitive_object, "color", {}, "define it under 'materials' and name it with 'material'"},
    {&primitive_object,
     "base_color",
     {},
     "define it under 'materials' and name it with 'material'"},
    {&sphere_dimensions, "width", "radius", "a sphere has only a 'radius', half of its width"},
    {&sphere_dimensions, "height", "radius", "a sphere has only a 'radius', half of its height"},
    {&sphere_dimensions, "depth", "radius", "a sphere has only a 'radius', half of its depth"},
    {&sphere_dimensions, "diameter", "radius", "a sphere has a 'radius', half of its diameter"},
    {&cylinder_dimensions, "width", "radius", "a cylinder has a 'radius', half of its width"},
    {&cylinder_dimensions, "diameter", "radius", "a cylinder has a 'radius', half of its diameter"},
    {&cylinder_dimensions, "length", "height", {}},
    {&capsule_dimensions, "width", "radius", "a capsule has a 'radius', half of its width"},
    {&capsule_dimensions, "diameter", "radius", "a capsule has a 'radius', half of its diameter"},
    {&capsule_dimensions, "length", "height", {}},
    {&wedge_dimensions, "width", "x", wedge_axes},
    {&wedge_dimensions, "height", "y", wedge_axes},
    {&wedge_dimensions, "depth", "z", wedge_axes},
    {&transform_object, "position", "translation", {}},
    {&transform_object, "location", "translation", {}},
    {&transform_object, "rotation", "rotation_euler",
     "write rotation_euler: [x, y, z] in radians, or rotation_degrees from 0.7 on"},
    {&transform_object, "rotation_quaternion", "rotation_quat", {}},
    {&transform_object, "quaternion", {}, "write rotation_quat: [x, y, z, w]"},
    {&transform_object, "rotation_deg", "rotation_degrees", {}},
    {&axis_angle_object, "angle", "degrees", "write the angle as degrees: 90"},
    {&axis_angle_object, "radians", {}, "write the angle as degrees: 90"},
    {&uv_set_object, "type", "generator", {}},
    {&uv_role_object, "uv", "set", {}},
    {&uv_role_object, "uv_set", "set", {}},
    {&sphere_op_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&sphere_op_object, "translation", {}, "it belongs under 'transform'"},
    {&sphere_op_object, "center", {}, "write transform: {translation: [x, y, z]}"},
    {&sphere_op_object, "type", "field", {}},
    {&capsule_op_object, "position", {}, "write transform: {translation: [x, y, z]}"},
    {&capsule_op_object, "translation", {}, "it belongs under 'transform'"},
    {&capsule_op_object, "center", {}, "write transform: {translation: [x, y, z]}"},
    {&capsule_op_object, "type", "field", {}},
    {&grid_object, "x", "nx", {}},
    {&grid_object, "y", "ny", {}},
    {&grid_object, "z", "nz", {}},
    {&transform_object, "scale", {}, "give the final size under the primitive's 'dimensions'"},
    {&anchor_object, "position", "translation", {}},
    {&import_object, "path", "source", {}},
    {&import_object, "file", "source", {}},
    {&mesh_object,
     "color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {&mesh_object,
     "base_color",
     {},
     "define it under 'materials' and name it with each primitive's 'material'"},
    {&mesh_object, "material", {}, "give it to each primitive of the mesh"},
    {&mesh_object, "transform", {}, "it belongs on each primitive of the mesh"},
    {&mesh_object,
     "translation",
     {},
     "write transform: {translation: [x, y, z]} in each primitive"},
    {&material_object, "color", "base_color", {}},
    {&bone_object, "name", "id", {}},
    {&pose_object, "name", "id", {}},
    {&anchor_object, "name", "id", {}},
    {&instance_object, "name", "id", {}},
    {&instance_object, "transform", {}, placed_by_anchors},
    {&instance_object, "translation", {}, placed_by_anchors},
    {&instance_object, "position", {}, placed_by_anchors},
    {&instance_object, "location", {}, placed_by_anchors},
    {&instance_object, "rotation", {}, placed_by_anchors},
    {&instance_object, "scale", {}, placed_by_anchors},
    {&pose_entry_object, "rotation_euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {&pose_entry_object, "euler", {}, "write rotation: [w, x, y, z], a unit quaternion"},
    {&pose_entry_object, "quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {&pose_entry_object, "rotation_quaternion", "rotation", "write rotation: [w, x, y, z]"},
    {&pose_entry_object, "position", "translation", {}},
    {&pose_entry_object, "location", "translation", {}},
    {&rigs_document_object, "version", "rigs_version", {}},
    {&rigs_document_object, "children", {}, "it belongs under 'scene'"},
    {&rigs_document_object, "base", {}, "it belongs under 'scene'"},
    {&child_object, "name", "id", {}},
    {&child_object, "asset", "base", {}},
    {&child_object, "import", "base", {}},
    {&child_object, "slot", {}, "it belongs under 'place'"},
    {&child_object, "mount", {}, "it belongs under 'place'"},
    {&child_object, "rotate", {}, "it belongs under 'place'"},
    {&child_object, "nudge", {}, "it belongs under 'place'"},
    {&place_object, "rotation", "rotate", {}},
    {&place_object, "offset", "nudge", {}},
    {&nudge_object, "south", {}, "write a negative north"},
    {&nudge_object, "west", {}, "write a negative east"},
    {&nudge_object, "down", {}, "write a negative up"},
    {&nudge_object, "x", {}, "x of the slot's frame is 'east'"},
    {&nudge_object, "y", {}, "y of the slot's frame is 'up'"},
    {&nudge_object, "z", {}, "z of the slot's frame is 'north'"},
});

}  // namespace

const Slip* find_slip(const Object& object, std::string_view name) {
  const auto found = std::find_if(known_slips.begin(), known_slips.end(), [&](const Slip& slip) {
    return slip.object == &object && slip.name == name;
  });
  return found == known_slips.end() ? nullptr : &*found;
}

std::string_view field_of_text(const Object& object) {
  return &object == &import_object ? "source" : "";
}

}  // namespace rigy::language
