#include "gltf/data.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "common/unreachable.hpp"
#include "gltf/storage.hpp"

namespace rigy::outputs {
namespace {

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
      return 4;
  }
  unreachable();
}

std::uint32_t components_of(std::string_view type) {
  if (type == "SCALAR") return 1;
  if (type == "MAT4") return 16;
  return static_cast<std::uint32_t>(type.back() - '0');
}

class DataPlanner {
 public:
  // `max_view`: data of one kind is in several views of at most this size, or of one accessor.
  DataPlanner(GltfData& data, std::uint64_t max_view) : data_(data), max_view_(max_view) {}

  // What is added from now on goes into a new view, which is created only if something is added.
  void begin(ComponentType component_type, std::string_view type, Target target) {
    close();
    component_type_ = component_type;
    type_ = type;
    target_ = target;
    is_octahedral_ = false;
    element_size_ = size_of(component_type) * components_of(type);
    if (target == Target::Vertices) element_size_ = (element_size_ + 3) / 4 * 4;
  }

  void mark_octahedral() { is_octahedral_ = true; }

  // Returns the number of the accessor.
  std::uint32_t add(std::uint64_t count) {
    if (used_ + count * element_size_ > max_view_) close();
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
    data_.views.push_back({data_.size, used_, element_size_, target_, is_octahedral_});
    data_.size += (used_ + 3) / 4 * 4;
    used_ = 0;
  }

 private:
  std::uint32_t append(GltfAccessor accessor) {
    data_.accessors.push_back(std::move(accessor));
    return static_cast<std::uint32_t>(data_.accessors.size() - 1);
  }

  GltfData& data_;
  std::uint64_t max_view_;
  ComponentType component_type_ = ComponentType::Float;
  std::string_view type_;
  Target target_ = Target::None;
  bool is_octahedral_ = false;
  std::uint32_t element_size_ = 0;
  std::uint64_t used_ = 0;  // of the open view
};

// Data is compressed view by view, each of which is in memory at once.
constexpr std::uint64_t max_compressed_view = std::uint64_t{1} << 19;

// How an attribute is stored.
struct Storage {
  ComponentType component_type = ComponentType::Float;
  std::string_view type;
  bool normalized = false;
  bool is_octahedral = false;
};

class VertexPlanner {
 public:
  VertexPlanner(const ExportModel& model, DataPlanner& planner, GltfData& data)
      : model_(model), planner_(planner), data_(data) {}

  void run() {
    plan_positions();
    plan(model_.is_small ? Storage{ComponentType::Int8, "VEC3", true, model_.is_compressed}
                         : Storage{ComponentType::Float, "VEC3"},
         &GeometryAccessors::normals, [](const Geometry& geometry) { return !geometry.is_hull; });
    plan_uvs();
    plan(model_.is_small ? Storage{ComponentType::Uint8, "VEC4", true}
                         : Storage{ComponentType::Float, "VEC4"},
         &GeometryAccessors::colors,
         [](const Geometry& geometry) { return geometry.has_colors(); });
    for (const bool are_bytes : {true, false}) {
      plan({are_bytes ? ComponentType::Uint8 : ComponentType::Uint16, "VEC4"},
           &GeometryAccessors::joints, [are_bytes](const Geometry& geometry) {
             return geometry.is_bound() && has_byte_joints(geometry) == are_bytes;
           });
    }
    plan(model_.is_small ? Storage{ComponentType::Uint8, "VEC4", true}
                         : Storage{ComponentType::Float, "VEC4"},
         &GeometryAccessors::weights, [](const Geometry& geometry) { return geometry.is_bound(); });
  }

 private:
  // A collider shares the vertices of its mesh.
  template <class Has>
  void plan(const Storage& storage, std::uint32_t GeometryAccessors::*data_of, const Has& has) {
    planner_.begin(storage.component_type, storage.type, Target::Vertices);
    if (storage.is_octahedral) planner_.mark_octahedral();
    for (std::size_t i = 0; i < model_.geometries.size(); ++i) {
      const Geometry& geometry = model_.geometries[i];
      if (!has(geometry)) continue;
      std::uint32_t& number = data_.geometries[i].*data_of;
      number = geometry.has_own_vertices()
                   ? planner_.add(geometry.vertex_count())
                   : planner_.add_part(data_.geometries[geometry.vertices_of].*data_of,
                                       geometry.first_vertex, geometry.vertex_count());
      data_.accessors[number].normalized = storage.normalized;
    }
  }

  void plan_positions() {
    for (const bool is_hull : {false, true}) {
      plan({model_.is_small && !is_hull ? ComponentType::Int16 : ComponentType::Float, "VEC3"},
           &GeometryAccessors::positions,
           [is_hull](const Geometry& geometry) { return geometry.is_hull == is_hull; });
    }
    for (std::size_t i = 0; i < model_.geometries.size(); ++i) {
      const Geometry& geometry = model_.geometries[i];
      GltfAccessor& accessor = data_.accessors[data_.geometries[i].positions];
      accessor.min.assign(geometry.min.begin(), geometry.min.end());
      accessor.max.assign(geometry.max.begin(), geometry.max.end());
      if (!model_.is_small || geometry.is_hull) continue;
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
      sets = std::max(sets, geometry.uv_set_count());
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
    if (set >= geometry.uv_set_count()) return;
    if ((model_.is_small && can_have_short_uvs(geometry, set)) != is_short) return;
    const std::uint32_t accessor = planner_.add(geometry.vertex_count());
    data_.accessors[accessor].normalized = is_short;
    data_.geometries[number].uv_sets.push_back(accessor);
  }

  const ExportModel& model_;
  DataPlanner& planner_;
  GltfData& data_;
};

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
              ? planner.add(geometry.index_count())
              : planner.add_part(data.geometries[whole].indices, 0, geometry.index_count());
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

// The view of a picture; no_index if there is none.
std::uint32_t plan_picture(std::string_view png, GltfData& data) {
  if (png.empty()) return no_index;
  data.views.push_back({data.size, png.size(), 0, Target::None, false});
  data.size += (png.size() + 3) / 4 * 4;
  return static_cast<std::uint32_t>(data.views.size() - 1);
}

}  // namespace

GltfData plan_data(const ExportModel& model) {
  GltfData data;
  data.geometries.resize(model.geometries.size());
  if (model.is_small) data.quantization = plan_quantization(model);
  DataPlanner planner(data, model.is_compressed ? max_compressed_view : UINT64_MAX);
  VertexPlanner(model, planner, data).run();
  plan_indices(model, planner, data);
  plan_inverse_binds(model, planner, data);
  plan_animations(model, planner, data);
  planner.close();
  data.palette_view = plan_picture(model.palette, data);
  if (model.person) data.thumbnail_view = plan_picture(model.person->thumbnail, data);
  return data;
}

}  // namespace rigy::outputs
