#include "voxels/solid.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rigy::kernel {
namespace {

constexpr std::int32_t finest = 128;  // cells along the longest side
constexpr std::int32_t coarsest = 16;
// By how many coordinates neighbors differ: 26·√2 and 26·√3, rounded.
constexpr std::array<std::uint32_t, 4> costs{0, chamfer_unit, 37, 45};

Bounds bounds_of_all(std::span<const ClosedSurface> surfaces) {
  Bounds bounds = bounds_of(surfaces[0].positions);
  for (const ClosedSurface& surface : surfaces) extend(bounds, bounds_of(surface.positions));
  return bounds;
}

// Numbers the cells of all parts, in the order of the grid.
void number_cells(VoxelSolid& solid) {
  solid.number_of_cell.assign(solid.grid.size(), no_index);
  for (const auto& part : solid.parts) {
    for (const std::uint32_t cell : part) solid.number_of_cell[cell] = 0;
  }
  for (std::uint32_t cell = 0; cell < solid.number_of_cell.size(); ++cell) {
    if (solid.number_of_cell[cell] == no_index) continue;
    solid.number_of_cell[cell] = static_cast<std::uint32_t>(solid.cells.size());
    solid.cells.push_back(cell);
  }
  for (auto& part : solid.parts) {
    for (std::uint32_t& cell : part) cell = solid.number_of_cell[cell];
  }
}

// Which surfaces a cell lies in. Beyond 64 they share bits, which links a few cells more.
std::vector<std::uint64_t> masks_of(const VoxelSolid& solid) {
  std::vector<std::uint64_t> masks(solid.cells.size());
  for (std::size_t i = 0; i < solid.parts.size(); ++i) {
    for (const std::uint32_t number : solid.parts[i]) masks[number] |= std::uint64_t{1} << i % 64;
  }
  return masks;
}

void link_cell(VoxelSolid& solid, const std::vector<std::uint64_t>& masks, std::uint32_t number) {
  const CellPlace at = solid.grid.place(solid.cells[number]);
  for (std::int32_t z = -1; z <= 1; ++z) {
    for (std::int32_t y = -1; y <= 1; ++y) {
      for (std::int32_t x = -1; x <= 1; ++x) {
        const CellPlace next{at[0] + x, at[1] + y, at[2] + z};
        if ((x == 0 && y == 0 && z == 0) || !solid.grid.has(next)) continue;
        const std::uint32_t to = solid.number_of_cell[solid.grid.cell(next)];
        if (to == no_index || (masks[to] & masks[number]) == 0) continue;
        solid.links.push_back({to, costs.at(static_cast<std::uint32_t>(x * x + y * y + z * z))});
      }
    }
  }
}

void link_cells(VoxelSolid& solid) {
  const std::vector<std::uint64_t> masks = masks_of(solid);
  solid.first_links.reserve(solid.cells.size() + 1);
  solid.links.reserve(solid.cells.size() * 20);
  for (std::uint32_t number = 0; number < solid.cells.size(); ++number) {
    solid.first_links.push_back(static_cast<std::uint32_t>(solid.links.size()));
    link_cell(solid, masks, number);
  }
  solid.first_links.push_back(static_cast<std::uint32_t>(solid.links.size()));
}

// Cells of each surface, in a grid of that many along the longest side.
VoxelSolid filled(std::span<const ClosedSurface> surfaces, const Bounds& bounds,
                  std::int32_t longest) {
  VoxelSolid solid;
  solid.grid = grid_over(bounds, longest);
  for (const ClosedSurface& surface : surfaces) {
    solid.parts.push_back(cells_inside(solid.grid, surface));
  }
  return solid;
}

}  // namespace

VoxelSolid solid_of(std::span<const ClosedSurface> surfaces, std::size_t max_inside) {
  const Bounds bounds = bounds_of_all(surfaces);
  VoxelSolid solid;
  for (std::int32_t longest = finest;; longest = longest * 3 / 4) {
    solid = filled(surfaces, bounds, longest);
    std::size_t inside = 0;
    for (const auto& part : solid.parts) inside += part.size();
    if (inside <= max_inside || longest <= coarsest) break;
  }
  number_cells(solid);
  link_cells(solid);
  return solid;
}

// Distances grow by at most the greatest cost, so a ring of that many buckets is a queue in which
// every step costs the same.
std::vector<std::uint32_t> distances_through(const VoxelSolid& solid,
                                             std::span<const DistanceSource> sources) {
  constexpr std::size_t ring = 64;
  std::array<std::vector<std::uint32_t>, ring> buckets;
  std::vector<std::uint32_t> distances(solid.cells.size(), no_index);
  std::size_t waiting = 0;
  const auto offer = [&](std::uint32_t number, std::uint32_t distance) {
    if (distance >= distances[number]) return;
    distances[number] = distance;
    buckets[distance % ring].push_back(number);
    ++waiting;
  };
  for (const DistanceSource& source : sources) offer(source.number, source.distance);
  std::vector<std::uint32_t> now;
  for (std::uint32_t distance = 0; waiting > 0; ++distance) {
    now.clear();
    std::swap(now, buckets[distance % ring]);
    waiting -= now.size();
    for (const std::uint32_t number : now) {
      if (distances[number] != distance) continue;  // a shorter way was found meanwhile
      const std::uint32_t end = solid.first_links[number + 1];
      for (std::uint32_t i = solid.first_links[number]; i < end; ++i) {
        offer(solid.links[i].to, distance + solid.links[i].cost);
      }
    }
  }
  return distances;
}

}  // namespace rigy::kernel
