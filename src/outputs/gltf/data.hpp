// The layout of an exported glTF's binary data, known before it is written.
//
// Data of one kind is in one bufferView for the whole file, in the order of the model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "canonical/block_format.hpp"
#include "common/index.hpp"
#include "export_model/model.hpp"
#include "gltf/quantize.hpp"

namespace rigy::outputs {

struct GltfView {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t element_size = 0;  // 0: a picture
  Target target = Target::None;
  bool is_octahedral = false;  // normals as EXT_meshopt_compression's filter of that name has them
};

struct GltfAccessor {
  std::uint32_t view = 0;
  std::uint64_t offset = 0;  // in its view
  std::uint64_t count = 0;
  ComponentType component_type = ComponentType::Float;
  std::string_view type;
  bool normalized = false;
  std::vector<float> min;  // empty: not given
  std::vector<float> max;
};

// The accessors of a geometry; no_index if it has no such data.
struct GeometryAccessors {
  std::uint32_t positions = no_index;
  std::uint32_t normals = no_index;
  std::vector<std::uint32_t> uv_sets;
  std::uint32_t colors = no_index;
  std::uint32_t joints = no_index;
  std::uint32_t weights = no_index;
  std::uint32_t indices = no_index;
};

// The accessors of a channel. Those with equal times share them, in all animations.
struct ChannelAccessors {
  std::uint32_t times = 0;
  std::uint32_t values = 0;
};

struct GltfData {
  std::vector<GltfView> views;
  std::vector<GltfAccessor> accessors;
  std::vector<GeometryAccessors> geometries;
  std::vector<std::uint32_t> inverse_binds;  // of each skeleton; no_index: no skin uses it
  std::vector<std::vector<ChannelAccessors>> animations;  // of each channel of each animation
  std::uint32_t palette_view = no_index;
  std::uint32_t thumbnail_view = no_index;
  std::uint64_t size = 0;     // a multiple of 4
  Quantization quantization;  // empty unless ExportModel::is_small
};

[[nodiscard]] GltfData plan_data(const ExportModel& model);

// Where numbers are written.
class DataPlaces {
 public:
  DataPlaces() = default;
  DataPlaces(const DataPlaces&) = delete;
  DataPlaces& operator=(const DataPlaces&) = delete;
  virtual ~DataPlaces() = default;

  // Room for so many bytes of an accessor; null: they are not wanted.
  [[nodiscard]] virtual std::byte* place(std::uint32_t accessor, std::size_t size) = 0;
};

// Vertices of a geometry, or of a part of it, as those of the geometry with this number are stored,
// and triangles, whose indices count from `first_vertex`.
void write_vertices(const Geometry& geometry, const GltfData& data, std::size_t number,
                    DataPlaces& places);
void write_indices(std::span<const std::uint32_t> indices, std::uint32_t first_vertex,
                   const GltfData& data, const GeometryAccessors& accessors, DataPlaces& places);

// Where the data of geometries ends, and all that follows it: `out` has room for it, all zero.
[[nodiscard]] std::uint64_t end_of_geometries(const GltfData& data);
void fill_rest(const ExportModel& model, const GltfData& data, std::byte* out);

// Writes all data; `out` has room for GltfData::size bytes, all zero.
void fill_data(const ExportModel& model, const GltfData& data, unsigned threads, std::byte* out);

}  // namespace rigy::outputs
