#include "check/check.hpp"

#include "document/names.hpp"
#include "motion/moments.hpp"

namespace rigy::analysis {

const Material* CheckContext::material_of(const Mesh& mesh, const Primitive& primitive) const {
  const bool own = primitive.material.given();
  const std::uint32_t index = own ? primitive.material.index : mesh.material.index;
  const std::uint32_t import = own ? primitive.material_import : mesh.material_import;
  if (primitive.unreadable_material || index == no_index) return nullptr;
  const Document& owner = import == no_index ? document : asset.imports[import]->document;
  return &owner.materials[index];
}

void report_unknown_clip(const Assembly& assembly, std::string_view asked,
                         Diagnostics& diagnostics) {
  Names clips;
  for (const auto& motion : assembly.motions) {
    for (const MotionClip& clip : motion->document.clips) clips.add(clip.id.value, 0);
  }
  diagnostics.add(Code::UnknownClip, {}, "there is no clip '{}'", asked)
      .help(assembly.motions.empty() ? "clips belong to motions: name a .rigm.yaml file"
                                     : help_for_unknown(diagnostics, asked, clips, "clips"));
}

bool check_asked_clip(const Assembly& assembly, std::string_view asked, Diagnostics& diagnostics) {
  if (asked.empty()) return true;
  for (const auto& motion : assembly.motions) {
    for (const MotionClip& clip : motion->document.clips) {
      if (clip.id.value == asked) return true;
    }
  }
  report_unknown_clip(assembly, asked, diagnostics);
  return false;
}

void check_asked_pose(const Assembly& assembly, const std::string& asked,
                      Diagnostics& diagnostics) {
  if (asked.empty()) return;
  if (assembly.rigs != nullptr) {
    diagnostics.add(Code::UnknownPose, {}, "a scene has no pose '{}'", asked)
        .help("poses belong to assets: compile the asset with the pose");
    return;
  }
  if (find_asset_pose(*assembly.root(), asked) != nullptr || find_moment(assembly, asked)) return;
  const std::string beyond = beyond_clip(assembly, asked);
  Names names = names_of(assembly.root()->document.poses);
  for (const auto& motion : assembly.motions) {
    for (const MotionPose& pose : motion->document.poses) names.add(pose.id.value, 0);
  }
  const std::string_view clip = clip_in(asked);
  if (!clip.empty() && beyond.empty()) {
    report_unknown_clip(assembly, clip, diagnostics);
    return;
  }
  diagnostics.add(Code::UnknownPose, {}, "the document has no pose '{}'", asked)
      .help(beyond.empty() ? help_for_unknown(diagnostics, asked, names, "poses") : beyond);
}

void check_assembly(const Draft& draft, Diagnostics& diagnostics) {
  const Assembly& assembly = draft.assembly;
  if (assembly.rigs != nullptr) {
    check_rigs(*assembly.rigs, assembly.reporter(*assembly.rigs, diagnostics));
  }
  for (const Asset* asset : draft.assets) {
    const CheckContext context{*asset, asset->document, assembly.reporter(*asset, diagnostics),
                               asset == assembly.root() && !draft.is_import};
    check_ids(context);
    check_symmetry(context);
    check_materials(context);
    check_uv(context);
    check_primitives(context);
    check_rotations(context);
    check_implicit_surfaces(context);
    check_armatures(context);
    check_bindings(context);
    check_weight_maps(context);
    check_poses(context);
  }
  for (const MotionFile* motion : draft.motions) {
    check_motion(*motion, assembly.reporter(*motion, diagnostics));
  }
}

}  // namespace rigy::analysis
