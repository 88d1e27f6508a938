// Whole FBX files: their contents agree with each other and with the model.
#include "fbx/fbx.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/digest.hpp"
#include "export_model/motion.hpp"
#include "fbx/record_writer.hpp"
#include "fbx/samples.hpp"
#include "fbx/transform.hpp"
#include "fbx_reader.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using std::string_literals::operator""s;

ExportBone bone(std::uint32_t parent, const Vec3& head, const Vec3& tail, const RigidMotion& rest,
                const RigidMotion& local) {
  return {.id = "bone",
          .parent = parent,
          .children = {},
          .head = head,
          .tail = tail,
          .roll = 0,
          .length = length(tail - head),
          .rest = rest,
          .local = local,
          .inverse_bind = inverse_of(rest)};
}

Geometry triangle() {
  static constexpr std::array<float, 9> positions{0, 0, 0, 1, 0, 0, 0, 1, 0};
  static constexpr std::array<float, 9> normals{0, 0, 1, 0, 0, 1, 0, 0, 1};
  static constexpr std::array<float, 6> uvs{0, 1, 1, 1, 0, 0};
  static constexpr std::array<std::uint32_t, 3> indices{0, 1, 2};
  Geometry geometry;
  geometry.positions = positions;
  geometry.normals = normals;
  geometry.uv_sets = {uvs};
  geometry.indices = indices;
  return geometry;
}

Geometry bound_triangle() {
  static constexpr std::array<std::uint16_t, 12> joints{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
  static constexpr std::array<float, 12> weights{1, 0, 0, 0, 0.75f, 0.25f, 0, 0, 1, 0, 0, 0};
  Geometry geometry = triangle();
  geometry.joints = joints;
  geometry.weights = weights;
  return geometry;
}

// An animation of the bones of the first armature: at each time, the motion of each bone.
ExportAnimation moved(std::string name, std::vector<double> times,
                      const std::vector<std::vector<RigidMotion>>& bones) {
  ExportAnimation animation;
  animation.name = std::move(name);
  animation.times = std::move(times);
  for (std::uint32_t bone = 0; bone < bones.size(); ++bone) {
    ExportChannel channel;
    channel.bone = bone;
    channel.key_count = static_cast<std::uint32_t>(animation.times.size());
    for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation}) {
      channel.path = path;
      channel.first_value = animation.values.size();
      animation.channels.push_back(channel);
      for (const auto& [t, r] : bones[bone]) {
        const std::vector<double> value = path == ChannelPath::Translation
                                              ? std::vector<double>{t.x, t.y, t.z}
                                              : std::vector<double>{r.w, r.x, r.y, r.z};
        animation.values.insert(animation.values.end(), value.begin(), value.end());
      }
    }
  }
  return animation;
}

// A bound mesh of two parts, a plain one used twice, an armature in an instance, an anchor, a pose.
ExportModel sample_model() {
  ExportModel model;
  model.materials = {{"red", {1, 0, 0, 1}}, {"glass", {0, 0.5f, 1, 0.25f}}};
  model.geometries = {bound_triangle(), triangle()};
  const std::vector<PrimitiveGroup> whole{{"p", 0, 3}};
  model.meshes = {
      {"skin", "skin", {{0, 1, {}, {}, whole}, {0, no_index, {}, {}, whole}}, 0, 0, Solver::Dqs},
      {"plate", "plate", {{1, 0, {}, {}, whole}}, no_index, 0, Solver::Lbs}};
  const Quaternion quarter = quaternion_from_axis_angle({0, 0, 1}, 90 * radians_per_degree);
  model.skeletons = {{"rig",
                      {bone(no_index, {}, {0, 1, 0}, {}, {}),
                       bone(0, {0, 1, 0}, {-1, 1, 0}, {{0, 1, 0}, quarter}, {{0, 1, 0}, quarter})},
                      {0}}};
  model.skeletons[0].bones[0].children = {1};
  model.armatures = {{1, 0, {"base", "tip"}, true}};
  model.bone_count = 2;
  const auto node = [](ExportNodeKind kind, std::string name, std::uint32_t parent) {
    ExportNode made;
    made.kind = kind;
    made.name = std::move(name);
    made.parent = parent;
    return made;
  };
  model.nodes = {node(ExportNodeKind::Group, "twin", no_index),
                 node(ExportNodeKind::Armature, "twin.rig", 0),
                 node(ExportNodeKind::Mesh, "skin", no_index),
                 node(ExportNodeKind::Mesh, "one", no_index),
                 node(ExportNodeKind::Mesh, "two", 0),
                 node(ExportNodeKind::Anchor, "grip\0\1Model"s, 0)};
  model.nodes[0].transform = {{2, 0, 0}, quarter, {-1, 1, 2}};
  model.nodes[1].armature = 0;
  model.nodes[2].mesh = 0;
  model.nodes[3].mesh = model.nodes[4].mesh = 1;
  model.roots = {0, 2, 3};
  model.animations = {moved("wave", {0}, {{{{}, quarter}}, {{{0, 1, 0}, {}}}})};
  return model;
}

const FbxRecord& only(const std::vector<FbxRecord>& records, std::string_view name) {
  static const FbxRecord none;
  const FbxRecord* found = nullptr;
  for (const FbxRecord& record : records) {
    if (record.name != name) continue;
    EXPECT_EQ(found, nullptr) << name;
    found = &record;
  }
  EXPECT_NE(found, nullptr) << name;
  return found == nullptr ? none : *found;
}

std::int64_t id_of(const FbxRecord& object) { return std::get<std::int64_t>(object.properties[0]); }

std::map<std::int64_t, const FbxRecord*> objects_of(const FbxFile& file) {
  std::map<std::int64_t, const FbxRecord*> objects;
  for (const FbxRecord& object : only(file.records, "Objects").children) {
    EXPECT_TRUE(objects.emplace(id_of(object), &object).second) << id_of(object);
  }
  return objects;
}

const std::vector<double>& reals(const FbxRecord& record, std::string_view name) {
  return std::get<std::vector<double>>(only(record.children, name).properties[0]);
}

FbxFile written(const ExportModel& model, const FbxLimits& limits = {}) {
  FbxFile file = read_fbx(write_fbx(model, limits));
  EXPECT_EQ(file.problem, "");
  return file;
}

TEST(Fbx, ConnectionsNameObjects) {
  const FbxFile file = written(sample_model());
  const auto objects = objects_of(file);
  std::set<std::int64_t> connected;
  for (const FbxRecord& connection : only(file.records, "Connections").children) {
    const auto child = std::get<std::int64_t>(connection.properties[1]);
    const auto parent = std::get<std::int64_t>(connection.properties[2]);
    EXPECT_TRUE(objects.contains(child)) << child;
    EXPECT_TRUE(parent == 0 || objects.contains(parent)) << parent;
    connected.insert(child);
  }
  for (const auto& [id, object] : objects) {
    const bool stands_alone = object->name == "Pose" || object->name == "AnimationStack";
    EXPECT_EQ(connected.contains(id), !stands_alone) << object->name << id;
  }
}

TEST(Fbx, DefinitionsCountTheObjects) {
  const FbxFile file = written(sample_model());
  std::map<std::string, std::int32_t> counts{{"GlobalSettings", 1}};
  for (const auto& [id, object] : objects_of(file)) ++counts[object->name];
  std::map<std::string, std::int32_t> defined;
  const FbxRecord& definitions = only(file.records, "Definitions");
  for (const FbxRecord& record : definitions.children) {
    if (record.name != "ObjectType") continue;
    defined[std::get<std::string>(record.properties[0])] =
        std::get<std::int32_t>(only(record.children, "Count").properties[0]);
  }
  EXPECT_EQ(defined, counts);
  std::int32_t total = 0;
  for (const auto& [kind, count] : counts) total += count;
  EXPECT_EQ(std::get<std::int32_t>(only(definitions.children, "Count").properties[0]), total);
}

std::array<double, 16> product(const std::vector<double>& a, const std::vector<double>& b) {
  std::array<double, 16> result{};
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t k = 0; k < 4; ++k) result[i] += a[i % 4 + 4 * k] * b[4 * (i / 4) + k];
  }
  return result;
}

TEST(Fbx, ClustersAgreeWithTheBindPose) {
  const FbxFile file = written(sample_model());
  const auto objects = objects_of(file);
  std::map<std::int64_t, const std::vector<double>*> bind_pose;
  std::map<std::string, const std::vector<double>*> by_name;
  for (const auto& [id, object] : objects) {
    if (object->name != "Pose") continue;
    for (const FbxRecord& node : object->children) {
      if (node.name != "PoseNode") continue;
      const auto of = std::get<std::int64_t>(only(node.children, "Node").properties[0]);
      bind_pose[of] = &reals(node, "Matrix");
      const auto& name = std::get<std::string>(objects.at(of)->properties[1]);
      by_name[name.substr(0, name.find('\0'))] = bind_pose[of];
    }
  }
  ASSERT_EQ(by_name.size(), 5u);
  for (const char* name : {"twin", "twin.rig", "skin", "base", "tip"}) {
    EXPECT_TRUE(by_name.contains(name)) << name;
  }
  int clusters = 0;
  for (const auto& [id, object] : objects) {
    if (object->name != "Deformer" || std::get<std::string>(object->properties[2]) != "Cluster") {
      continue;
    }
    ++clusters;
    const auto& name = std::get<std::string>(object->properties[1]);
    const std::vector<double>& link = reals(*object, "TransformLink");
    EXPECT_EQ(link, *by_name[name.substr(0, name.find('\0'))]);
    const std::array<double, 16> mesh = product(link, reals(*object, "Transform"));
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(mesh[i], (*by_name["skin"])[i], 1e-15);
  }
  EXPECT_EQ(clusters, 2);
}

TEST(Fbx, PartsOfAMeshAreOneGeometry) {
  const FbxFile file = written(sample_model());
  const FbxRecord& geometry = *objects_of(file).at(30'000'000'000);
  EXPECT_EQ(to_text({only(geometry.children, "PolygonVertexIndex"),
                     only(only(geometry.children, "LayerElementMaterial").children, "Materials"),
                     only(only(geometry.children, "LayerElementUV").children, "UV"),
                     only(only(geometry.children, "LayerElementUV").children, "UVIndex")}),
            "PolygonVertexIndex i(0 1 -3 3 4 -6)\n"
            "Materials i(0 1)\n"
            "UV d(0 0 1 0 0 1 0 0 1 0 0 1)\n"
            "UVIndex i(0 1 2 3 4 5)\n");
  EXPECT_EQ(reals(geometry, "Vertices").size(), 18u);
}

TEST(Fbx, WhatHasNoMaterialInAMeshThatHasOneGetsOne) {
  ExportModel model = sample_model();
  model.materials[0].name = "default";
  const FbxFile file = written(model);
  std::set<std::string> names;
  for (const auto& [id, object] : objects_of(file)) {
    if (object->name == "Material") names.insert(std::get<std::string>(object->properties[1]));
  }
  EXPECT_EQ(names,
            (std::set{"default\0\1Material"s, "default_\0\1Material"s, "glass\0\1Material"s}));
}

TEST(Fbx, NamesHaveNoNul) {
  const FbxFile file = written(sample_model());
  const auto objects = objects_of(file);
  EXPECT_EQ(std::get<std::string>(objects.at(40'000'000'005)->properties[1]),
            "grip\xe2\x90\x80\1Model\0\1Model"s);
}

TEST(Fbx, TooLargeFor74Is75) {
  const ExportModel model = sample_model();
  const std::size_t size = write_fbx(model).size();
  EXPECT_EQ(written(model).version, 7400u);
  EXPECT_EQ(written(model, {.file_of_7_4 = size}).version, 7400u);
  const FbxFile large = written(model, {.file_of_7_4 = size - 1});
  EXPECT_EQ(large.version, 7500u);
  EXPECT_EQ(to_text(only(large.records, "Objects").children),
            to_text(only(written(model).records, "Objects").children));
  EXPECT_EQ(write_fbx(model, {.file = 1000, .file_of_7_4 = 500}), "");
}

TEST(Fbx, NothingIsAFileToo) {
  const FbxFile file = written({});
  EXPECT_TRUE(only(file.records, "Objects").children.empty());
  EXPECT_TRUE(only(file.records, "Connections").children.empty());
}

// A file names the version that wrote it, so the digest changes with each release.
TEST(Fbx, TheSameBytesEverywhere) {
  EXPECT_EQ(cli::sha256(write_fbx(sample_model())),
            "5bcef989263067e44ecfea005a15fea6c5d81930a4e87f3b87c0b452630a5141");
}

TEST(Fbx, LoopsFollowTheGreatArc) {
  const Quaternion turn = quaternion_from_axis_angle({1, 2, 3}, 170 * radians_per_degree);
  ExportModel model = sample_model();
  model.skeletons[0].bones.resize(1);
  const ExportAnimation animation = moved("loop", {0, 1, 2}, {{{}, {{3, 0, 0}, turn}, {}}});
  const std::vector<ChannelSample> samples = samples_of(model, animation, animation.channels[0]);
  ASSERT_EQ(samples.size(), 61u);
  const std::vector<Vec3> translations = curve_of(model, animation, animation.channels[0], samples);
  const std::vector<Vec3> degrees = curve_of(model, animation, animation.channels[1], samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(samples[i].time, static_cast<std::int64_t>(i) * 1'539'538'600);
    const double share = i <= 30 ? static_cast<double>(i) / 30 : static_cast<double>(60 - i) / 30;
    EXPECT_NEAR(translations[i].x, 3 * share, 1e-15);
    const Quaternion expected =
        quaternion_from_axis_angle({1, 2, 3}, share * 170 * radians_per_degree);
    const Quaternion found = quaternion_from_euler(radians_per_degree * degrees[i]);
    EXPECT_NEAR(std::abs(dot(found, expected)), 1, 1e-12) << i;
    if (i == 0) continue;
    // No angle jumps by a full turn.
    EXPECT_LT(length(degrees[i] - degrees[i - 1]), 30) << i;
  }
}

TEST(Fbx, NearestAnglesAreTheSameRotation) {
  for (const Vec3& goal : {Vec3{0, 0, 0}, Vec3{350, 100, -200}, Vec3{-720, 85, 175}}) {
    const Vec3 degrees{170, 80, -160};
    const Vec3 nearest = nearest_degrees(degrees, goal);
    const Quaternion a = quaternion_from_euler(radians_per_degree * degrees);
    const Quaternion b = quaternion_from_euler(radians_per_degree * nearest);
    EXPECT_NEAR(std::abs(dot(a, b)), 1, 1e-12);
    EXPECT_LE(length(nearest - goal), length(degrees - goal));
  }
}

}  // namespace
}  // namespace rigy
