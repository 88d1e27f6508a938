// Linear Blend Skinning, in loops that compilers can vectorize: axis by axis, without branches, in
// multiples of the widest vectors.
#include <array>
#include <cmath>
#include <cstddef>

#include "math/wide_vectors.hpp"
#include "skinning/stretch.hpp"

namespace rigy::evaluation {
namespace {

constexpr double no_length = 1e-12;
constexpr std::size_t vector_width = 4;
static_assert(max_stretch % vector_width == 0);

using Lane = std::array<double, max_stretch>;

// The vectors of a stretch, axis by axis.
struct Lanes {
  Lane x;
  Lane y;
  Lane z;
};

// Returns how many lanes are in use; the lanes that fill up the last vector repeat the last
// element.
std::size_t load(std::span<const Vec3> vectors, Lanes& out) {
  const std::size_t used = (vectors.size() + vector_width - 1) / vector_width * vector_width;
  for (std::size_t i = 0; i < used; ++i) {
    const Vec3& vector = vectors[i < vectors.size() ? i : vectors.size() - 1];
    out.x[i] = vector.x;
    out.y[i] = vector.y;
    out.z[i] = vector.z;
  }
  return used;
}

struct Term {
  double weight = 0;
  Mat3 linear;
  Vec3 translation;
};

// sum + weight · (linear · v + translation). A sum begins with +0.0 and so is never −0.0; the sign
// of a zero inside the term is lost in it, so the rows need not begin with +0.0 themselves.
template <bool first, bool moves>
inline void add_row(const Term& term, const std::array<double, 3>& row, double translation,
                    const Lanes& v, Lane& sum, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    double turned = row[0] * v.x[i] + row[1] * v.y[i] + row[2] * v.z[i];
    if constexpr (moves) turned += translation;
    sum[i] = (first ? 0.0 : sum[i]) + term.weight * turned;
  }
}

template <bool first, bool moves>
inline void add_term(const Term& term, const Lanes& v, Lanes& sum, std::size_t count) {
  const auto& rows = term.linear.rows;
  add_row<first, moves>(term, rows[0], term.translation.x, v, sum.x, count);
  add_row<first, moves>(term, rows[1], term.translation.y, v, sum.y, count);
  add_row<first, moves>(term, rows[2], term.translation.z, v, sum.z, count);
}

// Divides by the lengths, which it returns. A vector of length zero becomes NaN; it is not used.
inline void normalize(Lanes& v, Lane& lengths, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    lengths[i] = std::sqrt(v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
    v.x[i] /= lengths[i];
    v.y[i] /= lengths[i];
    v.z[i] /= lengths[i];
  }
}

}  // namespace

RIGY_WIDE_VECTORS
void pose_by_lbs(const PosedArmature& armature, const JointWeights& influences, Stretch stretch) {
  Lanes positions;
  Lanes normals;
  Lanes position_sums;
  Lanes normal_sums;
  Lane lengths;
  load(stretch.positions, positions);
  const std::size_t count = load(stretch.normals, normals);
  for (std::size_t slot = 0; slot < 4; ++slot) {
    const double weight = influences.weights[slot];
    if (weight == 0) continue;
    const PosedBone& bone = armature.bones[influences.joints[slot]];
    const Term term{weight, bone.linear, bone.translation};
    if (slot == 0) {
      add_term<true, true>(term, positions, position_sums, count);
      add_term<true, false>(term, normals, normal_sums, count);
    } else {
      add_term<false, true>(term, positions, position_sums, count);
      add_term<false, false>(term, normals, normal_sums, count);
    }
  }
  normalize(normal_sums, lengths, count);
  for (std::size_t i = 0; i < stretch.positions.size(); ++i) {
    stretch.positions[i] = {position_sums.x[i], position_sums.y[i], position_sums.z[i]};
    // Without a length it keeps its rest normal.
    if (lengths[i] > no_length) {
      stretch.normals[i] = {normal_sums.x[i], normal_sums.y[i], normal_sums.z[i]};
    }
  }
}

}  // namespace rigy::evaluation
