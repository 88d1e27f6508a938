#include "gltf/json.hpp"

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gltf/buffers_json.hpp"
#include "gltf/vrm_json.hpp"
#include "text/json_writer.hpp"

namespace rigy::outputs {
namespace {

class ExportJson {
 public:
  ExportJson(std::string begin, const ExportModel& model, const GltfData& data,
             const CompressedData* compressed, std::uint64_t max_size)
      : json_(std::move(begin)),
        model_(model),
        data_(data),
        compressed_(compressed),
        max_size_(max_size) {
    auto next = static_cast<std::uint32_t>(model.nodes.size());
    for (const ExportArmature& armature : model.armatures) {
      first_bone_.push_back(next);
      next += static_cast<std::uint32_t>(armature.bone_names.size());
      skins_.push_back(armature.has_skin ? skin_count_++ : no_index);
    }
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
      const ExportNode& node = model.nodes[i];
      if (node.followed_bone == no_index) continue;
      followers_[{node.followed_armature, node.followed_bone}].push_back(i);
    }
  }

  std::string write(std::string_view uri) {
    json_.begin_object();
    write_asset();
    write_extensions();
    write_scene();
    write_nodes();
    write_array("meshes", model_.meshes, [&](const ExportMesh& mesh) { write_mesh(mesh); });
    if (skin_count_ > 0) write_skins();
    write_animations();
    write_array("materials", model_.materials,
                [&](const ExportMaterial& material) { write_material(material); });
    if (data_.palette_view != no_index) write_palette();
    write_images();
    write_array("accessors", data_.accessors,
                [&](const GltfAccessor& accessor) { write_accessor(json_, accessor); });
    if (data_.size > 0) write_buffers(json_, data_, compressed_, uri);
    json_.end_object();
    return json_.take();
  }

 private:
  void field(std::string_view name, std::uint64_t value) {
    json_.key(name);
    json_.number(value);
  }
  void field(std::string_view name, std::string_view value) {
    json_.key(name);
    json_.string(value);
  }
  void number(std::string_view name, double value) {
    json_.key(name);
    json_.shortest(value);
  }
  template <class Number>
  void numbers(std::string_view name, std::span<const Number> values) {
    json_.key(name);
    json_.begin_array();
    for (const Number value : values) json_.shortest(value);
    json_.end_array();
  }
  void vector(std::string_view name, const Vec3& value) {
    numbers<double>(name, std::array{value.x, value.y, value.z});
  }
  void references(std::string_view name, std::span<const std::uint32_t> values,
                  std::uint32_t added = 0) {
    json_.key(name);
    json_.begin_array();
    for (const std::uint32_t value : values) json_.number(value + added);
    json_.end_array();
  }

  [[nodiscard]] bool is_full() const { return json_.size() > max_size_; }

  // An array that is written only if it has elements.
  template <class Elements, class Write>
  void write_array(std::string_view key, const Elements& elements, const Write& write) {
    if (elements.empty()) return;
    json_.key(key);
    json_.begin_array();
    for (const auto& element : elements) {
      if (is_full()) return;
      write(element);
    }
    json_.end_array();
  }

  void write_asset() {
    json_.key("asset");
    json_.begin_object();
    field("generator", "Rigy");
    field("version", "2.0");
    json_.end_object();
  }

  void write_extensions() {
    const bool has_shapes = !model_.shapes.empty();
    std::vector<std::string_view> used;
    if (model_.is_small) used.emplace_back("KHR_mesh_quantization");
    if (compressed_ != nullptr) used.emplace_back("EXT_meshopt_compression");
    const std::vector<std::string_view> required = used;
    if (has_shapes) used.insert(used.end(), {"OMI_physics_shape", "OMI_physics_body"});
    if (model_.person) used.emplace_back("VRMC_vrm");
    if (used.empty()) return;
    const auto write_name = [&](std::string_view name) { json_.string(name); };
    write_array("extensionsUsed", used, write_name);
    write_array("extensionsRequired", required, write_name);
    if (!has_shapes && !model_.person) return;
    json_.key("extensions");
    json_.begin_object();
    if (has_shapes) write_shapes();
    if (model_.person) write_person();
    json_.end_object();
  }

  void write_shapes() {
    json_.key("OMI_physics_shape");
    json_.begin_object();
    write_array("shapes", model_.shapes, [&](const ExportShape& shape) { write_shape(shape); });
    json_.end_object();
  }

  void write_person() {
    std::optional<std::uint32_t> thumbnail;
    if (data_.thumbnail_view != no_index) thumbnail = data_.palette_view == no_index ? 0 : 1;
    json_.key("VRMC_vrm");
    write_vrm(json_, *model_.person, first_bone_[model_.person->armature], thumbnail);
  }

  static std::string_view name_of_shape(ShapeKind kind) {
    switch (kind) {
      case ShapeKind::Box:
        return "box";
      case ShapeKind::Sphere:
        return "sphere";
      case ShapeKind::Capsule:
        return "capsule";
      case ShapeKind::Cylinder:
        return "cylinder";
      case ShapeKind::Convex:
        break;
    }
    return "convex";
  }

  void write_shape(const ExportShape& shape) {
    const std::string_view name = name_of_shape(shape.kind);
    json_.begin_object();
    field("type", name);
    json_.key(name);
    json_.begin_object();
    if (shape.kind == ShapeKind::Convex) {
      field("mesh", shape.mesh);
    } else if (shape.kind == ShapeKind::Box) {
      vector("size", shape.size);
    } else {
      number("radius", shape.size.x);
      if (shape.kind != ShapeKind::Sphere) number("height", shape.size.y);
    }
    json_.end_object();
    json_.end_object();
  }

  // What follows a bone is moved by it; all else stands still.
  void write_body(const ExportNode& node) {
    json_.key("extensions");
    json_.begin_object();
    json_.key("OMI_physics_body");
    json_.begin_object();
    json_.key("motion");
    json_.begin_object();
    field("type", node.followed_bone == no_index ? "static" : "kinematic");
    json_.end_object();
    json_.key("collider");
    json_.begin_object();
    field("shape", node.shape);
    json_.end_object();
    json_.end_object();
    json_.end_object();
  }

  void write_scene() {
    field("scene", 0);
    json_.key("scenes");
    json_.begin_array();
    json_.begin_object();
    if (!model_.roots.empty()) references("nodes", model_.roots);
    json_.end_object();
    json_.end_array();
  }

  void write_motion(const Vec3& translation, const Quaternion& rotation) {
    if (translation != Vec3{}) vector("translation", translation);
    const auto [w, x, y, z] = rotation;
    if (w != 1) numbers<double>("rotation", std::array{x, y, z, w});
  }

  void write_nodes() {
    if (model_.nodes.empty()) return;
    json_.key("nodes");
    json_.begin_array();
    for (const ExportNode& node : model_.nodes) {
      if (is_full()) return;
      write_node(node);
    }
    for (std::uint32_t i = 0; i < model_.armatures.size(); ++i) write_bones(i);
    json_.end_array();
  }

  void write_node(const ExportNode& node) {
    json_.begin_object();
    field("name", node.name);
    if (node.mesh != no_index) {
      field("mesh", node.mesh);
      const std::uint32_t armature = model_.meshes[node.mesh].armature;
      if (armature != no_index) field("skin", skins_[armature]);
    }
    write_children(node);
    write_transform(node);
    if (node.shape != no_index) write_body(node);
    write_node_extras(node);
    json_.end_object();
  }

  // A mesh in fewer bytes has the space that they are stored in; else it has no transform.
  void write_transform(const ExportNode& node) {
    NodeTransform transform = node.transform;
    const bool has_mesh = node.mesh != no_index && model_.meshes[node.mesh].armature == no_index;
    if (has_mesh && model_.is_small) {
      const auto& [center, scale] = data_.quantization.of_mesh[node.mesh];
      transform.translation = center;
      transform.scale = {scale, scale, scale};
    }
    write_motion(transform.translation, transform.rotation);
    if (transform.scale != Vec3{1, 1, 1}) vector("scale", transform.scale);
  }

  // The root bones of an armature are children of its node.
  void write_children(const ExportNode& node) {
    std::vector<std::uint32_t> children = node.children;
    if (node.armature != no_index) {
      const ExportArmature& armature = model_.armatures[node.armature];
      for (const std::uint32_t root : model_.skeletons[armature.skeleton].roots) {
        children.push_back(first_bone_[node.armature] + root);
      }
    }
    if (!children.empty()) references("children", children);
  }

  void write_node_extras(const ExportNode& node) {
    if (node.id.empty()) return;
    json_.key("extras");
    json_.begin_object();
    field("rigy_id", node.id);
    if (node.kind == ExportNodeKind::Anchor) field("rigy_kind", "anchor");
    if (node.shape != no_index) field("rigy_kind", "collider");
    if (node.kind == ExportNodeKind::Armature) field("rigy_kind", "armature");
    if (node.kind == ExportNodeKind::Group) field("rigy_kind", "instance");
    json_.end_object();
  }

  void write_bones(std::uint32_t number) {
    const ExportArmature& armature = model_.armatures[number];
    const std::vector<ExportBone>& bones = model_.skeletons[armature.skeleton].bones;
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (is_full()) return;
      json_.begin_object();
      field("name", armature.bone_names[i]);
      write_bone_children(number, i);
      write_motion(bones[i].local.translation, bones[i].local.rotation);
      write_bone_extras(bones[i]);
      json_.end_object();
    }
  }

  // Other bones, then what follows this one.
  void write_bone_children(std::uint32_t armature, std::size_t bone) {
    const ExportSkeleton& skeleton = model_.skeletons[model_.armatures[armature].skeleton];
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : skeleton.bones[bone].children) {
      children.push_back(first_bone_[armature] + child);
    }
    const auto followers = followers_.find({armature, static_cast<std::uint32_t>(bone)});
    if (followers != followers_.end()) {
      children.insert(children.end(), followers->second.begin(), followers->second.end());
    }
    if (!children.empty()) references("children", children);
  }

  void write_bone_extras(const ExportBone& bone) {
    json_.key("extras");
    json_.begin_object();
    field("rigy_id", bone.id);
    // Three numbers, because assimp 5.2 aborts where it copies a node with a list in its extras.
    number("rigy_tail_x", bone.tail.x);
    number("rigy_tail_y", bone.tail.y);
    number("rigy_tail_z", bone.tail.z);
    number("rigy_roll", bone.roll);
    json_.end_object();
  }

  void write_mesh(const ExportMesh& mesh) {
    json_.begin_object();
    field("name", mesh.name);
    json_.key("primitives");
    json_.begin_array();
    for (const ExportPart& part : mesh.parts) write_part(part);
    json_.end_array();
    json_.key("extras");
    json_.begin_object();
    field("rigy_id", mesh.id);
    if (mesh.armature != no_index) field("rigy_solver", mesh.solver == Solver::Dqs ? "dqs" : "lbs");
    json_.end_object();
    json_.end_object();
  }

  void write_part(const ExportPart& part) {
    const GeometryAccessors& accessors = data_.geometries[part.geometry];
    json_.begin_object();
    write_attributes(accessors);
    field("indices", accessors.indices);
    if (part.material != no_index) field("material", part.material);
    write_part_extras(part);
    json_.end_object();
  }

  void write_attributes(const GeometryAccessors& accessors) {
    json_.key("attributes");
    json_.begin_object();
    field("POSITION", accessors.positions);
    if (accessors.normals != no_index) field("NORMAL", accessors.normals);
    for (std::size_t set = 0; set < accessors.uv_sets.size(); ++set) {
      field(fmt::format("TEXCOORD_{}", set), accessors.uv_sets[set]);
    }
    if (accessors.colors != no_index) field("COLOR_0", accessors.colors);
    if (accessors.joints != no_index) {
      field("JOINTS_0", accessors.joints);
      field("WEIGHTS_0", accessors.weights);
    }
    json_.end_object();
  }

  void write_part_extras(const ExportPart& part) {
    const bool is_merged = model_.is_merged && part.groups.size() > 1;
    if (part.id.empty() && part.tags == nullptr && !is_merged) return;
    json_.key("extras");
    json_.begin_object();
    if (!part.id.empty()) field("rigy_id", part.id);
    write_tags(part.tags);
    if (is_merged) write_ranges(part.groups);
    json_.end_object();
  }

  void write_tags(const Tags& tags) {
    if (tags == nullptr) return;
    json_.key("rigy_tags");
    json_.begin_array();
    for (const std::string_view tag : *tags) json_.string(tag);
    json_.end_array();
  }

  // Which indices each primitive has.
  void write_ranges(const std::vector<PrimitiveGroup>& groups) {
    json_.key("rigy_ranges");
    json_.begin_array();
    for (const PrimitiveGroup& group : groups) {
      json_.begin_object();
      field("rigy_id", group.id);
      field("first", group.first_index);
      field("count", group.index_count);
      write_tags(group.tags);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_skins() {
    json_.key("skins");
    json_.begin_array();
    for (std::uint32_t i = 0; i < model_.armatures.size(); ++i) {
      if (is_full()) return;
      if (model_.armatures[i].has_skin) write_skin(i);
    }
    json_.end_array();
  }

  void write_skin(std::uint32_t number) {
    const ExportArmature& armature = model_.armatures[number];
    json_.begin_object();
    field("name", model_.nodes[armature.node].name);
    field("inverseBindMatrices", data_.inverse_binds[armature.skeleton]);
    field("skeleton", armature.node);
    json_.key("joints");
    json_.begin_array();
    const std::size_t count = armature.bone_names.size();
    for (std::size_t i = 0; i < count; ++i) json_.number(first_bone_[number] + i);
    json_.end_array();
    json_.end_object();
  }

  void write_animations() {
    if (model_.animations.empty()) return;
    json_.key("animations");
    json_.begin_array();
    for (std::size_t i = 0; i < model_.animations.size(); ++i) {
      write_animation(model_.animations[i], data_.animations[i]);
    }
    json_.end_array();
  }

  void write_animation(const ExportAnimation& animation,
                       const std::vector<ChannelAccessors>& accessors) {
    json_.begin_object();
    field("name", animation.name);
    json_.key("channels");
    json_.begin_array();
    for (std::size_t i = 0; i < animation.channels.size(); ++i) {
      if (is_full()) return;
      const ExportChannel& channel = animation.channels[i];
      write_channel(i, first_bone_[channel.armature] + channel.bone,
                    channel.path == ChannelPath::Translation ? "translation" : "rotation");
    }
    json_.end_array();
    json_.key("samplers");
    json_.begin_array();
    for (const ChannelAccessors& channel : accessors) {
      if (is_full()) return;
      write_sampler(channel.times, channel.values);
    }
    json_.end_array();
    if (animation.is_clip) write_clip_extras(animation);
    json_.end_object();
  }

  // What glTF has no place for.
  void write_clip_extras(const ExportAnimation& animation) {
    json_.key("extras");
    json_.begin_object();
    json_.key("loop");
    json_.boolean(animation.loops);
    if (animation.travel) vector("travel", *animation.travel);
    json_.end_object();
  }

  void write_channel(std::uint64_t sampler, std::uint32_t node, std::string_view path) {
    json_.begin_object();
    field("sampler", sampler);
    json_.key("target");
    json_.begin_object();
    field("node", node);
    field("path", path);
    json_.end_object();
    json_.end_object();
  }

  void write_sampler(std::uint32_t input, std::uint32_t output) {
    json_.begin_object();
    field("input", input);
    field("output", output);
    json_.end_object();
  }

  void write_material(const ExportMaterial& material) {
    json_.begin_object();
    field("name", material.name);
    json_.key("pbrMetallicRoughness");
    json_.begin_object();
    numbers<float>("baseColorFactor", material.base_color);
    if (material.has_palette) {
      json_.key("baseColorTexture");
      json_.begin_object();
      field("index", 0);
      json_.end_object();
    }
    field("metallicFactor", 0);
    json_.end_object();
    if (material.is_transparent || material.base_color[3] != 1) field("alphaMode", "BLEND");
    json_.end_object();
  }

  // The nearest pixel counts: colors are not mixed.
  void write_palette() {
    constexpr std::uint64_t nearest = 9728;
    constexpr std::uint64_t clamped = 33071;
    const auto one = [&](std::string_view key, auto... fields) {
      json_.key(key);
      json_.begin_array();
      json_.begin_object();
      (field(fields.first, fields.second), ...);
      json_.end_object();
      json_.end_array();
    };
    using Name = std::string_view;
    using Value = std::uint64_t;
    one("textures", std::pair{Name("sampler"), Value{0}}, std::pair{Name("source"), Value{0}});
    one("samplers", std::pair{Name("magFilter"), nearest}, std::pair{Name("minFilter"), nearest},
        std::pair{Name("wrapS"), clamped}, std::pair{Name("wrapT"), clamped});
  }

  // The palette comes first.
  void write_images() {
    std::vector<std::uint32_t> views;
    for (const std::uint32_t view : {data_.palette_view, data_.thumbnail_view}) {
      if (view != no_index) views.push_back(view);
    }
    write_array("images", views, [&](std::uint32_t view) {
      json_.begin_object();
      field("bufferView", view);
      field("mimeType", "image/png");
      json_.end_object();
    });
  }

  JsonWriter json_;
  const ExportModel& model_;
  const GltfData& data_;
  const CompressedData* compressed_;  // null: it is not
  std::uint64_t max_size_;
  std::vector<std::uint32_t> first_bone_;  // the node of bone 0 of each armature
  std::vector<std::uint32_t> skins_;       // of each armature
  std::uint32_t skin_count_ = 0;
  // The nodes below each bone of each armature.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> followers_;
};

}  // namespace

void append_export_json(std::string& out, const ExportModel& model, const GltfData& data,
                        const CompressedData* compressed, std::string_view uri,
                        std::uint64_t max_size) {
  out = ExportJson(std::move(out), model, data, compressed, max_size).write(uri);
}

}  // namespace rigy::outputs
