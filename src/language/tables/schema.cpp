#include "tables/schema.hpp"

#include <array>

#include "tables/other_objects.hpp"

namespace rigy::language {
namespace {

constexpr auto all_objects = std::to_array<const Object*>({
    &document_object,
    &coordinate_system_object,
    &material_object,
    &mesh_object,
    &uv_set_object,
    &uv_role_object,
    &primitive_object,
    &box_dimensions,
    &sphere_dimensions,
    &cylinder_dimensions,
    &capsule_dimensions,
    &wedge_dimensions,
    &transform_object,
    &axis_angle_object,
    &implicit_surface_object,
    &domain_object,
    &aabb_object,
    &grid_object,
    &extraction_object,
    &sphere_op_object,
    &capsule_op_object,
    &op_transform_object,
    &repeat_object,
    &box_decompose_object,
    &cutout_object,
    &prism_object,
    &plane_object,
    &armature_object,
    &bone_object,
    &binding_object,
    &weights_object,
    &weight_map_object,
    &gradient_object,
    &override_object,
    &influence_object,
    &weight_file_object,
    &weight_file_entry_object,
    &symmetry_object,
    &mirror_x_object,
    &pose_object,
    &pose_entry_object,
    &anchor_object,
    &import_object,
    &instance_object,
    &attach3_object,
    &contract_object,
    &rigs_document_object,
    &scene_object,
    &child_object,
    &place_object,
    &slot_object,
    &mount_object,
    &nudge_object,
});

}  // namespace

std::span<const Object* const> objects() { return all_objects; }

}  // namespace rigy::language
