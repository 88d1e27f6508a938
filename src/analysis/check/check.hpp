// The checks of the specification's table and our own, on the linked documents.
#pragma once

#include <string>
#include <string_view>

#include "analysis_floor.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

// Points no farther apart than this, in meters, are the same point.
inline constexpr double same_point = 1e-9;

// One asset, and where to report about it.
struct CheckContext {
  const Asset& asset;
  const Document& document;
  Reporter at;
  bool is_root = true;  // not an import

  // The material of a primitive, its own or its mesh's; nothing if there is none or it is unknown.
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

// Runs all checks on every asset and on the scene. Each reports all its violations.
void check_assembly(const Draft& draft, Diagnostics& diagnostics);

// The rules for scenes.
void check_rigs(const RigsFile& scene, const Reporter& at);

// The rules for motions; evaluates the poses of those without errors.
void check_motion(const MotionFile& motion, const Reporter& at);

// X19: whether the entry has the requested pose; empty if none is requested. A scene has no poses.
void check_asked_pose(const Assembly& assembly, const std::string& asked, Diagnostics& diagnostics);

// M15.
void report_unknown_clip(const Assembly& assembly, std::string_view asked,
                         Diagnostics& diagnostics);
// Whether there is the requested clip, which is reported if not; true if none is requested.
bool check_asked_clip(const Assembly& assembly, std::string_view asked, Diagnostics& diagnostics);

}  // namespace rigy::analysis
