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

// All data, one after the other.
class AllData final : public DataPlaces {
 public:
  // `out` is the place of what lies at `begin` of the data.
  AllData(const GltfData& data, std::byte* out, std::uint64_t begin = 0)
      : data_(data), out_(out), begin_(begin) {}

  [[nodiscard]] std::byte* place(std::uint32_t accessor, std::size_t /*size*/) override {
    const GltfAccessor& found = data_.accessors[accessor];
    return out_ + (data_.views[found.view].offset + found.offset - begin_);
  }
  [[nodiscard]] std::byte* place_of_view(std::uint32_t view) const {
    return out_ + (data_.views[view].offset - begin_);
  }

 private:
  const GltfData& data_;
  std::byte* out_;
  std::uint64_t begin_;
};

template <class T, class Number>
void write(DataPlaces& places, std::uint32_t accessor, std::span<const Number> numbers) {
  if (accessor == no_index || numbers.empty()) return;
  std::byte* const out = places.place(accessor, numbers.size() * sizeof(T));
  if (out == nullptr) return;
  put_all<T>(out, numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
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

std::byte* place_rows(const GltfData& data, std::uint32_t accessor, std::size_t count,
                      DataPlaces& places) {
  return places.place(accessor, count * data.views[data.accessors[accessor].view].element_size);
}

template <class T>
void put_shares(std::byte* out, std::span<const float> shares, std::size_t width) {
  const double levels = std::numeric_limits<T>::max();
  put_rows<T>(out, shares.size() / width, width, [&](std::size_t row, std::size_t i) {
    return std::clamp(double{shares[row * width + i]}, 0.0, 1.0) * levels + 0.5;
  });
}

// As shares of 1, or as they are.
void write_shares(const GltfData& data, std::uint32_t accessor, std::span<const float> numbers,
                  std::size_t width, DataPlaces& places) {
  if (accessor == no_index || numbers.empty()) return;
  const ComponentType type = data.accessors[accessor].component_type;
  if (type == ComponentType::Float) return write<float>(places, accessor, numbers);
  std::byte* const out = place_rows(data, accessor, numbers.size() / width, places);
  if (out == nullptr) return;
  if (type == ComponentType::Uint8) {
    put_shares<std::uint8_t>(out, numbers, width);
  } else {
    put_shares<std::uint16_t>(out, numbers, width);
  }
}

void write_small_positions(const Geometry& geometry, const GltfData& data, std::size_t number,
                           DataPlaces& places) {
  const std::size_t count = geometry.vertex_count();
  std::byte* const out = place_rows(data, data.geometries[number].positions, count, places);
  if (out == nullptr) return;
  const StoredSpace& space = data.quantization.of_geometry[number];
  put_rows<std::int16_t>(out, count, 3, [&](std::size_t row, std::size_t i) {
    return stored_coordinate(geometry.positions[3 * row + i], space.center[i], space.scale);
  });
}

void write_small_normals(const Geometry& geometry, const GltfData& data, std::size_t number,
                         DataPlaces& places) {
  const std::size_t count = geometry.vertex_count();
  std::byte* out = place_rows(data, data.geometries[number].normals, count, places);
  for (std::size_t row = 0; row < count && out != nullptr; ++row, out += 4) {
    const float* const exact = &geometry.normals[3 * row];
    const std::array<std::int8_t, 3> normal =
        data.quantization.is_for_compression ? octahedral_normal(exact) : stored_normal(exact);
    for (std::size_t i = 0; i < 3; ++i) put(out + i, normal[i]);
  }
}

void write_joints(const Geometry& geometry, std::uint32_t accessor, bool are_bytes,
                  DataPlaces& places) {
  if (are_bytes) {
    write<std::uint8_t>(places, accessor, geometry.joints);
  } else {
    write<std::uint16_t>(places, accessor, geometry.joints);
  }
}

void write_geometry(const ExportModel& model, const GltfData& data, std::size_t number,
                    AllData& places) {
  const Geometry& geometry = model.geometries[number];
  const GeometryAccessors& accessors = data.geometries[number];
  if (geometry.has_own_vertices()) write_vertices(geometry, data, number, places);
  if (index_source(model, number) == no_index) {
    write_indices(geometry.indices, 0, data, accessors, places);
  }
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
                     const std::vector<ChannelAccessors>& accessors, DataPlaces& places) {
  std::uint32_t written = no_index;
  for (std::size_t i = 0; i < animation.channels.size(); ++i) {
    const ExportChannel& channel = animation.channels[i];
    if (accessors[i].times != written) {
      written = accessors[i].times;
      write<float>(places, written, animation.times_of(channel));
    }
    write_channel(animation, channel, places.place(accessors[i].values, 0));
  }
}

void write_picture(const AllData& places, std::uint32_t view, std::string_view png) {
  if (view != no_index) std::memcpy(places.place_of_view(view), png.data(), png.size());
}

}  // namespace

void write_vertices(const Geometry& geometry, const GltfData& data, std::size_t number,
                    DataPlaces& places) {
  const GeometryAccessors& accessors = data.geometries[number];
  if (data.accessors[accessors.positions].component_type == ComponentType::Float) {
    write<float>(places, accessors.positions, geometry.positions);
    write<float>(places, accessors.normals, geometry.normals);
  } else {
    write_small_positions(geometry, data, number, places);
    write_small_normals(geometry, data, number, places);
  }
  for (std::size_t set = 0; set < geometry.uv_sets.size(); ++set) {
    write_shares(data, accessors.uv_sets[set], geometry.uv_sets[set], 2, places);
  }
  write_shares(data, accessors.colors, geometry.colors, 4, places);
  write_shares(data, accessors.weights, geometry.weights, 4, places);
  if (accessors.joints == no_index) return;
  const bool are_bytes = data.accessors[accessors.joints].component_type == ComponentType::Uint8;
  write_joints(geometry, accessors.joints, are_bytes, places);
}

void write_indices(std::span<const std::uint32_t> indices, std::uint32_t first_vertex,
                   const GltfData& data, const GeometryAccessors& accessors, DataPlaces& places) {
  const bool are_short = data.accessors[accessors.indices].component_type == ComponentType::Uint16;
  std::byte* const out = places.place(accessors.indices, indices.size() * (are_short ? 2 : 4));
  if (out == nullptr) return;
  const auto index = [=](std::size_t i) { return first_vertex + indices[i]; };
  if (are_short) {
    put_all<std::uint16_t>(out, indices.size(), index);
  } else {
    put_all<std::uint32_t>(out, indices.size(), index);
  }
}

std::uint64_t end_of_geometries(const GltfData& data) {
  std::uint64_t end = 0;
  for (const GltfView& view : data.views) {
    if (view.target != Target::None) end = view.offset + view.size;
  }
  return end;
}

void fill_rest(const ExportModel& model, const GltfData& data, std::byte* out) {
  AllData places(data, out, end_of_geometries(data));
  for (std::size_t i = 0; i < model.skeletons.size(); ++i) {
    if (data.inverse_binds[i] == no_index) continue;
    std::byte* place = places.place(data.inverse_binds[i], 0);
    for (const ExportBone& bone : model.skeletons[i].bones) {
      place = put_matrix(place, model.is_small ? bone.inverse_bind * space_of_skeleton(data, i)
                                               : bone.inverse_bind);
    }
  }
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    write_animation(model.animations[i], data.animations[i], places);
  }
  write_picture(places, data.palette_view, model.palette);
  if (model.person) write_picture(places, data.thumbnail_view, model.person->thumbnail);
}

void fill_data(const ExportModel& model, const GltfData& data, unsigned threads, std::byte* out) {
  AllData places(data, out);
  parallel_for(model.geometries.size(), threads,
               [&](unsigned, std::size_t i) { write_geometry(model, data, i, places); });
  fill_rest(model, data, out + end_of_geometries(data));
}

}  // namespace rigy::outputs
