#include "export_model/number_source.hpp"

#include <algorithm>
#include <map>

#include "common/parallel.hpp"
#include "export_model/cache_order.hpp"
#include "export_model/coarse.hpp"
#include "export_model/colors.hpp"
#include "export_model/flat.hpp"
#include "export_model/points.hpp"
#include "export_model/rebind.hpp"
#include "hashing/text_hash.hpp"
#include "platform/threads.hpp"

namespace rigy::outputs {
namespace {

// Lends its members to threads; each has one to itself meanwhile.
template <class Member>
class Pool {
 public:
  [[nodiscard]] std::unique_ptr<Member> take() {
    const platform::Monitor::Held held(monitor_);
    if (free_.empty()) return std::make_unique<Member>();
    std::unique_ptr<Member> member = std::move(free_.back());
    free_.pop_back();
    return member;
  }
  void give(std::unique_ptr<Member> member) {
    const platform::Monitor::Held held(monitor_);
    free_.push_back(std::move(member));
  }

 private:
  platform::Monitor monitor_;
  std::vector<std::unique_ptr<Member>> free_;
};

// All triangles of a primitive.
PrimitiveGroup group_of(const Geometry& geometry) {
  PrimitiveGroup group;
  group.index_count = static_cast<std::uint32_t>(geometry.indices.size());
  return group;
}

Geometry with_steps(Geometry geometry, const NumberSteps& steps, OwnNumbers& own) {
  const PrimitiveGroup group = group_of(geometry);
  if (steps.shades_flat) geometry = flat_geometry(geometry, {&group, 1}, own);
  if (steps.makes_small) {
    order_for_cache(geometry, {&group, 1}, own);
    round_weights(geometry, own);
  }
  return geometry;
}

void count_points(const Geometry& geometry, PrimitiveFacts& facts) {
  const PrimitiveGroup group = group_of(geometry);
  const PartPoints points = points_of(geometry, {&group, 1});
  facts.points = static_cast<std::uint32_t>(points.vertices.size());
  if (geometry.joints.empty()) return;
  std::map<std::uint16_t, std::uint32_t> uses;
  for (const std::uint32_t vertex : points.vertices) {
    for (std::size_t i = 4 * std::size_t{vertex}; i < 4 * (std::size_t{vertex} + 1); ++i) {
      if (geometry.weights[i] > 0) ++uses[geometry.joints[i]];
    }
  }
  for (const auto& [joint, count] : uses) facts.joints.push_back({joint, count});
}

// What a collider has of it.
void keep_shape_only(Geometry& geometry) {
  geometry.uv_sets.clear();
  geometry.colors = {};
  geometry.joints = {};
  geometry.weights = {};
}

template <class Number>
void copy_to(std::span<const Number> numbers, std::vector<Number>& out, std::size_t at) {
  std::copy(numbers.begin(), numbers.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
}

// The numbers of a geometry while it is put together.
struct Assembled {
  std::vector<float> positions, normals, weights;
  std::vector<std::vector<float>> uv_sets;
  std::vector<std::uint16_t> joints;
  std::vector<std::uint32_t> indices;

  explicit Assembled(const Geometry& whole)
      : positions(3 * std::size_t{whole.vertex_count()}),
        normals(positions.size()),
        uv_sets(whole.uv_set_count()),
        indices(whole.index_count()) {
    for (std::vector<float>& uvs : uv_sets) uvs.resize(2 * std::size_t{whole.vertex_count()});
    if (!whole.is_bound()) return;
    weights.resize(4 * std::size_t{whole.vertex_count()});
    joints.resize(weights.size());
  }

  void put(const Geometry& one, const PrimitivePlace& place) {
    const std::size_t vertex = place.first_vertex;
    copy_to(one.positions, positions, 3 * vertex);
    copy_to(one.normals, normals, 3 * vertex);
    for (std::size_t i = 0; i < uv_sets.size(); ++i)
      copy_to(one.uv_sets[i], uv_sets[i], 2 * vertex);
    copy_to(one.joints, joints, 4 * vertex);
    copy_to(one.weights, weights, 4 * vertex);
    for (std::size_t i = 0; i < one.indices.size(); ++i) {
      indices[place.first_index + i] = place.first_vertex + one.indices[i];
    }
  }

  [[nodiscard]] Geometry keep(const Geometry& whole, OwnNumbers& memory) {
    Geometry geometry = whole;
    geometry.later = nullptr;
    geometry.positions = memory.keep(std::move(positions));
    geometry.normals = memory.keep(std::move(normals));
    for (std::vector<float>& uvs : uv_sets) {
      geometry.uv_sets.push_back(memory.keep(std::move(uvs)));
    }
    geometry.joints = memory.keep(std::move(joints));
    geometry.weights = memory.keep(std::move(weights));
    geometry.indices = memory.keep(std::move(indices));
    return geometry;
  }
};

}  // namespace

// A primitive of the level that is added.
struct NumberSource::Measured {
  CollectedPrimitive collected;
  StoredBounds bounds;  // of the vertices that are stored
};

VertexArrays PrimitiveNumbers::make_room(const EvaluatedPrimitive& primitive, Geometry& geometry) {
  const std::size_t vertices = primitive.vertices.count();
  const bool is_bound = primitive.task.mesh->skinned;
  const std::size_t sets = primitive.uvs.size();
  floats_.resize(vertices * (6 + 2 * sets + (is_bound ? 4 : 0)));
  joints_.resize(is_bound ? 4 * vertices : 0);
  indices_.resize(primitive.task.topology->index_count());
  std::size_t next = 0;
  const auto take = [&](std::size_t width, std::span<const float>& taken) {
    float* const numbers = floats_.data() + next;
    next += width * vertices;
    taken = {numbers, width * vertices};
    return numbers;
  };
  VertexArrays arrays;
  arrays.positions = take(3, geometry.positions);
  arrays.normals = take(3, geometry.normals);
  geometry.uv_sets.resize(sets);
  for (std::span<const float>& uvs : geometry.uv_sets) arrays.uv_sets.push_back(take(2, uvs));
  if (is_bound) {
    arrays.weights = take(4, geometry.weights);
    arrays.joints = joints_.data();
    geometry.joints = joints_;
  }
  arrays.indices = indices_.data();
  geometry.indices = indices_;
  return arrays;
}

Geometry PrimitiveNumbers::make(const EvaluatedPrimitive& primitive, const CollectOptions& options,
                                CollectedPrimitive& collected) {
  Geometry geometry;
  const VertexArrays arrays = make_room(primitive, geometry);
  collected = collect_primitive(primitive, options, arrays, {});
  const std::uint32_t indices = collected.group.index_count;
  geometry.indices = geometry.indices.first(indices);
  std::span<const PrimitiveGroup> groups(&collected.group, 1);
  if (indices == 0) groups = {};
  weld(arrays, groups, geometry);
  return geometry;
}

PrimitiveFacts NumberSource::facts_of(const Geometry& stored) const {
  PrimitiveFacts facts;
  facts.vertices = stored.vertex_count();
  facts.indices = static_cast<std::uint32_t>(stored.indices.size());
  facts.bounds = bounds_of(stored.positions.data(), stored.vertex_count());
  for (const std::uint16_t joint : stored.joints) {
    facts.greatest_joint = std::max(facts.greatest_joint, joint);
  }
  for (const std::span<const float> uvs : stored.uv_sets) {
    facts.are_large_uvs.push_back(!fits_unit_square(uvs));
  }
  if (wanted_.points) count_points(stored, facts);
  if (wanted_.shapes) {
    if (!stored.joints.empty()) facts.strongest_joint = strongest_joint(stored, stored.indices);
    Geometry shape = stored;
    keep_shape_only(shape);
    facts.shape_hash = hash_of(shape);
  }
  return facts;
}

std::vector<NumberSource::Measured> NumberSource::measure(Level& level,
                                                          Diagnostics& diagnostics) const {
  const std::vector<PrimitiveTask>& tasks = level.plan.tasks;
  level.facts.resize(tasks.size());
  std::vector<Measured> measured(tasks.size());
  Pool<PrimitiveNumbers> pool;
  const auto look = [&](const EvaluatedPrimitive& primitive) {
    const auto number = static_cast<std::size_t>(&primitive.task - tasks.data());
    std::unique_ptr<PrimitiveNumbers> numbers = pool.take();
    Measured& of_task = measured[number];
    const Geometry geometry = numbers->make(primitive, level.options, of_task.collected);
    if (!geometry.indices.empty()) {
      OwnNumbers own;
      const Geometry stored = with_steps(geometry, steps_, own);
      of_task.bounds = bounds_of(geometry.positions.data(), geometry.vertex_count());
      level.facts[number] = facts_of(stored);
      level.facts[number].hash = hash_of(geometry);
    }
    pool.give(std::move(numbers));
  };
  static_cast<void>(evaluate_scene(planned_->scene, level.plan,
                                   {Winding::Outward, level.options.threads}, look, diagnostics));
  return measured;
}

CollectedPart NumberSource::part_of(const PrimitiveRange& range,
                                    std::span<const Measured> measured) const {
  const Level& level = levels_[range.level];
  CollectedPart part;
  LaterNumbers later;
  const StoredMesh& mesh = *level.plan.tasks[range.begin].mesh;
  later.primitives = {range};
  later.are_large_uvs.resize(mesh.uv_generators().size());
  std::vector<std::uint64_t> hashes;
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const PrimitiveFacts& facts = level.facts[i];
    part.error = std::max(part.error, measured[i].collected.error);
    if (facts.indices == 0) continue;
    join_bounds(measured[i].bounds, part.groups.empty(), part.geometry);
    PrimitiveGroup& group = part.groups.emplace_back(measured[i].collected.group);
    group.first_index = later.indices;
    later.vertices += facts.vertices;
    later.indices += facts.indices;
    later.greatest_joint = std::max(later.greatest_joint, facts.greatest_joint);
    for (std::size_t set = 0; set < facts.are_large_uvs.size(); ++set) {
      if (facts.are_large_uvs[set]) later.are_large_uvs[set] = true;
    }
    part.hash = static_cast<std::size_t>(base::hash_of({part.hash, facts.hash}));
  }
  later.is_bound = mesh.skinned;
  part.geometry.later = std::make_shared<const LaterNumbers>(std::move(later));
  return part;
}

CollectedParts NumberSource::add_level(const CollectOptions& options, Diagnostics& diagnostics) {
  const Scene& scene = planned_->scene;
  const auto number = static_cast<std::uint32_t>(levels_.size());
  Level& level = levels_.emplace_back();
  level.options = options;
  level.surfaces = coarse_surfaces(scene, options.step, options.threads);
  level.plan = plan_evaluation(scene, level.surfaces);
  const std::vector<Measured> measured = measure(level, diagnostics);
  const std::vector<PrimitiveTask>& tasks = level.plan.tasks;
  const StoredMesh* reported = nullptr;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (is_finite(measured[i].collected.bounds) || tasks[i].mesh == reported) continue;
    reported = tasks[i].mesh;
    report_overflow(scene, *reported, diagnostics);
  }
  CollectedParts collected;
  if (diagnostics.has_errors()) return collected;
  collected.parts.resize(scene.part_count);
  for (std::uint32_t begin = 0, end = 0; begin < tasks.size(); begin = end) {
    while (end < tasks.size() && tasks[end].part_number == tasks[begin].part_number) ++end;
    collected.parts[tasks[begin].part_number] = part_of({number, begin, end, {}}, measured);
  }
  return collected;
}

std::vector<PrimitiveSlot> NumberSource::slots_of(const Geometry& geometry) const {
  std::vector<PrimitiveSlot> slots;
  PrimitivePlace place;
  for (const PrimitiveRange& range : geometry.later->primitives) {
    for (std::uint32_t task = range.begin; task < range.end; ++task) {
      const PrimitiveFacts& known = facts(range, task);
      if (known.indices == 0) continue;
      slots.push_back({range.level, task, place, &range, geometry.later.get()});
      place.first_vertex += known.vertices;
      place.first_index += known.indices;
    }
  }
  return slots;
}

bool NumberSource::are_equal(const Geometry& a, const Geometry& b) const {
  if (a.vertex_count() != b.vertex_count() || a.index_count() != b.index_count() ||
      a.uv_set_count() != b.uv_set_count() || a.is_bound() != b.is_bound()) {
    return false;
  }
  const std::vector<PrimitiveSlot> of_a = slots_of(a);
  const std::vector<PrimitiveSlot> of_b = slots_of(b);
  NumberReader reader_a(*this);
  NumberReader reader_b(*this);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                    [&](const PrimitiveSlot& one, const PrimitiveSlot& other) {
                      if (one.of->has_shape_only) {
                        return outputs::are_equal(reader_a.read(one), reader_b.read(other));
                      }
                      return facts(one).hash == facts(other).hash &&
                             outputs::are_equal(reader_a.read_as_made(one),
                                                reader_b.read_as_made(other));
                    });
}

Geometry NumberReader::read(const PrimitiveSlot& slot) {
  own_ = OwnNumbers();
  Geometry geometry = with_steps(read_as_made(slot), source_.steps_, own_);
  paint(slot.range->paint, geometry, own_);
  if (slot.range->moved != nullptr) {
    for (const auto& moves : slot.range->moved->moves) move_vertices(geometry, *moves, own_);
  }
  if (slot.of->has_shape_only) keep_shape_only(geometry);
  if (!slot.of->has_normals) geometry.normals = {};
  return geometry;
}

Geometry NumberReader::read_as_made(const PrimitiveSlot& slot) {
  const NumberSource::Level& level = source_.levels_[slot.level];
  CollectOptions options = level.options;
  options.finds_error = false;
  CollectedPrimitive collected;
  return numbers_.make(evaluator_.evaluate(level.plan.tasks[slot.task]), options, collected);
}

void read_all(const NumberSource& source, std::span<const PrimitiveSlot> slots, unsigned threads,
              const std::function<void(const PrimitiveSlot&, const Geometry&)>& work) {
  std::vector<std::unique_ptr<NumberReader>> readers;
  for (unsigned i = 0; i < useful_threads(slots.size(), threads); ++i) {
    readers.push_back(std::make_unique<NumberReader>(source));
  }
  parallel_for(slots.size(), threads, [&](unsigned worker, std::size_t i) {
    work(slots[i], readers[worker]->read(slots[i]));
  });
}

Geometry shape_later(const NumberSource& source, const PrimitiveSlot& slot, bool has_normals) {
  const PrimitiveFacts& facts = source.facts(slot);
  LaterNumbers later;
  later.primitives = {{slot.level, slot.task, slot.task + 1}};
  later.vertices = facts.vertices;
  later.indices = facts.indices;
  later.has_shape_only = true;
  later.has_normals = has_normals;
  Geometry shape;
  shape.first_vertex = slot.place.first_vertex;
  shape.min = facts.bounds.min;
  shape.max = facts.bounds.max;
  shape.later = std::make_shared<const LaterNumbers>(std::move(later));
  return shape;
}

Geometry move_later(const NumberSource& source, const Geometry& geometry,
                    std::span<const Affine> moves) {
  const auto added = std::make_shared<const std::vector<Affine>>(moves.begin(), moves.end());
  LaterNumbers later = *geometry.later;
  std::map<const PrimitiveRange*, MovedPrimitives*> moved_of;
  for (PrimitiveRange& range : later.primitives) {
    auto moved = std::make_shared<MovedPrimitives>();
    if (range.moved != nullptr) moved->moves = range.moved->moves;
    moved->moves.push_back(added);
    for (std::uint32_t task = range.begin; task < range.end; ++task) {
      moved->facts.push_back(source.facts(range, task));
    }
    moved_of[&range] = moved.get();
    range.moved = std::move(moved);
  }
  Geometry moved = geometry;
  moved.later = std::make_shared<const LaterNumbers>(std::move(later));
  const std::vector<PrimitiveSlot> slots = source.slots_of(moved);
  const auto measure = [&](const PrimitiveSlot& slot, const Geometry& numbers) {
    PrimitiveFacts& facts = moved_of.at(slot.range)->facts[slot.task - slot.range->begin];
    const std::uint64_t hash = facts.hash;
    facts = source.facts_of(numbers);
    facts.hash = hash;
  };
  read_all(source, slots, source.threads(), measure);
  bool is_first = true;
  for (const PrimitiveSlot& slot : slots) {
    join_bounds(source.facts(slot).bounds, is_first, moved);
    is_first = false;
  }
  return moved;
}

Geometry load(const NumberSource& source, const Geometry& geometry, unsigned threads,
              OwnNumbers& memory) {
  const std::vector<PrimitiveSlot> slots = source.slots_of(geometry);
  Assembled assembled(geometry);
  read_all(source, slots, threads, [&](const PrimitiveSlot& slot, const Geometry& numbers) {
    assembled.put(numbers, slot.place);
  });
  return assembled.keep(geometry, memory);
}

}  // namespace rigy::outputs
