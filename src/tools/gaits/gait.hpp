// Gaits: motions that a skeleton of a usual kind can have, made from its own lengths, as poses and
// keys that a person edits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "body/body_map.hpp"
#include "evaluated_scene/evaluated_scene.hpp"
#include "motion/plans.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// A vertex that follows bones, at rest.
struct BoundVertex {
  Vec3 at;
  JointWeights influences;
};

// A leg that steps: some bones reach, those of its foot are kept level.
struct Leg {
  BoneChain bones;  // that reach, at least two
  BoneChain foot;   // may be empty
  Vec3 hip;         // where it begins, at rest
  Vec3 ankle;       // what reaches: the tail of the last of `bones`, at rest
  Vec3 pole;
  double whole = 0;   // the length of the chain when it is straight
  double ground = 0;  // the height of its lowest point at rest
  double toes = 0;    // z of the foremost and of the hindmost point of its sole
  double heel = 0;
  std::vector<BoundVertex> sole;  // what may touch the ground
  bool is_left = true;
  bool is_front = false;  // of four
};

// How far limbs swing, as a share of what is usual: less where parts would run into each other.
struct SwingRange {
  double arms = 1;
  double steps = 1;
};

// What a gait is made for.
struct GaitRig {
  const Armature* armature = nullptr;
  Body body;
  MotionRig motion;
  std::vector<Leg> legs;             // left and right of each pair, those in front first
  std::vector<BoundVertex> surface;  // everything that follows its bones
  bool mirrors = false;              // whether poses may be mirrored
  double leg_length = 0;             // of the shortest
  double size = 0;                   // the diagonal of the skeleton
  double per_meter = 1000;           // lengths are rounded to this part of a meter
  SwingRange range = {};

  [[nodiscard]] double rounded(double meters) const;
  [[nodiscard]] Vec3 rounded(const Vec3& meters) const;
};

// Of an armature of the entry.
[[nodiscard]] GaitRig make_gait_rig(const Assembly& assembly, const Armature& armature,
                                    const EvaluatedScene& scene);

// Where the lowest of the vertices is in a pose.
[[nodiscard]] double lowest_of(const std::vector<BoundVertex>& vertices,
                               const MotionSkeleton& skeleton, const WorldMotions& worlds);

// A pose as it will be written: what a person reads and edits.
struct GaitPose {
  std::string name;                          // "contact"
  std::string note;                          // a comment
  std::map<std::uint32_t, Vec3> turns = {};  // in degrees, about x, then y, then z
  std::map<std::uint32_t, Vec3> moves = {};
  std::vector<Reach> reaches = {};

  // In tenths of degrees; nothing for a bone that is not there.
  void turn(std::uint32_t bone, const Vec3& degrees);
  void turn(std::uint32_t bone, const Quaternion& rotation);
  // Shared by the bones of a chain.
  void bend(const BoneChain& chain, const Vec3& degrees);
};

[[nodiscard]] PosePlan plan_of(const GaitPose& pose, const MotionSkeleton& skeleton);

struct GaitKey {
  double at = 0;
  std::size_t pose = 0;  // of Gait::poses
  bool mirror = false;
};

struct Gait {
  std::string name;
  std::string note;
  double length = 1;
  bool loop = true;
  Ease ease = Ease::Spline;
  Vec3 travel;
  std::vector<GaitPose> poses;
  std::vector<GaitKey> keys;
};

// Raises what feet reach for until soles stay above the ground between keys, too. The first reaches
// of every pose must be those of the legs, in their order.
void keep_above_ground(const GaitRig& rig, Gait& gait);

// A gait that a skeleton may have.
struct GaitKind {
  std::string_view name;
  std::string_view of;       // "two legs"
  std::string_view summary;  // what it is
  std::string_view view;     // from where it is seen best
  bool (*is_for)(const GaitRig& rig);
  Gait (*make)(const GaitRig& rig);
};

// One row for each gait of each kind of body.
[[nodiscard]] const std::vector<GaitKind>& all_gaits();

// The document; `asset` is its path as the document writes it, `armature` is empty if the asset has
// only one.
[[nodiscard]] std::string gait_text(const std::vector<Gait>& gaits, const GaitRig& rig,
                                    std::string_view asset, std::string_view armature);

// --- for the gaits ---

// A round of keys at equal times, of poses that repeat on the other side after half of them if the
// rig mirrors; else there must be poses for all of them.
[[nodiscard]] std::vector<GaitKey> round_of_keys(const GaitRig& rig, double length,
                                                 std::size_t count, bool is_symmetric);

// The sine of a share of a full turn.
[[nodiscard]] double wave(double turns);

// Seconds that are easy to read and to divide by eight.
[[nodiscard]] double rounded_seconds(double seconds);

}  // namespace rigy::tools
