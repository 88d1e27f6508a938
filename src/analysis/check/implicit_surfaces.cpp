// V80–V82, V84–V86, W17, W18: implicit surfaces that can be evaluated, and mirrored ones that look
// as intended.
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "check/check.hpp"
#include "implicit/support.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::analysis {
namespace {

// Shared by all reports about one surface.
struct SurfaceContext {
  const CheckContext& context;
  const Primitive& primitive;
  const SurfaceFields& surface;

  [[nodiscard]] const Reporter& at() const { return context.at; }
};

void check_domain(const SurfaceContext& of) {
  const auto& [min, max] = std::tie(of.surface.min, of.surface.max);
  if (!min.given() || !max.given()) return;
  std::string axes;
  bool ascends = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double extent = max.value[axis] - min.value[axis];
    if (extent > 0 && std::isfinite(extent)) continue;
    ascends = ascends && extent > 0;
    axes += fmt::format("{} {} from {} to {}", axes.empty() ? ":" : ",", "xyz"[axis],
                        min.value[axis], max.value[axis]);
  }
  if (axes.empty()) return;
  of.at()
      .report(Code::EmptyDomain, max.node, "the domain of '{}' has no extent{}",
              of.primitive.id.value, axes)
      .help(ascends ? "the domain is too large" : "max must be greater than min");
}

void check_grid(const SurfaceContext& of) {
  bool all = true;
  double points = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Count& count = of.surface.grid[axis];
    all = all && count.given() && count.value >= 2;
    points *= static_cast<double>(count.value);
    if (!count.given() || count.value >= 2) continue;
    of.at()
        .report(Code::CoarseGrid, count.node,
                "n{} of the grid of '{}' is {}; it must be at least 2", "xyz"[axis],
                of.primitive.id.value, of.at().tree.text_of(count.node))
        .help("a cell has a point at each end");
  }
  if (!all || points <= static_cast<double>(max_grid_corners)) return;
  of.at()
      .report(Code::LargeGrid, of.surface.grid_node,
              "the grid of '{}' has {} points; the maximum is {}", of.primitive.id.value, points,
              max_grid_corners)
      .help("halve nx, ny and nz for an eighth of the points");
}

void check_positive(const SurfaceContext& of, const Number& number, std::string_view what,
                    const ItemOrigin& op, std::string help = {}) {
  if (!number.given() || number.value > 0) return;
  of.at()
      .report(Code::NonPositiveOp, op.at(number.node),
              "{} of an op of '{}' is {}; it must be greater than 0", what, of.primitive.id.value,
              of.at().tree.text_of(number.node))
      .help(std::move(help));
}

void check_scale(const SurfaceContext& of, const SurfaceOp& op) {
  const auto [x, y, z] = op.scale.value;
  if (!op.scale.given() || is_uniform(op.scale.value)) return;
  of.at()
      .report(Code::NonUniformScale, op.origin.at(op.scale.node),
              "scale of an op of '{}' is [{}, {}, {}]; it must be three equal numbers greater "
              "than 0",
              of.primitive.id.value, x, y, z)
      .help("the fields are round: write scale: [{0}, {0}, {0}]", x > 0 ? x : 1.0);
}

std::string help_for_strength(const SurfaceOp& op) {
  if (op.strength.value == 0) return "an op of strength 0 has no effect: remove it";
  if (!op.subtracts) return "to subtract, write op: subtract";
  return fmt::format("op: subtract already subtracts: write strength: {}", -op.strength.value);
}

void check_ops(const SurfaceContext& of) {
  const SurfaceFields& surface = of.surface;
  const bool is_list =
      surface.ops_node != no_index && of.at().tree[surface.ops_node].kind == NodeKind::Sequence;
  if (is_list && of.at().tree[surface.ops_node].size == 0) {
    of.at()
        .report(Code::NoOps, surface.ops_node, "implicit surface '{}' has no ops",
                of.primitive.id.value)
        .help("add an op: {op: add, field: metaball_sphere@1, radius: 1, strength: 1}");
  }
  for (const SurfaceOp& op : surface.ops) {
    check_positive(of, op.radius, "radius", op.origin);
    check_positive(of, op.strength, "strength", op.origin, help_for_strength(op));
    check_positive(of, op.height, "height", op.origin);
    check_scale(of, op);
  }
}

// An op that crosses the plane adds up with its mirror image.
void check_sides(const SurfaceContext& of) {
  for (const SurfaceOp& op : of.surface.ops) {
    if (op.origin.is_mirrored()) continue;
    const std::optional<FieldOp> sound = sound_op(op);
    if (!sound || std::abs(sound->translation.x) >= reach_along(*sound, 0)) continue;
    of.at()
        .report(Code::CrossingOp, op.origin, "an op of mirrored surface '{}' crosses x = 0",
                of.primitive.id.value)
        .help(
            "it and its mirror image add up there: move it to one side, or into a surface without "
            "the mirror prefix");
  }
}

bool is_mirrored_surface(const CheckContext& context, const Primitive& primitive) {
  const auto& mirror = context.document.mirror_x;
  return mirror && primitive.surface != nullptr && primitive.id.given() &&
         !mirror->prefix_from.value.empty() && !mirror->prefix_to.value.empty() &&
         mirror->prefix_from.value != mirror->prefix_to.value &&
         primitive.id.value.starts_with(mirror->prefix_from.value);
}

void check_bones(const CheckContext& context, const InfluenceList& list, std::string_view surface,
                 const ItemOrigin& item) {
  const std::string_view prefix = context.document.mirror_x->prefix_from.value;
  for (const Influence& influence : list.items) {
    if (!influence.bone.given() || !influence.bone.id.starts_with(prefix)) continue;
    context.at
        .report(Code::OneSidedSurface, item.at(influence.bone.node),
                "mirrored surface '{}' follows bone '{}' on both sides", surface, influence.bone.id)
        .help("its weights are not mirrored: use a bone in the middle, or gradients along x");
  }
}

void check_influenced_surfaces(const CheckContext& context, const Binding& binding) {
  if (binding.mesh.index == no_index) return;
  const Mesh& mesh = context.document.meshes[binding.mesh.index];
  for (const PrimitiveWeights& weights : binding.weights) {
    if (weights.primitive.index == no_index) continue;
    const Primitive& primitive = mesh.primitives[weights.primitive.index];
    if (!is_mirrored_surface(context, primitive)) continue;
    check_bones(context, weights.bones, primitive.id.value, weights.origin);
  }
}

}  // namespace

void check_implicit_surfaces(const CheckContext& context) {
  for (const Mesh& mesh : context.document.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.surface == nullptr) continue;
      const SurfaceContext of{context, primitive, *primitive.surface};
      check_domain(of);
      check_grid(of);
      check_ops(of);
      if (is_mirrored_surface(context, primitive)) check_sides(of);
    }
  }
  for (const Binding& binding : context.document.bindings)
    check_influenced_surfaces(context, binding);
}

}  // namespace rigy::analysis
