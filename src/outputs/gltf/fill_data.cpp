// The bytes of an exported glTF's data.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

#include "canonical/little_endian.hpp"
#include "common/parallel.hpp"
#include "gltf/data.hpp"
#include "gltf/storage.hpp"

namespace rigy::outputs {
namespace {

// Writes to the places of accessors.
class DataWriter {
 public:
  DataWriter(const GltfData& data, std::byte* out) : data_(data), out_(out) {}

  [[nodiscard]] std::byte* place(std::uint32_t accessor) const {
    const GltfAccessor& found = data_.accessors[accessor];
    return out_ + data_.views[found.view].offset + found.offset;
  }

  template <class T, class Number>
  void write(std::uint32_t accessor, std::span<const Number> numbers) const {
    if (accessor == no_index) return;
    put_all<T>(place(accessor), numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
  }

 private:
  const GltfData& data_;
  std::byte* out_;
};

void write_indices(const Geometry& geometry, std::uint32_t accessor, const DataWriter& writer) {
  if (has_short_indices(geometry)) {
    writer.write<std::uint16_t>(accessor, geometry.indices);
  } else {
    writer.write<std::uint32_t>(accessor, geometry.indices);
  }
}

// Elements of 8 or 16 bits, each at a multiple of 4 bytes.
template <class T, class ValueOf>
void put_rows(std::byte* out, std::size_t count, std::size_t width, const ValueOf& value_of) {
  const std::size_t stride = (width * sizeof(T) + 3) / 4 * 4;
  for (std::size_t row = 0; row < count; ++row) {
    std::byte* place = out + row * stride;
    for (std::size_t i = 0; i < width; ++i) place = put(place, static_cast<T>(value_of(row, i)));
  }
}

template <class T>
void put_shares(std::byte* out, std::span<const float> shares, std::size_t width) {
  const double levels = std::numeric_limits<T>::max();
  put_rows<T>(out, shares.size() / width, width, [&](std::size_t row, std::size_t i) {
    return std::clamp(double{shares[row * width + i]}, 0.0, 1.0) * levels + 0.5;
  });
}

void write_small_vertices(const Geometry& geometry, const GeometryAccessors& accessors,
                          const Quantization& quantization, const StoredSpace& space,
                          const DataWriter& writer) {
  const std::size_t count = geometry.vertex_count();
  put_rows<std::int16_t>(
      writer.place(accessors.positions), count, 3, [&](std::size_t row, std::size_t i) {
        return stored_coordinate(geometry.positions[3 * row + i], space.center[i], space.scale);
      });
  std::byte* normals = writer.place(accessors.normals);
  for (std::size_t row = 0; row < count; ++row, normals += 4) {
    const float* const exact = &geometry.normals[3 * row];
    const std::array<std::int8_t, 3> normal =
        quantization.is_for_compression ? octahedral_normal(exact) : stored_normal(exact);
    for (std::size_t i = 0; i < 3; ++i) put(normals + i, normal[i]);
  }
  for (std::size_t set = 0; set < geometry.uv_sets.size(); ++set) {
    if (fits_unit_square(geometry.uv_sets[set])) {
      put_shares<std::uint16_t>(writer.place(accessors.uv_sets[set]), geometry.uv_sets[set], 2);
    } else {
      writer.write<float>(accessors.uv_sets[set], geometry.uv_sets[set]);
    }
  }
  if (!geometry.colors.empty()) {
    put_shares<std::uint8_t>(writer.place(accessors.colors), geometry.colors, 4);
  }
  if (!geometry.weights.empty()) {
    put_shares<std::uint8_t>(writer.place(accessors.weights), geometry.weights, 4);
  }
}

void write_joints(const Geometry& geometry, std::uint32_t accessor, const DataWriter& writer) {
  if (has_byte_joints(geometry)) {
    writer.write<std::uint8_t>(accessor, geometry.joints);
  } else {
    writer.write<std::uint16_t>(accessor, geometry.joints);
  }
}

void write_vertices(const Geometry& geometry, const GeometryAccessors& accessors,
                    const DataWriter& writer) {
  writer.write<float>(accessors.positions, geometry.positions);
  writer.write<float>(accessors.normals, geometry.normals);
  for (std::size_t set = 0; set < geometry.uv_sets.size(); ++set) {
    writer.write<float>(accessors.uv_sets[set], geometry.uv_sets[set]);
  }
  writer.write<float>(accessors.colors, geometry.colors);
  writer.write<float>(accessors.weights, geometry.weights);
}

void write_geometry(const ExportModel& model, const GltfData& data, std::size_t number,
                    const DataWriter& writer) {
  const Geometry& geometry = model.geometries[number];
  const GeometryAccessors& accessors = data.geometries[number];
  if (geometry.vertices_of == no_index) {
    if (model.is_small) {
      write_small_vertices(geometry, accessors, data.quantization,
                           data.quantization.of_geometry[number], writer);
    } else {
      write_vertices(geometry, accessors, writer);
    }
    write_joints(geometry, accessors.joints, writer);
  }
  if (index_source(model, number) == no_index) write_indices(geometry, accessors.indices, writer);
}

// What is multiplied from the right to inverse bind matrices.
Affine space_of_skeleton(const GltfData& data, std::size_t skeleton) {
  Affine space;
  if (data.quantization.of_skeleton.empty()) return space;
  const StoredSpace& stored = data.quantization.of_skeleton[skeleton];
  for (std::size_t axis = 0; axis < 3; ++axis) space.linear.rows[axis][axis] = stored.scale;
  space.translation = stored.center;
  return space;
}

// Column-major.
std::byte* put_matrix(std::byte* out, const Affine& matrix) {
  for (std::size_t column = 0; column < 3; ++column) {
    const Vec3 v = matrix.linear.column(column);
    for (const double element : {v.x, v.y, v.z, 0.0}) out = put(out, static_cast<float>(element));
  }
  const Vec3& t = matrix.translation;
  for (const double element : {t.x, t.y, t.z, 1.0}) out = put(out, static_cast<float>(element));
  return out;
}

void write_channel(const ExportAnimation& animation, const ExportChannel& channel, std::byte* out) {
  for (std::size_t key = 0; key < channel.key_count; ++key) {
    if (channel.path == ChannelPath::Translation) {
      const auto [x, y, z] = animation.translation_at(channel, key);
      for (const double element : {x, y, z}) out = put(out, static_cast<float>(element));
    } else {
      const auto [w, x, y, z] = animation.rotation_at(channel, key);
      for (const double element : {x, y, z, w}) out = put(out, static_cast<float>(element));
    }
  }
}

void write_animation(const ExportAnimation& animation,
                     const std::vector<ChannelAccessors>& accessors, const DataWriter& writer) {
  std::uint32_t written = no_index;
  for (std::size_t i = 0; i < animation.channels.size(); ++i) {
    const ExportChannel& channel = animation.channels[i];
    if (accessors[i].times != written) {
      written = accessors[i].times;
      writer.write<float>(written, animation.times_of(channel));
    }
    write_channel(animation, channel, writer.place(accessors[i].values));
  }
}

void write_picture(const GltfData& data, std::uint32_t view, std::string_view png, std::byte* out) {
  if (view != no_index) std::memcpy(out + data.views[view].offset, png.data(), png.size());
}

}  // namespace

void fill_data(const ExportModel& model, const GltfData& data, unsigned threads, std::byte* out) {
  const DataWriter writer(data, out);
  parallel_for(model.geometries.size(), threads,
               [&](unsigned, std::size_t i) { write_geometry(model, data, i, writer); });
  for (std::size_t i = 0; i < model.skeletons.size(); ++i) {
    if (data.inverse_binds[i] == no_index) continue;
    std::byte* place = writer.place(data.inverse_binds[i]);
    for (const ExportBone& bone : model.skeletons[i].bones) {
      place = put_matrix(place, model.is_small ? bone.inverse_bind * space_of_skeleton(data, i)
                                               : bone.inverse_bind);
    }
  }
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    write_animation(model.animations[i], data.animations[i], writer);
  }
  write_picture(data, data.palette_view, model.palette, out);
  if (model.person) write_picture(data, data.thumbnail_view, model.person->thumbnail, out);
}

}  // namespace rigy::outputs
