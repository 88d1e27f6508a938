// The shape of the model as binary STL: triangles and nothing else.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "canonical/little_endian.hpp"
#include "common/parallel.hpp"
#include "export_model/files.hpp"
#include "export_model/motion.hpp"
#include "export_model/number_source.hpp"
#include "io/write_pieces.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t header_size = 80;
constexpr std::size_t triangle_size = 50;

Vec3 position(const Geometry& geometry, std::uint32_t vertex, bool z_is_up) {
  const float* const p = &geometry.positions[3 * std::size_t{vertex}];
  return z_is_up ? Vec3{p[0], -p[2], p[1]} : Vec3{p[0], p[1], p[2]};
}

// Zero if the corners are on a line.
Vec3 normal_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = cross(b - a, c - a);
  return normal == Vec3{} ? normal : direction_of(normal);
}

// Without -0, which products of a normal may be.
std::byte* put_vector(std::byte* out, const Vec3& vector) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out = put(out, static_cast<float>(vector[axis]) + 0.0f);
  }
  return out;
}

std::byte* put_triangles(std::byte* out, const Geometry& geometry, bool z_is_up) {
  const std::span<const std::uint32_t> indices = geometry.indices;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const Vec3 a = position(geometry, indices[i], z_is_up);
    const Vec3 b = position(geometry, indices[i + 1], z_is_up);
    const Vec3 c = position(geometry, indices[i + 2], z_is_up);
    out = put_vector(out, normal_of(a, b, c));
    for (const Vec3& corner : {a, b, c}) out = put_vector(out, corner);
    out = put(out, std::uint16_t{0});
  }
  return out;
}

template <class Work>
void for_each_geometry(const ExportModel& model, const Work& work) {
  for (const ExportNode& node : model.nodes) {
    if (node.kind != ExportNodeKind::Mesh) continue;
    for (const ExportPart& part : model.meshes[node.mesh].parts) {
      work(model.geometries[part.geometry]);
    }
  }
}

std::string header_of(std::uint32_t triangles, std::size_t room) {
  // Not "solid": the text form of the format begins with that word.
  std::string bytes = "Rigy";
  bytes.resize(header_size + sizeof triangles + room);
  put(reinterpret_cast<std::byte*>(bytes.data()) + header_size, triangles);
  return bytes;
}

// Primitives whose triangles are made at once.
struct Chunk {
  std::size_t begin = 0;  // of the slots
  std::size_t end = 0;
  std::uint64_t first_triangle = 0;
  std::uint64_t triangles = 0;
};

constexpr std::uint64_t chunk_triangles = (1u << 19) / triangle_size;

std::vector<Chunk> plan_chunks(const NumberSource& source,
                               const std::vector<PrimitiveSlot>& slots) {
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::uint64_t more = source.facts(slots[i]).indices / 3;
    if (chunks.empty() || chunks.back().triangles + more > chunk_triangles) {
      const Chunk last = chunks.empty() ? Chunk{} : chunks.back();
      chunks.push_back({i, i, last.first_triangle + last.triangles, 0});
    }
    chunks.back().end = i + 1;
    chunks.back().triangles += more;
  }
  return chunks;
}

struct ChunkMaker {
  explicit ChunkMaker(const NumberSource& source) : reader(source) {}

  NumberReader reader;
  std::vector<std::byte> bytes;
};

void stream(const ExportInput& input, std::uint32_t triangles, OutputSink& sink) {
  const NumberSource& source = *input.model.source;
  std::vector<PrimitiveSlot> slots;
  for_each_geometry(input.model, [&](const Geometry& geometry) {
    const std::vector<PrimitiveSlot> own = source.slots_of(geometry);
    slots.insert(slots.end(), own.begin(), own.end());
  });
  const std::string header = header_of(triangles, 0);
  sink.expect(header.size() + std::uint64_t{triangles} * triangle_size);
  if (!sink.write(0, std::as_bytes(std::span(header)))) return;
  const std::vector<Chunk> chunks = plan_chunks(source, slots);
  std::vector<std::unique_ptr<ChunkMaker>> makers;
  for (unsigned i = 0; i < useful_threads(chunks.size(), input.threads, 1); ++i) {
    makers.push_back(std::make_unique<ChunkMaker>(source));
  }
  const auto make = [&](unsigned worker, std::size_t i) {
    auto& [reader, bytes] = *makers[worker];
    bytes.resize(static_cast<std::size_t>(chunks[i].triangles) * triangle_size);
    std::byte* out = bytes.data();
    for (std::size_t slot = chunks[i].begin; slot < chunks[i].end; ++slot) {
      out = put_triangles(out, reader.read(slots[slot]), input.model.z_is_up);
    }
  };
  const auto write = [&](unsigned worker, std::size_t i) {
    return sink.write(header.size() + chunks[i].first_triangle * triangle_size,
                      makers[worker]->bytes);
  };
  write_pieces({chunks.size(), input.threads, sink.takes_any_order()}, make, write);
}

}  // namespace

std::vector<ExportedFile> export_as_stl(const ExportInput& input) {
  const ExportModel& model = input.model;
  const std::string name = input.name + ".stl";
  std::size_t count = 0;
  for_each_geometry(model, [&](const Geometry& geometry) { count += geometry.index_count() / 3; });
  const auto triangles = static_cast<std::uint32_t>(count);
  if (model.source != nullptr) {
    stream(input, triangles, input.sink_of(name));
    return one_file(name, {});
  }
  std::string bytes = header_of(triangles, count * triangle_size);
  std::byte* out = reinterpret_cast<std::byte*>(bytes.data()) + header_size + sizeof triangles;
  for_each_geometry(
      model, [&](const Geometry& geometry) { out = put_triangles(out, geometry, model.z_is_up); });
  return one_file(name, std::move(bytes));
}

}  // namespace rigy::outputs
