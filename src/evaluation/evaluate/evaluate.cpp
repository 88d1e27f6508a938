#include "evaluate/evaluate.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "common/parallel.hpp"
#include "distance/nearest.hpp"
#include "influences/dropped.hpp"
#include "shapes/implicit_surface.hpp"
#include "shapes/rest_bounds.hpp"
#include "shapes/tessellate.hpp"
#include "surfaces/surfaces.hpp"

namespace rigy::evaluation {
namespace {

// What evaluating a primitive yields besides its vertices.
struct PrimitiveFindings {
  Bounds bounds;
  bool fits = true;
  bool cancels_out = false;  // why it does not fit
  bool finite = true;        // else there is no surface
  std::vector<DroppedRun> dropped;
};

// Scratch space of one worker.
struct Scratch {
  PrimitiveVertices vertices;
  InfluenceRuns influences;
  std::vector<std::vector<UvPoint>> uvs;
};

bool all_fit(std::span<const Vec3> vectors) {
  return std::all_of(vectors.begin(), vectors.end(),
                     [](const Vec3& vector) { return fits_binary32(vector); });
}

void bake_transform(const Affine& transform, PrimitiveVertices& vertices) {
  const Mat3 for_normals = inverse_transpose(transform.linear);
  for (Vec3& position : vertices.positions()) position = transform(position);
  for (Vec3& normal : vertices.own_normals()) {
    const Vec3 turned = for_normals * normal;
    normal = turned / length(turned);
  }
}

// Inward faces are flipped on request; faces that a reflection flipped are flipped back. (attach3
// makes no reflections: its frames are right-handed. Other sources of a transform may.)
std::array<TriangleRun, 3> triangles_of(const PrimitiveTask& task, Winding winding) {
  const Topology& topology = *task.topology;
  const bool mirrors = task.mesh->baked != nullptr && determinant(task.mesh->baked->linear) < 0;
  const bool turn_inward = (winding == Winding::Outward) != mirrors;
  if (topology.indices.empty()) return {{{{}, turn_inward, topology.vertex_count}, {}, {}}};
  const std::size_t inward = topology.inward_end - topology.inward_begin;
  return {{{topology.indices.first(topology.inward_begin), mirrors},
           {topology.indices.subspan(topology.inward_begin, inward), turn_inward},
           {topology.indices.subspan(topology.inward_end), mirrors}}};
}

void generate_uv_sets(const StoredMesh& mesh, std::span<const Vec3> positions, Scratch& scratch) {
  scratch.uvs.resize(mesh.uv_generators().size());
  for (std::size_t i = 0; i < scratch.uvs.size(); ++i) {
    generate_uvs(mesh.uv_generators()[i], positions, scratch.uvs[i]);
  }
}

// Whether influences depend on the numbers of vertices, which only the document's own surface has.
bool are_numbered(const InfluenceLayers& layers) {
  return layers.file != nullptr || (layers.map != nullptr && !layers.map->overrides.empty());
}

// Those of the nearest vertices of the primitive's own surface.
void borrow_influences(const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
  PrimitiveVertices own;
  static_cast<void>(tessellate(*task.primitive, task.mesh->asset->document.version, own, threads));
  InfluenceLayers layers = task.layers;
  layers.topology = topology_of(*task.primitive);
  InfluenceRuns influences;
  resolve_influences(layers, own.positions(), influences);
  const std::span<const std::uint32_t> runs = last_runs(influences, own.count());
  const NearestPoints nearest(own.positions());
  scratch.influences.runs.clear();
  scratch.influences.dropped.clear();
  const std::span<const Vec3> positions = scratch.vertices.positions();
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    const JointWeights& value = influences.runs[runs[nearest.to(positions[i])]].value;
    scratch.influences.runs.push_back({i, i + 1, value});
  }
}

void make_influences(const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
  if (task.mesh->binding == nullptr) {
    scratch.influences.runs.clear();
  } else if (task.surface != nullptr && are_numbered(task.layers)) {
    borrow_influences(task, threads, scratch);
  } else {
    resolve_influences(task.layers, scratch.vertices.positions(), scratch.influences);
  }
}

bool tessellate_task(const PrimitiveTask& task, unsigned threads, PrimitiveVertices& out) {
  const Version version = task.mesh->asset->document.version;
  return task.surface == nullptr
             ? tessellate(*task.primitive, version, out, threads)
             : tessellate(*task.primitive, *task.surface, version, out, threads);
}

// The vertices of a primitive, in the scratch space. False if its field is not finite: then there
// are none.
bool make_vertices(const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
  const StoredMesh& mesh = *task.mesh;
  PrimitiveVertices& vertices = scratch.vertices;
  if (!tessellate_task(task, threads, vertices)) return false;
  generate_uv_sets(mesh, vertices.positions(), scratch);
  make_influences(task, threads, scratch);
  if (task.posed != nullptr) pose_vertices(*task.posed, scratch.influences, vertices);
  if (mesh.baked != nullptr) bake_transform(*mesh.baked, vertices);
  return true;
}

// The same, and what is to be said about them.
PrimitiveFindings evaluate(const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
  PrimitiveFindings findings;
  findings.finite = make_vertices(task, threads, scratch);
  findings.fits = findings.finite;
  if (!findings.finite) return findings;
  const StoredMesh& mesh = *task.mesh;
  const PrimitiveVertices& vertices = scratch.vertices;
  const std::span<const Vec3> positions = vertices.positions();
  if (mesh.binding != nullptr) {
    findings.dropped = dropped_runs(scratch.influences, vertices.count());
  }
  findings.bounds = bounds_of(positions);
  findings.fits = fits_binary32(findings.bounds.min) && fits_binary32(findings.bounds.max);
  // A pose or a baked transform may yield NaN, which the bounds do not show.
  if (task.posed != nullptr || mesh.baked != nullptr) {
    findings.fits = findings.fits && all_fit(positions) && all_fit(vertices.normals());
  }
  if (findings.fits && task.part->bounds_as_stored) findings.bounds = stored_bounds_of(positions);
  if (!findings.fits && task.posed != nullptr) {
    findings.cancels_out = cancels_out(*task.posed, scratch.influences);
  }
  return findings;
}

// The findings about each task, by look(task, threads, scratch).
template <class Look>
std::vector<PrimitiveFindings> evaluate_each(const std::vector<PrimitiveTask>& tasks,
                                             const EvaluateOptions& options, const Look& look) {
  std::vector<PrimitiveFindings> findings(tasks.size());
  std::vector<std::unique_ptr<Scratch>> scratch;
  const unsigned workers = useful_threads(tasks.size(), options.threads);
  for (unsigned i = 0; i < workers; ++i) scratch.push_back(std::make_unique<Scratch>());
  // Idle workers may help with one large primitive.
  const unsigned threads = std::max(1u, options.threads / workers);
  parallel_for(tasks.size(), options.threads, [&](unsigned worker, std::size_t i) {
    findings[i] = look(tasks[i], threads, *scratch[worker]);
  });
  return findings;
}

EvaluatedPrimitive evaluated(const PrimitiveTask& task, const Scratch& scratch, Winding winding) {
  return {task, scratch.vertices, scratch.influences, triangles_of(task, winding), scratch.uvs};
}

std::vector<PrimitiveFindings> evaluate_all(const std::vector<PrimitiveTask>& tasks,
                                            const EvaluateOptions& options,
                                            const PrimitiveSink& sink) {
  const auto look = [&](const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
    PrimitiveFindings findings = evaluate(task, threads, scratch);
    if (sink && findings.fits) sink(evaluated(task, scratch, options.winding));
    return findings;
  };
  return evaluate_each(tasks, options, look);
}

// What the author wrote about the influences of a primitive that has some.
NodeId place_of_influences(const InfluenceLayers& layers) {
  return layers.map != nullptr ? layers.map->primitive.node : layers.weights->bones.node;
}

void report_overflow(const PrimitiveTask& task, const Reporter& at) {
  at.report(Code::HugeCoordinate, task.primitive->origin,
            "coordinates of primitive '{}' are too large for 32-bit floats",
            task.primitive->id.value)
      .help("keep coordinates below 3.4e38");
}

void report_cancelling(const PrimitiveTask& task, const Reporter& at) {
  at.report(Code::CancellingRotations, task.primitive->origin,
            "in pose '{}' the rotations of the bones of primitive '{}' cancel each other "
            "out: their dual quaternions sum to zero",
            task.mesh->pose->id.value, task.primitive->id.value)
      .help("use skinning_solver: lbs, or give one of the bones more weight");
}

void report_dropped(const PrimitiveTask& task, const DroppedRun& run, const Reporter& at) {
  at.report(Code::TooManyInfluences, task.primitive->origin.at(place_of_influences(task.layers)),
            "{}", DroppedText{run, *task.layers.armature, task.primitive->id.value})
      .help("a vertex keeps its four strongest influences; give it at most four");
}

void report_findings(const Scene& scene, const std::vector<PrimitiveTask>& tasks,
                     const std::vector<PrimitiveFindings>& findings, Diagnostics& diagnostics) {
  std::unordered_set<const Primitive*> warned;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (findings[i].fits && findings[i].dropped.empty()) continue;
    const Reporter at = scene.assembly->reporter(*tasks[i].mesh->asset, diagnostics);
    if (!findings[i].finite) {
      report_field_not_finite(*tasks[i].primitive, at);
    } else if (findings[i].cancels_out) {
      report_cancelling(tasks[i], at);
    } else if (!findings[i].fits) {
      report_overflow(tasks[i], at);
    }
    // A mesh that is stored several times gets its warnings once.
    if (findings[i].dropped.empty() || !warned.insert(tasks[i].primitive).second) continue;
    for (const DroppedRun& run : findings[i].dropped) report_dropped(tasks[i], run, at);
  }
}

// Bones at rest are checked with their armature; a baked transform moves them.
void report_baked_bones(const Scene& scene, Diagnostics& diagnostics) {
  for (const StoredMesh& mesh : scene.meshes) {
    if (!mesh.skinned || mesh.baked == nullptr) continue;
    const Reporter at = scene.assembly->reporter(*mesh.asset, diagnostics);
    for (const Bone& bone : mesh.armature().bones) {
      if (fits_binary32((*mesh.baked)(bone.head.value))) continue;
      at.report(Code::HugeCoordinate, bone.origin.at(bone.head.node),
                "the head of bone '{}' is too large for a 32-bit float", bone.id.value)
          .help("keep coordinates below 3.4e38");
    }
  }
}

std::vector<Bounds> bounds_of_parts(const Scene& scene, const std::vector<PrimitiveTask>& tasks,
                                    const std::vector<PrimitiveFindings>& findings) {
  std::vector<Bounds> bounds(scene.part_count);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    Bounds& of_part = bounds[tasks[i].part_number];
    if (tasks[i].first_vertex == 0) of_part = findings[i].bounds;
    extend(of_part, findings[i].bounds);
  }
  return bounds;
}

// Each keeps its place in its part, where it leaves room unused.
void replace_surfaces(const SurfaceLevel& surfaces, EvaluationPlan& plan) {
  for (PrimitiveTask& task : plan.tasks) {
    const auto found = surfaces.find(task.primitive);
    if (found == surfaces.end()) continue;
    task.surface = found->second.get();
    task.topology = &task.surface->topology;
    task.layers.topology = task.topology;
  }
}

// The rest shapes of checked documents fit; the fields of their surfaces still have to be
// evaluated.
bool may_have_findings(const PrimitiveTask& task) {
  return task.primitive->type == PrimitiveType::ImplicitSurface || task.posed != nullptr ||
         task.mesh->baked != nullptr || (task.mesh->binding != nullptr && may_drop(task.layers));
}

}  // namespace

std::vector<Bounds> evaluate_scene(const Scene& scene, const EvaluateOptions& options,
                                   const PrimitiveSink& sink, Diagnostics& diagnostics) {
  const EvaluationPlan plan = options.surfaces == nullptr
                                  ? plan_evaluation(scene)
                                  : plan_evaluation(scene, *options.surfaces);
  return evaluate_scene(scene, plan, options, sink, diagnostics);
}

EvaluationPlan plan_evaluation(const Scene& scene, const SurfaceLevel& surfaces) {
  EvaluationPlan plan = plan_evaluation(scene);
  replace_surfaces(surfaces, plan);
  return plan;
}

std::vector<Bounds> evaluate_scene(const Scene& scene, const EvaluationPlan& plan,
                                   const EvaluateOptions& options, const PrimitiveSink& sink,
                                   Diagnostics& diagnostics) {
  const std::vector<PrimitiveFindings> findings = evaluate_all(plan.tasks, options, sink);
  report_findings(scene, plan.tasks, findings, diagnostics);
  report_baked_bones(scene, diagnostics);
  return bounds_of_parts(scene, plan.tasks, findings);
}

std::vector<Bounds> measure_bounds(const Scene& scene, const EvaluationPlan& plan,
                                   const EvaluateOptions& options, Diagnostics& diagnostics) {
  const auto look = [](const PrimitiveTask& task, unsigned threads, Scratch& scratch) {
    if (!may_have_findings(task)) {
      PrimitiveFindings findings;
      const auto bounds = rest_bounds(*task.primitive, task.part->bounds_as_stored);
      if (bounds) findings.bounds = *bounds;
      if (bounds) return findings;
    }
    return evaluate(task, threads, scratch);
  };
  const std::vector<PrimitiveFindings> findings = evaluate_each(plan.tasks, options, look);
  report_findings(scene, plan.tasks, findings, diagnostics);
  report_baked_bones(scene, diagnostics);
  return bounds_of_parts(scene, plan.tasks, findings);
}

struct PrimitiveEvaluator::State : Scratch {};

PrimitiveEvaluator::PrimitiveEvaluator(Winding winding, unsigned threads)
    : winding_(winding), threads_(threads), state_(std::make_unique<State>()) {}

PrimitiveEvaluator::~PrimitiveEvaluator() = default;

EvaluatedPrimitive PrimitiveEvaluator::evaluate(const PrimitiveTask& task) {
  static_cast<void>(make_vertices(task, threads_, *state_));
  return evaluated(task, *state_, winding_);
}

void check_geometry(const Scene& scene, const EvaluateOptions& options, Diagnostics& diagnostics) {
  EvaluationPlan plan = plan_evaluation(scene);
  std::erase_if(plan.tasks, [](const PrimitiveTask& task) { return !may_have_findings(task); });
  report_findings(scene, plan.tasks, evaluate_all(plan.tasks, options, {}), diagnostics);
  report_baked_bones(scene, diagnostics);
}

}  // namespace rigy::evaluation
