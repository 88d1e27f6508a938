// Evaluating intent checks.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "document/primitive_types.hpp"
#include "inspect/faces.hpp"
#include "inspect/intent.hpp"
#include "inspect/things.hpp"

namespace rigy {
namespace {

// A primitive, and the name of one of its parts.
struct Feature {
  std::uint32_t primitive = no_index;
  std::string_view key;
};

class CheckEvaluator {
 public:
  explicit CheckEvaluator(const Subject& subject)
      : subject_(subject), world_(subject.world), things_(subject) {}

  [[nodiscard]] InspectedCheck evaluate(const IntentCheck& check);

 private:
  void run(const IntentCheck& check);
  void check_normals(const IntentCheck& check);
  void check_point_on_line(const IntentCheck& check);
  void check_coplanar(const IntentCheck& check);
  void check_above(const IntentCheck& check);

  [[nodiscard]] std::optional<Feature> feature(const std::string& text);
  [[nodiscard]] std::optional<Face> face(const std::string& text);
  [[nodiscard]] std::optional<Vec3> point(const std::string& text);
  [[nodiscard]] std::optional<Line> line(const std::string& text);
  [[nodiscard]] std::optional<Thing> thing(const std::string& text);
  // Says why there is no such part.
  void refuse_part(const Feature& feature, std::string_view what);

  void measured(std::string_view name, double value) { result_.values.emplace_back(name, value); }

  const Subject& subject_;
  const World& world_;
  Things things_;
  InspectedCheck result_;
};

std::optional<Feature> CheckEvaluator::feature(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) {
    result_.error = fmt::format("'{}' is not PRIMITIVE.FEATURE, for example roof.+x", text);
    return std::nullopt;
  }
  const std::optional<std::uint32_t> primitive =
      things_.primitive(std::string_view(text).substr(0, dot), result_.error);
  if (!primitive) return std::nullopt;
  return Feature{*primitive, std::string_view(text).substr(dot + 1)};
}

void CheckEvaluator::refuse_part(const Feature& feature, std::string_view what) {
  const WorldPrimitive& primitive = world_.primitives[feature.primitive];
  const std::string names = feature_names(world_, primitive);
  const std::string_view ref = subject_.names.ref(feature.primitive);
  if (names.empty()) {
    result_.error = fmt::format(
        "'{}' has no {} '{}': only boxes and wedges have named features, from version 0.9 on", ref,
        what, feature.key);
  } else {
    result_.error = fmt::format("'{}' has no {} '{}'; it has {}", ref, what, feature.key, names);
  }
}

std::optional<Face> CheckEvaluator::face(const std::string& text) {
  const std::optional<Feature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Face> found = find_face(world_, world_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "face");
  return found;
}

// An anchor is a point too.
std::optional<Vec3> CheckEvaluator::point(const std::string& text) {
  if (const std::optional<Vec3> anchor = things_.anchor(text)) return anchor;
  const std::optional<Feature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Vec3> found = find_point(world_, world_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "point");
  return found;
}

std::optional<Line> CheckEvaluator::line(const std::string& text) {
  const std::optional<Feature> part = feature(text);
  if (!part) return std::nullopt;
  std::optional<Line> found = find_line(world_, world_.primitives[part->primitive], part->key);
  if (!found) refuse_part(*part, "line");
  return found;
}

std::optional<Thing> CheckEvaluator::thing(const std::string& text) {
  return things_.find(text, result_.error);
}

void CheckEvaluator::check_normals(const IntentCheck& check) {
  const std::optional<Face> a = face(check.a);
  const std::optional<Face> b = a ? face(check.b) : std::nullopt;
  if (!b) return;
  const double magnitude = length(cross(a->normal, b->normal));
  measured("cross_magnitude", magnitude);
  result_.pass = magnitude < check.tolerance;
}

void CheckEvaluator::check_point_on_line(const IntentCheck& check) {
  const std::optional<Vec3> at = point(check.a);
  const std::optional<Line> along = at ? line(check.b) : std::nullopt;
  if (!along) return;
  const Vec3 direction = along->b - along->a;
  const double distance = length(cross(*at - along->a, direction)) / length(direction);
  measured("distance", distance);
  result_.pass = distance < check.tolerance;
}

void CheckEvaluator::check_coplanar(const IntentCheck& check) {
  const std::optional<Face> a = face(check.a);
  const std::optional<Face> b = a ? face(check.b) : std::nullopt;
  if (!b) return;
  const double magnitude = length(cross(a->normal, b->normal));
  const double distance = std::abs(dot(a->normal, b->point - a->point));
  measured("cross_magnitude", magnitude);
  measured("distance", distance);
  result_.pass = magnitude < check.tolerance && distance < check.tolerance;
}

void CheckEvaluator::check_above(const IntentCheck& check) {
  const std::optional<Thing> a = thing(check.a);
  const std::optional<Thing> b = a ? thing(check.b) : std::nullopt;
  if (!b) return;
  const double gap = things_.box(*a).min[1] - things_.box(*b).max[1];
  measured("gap", gap);
  result_.pass = gap >= -check.tolerance;
}

void CheckEvaluator::run(const IntentCheck& check) {
  switch (*check.kind) {
    case CheckKind::NormalParallel:
      return check_normals(check);
    case CheckKind::PointOnLine:
      return check_point_on_line(check);
    case CheckKind::Coplanar:
      return check_coplanar(check);
    case CheckKind::Above:
      return check_above(check);
    default:
      break;
  }
}

InspectedCheck CheckEvaluator::evaluate(const IntentCheck& check) {
  result_ = {};
  result_.check = check.name;
  result_.label = check.label;
  result_.tolerance = check.tolerance;
  result_.error = check.error;
  if (check.kind) {
    const auto [first, second] = operand_names(*check.kind);
    result_.operands = {{first, check.a}, {second, check.b}};
    if (result_.error.empty()) run(check);
  }
  return std::move(result_);
}

}  // namespace

std::vector<InspectedCheck> evaluate_checks(const Subject& subject,
                                            const std::vector<IntentCheck>& checks) {
  CheckEvaluator evaluator(subject);
  std::vector<InspectedCheck> results;
  for (const IntentCheck& check : checks) results.push_back(evaluator.evaluate(check));
  return results;
}

}  // namespace rigy
