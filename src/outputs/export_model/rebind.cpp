#include "export_model/rebind.hpp"

#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "export_model/clips.hpp"
#include "export_model/geometry.hpp"
#include "export_model/motion.hpp"
#include "export_model/number_source.hpp"
#include "math/trig.hpp"

namespace rigy::outputs {
namespace {

Vec3 vector_at(std::span<const float> numbers, std::size_t i) {
  return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

void append(const Vec3& vector, std::vector<float>& out) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out.push_back(static_cast<float>(vector[axis]) + 0.0f);
  }
}

// What shares the vertices of a geometry that moves keeps those that it has.
void leave_colliders(ExportModel& model, std::uint32_t geometry) {
  for (Geometry& one : model.geometries) {
    if (one.vertices_of == geometry) one.vertices_of = no_index;
  }
}

// The geometries that meshes bound to other skeletons have.
std::set<std::uint32_t> geometries_of_others(const ExportModel& model, std::uint32_t skeleton) {
  std::set<std::uint32_t> others;
  for (const ExportMesh& mesh : model.meshes) {
    if (mesh.armature == no_index || model.armatures[mesh.armature].skeleton == skeleton) continue;
    for (const ExportPart& part : mesh.parts) others.insert(part.geometry);
  }
  return others;
}

Geometry moved_geometry(ExportModel& model, std::uint32_t number, std::span<const Affine> moves) {
  Geometry geometry = model.geometries[number];
  if (model.source != nullptr) return move_later(*model.source, geometry, moves);
  move_vertices(geometry, moves, model.own);
  return geometry;
}

void move_meshes(ExportModel& model, std::uint32_t skeleton, std::span<const Affine> moves) {
  const std::set<std::uint32_t> others = geometries_of_others(model, skeleton);
  std::map<std::uint32_t, std::uint32_t> moved;  // what each geometry has become
  for (ExportMesh& mesh : model.meshes) {
    if (mesh.armature == no_index || model.armatures[mesh.armature].skeleton != skeleton) continue;
    for (ExportPart& part : mesh.parts) {
      const auto [known, is_new] = moved.emplace(part.geometry, part.geometry);
      if (is_new) {
        Geometry geometry = moved_geometry(model, part.geometry, moves);
        if (others.contains(part.geometry)) {
          known->second = static_cast<std::uint32_t>(model.geometries.size());
          model.geometries.push_back(std::move(geometry));
        } else {
          leave_colliders(model, part.geometry);
          model.geometries[part.geometry] = std::move(geometry);
        }
      }
      part.geometry = known->second;
    }
  }
}

// The roll that brings the axes of the bone about.
double roll_of(const ExportBone& bone) {
  const Quaternion straight = bone_axes(direction_of(bone.tail - bone.head), 0);
  const Quaternion about_y = conjugate(straight) * bone.rest.rotation;
  return 2 * atan2(about_y.y, about_y.w);
}

void move_bones(ExportSkeleton& skeleton, std::span<const RigidMotion> rests,
                std::span<const Affine> moves) {
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    ExportBone& bone = skeleton.bones[i];
    bone.tail = moves[i](bone.tail);
    bone.head = rests[i].translation;
    bone.rest = rests[i];
    bone.roll = roll_of(bone);
    bone.inverse_bind = inverse_of(bone.rest);
  }
  for (ExportBone& bone : skeleton.bones) {
    bone.local = bone.parent == no_index ? bone.rest
                                         : relative_to(skeleton.bones[bone.parent].rest, bone.rest);
  }
}

void keep_former_rest(ExportModel& model, std::uint32_t skeleton,
                      const std::vector<ExportBone>& former) {
  for (ExportAnimation& clip : model.animations) {
    std::set<std::tuple<std::uint32_t, std::uint32_t, ChannelPath>> moved;
    for (const ExportChannel& channel : clip.channels) {
      moved.emplace(channel.armature, channel.bone, channel.path);
    }
    for (std::uint32_t armature = 0; armature < model.armatures.size(); ++armature) {
      if (model.armatures[armature].skeleton != skeleton) continue;
      for (std::uint32_t bone = 0; bone < former.size(); ++bone) {
        for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation}) {
          if (moved.contains({armature, bone, path})) continue;
          append_rest(former[bone].local, {.armature = armature, .bone = bone, .path = path}, clip);
        }
      }
    }
  }
}

}  // namespace

void move_vertices(Geometry& geometry, std::span<const Affine> moves, OwnNumbers& own) {
  std::vector<float> positions;
  std::vector<float> normals;
  positions.reserve(geometry.positions.size());
  normals.reserve(geometry.normals.size());
  for (std::size_t i = 0; i < geometry.vertex_count(); ++i) {
    const Vec3 position = vector_at(geometry.positions, i);
    const Vec3 normal = vector_at(geometry.normals, i);
    Vec3 moved;
    Vec3 turned;
    for (std::size_t k = 4 * i; k < 4 * (i + 1); ++k) {
      const double weight = double{geometry.weights[k]};
      if (weight == 0) continue;
      const Affine& move = moves[geometry.joints[k]];
      moved = moved + weight * move(position);
      turned = turned + weight * (move.linear * normal);
    }
    append(moved, positions);
    append(turned == Vec3{} ? normal : direction_of(turned), normals);
  }
  geometry.positions = own.keep(std::move(positions));
  geometry.normals = own.keep(std::move(normals));
  set_bounds(geometry);
}

std::vector<Affine> rebind(ExportModel& model, std::uint32_t skeleton,
                           std::span<const RigidMotion> rests) {
  const std::vector<ExportBone> former = model.skeletons[skeleton].bones;
  std::vector<Affine> moves;
  for (std::size_t i = 0; i < former.size(); ++i) {
    moves.push_back(to_affine(rests[i]) * former[i].inverse_bind);
  }
  move_meshes(model, skeleton, moves);
  move_bones(model.skeletons[skeleton], rests, moves);
  keep_former_rest(model, skeleton, former);
  return moves;
}

}  // namespace rigy::outputs
