// Weights of primitives that were kept, vertex by vertex.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "diff/description.hpp"
#include "diff/scenes.hpp"
#include "document/names.hpp"

namespace rigy::tools {
namespace {

// Bones are numbered as in the later armature; those that were removed come after them.
using BoneNumber = std::uint64_t;
constexpr BoneNumber first_removed = BoneNumber{1} << 32;

struct TwoWeights {
  BoneNumber bone = 0;
  double before = 0;
  double after = 0;
};

// What all vertices together say about one bone.
struct BoneShare {
  double before = 0;  // sums of weights
  double after = 0;
  double largest = 0;  // difference at a vertex
  std::size_t vertices = 0;
};

class WeightComparer {
 public:
  // `bones_today` has the numbers of the bones of the earlier armature.
  explicit WeightComparer(std::vector<std::uint32_t> bones_today)
      : bones_today_(std::move(bones_today)) {}

  // Vertices are compared with each other if there are as many as before.
  void compare(const std::vector<JointWeights>& before, const std::vector<JointWeights>& after) {
    for (const JointWeights& vertex : before) add_earlier(vertex);
    for (const JointWeights& vertex : after) add_later(vertex);
    if (before.size() != after.size()) return;
    for (std::size_t i = 0; i < before.size(); ++i) compare_vertex(before[i], after[i]);
  }

  [[nodiscard]] const std::map<BoneNumber, BoneShare>& shares() const { return shares_; }

 private:
  [[nodiscard]] BoneNumber today(std::uint32_t joint) const {
    const std::uint32_t now = bones_today_[joint];
    return now == no_index ? first_removed + joint : now;
  }
  void add_earlier(const JointWeights& vertex) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (vertex.weights[i] > 0) shares_[today(vertex.joints[i])].before += vertex.weights[i];
    }
  }
  void add_later(const JointWeights& vertex) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (vertex.weights[i] > 0) shares_[vertex.joints[i]].after += vertex.weights[i];
    }
  }
  TwoWeights& weights_of(BoneNumber bone) {
    const auto known = std::find_if(vertex_.begin(), vertex_.end(),
                                    [bone](const TwoWeights& one) { return one.bone == bone; });
    return known != vertex_.end() ? *known : vertex_.emplace_back(TwoWeights{bone});
  }
  void compare_vertex(const JointWeights& before, const JointWeights& after) {
    vertex_.clear();
    for (std::size_t i = 0; i < 4; ++i) {
      weights_of(today(before.joints[i])).before += before.weights[i];
      weights_of(after.joints[i]).after += after.weights[i];
    }
    for (const TwoWeights& one : vertex_) {
      if (same_number(one.before, one.after)) continue;
      BoneShare& share = shares_[one.bone];
      share.largest = std::max(share.largest, std::abs(one.after - one.before));
      ++share.vertices;
    }
  }

  std::vector<std::uint32_t> bones_today_;
  std::map<BoneNumber, BoneShare> shares_;
  std::vector<TwoWeights> vertex_;  // scratch
};

// Bones of another armature are the same if they have the same id.
std::vector<std::uint32_t> same_ids(const Armature& before, const Armature& after) {
  const Names names = names_of(after.bones);
  std::vector<std::uint32_t> indices;
  indices.reserve(before.bones.size());
  for (const Bone& bone : before.bones) indices.push_back(names.find(bone.id.value));
  return indices;
}

double average(double sum, std::size_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

std::vector<Change> weight_changes(const PlacedPair& pair, const EvaluatedScene& before,
                                   const EvaluatedScene& after, const Kept& kept) {
  if (pair.before->influences == nullptr || pair.after->influences == nullptr) return {};
  const Armature& earlier = *before.armatures[before.mesh_of(*pair.before).armature].armature;
  const Armature& later = *after.armatures[after.mesh_of(*pair.after).armature].armature;
  const auto bones = kept.bones.find({&earlier, &later});
  WeightComparer comparer(bones == kept.bones.end() ? same_ids(earlier, later) : bones->second);
  comparer.compare(*pair.before->influences, *pair.after->influences);
  std::vector<Change> changes;
  for (const auto& [number, share] : comparer.shares()) {
    Change change;
    change.kind = ChangeKind::Reweighted;
    change.field = "weights";
    change.bone = number < first_removed
                      ? later.bones[static_cast<std::size_t>(number)].id.value
                      : earlier.bones[static_cast<std::size_t>(number - first_removed)].id.value;
    const double old_average = average(share.before, pair.before->influences->size());
    const double new_average = average(share.after, pair.after->influences->size());
    change.before = old_average;
    change.after = new_average;
    change.amount = share.largest;
    change.vertices = share.vertices;
    if (share.vertices > 0 || !same_number(old_average, new_average)) changes.push_back(change);
  }
  return changes;
}

}  // namespace rigy::tools
