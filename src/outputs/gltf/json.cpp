#include "gltf/json.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "common/unreachable.hpp"
#include "gltf/animations_json.hpp"
#include "gltf/buffers_json.hpp"
#include "gltf/json_output.hpp"
#include "gltf/meshes_json.hpp"
#include "gltf/nodes_json.hpp"
#include "gltf/vrm_json.hpp"

namespace rigy::outputs {
namespace {

// All of it, in the order of the file.
class ExportJson {
 public:
  ExportJson(std::string begin, const ExportModel& model, const GltfData& data,
             const CompressedData* compressed, std::uint64_t max_size)
      : out_{JsonWriter(std::move(begin)), max_size},
        model_(model),
        data_(data),
        compressed_(compressed),
        nodes_(out_, model, data) {}

  std::string write(std::string_view uri) {
    json_.begin_object();
    write_asset();
    write_extensions();
    write_scene();
    nodes_.write_nodes();
    write_meshes(out_, model_, data_);
    nodes_.write_skins();
    write_animations(out_, model_, data_, nodes_);
    write_array(out_, "materials", model_.materials,
                [&](const ExportMaterial& material) { write_material(material); });
    if (data_.palette_view != no_index) write_palette();
    write_images();
    write_array(out_, "accessors", data_.accessors,
                [&](const GltfAccessor& accessor) { write_accessor(json_, accessor); });
    if (data_.size > 0) write_buffers(json_, data_, compressed_, uri);
    json_.end_object();
    return json_.take();
  }

 private:
  void write_asset() {
    json_.key("asset");
    json_.begin_object();
    write_text(json_, "generator", "Rigy");
    write_text(json_, "version", "2.0");
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
    write_array(out_, "extensionsUsed", used, write_name);
    write_array(out_, "extensionsRequired", required, write_name);
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
    write_array(out_, "shapes", model_.shapes,
                [&](const ExportShape& shape) { write_shape(shape); });
    json_.end_object();
  }

  void write_person() {
    std::optional<std::uint32_t> thumbnail;
    if (data_.thumbnail_view != no_index) thumbnail = data_.palette_view == no_index ? 0 : 1;
    json_.key("VRMC_vrm");
    write_vrm(json_, *model_.person, nodes_.first_bone(model_.person->armature), thumbnail);
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
        return "convex";
    }
    unreachable();
  }

  void write_shape(const ExportShape& shape) {
    const std::string_view name = name_of_shape(shape.kind);
    json_.begin_object();
    write_text(json_, "type", name);
    json_.key(name);
    json_.begin_object();
    if (shape.kind == ShapeKind::Convex) {
      write_count(json_, "mesh", shape.mesh);
    } else if (shape.kind == ShapeKind::Box) {
      write_vector(json_, "size", shape.size);
    } else {
      write_number(json_, "radius", shape.size.x);
      if (shape.kind != ShapeKind::Sphere) write_number(json_, "height", shape.size.y);
    }
    json_.end_object();
    json_.end_object();
  }

  void write_scene() {
    write_count(json_, "scene", 0);
    json_.key("scenes");
    json_.begin_array();
    json_.begin_object();
    if (!model_.roots.empty()) write_indices(json_, "nodes", model_.roots);
    json_.end_object();
    json_.end_array();
  }

  void write_material(const ExportMaterial& material) {
    json_.begin_object();
    write_text(json_, "name", material.name);
    json_.key("pbrMetallicRoughness");
    json_.begin_object();
    write_numbers<float>(json_, "baseColorFactor", material.base_color);
    if (material.has_palette) {
      json_.key("baseColorTexture");
      json_.begin_object();
      write_count(json_, "index", 0);
      json_.end_object();
    }
    write_count(json_, "metallicFactor", 0);
    json_.end_object();
    if (material.is_transparent || material.base_color[3] != 1) {
      write_text(json_, "alphaMode", "BLEND");
    }
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
      (write_count(json_, fields.first, fields.second), ...);
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
    write_array(out_, "images", views, [&](std::uint32_t view) {
      json_.begin_object();
      write_count(json_, "bufferView", view);
      write_text(json_, "mimeType", "image/png");
      json_.end_object();
    });
  }

  JsonOutput out_;
  JsonWriter& json_ = out_.json;
  const ExportModel& model_;
  const GltfData& data_;
  const CompressedData* compressed_;  // null: it is not
  NodesJson nodes_;
};

}  // namespace

void append_export_json(std::string& out, const ExportModel& model, const GltfData& data,
                        const CompressedData* compressed, std::string_view uri,
                        std::uint64_t max_size) {
  out = ExportJson(std::move(out), model, data, compressed, max_size).write(uri);
}

}  // namespace rigy::outputs
