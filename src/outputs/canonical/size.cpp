#include "canonical/size.hpp"

#include <algorithm>
#include <string_view>

#include "canonical/block_format.hpp"
#include "common/unreachable.hpp"

namespace rigy::outputs {
namespace {

// The shortest texts of things without a name.
constexpr std::string_view node = R"({"name":""},)";
// For a bone that is a joint, besides the text of its node: its skin mentions it, and its parent.
constexpr std::string_view joint = R"("translation":[0.0,0.0,0.0],0,0,)";
constexpr std::string_view skin =
    R"({"inverseBindMatrices":0,"skeleton":0,"joints":[],"name":""},)";
constexpr std::string_view material =
    R"({"pbrMetallicRoughness":{"baseColorFactor":[],"metallicFactor":0.0,"roughnessFactor":1.0},)"
    R"("emissiveFactor":[0.0,0.0,0.0],"alphaMode":"BLEND","doubleSided":false,"name":""},)";
constexpr std::string_view mesh = R"({"primitives":[],"name":""},)";
constexpr std::string_view part = R"({"attributes":{},"indices":0,"mode":4},)";
constexpr std::string_view block =
    R"({"bufferView":0,"byteOffset":0,"componentType":5126,"normalized":false,"count":0,)"
    R"("type":"VEC3"},{"buffer":0,"byteOffset":0,"byteLength":0},)";

std::uint64_t elements(const SceneSize& size, const BlockFormat& format) {
  switch (format.per) {
    case Per::Vertex:
      return format.only_skinned ? size.skinned_vertices : size.vertices;
    case Per::VertexOfUvSet:
      return size.uv_vertices;
    case Per::Index:
      return size.indices;
    case Per::Bone:
      return size.inverse_binds;
  }
  unreachable();
}

std::uint64_t blocks(const SceneSize& size) {
  std::uint64_t count = 0;
  for (const BlockFormat& format : block_formats) {
    if (format.per == Per::Bone) continue;
    if (format.per == Per::VertexOfUvSet) {
      count += size.uv_sets;
    } else {
      count += format.only_skinned ? size.skinned_parts : size.parts;
    }
  }
  return count;
}

}  // namespace

std::uint64_t binary_size(const SceneSize& size) {
  std::uint64_t bytes = 0;
  for (const BlockFormat& format : block_formats) {
    bytes += elements(size, format) * format.element_size;
  }
  return bytes;
}

std::uint64_t least_json_size(const SceneSize& size) {
  return size.name_bytes + (size.nodes + size.bones) * node.size() + size.joints * joint.size() +
         size.skins * skin.size() + size.materials * material.size() + size.meshes * mesh.size() +
         size.parts * part.size() + blocks(size) * block.size();
}

std::uint64_t digits_of(std::uint64_t first, std::uint64_t count) {
  std::uint64_t digits = count;
  for (std::uint64_t power = 10; power < first + count; power *= 10) {
    digits += first + count - std::max(first, power);
  }
  return digits;
}

std::uint64_t least_bones_size(std::uint64_t bones) {
  return std::min(bones, UINT64_MAX / node.size()) * node.size();
}

}  // namespace rigy::outputs
