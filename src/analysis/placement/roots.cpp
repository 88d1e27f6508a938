#include "placement/roots.hpp"

#include <array>

#include "placement/snap.hpp"

namespace rigy::analysis {
namespace {

class RootPlacer {
 public:
  RootPlacer(const Assembly& assembly, Diagnostics& diagnostics)
      : scene_(*assembly.rigs), at_(assembly.reporter(scene_, diagnostics)) {}

  std::vector<RootPlacement> place();

 private:
  [[nodiscard]] const Asset* asset_of(const Reference& base) const {
    return base.index == no_index ? nullptr : scene_.imports[base.index].get();
  }
  [[nodiscard]] const Reference& base_of_parent(const RigsChild& child) const {
    const RigsDocument& document = scene_.document;
    return child.parent == no_index ? document.base : document.children[child.parent].base;
  }
  // Nothing if it is unknown or unusable; that has been reported.
  std::optional<Frame3> frame(const FrameReference& frame, std::string_view what,
                              const Reference& owner, const RigsChild& child);
  void report_unusable(const FrameReference& reference, std::string_view what,
                       const RigsChild& child, const Frame3& frame);
  std::optional<Affine> transform_of(const RigsChild& child);

  const RigsFile& scene_;
  Reporter at_;
};

std::vector<RootPlacement> RootPlacer::place() {
  const RigsDocument& document = scene_.document;
  const auto count = static_cast<std::uint32_t>(document.children.size());
  std::vector<RootPlacement> roots;
  roots.reserve(count + 1);
  roots.push_back({.asset = asset_of(document.base),
                   .import = document.base.index,
                   .node = "scene",
                   .transform = std::nullopt,
                   .after = count + 1});
  for (const RigsChild& child : document.children) {
    roots.push_back({.asset = asset_of(child.base),
                     .import = child.base.index,
                     .node = child.id.value,
                     .transform = transform_of(child),
                     .after = child.after + 1});
  }
  return roots;
}

void RootPlacer::report_unusable(const FrameReference& reference, std::string_view what,
                                 const RigsChild& child, const Frame3& frame) {
  const auto& [first, second, third] = reference.anchors;
  if (frame.overflows()) {
    at_.report(Code::HugeCoordinate, first.node,
               "anchors '{}', '{}' and '{}' of the {} of child '{}' are too far apart for 32-bit "
               "floats",
               first.id, second.id, third.id, what, child.id.value)
        .help("bring them closer together");
  } else if (frame.no_x()) {
    at_.report(Code::DegenerateFrame, second.node,
               "anchors '{}' and '{}' of the {} of child '{}' are {} m apart: they define no "
               "direction",
               first.id, second.id, what, child.id.value, frame.a)
        .help("the distance must be greater than 1e-9 m");
  } else {
    at_.report(Code::DegenerateFrame, third.node,
               "anchor '{}' of the {} of child '{}' is {} m away from the line through '{}' and "
               "'{}': they define no plane",
               third.id, what, child.id.value, frame.b, first.id, second.id)
        .help("the distance must be greater than 1e-9 m");
  }
}

std::optional<Frame3> RootPlacer::frame(const FrameReference& frame, std::string_view what,
                                        const Reference& owner, const RigsChild& child) {
  const Asset* asset = asset_of(owner);
  if (!frame.given() || asset == nullptr) return std::nullopt;
  const auto points = points_of(frame.anchors, asset->document);
  if (!points) return std::nullopt;
  const Frame3 result = frame_of(*points);
  if (!result.degenerate() && !result.overflows()) return result;
  report_unusable(frame, what, child, result);
  return std::nullopt;
}

std::optional<Affine> RootPlacer::transform_of(const RigsChild& child) {
  const RigsPlace& place = child.place;
  const auto slot = frame(place.slot, "slot", base_of_parent(child), child);
  const auto mount = frame(place.mount, "mount", child.base, child);
  if (!slot || !mount || !place.rotate || !place.nudge) return std::nullopt;
  const Affine transform = snap(*mount, *slot, *place.rotate, *place.nudge);
  if (fits_binary32(transform)) return transform;
  at_.report(Code::HugeCoordinate, place.node,
             "the transform of child '{}' is too large for 32-bit floats", child.id.value)
      .help("bring the anchors closer together, or nudge it less");
  return std::nullopt;
}

}  // namespace

std::vector<RootPlacement> place_roots(const Assembly& assembly, Diagnostics& diagnostics) {
  if (assembly.rigs != nullptr) return RootPlacer(assembly, diagnostics).place();
  if (assembly.root() == nullptr) return {};
  return {{.asset = assembly.root()}};
}

}  // namespace rigy::analysis
