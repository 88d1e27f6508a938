// Makes the numbers of geometries while they are written, one primitive at a time, so that memory
// never holds those of a whole model. What the rest of a file depends on is measured before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "canonical/plan.hpp"
#include "evaluate/evaluate.hpp"
#include "export_model/collected_primitive.hpp"
#include "export_model/geometry.hpp"
#include "export_model/model.hpp"

namespace rigy::outputs {

// How many points of a primitive a joint moves.
struct JointUse {
  std::uint16_t joint = 0;
  std::uint32_t points = 0;
};

// What is known of a primitive without its numbers.
struct PrimitiveFacts {
  std::uint64_t hash = 0;        // of the numbers before the steps
  std::uint64_t shape_hash = 0;  // of its shape alone, if colliders ask for it
  std::uint32_t vertices = 0;
  std::uint32_t indices = 0;
  std::uint32_t points = 0;  // as points_of() has them, if the source counts points
  std::uint16_t greatest_joint = 0;
  std::uint16_t strongest_joint = 0;  // that moves it most, if colliders ask for it
  StoredBounds bounds;
  std::vector<JointUse> joints;     // ascending, if it counts points
  std::vector<bool> are_large_uvs;  // of each UV set: whether it leaves the unit square
};

// What is done to the numbers of each primitive, as lighten() does it to those in memory.
struct NumberSteps {
  bool shades_flat = false;
  bool makes_small = false;
};

// What has to be known of each primitive beside the counts.
struct WantedFacts {
  bool points = false;
  bool shapes = false;  // for colliders
};

// Primitives of a range that bones have moved, one rest after the other.
struct MovedPrimitives {
  std::vector<std::shared_ptr<const std::vector<Affine>>> moves;  // of each bone
  std::vector<PrimitiveFacts> facts;                              // of each task of the range
};

// A primitive of a geometry, and where its numbers begin there.
struct PrimitiveSlot {
  std::uint32_t level = 0;
  std::uint32_t task = 0;
  PrimitivePlace place;
  const PrimitiveRange* range = nullptr;  // of the geometry
  const LaterNumbers* of = nullptr;       // the geometry
};

// The numbers of one primitive. They stay until the next one.
class PrimitiveNumbers {
 public:
  Geometry make(const EvaluatedPrimitive& primitive, const CollectOptions& options,
                CollectedPrimitive& collected);

 private:
  VertexArrays make_room(const EvaluatedPrimitive& primitive, Geometry& geometry);

  std::vector<float> floats_;
  std::vector<std::uint16_t> joints_;
  std::vector<std::uint32_t> indices_;
};

class NumberSource {
 public:
  NumberSource(std::shared_ptr<const PlannedScene> planned, const NumberSteps& steps,
               const WantedFacts& wanted)
      : planned_(std::move(planned)), steps_(steps), wanted_(wanted) {}

  // Evaluates a level of detail, as collect_parts() does, but keeps no numbers.
  [[nodiscard]] CollectedParts add_level(const CollectOptions& options, Diagnostics& diagnostics);

  // Those of a geometry that have triangles, in order.
  [[nodiscard]] std::vector<PrimitiveSlot> slots_of(const Geometry& geometry) const;
  [[nodiscard]] const PrimitiveFacts& facts(const PrimitiveSlot& slot) const {
    return facts(*slot.range, slot.task);
  }
  // Before the steps, as those in memory are compared; colliders after them.
  [[nodiscard]] bool are_equal(const Geometry& a, const Geometry& b) const;
  [[nodiscard]] unsigned threads() const { return levels_.front().options.threads; }

 private:
  friend class NumberReader;
  friend Geometry move_later(const NumberSource& source, const Geometry& geometry,
                             std::span<const Affine> moves);
  struct Level {
    CollectOptions options;
    SurfaceLevel surfaces;
    EvaluationPlan plan;
    std::vector<PrimitiveFacts> facts;  // of each task
  };
  struct Measured;

  [[nodiscard]] const PrimitiveFacts& facts(const PrimitiveRange& range, std::uint32_t task) const {
    return range.moved != nullptr ? range.moved->facts[task - range.begin]
                                  : levels_[range.level].facts[task];
  }
  [[nodiscard]] PrimitiveFacts facts_of(const Geometry& stored) const;
  [[nodiscard]] std::vector<Measured> measure(Level& level, Diagnostics& diagnostics) const;
  [[nodiscard]] CollectedPart part_of(const PrimitiveRange& range,
                                      std::span<const Measured> measured) const;

  std::shared_ptr<const PlannedScene> planned_;
  NumberSteps steps_;
  WantedFacts wanted_;
  std::deque<Level> levels_;
};

// Makes primitives again, one after the other, for one thread.
class NumberReader {
 public:
  explicit NumberReader(const NumberSource& source)
      : source_(source), evaluator_(Winding::Outward) {}

  // Indices count from the first vertex of the primitive. Valid until the next one.
  [[nodiscard]] Geometry read(const PrimitiveSlot& slot);
  // The same before the steps.
  [[nodiscard]] Geometry read_as_made(const PrimitiveSlot& slot);

 private:
  const NumberSource& source_;
  PrimitiveEvaluator evaluator_;
  PrimitiveNumbers numbers_;
  OwnNumbers own_;  // those that the steps have made
};

// Calls work(slot, numbers) for all primitives of geometries, from several threads at once.
void read_all(const NumberSource& source, std::span<const PrimitiveSlot> slots, unsigned threads,
              const std::function<void(const PrimitiveSlot&, const Geometry&)>& work);

// The shape of a primitive alone, as a collider has it. Of a primitive that no bones have moved.
[[nodiscard]] Geometry shape_later(const NumberSource& source, const PrimitiveSlot& slot,
                                   bool has_normals);

// The geometry with its vertices where the moves of their bones bring them.
[[nodiscard]] Geometry move_later(const NumberSource& source, const Geometry& geometry,
                                  std::span<const Affine> moves);

// The geometry with its numbers, which `memory` keeps.
[[nodiscard]] Geometry load(const NumberSource& source, const Geometry& geometry, unsigned threads,
                            OwnNumbers& memory);

}  // namespace rigy::outputs
