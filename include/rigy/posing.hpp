// Poses made from turns of bones, as entries of a document's `poses`: nobody has to compute
// quaternions by hand.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// About an axis of the asset, x, y or z, around the bone's head, wherever the turns of its parents
// put that. Several turns of one bone follow each other.
struct BoneTurn {
  std::string bone;
  char axis = 'z';
  double radians = 0;
};

// "elbow:z:70deg" or "elbow:z:1.2rad"; nothing if the text is no turn. The id of a bone may contain
// colons.
[[nodiscard]] std::optional<BoneTurn> turn_named(std::string_view text);

// A complete pose: every bone of the asset's armatures, unturned ones at rest.
struct MadePose {
  std::string id;
  std::vector<std::string> bones;  // "elbow: {rotation: [w, x, y, z], translation: [x, y, z]}"
  // What is wrong with the turns, or why the document can have no pose; then there are no bones.
  std::vector<std::string> faults;
};

// Of an analysis without errors. Without an id it gets one that no pose has: pose, pose_2, …
[[nodiscard]] MadePose make_pose(const Analysis& analysis, const std::vector<BoneTurn>& turns,
                                 std::string_view id = {});

// A pose or a moment of a motion ("contact", "walk@0.25") as an entry of the asset's `poses`; without
// an id it has the name of the pose.
[[nodiscard]] MadePose make_motion_pose(const Analysis& analysis, std::string_view moment,
                                        std::string_view id = {});

// As an element of a list, each line indented by this many spaces.
[[nodiscard]] std::string pose_entry(const MadePose& pose, std::size_t indent);

// The text of a document with the pose as the last of its `poses`; everything else stays as it is
// written. Nothing if the text is not YAML or has `poses` that are no list. The caller must analyze
// the result before using it.
[[nodiscard]] std::optional<std::string> with_pose(std::string_view text, const MadePose& pose);

}  // namespace rigy
