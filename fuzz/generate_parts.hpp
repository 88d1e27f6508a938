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

struct MadePrimitive {
  Item item;
  std::size_t vertices = 0;  // 0: not known
};

inline constexpr std::size_t wedge_vertices = 18;

struct MadeMesh {
  std::string id;
  std::vector<MadePrimitive> primitives;  // without images; those of macros may be missing
  std::size_t types = 0;                  // of its primitives, one bit each
  bool has_albedo = false;                // it exposes that UV role
};

struct MadeArmature {
  std::string id;
  std::vector<std::string> bones;  // with images
};

// Three anchors that make a frame.
struct MadeFrame {
  std::array<std::string, 3> anchors;
  bool has_image = false;
};

// What other parts of the asset, and other assets, may refer to.
struct MadeAsset {
  std::string path;
  std::vector<std::string> materials;
  std::vector<std::string> mapped_materials;  // which use the UV role albedo
  std::vector<MadeMesh> meshes;
  std::vector<MadeArmature> armatures;
  std::vector<MadeFrame> frames;  // with images
  std::vector<std::string> poses;
};

// An asset that is being generated.
class AssetMaker {
 public:
  AssetMaker(Decisions& decisions, GeneratedCase& generated, std::string path, bool is_root);

  // Adds the asset to the front of the files. It may import any of `assets`.
  MadeAsset make(const std::vector<MadeAsset>& assets);

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
  Value make_primitive(const Value& material, MadeMesh& mesh);
  Value make_transform();
  Value make_armatures();
  Value make_armature();
  Value make_poses();
  Value make_pose_entry();
  Value pick_material();

  // generate_language.cpp
  [[nodiscard]] bool since(int minor) const { return minor_ >= minor; }
  static void note_type(MadeMesh& mesh, std::string_view type);
  double eighths(int least, int most);
  Value plain_point();
  void add_labels(Value& primitive);
  std::pair<std::string, Value> make_rotation();
  Value make_aabb_box(MadeMesh& mesh, const std::string& id);
  Value make_op();
  Value make_implicit_surface(MadeMesh& mesh);
  Value make_repeat(Value body, bool is_alone);
  Value make_repeated_primitive(const Value& material, MadeMesh& mesh);
  Value make_wall(const Value& material, MadeMesh& mesh);
  Value make_prism(const Value& material, MadeMesh& mesh);
  Value make_item(const Value& material, MadeMesh& mesh);
  void add_uv(Value& mesh, MadeMesh& made);
  void add_mesh_material(Value& mesh, const MadeMesh& made);

  // generate_bindings.cpp
  Value make_bindings();
  Value make_binding(const MadeMesh& mesh, const MadeArmature& armature);
  Value make_weight_map(const MadePrimitive& primitive, const std::string& id,
                        const MadeArmature& armature);
  Value make_gradient(const MadeArmature& armature);
  Value make_override(std::size_t vertices, const MadeArmature& armature);
  std::string make_weight_file(const MadePrimitive& primitive, const std::string& id,
                               const MadeArmature& armature);
  Value influences(const MadeArmature& armature, std::size_t most);

  // generate_composition.cpp
  Value make_anchors();
  Value make_imports();
  Value make_contract(const MadeAsset& asset);
  Value make_instances();
  Value make_import_instance();
  Value make_mesh_instance();
  Value make_attach3(const MadeFrame& from, std::string_view prefix, const MadeFrame& to);
  std::string new_file(std::string_view suffix, Value value);

  struct Import {
    std::string name;
    const MadeAsset* asset;
  };

  Decisions& decisions_;
  GeneratedCase& generated_;
  bool is_root_;
  int minor_ = 6;  // of the version
  MadeAsset made_;
  std::optional<Prefixes> symmetry_;
  std::vector<Import> imports_;
  const std::vector<MadeAsset>* assets_ = nullptr;
  std::size_t ids_ = 0;
};

// `target` as a document in the folder of `from` names it; both relative to the root.
[[nodiscard]] std::string relative_path(std::string_view from, std::string_view target);

}  // namespace rigy::fuzz
