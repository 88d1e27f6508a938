#include "scene/parts.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "hashing/text_hash.hpp"
#include "shapes/topology.hpp"

namespace rigy::evaluation {
namespace {

using Tags = std::vector<std::string_view>;

// Before 0.12 each tag once, in order of appearance; from 0.12 on as written.
Tags tags_of(std::span<const Primitive> primitives, bool once) {
  Tags tags;
  TextSet<std::string_view> known;
  for (const Primitive& primitive : primitives) {
    for (const Text& tag : primitive.tags) {
      if (!once || known.insert(tag.value).second) tags.push_back(tag.value);
    }
  }
  return tags;
}

std::uint64_t bytes_of(const ScenePart& part) {
  std::uint64_t bytes = part.id.size();
  if (part.tags == nullptr) return bytes;
  constexpr std::uint64_t quotes_and_comma = 3;
  for (const std::string_view tag : *part.tags) bytes += tag.size() + quotes_and_comma;
  return bytes;
}

void add_part(const Mesh& mesh, std::size_t first, std::size_t count, bool by_itself,
              MeshParts& out) {
  const std::span primitives = std::span(mesh.primitives).subspan(first, count);
  std::uint64_t vertices = 0;
  std::uint64_t indices = 0;
  for (const Primitive& primitive : primitives) {
    const Topology& topology = *topology_of(primitive);
    vertices += topology.vertex_count;
    indices += topology.index_count();
  }
  if (vertices == 0) return;
  ScenePart part;
  part.first_primitive = static_cast<std::uint32_t>(first);
  part.primitive_count = static_cast<std::uint32_t>(count);
  // A size that does not fit is refused before it is stored.
  part.vertex_count = static_cast<std::uint32_t>(vertices);
  part.index_count = static_cast<std::uint32_t>(indices);
  part.bounds_as_stored = by_itself;
  if (by_itself) part.id = primitives.front().id.value;
  Tags tags = tags_of(primitives, !by_itself);
  if (!tags.empty()) part.tags = std::make_shared<const Tags>(std::move(tags));
  out.vertices += vertices;
  out.indices += indices;
  out.extras_bytes += bytes_of(part);
  out.parts.push_back(std::move(part));
}

}  // namespace

MeshParts parts_of_mesh(const Mesh& mesh, Version version) {
  MeshParts parts;
  parts.uv_generators.resize(mesh.uv_sets.size());
  for (const UvSet& set : mesh.uv_sets) parts.uv_generators[set.number] = *set.generator;
  if (!has(version, Feature::MeshMaterial)) {
    add_part(mesh, 0, mesh.primitives.size(), false, parts);
  } else {
    for (std::size_t i = 0; i < mesh.primitives.size(); ++i) add_part(mesh, i, 1, true, parts);
  }
  return parts;
}

bool has_vertices(const Mesh& mesh) {
  return std::any_of(
      mesh.primitives.begin(), mesh.primitives.end(),
      [](const Primitive& primitive) { return topology_of(primitive)->vertex_count > 0; });
}

}  // namespace rigy::evaluation
