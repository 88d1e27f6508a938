// Implicit surfaces and their domains: L14, a surface that is cut open, and L15, ops without
// effect.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "implicit/cube_tables.hpp"
#include "lint/context.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::tools {
namespace {

// A face of the domain: axis 0 to 2, at its max or its min.
struct DomainFace {
  std::size_t axis = 0;
  bool is_max = false;

  friend auto operator<=>(const DomainFace&, const DomainFace&) = default;
};

std::string_view name_of(const DomainFace& face) {
  constexpr std::array<std::array<std::string_view, 2>, 3> names{
      {{"-x", "+x"}, {"-y", "+y"}, {"-z", "+z"}}};
  return names[face.axis][face.is_max ? 1 : 0];
}

// Whether a corner of a cell on that side of it lies inside the surface.
bool has_inside_corner(const ActiveCell& cell, const DomainFace& face) {
  for (std::size_t corner = 0; corner < cube_corners; ++corner) {
    const bool is_inside = (cell.cube_case() >> corner & 1) != 0;
    if (is_inside && (cube_corner_offsets[corner][face.axis] == '1') == face.is_max) return true;
  }
  return false;
}

// The faces of the domain that the surface goes through: something inside it lies on them.
std::set<DomainFace> cut_faces(const ExtractedSurface& surface) {
  const auto& counts = surface.field.grid.counts;
  const std::array<std::size_t, 3> cells{counts[0] - 1, counts[1] - 1, counts[2] - 1};
  std::set<DomainFace> faces;
  for (const CellRange& range : surface.cells.ranges) {
    for (const ActiveCell& cell : range.cells) {
      const std::size_t index = cell.index();
      const std::array<std::size_t, 3> at{index % cells[0], index / cells[0] % cells[1],
                                          index / cells[0] / cells[1]};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_max : {false, true}) {
          const bool is_last = at[axis] == (is_max ? cells[axis] - 1 : 0);
          const DomainFace face{axis, is_max};
          if (is_last && has_inside_corner(cell, face)) faces.insert(face);
        }
      }
    }
  }
  return faces;
}

// How far the ops reach that a domain must contain; nothing if that is not known.
std::optional<double> reach_of_ops(const SurfaceFields& surface, const DomainFace& face) {
  const Vec3& own = face.is_max ? surface.max.value : surface.min.value;
  double farthest = own[face.axis];
  for (const SurfaceOp& op : surface.ops) {
    const std::optional<FieldOp> sound = sound_op(op);
    if (!sound || sound->subtracts) continue;
    const double reach = reach_along(*sound, face.axis);
    const double end = sound->translation[face.axis] + (face.is_max ? reach : -reach);
    farthest = face.is_max ? std::max(farthest, end) : std::min(farthest, end);
  }
  if (!std::isfinite(farthest)) return std::nullopt;
  return farthest;
}

// Rounded outward to a thousandth of the domain, so that what is shown contains the ops.
double rounded_end(const SurfaceFields& surface, const DomainFace& face, double end) {
  const double size = surface.max.value[face.axis] - surface.min.value[face.axis];
  double units = 1;  // in a meter
  while (units * size < 1000 && units < 1e9) units *= 10;
  if (!(std::abs(end) * units < 0x1p52)) return end;
  constexpr double rounding = 1e-6;  // of the numbers themselves
  const double count =
      face.is_max ? std::ceil(end * units - rounding) : std::floor(end * units + rounding);
  return count / units;
}

std::string larger_domain(const SurfaceFields& surface, const std::set<DomainFace>& faces) {
  // Outside all ops the field is 0, which is then inside the surface.
  if (surface.iso.value <= 0) return "give it an iso above 0: all of space is inside it";
  std::string ends;
  for (const DomainFace& face : faces) {
    const std::optional<double> end = reach_of_ops(surface, face);
    if (!end) continue;
    ends += fmt::format("{}{} = {}", ends.empty() ? ": its ops reach to " : ", ",
                        name_of(face).substr(1), rounded_end(surface, face, *end));
  }
  return "make the domain larger" + ends;
}

void lint_cut(const LintContext& context, const LintItem& item, const std::string& id,
              const Primitive& primitive) {
  const std::set<DomainFace> faces = cut_faces(*primitive.extraction);
  if (faces.empty()) return;
  std::string names;
  for (const DomainFace& face : faces) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(face));
  }
  report(context, Code::CutOpenSurface, item, nullptr,
         fmt::format("the domain of '{}' cuts it open at {}: there is a hole in the surface", id,
                     names),
         larger_domain(*primitive.surface, faces));
}

void lint_ops(const LintContext& context, const LintItem& item, const std::string& id,
              const SurfaceFields& surface) {
  const Box domain{surface.min.value, surface.max.value};
  for (const SurfaceOp& op : surface.ops) {
    const std::optional<FieldOp> sound = sound_op(op);
    if (!sound || may_touch(support_of(*sound), domain)) continue;
    report(context, Code::OpOutsideDomain, {item.file, op.origin, &op}, nullptr,
           fmt::format("an op of '{}' at {} lies outside the domain, from {} to {}: it has no "
                       "effect",
                       id, vector_text(sound->translation), vector_text(domain.low),
                       vector_text(domain.high)),
           "move it, or make the domain larger");
  }
}

}  // namespace

// Of the documents: all places of a surface have the same domain.
void lint_implicit(const LintContext& context) {
  for (const auto& asset : context.scene.tree.assembly->assets) {
    for (const Mesh& mesh : asset->document.meshes) {
      for (const Primitive& primitive : mesh.primitives) {
        if (primitive.surface == nullptr || primitive.extraction == nullptr) continue;
        const std::string id = join_path(mesh.id.value, primitive.id.value);
        const LintItem item{asset.get(), primitive.origin, &primitive};
        lint_cut(context, item, id, primitive);
        lint_ops(context, item, id, *primitive.surface);
      }
    }
  }
}

}  // namespace rigy::tools
