#include "gltf/data.hpp"

#include <algorithm>
#include <span>

#include "canonical/little_endian.hpp"
#include "common/parallel.hpp"

namespace rigy::outputs {
namespace {

constexpr std::size_t max_short_indices = 0xffff;  // the last one means something else to GPUs

bool has_short_indices(const Geometry& geometry) {
  return geometry.vertex_count() <= max_short_indices;
}

std::uint32_t size_of(ComponentType type) { return type == ComponentType::Uint16 ? 2 : 4; }

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
    data_.accessors.push_back(std::move(accessor));
    return static_cast<std::uint32_t>(data_.accessors.size() - 1);
  }

  void close() {
    if (used_ == 0) return;
    const std::uint32_t stride = target_ == Target::Vertices ? element_size_ : 0;
    data_.views.push_back({data_.size, used_, stride, target_});
    data_.size += (used_ + 3) / 4 * 4;
    used_ = 0;
  }

 private:
  GltfData& data_;
  ComponentType component_type_ = ComponentType::Float;
  std::string_view type_;
  Target target_ = Target::None;
  std::uint32_t element_size_ = 0;
  std::uint64_t used_ = 0;  // of the open view
};

void plan_vertices(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  std::size_t uv_sets = 0;
  for (const Geometry& geometry : model.geometries) {
    uv_sets = std::max(uv_sets, geometry.uv_sets.size());
  }
  const auto plan = [&](ComponentType component_type, std::string_view type, const auto& add) {
    planner.begin(component_type, type, Target::Vertices);
    for (std::size_t i = 0; i < model.geometries.size(); ++i) {
      add(model.geometries[i], data.geometries[i]);
    }
  };
  plan(ComponentType::Float, "VEC3", [&](const Geometry& geometry, GeometryAccessors& numbers) {
    numbers.positions = planner.add(geometry.vertex_count());
    GltfAccessor& accessor = data.accessors.back();
    accessor.min.assign(geometry.min.begin(), geometry.min.end());
    accessor.max.assign(geometry.max.begin(), geometry.max.end());
  });
  plan(ComponentType::Float, "VEC3", [&](const Geometry& geometry, GeometryAccessors& numbers) {
    numbers.normals = planner.add(geometry.vertex_count());
  });
  for (std::size_t set = 0; set < uv_sets; ++set) {
    plan(ComponentType::Float, "VEC2", [&](const Geometry& geometry, GeometryAccessors& numbers) {
      if (set < geometry.uv_sets.size()) {
        numbers.uv_sets.push_back(planner.add(geometry.vertex_count()));
      }
    });
  }
  plan(ComponentType::Uint16, "VEC4", [&](const Geometry& geometry, GeometryAccessors& numbers) {
    if (!geometry.joints.empty()) numbers.joints = planner.add(geometry.vertex_count());
  });
  plan(ComponentType::Float, "VEC4", [&](const Geometry& geometry, GeometryAccessors& numbers) {
    if (!geometry.weights.empty()) numbers.weights = planner.add(geometry.vertex_count());
  });
}

void plan_indices(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  for (const bool is_short : {false, true}) {
    planner.begin(is_short ? ComponentType::Uint16 : ComponentType::Uint32, "SCALAR",
                  Target::Indices);
    for (std::size_t i = 0; i < model.geometries.size(); ++i) {
      const Geometry& geometry = model.geometries[i];
      if (has_short_indices(geometry) != is_short) continue;
      data.geometries[i].indices = planner.add(geometry.indices.size());
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

void plan_animations(const ExportModel& model, DataPlanner& planner, GltfData& data) {
  data.animations.resize(model.animations.size());
  const auto for_each = [&](const auto& work) {
    for (std::size_t i = 0; i < model.animations.size(); ++i) {
      work(model.animations[i], data.animations[i]);
    }
  };
  const auto add_bones = [&](const ExportAnimation& animation) {
    const auto first = static_cast<std::uint32_t>(data.accessors.size());
    for (const PosedSkeleton& skeleton : animation.skeletons) {
      for (std::size_t i = 0; i < skeleton.bones.size(); ++i) planner.add(animation.keys.size());
    }
    return first;
  };
  // All animations have the same keys.
  planner.begin(ComponentType::Float, "SCALAR", Target::None);
  if (!model.animations.empty()) {
    const std::vector<PoseKey>& keys = model.animations.front().keys;
    const std::uint32_t times = planner.add(keys.size());
    data.accessors[times].min = {static_cast<float>(keys.front().seconds)};
    data.accessors[times].max = {static_cast<float>(keys.back().seconds)};
    for (AnimationAccessors& accessors : data.animations) accessors.times = times;
  }
  planner.begin(ComponentType::Float, "VEC3", Target::None);
  for_each([&](const ExportAnimation& animation, AnimationAccessors& accessors) {
    accessors.first_translation = add_bones(animation);
  });
  planner.begin(ComponentType::Float, "VEC4", Target::None);
  for_each([&](const ExportAnimation& animation, AnimationAccessors& accessors) {
    accessors.first_rotation = add_bones(animation);
  });
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

void write_geometry(const Geometry& geometry, const GeometryAccessors& accessors,
                    const DataWriter& writer) {
  writer.write<float>(accessors.positions, geometry.positions);
  writer.write<float>(accessors.normals, geometry.normals);
  for (std::size_t set = 0; set < geometry.uv_sets.size(); ++set) {
    writer.write<float>(accessors.uv_sets[set], geometry.uv_sets[set]);
  }
  writer.write<std::uint16_t>(accessors.joints, geometry.joints);
  writer.write<float>(accessors.weights, geometry.weights);
  if (has_short_indices(geometry)) {
    writer.write<std::uint16_t>(accessors.indices, geometry.indices);
  } else {
    writer.write<std::uint32_t>(accessors.indices, geometry.indices);
  }
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

std::byte* put_translation(std::byte* out, const RigidMotion& motion) {
  const auto [x, y, z] = motion.translation;
  for (const double element : {x, y, z}) out = put(out, static_cast<float>(element));
  return out;
}

std::byte* put_rotation(std::byte* out, const RigidMotion& motion) {
  const auto [w, x, y, z] = motion.rotation;
  for (const double element : {x, y, z, w}) out = put(out, static_cast<float>(element));
  return out;
}

void write_animation(const ExportModel& model, const ExportAnimation& animation,
                     const AnimationAccessors& accessors, const DataWriter& writer) {
  std::byte* translations = writer.place(accessors.first_translation);
  std::byte* rotations = writer.place(accessors.first_rotation);
  for (const PosedSkeleton& posed : animation.skeletons) {
    const ExportSkeleton& skeleton = model.skeletons[model.armatures[posed.armature].skeleton];
    for (std::size_t bone = 0; bone < posed.bones.size(); ++bone) {
      for (const PoseKey& key : animation.keys) {
        const RigidMotion& motion = key.posed ? posed.bones[bone] : skeleton.bones[bone].local;
        translations = put_translation(translations, motion);
        rotations = put_rotation(rotations, motion);
      }
    }
  }
}

}  // namespace

GltfData plan_data(const ExportModel& model) {
  GltfData data;
  data.geometries.resize(model.geometries.size());
  DataPlanner planner(data);
  plan_vertices(model, planner, data);
  plan_indices(model, planner, data);
  plan_inverse_binds(model, planner, data);
  plan_animations(model, planner, data);
  planner.close();
  return data;
}

void fill_data(const ExportModel& model, const GltfData& data, unsigned threads, std::byte* out) {
  const DataWriter writer(data, out);
  parallel_for(model.geometries.size(), threads, [&](unsigned, std::size_t i) {
    write_geometry(model.geometries[i], data.geometries[i], writer);
  });
  for (std::size_t i = 0; i < model.skeletons.size(); ++i) {
    if (data.inverse_binds[i] == no_index) continue;
    std::byte* place = writer.place(data.inverse_binds[i]);
    for (const ExportBone& bone : model.skeletons[i].bones) {
      place = put_matrix(place, bone.inverse_bind);
    }
  }
  for (std::size_t i = 0; i < model.animations.size(); ++i) {
    const ExportAnimation& animation = model.animations[i];
    std::byte* times = writer.place(data.animations[i].times);
    for (const PoseKey& key : animation.keys) times = put(times, static_cast<float>(key.seconds));
    write_animation(model, animation, data.animations[i], writer);
  }
}

}  // namespace rigy::outputs
