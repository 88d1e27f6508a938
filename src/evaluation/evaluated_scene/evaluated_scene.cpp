#include "evaluated_scene/evaluated_scene.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>

#include "analyze/writable.hpp"
#include "evaluate/evaluate.hpp"
#include "scene/count.hpp"
#include "scene/measure.hpp"
#include "skinning/skinning.hpp"

namespace rigy::evaluation {
namespace {

struct PlacedSize {
  std::uint64_t vertices = 0;
  std::uint64_t items = 0;  // nodes, primitives, bones, anchors
  std::uint64_t names = 0;  // bytes, paths included
};

PlacedSize measure_places(const Scene& tree) {
  PlacedSize size;
  NodeNames names(tree);
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const SceneNode& node = tree.nodes[i];
    names.enter(i);
    const std::uint64_t name = names.prefix().size() + names.own().size();
    if (node.kind == SceneNodeKind::Group) {
      const std::uint64_t anchors = node.asset == nullptr ? 0 : node.asset->document.anchors.size();
      size.items += 1 + anchors;
      size.names += (1 + anchors) * name;
    } else if (node.kind == SceneNodeKind::Mesh) {
      ++size.items;
      if (node.armature != no_index) size.items += tree.armature_of(node).bones.size();
      if (node.stored == no_index) continue;
      size.names += name;
      size.items += node.mesh().primitives.size();
      size.vertices += tree.meshes[node.stored].shape->vertices;
    }
  }
  return size;
}

bool fits(std::uint64_t count, std::uint64_t limit, std::string_view what,
          Diagnostics& diagnostics) {
  if (count <= limit) return true;
  diagnostics
      .add(Code::TooLargeToShow, {}, "the document and its instances have {} {}, more than {}",
           count, what, limit)
      .help("use fewer parts or instances, or look at an imported asset by itself");
  return false;
}

bool fits_limits(const PlacedSize& size, std::uint64_t max_vertices, Diagnostics& diagnostics) {
  return fits(size.vertices, max_vertices, "vertices", diagnostics) &&
         fits(size.items, max_placed_items, "nodes, primitives, bones and anchors", diagnostics) &&
         fits(size.names, max_placed_names, "bytes of names and paths", diagnostics);
}

// Whether anchors may have nodes: more of them are refused, but not before other things are.
bool has_few_anchors(const AnalyzedAssembly& analyzed, const SceneCount& count) {
  const Asset* root = analyzed.assembly.root();
  const std::uint64_t own = root == nullptr ? 0 : root->document.anchors.size();
  return count.anchors - own <= max_placed_items;
}

// The scene and its materials, unless they would exceed the limits: instances of instances
// multiply, so they are counted before anything is built or placed.
std::optional<EvaluatedScene> limited_scene(const AnalyzedAssembly& analyzed,
                                            const EvaluatedSceneOptions& options,
                                            Diagnostics& diagnostics) {
  const SceneCount count = count_scene(analyzed.assembly, analyzed.placements);
  const std::uint64_t items = count.nodes + std::min(count.bones, UINT64_MAX - count.nodes);
  if (!fits_limits({0, items, 0}, options.max_vertices, diagnostics)) return std::nullopt;
  const SceneOptions of_scene{.pose = options.pose,
                              .bake_transforms = false,
                              .solver = options.solver,
                              .anchors = has_few_anchors(analyzed, count),
                              .motions = options.motions};
  std::optional<EvaluatedScene> scene(std::in_place);
  scene->tree = build_scene(analyzed.assembly, analyzed.placements, of_scene);
  scene->materials = name_materials(scene->tree);
  const SceneSize size = measure_scene(scene->tree, scene->materials);
  if (!fits_limits({0, 0, size.name_bytes}, options.max_vertices, diagnostics) ||
      !fits_limits(measure_places(scene->tree), options.max_vertices, diagnostics)) {
    return std::nullopt;
  }
  return scene;
}

ShownArmature placed_armature(const Armature& armature, const Pose* pose, const Affine& transform) {
  ShownArmature placed;
  placed.armature = &armature;
  PosedArmature posed;
  if (pose != nullptr) posed = pose_armature(armature, *pose, Solver::Lbs);
  for (std::size_t i = 0; i < armature.bones.size(); ++i) {
    const Bone& bone = armature.bones[i];
    Affine motion;
    if (pose != nullptr) motion = {posed.bones[i].linear, posed.bones[i].translation};
    placed.bones.push_back(
        {&bone, transform(motion(bone.head.value)), transform(motion(bone.tail.value))});
  }
  return placed;
}

// Visits the nodes of the tree, groups before what lies in them.
class Placer {
 public:
  explicit Placer(EvaluatedScene& scene)
      : scene_(scene),
        tree_(scene.tree),
        names_(scene.tree),
        places_(scene.tree.nodes.size(), no_index) {}

  void run();

 private:
  void add_instance(std::uint32_t number);
  void add_mesh(std::uint32_t number);
  void add_anchor(const SceneNode& node);
  void add_armature(const Asset& asset, const Armature& armature, std::uint32_t instance);
  void add_spare_armatures();

  // Of EvaluatedScene::instances: what the node lies in.
  [[nodiscard]] std::uint32_t instance_of(const SceneNode& node) const {
    return node.parent == no_index ? no_index : places_[node.parent];
  }
  [[nodiscard]] std::string path_of(std::uint32_t instance) const {
    return instance == no_index ? std::string() : scene_.instances[instance].path;
  }
  [[nodiscard]] Affine transform_of(std::uint32_t instance) const {
    return instance == no_index ? Affine() : scene_.instances[instance].transform;
  }

  EvaluatedScene& scene_;
  const Scene& tree_;
  NodeNames names_;
  // Of each node of the scene: of EvaluatedScene::instances or of EvaluatedScene::armatures.
  std::vector<std::uint32_t> places_;
  std::vector<Affine> node_transforms_;  // of the instances, without what is baked
};

void Placer::run() {
  for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
    const SceneNode& node = tree_.nodes[i];
    names_.enter(i);
    switch (node.kind) {
      case SceneNodeKind::Group:
        add_instance(i);
        break;
      case SceneNodeKind::Mesh:
        if (node.stored != no_index) add_mesh(i);
        break;
      case SceneNodeKind::Armature:
        places_[i] = static_cast<std::uint32_t>(scene_.armatures.size());
        add_armature(*node.asset, *std::get<const Armature*>(node.object), instance_of(node));
        break;
      case SceneNodeKind::Anchor:
        add_anchor(node);
        break;
    }
  }
  add_spare_armatures();
}

void Placer::add_instance(std::uint32_t number) {
  const SceneNode& node = tree_.nodes[number];
  const std::uint32_t above = instance_of(node);
  const Affine outer = above == no_index ? Affine() : node_transforms_[above];
  const Affine own = node.transform != nullptr ? outer * *node.transform : outer;
  places_[number] = static_cast<std::uint32_t>(scene_.instances.size());
  node_transforms_.push_back(own);
  scene_.instances.push_back(
      {names_.name(), number, node.asset, above, node.baked != nullptr ? own * *node.baked : own});
}

void Placer::add_mesh(std::uint32_t number) {
  const SceneNode& node = tree_.nodes[number];
  const std::uint32_t instance = instance_of(node);
  ShownMesh mesh;
  mesh.node = number;
  mesh.path = path_of(instance);
  mesh.asset = node.asset;
  mesh.mesh = &node.mesh();
  mesh.binding = tree_.meshes[node.stored].binding;
  if (node.armature != no_index) mesh.armature = places_[node.armature];
  mesh.first_primitive = static_cast<std::uint32_t>(scene_.primitives.size());
  mesh.primitive_count = static_cast<std::uint32_t>(mesh.mesh->primitives.size());
  mesh.instance = instance;
  mesh.transform = transform_of(instance);
  if (instance != no_index) mesh.node_transform = node_transforms_[instance];
  const auto place = static_cast<std::uint32_t>(scene_.meshes.size());
  for (const Primitive& primitive : mesh.mesh->primitives) {
    ShownPrimitive& placed = scene_.primitives.emplace_back();
    placed.mesh = place;
    placed.primitive = &primitive;
  }
  scene_.meshes.push_back(std::move(mesh));
}

void Placer::add_anchor(const SceneNode& node) {
  const std::uint32_t instance = instance_of(node);
  const Anchor& anchor = node.anchor();
  scene_.anchors.push_back(
      {path_of(instance), node.asset, &anchor, transform_of(instance)(anchor.translation.value)});
}

void Placer::add_armature(const Asset& asset, const Armature& armature, std::uint32_t instance) {
  const Pose* pose = &asset == tree_.asset ? tree_.pose : nullptr;
  ShownArmature placed = placed_armature(armature, pose, transform_of(instance));
  placed.path = path_of(instance);
  placed.asset = &asset;
  scene_.armatures.push_back(std::move(placed));
}

// Those of the root asset that nothing is bound to there.
void Placer::add_spare_armatures() {
  if (tree_.asset == nullptr) return;
  std::unordered_set<const Armature*> placed;
  for (const ShownArmature& one : scene_.armatures) {
    if (one.path.empty()) placed.insert(one.armature);
  }
  for (const Armature& armature : tree_.asset->document.armatures) {
    if (!placed.contains(&armature)) add_armature(*tree_.asset, armature, no_index);
  }
}

std::vector<Triangle> triangles_of(const EvaluatedPrimitive& evaluated) {
  std::vector<Triangle> triangles;
  triangles.reserve(evaluated.task.topology->index_count() / 3);
  for (const TriangleRun& run : evaluated.triangles) {
    for (std::size_t i = 0; i < run.size(); i += 3) {
      triangles.push_back(run.turned ? Triangle{run[i], run[i + 2], run[i + 1]}
                                     : Triangle{run[i], run[i + 1], run[i + 2]});
    }
  }
  return triangles;
}

std::shared_ptr<const std::vector<JointWeights>> influences_of(
    const EvaluatedPrimitive& evaluated) {
  if (evaluated.task.mesh->binding == nullptr) return nullptr;
  auto influences = std::make_shared<std::vector<JointWeights>>(evaluated.vertices.count());
  for (const InfluenceRun& run : evaluated.influences.runs) {
    std::fill_n(influences->data() + run.begin, run.end - run.begin, run.value);
  }
  return influences;
}

std::shared_ptr<const std::vector<std::vector<UvPoint>>> uvs_of(
    const EvaluatedPrimitive& evaluated) {
  return std::make_shared<std::vector<std::vector<UvPoint>>>(evaluated.uvs.begin(),
                                                             evaluated.uvs.end());
}

void move_by(const Affine& transform, ShownPrimitive& primitive) {
  if (is_identity(transform)) return;
  const Mat3 for_normals = inverse_transpose(transform.linear);
  for (Vec3& position : primitive.positions) position = transform(position);
  for (Vec3& normal : primitive.normals) {
    const Vec3 turned = for_normals * normal;
    normal = turned / length(turned);
  }
  if (determinant(transform.linear) >= 0) return;
  for (Triangle& triangle : primitive.triangles) std::swap(triangle[1], triangle[2]);
}

void set_material(const NamedMaterials& materials, const ScenePart& part,
                  ShownPrimitive& primitive) {
  primitive.material = materials.number_of(part);
  if (primitive.material == no_index) return;
  const auto& color = materials.list[primitive.material].base_color;
  std::copy(color.begin(), color.end(), primitive.color.begin());
}

// Every stored primitive is evaluated once and put wherever it appears.
void evaluate_primitives(EvaluatedScene& scene, const EvaluatedSceneOptions& options,
                         Diagnostics& diagnostics) {
  const Scene& tree = scene.tree;
  std::vector<std::vector<const ShownMesh*>> places(tree.meshes.size());
  for (const ShownMesh& mesh : scene.meshes) {
    places[tree.nodes[mesh.node].stored].push_back(&mesh);
  }
  const auto deliver = [&](const EvaluatedPrimitive& evaluated) {
    const PrimitiveTask& task = evaluated.task;
    const auto positions = evaluated.vertices.positions();
    const auto normals = evaluated.vertices.normals();
    const auto influences = influences_of(evaluated);
    const auto uvs = options.uvs ? uvs_of(evaluated) : nullptr;
    const auto stored = static_cast<std::size_t>(task.mesh - tree.meshes.data());
    const auto number =
        static_cast<std::size_t>(task.primitive - task.mesh->mesh->primitives.data());
    for (const ShownMesh* mesh : places[stored]) {
      ShownPrimitive& primitive = scene.primitives[mesh->first_primitive + number];
      primitive.positions.assign(positions.begin(), positions.end());
      primitive.normals.assign(normals.begin(), normals.end());
      primitive.triangles = triangles_of(evaluated);
      primitive.influences = influences;
      primitive.uvs = uvs;
      set_material(scene.materials, *task.part, primitive);
      move_by(mesh->node_transform, primitive);
    }
  };
  static_cast<void>(
      evaluate_scene(tree, {Winding::Outward, options.threads}, deliver, diagnostics));
}

bool all_fit(const std::vector<Vec3>& vectors) {
  return std::all_of(vectors.begin(), vectors.end(),
                     [](const Vec3& vector) { return fits_binary32(vector); });
}

void report_far(const Scene& tree, const Asset& asset, const ItemOrigin& origin,
                std::string_view what, std::string_view id, Diagnostics& diagnostics) {
  tree.assembly->reporter(asset, diagnostics)
      .report(Code::HugeCoordinate, origin,
              "coordinates of {} '{}' are too large for 32-bit floats", what, id)
      .help("coordinates must stay below 3.4e38");
}

// Nested transforms may move anything far away; what they do is left out.
void check_places(EvaluatedScene& scene, Diagnostics& diagnostics) {
  for (ShownPrimitive& one : scene.primitives) {
    if (all_fit(one.positions) && all_fit(one.normals)) continue;
    one.positions.clear();
    one.normals.clear();
    one.triangles.clear();
    report_far(scene.tree, *scene.mesh_of(one).asset, one.primitive->origin, "primitive",
               one.primitive->id.value, diagnostics);
  }
  for (ShownArmature& one : scene.armatures) {
    for (ShownBone& bone : one.bones) {
      if (fits_binary32(bone.head) && fits_binary32(bone.tail)) continue;
      bone.head = bone.tail = {};  // influences count bones, so it stays in the list
      report_far(scene.tree, *one.asset, bone.bone->origin, "bone", bone.bone->id.value,
                 diagnostics);
    }
  }
  std::erase_if(scene.anchors, [&](const ShownAnchor& one) {
    if (fits_binary32(one.position)) return false;
    report_far(scene.tree, *one.asset, one.anchor->origin, "anchor", one.anchor->id.value,
               diagnostics);
    return true;
  });
}

}  // namespace

std::optional<EvaluatedScene> build_evaluated_scene(const AnalyzedAssembly& analyzed,
                                                    const EvaluatedSceneOptions& options,
                                                    Diagnostics& diagnostics) {
  if (!options.despite_errors && !is_writable(analyzed, options.pose, diagnostics)) {
    return std::nullopt;
  }
  std::optional<EvaluatedScene> scene = limited_scene(analyzed, options, diagnostics);
  if (!scene) return std::nullopt;
  Placer(*scene).run();
  evaluate_primitives(*scene, options, diagnostics);
  check_places(*scene, diagnostics);
  if (diagnostics.has_errors() && !options.despite_errors) return std::nullopt;
  return scene;
}

std::string join_path(std::string_view path, std::string_view id) {
  std::string joined(path);
  if (!path.empty()) joined += '.';
  return joined.append(id);
}

std::string full_id(const ShownMesh& mesh) { return join_path(mesh.path, mesh.mesh->id.value); }

std::string full_id(const EvaluatedScene& scene, const ShownPrimitive& primitive) {
  return join_path(full_id(scene.mesh_of(primitive)), primitive.primitive->id.value);
}

std::optional<Bounds> bounds_of(const EvaluatedScene& scene) {
  std::optional<Bounds> bounds;
  for (const ShownPrimitive& primitive : scene.primitives) {
    if (primitive.positions.empty()) continue;
    const Bounds own = bounds_of(primitive.positions);
    if (bounds) {
      extend(*bounds, own);
    } else {
      bounds = own;
    }
  }
  return bounds;
}

}  // namespace rigy::evaluation
