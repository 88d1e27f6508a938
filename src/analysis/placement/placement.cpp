#include "placement/placement.hpp"

namespace rigy::analysis {
namespace {

// The asset that contains the placed item; null if it is unknown.
const Asset* owner_of(const Asset& asset, const Instance& instance) {
  if (!instance.import.given()) return &asset;
  if (instance.import.index == no_index) return nullptr;
  return asset.imports[instance.import.index].get();
}

// True if the frame is usable; otherwise the reason has been reported.
bool check_frame(const Reporter& at, const Instance& instance,
                 const std::array<Reference, 3>& anchors, const Frame3& frame) {
  if (!frame.degenerate() && !frame.overflows()) return true;
  const auto& [first, second, third] = anchors;
  if (frame.overflows()) {
    at.report(Code::HugeCoordinate, instance.origin.at(first.node),
              "anchors '{}', '{}' and '{}' of instance '{}' are too far apart for 32-bit floats",
              first.id, second.id, third.id, instance.id.value)
        .help("bring them closer together");
  } else if (frame.no_x()) {
    at.report(Code::DegenerateAttachment, instance.origin.at(second.node),
              "anchors '{}' and '{}' of instance '{}' are too close together to define a "
              "direction: {} m apart",
              first.id, second.id, instance.id.value, frame.a)
        .help("the distance must be greater than 1e-9 m");
  } else {
    at.report(Code::DegenerateAttachment, instance.origin.at(third.node),
              "anchor '{}' of instance '{}' is on the line through '{}' and '{}', so they define "
              "no plane",
              third.id, instance.id.value, first.id, second.id)
        .help("its distance from the line is {} m; it must be greater than 1e-9 m", frame.b);
  }
  return false;
}

std::optional<Placement> place(const Reporter& at, const Asset& asset, const Instance& instance) {
  const Attach3& attach3 = instance.attach3;
  if (!attach3.given()) return std::nullopt;
  const Asset* owner = owner_of(asset, instance);
  if (owner == nullptr) return std::nullopt;
  const auto from = points_of(attach3.from, owner->document);
  const auto to = points_of(attach3.to, asset.document);
  if (!from || !to) return std::nullopt;
  const Frame3 from_frame = frame_of(*from);
  const Frame3 to_frame = frame_of(*to);
  const bool has_from = check_frame(at, instance, attach3.from, from_frame);
  const bool has_to = check_frame(at, instance, attach3.to, to_frame);
  if (!has_from || !has_to || !attach3.mode) return std::nullopt;
  const Affine transform = attach(from_frame, to_frame, *attach3.mode);
  if (fits_binary32(transform)) {
    const bool shears = *attach3.mode == AttachMode::Affine && !is_decomposable(transform.linear);
    return Placement{transform, !shears};
  }
  at.report(Code::HugeCoordinate, instance.origin.at(attach3.node),
            "the transform of instance '{}' is too large for 32-bit floats", instance.id.value)
      .help("bring the anchors closer together");
  return std::nullopt;
}

}  // namespace

InstancePlacements place_instances(const Assembly& assembly, Diagnostics& diagnostics) {
  InstancePlacements placements;
  for (const auto& asset : assembly.assets) {
    const Reporter at = assembly.reporter(*asset, diagnostics);
    auto& own = placements.emplace_back();
    for (const Instance& instance : asset->document.instances) {
      own.push_back(place(at, *asset, instance));
    }
  }
  return placements;
}

}  // namespace rigy::analysis
