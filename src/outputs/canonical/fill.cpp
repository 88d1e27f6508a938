#include "canonical/fill.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "canonical/little_endian.hpp"
#include "evaluate/evaluate.hpp"

namespace rigy::outputs {
namespace {

// Three numbers each, one after the other.
std::span<const double> flat(std::span<const Vec3> vectors) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return {&vectors[0].x, 3 * vectors.size()};
}

void write_vectors(std::span<const Vec3> vectors, std::byte* out) {
  const std::span<const double> numbers = flat(vectors);
  put_all<float>(out, numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
}

void write_normals(const PrimitiveVertices& vertices, std::byte* out) {
  const std::span<const float> numbers = vertices.stored_normals();
  if (numbers.empty()) {
    write_vectors(vertices.normals(), out);
  } else {
    put_all<float>(out, numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
  }
}

std::byte* write_indices(std::span<const std::uint32_t> indices, std::uint32_t first_vertex,
                         std::byte* out) {
  return put_all<std::uint32_t>(out, indices.size(), [indices, first_vertex](std::size_t i) {
    return first_vertex + indices[i];
  });
}

std::byte* write_consecutive(std::size_t count, std::uint32_t first_vertex, std::byte* out) {
  return put_all<std::uint32_t>(out, count, [first_vertex](std::size_t i) {
    return first_vertex + static_cast<std::uint32_t>(i);
  });
}

std::byte* write_turned(const TriangleRun& run, std::uint32_t first_vertex, std::byte* out) {
  for (std::size_t i = 0; i < run.size(); i += 3) {
    out = put(out, first_vertex + run[i]);
    out = put(out, first_vertex + run[i + 2]);
    out = put(out, first_vertex + run[i + 1]);
  }
  return out;
}

void write_triangles(const EvaluatedPrimitive& primitive, std::byte* out) {
  const std::uint32_t first = primitive.task.first_vertex;
  for (const TriangleRun& run : primitive.triangles) {
    if (run.turned) {
      out = write_turned(run, first, out);
    } else if (run.indices.empty()) {
      out = write_consecutive(run.size(), first, out);
    } else {
      out = write_indices(run.indices, first, out);
    }
  }
}

void write_uvs(std::span<const UvPoint> points, std::byte* out) {
  for (const UvPoint& point : points) {
    out = put(out, static_cast<float>(point.u));
    out = put(out, static_cast<float>(point.v));
  }
}

// Writes the four numbers of each run to all its vertices; a later run overwrites an earlier one.
template <class Number, class Numbers>
void write_runs(const InfluenceRuns& influences, Numbers JointWeights::*numbers, std::byte* out) {
  for (const InfluenceRun& run : influences.runs) {
    std::array<std::byte, 4 * sizeof(Number)> bytes{};
    put_all<Number>(bytes.data(), 4, [&](std::size_t i) { return (run.value.*numbers)[i]; });
    // Copies that cannot alias `out`, and so stay in registers.
    const auto words = std::bit_cast<std::array<std::uint64_t, sizeof bytes / 8>>(bytes);
    std::byte* const end = out + sizeof words * run.end;
    for (std::byte* at = out + sizeof words * run.begin; at != end; at += sizeof words) {
      std::memcpy(at, words.data(), sizeof words);
    }
  }
}

}  // namespace

void write_content(const Block& block, const EvaluatedPrimitive& primitive, std::byte* out) {
  switch (block.content) {
    case Content::Positions:
      return write_vectors(primitive.vertices.positions(), out);
    case Content::Normals:
      return write_normals(primitive.vertices, out);
    case Content::Indices:
      return write_triangles(primitive, out);
    case Content::TexCoords:
      return write_uvs(primitive.uvs[block.uv_set], out);
    case Content::Joints:
      return write_runs<std::uint16_t>(primitive.influences, &JointWeights::joints, out);
    case Content::Weights:
      return write_runs<float>(primitive.influences, &JointWeights::weights, out);
    case Content::InverseBinds:
      return;  // of the mesh, not of a primitive
  }
}

void write_inverse_binds(const StoredMesh& mesh, std::byte* out) {
  for (const Bone& bone : mesh.armature().bones) {
    const Vec3 head = mesh.baked != nullptr ? (*mesh.baked)(bone.head.value) : bone.head.value;
    const double matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -head.x, -head.y, -head.z, 1};
    for (const double element : matrix) out = put(out, static_cast<float>(element));
  }
}

namespace {

void write_primitive(const Layout& layout, const EvaluatedPrimitive& primitive, std::byte* out) {
  const PrimitiveTask& task = primitive.task;
  for (const Block& block : layout.blocks_of(layout.parts[task.part_number])) {
    const BlockFormat& format = format_of(block.content);
    const std::uint64_t first = format.per == Per::Index ? task.first_index : task.first_vertex;
    write_content(block, primitive, out + block.offset + first * format.element_size);
  }
}

// Meshes bound to one armature have the same matrices, unless a transform was baked into them.
void write_all_inverse_binds(const Scene& scene, const Layout& layout, std::byte* out) {
  std::unordered_map<const Armature*, const std::byte*> written;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const StoredMesh& mesh = scene.meshes[i];
    if (!mesh.skinned) continue;
    const Block& block = layout.blocks[layout.find(layout.meshes[i], Content::InverseBinds)];
    std::byte* place = out + block.offset;
    const auto known = written.find(&mesh.armature());
    if (mesh.baked != nullptr || known == written.end()) {
      write_inverse_binds(mesh, place);
    } else {
      std::memcpy(place, known->second, static_cast<std::size_t>(block.size()));
    }
    if (mesh.baked == nullptr) written.emplace(&mesh.armature(), place);
  }
}

}  // namespace

std::vector<Bounds> fill_binary(const Scene& scene, const Layout& layout,
                                const EvaluateOptions& options, std::span<std::byte> out,
                                Diagnostics& diagnostics) {
  const auto write = [&layout, out](const EvaluatedPrimitive& primitive) {
    write_primitive(layout, primitive, out.data());
  };
  std::vector<Bounds> bounds = evaluate_scene(scene, options, write, diagnostics);
  write_all_inverse_binds(scene, layout, out.data());
  return bounds;
}

}  // namespace rigy::outputs
