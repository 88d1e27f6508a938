// L13: children of a scene that an anchor turns upside down or on their side.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "lint/context.hpp"
#include "placement/frame.hpp"

namespace rigy::tools {
namespace {

// A slot or a mount, and the asset that has its anchors.
struct LintFrame {
  std::string_view what;
  const FrameReference& reference;
  const Asset& asset;
  std::string_view alias;  // of the asset
  std::array<Vec3, 3> points;
  Frame3 frame;

  // How upright its y axis is: 1 if the third anchor is right above the line of the others.
  [[nodiscard]] double rise() const { return frame.axes.column(1).y; }
};

struct LintChild {
  const LintContext& context;
  const RigsFile& scene;
  const RigsChild& child;
  std::uint32_t number = 0;
  double rise = 0;  // of its up, seen from its parent
};

std::optional<LintFrame> frame_of_child(const RigsFile& scene, std::string_view what,
                                        const FrameReference& reference, const Reference& owner) {
  if (owner.index == no_index || scene.imports[owner.index] == nullptr) return std::nullopt;
  const Asset& asset = *scene.imports[owner.index];
  const auto points = points_of(reference.anchors, asset.document);
  if (!points) return std::nullopt;
  return LintFrame{what, reference, asset, owner.id, *points, frame_of(*points)};
}

// The anchor to move, and where to: the second lies beside the first, the third above it.
struct Move {
  std::size_t anchor = 2;
  Vec3 to;
  std::string_view where;
};

Move move_for(const LintFrame& frame) {
  const auto& [first, second, third] = frame.points;
  if (std::abs(frame.frame.axes.column(0).y) > lint_limits::upright) {
    return {1, first + Vec3{length(second - first), 0, 0}, "beside"};
  }
  return {2, first + Vec3{0, length(third - first), 0}, "above"};
}

std::string_view where_it_is(const LintFrame& frame, const Move& move) {
  const double rise = frame.points[move.anchor].y - frame.points[0].y;
  const double far = length(frame.points[move.anchor] - frame.points[0]);
  if (rise > lint_limits::upright * far) return "above";
  return rise < -lint_limits::upright * far ? "below" : "beside";
}

void report_turned(const LintChild& turned, const LintFrame& frame) {
  const Move move = move_for(frame);
  const Reference& first = frame.reference.anchors[0];
  const Reference& wrong = frame.reference.anchors[move.anchor];
  const Anchor& anchor = frame.asset.document.anchors[wrong.index];
  const LintItem item{&turned.scene, turned.child.node, &anchor, turned.number};
  const LintItem other{&frame.asset, anchor.origin, &frame.asset};
  report(
      turned.context, Code::TippedChild, item, &other,
      fmt::format("child '{}' is {}: anchor '{}' of '{}', the {} of its {}, lies {} '{}' instead "
                  "of {} it",
                  turned.child.id.value,
                  turned.rise < -lint_limits::upright ? "upside down" : "on its side", wrong.id,
                  frame.alias, move.anchor == 1 ? "second" : "third", frame.what,
                  where_it_is(frame, move), first.id, move.where),
      fmt::format("move '{}' to {} or name an anchor there, or write '# rigy-lint: allow L13' "
                  "above the child",
                  wrong.id, vector_text(move.to)));
}

void remember_turned(const LintContext& context, std::string_view child) {
  const auto& instances = context.scene.instances;
  const auto found = std::find_if(instances.begin(), instances.end(),
                                  [&](const ShownInstance& one) { return one.path == child; });
  if (found == instances.end()) return;
  context.memory.turned.insert(static_cast<std::uint32_t>(found - instances.begin()));
}

void lint_child(const LintChild& turned) {
  const RigsDocument& document = turned.scene.document;
  const RigsChild& child = turned.child;
  const Reference& parent =
      child.parent == no_index ? document.base : document.children[child.parent].base;
  const auto slot = frame_of_child(turned.scene, "slot", child.place.slot, parent);
  const auto mount = frame_of_child(turned.scene, "mount", child.place.mount, child.base);
  if (!slot || !mount) return;
  remember_turned(turned.context, child.id.value);
  report_turned(turned, slot->rise() < mount->rise() ? *slot : *mount);
}

}  // namespace

void lint_children(const LintContext& context) {
  const RigsFile* scene = context.scene.tree.assembly->rigs.get();
  if (scene == nullptr) return;
  // The first root is the scene's base.
  for (std::uint32_t i = 0; i < scene->document.children.size(); ++i) {
    const RootPlacement& placed = context.placements.roots[i + 1];
    if (!placed.transform) continue;
    const double rise = placed.transform->linear.column(1).y;
    if (rise >= lint_limits::upright) continue;
    lint_child({context, *scene, scene->document.children[i], i, rise});
  }
}

}  // namespace rigy::tools
