#include "glb/fill.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "geometry/tessellate.hpp"
#include "glb/little_endian.hpp"
#include "influences/dropped.hpp"
#include "influences/influences.hpp"
#include "pose/pose.hpp"

namespace rigy {
namespace {

// One primitive and where its slices begin.
struct Job {
  std::uint32_t mesh = 0;
  const Primitive* primitive = nullptr;
  std::uint32_t first_vertex = 0;
  std::uint32_t first_index = 0;
  InfluenceLayers layers;  // of a bound mesh
  const PosedArmature* posed = nullptr;
};

// What a job found out besides the bytes.
struct Outcome {
  Bounds bounds;
  bool fits = true;
  bool cancels_out = false;  // why it does not fit
  std::vector<DroppedRun> dropped;
};

// Scratch space of one worker.
struct Scratch {
  PrimitiveVertices vertices;
  InfluenceRuns influences;
};

const Armature& armature_of(const SceneMesh& mesh) {
  return mesh.asset->document.armatures[mesh.binding->armature.index];
}

template <class Number>
void extend(Number& min, Number& max, Number value) {
  min = value < min ? value : min;
  max = value > max ? value : max;
}

void extend(Bounds& bounds, const Vec3& p) {
  extend(bounds.min.x, bounds.max.x, p.x);
  extend(bounds.min.y, bounds.max.y, p.y);
  extend(bounds.min.z, bounds.max.z, p.z);
}

Bounds bounds_of(std::span<const Vec3> points) {
  Bounds bounds{points[0], points[0]};
  for (const Vec3& point : points) extend(bounds, point);
  return bounds;
}

// The bounds of the positions as they are stored. Rounding the binary64 bounds instead would lose
// the sign of a zero that only rounding makes equal. Compared as floats throughout: gcc 12 folds
// double → float → double away when it vectorises.
Bounds stored_bounds_of(std::span<const Vec3> points) {
  std::array<float, 3> min{};
  std::array<float, 3> max{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    min[axis] = max[axis] = static_cast<float>(points[0][axis]);
    for (const Vec3& point : points) {
      extend(min[axis], max[axis], static_cast<float>(point[axis]));
    }
  }
  return {{min[0], min[1], min[2]}, {max[0], max[1], max[2]}};
}

bool all_fit(std::span<const Vec3> vectors) {
  return std::all_of(vectors.begin(), vectors.end(),
                     [](const Vec3& vector) { return fits_binary32(vector); });
}

void bake_transform(const Affine& transform, const Shape& shape, PrimitiveVertices& vertices) {
  const Mat3 for_normals = inverse_transpose(transform.linear);
  own_normals(shape, vertices);
  for (std::size_t i = 0; i < vertices.count; ++i) {
    vertices.positions[i] = transform(vertices.positions[i]);
    const Vec3 normal = for_normals * vertices.normals[i];
    vertices.normals[i] = normal / length(normal);
  }
}

// Three numbers each, one behind the other.
std::span<const double> flat(std::span<const Vec3> vectors) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return {&vectors[0].x, 3 * vectors.size()};
}

void write_vectors(std::span<const Vec3> vectors, std::byte* out) {
  const std::span<const double> numbers = flat(vectors);
  put_all<float>(out, numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
}

void write_normals(const Shape& shape, const PrimitiveVertices& vertices, std::byte* out) {
  if (vertices.turned) {
    write_vectors(std::span(vertices.normals).first(vertices.count), out);
    return;
  }
  const std::span<const float> numbers = shape.stored_normals;
  put_all<float>(out, numbers.size(), [numbers](std::size_t i) { return numbers[i]; });
}

std::byte* write_indices(std::span<const std::uint32_t> indices, std::uint32_t first_vertex,
                         std::byte* out) {
  return put_all<std::uint32_t>(out, indices.size(), [indices, first_vertex](std::size_t i) {
    return first_vertex + indices[i];
  });
}

// Turns the triangles over; each keeps its first corner.
std::byte* write_turned_indices(std::span<const std::uint32_t> indices, std::uint32_t first_vertex,
                                std::byte* out) {
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    out = put(out, first_vertex + indices[i]);
    out = put(out, first_vertex + indices[i + 2]);
    out = put(out, first_vertex + indices[i + 1]);
  }
  return out;
}

void write_primitive_indices(const Job& job, const Shape& shape, const SceneMesh& mesh,
                             Winding winding, std::byte* out) {
  // What faces inward is turned on request; what a reflection turned over is turned back. (attach3
  // makes no reflections: its frames are right-handed. Other sources of a transform may.)
  const bool mirrors = mesh.baked && determinant(mesh.baked->linear) < 0;
  const bool turn_inward = (winding == Winding::Outward) != mirrors;
  const auto write = [&](std::span<const std::uint32_t> indices, bool turn) {
    out = turn ? write_turned_indices(indices, job.first_vertex, out)
               : write_indices(indices, job.first_vertex, out);
  };
  write(shape.indices.first(shape.inward_indices), turn_inward);
  write(shape.indices.subspan(shape.inward_indices), mirrors);
}

void write_influences(const InfluenceRuns& influences, std::byte* joints, std::byte* weights) {
  for (const InfluenceRun& run : influences.runs) {
    std::array<std::byte, 8> joint_bytes{};
    std::array<std::byte, 16> weight_bytes{};
    for (std::size_t i = 0; i < 4; ++i) {
      put(joint_bytes.data() + 2 * i, run.value.joints[i]);
      put(weight_bytes.data() + 4 * i, static_cast<float>(run.value.weights[i]));
    }
    for (std::size_t vertex = run.begin; vertex < run.end; ++vertex) {
      std::memcpy(joints + 8 * vertex, joint_bytes.data(), joint_bytes.size());
      std::memcpy(weights + 16 * vertex, weight_bytes.data(), weight_bytes.size());
    }
  }
}

// Translation by −head, column-major.
void write_inverse_binds(const SceneMesh& mesh, std::byte* out) {
  for (const Bone& bone : armature_of(mesh).bones) {
    const Vec3 head = mesh.baked ? (*mesh.baked)(bone.head.value) : bone.head.value;
    const double matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -head.x, -head.y, -head.z, 1};
    for (const double element : matrix) out = put(out, static_cast<float>(element));
  }
}

class Filler {
 public:
  Filler(const Scene& scene, const Layout& layout, const CompileOptions& options,
         std::span<std::byte> out)
      : scene_(scene), layout_(layout), options_(options), out_(out) {}

  std::vector<Bounds> fill(Diagnostics& diagnostics);

 private:
  void plan_mesh_jobs(std::uint32_t mesh);
  void run(const Job& job, Scratch& scratch, Outcome& outcome) const;
  void report(const Job& job, const Outcome& outcome, Diagnostics& diagnostics);
  const PosedArmature* posed_armature(const SceneMesh& mesh);
  void report_baked_bones(const SceneMesh& mesh, Diagnostics& diagnostics) const;
  void write_all_inverse_binds();

  const Scene& scene_;
  const Layout& layout_;
  const CompileOptions& options_;
  std::span<std::byte> out_;
  std::vector<Job> jobs_;
  std::map<std::pair<const Armature*, Solver>, PosedArmature> posed_;
  std::unordered_set<const Primitive*> warned_;
};

const PosedArmature* Filler::posed_armature(const SceneMesh& mesh) {
  if (mesh.pose == nullptr) return nullptr;
  const Solver solver = mesh.binding->solver.value_or(mesh.asset->document.solver);
  const Armature& armature = armature_of(mesh);
  const auto [known, is_new] = posed_.try_emplace({&armature, solver});
  if (is_new) known->second = pose_armature(armature, *mesh.pose, solver);
  return &known->second;
}

void Filler::plan_mesh_jobs(std::uint32_t index) {
  const SceneMesh& mesh = scene_.meshes[index];
  const PosedArmature* posed = posed_armature(mesh);
  const std::size_t first = jobs_.size();
  Job job;
  job.mesh = index;
  job.posed = posed;
  if (mesh.binding != nullptr) {
    job.layers.armature = &armature_of(mesh);
    job.layers.root = root_bone(armature_of(mesh));
  }
  for (const Primitive& primitive : mesh.mesh->primitives) {
    const Shape& shape = shape_of(*primitive.type);
    job.primitive = &primitive;
    job.layers.shape = &shape;
    jobs_.push_back(job);
    job.first_vertex += shape.vertex_count();
    job.first_index += static_cast<std::uint32_t>(shape.indices.size());
  }
  if (mesh.binding == nullptr) return;
  for (const PrimitiveWeights& weights : mesh.binding->weights) {
    jobs_[first + weights.primitive.index].layers.weights = &weights;
  }
  for (const WeightMap& map : mesh.binding->weight_maps) {
    InfluenceLayers& layers = jobs_[first + map.primitive.index].layers;
    layers.map = &map;
    if (map.weight_file != unresolved) layers.file = &mesh.asset->weight_files[map.weight_file];
  }
}

void Filler::run(const Job& job, Scratch& scratch, Outcome& outcome) const {
  const SceneMesh& mesh = scene_.meshes[job.mesh];
  const MeshLayout& blocks = layout_.meshes[job.mesh];
  const Shape& shape = shape_of(*job.primitive->type);
  PrimitiveVertices& vertices = scratch.vertices;
  const auto slice = [&](const Block& block, std::uint64_t element, std::uint64_t size) {
    return out_.data() + block.offset + element * size;
  };
  tessellate(*job.primitive, vertices);
  const std::span<const Vec3> positions = std::span(vertices.positions).first(vertices.count);
  if (mesh.binding != nullptr) {
    resolve_influences(job.layers, positions, scratch.influences);
    outcome.dropped = dropped_runs(scratch.influences, vertices.count);
  }
  if (job.posed != nullptr) pose_vertices(*job.posed, scratch.influences, shape, vertices);
  if (mesh.baked) bake_transform(*mesh.baked, shape, vertices);
  outcome.bounds = bounds_of(positions);
  outcome.fits = fits_binary32(outcome.bounds.min) && fits_binary32(outcome.bounds.max);
  // A pose or a baked transform may yield what is no number at all, which the bounds do not show.
  if (job.posed != nullptr || mesh.baked) {
    outcome.fits = outcome.fits && all_fit(positions) &&
                   all_fit(std::span(vertices.normals).first(vertices.count));
  }
  if (!outcome.fits) {
    outcome.cancels_out = job.posed != nullptr && cancels_out(*job.posed, scratch.influences);
    return;
  }
  if (scene_.posed) outcome.bounds = stored_bounds_of(positions);
  write_vectors(positions, slice(blocks.positions, job.first_vertex, 12));
  write_normals(shape, vertices, slice(blocks.normals, job.first_vertex, 12));
  write_primitive_indices(job, shape, mesh, options_.winding,
                          slice(blocks.indices, job.first_index, 4));
  if (!mesh.skinned) return;
  write_influences(scratch.influences, slice(blocks.joints, job.first_vertex, 8),
                   slice(blocks.weights, job.first_vertex, 16));
}

// What the author wrote about the influences of a primitive that has some.
NodeId place_of_influences(const InfluenceLayers& layers) {
  return layers.map != nullptr ? layers.map->primitive.node : layers.weights->bones.node;
}

void Filler::report(const Job& job, const Outcome& outcome, Diagnostics& diagnostics) {
  const Asset& asset = *scene_.meshes[job.mesh].asset;
  const Reporter at = scene_.assembly->reporter(asset, diagnostics);
  if (outcome.cancels_out) {
    at.report(Code::X27, job.primitive->origin,
              "in pose '{}' the rotations of the bones of primitive '{}' cancel each other "
              "out: their dual quaternions sum to zero",
              std::string_view(options_.pose), job.primitive->id.value)
        .help("use skinning_solver: lbs, or give one of the bones more weight");
  } else if (!outcome.fits) {
    at.report(Code::X13, job.primitive->origin,
              "primitive '{}' reaches coordinates that binary32 cannot hold",
              job.primitive->id.value)
        .help("coordinates must stay below 3.4e38");
  }
  // A mesh that is stored several times is warned about once.
  if (!outcome.dropped.empty() && !warned_.insert(job.primitive).second) return;
  for (const DroppedRun& run : outcome.dropped) {
    at.report(Code::W01, job.primitive->origin.at(place_of_influences(job.layers)), "{}",
              DroppedText{run, *job.layers.armature, job.primitive->id.value})
        .help("a vertex keeps its four strongest influences; give it no more than four");
  }
}

// Bones in their places are checked with their armature; a baked transform moves them.
void Filler::report_baked_bones(const SceneMesh& mesh, Diagnostics& diagnostics) const {
  const Reporter at = scene_.assembly->reporter(*mesh.asset, diagnostics);
  for (const Bone& bone : armature_of(mesh).bones) {
    if (fits_binary32((*mesh.baked)(bone.head.value))) continue;
    at.report(Code::X13, bone.origin.at(bone.head.node),
              "the head of bone '{}' is too far away for binary32", bone.id.value)
        .help("coordinates must stay below 3.4e38");
  }
}

// Meshes bound to one armature have the same matrices, unless a transform was baked into them.
void Filler::write_all_inverse_binds() {
  std::unordered_map<const Armature*, const std::byte*> written;
  for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
    const SceneMesh& mesh = scene_.meshes[i];
    if (!mesh.skinned) continue;
    const Block& block = layout_.meshes[i].inverse_binds;
    std::byte* out = out_.data() + block.offset;
    const auto known = written.find(&armature_of(mesh));
    if (mesh.baked || known == written.end()) {
      write_inverse_binds(mesh, out);
    } else {
      std::memcpy(out, known->second, block.size);
    }
    if (!mesh.baked) written.emplace(&armature_of(mesh), out);
  }
}

std::vector<Bounds> Filler::fill(Diagnostics& diagnostics) {
  for (std::uint32_t mesh = 0; mesh < scene_.meshes.size(); ++mesh) plan_mesh_jobs(mesh);
  std::vector<Outcome> outcomes(jobs_.size());
  std::vector<std::unique_ptr<Scratch>> scratch;
  for (unsigned i = 0; i < useful_threads(jobs_.size(), options_.threads); ++i) {
    scratch.push_back(std::make_unique<Scratch>());
  }
  parallel_for(jobs_.size(), options_.threads, [&](unsigned worker, std::size_t i) {
    run(jobs_[i], *scratch[worker], outcomes[i]);
  });
  std::vector<Bounds> bounds(scene_.meshes.size());
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    report(jobs_[i], outcomes[i], diagnostics);
    Bounds& of_mesh = bounds[jobs_[i].mesh];
    if (jobs_[i].first_vertex == 0) of_mesh = outcomes[i].bounds;
    extend(of_mesh, outcomes[i].bounds.min);
    extend(of_mesh, outcomes[i].bounds.max);
  }
  write_all_inverse_binds();
  for (const SceneMesh& mesh : scene_.meshes) {
    if (mesh.skinned && mesh.baked) report_baked_bones(mesh, diagnostics);
  }
  return bounds;
}

}  // namespace

std::vector<Bounds> fill_binary(const Scene& scene, const Layout& layout,
                                const CompileOptions& options, std::span<std::byte> out,
                                Diagnostics& diagnostics) {
  return Filler(scene, layout, options, out).fill(diagnostics);
}

}  // namespace rigy
