#include "body/body_map.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "document/names.hpp"

namespace rigy::analysis {
namespace {

// Engines agree on no names of animals; these are spelled as each spells those of a person.
constexpr auto quadruped_bones = std::to_array<HumanBone>({
    {"hips", "Hips", "Hips", "pelvis"},
    {"spine", "Spine", "Spine", "spine_01"},
    {"chest", "Chest", "Spine1", "spine_02"},
    {"neck", "Neck", "Neck", "neck_01"},
    {"head", "Head", "Head", "head"},
    {"tail", "Tail", "Tail", "tail_01"},
    {"leftFrontUpperLeg", "LeftFrontUpperLeg", "LeftFrontUpLeg", "front_thigh_l"},
    {"leftFrontLowerLeg", "LeftFrontLowerLeg", "LeftFrontLeg", "front_calf_l"},
    {"leftFrontFoot", "LeftFrontFoot", "LeftFrontFoot", "front_foot_l"},
    {"rightFrontUpperLeg", "RightFrontUpperLeg", "RightFrontUpLeg", "front_thigh_r"},
    {"rightFrontLowerLeg", "RightFrontLowerLeg", "RightFrontLeg", "front_calf_r"},
    {"rightFrontFoot", "RightFrontFoot", "RightFrontFoot", "front_foot_r"},
    {"leftBackUpperLeg", "LeftBackUpperLeg", "LeftBackUpLeg", "thigh_l"},
    {"leftBackLowerLeg", "LeftBackLowerLeg", "LeftBackLeg", "calf_l"},
    {"leftBackFoot", "LeftBackFoot", "LeftBackFoot", "foot_l"},
    {"rightBackUpperLeg", "RightBackUpperLeg", "RightBackUpLeg", "thigh_r"},
    {"rightBackLowerLeg", "RightBackLowerLeg", "RightBackLeg", "calf_r"},
    {"rightBackFoot", "RightBackFoot", "RightBackFoot", "foot_r"},
});

std::size_t index_of_part(std::span<const HumanBone> parts, std::string_view name) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const HumanBone& part) { return part.vrm == name; });
  return static_cast<std::size_t>(found - parts.begin());
}

// The armature of the entry that the map is about; null: it is not said, or unknown.
const Armature* mapped_armature(const BoneMap& map, const Document& document) {
  if (!map.armature.given()) {
    return document.armatures.size() == 1 ? &document.armatures.front() : nullptr;
  }
  for (const Armature& armature : document.armatures) {
    if (armature.id.value == map.armature.id) return &armature;
  }
  return nullptr;
}

// The map, if it is about this armature.
const BoneMap* map_for(const Assembly& assembly, const Asset& asset, const Armature& armature) {
  const BoneMap* map = assembly.bone_map.get();
  if (map == nullptr || assembly.root() != &asset) return nullptr;
  return mapped_armature(*map, asset.document) == &armature ? map : nullptr;
}

void add_found(const Armature& armature, BodyMap& body) {
  const HumanoidMap found = find_humanoid(armature);
  for (std::size_t i = 0; i < human_bone_count; ++i) {
    const bool is_taken =
        std::find(body.bones.begin(), body.bones.end(), found.bones[i]) != body.bones.end();
    if (body.bones[i] == no_index && !is_taken) body.bones[i] = found.bones[i];
  }
}

class MapChecker {
 public:
  MapChecker(const BoneMap& map, const Document& document, const Reporter& at)
      : map_(map), document_(document), at_(at) {}

  void run() {
    check_parts();
    const Armature* armature = mapped_armature(map_, document_);
    if (armature == nullptr) return report_armature();
    if (armature->incomplete_bones) return;
    const Names bones = names_of(armature->bones);
    const Names anchors = names_of(document_.anchors);
    std::map<std::string_view, NodeId> used;
    for (const MappedBone& one : map_.bones) {
      expect(one.bone, bones, "bone", "bones");
      expect_once(one.bone, used);
    }
    for (const MappedAnchor& one : map_.anchors) {
      expect(one.anchor, anchors, "anchor", "anchors");
      expect(one.bone, bones, "bone", "bones");
    }
  }

 private:
  void check_parts() {
    Names known;
    for (const HumanBone& part : body_parts(map_.profile)) known.add(part.vrm, 0);
    const std::string_view profile =
        map_.profile == BodyProfile::Humanoid ? "person" : "animal with four legs";
    for (const MappedBone& one : map_.bones) {
      if (known.find(one.part.value) != no_index) continue;
      const NewFinding added =
          at_.report(Code::UnknownBodyPart, one.part.node, "no bone of a {} is called '{}'",
                     profile, one.part.value);
      if (added) added.help(help_for_unknown(at_.diagnostics, one.part.value, known, "bones"));
    }
  }

  void report_armature() {
    if (document_.incomplete.armatures) return;
    const Names armatures = names_of(document_.armatures);
    if (map_.armature.given()) return expect(map_.armature, armatures, "armature", "armatures");
    at_.report(Code::UnknownMappedItem, map_.tree.resolve(0), "the document has {} armatures",
               document_.armatures.size())
        .help(document_.armatures.empty() ? "give it an armature, or remove the bone map"
                                          : "write armature: with the id of one of them");
  }

  void expect(const Reference& reference, const Names& names, std::string_view what,
              std::string_view plural) {
    if (!reference.given() || names.find(reference.id) != no_index) return;
    const NewFinding added = at_.report(Code::UnknownMappedItem, reference.node,
                                        "there is no {} '{}'", what, reference.id);
    if (added) added.help(help_for_unknown(at_.diagnostics, reference.id, names, plural));
  }

  void expect_once(const Reference& bone, std::map<std::string_view, NodeId>& used) {
    if (!bone.given()) return;
    const auto [first, is_new] = used.emplace(bone.id, bone.node);
    if (is_new) return;
    at_.report(Code::BoneMappedTwice, bone.node, "bone '{}' is named twice", bone.id)
        .related(at_.range_of(first->second), "first here");
  }

  const BoneMap& map_;
  const Document& document_;
  const Reporter& at_;
};

}  // namespace

std::uint32_t BodyMap::bone_of(std::string_view part) const {
  const std::size_t index = index_of_part(parts, part);
  return index < bones.size() ? bones[index] : no_index;
}

bool BodyMap::is_complete() const {
  if (profile != BodyProfile::Humanoid) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].required && bones[i] == no_index) return false;
  }
  return true;
}

bool BodyMap::is_empty() const {
  return std::all_of(bones.begin(), bones.end(),
                     [](std::uint32_t bone) { return bone == no_index; });
}

std::span<const HumanBone> body_parts(BodyProfile profile) {
  if (profile == BodyProfile::Quadruped) return quadruped_bones;
  return human_bones;
}

bool has_bone_map(const Assembly& assembly, const Asset& asset, const Armature& armature) {
  return map_for(assembly, asset, armature) != nullptr;
}

BodyMap body_of(const Assembly& assembly, const Asset& asset, const Armature& armature) {
  BodyMap body;
  const BoneMap* map = map_for(assembly, asset, armature);
  if (map != nullptr) body.profile = map->profile;
  body.parts = body_parts(body.profile);
  body.bones.assign(body.parts.size(), no_index);
  if (map != nullptr) {
    const Names bones = names_of(armature.bones);
    for (const MappedBone& one : map->bones) {
      const std::size_t part = index_of_part(body.parts, one.part.value);
      if (part < body.bones.size()) body.bones[part] = bones.find(one.bone.id);
    }
  }
  if (body.profile == BodyProfile::Humanoid) add_found(armature, body);
  return body;
}

std::uint32_t mapped_anchor(const Assembly& assembly, const Asset& asset, const Armature& armature,
                            std::string_view anchor) {
  const BoneMap* map = map_for(assembly, asset, armature);
  if (map == nullptr) return no_index;
  for (const MappedAnchor& one : map->anchors) {
    if (one.anchor.id == anchor) return names_of(armature.bones).find(one.bone.id);
  }
  return no_index;
}

void check_bone_map(const Assembly& assembly, Diagnostics& diagnostics) {
  if (assembly.bone_map == nullptr || assembly.root() == nullptr) return;
  const BoneMap& map = *assembly.bone_map;
  const Reporter at{diagnostics, map.tree, assembly.number_of(*map.source)};
  MapChecker(map, assembly.root()->document, at).run();
}

}  // namespace rigy::analysis
