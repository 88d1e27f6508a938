#include "link/weight_files.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "symmetry/symmetry.hpp"

namespace rigy::analysis {
namespace {

// Where a weight file first names a bone. The file itself is never quoted.
std::string place_in_file(const WeightFile& file, std::uint32_t bone) {
  const std::uint32_t use = file.first_uses[bone];
  const auto entry = std::partition_point(file.entries.begin(), file.entries.end(),
                                          [use](const auto& one) { return one.end <= use; });
  return fmt::format("influences[{}].bones[{}].bone_id", entry - file.entries.begin(),
                     use - entry->begin);
}

}  // namespace

const WeightFileLinker::FileJoints& WeightFileLinker::joints_of(const WeightMap& map,
                                                                std::uint32_t armature,
                                                                const Names& bones) {
  const bool is_mirrored = map.origin.is_mirrored();
  const auto [found, is_new] = joints_.try_emplace({map.weight_file, armature, is_mirrored});
  FileJoints& joints = found->second;
  const WeightFile& file = *files_[map.weight_file];
  if (!is_new || !may_look_up(file, is_mirrored)) return joints;
  auto indices = std::make_shared<std::vector<std::uint32_t>>();
  for (const std::string& id : file.bone_ids) {
    std::uint32_t index = is_mirrored ? bones.find(swap_prefix(*document_.mirror_x, id)) : no_index;
    if (index == no_index) index = bones.find(id);
    if (index == no_index && joints.unknown++ == 0) {
      joints.first_unknown = static_cast<std::uint32_t>(indices->size());
    }
    indices->push_back(index);
  }
  joints.indices = std::move(indices);
  return joints;
}

bool WeightFileLinker::may_look_up(const WeightFile& file, bool is_mirrored) {
  if (bytes_left_ == 0) return false;
  std::size_t more = 16;
  if (is_mirrored) {
    const MirrorX& mirror = *document_.mirror_x;
    more += mirror.prefix_from.value.size() + mirror.prefix_to.value.size();
  }
  std::size_t bytes = more * file.bone_ids.size();
  for (const std::string& id : file.bone_ids) bytes += id.size();
  // Once nothing is left, no other file is even measured.
  bytes_left_ -= std::min(bytes, bytes_left_);
  return bytes_left_ > 0;
}

void WeightFileLinker::link(WeightMap& map, std::uint32_t armature, const Names& bones) {
  const FileJoints& joints = joints_of(map, armature, bones);
  if (joints.indices == nullptr) {
    at_.report(Code::BadWeightFile, map.origin.at(map.source.node),
               "weight file '{}': bone names in weight files, counted once per armature, "
               "exceed {} MiB",
               map.source.value, max_file_bone_names >> 20);
    return;
  }
  map.file_joints = joints.indices;
  const Armature& owner = document_.armatures[armature];
  if (joints.unknown == 0 || owner.incomplete_bones) return;
  const NewFinding added = at_.report(
      Code::BadWeightFile, map.origin.at(map.source.node),
      "weight file '{}' names {} that armature '{}' does not have", map.source.value,
      joints.unknown == 1 ? std::string("a bone") : fmt::format("{} bones", joints.unknown),
      owner.id.value);
  if (!added) return;
  added.help("see {}", place_in_file(*files_[map.weight_file], joints.first_unknown));
}

}  // namespace rigy::analysis
