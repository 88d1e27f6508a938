// triangle_prism_on_plane: one wedge on a plane, with its right angle at the origin.
#include <cmath>
#include <utility>

#include "expand/macros.hpp"
#include "expand/read.hpp"
#include "math/rotation.hpp"

namespace rigy::language {
namespace {

constexpr double least_length = 1e-12;
constexpr double most_slant = 1e-6;

struct Direction {
  Vec3 vector;
  Vec3 unit;
  double length = 0;
};

std::optional<Direction> read_direction(const MacroUse& use, const FieldValue& value) {
  const std::optional<Vec3> vector = read_vector(use.at, value);
  if (!vector) return std::nullopt;
  const double size = length(*vector);
  if (std::isfinite(size) && size >= least_length) return Direction{*vector, *vector / size, size};
  use.at.report(Code::NoRightTriangle, value.node, "{} of {} is too {}", value.what, use.owner,
                std::isfinite(size) ? "short" : "long");
  return std::nullopt;
}

bool is_perpendicular(const MacroUse& use, const FieldValue& leg, std::string_view other,
                      const Vec3& a, const Vec3& b) {
  if (std::abs(dot(a, b)) <= most_slant) return true;
  use.at
      .report(Code::NoRightTriangle, leg.node, "{} of {} is not perpendicular to {}", leg.what,
              use.owner, other)
      .help("it makes a right triangle: a gable with two sloping sides is two of them");
  return false;
}

struct Frame {
  Vec3 origin;
  Direction normal;
};

std::optional<Frame> read_plane(const MacroUse& use, NodeId node) {
  const auto fields = read_macro_fields<plane_object>(use.at, node, "the plane of " + use.owner);
  if (!fields) return std::nullopt;
  const auto origin = read_vector(use.at, fields->get<"origin">());
  const auto normal = read_direction(use, fields->get<"normal">());
  if (!origin || !normal) return std::nullopt;
  return Frame{*origin, *normal};
}

bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

std::optional<MacroResult> make_prism(const MacroUse& use) {
  const auto fields = read_macro_fields<prism_object>(use.at, use.node, use.owner);
  if (!fields) return std::nullopt;
  const FieldValue leg_p = fields->get<"leg_p">();
  const FieldValue leg_q = fields->get<"leg_q">();
  const auto frame = read_plane(use, fields->node<"plane">());
  auto p = read_direction(use, leg_p);
  auto q = read_direction(use, leg_q);
  const auto size = read_positive(use.at, fields->get<"length">());
  if (!frame || !p || !q || !size) return std::nullopt;
  const Vec3& n = frame->normal.unit;
  const bool is_right = is_perpendicular(use, leg_p, "normal", p->unit, n) &&
                        is_perpendicular(use, leg_q, "normal", q->unit, n) &&
                        is_perpendicular(use, leg_q, "leg_p", p->unit, q->unit);
  if (!is_right) return std::nullopt;
  if (dot(cross(p->unit, n), q->unit) < 0) std::swap(p, q);
  MacroPart part;
  part.id = use.id;
  part.dimensions = {p->length, *size, q->length};
  part.translation = ((frame->origin + p->vector / 2) + q->vector / 2) + (*size * n) / 2;
  part.rotation = quaternion_from_matrix(from_columns(p->unit, n, q->unit));
  part.from = {use.node,
               fields->node<"id">(),
               {leg_p.node, fields->node<"length">(), leg_q.node},
               fields->node<"plane">()};
  if (!is_finite(part.translation)) {
    use.at.report(Code::NoRightTriangle, use.node, "{} is too far away", use.owner);
    return std::nullopt;
  }
  return MacroResult{word_for(PrimitiveType::Wedge), {std::move(part)}};
}

}  // namespace rigy::language
