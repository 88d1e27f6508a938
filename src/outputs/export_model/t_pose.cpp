#include "export_model/t_pose.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "export_model/motion.hpp"
#include "export_model/nodes.hpp"
#include "export_model/number_source.hpp"
#include "export_model/rebind.hpp"

namespace rigy::outputs {
namespace {

constexpr double negligible = 1e-6;           // of a direction, or in meters
constexpr double cosine = 0.984807753012208;  // of 10 degrees

enum class Aim : std::uint8_t { Aside, Down };

// A bone points to the head of another one; the last of a limb to its own tail.
struct AimedBone {
  std::string_view bone;
  std::string_view next;
  Aim aim = Aim::Aside;
};

constexpr std::array<AimedBone, 5> aimed_bones{{{"UpperArm", "LowerArm", Aim::Aside},
                                                {"LowerArm", "Hand", Aim::Aside},
                                                {"Hand", "", Aim::Aside},
                                                {"UpperLeg", "LowerLeg", Aim::Down},
                                                {"LowerLeg", "Foot", Aim::Down}}};

class Limbs {
 public:
  Limbs(const ExportSkeleton& skeleton, const BodyMap& body, ExportFace face)
      : skeleton_(skeleton), body_(body), left_(signs_of_left(face)) {
    for (const ExportBone& bone : skeleton.bones) motions_.push_back(bone.rest);
  }

  // The least cosine between where a bone points and where it should.
  [[nodiscard]] double least_cosine() const {
    double least = 1;
    each_aimed([&](std::uint32_t bone, std::uint32_t next, const Vec3& wanted) {
      least = std::min(least, dot(direction_of(end_of(bone, next) - head_of(bone)), wanted));
    });
    return least;
  }

  void straighten() {
    each_aimed([&](std::uint32_t bone, std::uint32_t next, const Vec3& wanted) {
      const Vec3 now = direction_of(end_of(bone, next) - head_of(bone));
      if (length(now - wanted) > negligible) turn_about_head(bone, shortest_turn(now, wanted));
    });
    for (const std::string_view foot : {"leftFoot", "rightFoot"}) stand(body_.bone_of(foot));
  }

  [[nodiscard]] const std::vector<RigidMotion>& motions() const { return motions_; }

 private:
  // Its left hand is at +x if it faces +z.
  static double signs_of_left(ExportFace face) { return face == ExportFace::PlusZ ? 1 : -1; }

  template <class Work>
  void each_aimed(const Work& work) const {
    for (const std::string_view side : {"left", "right"}) {
      for (const AimedBone& one : aimed_bones) {
        const std::uint32_t bone = named(side, one.bone);
        const std::uint32_t next = one.next.empty() ? no_index : named(side, one.next);
        if (bone == no_index || (next == no_index && !one.next.empty())) continue;
        const double aside = side == "left" ? left_ : -left_;
        work(bone, next, one.aim == Aim::Down ? Vec3{0, -1, 0} : Vec3{aside, 0, 0});
      }
    }
  }

  [[nodiscard]] std::uint32_t named(std::string_view side, std::string_view part) const {
    return body_.bone_of(std::string(side).append(part));
  }

  [[nodiscard]] const Vec3& head_of(std::uint32_t bone) const { return motions_[bone].translation; }
  [[nodiscard]] Vec3 end_of(std::uint32_t bone, std::uint32_t next) const {
    if (next != no_index) return head_of(next);
    return head_of(bone) + rotate(motions_[bone].rotation, {0, skeleton_.bones[bone].length, 0});
  }

  // With everything that hangs on the bone.
  void turn_about_head(std::uint32_t bone, const Quaternion& turn) {
    turn_all(bone, head_of(bone), turn);
  }
  void turn_all(std::uint32_t bone, const Vec3 center, const Quaternion& turn) {
    RigidMotion& motion = motions_[bone];
    motion.translation = center + rotate(turn, motion.translation - center);
    motion.rotation = unit_quaternion(turn * motion.rotation);
    for (const std::uint32_t child : skeleton_.bones[bone].children) turn_all(child, center, turn);
  }

  // Feet stay as they were on the ground.
  void stand(std::uint32_t foot) {
    if (foot == no_index) return;
    const Quaternion back =
        skeleton_.bones[foot].rest.rotation * conjugate(motions_[foot].rotation);
    if (1 - back.w * back.w > negligible * negligible) turn_about_head(foot, back);
  }

  const ExportSkeleton& skeleton_;
  const BodyMap& body_;
  double left_;
  std::vector<RigidMotion> motions_;
};

double lowest_of(const Geometry& geometry, std::span<const Affine> places) {
  double lowest = std::numeric_limits<double>::infinity();
  const std::span<const float> points = geometry.positions;
  for (const Affine& place : places) {
    for (std::size_t v = 0; v < points.size(); v += 3) {
      lowest = std::min(lowest, place({points[v], points[v + 1], points[v + 2]}).y);
    }
  }
  return lowest;
}

// The same for a geometry whose numbers are made later.
double lowest_later(const NumberSource& source, const Geometry& geometry,
                    std::span<const Affine> places) {
  const std::vector<PrimitiveSlot> slots = source.slots_of(geometry);
  std::vector<double> lowest(slots.size());
  read_all(source, slots, source.threads(),
           [&](const PrimitiveSlot& slot, const Geometry& numbers) {
             lowest[static_cast<std::size_t>(&slot - slots.data())] = lowest_of(numbers, places);
           });
  return *std::min_element(lowest.begin(), lowest.end());
}

// Where each geometry is shown.
std::vector<std::vector<Affine>> places_of_geometries(const ExportModel& model) {
  std::vector<std::vector<Affine>> places(model.geometries.size());
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    const ExportNode& node = model.nodes[i];
    if (node.kind != ExportNodeKind::Mesh) continue;
    const ExportMesh& mesh = model.meshes[node.mesh];
    const Affine place =
        place_of(model, mesh.armature == no_index ? i : model.armatures[mesh.armature].node);
    for (const ExportPart& part : mesh.parts) places[part.geometry].push_back(place);
  }
  return places;
}

// Of everything that is shown; nothing if that is nothing.
std::optional<double> lowest_point(const ExportModel& model) {
  double lowest = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<Affine>> places = places_of_geometries(model);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].empty()) continue;
    const Geometry& geometry = model.geometries[i];
    lowest =
        std::min(lowest, model.source != nullptr ? lowest_later(*model.source, geometry, places[i])
                                                 : lowest_of(geometry, places[i]));
  }
  if (lowest == std::numeric_limits<double>::infinity()) return std::nullopt;
  return lowest;
}

}  // namespace

bool is_t_pose(const ExportSkeleton& skeleton, const BodyMap& body, ExportFace face) {
  return Limbs(skeleton, body, face).least_cosine() >= cosine;
}

std::vector<Affine> make_t_pose(ExportModel& model, std::uint32_t skeleton, const BodyMap& body,
                                ExportFace face) {
  Limbs limbs(model.skeletons[skeleton], body, face);
  if (limbs.least_cosine() >= 1 - negligible * negligible) return {};
  limbs.straighten();
  return rebind(model, skeleton, limbs.motions());
}

void stand_on_ground(ExportModel& model) {
  const std::optional<double> lowest = lowest_point(model);
  if (!lowest || std::abs(*lowest) < negligible) return;
  for (std::uint32_t i = 0; i < model.skeletons.size(); ++i) {
    const auto is_at_root = [&](const ExportArmature& armature) {
      return armature.skeleton == i && model.nodes[armature.node].parent == no_index;
    };
    if (std::none_of(model.armatures.begin(), model.armatures.end(), is_at_root)) continue;
    std::vector<RigidMotion> rests;
    for (const ExportBone& bone : model.skeletons[i].bones) {
      rests.push_back({bone.rest.translation - Vec3{0, *lowest, 0}, bone.rest.rotation});
    }
    static_cast<void>(rebind(model, i, rests));
  }
  for (const std::uint32_t root : model.roots) {
    ExportNode& node = model.nodes[root];
    const bool is_bound = node.mesh != no_index && model.meshes[node.mesh].armature != no_index;
    if (node.kind == ExportNodeKind::Armature || is_bound) continue;
    node.transform.translation.y -= *lowest;
  }
}

}  // namespace rigy::outputs
