// The options that suit a program. docs/export.md says why each is set.
#include <algorithm>

#include "outputs_floor.hpp"
#include "rigy/export.hpp"

namespace rigy {
using namespace outputs;
namespace {

struct Preset {
  std::string_view name;
  ExportOptions options;
};

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"blender", {.rest_clip = true}},
      {"godot",
       {.colliders = ExportColliders::Omi,
        .names = ExportNames::Godot,
        .merge = ExportMerge::Armature}},
      {"three", {.merge = ExportMerge::Armature}},
      {"unity", {.format = ExportFormat::Fbx, .merge = ExportMerge::Armature}},
      {"unreal",
       {.format = ExportFormat::Fbx,
        .colliders = ExportColliders::Unreal,
        .unit = ExportUnit::Centimeter,
        .merge = ExportMerge::Armature,
        .sockets = ExportSockets::Unreal}},
      {"vrm",
       {.format = ExportFormat::Vrm,
        .poses = ExportPoses::None,
        .merge = ExportMerge::Armature,
        .t_pose = true}},
  };
  return all;
}

}  // namespace

std::optional<ExportOptions> export_preset(std::string_view name) {
  const auto found = std::find_if(presets().begin(), presets().end(),
                                  [name](const Preset& preset) { return preset.name == name; });
  if (found == presets().end()) return std::nullopt;
  return found->options;
}

std::vector<std::string_view> export_preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets()) names.push_back(preset.name);
  return names;
}

}  // namespace rigy
