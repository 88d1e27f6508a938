// A motion document as a person would write it.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "expand/yaml_text.hpp"
#include "gaits/gait.hpp"
#include "text/number_text.hpp"

namespace rigy::tools {
namespace {

std::string number(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string vector_text(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z));
}

class GaitWriter {
 public:
  explicit GaitWriter(const GaitRig& rig) : rig_(rig) {}

  [[nodiscard]] std::string bone(std::uint32_t index) const {
    return yaml_text(rig_.armature->bones[index].id.value);
  }

  void add_pose(const Gait& gait, const GaitPose& pose) {
    if (!pose.note.empty()) line(2, "# " + pose.note);
    const auto is_still = [](const auto& change) { return change.second == Vec3{}; };
    const bool is_rest = std::all_of(pose.turns.begin(), pose.turns.end(), is_still) &&
                         std::all_of(pose.moves.begin(), pose.moves.end(), is_still) &&
                         pose.reaches.empty();
    line(2, fmt::format("{}:{}", yaml_text(pose_name(gait, pose)), is_rest ? " {}" : ""));
    add_turns(pose);
    add_moves(pose);
    if (!pose.reaches.empty()) line(4, "reach:");
    for (const Reach& reach : pose.reaches) line(6, "- " + reach_text(reach));
  }

  void add_clip(const Gait& gait) {
    line(2, "# " + gait.note);
    line(2, yaml_text(gait.name) + ":");
    line(4, "length: " + seconds(gait.length));
    if (gait.loop) line(4, "loop: true");
    if (gait.ease == Ease::Smooth) line(4, "ease: smooth");
    if (!(gait.travel == Vec3{})) line(4, "travel: " + vector_text(gait.travel));
    line(4, "keys:");
    for (const GaitKey& key : gait.keys) {
      line(6, fmt::format("- {{at: {}, pose: {}{}}}", seconds(key.at),
                          yaml_text(pose_name(gait, gait.poses[key.pose])),
                          key.mirror ? ", mirror: true" : ""));
    }
  }

  void line(std::size_t indent, const std::string& text) {
    text_ += std::string(indent, ' ') + text + "\n";
  }
  void gap() { text_ += "\n"; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  [[nodiscard]] static std::string pose_name(const Gait& gait, const GaitPose& pose) {
    return fmt::format("{}_{}", gait.name, pose.name);
  }
  [[nodiscard]] static std::string seconds(double value) {
    return number(std::nearbyint(value * 1000) / 1000);
  }

  void add_turns(const GaitPose& pose) {
    bool is_first = true;
    for (const auto& [index, degrees] : pose.turns) {
      if (degrees == Vec3{}) continue;
      if (is_first) line(4, "turn:");
      is_first = false;
      std::vector<std::string> angles;
      if (degrees.x != 0) angles.push_back("x: " + number(degrees.x));
      if (degrees.y != 0) angles.push_back("y: " + number(degrees.y));
      if (degrees.z != 0) angles.push_back("z: " + number(degrees.z));
      line(6, fmt::format("{}: {{{}}}", bone(index), fmt::join(angles, ", ")));
    }
  }

  void add_moves(const GaitPose& pose) {
    std::vector<std::string> moves;
    for (const auto& [index, meters] : pose.moves) {
      if (!(meters == Vec3{})) {
        moves.push_back(fmt::format("{}: {}", bone(index), vector_text(meters)));
      }
    }
    if (!moves.empty()) line(4, fmt::format("move: {{{}}}", fmt::join(moves, ", ")));
  }

  [[nodiscard]] std::string reach_text(const Reach& reach) const {
    std::string text = fmt::format("{{bone: {}, to: {}", bone(reach.bone), vector_text(reach.to));
    if (reach.count != 2) text += fmt::format(", bones: {}", reach.count);
    if (reach.pole) text += ", pole: " + vector_text(*reach.pole);
    if (!reach.level.empty()) text += fmt::format(", level: [{}]", bone(reach.level.front()));
    return text + "}";
  }

  const GaitRig& rig_;
  std::string text_;
};

}  // namespace

std::string gait_text(const std::vector<Gait>& gaits, const GaitRig& rig, std::string_view asset,
                      std::string_view armature) {
  GaitWriter writer(rig);
  std::vector<std::string_view> names;
  for (const Gait& gait : gaits) names.push_back(gait.name);
  writer.line(0, fmt::format("# Made by rigy motion --gait {}, to be edited: angles are degrees, "
                             "lengths are meters.",
                             fmt::join(names, " --gait ")));
  writer.line(0, "rigm_version: \"0.1\"");
  writer.line(0, "asset: " + yaml_text(asset));
  if (!armature.empty()) writer.line(0, "armature: " + yaml_text(armature));
  writer.gap();
  writer.line(0, "poses:");
  for (const Gait& gait : gaits) {
    for (const GaitPose& pose : gait.poses) writer.add_pose(gait, pose);
  }
  writer.gap();
  writer.line(0, "clips:");
  for (const Gait& gait : gaits) writer.add_clip(gait);
  return writer.text();
}

}  // namespace rigy::tools
