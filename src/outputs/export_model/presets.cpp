// The options that suit a program. docs/export.md says why each is set.
#include <algorithm>
#include <array>

#include "outputs_floor.hpp"
#include "rigy/export.hpp"

namespace rigy {
using namespace outputs;
namespace {

struct Preset {
  std::string_view name;
  void (*choose)(ExportOptions& options);
};

constexpr auto presets = std::to_array<Preset>({
    {"blender", [](ExportOptions& options) { options.rest_clip = true; }},
    {"godot",
     [](ExportOptions& options) {
       options.colliders = ExportColliders::Omi;
       options.names = ExportNames::Godot;
       options.merge = ExportMerge::Armature;
     }},
    {"three", [](ExportOptions& options) { options.merge = ExportMerge::Armature; }},
    {"unity",
     [](ExportOptions& options) {
       options.format = ExportFormat::Fbx;
       options.merge = ExportMerge::Armature;
     }},
    {"unreal",
     [](ExportOptions& options) {
       options.format = ExportFormat::Fbx;
       options.colliders = ExportColliders::Unreal;
       options.unit = ExportUnit::Centimeter;
       options.merge = ExportMerge::Armature;
       options.sockets = ExportSockets::Unreal;
     }},
    {"vrm",
     [](ExportOptions& options) {
       options.format = ExportFormat::Vrm;
       options.poses = ExportPoses::None;
       options.merge = ExportMerge::Armature;
       options.t_pose = true;
     }},
});

}  // namespace

std::optional<ExportOptions> export_preset(std::string_view name) {
  const auto found = std::find_if(presets.begin(), presets.end(),
                                  [name](const Preset& preset) { return preset.name == name; });
  if (found == presets.end()) return std::nullopt;
  ExportOptions options;
  found->choose(options);
  return options;
}

std::vector<std::string_view> export_preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  return names;
}

}  // namespace rigy
