#include "rigging/bone_weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/parallel.hpp"
#include "rigging/bone_tree.hpp"
#include "voxels/solid.hpp"

namespace rigy::kernel {
namespace {

// Cells inside: enough for fingers of a body, few enough for a search per bone to take
// milliseconds.
// Many bones get a coarser grid.
constexpr std::size_t max_inside = 40'000;
constexpr std::size_t max_distances = 10'000'000;
// How far a bone reaches beyond its end, in distances between surface and bone.
constexpr double reach = 1.2;
// By how many cells a way through the grid may be longer than the straight one without being a
// detour: both of its ends are rounded to cells.
constexpr double rounding_cells = 3;

// How often the share of a cell becomes the mean of its neighbors' shares.
constexpr int smoothing_rounds = 8;
// What is below this, of the greatest share, does not count, and everything else counts less by it.
constexpr double least_share = 0.02;
constexpr std::uint32_t nearly_rigid = weight_unit * 9 / 10;
constexpr double infinity = std::numeric_limits<double>::infinity();

double distance_to(const WeightedBone& bone, const Vec3& point) {
  const Vec3 along = bone.tail - bone.head;
  const double square = dot(along, along);
  const double t = square > 0 ? std::clamp(dot(point - bone.head, along) / square, 0.0, 1.0) : 0;
  return length(point - (bone.head + t * along));
}

// The cells that a bone runs through, and one beyond its ends: parts that meet at a joint without
// overlapping by a cell both have its bones.
std::vector<DistanceSource> sources_of(const VoxelSolid& solid, const WeightedBone& bone) {
  const VoxelGrid& grid = solid.grid;
  std::vector<DistanceSource> sources;
  const Vec3 along = bone.tail - bone.head;
  // A bone may be far longer than the mesh; then its points are farther apart.
  const double pieces = std::clamp(std::ceil(2 * length(along) / grid.step), 1.0, 4096.0);
  const auto last = static_cast<int>(pieces) + 2;
  const CellPlace last_cell{grid.counts[0] - 1, grid.counts[1] - 1, grid.counts[2] - 1};
  for (int i = -2; i <= last; ++i) {
    const CellPlace place = grid.place_of(bone.head + (i / pieces) * along);
    const bool is_outermost = place[0] == 0 || place[1] == 0 || place[2] == 0 ||
                              place[0] == last_cell[0] || place[1] == last_cell[1] ||
                              place[2] == last_cell[2];
    const std::uint32_t number = solid.number_of_cell[grid.cell(place)];
    if (is_outermost || number == no_index) continue;
    if (!sources.empty() && sources.back().number == number) continue;
    const double cells = distance_to(bone, grid.center(place)) / grid.step;
    const auto distance = static_cast<std::uint32_t>((cells < 2 ? cells : 2.0) * chamfer_unit);
    sources.push_back({number, distance});
  }
  return sources;
}

// A cell near a vertex, inside its surface, and how much it counts.
struct Entrance {
  std::uint32_t number = 0;
  double weight = 0;
};

// Where vertices of one surface enter the solid.
class EntranceFinder {
 public:
  EntranceFinder(const VoxelSolid& solid, std::size_t part)
      : solid_(solid), own_(solid.cells.size(), false) {
    for (const std::uint32_t number : solid_.parts[part]) own_[number] = true;
  }

  // Seen from a point below the surface: near a gap, the cells on its other side do not count.
  void find(const Vec3& position, const Vec3& normal, std::vector<Entrance>& found) const {
    found.clear();
    add_around(position - solid_.grid.step * normal, 1, found);
    for (std::int32_t cells = 1; found.empty() && cells <= 3; ++cells) {
      add_around(position, cells, found);
    }
  }

 private:
  void add_around(const Vec3& middle, std::int32_t cells, std::vector<Entrance>& found) const {
    const VoxelGrid& grid = solid_.grid;
    const CellPlace at = grid.place_of(middle);
    for (std::int32_t z = at[2] - cells; z <= at[2] + cells; ++z) {
      for (std::int32_t y = at[1] - cells; y <= at[1] + cells; ++y) {
        for (std::int32_t x = at[0] - cells; x <= at[0] + cells; ++x) {
          if (!grid.has({x, y, z})) continue;
          const std::uint32_t number = solid_.number_of_cell[grid.cell({x, y, z})];
          if (number == no_index || !own_[number]) continue;
          const double away = length(grid.center({x, y, z}) - middle) / (grid.step * (cells + 0.5));
          // Nothing at the border of the cube, where cells come and go.
          if (away < 1) found.push_back({number, (1 - away) * (1 - away)});
        }
      }
    }
  }

  const VoxelSolid& solid_;
  std::vector<bool> own_;
};

// How much of a cell a bone claims, between 0 and 1.
struct Claim {
  std::uint32_t place = 0;  // of the bone in the tree
  double share = 0;
};

// The claims of all cells: those of number n are claims[first[n]] up to claims[first[n + 1]].
struct CellClaims {
  std::vector<std::uint32_t> first;
  std::vector<Claim> claims;
};

std::uint32_t weight_of(const BoneWeights& weights, std::uint16_t bone) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += weights.bones[i] == bone ? weights.weights[i] : 0u;
  return sum;
}

// A part that follows one bone nearly, as eyes do a head, follows it exactly.
void make_rigid(std::vector<BoneWeights>& weights) {
  const BoneWeights& any = weights.front();
  const auto most = std::max_element(any.weights.begin(), any.weights.end());
  const std::uint16_t bone = any.bones[static_cast<std::size_t>(most - any.weights.begin())];
  const bool is_nearly_rigid =
      std::all_of(weights.begin(), weights.end(),
                  [bone](const BoneWeights& one) { return weight_of(one, bone) >= nearly_rigid; });
  if (is_nearly_rigid)
    std::fill(weights.begin(), weights.end(), BoneWeights{{bone}, {weight_unit}});
}

class Weigher {
 public:
  Weigher(std::span<const ClosedSurface> surfaces, std::span<const WeightedBone> bones,
          unsigned threads)
      : surfaces_(surfaces),
        bones_(bones),
        solid_(solid_of(surfaces, std::min(max_inside, max_distances / bones.size()))),
        tree_(tree_of(bones)) {
    claim_cells(threads);
  }

  [[nodiscard]] std::vector<std::vector<BoneWeights>> run(unsigned threads) const {
    std::vector<std::vector<BoneWeights>> all(surfaces_.size());
    const auto weigh = [&](unsigned, std::size_t i) { all[i] = weights_of(i); };
    parallel_for(surfaces_.size(), threads, weigh, 1);
    return all;
  }

 private:
  void claim_cells(unsigned threads);
  [[nodiscard]] std::vector<double> distances_to(const WeightedBone& bone) const;
  [[nodiscard]] std::vector<double> shares_of(const std::vector<double>& distances,
                                              const std::vector<double>& nearest) const;
  void smooth(std::vector<double>& shares) const;
  [[nodiscard]] bool take_shares(std::span<const Entrance> entrances,
                                 std::span<double> shares) const;
  void follow_nearest(const ClosedSurface& surface, std::span<const std::uint32_t> vertices,
                      std::vector<BoneWeights>& weights) const;
  [[nodiscard]] std::vector<BoneWeights> weights_of(std::size_t part) const;

  std::span<const ClosedSurface> surfaces_;
  std::span<const WeightedBone> bones_;
  VoxelSolid solid_;
  BoneTree tree_;
  CellClaims cells_;
};

// The distance of each cell to a bone: that of a straight line, and what the way inside is longer.
// Infinite if no way leads there.
std::vector<double> Weigher::distances_to(const WeightedBone& bone) const {
  const std::vector<std::uint32_t> ways = distances_through(solid_, sources_of(solid_, bone));
  std::vector<double> distances(ways.size(), infinity);
  const double step = solid_.grid.step;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i] == no_index) continue;
    const double straight =
        distance_to(bone, solid_.grid.center(solid_.grid.place(solid_.cells[i])));
    const double way = double(ways[i]) / chamfer_unit * step;
    const double tolerated = chamfer_excess * straight + rounding_cells * step;
    distances[i] = straight + std::max(0.0, way - tolerated);
  }
  return distances;
}

// At the end of a straight bone, for a cell at a distance d from it, √(other² − d²) is the distance
// along the bone: its share falls from 1 to 0 within `reach` times d.
std::vector<double> Weigher::shares_of(const std::vector<double>& distances,
                                       const std::vector<double>& nearest) const {
  std::vector<double> shares(distances.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (distances[i] == infinity) continue;
    const double width = reach * (nearest[i] + 0.5 * solid_.grid.step);
    const double beyond =
        std::sqrt((distances[i] - nearest[i]) * (distances[i] + nearest[i])) / width;
    if (beyond < 1) shares[i] = (1 - beyond) * (1 - beyond) * (1 + beyond);
  }
  return shares;
}

// Between bones that lie side by side, shares change abruptly.
void Weigher::smooth(std::vector<double>& shares) const {
  std::vector<double> before;
  for (int round = 0; round < smoothing_rounds; ++round) {
    before = shares;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const std::uint32_t begin = solid_.first_links[i];
      const std::uint32_t end = solid_.first_links[i + 1];
      double sum = before[i];
      for (std::uint32_t link = begin; link < end; ++link) sum += before[solid_.links[link].to];
      shares[i] = sum / (end - begin + 1);
    }
  }
}

void Weigher::claim_cells(unsigned threads) {
  std::vector<std::vector<double>> all(bones_.size());
  const auto search = [&](unsigned, std::size_t i) {
    all[i] = distances_to(bones_[tree_.bones[i]]);
  };
  parallel_for(bones_.size(), threads, search, 1);
  std::vector<double> nearest(solid_.cells.size(), infinity);
  for (const std::vector<double>& distances : all) {
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      nearest[i] = std::min(nearest[i], distances[i]);
    }
  }
  const auto claim = [&](unsigned, std::size_t i) {
    all[i] = shares_of(all[i], nearest);
    smooth(all[i]);
  };
  parallel_for(bones_.size(), threads, claim, 1);
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    cells_.first.push_back(static_cast<std::uint32_t>(cells_.claims.size()));
    for (std::uint32_t place = 0; place < all.size(); ++place) {
      if (all[place][i] > 0) cells_.claims.push_back({place, all[place][i]});
    }
  }
  cells_.first.push_back(static_cast<std::uint32_t>(cells_.claims.size()));
}

// The mean of the cells around, nearer ones more.
bool Weigher::take_shares(std::span<const Entrance> entrances, std::span<double> shares) const {
  std::fill(shares.begin(), shares.end(), 0.0);
  double sum = 0;
  for (const Entrance& entrance : entrances) {
    const std::uint32_t end = cells_.first[entrance.number + 1];
    for (std::uint32_t i = cells_.first[entrance.number]; i < end; ++i) {
      const Claim& claim = cells_.claims[i];
      shares[claim.place] += entrance.weight * claim.share;
      sum += entrance.weight * claim.share;
    }
  }
  if (!(sum > 0)) return false;
  const double most = *std::max_element(shares.begin(), shares.end());
  for (double& share : shares)
    share = std::max(0.0, share / most - least_share) / (1 - least_share);
  return true;
}

void Weigher::follow_nearest(const ClosedSurface& surface, std::span<const std::uint32_t> vertices,
                             std::vector<BoneWeights>& weights) const {
  double nearest = infinity;
  std::size_t best = 0;
  for (std::size_t bone = 0; bone < bones_.size(); ++bone) {
    for (const std::uint32_t vertex : vertices) {
      const double found = distance_to(bones_[bone], surface.positions[vertex]);
      if (!(found < nearest)) continue;
      nearest = found;
      best = bone;
    }
  }
  for (const std::uint32_t vertex : vertices) {
    weights[vertex] = {{static_cast<std::uint16_t>(best)}, {weight_unit}};
  }
}

std::vector<BoneWeights> Weigher::weights_of(std::size_t part) const {
  const ClosedSurface& surface = surfaces_[part];
  std::vector<BoneWeights> weights(surface.positions.size());
  std::vector<double> shares(bones_.size());
  std::vector<Entrance> entrances;
  std::vector<std::uint32_t> without_bones;
  const EntranceFinder finder(solid_, part);
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    finder.find(surface.positions[i], surface.normals[i], entrances);
    if (take_shares(entrances, shares)) {
      settle(tree_, shares);
      weights[i] = strongest_four(tree_, shares);
    } else {
      without_bones.push_back(i);
    }
  }
  if (!without_bones.empty()) follow_nearest(surface, without_bones, weights);
  make_rigid(weights);
  return weights;
}

}  // namespace

std::vector<std::vector<BoneWeights>> bone_weights(std::span<const ClosedSurface> surfaces,
                                                   std::span<const WeightedBone> bones,
                                                   unsigned threads) {
  if (surfaces.empty()) return {};
  return Weigher(surfaces, bones, threads).run(threads);
}

}  // namespace rigy::kernel
