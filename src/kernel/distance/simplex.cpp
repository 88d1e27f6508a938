#include "distance/simplex.hpp"

#include <optional>

namespace rigy::kernel {
namespace {

Simplex part_of(const Simplex& whole, std::initializer_list<std::size_t> corners,
                std::initializer_list<double> shares) {
  Simplex part;
  const double* share = shares.begin();
  for (const std::size_t corner : corners) {
    part.corners[part.size] = whole.corners[corner];
    part.shares[part.size++] = *share++;
  }
  return part;
}

Simplex nearest_on_edge(const Simplex& whole, std::size_t i, std::size_t j) {
  const Vec3& from = whole.corners[i].at;
  const Vec3 edge = whole.corners[j].at - from;
  const double square = dot(edge, edge);
  const double share = square > 0 ? -dot(from, edge) / square : 0;
  if (!(share > 0)) return part_of(whole, {i}, {1});
  if (share >= 1) return part_of(whole, {j}, {1});
  return part_of(whole, {i, j}, {1 - share, share});
}

double square_of(const Simplex& simplex) {
  const Vec3 at = nearest_point(simplex).at;
  return dot(at, at);
}

// Keeps `best` unless the other is nearer.
void take_nearer(Simplex& best, const Simplex& other) {
  if (square_of(other) < square_of(best)) best = other;
}

// The origin over the inside of the triangle has three positive shares; else an edge is nearest.
Simplex nearest_on_triangle(const Simplex& whole, std::size_t i, std::size_t j, std::size_t k) {
  const Vec3& a = whole.corners[i].at;
  const Vec3& b = whole.corners[j].at;
  const Vec3& c = whole.corners[k].at;
  const Vec3 normal = cross(b - a, c - a);
  const double square = dot(normal, normal);
  const double of_a = dot(normal, cross(b, c));
  const double of_b = dot(normal, cross(c, a));
  const double of_c = dot(normal, cross(a, b));
  if (square > 0 && of_a > 0 && of_b > 0 && of_c > 0) {
    const double sum = of_a + of_b + of_c;
    return part_of(whole, {i, j, k}, {of_a / sum, of_b / sum, of_c / sum});
  }
  Simplex best = nearest_on_edge(whole, i, j);
  take_nearer(best, nearest_on_edge(whole, i, k));
  take_nearer(best, nearest_on_edge(whole, j, k));
  return best;
}

// Which side of the plane through three corners a point is on, seen from the fourth: positive if on
// its side.
double side_of_origin(const Simplex& whole, std::size_t i, std::size_t j, std::size_t k,
                      std::size_t fourth) {
  const Vec3& a = whole.corners[i].at;
  const Vec3 normal = cross(whole.corners[j].at - a, whole.corners[k].at - a);
  const double own = dot(normal, whole.corners[fourth].at - a);
  return own == 0 ? 0 : dot(normal, -a) * own;
}

Simplex nearest_on_tetrahedron(const Simplex& whole) {
  constexpr std::array<std::array<std::size_t, 4>, 4> faces{
      {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
  std::optional<Simplex> best;
  for (const auto& [i, j, k, fourth] : faces) {
    if (side_of_origin(whole, i, j, k, fourth) > 0) continue;
    const Simplex own = nearest_on_triangle(whole, i, j, k);
    if (best) {
      take_nearer(*best, own);
    } else {
      best = own;
    }
  }
  if (best) return *best;
  Simplex inside = whole;
  inside.shares = {};
  inside.has_origin = true;
  return inside;
}

}  // namespace

void reduce_to_nearest(Simplex& simplex) {
  switch (simplex.size) {
    case 1:
      simplex.shares[0] = 1;
      return;
    case 2:
      simplex = nearest_on_edge(simplex, 0, 1);
      return;
    case 3:
      simplex = nearest_on_triangle(simplex, 0, 1, 2);
      return;
    default:
      simplex = nearest_on_tetrahedron(simplex);
  }
}

DifferencePoint nearest_point(const Simplex& simplex) {
  DifferencePoint sum;
  for (std::size_t i = 0; i < simplex.size; ++i) {
    const double share = simplex.shares[i];
    sum.at = sum.at + share * simplex.corners[i].at;
    sum.a = sum.a + share * simplex.corners[i].a;
    sum.b = sum.b + share * simplex.corners[i].b;
  }
  return sum;
}

}  // namespace rigy::kernel
