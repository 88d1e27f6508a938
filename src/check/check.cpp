#include "check/check.hpp"

#include "check/names.hpp"

namespace rigy {
namespace {

void check_asked_pose(const Document& root, const CompileOptions& options,
                      Diagnostics& diagnostics) {
  if (options.pose.empty()) return;
  for (const Pose& pose : root.poses) {
    if (pose.id.value == options.pose) return;
  }
  diagnostics.add(Code::X19, {}, "the document has no pose '{}'", options.pose)
      .help(help_for_unknown(diagnostics, options.pose, names_of(root.poses), "poses"));
}

}  // namespace

void check_assembly(const Assembly& assembly, const CompileOptions& options,
                    Diagnostics& diagnostics) {
  for (const auto& asset : assembly.assets) {
    const CheckContext context{*asset, asset->document, {diagnostics, asset->tree, asset->source}};
    check_ids(context);
    check_symmetry(context);
    check_materials(context);
    check_primitives(context);
    check_armatures(context);
    check_bindings(context);
    check_weight_maps(context);
    check_poses(context);
  }
  check_asked_pose(assembly.assets[0]->document, options, diagnostics);
}

}  // namespace rigy
