#include "body/body.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "math/bounds.hpp"

namespace rigy::analysis {
namespace {

constexpr double aside = 0.02;    // of the size: a chain that ends there is not in the middle
constexpr double twin = 0.05;     // of the size: how exactly the other side is a mirror image
constexpr double low = 0.2;       // of the height: where legs end
constexpr double downward = 0.5;  // of its length: how far a leg leads down

BoneChain after(const BoneChain& path, std::size_t count) {
  return {path.begin() + static_cast<std::ptrdiff_t>(std::min(count, path.size())), path.end()};
}

class BodyFinder {
 public:
  explicit BodyFinder(const Armature& armature) : shape_(armature) {
    std::vector<Vec3> ends;
    for (const Bone& bone : armature.bones) {
      ends.push_back(bone.head.value);
      ends.push_back(bone.tail.value);
    }
    if (!ends.empty()) bounds_ = bounds_of(ends);
    size_ = length(bounds_.max - bounds_.min);
    for (const std::uint32_t leaf : shape_.leaves()) paths_.push_back(shape_.path_to(leaf));
  }

  [[nodiscard]] Body find() {
    if (paths_.empty()) return {};
    shared_ = shared_bones();
    body_.trunk = paths_.front()[shared_ - 1];
    std::vector<LimbPair> pairs = side_pairs();
    take_legs(pairs);
    take_others(pairs);
    find_middle();
    return std::move(body_);
  }

 private:
  // How many bones all paths begin with; of a single chain only its root is the trunk.
  [[nodiscard]] std::size_t shared_bones() const {
    if (paths_.size() == 1) return 1;
    std::size_t count = paths_.front().size();
    for (const BoneChain& path : paths_) count = std::min(count, common_part(path, paths_.front()));
    return std::max<std::size_t>(count, 1);
  }

  [[nodiscard]] const Vec3& end_of(const BoneChain& chain) const {
    return shape_.tail(chain.back());
  }
  [[nodiscard]] const Vec3& start_of(const BoneChain& chain) const {
    return shape_.head(chain.front());
  }
  [[nodiscard]] bool is_in_middle(const BoneChain& path) const {
    return std::abs(end_of(path).x) <= aside * size_;
  }

  // The path on the other side that ends where this one's mirror image does, or nearest to it.
  [[nodiscard]] const BoneChain* twin_of(const BoneChain& path) const {
    const Vec3& end = end_of(path);
    const BoneChain* nearest = nullptr;
    double least = twin * size_;
    for (const BoneChain& other : paths_) {
      const double apart = length(end_of(other) - Vec3{-end.x, end.y, end.z});
      if (end_of(other).x <= 0 || other.size() != path.size() || apart > least) continue;
      if (nearest != nullptr && apart == least) continue;
      nearest = &other;
      least = apart;
    }
    return nearest;
  }

  // One pair for each bone on the left that limbs begin with: of fingers and toes the longest.
  [[nodiscard]] std::vector<LimbPair> side_pairs() const {
    std::vector<LimbPair> pairs;
    for (const BoneChain& path : paths_) {
      if (is_in_middle(path) || end_of(path).x > 0) continue;
      const BoneChain* const other = twin_of(path);
      if (other == nullptr) continue;
      const std::size_t shared = common_part(path, *other);
      LimbPair pair{after(path, shared), after(*other, shared)};
      const auto same = std::find_if(pairs.begin(), pairs.end(), [&](const LimbPair& one) {
        return one.left.front() == pair.left.front();
      });
      if (same == pairs.end()) {
        pairs.push_back(std::move(pair));
      } else if (reach_of(pair.left) > reach_of(same->left)) {
        *same = std::move(pair);
      }
    }
    return pairs;
  }

  [[nodiscard]] double reach_of(const BoneChain& chain) const {
    return length(end_of(chain) - start_of(chain));
  }

  [[nodiscard]] bool is_leg(const BoneChain& chain) const {
    const double height = bounds_.max.y - bounds_.min.y;
    const bool is_low = end_of(chain).y <= bounds_.min.y + low * height;
    return is_low && start_of(chain).y - end_of(chain).y >= downward * reach_of(chain);
  }

  void take_legs(std::vector<LimbPair>& pairs) {
    for (const LimbPair& pair : pairs) {
      if (is_leg(pair.left)) body_.legs.push_back(pair);
    }
    std::erase_if(pairs, [this](const LimbPair& pair) { return is_leg(pair.left); });
    std::stable_sort(body_.legs.begin(), body_.legs.end(),
                     [this](const LimbPair& a, const LimbPair& b) {
                       return start_of(a.left).z < start_of(b.left).z;
                     });
  }

  // Pairs without a name that says what they are: a single one without legs is one of wings.
  void take_others(const std::vector<LimbPair>& pairs) {
    for (const LimbPair& pair : pairs) {
      const std::uint32_t first = pair.left.front();
      const bool is_wing = shape_.is_named(first, {"wing"});
      const bool is_fin =
          shape_.is_named(first, {"fin", "flipper"}) && !shape_.is_named(first, {"finger"});
      const bool is_arm =
          shape_.is_named(first, {"arm", "shoulder", "clavicle", "elbow", "hand"}) ||
          (!body_.legs.empty() && pair.left.size() >= 2);
      if (is_fin && !is_wing) {
        body_.fins.push_back(pair);
      } else if (is_arm && !is_wing) {
        keep_wider(body_.arms, pair);
      } else if (is_wing || (pairs.size() == 1 && pair.left.size() >= 2)) {
        keep_wider(body_.wings, pair);
      }
    }
  }

  void keep_wider(std::optional<LimbPair>& kept, const LimbPair& pair) const {
    if (!kept || end_of(pair.left).x < end_of(kept->left).x) kept = pair;
  }

  // --- what is in the middle ---

  // Bones that a path shares with front limbs carry them.
  [[nodiscard]] std::size_t carried_from(const BoneChain& path) const {
    std::size_t count = shared_;
    const auto meet = [&](const BoneChain& limb) {
      count = std::max(count, common_part(path, shape_.path_to(limb.front())));
    };
    if (body_.arms) meet(body_.arms->left);
    if (body_.wings) meet(body_.wings->left);
    for (const LimbPair& leg : body_.legs) meet(leg.left);
    return count;
  }

  // How far a path leads to the front and up.
  [[nodiscard]] double lead_of(const BoneChain& path) const {
    const Vec3 way = end_of(path) - shape_.head(body_.trunk);
    return way.y - way.z;
  }

  [[nodiscard]] bool is_named_in(const BoneChain& path,
                                 std::initializer_list<std::string_view> words) const {
    const BoneChain own = after(path, shared_);
    return std::any_of(own.begin(), own.end(),
                       [&](std::uint32_t bone) { return shape_.is_named(bone, words); });
  }

  [[nodiscard]] const BoneChain* head_path() const {
    const BoneChain* best = nullptr;
    for (const BoneChain& path : paths_) {
      if (path.size() <= shared_ || is_named_in(path, {"tail"})) continue;
      if (!is_in_middle(path) && !is_named_in(path, {"head"})) continue;
      if (lead_of(path) <= 0) continue;
      const bool is_named = is_named_in(path, {"head"});
      const bool best_is_named = best != nullptr && is_named_in(*best, {"head"});
      const bool is_better =
          best == nullptr ||
          (is_named == best_is_named ? lead_of(path) > lead_of(*best) : is_named);
      if (is_better) best = &path;
    }
    return best;
  }

  // Ends with the bone that is named head, before jaws and ears.
  [[nodiscard]] BoneChain to_head(BoneChain path) const {
    for (std::size_t i = shared_; i < path.size(); ++i) {
      if (!shape_.is_named(path[i], {"head"})) continue;
      path.resize(i + 1);
      break;
    }
    return path;
  }

  [[nodiscard]] const BoneChain* tail_path(const BoneChain& head) const {
    const BoneChain* best = nullptr;
    const auto worth = [&](const BoneChain& path) {
      return end_of(path).z + (is_named_in(path, {"tail"}) ? size_ : 0);
    };
    for (const BoneChain& path : paths_) {
      const std::size_t shared = std::max(shared_, common_part(path, head));
      if (path.size() <= shared || shared == head.size() || !is_in_middle(path)) continue;
      if (!is_named_in(path, {"tail"}) && end_of(path).z <= shape_.head(path[shared]).z) continue;
      if (best == nullptr || worth(path) > worth(*best)) best = &path;
    }
    return best;
  }

  void find_middle() {
    BoneChain head;
    if (const BoneChain* const path = head_path()) head = to_head(*path);
    if (const BoneChain* const path = tail_path(head)) {
      body_.tail = after(*path, std::max(shared_, common_part(*path, head)));
    }
    if (head.empty()) return;
    const std::size_t carried = std::min(carried_from(head), head.size());
    body_.neck = after(head, carried);
    head.resize(carried);
    body_.spine = after(head, shared_);
  }

  SkeletonShape shape_;
  Bounds bounds_;
  double size_ = 0;
  std::vector<BoneChain> paths_;  // to the leaves
  std::size_t shared_ = 0;        // the bones that all begin with, the trunk last
  Body body_;
};

}  // namespace

Body find_body(const Armature& armature) { return BodyFinder(armature).find(); }

}  // namespace rigy::analysis
