// The field of an implicit surface: the sum of its ops, evaluated on the grid and anywhere else,
// with the bits that evaluating every op at every point would give.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "implicit/field_loops.hpp"
#include "implicit/support.hpp"
#include "implicit/surface.hpp"

namespace rigy::kernel {

struct PreparedOp {
  OpTerms terms;
  OpSupport support;
};

struct ScalarField {
  FieldGrid grid;
  double iso = 0;
  Vec3 step;  // between the points that normals are taken from
  // How often the search for a crossing halves its edge; 0: the field counts as linear along it.
  std::uint32_t halvings = 0;
  std::array<std::vector<double>, 3> coordinates;  // of the corners, ascending, for each axis
  std::vector<PreparedOp> ops;

  [[nodiscard]] std::size_t slice_size() const {
    return std::size_t{grid.counts[0]} * grid.counts[1];
  }
};

[[nodiscard]] ScalarField prepare_field(const ImplicitSurface& surface);

// The corners of one z: `values` has slice_size() elements, x innermost.
void evaluate_slice(const ScalarField& field, std::size_t z, std::span<double> values);

// Any points; all four spans have the same size. Points that are close together are faster.
void evaluate_points(const ScalarField& field, std::span<const double> x, std::span<const double> y,
                     std::span<const double> z, std::span<double> values);

}  // namespace rigy::kernel
