#include "body/skeleton_shape.hpp"

#include <algorithm>
#include <string>

#include "common/index.hpp"

namespace rigy::analysis {

SkeletonShape::SkeletonShape(const Armature& armature) : bones_(armature.bones) {
  std::vector<bool> has_children(bones_.size());
  for (const Bone& bone : bones_) {
    if (!bone.is_root() && bone.parent.index != no_index) has_children[bone.parent.index] = true;
  }
  for (std::uint32_t i = 0; i < bones_.size(); ++i) {
    if (!has_children[i]) leaves_.push_back(i);
  }
}

BoneChain SkeletonShape::path_to(std::uint32_t bone) const {
  BoneChain path;
  for (std::uint32_t at = bone; at != no_index && path.size() <= bones_.size();) {
    path.push_back(at);
    at = bones_[at].is_root() ? no_index : bones_[at].parent.index;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

bool SkeletonShape::is_named(std::uint32_t bone,
                             std::initializer_list<std::string_view> words) const {
  std::string id(bones_[bone].id.value);
  std::transform(id.begin(), id.end(), id.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return id.find(word) != id.npos; });
}

std::size_t common_part(const BoneChain& a, const BoneChain& b) {
  std::size_t count = 0;
  while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
  return count;
}

}  // namespace rigy::analysis
