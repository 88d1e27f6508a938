#include "diff/motions.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "diff/description.hpp"
#include "diff/lists.hpp"
#include "motion/moments.hpp"

namespace rigy::tools {
namespace {

void add_of_bone(Description& to, std::string_view bone, Aspect aspect) {
  aspect.bone = bone;
  to.push_back(std::move(aspect));
}

void add_reach(Description& to, const MotionReach& reach) {
  add_of_bone(to, reach.bone.id, {ChangeKind::Moved, "reach.to", value_of(reach.to.value)});
  if (reach.in.given()) {
    add_of_bone(to, reach.bone.id, {ChangeKind::Rebound, "reach.in", std::string(reach.in.id)});
  }
  if (reach.bones.given()) {
    add_of_bone(to, reach.bone.id,
                {ChangeKind::Changed, "reach.bones", static_cast<double>(reach.bones.value)});
  }
  if (reach.pole.given()) {
    add_of_bone(to, reach.bone.id, {ChangeKind::Changed, "reach.pole", value_of(reach.pole.value)});
  }
  std::string level;
  for (const Reference& bone : reach.level) {
    level += fmt::format("{}{}", level.empty() ? "" : ", ", bone.id);
  }
  if (!level.empty()) add_of_bone(to, reach.bone.id, {ChangeKind::Changed, "reach.level", level});
}

Description describe(const MotionPose& pose) {
  Description description;
  if (pose.from.given()) add_text(description, ChangeKind::Rebound, "from", pose.from.id);
  if (pose.from_asset.given()) {
    add_text(description, ChangeKind::Rebound, "from_asset", pose.from_asset.id);
  }
  if (pose.mirror) add_text(description, ChangeKind::Changed, "mirror", "true");
  for (const MotionTurn& turn : pose.turns) {
    Aspect aspect{ChangeKind::Turned, "turn", value_of(turn.rotation)};
    aspect.is_rotation = true;
    add_of_bone(description, turn.bone.id, std::move(aspect));
    if (turn.in_bone_axes) {
      add_of_bone(description, turn.bone.id, {ChangeKind::Changed, "axes", std::string("bone")});
    }
  }
  for (const MotionMove& move : pose.moves) {
    add_of_bone(description, move.bone.id, {ChangeKind::Moved, "move", value_of(move.offset)});
  }
  for (const MotionReach& reach : pose.reaches) add_reach(description, reach);
  return description;
}

Description describe(const MotionClip& clip) {
  Description description;
  add_number(description, ChangeKind::Changed, "length", clip.length.value);
  add_text(description, ChangeKind::Changed, "loop", clip.loop ? "true" : "false");
  add_number(description, ChangeKind::Changed, "rate", clip.rate.value);
  add_point(description, ChangeKind::Changed, "travel", clip.travel.value);
  for (std::size_t i = 0; i < clip.keys.size(); ++i) {
    const MotionKey& key = clip.keys[i];
    const std::string prefix = fmt::format("keys.{}.", i);
    add_number(description, ChangeKind::Changed, prefix + "at", key.at.value);
    add_text(description, ChangeKind::Rebound, prefix + "pose", key.pose.id);
    add_text(description, ChangeKind::Changed, prefix + "mirror", key.mirror ? "true" : "false");
    add_text(description, ChangeKind::Changed, prefix + "ease",
             word_for(key.ease.value_or(clip.ease)));
  }
  return description;
}

// All of one kind, of all motions.
template <class Item>
void compare_items(ObjectKind kind, const std::vector<Item>& before, const std::vector<Item>& after,
                   std::vector<ObjectDiff>& objects) {
  const auto listed = [](const std::vector<Item>& items) {
    const auto described = [](const Item& item) { return describe(item); };
    const auto key = [](const Item& item) { return key_of(describe(item)); };
    return ItemList<Item>{items, {}, described, {key}};
  };
  const ItemList<Item> earlier = listed(before);
  const ItemList<Item> later = listed(after);
  ListComparer<Item>({kind, {}, false}, earlier, later).add_objects(objects);
}

template <class Item>
std::vector<Item> items_of(const AnalyzedAssembly* analyzed,
                           std::vector<Item> MotionDocument::*member) {
  std::vector<Item> items;
  if (analyzed == nullptr) return items;
  for (const auto& motion : analyzed->assembly.motions) {
    const std::vector<Item>& more = motion->document.*member;
    items.insert(items.end(), more.begin(), more.end());
  }
  return items;
}

}  // namespace

void compare_motions(const AnalyzedAssembly* before, const AnalyzedAssembly* after,
                     std::vector<ObjectDiff>& objects) {
  compare_items(ObjectKind::MotionPose, items_of(before, &MotionDocument::poses),
                items_of(after, &MotionDocument::poses), objects);
  compare_items(ObjectKind::Clip, items_of(before, &MotionDocument::clips),
                items_of(after, &MotionDocument::clips), objects);
}

std::vector<std::vector<std::string>> common_moments(const Assembly& before,
                                                     const Assembly& after) {
  constexpr int moments_of_clip = 16;
  std::vector<std::vector<std::string>> clips;
  for (const auto& motion : after.motions) {
    for (const MotionClip& clip : motion->document.clips) {
      std::vector<std::string>& moments = clips.emplace_back();
      for (int i = 0; i <= moments_of_clip; ++i) {
        const double seconds = clip.length.value * i / moments_of_clip;
        const std::string moment = moment_name(clip.id.value, seconds);
        if (find_moment(before, moment)) moments.push_back(moment);
      }
    }
  }
  return clips;
}

}  // namespace rigy::tools
