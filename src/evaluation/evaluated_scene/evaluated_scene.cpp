#include "evaluated_scene/evaluated_scene.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "analyze/writable.hpp"
#include "evaluate/evaluate.hpp"
#include "skinning/skinning.hpp"

namespace rigy::evaluation {
namespace {

struct WorldSize {
  std::uint64_t vertices = 0;
  std::uint64_t items = 0;  // nodes, primitives, bones, anchors
  std::uint64_t names = 0;  // bytes, paths included
};

// Instances of instances multiply, so this counts before anything is placed.
WorldSize measure_world(const Scene& scene) {
  WorldSize size;
  for (const SceneNode& node : scene.nodes) {
    const std::uint64_t anchors = node.asset == nullptr ? 0 : node.asset->document.anchors.size();
    size.items += 1 + anchors;
    size.names += (1 + anchors) * node.name.size();
    if (node.bones != no_index) size.items += scene.bones[node.bones].armature->bones.size();
    if (node.mesh == no_index) continue;
    const SceneMesh& mesh = scene.meshes[node.mesh];
    size.items += mesh.mesh->primitives.size();
    for (const ScenePart& part : scene.parts_of(mesh)) size.vertices += part.vertex_count;
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

bool fits_limits(const WorldSize& size, std::uint64_t max_vertices, Diagnostics& diagnostics) {
  return fits(size.vertices, max_vertices, "vertices", diagnostics) &&
         fits(size.items, max_placed_items, "nodes, primitives, bones and anchors", diagnostics) &&
         fits(size.names, max_placed_names, "bytes of names and paths", diagnostics);
}

// The scene, unless it would already exceed the limits: it is counted before it is built.
std::optional<Scene> limited_scene(const AnalyzedAssembly& analyzed, const WorldOptions& options,
                                   Diagnostics& diagnostics) {
  const SceneOptions of_scene{options.pose, false, options.solver};
  const SceneSize size =
      measure_scene(analyzed.assembly, analyzed.placements, of_scene, max_placed_items);
  if (!fits_limits({0, size.nodes + size.bones, size.name_bytes}, options.max_vertices,
                   diagnostics)) {
    return std::nullopt;
  }
  Scene scene = build_scene(analyzed.assembly, analyzed.placements, of_scene);
  if (!fits_limits(measure_world(scene), options.max_vertices, diagnostics)) return std::nullopt;
  return scene;
}

const Pose* find_pose(const Document& document, const std::string& id) {
  for (const Pose& pose : document.poses) {
    if (!id.empty() && pose.id.value == id) return &pose;
  }
  return nullptr;
}

std::map<const Armature*, const Asset*> owners_of_armatures(const Assembly& assembly) {
  std::map<const Armature*, const Asset*> owners;
  for (const auto& asset : assembly.assets) {
    for (const Armature& armature : asset->document.armatures) {
      owners.emplace(&armature, asset.get());
    }
  }
  return owners;
}

WorldArmature placed_armature(const Armature& armature, const Pose* pose, const Affine& transform) {
  WorldArmature placed;
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

// Visits the nodes of the scene, parents before children.
class Placer {
 public:
  Placer(World& world, const std::string& pose)
      : world_(world),
        scene_(world.scene),
        root_(scene_.asset),
        pose_(root_ == nullptr ? nullptr : find_pose(root_->document, pose)),
        owners_(owners_of_armatures(*scene_.assembly)),
        instance_of_(scene_.node_count, no_index) {}

  void run();

 private:
  void add_instance(const SceneNode& node, std::uint32_t above);
  void add_mesh(const SceneNode& node, std::uint32_t instance, std::uint32_t armature);
  void add_anchors(const Asset& asset, std::uint32_t instance);
  std::uint32_t add_armature(const Armature& armature, std::uint32_t instance);

  [[nodiscard]] std::string path_of(std::uint32_t instance) const {
    return instance == no_index ? std::string() : world_.instances[instance].path;
  }
  [[nodiscard]] Affine transform_of(std::uint32_t instance) const {
    return instance == no_index ? Affine() : world_.instances[instance].transform;
  }

  World& world_;
  const Scene& scene_;
  const Asset* root_;  // null for a scene, in which everything is an instance
  const Pose* pose_;
  std::map<const Armature*, const Asset*> owners_;
  std::vector<std::uint32_t> instance_of_;  // that a node, by its number in the output, lies in
  std::vector<Affine> node_transforms_;     // of the instances, without what is baked
  std::map<std::pair<std::uint32_t, const Armature*>, std::uint32_t> armatures_;
};

void Placer::run() {
  if (root_ != nullptr) add_anchors(*root_, no_index);
  std::uint32_t number = 0;  // bones are nodes of the output too
  for (const SceneNode& node : scene_.nodes) {
    const SceneBones* bones = node.bones == no_index ? nullptr : &scene_.bones[node.bones];
    const std::uint32_t instance = instance_of_[node.only_bones ? bones->skeleton : number];
    std::uint32_t armature = no_index;
    if (bones != nullptr) armature = add_armature(*bones->armature, instance);
    if (node.mesh != no_index) {
      add_mesh(node, instance, armature);
    } else if (!node.only_bones) {
      add_instance(node, instance);
    }
    number = bones == nullptr
                 ? number + 1
                 : bones->first + static_cast<std::uint32_t>(bones->armature->bones.size());
  }
  if (root_ == nullptr) return;
  for (const Armature& armature : root_->document.armatures) add_armature(armature, no_index);
}

void Placer::add_instance(const SceneNode& node, std::uint32_t above) {
  const Affine outer = above == no_index ? Affine() : node_transforms_[above];
  const Affine own = node.matrix ? outer * *node.matrix : outer;
  const auto place = static_cast<std::uint32_t>(world_.instances.size());
  node_transforms_.push_back(own);
  world_.instances.push_back({node.name, node.asset, above, node.baked ? own * *node.baked : own});
  for (const std::uint32_t child : node.children) instance_of_[child] = place;
  if (node.asset != nullptr) add_anchors(*node.asset, place);
}

void Placer::add_mesh(const SceneNode& node, std::uint32_t instance, std::uint32_t armature) {
  const SceneMesh& stored = scene_.meshes[node.mesh];
  WorldMesh mesh;
  mesh.path = path_of(instance);
  mesh.asset = stored.asset;
  mesh.mesh = stored.mesh;
  mesh.binding = stored.binding;
  mesh.armature = armature;
  mesh.first_primitive = static_cast<std::uint32_t>(world_.primitives.size());
  mesh.primitive_count = static_cast<std::uint32_t>(stored.mesh->primitives.size());
  mesh.instance = instance;
  mesh.stored = node.mesh;
  mesh.transform = transform_of(instance);
  if (instance != no_index) mesh.node_transform = node_transforms_[instance];
  const auto place = static_cast<std::uint32_t>(world_.meshes.size());
  for (const Primitive& primitive : stored.mesh->primitives) {
    WorldPrimitive& placed = world_.primitives.emplace_back();
    placed.mesh = place;
    placed.primitive = &primitive;
  }
  world_.meshes.push_back(std::move(mesh));
}

void Placer::add_anchors(const Asset& asset, std::uint32_t instance) {
  const Affine transform = transform_of(instance);
  for (const Anchor& anchor : asset.document.anchors) {
    world_.anchors.push_back(
        {path_of(instance), &asset, &anchor, transform(anchor.translation.value)});
  }
}

std::uint32_t Placer::add_armature(const Armature& armature, std::uint32_t instance) {
  const auto next = static_cast<std::uint32_t>(world_.armatures.size());
  const auto [known, is_new] = armatures_.emplace(std::pair(instance, &armature), next);
  if (!is_new) return known->second;
  const Asset* owner = owners_.at(&armature);
  WorldArmature placed =
      placed_armature(armature, owner == root_ ? pose_ : nullptr, transform_of(instance));
  placed.path = path_of(instance);
  placed.asset = owner;
  world_.armatures.push_back(std::move(placed));
  return next;
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
    std::fill(influences->begin() + run.begin, influences->begin() + run.end, run.value);
  }
  return influences;
}

std::shared_ptr<const std::vector<std::vector<UvPoint>>> uvs_of(
    const EvaluatedPrimitive& evaluated) {
  return std::make_shared<std::vector<std::vector<UvPoint>>>(evaluated.uvs.begin(),
                                                             evaluated.uvs.end());
}

void move_by(const Affine& transform, WorldPrimitive& primitive) {
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

void set_material(const Scene& scene, std::uint32_t material, WorldPrimitive& primitive) {
  primitive.material = material;
  if (material == no_index) return;
  const auto& color = scene.materials[material].base_color;
  std::copy(color.begin(), color.end(), primitive.color.begin());
}

// Every stored primitive is evaluated once and put wherever it appears.
void evaluate_world(World& world, const WorldOptions& options, Diagnostics& diagnostics) {
  const Scene& scene = world.scene;
  std::vector<std::vector<const WorldMesh*>> places(scene.meshes.size());
  for (const WorldMesh& mesh : world.meshes) places[mesh.stored].push_back(&mesh);
  const auto deliver = [&](const EvaluatedPrimitive& evaluated) {
    const PrimitiveTask& task = evaluated.task;
    const auto positions = evaluated.vertices.positions();
    const auto normals = evaluated.vertices.normals();
    const auto influences = influences_of(evaluated);
    const auto uvs = options.uvs ? uvs_of(evaluated) : nullptr;
    const auto stored = static_cast<std::size_t>(task.mesh - scene.meshes.data());
    const auto number =
        static_cast<std::size_t>(task.primitive - task.mesh->mesh->primitives.data());
    for (const WorldMesh* mesh : places[stored]) {
      WorldPrimitive& primitive = world.primitives[mesh->first_primitive + number];
      primitive.positions.assign(positions.begin(), positions.end());
      primitive.normals.assign(normals.begin(), normals.end());
      primitive.triangles = triangles_of(evaluated);
      primitive.influences = influences;
      primitive.uvs = uvs;
      set_material(scene, scene.parts[task.part].material, primitive);
      move_by(mesh->node_transform, primitive);
    }
  };
  static_cast<void>(
      evaluate_scene(scene, {Winding::Outward, options.threads}, deliver, diagnostics));
}

bool all_fit(const std::vector<Vec3>& vectors) {
  return std::all_of(vectors.begin(), vectors.end(),
                     [](const Vec3& vector) { return fits_binary32(vector); });
}

void report_far(const Scene& scene, const Asset& asset, const ItemOrigin& origin,
                std::string_view what, std::string_view id, Diagnostics& diagnostics) {
  scene.assembly->reporter(asset, diagnostics)
      .report(Code::HugeCoordinate, origin,
              "coordinates of {} '{}' are too large for 32-bit floats", what, id)
      .help("coordinates must stay below 3.4e38");
}

// Nested transforms may move anything far away; what they do is left out.
void check_places(World& world, Diagnostics& diagnostics) {
  for (WorldPrimitive& one : world.primitives) {
    if (all_fit(one.positions) && all_fit(one.normals)) continue;
    one.positions.clear();
    one.normals.clear();
    one.triangles.clear();
    report_far(world.scene, *world.mesh_of(one).asset, one.primitive->origin, "primitive",
               one.primitive->id.value, diagnostics);
  }
  for (WorldArmature& one : world.armatures) {
    for (WorldBone& bone : one.bones) {
      if (fits_binary32(bone.head) && fits_binary32(bone.tail)) continue;
      bone.head = bone.tail = {};  // influences count bones, so it stays in the list
      report_far(world.scene, *one.asset, bone.bone->origin, "bone", bone.bone->id.value,
                 diagnostics);
    }
  }
  std::erase_if(world.anchors, [&](const WorldAnchor& one) {
    if (fits_binary32(one.position)) return false;
    report_far(world.scene, *one.asset, one.anchor->origin, "anchor", one.anchor->id.value,
               diagnostics);
    return true;
  });
}

}  // namespace

std::optional<World> build_world(const AnalyzedAssembly& analyzed, const WorldOptions& options,
                                 Diagnostics& diagnostics) {
  if (!options.despite_errors && !is_writable(analyzed, options.pose, diagnostics)) {
    return std::nullopt;
  }
  std::optional<Scene> scene = limited_scene(analyzed, options, diagnostics);
  if (!scene) return std::nullopt;
  std::optional<World> world(std::in_place);
  world->scene = std::move(*scene);
  Placer(*world, options.pose).run();
  evaluate_world(*world, options, diagnostics);
  check_places(*world, diagnostics);
  if (diagnostics.has_errors() && !options.despite_errors) return std::nullopt;
  return world;
}

std::string join_path(std::string_view path, std::string_view id) {
  std::string joined(path);
  if (!path.empty()) joined += '.';
  return joined.append(id);
}

std::string full_id(const WorldMesh& mesh) { return join_path(mesh.path, mesh.mesh->id.value); }

std::string full_id(const World& world, const WorldPrimitive& primitive) {
  return join_path(full_id(world.mesh_of(primitive)), primitive.primitive->id.value);
}

std::optional<Bounds> bounds_of(const World& world) {
  std::optional<Bounds> bounds;
  for (const WorldPrimitive& primitive : world.primitives) {
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
