#include "gaits/collisions.hpp"

#include <map>
#include <string>
#include <string_view>

#include "rigy/files.hpp"
#include "rigy/lint.hpp"

namespace rigy::tools {
namespace {

// Documents that are texts without a name get one that a motion can have.
std::string path_of(const Source& asset) {
  return asset.name.starts_with('<') ? "asset.rigy.yaml" : asset.name;
}

}  // namespace

std::size_t count_collisions(const Assembly& assembly, const GaitRig& rig, const Gait& gait) {
  std::map<std::string, std::string> texts;
  for (const SourceUse& use : assembly.sources) texts[use.source->name] = use.source->text;
  const Source& asset = *assembly.root()->source;
  const std::string path = path_of(asset);
  const std::size_t folder = path.find_last_of('/') + 1;
  const std::string motion = path.substr(0, folder) + "gait.rigm.yaml";
  texts[path] = asset.text;
  texts[motion] = gait_text({gait}, rig, path.substr(folder), rig.armature->id.value);
  MemoryFiles files(std::move(texts));
  const LintResult result = lint(motion, files);
  std::size_t count = 0;
  for (const WarningCount& one : result.report.warning_counts) {
    if (one.id == "L21" || one.id == "L25") count += one.count;
  }
  return count;
}

}  // namespace rigy::tools
