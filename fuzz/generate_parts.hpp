// Shared by the parts of the generator: ids, numbers, symmetry, and what is known of each asset.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/decisions.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/value.hpp"
#include "tables/words.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

struct Prefixes {
  std::string_view from;
  std::string_view to;
};

// An item of the document, or the image of one that symmetry adds to it.
struct Item {
  std::string id;
  bool has_image = false;
  bool is_image = false;
};

struct GeneratedPrimitive {
  Item item;
  std::size_t vertices = 0;  // 0: not known
};

struct GeneratedMesh {
  std::string id;
  std::vector<GeneratedPrimitive> primitives;  // without images; those of macros may be missing
  std::size_t types = 0;                       // of its primitives, one bit each
  bool has_albedo = false;                     // it exposes that UV role
};

struct GeneratedArmature {
  std::string id;
  std::vector<std::string> bones;  // with images
};

// Three anchors that make a frame.
struct GeneratedFrame {
  std::array<std::string, 3> anchors;
  bool has_image = false;
};

// What other parts of the asset, and other assets, may refer to.
struct GeneratedAsset {
  std::string path;
  std::vector<std::string> materials;
  std::vector<std::string> mapped_materials;  // which use the UV role albedo
  std::vector<GeneratedMesh> meshes;
  std::vector<GeneratedArmature> armatures;
  std::vector<GeneratedFrame> frames;  // with images
  std::vector<std::string> poses;
};

// An asset that is being generated.
class AssetMaker {
 public:
  AssetMaker(Decisions& decisions, GeneratedCase& generated, std::string path, bool is_root);

  // Adds the asset to the front of the files. It may import any of `assets`.
  GeneratedAsset make(const std::vector<GeneratedAsset>& assets);

 private:
  // generate_numbers.cpp
  double coordinate();
  std::array<double, 3> point();
  double dimension();
  double weight();
  std::string word();
  std::string unique_id(bool mirrored = false);
  std::string image_of(const std::string& id) const;
  Value optional_name();

  // generate_shapes.cpp
  Value make_materials();
  Value make_meshes();
  Value make_mesh(const Value& material, std::size_t primitives);
  Value make_primitive(const Value& material, GeneratedMesh& mesh);
  Value make_transform();
  Value make_armatures();
  Value make_armature();
  Value make_poses();
  Value make_pose_entry();
  Value pick_material();

  // generate_language.cpp
  [[nodiscard]] bool since(int minor) const { return minor_ >= minor; }
  static void note_type(GeneratedMesh& mesh, PrimitiveType type);
  double eighths(int least, int most);
  Value plain_point();
  void add_labels(Value& primitive);
  std::pair<std::string, Value> make_rotation();
  Value make_aabb_box(GeneratedMesh& mesh, const std::string& id);
  Value make_op();
  Value make_implicit_surface(GeneratedMesh& mesh);
  Value make_repeat(Value body, bool is_alone);
  Value make_repeated_primitive(const Value& material, GeneratedMesh& mesh);
  Value make_wall(const Value& material, GeneratedMesh& mesh);
  Value make_prism(const Value& material, GeneratedMesh& mesh);
  Value make_item(const Value& material, GeneratedMesh& mesh);
  void add_uv(Value& mesh, GeneratedMesh& made);
  void add_mesh_material(Value& mesh, const GeneratedMesh& made);

  // generate_bindings.cpp
  Value make_bindings();
  Value make_binding(const GeneratedMesh& mesh, const GeneratedArmature& armature);
  Value make_weight_map(const GeneratedPrimitive& primitive, const std::string& id,
                        const GeneratedArmature& armature);
  Value make_gradient(const GeneratedArmature& armature);
  Value make_override(std::size_t vertices, const GeneratedArmature& armature);
  std::string make_weight_file(const GeneratedPrimitive& primitive, const std::string& id,
                               const GeneratedArmature& armature);
  Value influences(const GeneratedArmature& armature, std::size_t most);

  // generate_composition.cpp
  Value make_anchors();
  Value make_imports();
  Value make_contract(const GeneratedAsset& asset);
  Value make_instances();
  Value make_import_instance();
  Value make_mesh_instance();
  Value make_attach3(const GeneratedFrame& from, std::string_view prefix, const GeneratedFrame& to);
  std::string new_file(std::string_view suffix, Value value);

  struct Import {
    std::string name;
    const GeneratedAsset* asset;
  };

  Decisions& decisions_;
  GeneratedCase& generated_;
  bool is_root_;
  int minor_ = 6;  // of the version
  GeneratedAsset made_;
  std::optional<Prefixes> symmetry_;
  std::vector<Import> imports_;
  const std::vector<GeneratedAsset>* assets_ = nullptr;
  std::size_t ids_ = 0;
};

// `target` as a document in the folder of `from` names it; both relative to the root.
[[nodiscard]] std::string relative_path(std::string_view from, std::string_view target);

}  // namespace rigy::fuzz
