#include "rigging/bone_tree.hpp"

#include <algorithm>
#include <array>

namespace rigy::kernel {
namespace {

constexpr std::size_t max_influences = 4;

// The two strongest of the branches of a bone.
struct Branches {
  double first = 0;
  double second = 0;
  std::uint32_t strongest = 0;  // its place
};

Branches branches_of(const BoneTree& tree, std::span<const double> shares, std::uint32_t place) {
  Branches found;
  for (std::uint32_t child = place + 1; child < tree.ends[place]; child = tree.ends[child]) {
    const auto branch = shares.subspan(child, tree.ends[child] - child);
    const double most = *std::max_element(branch.begin(), branch.end());
    if (most > found.first) {
      found.second = found.first;
      found.first = most;
      found.strongest = child;
    } else {
      found.second = std::max(found.second, most);
    }
  }
  return found;
}

struct BoneClaim {
  std::uint32_t place = 0;
  double share = 0;
};

// The strongest claims first, one more than a vertex may have.
using Claims = std::array<BoneClaim, max_influences + 1>;
Claims strongest_claims(std::span<const double> shares) {
  Claims best{};
  for (std::uint32_t i = 0; i < shares.size(); ++i) {
    if (shares[i] <= best.back().share) continue;
    std::size_t at = max_influences;
    for (; at > 0 && best[at - 1].share < shares[i]; --at) best[at] = best[at - 1];
    best[at] = {i, shares[i]};
  }
  return best;
}

// Whole numbers that sum to the unit, by the largest remainders.
std::array<std::uint32_t, max_influences> whole_weights(
    const std::array<double, max_influences>& shares) {
  const double sum = ((shares[0] + shares[1]) + shares[2]) + shares[3];
  std::array<std::uint32_t, max_influences> whole{};
  std::array<double, max_influences> rest{};
  std::uint32_t left = weight_unit;
  for (std::size_t i = 0; i < max_influences; ++i) {
    const double exact = shares[i] / sum * weight_unit;
    whole[i] = std::min(left, static_cast<std::uint32_t>(exact));
    rest[i] = exact - whole[i];
    left -= whole[i];
  }
  for (; left > 0; --left) {
    const auto most = std::max_element(rest.begin(), rest.end());
    ++whole[static_cast<std::size_t>(most - rest.begin())];
    *most -= 1;
  }
  return whole;
}

}  // namespace

BoneTree tree_of(std::span<const WeightedBone> bones) {
  const auto count = static_cast<std::uint32_t>(bones.size());
  std::vector<std::vector<std::uint32_t>> children(count + 1);  // the last: of none
  for (std::uint32_t i = count; i-- > 0;) {
    children[bones[i].parent == no_index ? count : bones[i].parent].push_back(i);
  }
  BoneTree tree;
  tree.ends.resize(count);
  tree.places.resize(count);
  std::vector<std::uint32_t> waiting = children[count];
  std::vector<std::uint32_t> sizes(count, 1);
  while (!waiting.empty()) {
    const std::uint32_t bone = waiting.back();
    waiting.pop_back();
    tree.places[bone] = static_cast<std::uint32_t>(tree.bones.size());
    tree.bones.push_back(bone);
    waiting.insert(waiting.end(), children[bone].begin(), children[bone].end());
  }
  for (std::uint32_t place = count; place-- > 0;) {
    const std::uint32_t bone = tree.bones[place];
    tree.ends[place] = place + sizes[bone];
    if (bones[bone].parent != no_index) sizes[bones[bone].parent] += sizes[bone];
  }
  return tree;
}

void settle(const BoneTree& tree, std::span<double> shares) {
  for (auto place = static_cast<std::uint32_t>(shares.size()); place-- > 0;) {
    if (tree.ends[place] == place + 1) continue;
    const Branches found = branches_of(tree, shares, place);
    if (!(found.second > 0)) continue;
    double lost = 0;
    for (std::uint32_t i = place + 1; i < tree.ends[place]; ++i) {
      const bool is_strongest = i >= found.strongest && i < tree.ends[found.strongest];
      const double kept = is_strongest ? std::max(0.0, shares[i] - found.second) : 0.0;
      lost += shares[i] - kept;
      shares[i] = kept;
    }
    shares[place] = std::min(1.0, shares[place] + lost);
  }
}

BoneWeights strongest_four(const BoneTree& tree, std::span<double> shares) {
  const Claims claims = strongest_claims(shares);
  std::array<double, max_influences> kept{};
  // Less the fifth, so that the fourth fades before the fifth takes its place.
  const bool are_equal = claims.front().share == claims.back().share;
  for (std::size_t i = 0; i < max_influences; ++i) {
    kept[i] = are_equal ? 1 : claims[i].share - claims.back().share;
  }
  const std::array<std::uint32_t, max_influences> whole = whole_weights(kept);
  std::array<std::pair<std::uint32_t, std::uint32_t>, max_influences> ordered;
  for (std::size_t i = 0; i < max_influences; ++i) {
    ordered[i] = {whole[i] == 0 ? no_index : tree.bones[claims[i].place], whole[i]};
  }
  std::sort(ordered.begin(), ordered.end());
  BoneWeights weights;
  for (std::size_t i = 0; i < max_influences && ordered[i].first != no_index; ++i) {
    weights.bones[i] = static_cast<std::uint16_t>(ordered[i].first);
    weights.weights[i] = static_cast<std::uint16_t>(ordered[i].second);
  }
  return weights;
}

}  // namespace rigy::kernel
