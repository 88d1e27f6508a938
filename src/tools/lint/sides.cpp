// L12: bones whose names say left and that are on the right, and the reverse.
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "lint/context.hpp"

namespace rigy::tools {
namespace {

struct SideWords {
  std::string_view left;
  std::string_view right;
};
constexpr std::array<SideWords, 5> side_words{
    {{"left", "right"}, {"Left", "Right"}, {"LEFT", "RIGHT"}, {"L", "R"}, {"l", "r"}}};

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A single letter means a side only if it stands by itself, as in L_arm and arm.L.
bool is_word(std::string_view id, std::size_t at, std::size_t size) {
  if (size > 1) return true;
  const bool begins = at == 0 || !is_alphanumeric(id[at - 1]);
  const bool ends = at + size == id.size() || !is_alphanumeric(id[at + size]);
  return begins && ends;
}

using BonesById = std::map<std::string, const Bone*, std::less<>>;

// The bone that has the same id but for one of these words; null if there is none. Letters of
// other words come before the side in ids like leg_l, so every occurrence is tried.
const Bone* right_of(std::string_view id, const SideWords& words, const BonesById& bones) {
  for (std::size_t at = id.find(words.left); at != std::string_view::npos;
       at = id.find(words.left, at + 1)) {
    if (!is_word(id, at, words.left.size())) continue;
    std::string other(id);
    other.replace(at, words.left.size(), words.right);
    const auto found = bones.find(other);
    if (found != bones.end()) return found->second;
  }
  return nullptr;
}

const Bone* right_of(std::string_view id, const BonesById& bones) {
  for (const SideWords& words : side_words) {
    if (const Bone* const other = right_of(id, words, bones)) return other;
  }
  return nullptr;
}

double middle_x(const Bone& bone) { return (bone.head.value.x + bone.tail.value.x) / 2; }

struct BonePair {
  const Bone* left = nullptr;
  const Bone* right = nullptr;
};

struct SidePairs {
  std::vector<BonePair> swapped;
  std::size_t usual = 0;
};

// The pairs of an armature that lie on different sides of x = 0.
void add_pairs(const LintContext& context, const Armature& armature, SidePairs& sides) {
  BonesById bones;
  for (const Bone& bone : armature.bones) bones.emplace(bone.id.value, &bone);
  const double least = context.scale * lint_limits::contact;
  for (const Bone& bone : armature.bones) {
    const Bone* other = right_of(bone.id.value, bones);
    if (other == nullptr) continue;
    const double left = middle_x(bone);
    const double right = middle_x(*other);
    if (left > least && right < -least) sides.swapped.push_back({&bone, other});
    if (left < -least && right > least) ++sides.usual;
  }
}

void report_sides(const LintContext& context, const Asset& asset, const BonePair& pair,
                  std::size_t more, const std::string& help) {
  const LintItem other{&asset, pair.right->origin, pair.right};
  const std::string others = more == 0 ? ""
                                       : fmt::format("; {} more {} swapped too", more,
                                                     more == 1 ? "pair is" : "pairs are");
  report(context, Code::SwappedSides, {&asset, pair.left->origin, pair.left}, &other,
         fmt::format("bone '{}' is at x = {:.3g} and '{}' at x = {:.3g}, but a model faces -z, so "
                     "its left is at -x{}",
                     pair.left->id.value, middle_x(*pair.left), pair.right->id.value,
                     middle_x(*pair.right), others),
         help);
}

// Where most pairs are swapped it is one mistake.
void lint_asset(const LintContext& context, const Asset& asset) {
  SidePairs sides;
  for (const Armature& armature : asset.document.armatures) add_pairs(context, armature, sides);
  if (sides.swapped.empty()) return;
  if (sides.swapped.size() > sides.usual) {
    report_sides(context, asset, sides.swapped.front(), sides.swapped.size() - 1,
                 "swap the names or the signs of x, or turn the model by half a turn if it faces "
                 "+z");
    return;
  }
  for (const BonePair& pair : sides.swapped) {
    report_sides(context, asset, pair, 0, "swap the names, as other pairs have their left at -x");
  }
}

}  // namespace

void lint_sides(const LintContext& context) {
  for (const auto& asset : context.scene.tree.assembly->assets) lint_asset(context, *asset);
}

}  // namespace rigy::tools
