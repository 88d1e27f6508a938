// Measuring: the analysis, the scene, the two things as solids, and how they lie relative to each
// other.
#include "rigy/measure.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyze/after_analysis.hpp"
#include "common/limits.hpp"
#include "common/stopwatch.hpp"
#include "common/unreachable.hpp"
#include "measure/measured_things.hpp"
#include "text/json_writer.hpp"

namespace rigy {
using namespace tools;
namespace {

std::array<double, 3> numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

Measurement measurement_of(const MeasuredThing& a, const MeasuredThing& b,
                           const SolidRelation& relation) {
  Measurement out;
  out.a = a.id;
  out.b = b.id;
  out.status = relation.status;
  out.distance = relation.distance;
  out.penetration = relation.penetration;
  if (relation.direction) out.direction = numbers(*relation.direction);
  out.points = {numbers(relation.points[0]), numbers(relation.points[1])};
  return out;
}

bool comes_before(const MeasuredThing& a, const MeasuredThing& b) {
  return std::tie(a.id, a.rank) < std::tie(b.id, b.rank);
}

Vec3 opposite(const Vec3& v) { return Vec3{} - v; }  // without negative zeros

// The relation of b to a.
SolidRelation mirrored(SolidRelation relation) {
  if (relation.status == MeasureStatus::Containing) {
    relation.status = MeasureStatus::Contained;
  } else if (relation.status == MeasureStatus::Contained) {
    relation.status = MeasureStatus::Containing;
  }
  if (relation.direction) relation.direction = opposite(*relation.direction);
  std::swap(relation.points[0], relation.points[1]);
  return relation;
}

// Where several directions are equally good, the order of the two must not decide. Depths are found
// step by step from above, so the smaller of two is the better one.
SolidRelation ordered_relation(std::span<const Solid> first, std::span<const Solid> second,
                               Work& work) {
  SolidRelation found = relation(first, second, work);
  if (!(found.penetration > 0.0)) return found;
  SolidRelation other = mirrored(relation(second, first, work));
  other.status = found.status;  // each of two equal shapes contains the other
  return other.penetration < found.penetration ? other : found;
}

std::optional<Measurement> measure_things(const EvaluatedScene& scene,
                                          const MeasureOptions& options, Diagnostics& diagnostics) {
  std::optional<MeasuredThing> a = measured_thing(scene, options.a, diagnostics);
  std::optional<MeasuredThing> b = measured_thing(scene, options.b, diagnostics);
  if (!a || !b) return std::nullopt;
  if (a->solids.empty() && b->solids.empty()) {
    diagnostics.add(Code::NoSurface, {}, "the ground has no distance to itself")
        .help("measure something that has triangles");
    return std::nullopt;
  }
  if (a->solids.empty()) a->solids = ground_below(b->solids);
  if (b->solids.empty()) b->solids = ground_below(a->solids);
  Work work{max_distance_work};
  const SolidRelation found = comes_before(*b, *a)
                                  ? mirrored(ordered_relation(b->solids, a->solids, work))
                                  : ordered_relation(a->solids, b->solids, work);
  if (!work.is_exceeded()) return measurement_of(*a, *b, found);
  diagnostics
      .add(Code::CostlyMeasurement, {}, "'{}' and '{}' have too many surfaces near each other",
           a->id, b->id)
      .help("measure smaller parts, or use a coarser grid for implicit surfaces");
  return std::nullopt;
}

void measure_in(const AnalyzedAssembly& analyzed, const MeasureOptions& options,
                Diagnostics& diagnostics, MeasureResult& result) {
  Stopwatch stopwatch(result.timings);
  const std::optional<EvaluatedScene> scene = build_evaluated_scene(
      analyzed, {options.pose, std::nullopt, options.analysis.threads}, diagnostics);
  if (scene) result.measurement = measure_things(*scene, options, diagnostics);
  stopwatch.lap("measure");
  result.report = diagnostics.report(analyzed.assembly.sources);
  if (!result.report.ok()) result.measurement.reset();
}

void write_vector(const std::array<double, 3>& numbers, JsonWriter& json) {
  json.begin_array();
  for (const double number : numbers) json.shortest(number);
  json.end_array();
}

}  // namespace

std::string_view name_of(MeasureStatus status) {
  switch (status) {
    case MeasureStatus::Apart:
      return "apart";
    case MeasureStatus::Touching:
      return "touching";
    case MeasureStatus::Overlapping:
      return "overlapping";
    case MeasureStatus::Containing:
      return "containing";
    case MeasureStatus::Contained:
      return "contained";
  }
  unreachable();
}

std::string to_json(const Measurement& measurement) {
  JsonWriter json;
  json.begin_object();
  json.key("a");
  json.string(measurement.a);
  json.key("b");
  json.string(measurement.b);
  json.key("status");
  json.string(name_of(measurement.status));
  json.key("distance");
  json.shortest(measurement.distance);
  json.key("penetration");
  if (measurement.penetration) {
    json.shortest(*measurement.penetration);
  } else {
    json.null();
  }
  json.key("direction");
  if (measurement.direction) {
    write_vector(*measurement.direction, json);
  } else {
    json.null();
  }
  json.key("points");
  json.begin_array();
  for (const auto& point : measurement.points) write_vector(point, json);
  json.end_array();
  json.end_object();
  return json.take();
}

MeasureResult measure(const std::string& entry, FileReader& files, const MeasureOptions& options) {
  return after_analysis<MeasureResult>(entry, files, options, measure_in);
}

MeasureResult measure(const Analysis& analysis, const MeasureOptions& options) {
  return after_analysis<MeasureResult>(analysis, options, measure_in);
}

}  // namespace rigy
