// The names that outputs give to what a scene has, before anyone makes them unique.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluation_floor.hpp"
#include "scene/scene.hpp"

namespace rigy::evaluation {

[[nodiscard]] inline std::string_view name_or_id(const Text& name, const Text& id) {
  return name.given() ? name.value : id.value;
}

// The names of nodes begin with the ids of the groups that they lie in: "car.axle.rim". Those in a
// child of a Rigs document begin with the id of that child, wherever it is placed.
class NodeNames {
 public:
  explicit NodeNames(const Scene& scene) : scene_(scene) {}

  // Goes on to another node. They come in the order of the scene; none of the groups that the node
  // lies in is left out.
  void enter(std::uint32_t node);

  // What the name of the current node begins with: "car.axle.".
  [[nodiscard]] std::string_view prefix() const {
    return std::string_view(text_).substr(node_->child() == nullptr ? state_.begin : text_.size());
  }
  // The same for the names of skins: "car.", or nothing if the entry is an asset.
  [[nodiscard]] std::string_view root_prefix() const {
    return prefix().substr(0, state_.root_size);
  }
  // The rest of its name.
  [[nodiscard]] std::string_view own() const;
  [[nodiscard]] std::string name() const { return std::string(prefix()).append(own()); }

 private:
  struct State {
    std::size_t begin = 0;      // of the prefix in text_
    std::size_t root_size = 0;  // of the root's share of the prefix
  };
  struct OpenGroup {
    std::uint32_t after = 0;
    std::size_t size = 0;  // of text_ before it
    State state;           // before it
  };

  void open(const SceneNode& group);

  const Scene& scene_;
  const SceneNode* node_ = nullptr;
  std::string text_;
  State state_;
  std::vector<OpenGroup> open_;
};

// "axle.wheel.": the imports by which one of Scene::assets was first reached.
[[nodiscard]] std::string import_path(const Scene& scene, std::uint32_t origin);

[[nodiscard]] std::string mesh_name(const Scene& scene, const StoredMesh& mesh);
// `names` are at the node of the mesh.
[[nodiscard]] std::string skin_name(const Scene& scene, const NodeNames& names,
                                    const StoredMesh& mesh);

struct NamedMaterial {
  std::string name;
  std::array<float, 4> base_color{};  // as files hold it; no -0
};

struct NamedMaterials {
  std::vector<NamedMaterial> list;
  std::vector<std::uint32_t> numbers;  // in the list, of each of Scene::materials

  // Of a part; no_index: it has none.
  [[nodiscard]] std::uint32_t number_of(const ScenePart& part) const {
    return part.material == no_index ? no_index : numbers[part.material];
  }
};

// In a Rigs document, materials with the same name in the exports of their assets and the same
// color are merged. If the name already has another color, the later one is prefixed with its
// import: "table.wood".
[[nodiscard]] NamedMaterials name_materials(const Scene& scene);

}  // namespace rigy::evaluation
