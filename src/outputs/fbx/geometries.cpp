#include <algorithm>
#include <span>
#include <string>

#include "fbx/output.hpp"

namespace rigy::outputs {
namespace {

constexpr std::string_view layer_record = "Layer";

// The parts of a mesh concatenated into one list of vertices and one of triangles.
class JoinedParts {
 public:
  explicit JoinedParts(const FbxMeshNumbers& numbers) : numbers_(numbers) {}

  [[nodiscard]] std::size_t index_count() const { return numbers_.index_count(); }
  [[nodiscard]] const Geometry& geometry(std::size_t part) const { return numbers_.geometry(part); }

  // An array of the numbers that numbers_of returns for each piece, each passed through `convert`.
  template <class NumbersOf, class Convert>
  void put_vertex_data(FbxRecordWriter& writer, std::size_t numbers_per_vertex,
                       const NumbersOf& numbers_of, const Convert& convert) const {
    put<double>(writer, numbers_per_vertex * numbers_.vertex_count(), [&](const FbxPiece& piece) {
      const std::span<const float> numbers = numbers_of(piece.geometry);
      writer.values<double>(numbers.size(),
                            [&](std::size_t i) { return convert(i, double{numbers[i]}); });
    });
  }

  // The place of each point.
  void put_points(FbxRecordWriter& writer) const {
    put<double>(writer, 3 * numbers_.point_count(), [&](const FbxPiece& piece) {
      const std::span<const float> positions = piece.geometry.positions;
      writer.values<double>(3 * piece.points.vertices.size(), [&](std::size_t i) {
        const std::size_t vertex = piece.points.vertices[i / 3];
        return double{positions[3 * vertex + i % 3]};
      });
    });
  }

  // The points of the corners of each triangle; the last corner is stored as the complement.
  void put_triangles(FbxRecordWriter& writer) const {
    put<std::int32_t>(writer, numbers_.index_count(), [&](const FbxPiece& piece) {
      const std::span<const std::uint32_t> indices = piece.geometry.indices;
      writer.values<std::int32_t>(indices.size(), [&](std::size_t i) {
        const std::uint32_t of_piece = piece.points.of_vertex[indices[i]];
        const auto point = static_cast<std::int32_t>(piece.first_point + of_piece);
        return i % 3 == 2 ? ~point : point;
      });
    });
  }

  // The vertices of the corners of each triangle, which have normals and UVs.
  void put_corners(FbxRecordWriter& writer) const {
    put<std::int32_t>(writer, numbers_.index_count(), [&](const FbxPiece& piece) {
      const std::span<const std::uint32_t> indices = piece.geometry.indices;
      writer.values<std::int32_t>(indices.size(), [&](std::size_t i) {
        return static_cast<std::int32_t>(piece.first_vertex + indices[i]);
      });
    });
  }

 private:
  // An array of `count` numbers, which `put_piece` writes piece by piece.
  template <class Number, class PutPiece>
  void put(FbxRecordWriter& writer, std::size_t count, const PutPiece& put_piece) const {
    writer.begin_array<Number>(count);
    if (numbers_.is_counted_only()) {
      writer.values<Number>(count, [](std::size_t) { return Number{}; });
    } else {
      numbers_.each_piece(put_piece);
    }
  }

  const FbxMeshNumbers& numbers_;
};

double unchanged(std::size_t, double value) { return value; }

void begin_layer_element(FbxRecordWriter& writer, std::string_view record, std::int32_t number,
                         std::string_view name, std::string_view mapping,
                         std::string_view reference) {
  writer.begin(record);
  writer.int32(number);
  put_int32(writer, "Version", 101);
  put_text(writer, "Name", name);
  put_text(writer, "MappingInformationType", mapping);
  put_text(writer, "ReferenceInformationType", reference);
}

void write_normals(FbxRecordWriter& writer, const JoinedParts& parts) {
  begin_layer_element(writer, "LayerElementNormal", 0, "", "ByPolygonVertex", "IndexToDirect");
  writer.begin("Normals");
  const auto normals = [](const Geometry& geometry) { return geometry.normals; };
  parts.put_vertex_data(writer, 3, normals, unchanged);
  writer.end();
  writer.begin("NormalsIndex");
  parts.put_corners(writer);
  writer.end();
  writer.end();
}

void write_uv_set(FbxRecordWriter& writer, const JoinedParts& parts, std::size_t set) {
  const auto number = static_cast<std::int32_t>(set);
  begin_layer_element(writer, "LayerElementUV", number, "uv" + std::to_string(set),
                      "ByPolygonVertex", "IndexToDirect");
  writer.begin("UV");
  const auto uvs = [set](const Geometry& geometry) { return geometry.uv_sets[set]; };
  // v = 0 is at the bottom here.
  parts.put_vertex_data(writer, 2, uvs,
                        [](std::size_t i, double value) { return i % 2 == 0 ? value : 1 - value; });
  writer.end();
  writer.begin("UVIndex");
  parts.put_corners(writer);
  writer.end();
  writer.end();
}

std::int32_t place_of(const std::vector<std::uint32_t>& materials, std::uint32_t material) {
  const auto found = std::find(materials.begin(), materials.end(), material);
  return static_cast<std::int32_t>(found - materials.begin());
}

// For each triangle, the index of its material among those of the mesh.
void write_material_numbers(FbxRecordWriter& writer, const JoinedParts& parts,
                            const ExportMesh& mesh, const std::vector<std::uint32_t>& materials) {
  const bool all_same = materials.size() == 1;
  begin_layer_element(writer, "LayerElementMaterial", 0, "", all_same ? "AllSame" : "ByPolygon",
                      "IndexToDirect");
  writer.begin("Materials");
  writer.begin_array<std::int32_t>(all_same ? 1 : parts.index_count() / 3);
  for (std::size_t part = 0; part < mesh.parts.size(); ++part) {
    const std::int32_t material = place_of(materials, mesh.parts[part].material);
    const std::size_t triangles = parts.geometry(part).index_count() / 3;
    writer.values<std::int32_t>(all_same ? 1 : triangles, [=](std::size_t) { return material; });
    if (all_same) break;
  }
  writer.end();
  writer.end();
}

void write_layer_use(FbxRecordWriter& writer, std::string_view type, std::int32_t number) {
  writer.begin("LayerElement");
  put_text(writer, "Type", type);
  put_int32(writer, "TypedIndex", number);
  writer.end();
}

// A layer has one element of each type, so each further UV set has its own layer.
void write_layers(FbxRecordWriter& writer, bool has_normals, std::size_t uv_sets,
                  bool has_materials) {
  const std::size_t least = has_normals || has_materials ? 1 : 0;
  for (std::size_t layer = 0; layer < std::max(uv_sets, least); ++layer) {
    const auto number = static_cast<std::int32_t>(layer);
    writer.begin(layer_record);
    writer.int32(number);
    put_int32(writer, "Version", 100);
    if (layer == 0 && has_normals) write_layer_use(writer, "LayerElementNormal", 0);
    if (layer == 0 && has_materials) write_layer_use(writer, "LayerElementMaterial", 0);
    if (layer < uv_sets) write_layer_use(writer, "LayerElementUV", number);
    writer.end();
  }
}

void write_shape(FbxRecordWriter& writer, const JoinedParts& parts) {
  writer.begin("Vertices");
  parts.put_points(writer);
  writer.end();
  writer.begin("PolygonVertexIndex");
  parts.put_triangles(writer);
  writer.end();
  put_int32(writer, "GeometryVersion", 124);
}

void write_geometry(const FbxOutput& output, std::size_t number) {
  FbxRecordWriter& writer = output.writer;
  const ExportMesh& mesh = output.model.meshes[number];
  const std::vector<std::uint32_t>& materials = output.plan.materials[number];
  const FbxMeshNumbers numbers(output, number);
  const JoinedParts parts(numbers);
  const std::size_t uv_sets = parts.geometry(0).uv_set_count();
  begin_object(writer, {"Geometry", "Geometry", "Mesh"}, fbx_id(FbxKind::Geometry, number),
               mesh.name);
  write_shape(writer, parts);
  // Nobody sees a collider.
  const bool has_normals = parts.geometry(0).vertices_of == no_index;
  if (has_normals) write_normals(writer, parts);
  for (std::size_t set = 0; set < uv_sets; ++set) write_uv_set(writer, parts, set);
  if (!materials.empty()) write_material_numbers(writer, parts, mesh, materials);
  write_layers(writer, has_normals, uv_sets, !materials.empty());
  writer.end();
}

}  // namespace

void write_geometries(const FbxOutput& output) {
  for (std::size_t i = 0; i < output.model.meshes.size() && !is_full(output); ++i) {
    write_geometry(output, i);
  }
}

}  // namespace rigy::outputs
