// Bone maps: which bones of an asset are those of a person or an animal, which anchors follow them,
// and what VRM files say about the model.
#pragma once

#include <memory>
#include <vector>

#include "document/document.hpp"
#include "model_floor.hpp"
#include "syntax/reporter.hpp"
#include "syntax/tree.hpp"
#include "tables/bone_map.hpp"

namespace rigy::model {

struct MappedBone {
  Text part;  // "hips"
  Reference bone;
};

struct MappedAnchor {
  Reference anchor;
  Reference bone;
};

struct VrmMeta {
  Text name;
  std::vector<Text> authors;
  Text license_url;
};

// Its address never changes: its texts are in the tree.
struct BoneMap {
  std::shared_ptr<const Source> source;
  Tree tree;
  BodyProfile profile = BodyProfile::Humanoid;
  Reference armature;
  std::vector<MappedBone> bones;
  std::vector<MappedAnchor> anchors;
  VrmMeta vrm;
};

// Decodes the tree of the map.
void decode_bone_map(BoneMap& map, const Reporter& at);

}  // namespace rigy::model
