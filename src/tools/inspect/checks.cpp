// Evaluating intent checks.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "inspect/checked_solids.hpp"
#include "inspect/faces.hpp"
#include "inspect/intent.hpp"

namespace rigy::tools {
namespace {

// A primitive, and the name of one of its parts.
struct ResolvedFeature {
  std::uint32_t primitive = no_index;
  std::string_view key;
};

class CheckEvaluator {
 public:
  explicit CheckEvaluator(const InspectedScene& inspected)
      : inspected_(inspected), scene_(inspected.scene), solids_(inspected) {}

  [[nodiscard]] InspectedCheck evaluate(const IntentCheck& check);

 private:
  void run(const IntentCheck& check);
  void check_normals(const IntentCheck& check);
  void check_point_on_line(const IntentCheck& check);
  void check_coplanar(const IntentCheck& check);
  void check_touching(const IntentCheck& check);
  void check_above(const IntentCheck& check);
  void check_inside(const IntentCheck& check);
  void check_distance(const IntentCheck& check);
  void check_symmetric(const IntentCheck& check);

  [[nodiscard]] std::optional<ResolvedFeature> feature(const std::string& text);
  [[nodiscard]] std::optional<Face> face(const std::string& text);
  [[nodiscard]] std::optional<Vec3> point(const std::string& text);
  [[nodiscard]] std::optional<Line> line(const std::string& text);
  // The two things that are compared; nothing if one of them is unknown.
  struct Pair {
    std::vector<Solid> a;
    std::vector<Solid> b;
  };
  [[nodiscard]] std::optional<Pair> things(const IntentCheck& check);
  // How they lie relative to each other, which is also part of the result.
  [[nodiscard]] SolidRelation relate(const Pair& pair);
  [[nodiscard]] std::optional<std::uint32_t> primitive(std::string_view id);
  // Says why there is no such part.
  void refuse_part(const ResolvedFeature& feature, std::string_view what);

  void measured(std::string_view name, double value) { result_.values.emplace_back(name, value); }

  const InspectedScene& inspected_;
  const EvaluatedScene& scene_;
  CheckedSolids solids_;
  InspectedCheck result_;
};

std::optional<std::uint32_t> CheckEvaluator::primitive(std::string_view id) {
  const std::vector<std::uint32_t> named = inspected_.names.named(id);
  if (named.size() == 1) return named.front();
  if (named.empty()) {
    result_.error = fmt::format("no primitive is called '{}'", id);
  } else {
    result_.error = fmt::format("'{}' names {} primitives; write {} or {}", id, named.size(),
                                inspected_.names.ref(named[0]), inspected_.names.ref(named[1]));
  }
  return std::nullopt;
}

std::optional<ResolvedFeature> CheckEvaluator::feature(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) {
    result_.error = fmt::format("'{}' is not PRIMITIVE.FEATURE, for example roof.+x", text);
    return std::nullopt;
  }
  const std::optional<std::uint32_t> found = primitive(std::string_view(text).substr(0, dot));
  if (!found) return std::nullopt;
  return ResolvedFeature{*found, std::string_view(text).substr(dot + 1)};
}

void CheckEvaluator::refuse_part(const ResolvedFeature& feature, std::string_view what) {
  const ShownPrimitive& primitive = scene_.primitives[feature.primitive];
  const std::string names = feature_names(scene_, primitive);
  const std::string_view ref = inspected_.names.ref(feature.primitive);
  if (names.empty()) {
    result_.error = fmt::format(
        "'{}' has no {} '{}': only boxes and wedges have named features, from version 0.9 on", ref,
        what, feature.key);
  } else {
    result_.error = fmt::format("'{}' has no {} '{}'; it has {}", ref, what, feature.key, names);
  }
}

std::optional<Face> CheckEvaluator::face(const std::string& text) {
  const std::optional<ResolvedFeature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Face> found = find_face(scene_, scene_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "face");
  return found;
}

// An anchor is a point too, by its full id.
std::optional<Vec3> CheckEvaluator::point(const std::string& text) {
  for (const ShownAnchor& anchor : scene_.anchors) {
    if (join_path(anchor.path, anchor.anchor->id.value) == text) return anchor.position;
  }
  const std::optional<ResolvedFeature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Vec3> found = find_point(scene_, scene_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "point");
  return found;
}

std::optional<Line> CheckEvaluator::line(const std::string& text) {
  const std::optional<ResolvedFeature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Line> found = find_line(scene_, scene_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "line");
  return found;
}

std::optional<CheckEvaluator::Pair> CheckEvaluator::things(const IntentCheck& check) {
  Pair pair;
  pair.a = solids_.find(check.a, result_.error);
  if (!pair.a.empty()) pair.b = solids_.find(check.b, result_.error);
  if (pair.a.empty() || pair.b.empty()) return std::nullopt;
  return pair;
}

SolidRelation CheckEvaluator::relate(const Pair& pair) {
  const SolidRelation found = relation(pair.a, pair.b, solids_.work());
  result_.status = name_of(found.status);
  measured("distance", found.distance);
  return found;
}

void CheckEvaluator::check_normals(const IntentCheck& check) {
  const std::optional<Face> a = face(check.a);
  const std::optional<Face> b = a ? face(check.b) : std::nullopt;
  if (!b) return;
  const double magnitude = length(cross(a->normal, b->normal));
  measured("cross_magnitude", magnitude);
  result_.pass = magnitude <= check.tolerance;
}

void CheckEvaluator::check_point_on_line(const IntentCheck& check) {
  const std::optional<Vec3> at = point(check.a);
  const std::optional<Line> along = at ? line(check.b) : std::nullopt;
  if (!along) return;
  const Vec3 direction = along->b - along->a;
  const double distance = length(cross(*at - along->a, direction)) / length(direction);
  measured("distance", distance);
  result_.pass = distance <= check.tolerance;
}

void CheckEvaluator::check_coplanar(const IntentCheck& check) {
  const std::optional<Face> a = face(check.a);
  const std::optional<Face> b = a ? face(check.b) : std::nullopt;
  if (!b) return;
  const double magnitude = length(cross(a->normal, b->normal));
  const double distance = std::abs(dot(a->normal, b->point - a->point));
  measured("cross_magnitude", magnitude);
  measured("distance", distance);
  result_.pass = magnitude <= check.tolerance && distance <= check.tolerance;
}

void CheckEvaluator::check_touching(const IntentCheck& check) {
  const std::optional<Pair> pair = things(check);
  if (!pair) return;
  const SolidRelation found = relate(*pair);
  if (found.status <= MeasureStatus::Touching) {
    result_.pass = found.status == MeasureStatus::Touching || found.distance <= check.tolerance;
    return;
  }
  const std::optional<double> depth =
      found.penetration ? found.penetration : depth_of(pair->a, pair->b, solids_.work());
  if (depth) {
    measured("penetration", *depth);
    result_.pass = *depth <= check.tolerance;
  } else if (check.tolerance <= touching_tolerance) {
    result_.pass = false;
  } else {
    result_.error = fmt::format(
        "'{}' and '{}' overlap, and how deep is only known of convex primitives", check.a, check.b);
  }
}

void CheckEvaluator::check_above(const IntentCheck& check) {
  const std::optional<Pair> pair = things(check);
  if (!pair) return;
  const double gap = bounds_of(pair->a).min.y - bounds_of(pair->b).max.y;
  measured("gap", gap);
  result_.pass = gap >= -check.tolerance;
}

void CheckEvaluator::check_inside(const IntentCheck& check) {
  const std::optional<Pair> pair = things(check);
  if (!pair) return;
  const SolidRelation found = relate(*pair);
  result_.pass = found.status == MeasureStatus::Contained ||
                 lies_inside(pair->a, pair->b, check.tolerance, solids_.work());
}

void CheckEvaluator::check_distance(const IntentCheck& check) {
  if (check.min) measured("min", *check.min);
  if (check.max) measured("max", *check.max);
  const std::optional<Pair> pair = things(check);
  if (!pair) return;
  const double distance = relate(*pair).distance;
  const bool far_enough = !check.min || distance >= *check.min - check.tolerance;
  const bool near_enough = !check.max || distance <= *check.max + check.tolerance;
  result_.pass = far_enough && near_enough;
}

void CheckEvaluator::check_symmetric(const IntentCheck& check) {
  const std::string_view axes = "xyz";
  result_.operands.emplace_back("axis", axes.substr(static_cast<std::size_t>(check.axis), 1));
  const std::optional<Pair> pair = things(check);
  if (!pair) return;
  const double deviation = deviation_of(mirrored(pair->a, check.axis), pair->b, solids_.work());
  if (solids_.work().is_exceeded()) return;
  measured("deviation", deviation);
  result_.pass = deviation <= check.tolerance;
}

void CheckEvaluator::run(const IntentCheck& check) {
  switch (*check.kind) {
    case CheckKind::NormalParallel:
      return check_normals(check);
    case CheckKind::PointOnLine:
      return check_point_on_line(check);
    case CheckKind::Coplanar:
      return check_coplanar(check);
    case CheckKind::Touching:
      return check_touching(check);
    case CheckKind::Above:
      return check_above(check);
    case CheckKind::Inside:
      return check_inside(check);
    case CheckKind::Distance:
      return check_distance(check);
    case CheckKind::Symmetric:
      return check_symmetric(check);
  }
}

InspectedCheck CheckEvaluator::evaluate(const IntentCheck& check) {
  result_ = {};
  solids_.begin_check();
  result_.check = check.name;
  result_.label = check.label;
  result_.tolerance = check.tolerance;
  result_.error = check.error;
  if (check.kind) {
    const auto [first, second] = operand_names(*check.kind);
    result_.operands = {{first, check.a}, {second, check.b}};
    if (result_.error.empty()) run(check);
  }
  if (check.kind >= CheckKind::Touching && solids_.work().is_exceeded()) {
    result_.pass.reset();
    result_.error = solids_.is_any_work_left() ? "this check takes too much work"
                                               : "the checks up to this one take too much work";
  }
  return std::move(result_);
}

}  // namespace

std::vector<InspectedCheck> evaluate_checks(const InspectedScene& inspected,
                                            const std::vector<IntentCheck>& checks) {
  CheckEvaluator evaluator(inspected);
  std::vector<InspectedCheck> results;
  for (const IntentCheck& check : checks) results.push_back(evaluator.evaluate(check));
  return results;
}

}  // namespace rigy::tools
