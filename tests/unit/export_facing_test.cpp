// Exports face +z: everything is turned within its own space, exactly.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "built_model.hpp"
#include "rigy/export.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Built;
using test::node_names;

// Instances that are turned, tilted and sheared, bones in all directions, poses, anchors,
// colliders.
const test::Files lopsided{{test::entry_name, R"(version: "0.6"
imports: {arm: {source: arm.rigy.yaml}}
meshes: [{id: stone, primitives: [{id: p, type: sphere, dimensions: {radius: 0.3}, transform: {translation: [0.4, 0, 1]}}]}]
anchors:
  - {id: a, translation: [5, 0, 0]}
  - {id: b, translation: [5, 1, 2]}
  - {id: c, translation: [4, 3, 1]}
  - {id: L_tip, translation: [1, 2, 3]}
instances:
  - {id: L_tilted, import: arm, attach3: {from: [o, x, y], to: [a, b, c], mode: rigid}}
  - {id: sheared, import: arm, attach3: {from: [o, x, y], to: [a, b, c], mode: affine}}
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
armatures:
  - id: rig
    bones:
      - {id: up, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: down, parent: up, head: [0.1, 1, 0.2], tail: [0.1, 0, 0.2], roll: 0.4}
      - {id: aslant, parent: down, head: [0.3, 0, 0], tail: [1, 0.2, -0.7], roll: -0.7}
bindings: [{mesh_id: stone, armature_id: rig}]
poses:
  - {id: bent, bones: {up: {rotation: [0.5, 0.5, -0.5, 0.5]}, down: {translation: [1, 2, -3]},
                       aslant: {rotation: [0.8, 0, 0.6, 0], translation: [0, 0, 1]}}}
)"},
                           {"arm.rigy.yaml", R"(version: "0.9"
meshes: [{id: m, primitives: [{id: p, type: wedge, dimensions: {x: 1, y: 2, z: 3}},
                              {id: q, type: capsule, dimensions: {radius: 1, height: 1}, transform: {rotation_euler: [0.3, 0.2, 0.1]}}]}]
anchors:
  - {id: o, translation: [0, 0, 0]}
  - {id: x, translation: [1, 0, 0]}
  - {id: y, translation: [0, 1, 0]}
)"}};

Built lopsided_model(ExportFace face) {
  ExportOptions options;
  options.face = face;
  options.colliders = ExportColliders::Unreal;
  Built built(lopsided, options);
  EXPECT_EQ(test::messages(built.analyzed.diagnostics.report(built.analyzed.assembly.sources)), "");
  return built;
}

// What a half turn about y makes of things: as if everything had been written down the other way.
Vec3 half_turn(const Vec3& v) { return {-v.x, v.y, -v.z}; }
Quaternion half_turn(const Quaternion& q) { return {q.w, -q.x, q.y, -q.z}; }
Affine half_turn(const Affine& affine) {
  const Mat3 turn{{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}}};
  return {turn * affine.linear * turn, half_turn(affine.translation)};
}

void expect_no_negative_zeros(std::span<const double> numbers) {
  for (const double number : numbers) EXPECT_FALSE(number == 0 && std::signbit(number));
}

void expect_turned(const Vec3& turned, const Vec3& plain) {
  EXPECT_EQ(turned, half_turn(plain));
  expect_no_negative_zeros(std::array{turned.x, turned.y, turned.z});
}
void expect_turned(const Quaternion& turned, const Quaternion& plain) {
  const Quaternion expected = half_turn(plain);
  const std::array found{turned.w, turned.x, turned.y, turned.z};
  EXPECT_EQ(found, (std::array{expected.w, expected.x, expected.y, expected.z}));
  expect_no_negative_zeros(found);
}
void expect_turned(const RigidMotion& turned, const RigidMotion& plain) {
  expect_turned(turned.translation, plain.translation);
  expect_turned(turned.rotation, plain.rotation);
}
void expect_turned(std::span<const float> turned, std::span<const float> plain) {
  ASSERT_EQ(turned.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(turned[i], i % 3 == 1 ? plain[i] : -plain[i]) << i;
    EXPECT_FALSE(turned[i] == 0 && std::signbit(turned[i])) << i;
  }
}

TEST(ExportModel, FacesPlusZ) {
  const Built turned = lopsided_model(ExportFace::PlusZ);
  const Built plain = lopsided_model(ExportFace::MinusZ);
  ASSERT_EQ(node_names(*turned), node_names(*plain));  // none is there only to turn the others
  for (std::size_t i = 0; i < plain->nodes.size(); ++i) {
    const NodeTransform& transform = plain->nodes[i].transform;
    expect_turned(turned->nodes[i].transform.translation, transform.translation);
    expect_turned(turned->nodes[i].transform.rotation, transform.rotation);
    EXPECT_EQ(turned->nodes[i].transform.scale, transform.scale);
  }
  ASSERT_EQ(turned->geometries.size(), plain->geometries.size());
  for (std::size_t i = 0; i < plain->geometries.size(); ++i) {
    expect_turned(turned->geometries[i].positions, plain->geometries[i].positions);
    expect_turned(turned->geometries[i].normals, plain->geometries[i].normals);
    EXPECT_TRUE(std::ranges::equal(turned->geometries[i].indices, plain->geometries[i].indices));
  }
  EXPECT_EQ(plain.node("L_tip").transform.translation, (Vec3{1, 2, 3}));
}

// Of a bone, at the first key.
RigidMotion motion_of(const ExportAnimation& animation, std::size_t bone) {
  return {animation.translation_at(animation.channels.at(2 * bone), 0),
          animation.rotation_at(animation.channels.at(2 * bone + 1), 0)};
}

TEST(ExportModel, BonesAndPosesFacePlusZ) {
  const Built turned = lopsided_model(ExportFace::PlusZ);
  const Built plain = lopsided_model(ExportFace::MinusZ);
  const std::vector<ExportBone>& bones = turned->skeletons.at(0).bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const ExportBone& bone = plain->skeletons[0].bones[i];
    expect_turned(bones[i].head, bone.head);
    expect_turned(bones[i].tail, bone.tail);
    expect_turned(bones[i].rest, bone.rest);
    expect_turned(bones[i].local, bone.local);
    EXPECT_EQ(bones[i].inverse_bind.linear, half_turn(bone.inverse_bind).linear);
    EXPECT_EQ(bones[i].inverse_bind.translation, half_turn(bone.inverse_bind).translation);
    EXPECT_EQ(bones[i].roll, bone.roll);
    const RigidMotion posed = motion_of(turned->animations.at(0), i);
    expect_turned(posed, motion_of(plain->animations[0], i));
  }
}

// The files of an export in one text.
std::string exported(ExportFormat format, ExportFace face) {
  MemoryFiles files(lopsided);
  ExportOptions options;
  options.format = format;
  options.face = face;
  std::string bytes;
  for (const ExportedFile& file : export_asset(test::entry_name, files, options).exported) {
    bytes += file.bytes;
  }
  return bytes;
}

TEST(Export, EveryFormatFacesPlusZUnlessAskedNotTo) {
  for (const ExportFormat format : {ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Fbx,
                                    ExportFormat::Obj, ExportFormat::Stl}) {
    const std::string turned = exported(format, ExportFace::PlusZ);
    EXPECT_FALSE(turned.empty());
    EXPECT_TRUE(turned != exported(format, ExportFace::MinusZ)) << extension_of(format);
  }
}

TEST(Export, LinesOfObjFilesAreTurned) {
  std::istringstream turned(exported(ExportFormat::Obj, ExportFace::PlusZ));
  std::istringstream plain(exported(ExportFormat::Obj, ExportFace::MinusZ));
  std::size_t vectors = 0;
  std::string line;
  for (std::string other; std::getline(turned, line) && std::getline(plain, other);) {
    std::istringstream one(line);
    std::istringstream two(other);
    std::string key;
    std::string same_key;
    double x = 0, y = 0, z = 0, u = 0, v = 0, w = 0;
    one >> key >> x >> y >> z;
    two >> same_key >> u >> v >> w;
    ASSERT_EQ(key, same_key);
    if (key != "v" && key != "vn") continue;
    EXPECT_EQ((Vec3{x, y, z}), half_turn(Vec3{u, v, w})) << line;
    EXPECT_EQ(line.find("-0 "), std::string::npos) << line;
    EXPECT_FALSE(line.ends_with("-0")) << line;
    ++vectors;
  }
  EXPECT_GT(vectors, 500u);
}

TEST(Export, StlFilesHaveNoNegativeZeros) {
  for (const ExportFace face : {ExportFace::PlusZ, ExportFace::MinusZ}) {
    const std::string bytes = exported(ExportFormat::Stl, face);
    for (std::size_t triangle = 84; triangle < bytes.size(); triangle += 50) {
      for (std::size_t at = triangle; at < triangle + 48; at += 4) {
        EXPECT_NE(bytes.substr(at, 4), std::string("\0\0\0\x80", 4)) << at;
      }
    }
  }
}

}  // namespace
}  // namespace rigy
