#include "gltf/data.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <span>

#include "canonical/little_endian.hpp"
#include "common/parallel.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t max_short_indices = 0xffff;  // the last one means something else to GPUs

bool has_short_indices(const Geometry& geometry) {
  return geometry.vertex_count() <= max_short_indices;
}

bool has_byte_joints(const Geometry& geometry) {
  const auto all_bits =
      std::accumulate(geometry.joints.begin(), geometry.joints.end(), 0u, std::bit_or<>());
  return all_bits <= 0xff;
}

std::uint32_t size_of(ComponentType type) {
  switch (type) {
    case ComponentType::Int8:
    case ComponentType::Uint8:
      return 1;
    case ComponentType::Int16:
    case ComponentType::Uint16:
      return 2;
    case ComponentType::Uint32:
    case ComponentType::Float:
      break;
  }
  return 4;
}

std::uint32_t components_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "MAT4") return 16;
  return static_cast<std::uint32_t>(type.back() - '0');
}

class DataPlanner {
 public:
  explicit DataPlanner(GltfData& data) : data_(data) {}

  // What is added from now on goes into a new view, which is created only if something is added.
  void begin(ComponentType component_type, std::string_view type, Target target) {
    close();
    component_type_ = component_type;
    type_ = type;
    target_ = target;
    element_size_ = size_of(component_type) * components_of(type);
    if (target == Target::Vertices) element_size_ = (element_size_ + 3) / 4 * 4;
  }

  // Returns the number of the accessor.
  std::uint32_t add(std::uint64_t count) {
    GltfAccessor accessor;
    accessor.view = static_cast<std::uint32_t>(data_.views.size());
    accessor.offset = used_;
    accessor.count = count;
    accessor.component_type = component_type_;
    accessor.type = type_;
    used_ += count * element_size_;
    return append(std::move(accessor));
  }

  // A part of what another accessor of the open view has.
  std::uint32_t add_part(std::uint32_t whole, std::uint64_t first, std::uint64_t count) {
    GltfAccessor accessor = data_.accessors[whole];
    accessor.offset += first * element_size_;
    accessor.count = count;
    return append(std::move(accessor));
  }

  void close() {
    if (used_ == 0) return;
    const std::uint32_t stride = target_ == Target::Vertices ? element_size_ : 0;
    data_.views.push_back({data_.size, used_, stride, target_});
    data_.size += (used_ + 3) / 4 * 4;
    used_ = 0;
  }

 private:
  std::uint32_t append(GltfAccessor accessor) {
    data_.accessors.push_back(std::move(accessor));
    return static_cast<std::uint32_t>(data_.accessors.size() - 1);
  }

  GltfData& data_;
  ComponentType component_type_ = ComponentType::Float;
  std::string_view type_;
  Target target_ = Target::None;
  std::uint32_t element_size_ = 0;
  std::uint64_t used_ = 0;  // of the open view
};

// How an attribute is stored.
struct Storage {
  ComponentType component_type = ComponentType::Float;
  std::string_view type;
  bool normalized = false;
};

bool fits_unit_square(std::span<const float> uvs) {
  return std::all_of(uvs.begin(), uvs.end(), [](float value) { return value >= 0 && value <= 1; });
}

class VertexPlanner {
 public:
  VertexPlanner(const ExportModel& model, DataPlanner& planner, GltfData& data)
      : model_(model), planner_(planner), data_(data) {}

  void run() {
    plan_positions();
    plan(model_.is_small ? Storage{ComponentType::Int8, "VEC3", true}
                         : Storage{ComponentType::Float, "VEC3"},
         &GeometryAccessors::normals, [](const Geometry&) { return true; });
    plan_uvs();
    plan(model_.is_small ? Storage{ComponentType::Uint8, "VEC4", true}
                         : Storage{ComponentType::Float, "VEC4"},
         &GeometryAccessors::colors,
         [](const Geometry& geometry) { return !geometry.colors.empty(); });
    for (const bool are_bytes : {true, false}) {
      plan({are_bytes ? ComponentType::Uint8 : ComponentType::Uint16, "VEC4"},
           &GeometryAccessors::joints, [are_bytes](const Geometry& geometry) {
             return !geometry.joints.empty() && has_byte_joints(geometry) == are_bytes;
           });
    }
    plan(model_.is_small ? Storage{ComponentType::Uint8, "VEC4", true}
                         : Storage{ComponentType::Float, "VEC4"},
         &GeometryAccessors::weights,
         [](const Geometry& geometry) { return !geometry.weights.empty(); });
  }

 private:
  // A collider shares the vertices of its mesh.
  template <class Has>
  void plan(const Storage& storage, std::uint32_t GeometryAccessors::*data_of, const Has& has) {
    planner_.begin(storage.component_type, storage.type, Target::Vertices);
    for (std::size_t i = 0; i < model_.geometries.size(); ++i) {
      const Geometry& geometry = model_.geometries[i];
      if (!has(geometry)) continue;
      std::uint32_t& number = data_.geometries[i].*data_of;
      number = geometry.vertices_of == no_index
                   ? planner_.add(geometry.vertex_count())
                   : planner_.add_part(data_.geometries[geometry.vertices_of].*data_of,
                                       geometry.first_vertex, geometry.vertex_count());
      data_.accessors[number].normalized = storage.normalized;
    }
  }

  void plan_positions() {
    plan({model_.is_small ? ComponentType::Int16 : ComponentType::Float, "VEC3"},
         &GeometryAccessors::positions, [](const Geometry&) { return true; });
    for (std::size_t i = 0; i < model_.geometries.size(); ++i) {
      const Geometry& geometry = model_.geometries[i];
      GltfAccessor& accessor = data_.accessors[data_.geometries[i].positions];
      accessor.min.assign(geometry.min.begin(), geometry.min.end());
      accessor.max.assign(geometry.max.begin(), geometry.max.end());
      if (!model_.is_small) continue;
      const StoredSpace& space = data_.quantization.of_geometry[i];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::vector<float>* bounds : {&accessor.min, &accessor.max}) {
          float& bound = (*bounds)[axis];
          bound = stored_coordinate(bound, space.center[axis], space.scale);
        }
      }
    }
  }

  void plan_uvs() {
    std::size_t sets = 0;
    for (const Geometry& geometry : model_.geometries) {
      sets = std::max(sets, geometry.uv_sets.size());
    }
    for (std::size_t set = 0; set < sets; ++set) {
      for (const bool is_short : {true, false}) {
        planner_.begin(is_short ? ComponentType::Uint16 : ComponentType::Float, "VEC2",
                       Target::Vertices);
        for (std::size_t i = 0; i < model_.geometries.size(); ++i) plan_uv_set(i, set, is_short);
      }
    }
  }

  void plan_uv_set(std::size_t number, std::size_t set, bool is_short) {
    const Geometry& geometry = model_.geometries[number];
    if (set >= geometry.uv_sets.size()) return;
    if ((model_.is_small && fits_unit_square(geometry.uv_sets[set])) != is_short) return;
    const std::uint32_t accessor = planner_.add(geometry.vertex_count());
    data_.accessors[accessor].normalized = is_short;
    data_.geometries[number].uv_sets.push_back(accessor);
  }

  const ExportModel& model_;
  DataPlanner& planner_;
  GltfData& data_;
};

// The geometry that begins with the same triangles, of which this one is the collider; no_index:
// there is none.
std::uint32_t index_source(const ExportModel& model, std::size_t number) {
  const Geometry& geometry = model.geometries[number];
  if (geometry.vertices_of == no_index || geometry.first_vertex != 0) return no_index;
  const Geometry& whole = model.geometries[geometry.vertices_of];
  const bool are_first =
      whole.indices.size() >= geometry.indices.size() &&
      std::equal(geometry.indices.begin(), geometry.indices.end(), whole.indices.begin());
  return are_first && has_short_indices(whole) == has_short_indices(geometry) ? geometry.vertices_of
                                                                              : no_index;
}

void plan_indices(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  for (const bool is_short : {false, true}) {
    planner.begin(is_short ? ComponentType::Uint16 : ComponentType::Uint32, "SCALAR",
                  Target::Indices);
    for (std::size_t i = 0; i < model.geometries.size(); ++i) {
      const Geometry& geometry = model.geometries[i];
      if (has_short_indices(geometry) != is_short) continue;
      const std::uint32_t whole = index_source(model, i);
      data.geometries[i].indices =
          whole == no_index
              ? planner.add(geometry.indices.size())
              : planner.add_part(data.geometries[whole].indices, 0, geometry.indices.size());
    }
  }
}

void plan_inverse_binds(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  planner.begin(ComponentType::Float, "MAT4", Target::None);
  data.inverse_binds.assign(model.skeletons.size(), no_index);
  for (const ExportArmature& armature : model.armatures) {
    std::uint32_t& number = data.inverse_binds[armature.skeleton];
    if (!armature.has_skin || number != no_index) continue;
    number = planner.add(model.skeletons[armature.skeleton].bones.size());
  }
}

// Calls work(animation, channel, its accessors) for all channels.
template <class Work>
void each_channel(const ExportModel& model, GltfData& data, const Work& work) {
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    const ExportAnimation& animation = model.animations[i];
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      work(animation, animation.channels[c], data.animations[i][c]);
    }
  }
}

bool have_same_times(const ExportChannel& a, const ExportChannel& b) {
  return a.first_time == b.first_time && a.key_count == b.key_count;
}

void plan_times(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  planner.begin(ComponentType::Float, "SCALAR", Target::None);
  std::map<std::vector<double>, std::uint32_t> known;
  const ExportAnimation* last_animation = nullptr;
  const ExportChannel* last = nullptr;
  std::uint32_t number = 0;
  each_channel(model, data,
               [&](const ExportAnimation& animation, const ExportChannel& channel,
                   ChannelAccessors& accessors) {
                 if (&animation != last_animation || !have_same_times(channel, *last)) {
                   const auto times = animation.times_of(channel);
                   const auto [found, is_new] =
                       known.try_emplace(std::vector<double>(times.begin(), times.end()));
                   if (is_new) {
                     found->second = planner.add(times.size());
                     data.accessors[found->second].min = {static_cast<float>(times.front())};
                     data.accessors[found->second].max = {static_cast<float>(times.back())};
                   }
                   number = found->second;
                 }
                 last_animation = &animation;
                 last = &channel;
                 accessors.times = number;
               });
}

void plan_animations(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  for (const ExportAnimation& animation : model.animations) {
    data.animations.emplace_back(animation.channels.size());
  }
  plan_times(model, planner, data);
  for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation}) {
    planner.begin(ComponentType::Float, path == ChannelPath::Translation ? "VEC3" : "VEC4",
                  Target::None);
    each_channel(
        model, data,
        [&](const ExportAnimation&, const ExportChannel& channel, ChannelAccessors& accessors) {
          if (channel.path == path) accessors.values = planner.add(channel.key_count);
        });
  }
}

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
                          const StoredSpace& space, const DataWriter& writer) {
  const std::size_t count = geometry.vertex_count();
  put_rows<std::int16_t>(
      writer.place(accessors.positions), count, 3, [&](std::size_t row, std::size_t i) {
        return stored_coordinate(geometry.positions[3 * row + i], space.center[i], space.scale);
      });
  std::byte* normals = writer.place(accessors.normals);
  for (std::size_t row = 0; row < count; ++row, normals += 4) {
    const std::array<std::int8_t, 3> normal = stored_normal(&geometry.normals[3 * row]);
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
      write_small_vertices(geometry, accessors, data.quantization.of_geometry[number], writer);
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

// The view of a picture; no_index if there is none.
std::uint32_t plan_picture(std::string_view png, GltfData& data) {
  if (png.empty()) return no_index;
  data.views.push_back({data.size, png.size(), 0, Target::None});
  data.size += (png.size() + 3) / 4 * 4;
  return static_cast<std::uint32_t>(data.views.size() - 1);
}

void write_picture(const GltfData& data, std::uint32_t view, std::string_view png, std::byte* out) {
  if (view != no_index) std::memcpy(out + data.views[view].offset, png.data(), png.size());
}

}  // namespace

GltfData plan_data(const ExportModel& model) {
  GltfData data;
  data.geometries.resize(model.geometries.size());
  if (model.is_small) data.quantization = plan_quantization(model);
  DataPlanner planner(data);
  VertexPlanner(model, planner, data).run();
  plan_indices(model, planner, data);
  plan_inverse_binds(model, planner, data);
  plan_animations(model, planner, data);
  planner.close();
  data.palette_view = plan_picture(model.palette, data);
  if (model.person) data.thumbnail_view = plan_picture(model.person->thumbnail, data);
  return data;
}

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
