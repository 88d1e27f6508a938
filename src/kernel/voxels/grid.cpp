#include "voxels/grid.hpp"

#include <algorithm>
#include <cmath>

namespace rigy::kernel {
namespace {

// Lines along x go a little beside the centers of cells, so that none meets the edges and corners
// of surfaces made of round numbers.
constexpr double beside_y = 0.50043219;
constexpr double beside_z = 0.49971387;

// Where a line along x passes through a surface.
struct Crossing {
  std::uint32_t line = 0;
  double x = 0;
  int winding = 0;
};

// Twice the area of (a, b, p) in the plane of y and z, exactly the opposite of that of (b, a, p):
// two triangles never disagree about their common edge.
double signed_area(const Vec3& a, const Vec3& b, double y, double z) {
  const bool in_order = a.y != b.y ? a.y < b.y : a.z < b.z;
  const Vec3& first = in_order ? a : b;
  const Vec3& second = in_order ? b : a;
  const double area = (second.y - first.y) * (z - first.z) - (second.z - first.z) * (y - first.y);
  // A line through an edge counts as being beside it.
  const double decided = area == 0 ? 1e-300 : area;
  return in_order ? decided : -decided;
}

std::int32_t clamped(double value, std::int32_t count) {
  if (!(value > 0)) return 0;
  return static_cast<std::int32_t>(std::min(value, double(count - 1)));
}

class LineCaster {
 public:
  LineCaster(const VoxelGrid& grid, std::vector<Crossing>& crossings)
      : grid_(grid), crossings_(crossings) {}

  void add(const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto [y_min, y_max] = std::minmax({a.y, b.y, c.y});
    const auto [z_min, z_max] = std::minmax({a.z, b.z, c.z});
    const std::int32_t y_begin = line_of(y_min, grid_.origin.y, grid_.counts[1]);
    const std::int32_t y_end = line_of(y_max, grid_.origin.y, grid_.counts[1]);
    const std::int32_t z_begin = line_of(z_min, grid_.origin.z, grid_.counts[2]);
    const std::int32_t z_end = line_of(z_max, grid_.origin.z, grid_.counts[2]);
    for (std::int32_t z = z_begin; z <= z_end; ++z) {
      for (std::int32_t y = y_begin; y <= y_end; ++y) cross(a, b, c, y, z);
    }
  }

 private:
  [[nodiscard]] std::int32_t line_of(double at, double origin, std::int32_t count) const {
    return clamped((at - origin) / grid_.step, count);
  }

  void cross(const Vec3& a, const Vec3& b, const Vec3& c, std::int32_t y, std::int32_t z) {
    const double at_y = grid_.origin.y + grid_.step * (y + beside_y);
    const double at_z = grid_.origin.z + grid_.step * (z + beside_z);
    const double of_a = signed_area(b, c, at_y, at_z);
    const double of_b = signed_area(c, a, at_y, at_z);
    const double of_c = signed_area(a, b, at_y, at_z);
    const bool is_front = of_a > 0 && of_b > 0 && of_c > 0;
    const bool is_back = of_a < 0 && of_b < 0 && of_c < 0;
    if (!is_front && !is_back) return;
    const double x = (of_a * a.x + of_b * b.x + of_c * c.x) / (of_a + of_b + of_c);
    const auto line = static_cast<std::uint32_t>(z * grid_.counts[1] + y);
    crossings_.push_back({line, x, is_front ? -1 : 1});
  }

  const VoxelGrid& grid_;
  std::vector<Crossing>& crossings_;
};

std::vector<Crossing> crossings_of(const VoxelGrid& grid, const ClosedSurface& surface) {
  std::vector<Crossing> crossings;
  LineCaster caster(grid, crossings);
  for (const auto& [i, j, k] : surface.triangles) {
    caster.add(surface.positions[i], surface.positions[j], surface.positions[k]);
  }
  std::sort(crossings.begin(), crossings.end(), [](const Crossing& one, const Crossing& other) {
    if (one.line != other.line) return one.line < other.line;
    if (one.x != other.x) return one.x < other.x;
    return one.winding > other.winding;
  });
  return crossings;
}

// The cells of a line whose centers lie between two crossings.
void add_between(const VoxelGrid& grid, const Crossing& from, double to,
                 std::vector<std::uint32_t>& cells) {
  const std::uint32_t first = from.line * static_cast<std::uint32_t>(grid.counts[0]);
  const auto center_at_least = [&grid](double x) {
    return clamped(std::ceil((x - grid.origin.x) / grid.step - 0.5), grid.counts[0]);
  };
  const std::int32_t end = center_at_least(to);
  for (std::int32_t x = center_at_least(from.x); x < end; ++x) {
    cells.push_back(first + static_cast<std::uint32_t>(x));
  }
}

std::vector<std::uint32_t> cells_within(const VoxelGrid& grid, const ClosedSurface& surface) {
  const std::vector<Crossing> crossings = crossings_of(grid, surface);
  std::vector<std::uint32_t> cells;
  int winding = 0;
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    winding =
        (i > 0 && crossings[i - 1].line == crossings[i].line ? winding : 0) + crossings[i].winding;
    if (winding == 0 || crossings[i + 1].line != crossings[i].line) continue;
    add_between(grid, crossings[i], crossings[i + 1].x, cells);
  }
  return cells;
}

// --- thin parts ---

bool has_neighbor(const VoxelGrid& grid, const std::vector<std::uint32_t>& cells,
                  const Vec3& point) {
  const CellPlace at = grid.place_of(point);
  for (std::int32_t z = at[2] - 1; z <= at[2] + 1; ++z) {
    for (std::int32_t y = at[1] - 1; y <= at[1] + 1; ++y) {
      const CellPlace first{std::max(at[0] - 1, 0), y, z};
      if (!grid.has(first)) continue;
      const auto found = std::lower_bound(cells.begin(), cells.end(), grid.cell(first));
      const CellPlace last{std::min(at[0] + 1, grid.counts[0] - 1), y, z};
      if (found != cells.end() && *found <= grid.cell(last)) return true;
    }
  }
  return false;
}

bool has_thin_parts(const VoxelGrid& grid, const ClosedSurface& surface,
                    const std::vector<std::uint32_t>& cells) {
  return std::any_of(surface.positions.begin(), surface.positions.end(),
                     [&](const Vec3& point) { return !has_neighbor(grid, cells, point); });
}

// Points of a triangle, no more than half a cell apart.
void add_cells_of(const VoxelGrid& grid, const Vec3& a, const Vec3& b, const Vec3& c,
                  std::vector<std::uint32_t>& cells) {
  const double longest = std::max({length(b - a), length(c - a), length(c - b)});
  const double pieces = std::max(1.0, std::ceil(2 * longest / grid.step));
  const auto last = static_cast<std::int64_t>(pieces);
  for (std::int64_t i = 0; i <= last; ++i) {
    for (std::int64_t j = 0; i + j <= last; ++j) {
      const Vec3 point = a + (double(i) / pieces) * (b - a) + (double(j) / pieces) * (c - a);
      cells.push_back(grid.cell(grid.place_of(point)));
    }
  }
}

}  // namespace

CellPlace VoxelGrid::place_of(const Vec3& point) const {
  const Vec3 from = (point - origin) / step;
  return {clamped(std::floor(from.x), counts[0]), clamped(std::floor(from.y), counts[1]),
          clamped(std::floor(from.z), counts[2])};
}

VoxelGrid grid_over(const Bounds& bounds, std::int32_t longest) {
  const Vec3 extent = bounds.max - bounds.min;
  VoxelGrid grid;
  grid.step = std::max({extent.x, extent.y, extent.z, 1e-30}) / longest;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double cells = std::floor(extent[axis] / grid.step);
    grid.counts[axis] = 3 + static_cast<std::int32_t>(std::clamp(cells, 0.0, double(longest)));
  }
  // In the middle of the bounds, so that what is symmetric has symmetric cells.
  const Vec3 cells{double(grid.counts[0]), double(grid.counts[1]), double(grid.counts[2])};
  grid.origin = 0.5 * (bounds.min + bounds.max) - (0.5 * grid.step) * cells;
  return grid;
}

std::vector<std::uint32_t> cells_inside(const VoxelGrid& grid, const ClosedSurface& surface) {
  std::vector<std::uint32_t> cells = cells_within(grid, surface);
  std::sort(cells.begin(), cells.end());
  if (has_thin_parts(grid, surface, cells)) {
    for (const auto& [i, j, k] : surface.triangles) {
      add_cells_of(grid, surface.positions[i], surface.positions[j], surface.positions[k], cells);
    }
    std::sort(cells.begin(), cells.end());
  }
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace rigy::kernel
