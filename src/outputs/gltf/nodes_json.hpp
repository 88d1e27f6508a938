// Nodes and skins in the JSON of an exported glTF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "export_model/model.hpp"
#include "gltf/data.hpp"
#include "gltf/json_output.hpp"

namespace rigy::outputs {

// The nodes of the model come first, then the bones of one armature after the other.
class NodesJson {
 public:
  NodesJson(JsonOutput& out, const ExportModel& model, const GltfData& data);

  void write_nodes();
  void write_skins();

  // The node of bone 0.
  [[nodiscard]] std::uint32_t first_bone(std::uint32_t armature) const {
    return first_bone_[armature];
  }

 private:
  void write_node(const ExportNode& node);
  void write_transform(const ExportNode& node);
  void write_motion(const Vec3& translation, const Quaternion& rotation);
  void write_children(const ExportNode& node);
  void write_body(const ExportNode& node);
  void write_node_extras(const ExportNode& node);
  void write_bones(std::uint32_t number);
  void write_bone_children(std::uint32_t armature, std::size_t bone);
  void write_bone_extras(const ExportBone& bone);
  void write_skin(std::uint32_t number);

  JsonOutput& out_;
  JsonWriter& json_;
  const ExportModel& model_;
  const GltfData& data_;
  std::vector<std::uint32_t> first_bone_;  // of each armature
  std::vector<std::uint32_t> skins_;       // of each armature
  std::uint32_t skin_count_ = 0;
  // The nodes below each bone of each armature.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> followers_;
};

}  // namespace rigy::outputs
