// The checks of the specification's table and our own, over the linked documents.
#pragma once

#include <string>

#include "load/assembly.hpp"

namespace rigy {

// Points that are no farther apart, in meters, are the same point.
inline constexpr double same_point = 1e-9;

// One asset, and where to report about it.
struct CheckContext {
  const Asset& asset;
  const Document& document;
  Reporter at;
  bool is_root = true;  // not an import

  // The material of a primitive, its own or its mesh's; nothing if it has none, or an unknown one.
  [[nodiscard]] const Material* material_of(const Mesh& mesh, const Primitive& primitive) const;
};

void check_ids(const CheckContext& context);
void check_symmetry(const CheckContext& context);
void check_materials(const CheckContext& context);
void check_uv(const CheckContext& context);
void check_primitives(const CheckContext& context);
void check_rotations(const CheckContext& context);
void check_implicit_surfaces(const CheckContext& context);
void check_armatures(const CheckContext& context);
void check_bindings(const CheckContext& context);
void check_weight_maps(const CheckContext& context);
void check_poses(const CheckContext& context);

// Runs all of them over every asset, and those of the scene. Each reports all its violations.
void check_assembly(const Assembly& assembly, Diagnostics& diagnostics);

// The scene's own rules.
void check_rigs(const RigsFile& scene, const Reporter& at);

// X19: whether the entry has the pose that a writer is asked for; empty: none is. A scene has no
// poses.
void check_asked_pose(const Assembly& assembly, const std::string& asked, Diagnostics& diagnostics);

}  // namespace rigy
