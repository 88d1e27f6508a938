// Poses made from turns, moves and reaches of bones, as entries of a document's `poses`: nobody has
// to compute quaternions by hand.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// Which axes a turn or a move is about.
enum class PoseAxes : std::uint8_t {
  Asset,   // those of the asset, wherever the parents have turned
  Parent,  // the same, carried along by the parents: a hinge stays a hinge
  Bone,    // the bone's own: +y from head to tail, the roll turns about it
};

// About an axis, x, y or z, around the bone's head, wherever the turns of its parents put that.
// Several turns of one bone follow each other.
struct BoneTurn {
  std::string bone;
  char axis = 'z';
  double radians = 0;
  PoseAxes axes = PoseAxes::Asset;
};

// Moves the bone's head, and everything below it, in meters.
struct BoneMove {
  std::string bone;
  std::array<double, 3> by{};
  PoseAxes axes = PoseAxes::Asset;
};

// Turns this many bones, the bone and its ancestors, so that its tail comes to a point of the
// asset; two bones bend toward `pole`, by default as they bend at rest, else toward -z.
struct BoneReach {
  std::string bone;
  std::array<double, 3> to{};
  std::uint32_t count = 2;
  std::optional<std::array<double, 3>> pole;
};

// "0.3,1.2,-0.4"; nothing if the text is no point.
[[nodiscard]] std::optional<std::array<double, 3>> point_named(std::string_view text);
// "elbow:z:70deg" or "elbow:z:1.2rad"; nothing if the text is no turn. The id of a bone may contain
// colons.
[[nodiscard]] std::optional<BoneTurn> turn_named(std::string_view text);
// "hips:0,-0.07,0".
[[nodiscard]] std::optional<BoneMove> move_named(std::string_view text);
// "L_shin:-0.1,0.08,-0.25", with ":bones=3" and ":pole=0,0,-1" after it or without.
[[nodiscard]] std::optional<BoneReach> reach_named(std::string_view text);

// How a pose is made: it begins as another one, then bones turn and move, parents first, then they
// reach, in the order given, and then all of it is mirrored and lifted.
struct PoseSteps {
  std::string id;    // if empty, one that no pose has: pose, pose_2, …; or `from`, to replace it
  std::string from;  // a pose of the asset; if empty, the rest
  // Instead of that, a pose or a moment of a motion: contact, walk@0.25. It also names the pose.
  std::string moment = {};
  bool replace = false;  // the id may be that of a pose
  std::vector<BoneTurn> turns;
  std::vector<BoneMove> moves;
  std::vector<BoneReach> reaches;
  bool mirror = false;     // at x = 0; the prefixes of `symmetry` say which bones trade places
  double lift = 0;         // upward, in meters
  bool on_ground = false;  // instead of that: until the lowest point of what has bones is at y = 0
};

// A complete pose: every bone of the asset's armatures, unturned ones at rest.
struct MadePose {
  std::string id;
  std::vector<std::string> bones;  // "elbow: {rotation: [w, x, y, z], translation: [x, y, z]}"
  // What is wrong with the steps, or why the document can have no pose; then there are no bones.
  std::vector<std::string> faults;
  // What is not as asked: how far a bone stays from what it reaches for.
  std::vector<std::string> notes = {};
};

// Of an analysis without errors.
[[nodiscard]] MadePose make_pose(const Analysis& analysis, const PoseSteps& steps);
[[nodiscard]] MadePose make_pose(const Analysis& analysis, const std::vector<BoneTurn>& turns,
                                 std::string_view id = {});

// As an element of a list, each line indented by this many spaces.
[[nodiscard]] std::string pose_entry(const MadePose& pose, std::size_t indent);

// The text of a document with the pose as the last of its `poses`, or in the place of the one that
// has its id; everything else stays as it is written. Nothing if the text is not YAML or has
// `poses` that are no list. The caller must analyze the result before using it.
[[nodiscard]] std::optional<std::string> with_pose(std::string_view text, const MadePose& pose);

}  // namespace rigy
