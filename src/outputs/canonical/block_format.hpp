// The table of what the binary data consists of. Layout, sizes, contents and JSON all follow it: a
// new vertex attribute is a row here, and a case in fill.cpp that writes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "outputs_floor.hpp"

namespace rigy::outputs {

enum class Content : std::uint8_t {
  Positions,
  Normals,
  Indices,
  TexCoords,
  Joints,
  Weights,
  InverseBinds
};

// What a block has one element per. Blocks with one per bone belong to a mesh and come after its
// parts; the others belong to a part. There is one UV block per UV set.
enum class Per : std::uint8_t { Vertex, VertexOfUvSet, Index, Bone };

// glTF's numbers.
enum class ComponentType : std::uint16_t {
  Int8 = 5120,
  Uint8 = 5121,
  Int16 = 5122,
  Uint16 = 5123,
  Uint32 = 5125,
  Float = 5126
};
enum class Target : std::uint16_t { None = 0, Vertices = 34962, Indices = 34963 };

struct BlockFormat {
  Content content;
  // Its key in a glTF primitive's attributes, without the number of a UV set; empty if it is not an
  // attribute.
  std::string_view attribute;
  ComponentType component_type;
  std::string_view type;
  std::uint32_t element_size;
  Target target;
  Per per;
  bool only_skinned;
};

// In the order of the file, which is also that of the attributes, except that UV sets from 2 on are
// named last.
inline constexpr std::array<BlockFormat, 7> block_formats{{
    {Content::Positions, "POSITION", ComponentType::Float, "VEC3", 12, Target::Vertices,
     Per::Vertex, false},
    {Content::Normals, "NORMAL", ComponentType::Float, "VEC3", 12, Target::Vertices, Per::Vertex,
     false},
    {Content::Indices, "", ComponentType::Uint32, "SCALAR", 4, Target::Indices, Per::Index, false},
    {Content::TexCoords, "TEXCOORD_", ComponentType::Float, "VEC2", 8, Target::Vertices,
     Per::VertexOfUvSet, false},
    {Content::Joints, "JOINTS_0", ComponentType::Uint16, "VEC4", 8, Target::Vertices, Per::Vertex,
     true},
    {Content::Weights, "WEIGHTS_0", ComponentType::Float, "VEC4", 16, Target::Vertices, Per::Vertex,
     true},
    {Content::InverseBinds, "", ComponentType::Float, "MAT4", 64, Target::None, Per::Bone, true},
}};

[[nodiscard]] constexpr const BlockFormat& format_of(Content content) {
  return block_formats[static_cast<std::size_t>(content)];
}

static_assert([] {
  for (std::size_t i = 0; i < block_formats.size(); ++i) {
    if (block_formats[i].content != static_cast<Content>(i)) return false;
  }
  return true;
}());

}  // namespace rigy::outputs
