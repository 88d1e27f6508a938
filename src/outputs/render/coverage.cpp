#include "render/coverage.hpp"

#include <algorithm>

#include "math/wide_vectors.hpp"

namespace rigy::outputs {
namespace {

ViewEdge edge_between(const ViewCorner& a, const ViewCorner& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  // Samples on an edge belong to one of its two triangles.
  const bool has_edge = dy < 0 || (dy == 0 && dx > 0);
  ViewEdge edge;
  edge.x = -dy;
  edge.y = dx;
  edge.origin = dy * a.x - dx * a.y - (has_edge ? 0 : 1);
  edge.most = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < pixel_samples; ++i) {
    edge.add[i] = edge.x * sample_x[i] + edge.y * sample_y[i];
    edge.most = std::max(edge.most, edge.add[i]);
  }
  return edge;
}

}  // namespace

double to_grid(double pixels) {
  const double steps = pixels * pixel_steps;
  return static_cast<double>(static_cast<std::int64_t>(steps >= 0 ? steps + 0.5 : steps - 0.5));
}

double area_of(const ViewCorner& a, const ViewCorner& b, const ViewCorner& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

TriangleSetup set_up(const ViewCorner& a, const ViewCorner& b, const ViewCorner& c, double area,
                     double lift) {
  TriangleSetup setup{{edge_between(b, c), edge_between(c, a), edge_between(a, b)}, 0, 0, 0, {}};
  const double ab = b.nearness - a.nearness;
  const double ac = c.nearness - a.nearness;
  setup.near_x = (ab * (c.y - a.y) - ac * (b.y - a.y)) / area;
  setup.near_y = (ac * (b.x - a.x) - ab * (c.x - a.x)) / area;
  setup.near_origin = a.nearness - setup.near_x * a.x - setup.near_y * a.y + lift;
  for (std::uint32_t i = 0; i < pixel_samples; ++i) {
    setup.near_add[i] = setup.near_x * sample_x[i] + setup.near_y * sample_y[i];
  }
  return setup;
}

RIGY_WIDE_VECTORS
void cover(const TriangleSetup& setup, double triangle, const PixelRange& range,
           std::uint32_t tile_x, std::uint32_t tile_y, TileSamples& out) {
  const auto& [first, second, third] = setup.edges;
  for (std::uint32_t y = range.top; y < range.bottom; ++y) {
    for (std::uint32_t x = range.left; x < range.right; ++x) {
      const double px = x * pixel_steps;
      const double py = y * pixel_steps;
      const double a = first.origin + first.x * px + first.y * py;
      const double b = second.origin + second.x * px + second.y * py;
      const double c = third.origin + third.x * px + third.y * py;
      if (a + first.most < 0 || b + second.most < 0 || c + third.most < 0) continue;
      const double z = setup.near_origin + setup.near_x * px + setup.near_y * py;
      const std::size_t pixel = (y - tile_y) * tile_side + (x - tile_x);
      double* near = out.nearness.data() + pixel * pixel_samples;
      double* who = out.triangle.data() + pixel * pixel_samples;
      for (std::uint32_t i = 0; i < pixel_samples; ++i) {
        const double here = z + setup.near_add[i];
        // Without branches, so that the loop is vectorized.
        const bool hit =
            (static_cast<int>(a + first.add[i] >= 0) & static_cast<int>(b + second.add[i] >= 0) &
             static_cast<int>(c + third.add[i] >= 0) & static_cast<int>(here > near[i])) != 0;
        near[i] = hit ? here : near[i];
        who[i] = hit ? triangle : who[i];
      }
    }
  }
}
}  // namespace rigy::outputs
