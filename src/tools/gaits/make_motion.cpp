// The table of gaits, and motions made from it.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analyze/analyzed_assembly.hpp"
#include "diagnostics/suggestions.hpp"
#include "gaits/collisions.hpp"
#include "gaits/gaits.hpp"
#include "rigy/motion.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {
namespace {

bool has_legs(const GaitRig& rig, std::size_t pairs) {
  const auto can_bend = [](const Leg& leg) { return leg.bones.size() >= 2; };
  return rig.body.legs.size() == pairs && std::all_of(rig.legs.begin(), rig.legs.end(), can_bend);
}
bool has_two_legs(const GaitRig& rig) { return has_legs(rig, 1); }
bool has_four_legs(const GaitRig& rig) { return has_legs(rig, 2); }
bool stands(const GaitRig& rig) { return has_two_legs(rig) || has_four_legs(rig); }
bool has_arms(const GaitRig& rig) { return rig.body.arms.has_value() && has_two_legs(rig); }
bool has_wings(const GaitRig& rig) { return rig.body.wings.has_value(); }
bool has_swimming_tail(const GaitRig& rig) {
  return rig.body.legs.empty() && !has_wings(rig) && rig.body.tail.size() >= 2;
}
bool is_snake(const GaitRig& rig) {
  const std::size_t bones = 1 + rig.body.spine.size() + rig.body.neck.size() + rig.body.tail.size();
  return rig.body.legs.empty() && !has_wings(rig) && rig.body.fins.empty() && bones >= 5;
}

}  // namespace

const std::vector<GaitKind>& all_gaits() {
  static const std::vector<GaitKind> gaits{
      {"idle", "legs", "stands and breathes", "front", stands, make_idle},
      {"walk", "two legs", "walks", "left", has_two_legs, make_two_legged_walk},
      {"run", "two legs", "runs", "left", has_two_legs, make_run},
      {"jump", "two legs", "jumps on the spot", "left", has_two_legs, make_jump},
      {"sit", "two legs", "sits down", "left", has_two_legs, make_sit},
      {"wave", "two legs and arms", "waves the right hand", "front", has_arms, make_wave},
      {"walk", "four legs", "walks", "left", has_four_legs, make_four_legged_walk},
      {"trot", "four legs", "trots, diagonal feet together", "left", has_four_legs, make_trot},
      {"gallop", "four legs", "gallops", "left", has_four_legs, make_gallop},
      {"flap", "wings", "beats its wings", "front", has_wings, make_flap},
      {"glide", "wings", "glides on spread wings", "front", has_wings, make_glide},
      {"swim", "a tail of two bones or more, without legs", "swims", "top", has_swimming_tail,
       make_swim},
      {"slither", "a row of five bones or more, without limbs", "slithers", "top", is_snake,
       make_slither},
  };
  return gaits;
}

}  // namespace rigy::tools

namespace rigy {
using namespace tools;
namespace {

const Asset* asset_of(const Analysis& analysis, std::vector<std::string>& faults) {
  if (analysis.assembly != nullptr && analysis.report.ok()) {
    if (const Asset* const asset = analysis.assembly->assembly.root()) return asset;
  }
  faults.emplace_back(analysis.is_scene ? "armatures belong to assets, and this is a scene"
                                        : "the document has errors");
  return nullptr;
}

const Armature* armature_of(const Asset& asset, std::string_view id,
                            std::vector<std::string>& faults) {
  const std::vector<Armature>& armatures = asset.document.armatures;
  if (armatures.empty()) {
    faults.emplace_back("the asset has no armature, so nothing can move; rigy rig proposes one");
    return nullptr;
  }
  std::vector<std::string_view> ids;
  for (const Armature& armature : armatures) {
    if (armature.id.value == id || (id.empty() && armatures.size() == 1)) return &armature;
    ids.push_back(armature.id.value);
  }
  faults.push_back(
      id.empty()
          ? fmt::format("the asset has several armatures; say which one moves: {}",
                        fmt::join(ids, ", "))
          : fmt::format("there is no armature '{}'; the asset has {}", id, fmt::join(ids, ", ")));
  return nullptr;
}

std::optional<GaitRig> rig_for(const Analysis& analysis, std::string_view armature,
                               std::vector<std::string>& faults) {
  const Asset* const asset = asset_of(analysis, faults);
  const Armature* const found = asset == nullptr ? nullptr : armature_of(*asset, armature, faults);
  if (found == nullptr) return std::nullopt;
  Diagnostics diagnostics = analysis.assembly->diagnostics;
  const auto scene = build_evaluated_scene(*analysis.assembly, {}, diagnostics);
  if (!scene) {
    faults.emplace_back("the document cannot be evaluated");
    return std::nullopt;
  }
  return make_gait_rig(analysis.assembly->assembly, *found, *scene);
}

// Each name once, in the order of the table.
template <class IsWanted>
std::vector<std::string_view> names_of(const IsWanted& is_wanted) {
  std::vector<std::string_view> names;
  for (const GaitKind& kind : all_gaits()) {
    const bool is_new = std::find(names.begin(), names.end(), kind.name) == names.end();
    if (is_new && is_wanted(kind)) names.push_back(kind.name);
  }
  return names;
}

std::string unknown_gait(const std::string& name) {
  ClosestWord closest(name);
  const auto names = names_of([](const GaitKind&) { return true; });
  for (const std::string_view one : names) closest.offer(one);
  const std::string_view best = closest.best();
  return fmt::format("there is no gait '{}'{}", name,
                     best.empty() ? fmt::format(": {}", fmt::join(names, ", "))
                                  : fmt::format("; did you mean '{}'?", best));
}

// Why the skeleton cannot have the gait.
std::string unfit_gait(const GaitRig& rig, const std::string& name) {
  std::vector<std::string_view> needs;
  for (const GaitKind& kind : all_gaits()) {
    if (kind.name == name) needs.push_back(kind.of);
  }
  const auto names = names_of([&](const GaitKind& kind) { return kind.is_for(rig); });
  const bool is_stiff = std::any_of(rig.legs.begin(), rig.legs.end(),
                                    [](const Leg& leg) { return leg.bones.size() < 2; });
  return fmt::format("'{}' needs {}, which armature '{}' does not have{}; it can have {}", name,
                     fmt::join(needs, " or "), rig.armature->id.value,
                     is_stiff ? " (a leg needs a bone above and a bone below its knee)" : "",
                     names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
}

// First arms swing less, then steps are shorter, too.
constexpr SwingRange ranges[] = {{0.6, 1}, {0.3, 1}, {0, 1}, {0.3, 0.65}, {0.3, 0.35}, {0.3, 0.15}};

// As far as limbs can swing without running into other parts; if they always do, the range with the
// fewest findings.
Gait fitted_gait(const GaitKind& kind, GaitRig rig, const Assembly& assembly) {
  Gait best = kind.make(rig);
  std::size_t fewest = count_collisions(assembly, rig, best);
  for (const SwingRange& range : ranges) {
    if (fewest == 0) break;
    rig.range = range;
    Gait gait = kind.make(rig);
    const std::size_t found = count_collisions(assembly, rig, gait);
    if (found >= fewest) continue;
    fewest = found;
    best = std::move(gait);
  }
  return best;
}

void add_gait(const GaitRig& rig, const std::string& name, const Assembly& assembly,
              std::vector<Gait>& gaits, std::vector<std::string>& faults) {
  const auto is_it = [&](const Gait& gait) { return gait.name == name; };
  if (std::any_of(gaits.begin(), gaits.end(), is_it)) return;
  bool is_known = false;
  for (const GaitKind& kind : all_gaits()) {
    if (kind.name != name) continue;
    is_known = true;
    if (!kind.is_for(rig)) continue;
    gaits.push_back(fitted_gait(kind, rig, assembly));
    return;
  }
  faults.push_back(is_known ? unfit_gait(rig, name) : unknown_gait(name));
}

GaitDescription description_of(const GaitKind& kind) {
  return {kind.name, kind.of, kind.summary, kind.view};
}

}  // namespace

std::vector<GaitDescription> known_gaits() {
  std::vector<GaitDescription> known;
  for (const GaitKind& kind : all_gaits()) known.push_back(description_of(kind));
  return known;
}

std::vector<GaitDescription> gaits_for(const Analysis& analysis, std::string_view armature) {
  std::vector<std::string> faults;
  const std::optional<GaitRig> rig = rig_for(analysis, armature, faults);
  std::vector<GaitDescription> fitting;
  if (!rig) return fitting;
  for (const GaitKind& kind : all_gaits()) {
    if (kind.is_for(*rig)) fitting.push_back(description_of(kind));
  }
  return fitting;
}

MadeMotion make_motion(const Analysis& analysis, const MotionOptions& options) {
  MadeMotion made;
  const std::optional<GaitRig> rig = rig_for(analysis, options.armature, made.faults);
  if (!rig) return made;
  std::vector<Gait> gaits;
  const Assembly& assembly = analysis.assembly->assembly;
  for (const std::string& name : options.gaits) {
    add_gait(*rig, name, assembly, gaits, made.faults);
  }
  if (gaits.empty() && made.faults.empty()) made.faults.emplace_back("no gait is asked for");
  if (!made.faults.empty()) return made;
  const bool has_several = analysis.assembly->assembly.root()->document.armatures.size() > 1;
  made.text = gait_text(gaits, *rig, options.asset,
                        has_several ? std::string_view(rig->armature->id.value) : "");
  return made;
}

}  // namespace rigy
