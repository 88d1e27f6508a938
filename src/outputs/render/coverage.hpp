// Which samples of a tile a triangle covers. Corners are put on a grid of 1/256 pixel; then whether
// a sample lies inside a triangle is decided by sums and products of whole numbers that binary64
// holds exactly, so triangles that share an edge neither overlap nor leave a gap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace rigy::outputs {

inline constexpr std::uint32_t tile_side = 16;
inline constexpr std::uint32_t tile_pixels = tile_side * tile_side;
inline constexpr std::uint32_t pixel_samples = 16;
inline constexpr std::size_t tile_samples = std::size_t{tile_pixels} * pixel_samples;
inline constexpr double pixel_steps = 256;  // of the grid
inline constexpr double no_triangle = -1;
inline constexpr double nothing_near = -std::numeric_limits<double>::infinity();

// Where in a pixel the samples are, in steps of the grid: no two in a row or in a column.
inline constexpr std::array<double, pixel_samples> sample_x{8,   24,  40,  56,  72,  88,  104, 120,
                                                            136, 152, 168, 184, 200, 216, 232, 248};
inline constexpr std::array<double, pixel_samples> sample_y{8,  136, 72, 200, 40, 168, 104, 232,
                                                            24, 152, 88, 216, 56, 184, 120, 248};

// A corner in the view, on the grid.
struct ViewCorner {
  double x = 0;
  double y = 0;
  double nearness = 0;
};

// A place in pixels, on the grid.
[[nodiscard]] double to_grid(double pixels);

// Twice the area; positive if the corners run clockwise in the picture.
[[nodiscard]] double area_of(const ViewCorner& a, const ViewCorner& b, const ViewCorner& c);

// An edge: not negative at samples inside.
struct ViewEdge {
  double x = 0;  // its growth from step to step
  double y = 0;
  double origin = 0;  // its value at the corner of the view
  double most = 0;    // that a sample of a pixel adds
  std::array<double, pixel_samples> add;
};

// A triangle whose corners run clockwise in the picture.
struct TriangleSetup {
  std::array<ViewEdge, 3> edges;  // across from each corner
  double near_origin = 0;         // nearness as a plane
  double near_x = 0;
  double near_y = 0;
  std::array<double, pixel_samples> near_add;
};

[[nodiscard]] TriangleSetup set_up(const ViewCorner& a, const ViewCorner& b, const ViewCorner& c,
                                   double area, double lift);

// The samples of a tile: the nearest triangle at each, numbers as binary64 for the sake of vectors.
struct TileSamples {
  std::array<double, tile_samples> nearness;
  std::array<double, tile_samples> triangle;
};

struct PixelRange {
  std::uint32_t left = 0;
  std::uint32_t right = 0;  // one more than the last
  std::uint32_t top = 0;
  std::uint32_t bottom = 0;
};

// Puts a triangle into the samples of a tile, where nothing is nearer.
void cover(const TriangleSetup& setup, double triangle, const PixelRange& range,
           std::uint32_t tile_x, std::uint32_t tile_y, TileSamples& out);

}  // namespace rigy::outputs
