// Poses: Linear Blend and Dual Quaternion Skinning against naive formulas, and properties of both.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::below;
using test::distance;
using test::exact;
using test::GlbFile;
using test::Random;

struct Turn {
  double w = 1, x = 0, y = 0, z = 0;
};

struct PosedBoneCase {
  Vec3 head;
  Turn rotation;
  Vec3 translation;
};

// A box of 24 vertices with weights for every vertex.
struct PoseCase {
  std::vector<PosedBoneCase> bones;
  std::vector<std::vector<double>> weights;  // of each vertex, for each bone
  std::string solver = "lbs";
};

constexpr std::size_t box_vertices = 24;

std::string document_text(const PoseCase& one) {
  std::string text =
      "version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: "
      "{x: 2, y: 4, z: 1}}]}]\narmatures:\n- id: a\n  bones:\n";
  for (std::size_t i = 0; i < one.bones.size(); ++i) {
    text += fmt::format("  - {{id: b{}, parent: {}, head: {}, tail: [90, 90, 90]}}\n", i,
                        i == 0 ? "none" : "b0", exact(one.bones[i].head));
  }
  text += fmt::format(
      "bindings:\n- mesh_id: m\n  armature_id: a\n  skinning_solver: {}\n  weight_maps:\n"
      "  - primitive_id: p\n    overrides:\n",
      one.solver);
  for (std::size_t vertex = 0; vertex < one.weights.size(); ++vertex) {
    text += fmt::format("    - vertices: [{}]\n      bones:\n", vertex);
    for (std::size_t i = 0; i < one.bones.size(); ++i) {
      text +=
          fmt::format("      - {{bone_id: b{}, weight: {}}}\n", i, exact(one.weights[vertex][i]));
    }
  }
  text += "poses:\n- id: pose\n  bones:\n";
  for (std::size_t i = 0; i < one.bones.size(); ++i) {
    const Turn& q = one.bones[i].rotation;
    text += fmt::format("    b{}: {{rotation: [{}, {}, {}, {}], translation: {}}}\n", i, exact(q.w),
                        exact(q.x), exact(q.y), exact(q.z), exact(one.bones[i].translation));
  }
  return text;
}

GlbFile posed(const std::string& text) {
  CompileOptions options;
  options.pose = "pose";
  return test::glb_of(text, options);
}

Mat3 matrix_of(const Turn& q) {
  return {
      {{{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)},
        {2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x)},
        {2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x),
         1 - 2 * (q.x * q.x + q.y * q.y)}}}};
}

struct Vertex {
  Vec3 position;
  Vec3 normal;
};

std::vector<double> shares_of(const std::vector<double>& weights) {
  double total = 0;
  for (const double weight : weights) total += weight;
  std::vector<double> shares;
  for (const double weight : weights) shares.push_back(weight / total);
  return shares;
}

Vertex naive_lbs(const PoseCase& one, const std::vector<double>& weights, const Vertex& rest) {
  Vertex result;
  const std::vector<double> shares = shares_of(weights);
  for (std::size_t i = 0; i < one.bones.size(); ++i) {
    const PosedBoneCase& bone = one.bones[i];
    const Mat3 rotation = matrix_of(bone.rotation);
    result.position =
        result.position + shares[i] * (rotation * (rest.position - bone.head) + bone.translation);
    result.normal = result.normal + shares[i] * (rotation * rest.normal);
  }
  result.normal = result.normal / length(result.normal);
  return result;
}

// The eight numbers of the dual quaternion of "rotate, then move by t".
using Eight = std::array<double, 8>;

Eight dual_quaternion(const Turn& q, const Vec3& t) {
  return {q.w,
          q.x,
          q.y,
          q.z,
          -0.5 * (t.x * q.x + t.y * q.y + t.z * q.z),
          0.5 * (t.x * q.w + t.y * q.z - t.z * q.y),
          0.5 * (-t.x * q.z + t.y * q.w + t.z * q.x),
          0.5 * (t.x * q.y - t.y * q.x + t.z * q.w)};
}

Vertex naive_dqs(const PoseCase& one, const std::vector<double>& weights, const Vertex& rest) {
  const std::vector<double> shares = shares_of(weights);
  std::size_t first = 0;
  while (shares[first] == 0) ++first;
  Eight sum{};
  Eight reference{};
  for (std::size_t i = first; i < one.bones.size(); ++i) {
    const PosedBoneCase& bone = one.bones[i];
    const Vec3 t = bone.translation - matrix_of(bone.rotation) * bone.head;
    const Eight own = dual_quaternion(bone.rotation, t);
    if (i == first) reference = own;
    double side = 0;
    for (std::size_t k = 0; k < 4; ++k) side += own[k] * reference[k];
    for (std::size_t k = 0; k < 8; ++k) sum[k] += (side < 0 ? -shares[i] : shares[i]) * own[k];
  }
  const double n = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
  for (double& number : sum) number /= n;
  const Turn q{sum[0], sum[1], sum[2], sum[3]};
  // The vector part of 2·dual·conj(real); the component of the dual part along the real one
  // cancels.
  const Vec3 t{2 * (-sum[4] * q.x + sum[5] * q.w - sum[6] * q.z + sum[7] * q.y),
               2 * (-sum[4] * q.y + sum[5] * q.z + sum[6] * q.w - sum[7] * q.x),
               2 * (-sum[4] * q.z - sum[5] * q.y + sum[6] * q.x + sum[7] * q.w)};
  return {matrix_of(q) * rest.position + t, matrix_of(q) * rest.normal};
}

Turn random_turn(Random& random) {
  Turn q{test::uniform(random, -1, 1), test::uniform(random, -1, 1), test::uniform(random, -1, 1),
         test::uniform(random, -1, 1)};
  const double n = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / n, q.x / n, q.y / n, q.z / n};
}

PoseCase random_case(Random& random, std::string solver) {
  PoseCase one;
  one.solver = std::move(solver);
  const std::size_t count = 1 + below(random, 4);
  for (std::size_t i = 0; i < count; ++i) {
    one.bones.push_back(
        {test::random_point(random, 3), random_turn(random), test::random_point(random, 3)});
  }
  for (std::size_t vertex = 0; vertex < box_vertices; ++vertex) {
    std::vector<double> weights;
    for (std::size_t i = 0; i < count; ++i) {
      weights.push_back(below(random, 4) == 0 ? 0 : test::uniform(random, 0.05, 1));
    }
    if (shares_of(weights)[0] != shares_of(weights)[0]) weights[0] = 1;  // all were zero
    one.weights.push_back(std::move(weights));
  }
  return one;
}

std::vector<Vertex> vertices_of(const GlbFile& glb) {
  std::vector<Vertex> vertices;
  const std::vector<Vec3> positions = glb.positions();
  const std::vector<Vec3> normals = glb.normals();
  for (std::size_t i = 0; i < positions.size(); ++i) vertices.push_back({positions[i], normals[i]});
  return vertices;
}

void expect_naive_result(const PoseCase& one) {
  const std::string text = document_text(one);
  const std::vector<Vertex> rest = vertices_of(test::glb_of(text));
  const std::vector<Vertex> found = vertices_of(posed(text));
  ASSERT_EQ(found.size(), box_vertices) << text;
  for (std::size_t i = 0; i < box_vertices; ++i) {
    const Vertex wanted = one.solver == "lbs" ? naive_lbs(one, one.weights[i], rest[i])
                                              : naive_dqs(one, one.weights[i], rest[i]);
    ASSERT_LT(distance(found[i].position, wanted.position), 5e-6) << i << "\n" << text;
    ASSERT_LT(distance(found[i].normal, wanted.normal), 5e-6) << i << "\n" << text;
  }
}

TEST(Pose, AgreesWithTheNaiveFormulas) {
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    for (const char* solver : {"lbs", "dqs"}) {
      expect_naive_result(random_case(random, solver));
      if (HasFatalFailure()) return;
    }
  }
}

// A pose entry is the joint's world transform: at rest it moves the bone to its own head.
TEST(Pose, TheRestPoseTranslatesEachBoneToItsHead) {
  Random random(4);
  for (const char* solver : {"lbs", "dqs"}) {
    PoseCase one = random_case(random, solver);
    for (PosedBoneCase& bone : one.bones) {
      bone.rotation = {};
      bone.translation = bone.head;
    }
    const std::string text = document_text(one);
    const std::vector<Vertex> rest = vertices_of(test::glb_of(text));
    const std::vector<Vertex> found = vertices_of(posed(text));
    for (std::size_t i = 0; i < box_vertices; ++i) {
      EXPECT_LT(distance(found[i].position, rest[i].position), 1e-6) << solver;
      EXPECT_LT(distance(found[i].normal, rest[i].normal), 1e-6) << solver;
    }
  }
}

TEST(Pose, ABoneThatIsNotListedHasTheIdentityAsItsWorldTransform) {
  PoseCase one;
  one.bones = {{{1, 2, 3}, {}, {}}};
  one.weights.assign(box_vertices, {1});
  for (const char* solver : {"lbs", "dqs"}) {
    one.solver = solver;
    std::string text = document_text(one);
    text.erase(text.find("    b0: {rotation"));
    text.replace(text.rfind("bones:"), 6, "bones: {}");
    const std::vector<Vec3> rest = test::glb_of(text).positions();
    const std::vector<Vec3> found = posed(text).positions();
    for (std::size_t i = 0; i < box_vertices; ++i) EXPECT_EQ(found[i], rest[i] - (Vec3{1, 2, 3}));
  }
}

TEST(Pose, OneBoneMovesRigidlyByEitherSolver) {
  Random random(5);
  PoseCase one;
  one.bones = {{test::random_point(random, 2), random_turn(random), test::random_point(random, 2)}};
  one.weights.assign(box_vertices, {0.3});
  const std::vector<Vec3> rest = test::glb_of(document_text(one)).positions();
  const std::vector<Vec3> lbs = posed(document_text(one)).positions();
  one.solver = "dqs";
  const std::vector<Vec3> dqs = posed(document_text(one)).positions();
  for (std::size_t i = 0; i < box_vertices; ++i) {
    EXPECT_LT(distance(lbs[i], dqs[i]), 2e-6);
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NEAR(distance(lbs[i], lbs[j]), distance(rest[i], rest[j]), 2e-6);
    }
  }
}

TEST(Pose, TheSignOfAQuaternionDoesNotMatter) {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    PoseCase one = random_case(random, "dqs");
    const std::vector<Vec3> before = posed(document_text(one)).positions();
    Turn& q = one.bones[below(random, one.bones.size())].rotation;
    q = {-q.w, -q.x, -q.y, -q.z};
    const std::vector<Vec3> after = posed(document_text(one)).positions();
    for (std::size_t i = 0; i < box_vertices; ++i) EXPECT_LT(distance(before[i], after[i]), 2e-6);
  }
}

// Half of a half turn: linear blending collapses to the axis, dual quaternions keep the distance.
TEST(Pose, DualQuaternionsKeepTheVolumeOfATwist) {
  PoseCase one;
  one.bones = {{{0, 0, 0}, {}, {}}, {{0, 0, 0}, {0, 0, 1, 0}, {}}};
  one.weights.assign(box_vertices, {1, 1});
  const auto from_axis = [](const Vec3& p) { return std::hypot(p.x, p.z); };
  const std::vector<Vec3> rest = test::glb_of(document_text(one)).positions();
  for (const Vec3& p : posed(document_text(one)).positions()) EXPECT_NEAR(from_axis(p), 0, 1e-6);
  one.solver = "dqs";
  const std::vector<Vec3> found = posed(document_text(one)).positions();
  for (std::size_t i = 0; i < box_vertices; ++i) {
    EXPECT_NEAR(from_axis(found[i]), from_axis(rest[i]), 1e-6);
    EXPECT_EQ(found[i].y, rest[i].y);
  }
}

TEST(Pose, NormalsThatCancelStayAsTheyWere) {
  PoseCase one;
  one.bones = {{{0, 0, 0}, {}, {}}, {{0, 0, 0}, {0, 0, 0, 1}, {}}};  // a half turn about z
  one.weights.assign(box_vertices, {1, 1});
  const std::vector<Vec3> rest = test::glb_of(document_text(one)).normals();
  const std::vector<Vec3> found = posed(document_text(one)).normals();
  for (std::size_t i = 0; i < box_vertices; ++i) EXPECT_EQ(found[i], rest[i]);
}

// An influence of weight zero does not choose the hemisphere.
TEST(Pose, ZeroWeightsTakeNoPart) {
  Random random(7);
  PoseCase one;
  for (int i = 0; i < 3; ++i)
    one.bones.push_back({test::random_point(random, 2), random_turn(random), {}});
  const Turn& b = one.bones[1].rotation;
  one.bones[0].rotation = {-b.w, -b.x, -b.y, -b.z};
  one.weights.assign(box_vertices, {0, 0.25, 0.75});
  one.solver = "dqs";
  expect_naive_result(one);
}

TEST(Pose, TheBindingsSolverWinsOverTheDocuments) {
  Random random(8);
  const PoseCase lbs = random_case(random, "lbs");
  PoseCase dqs = lbs;
  dqs.solver = "dqs";
  const auto with_top_level = [](const PoseCase& one, const std::string& top, bool of_binding) {
    std::string text = document_text(one) + "skinning_solver: " + top + "\n";
    const std::string own = "  skinning_solver: " + one.solver + "\n";
    if (!of_binding) text.erase(text.find(own), own.size());
    return posed(text).binary;
  };
  const std::string by_lbs = posed(document_text(lbs)).binary;
  const std::string by_dqs = posed(document_text(dqs)).binary;
  EXPECT_NE(by_lbs, by_dqs);
  EXPECT_EQ(with_top_level(lbs, "dqs", true), by_lbs);
  EXPECT_EQ(with_top_level(dqs, "lbs", true), by_dqs);
  EXPECT_EQ(with_top_level(lbs, "dqs", false), by_dqs);
  EXPECT_EQ(with_top_level(dqs, "lbs", false), by_lbs);
}

TEST(Pose, AQuaternionIsUsedAsGiven) {
  PoseCase one;
  one.bones = {{{0, 0, 0}, {0.9995, 0, 0, 0}, {}}};
  one.weights.assign(box_vertices, {1});
  // The matrix of a quaternion with only w is the identity whatever w is.
  EXPECT_EQ(posed(document_text(one)).positions(), test::glb_of(document_text(one)).positions());
}

// Numbers that overflow on the way are an error, wherever they occur.
TEST(Pose, WhatIsNotANumberIsNeverWritten) {
  for (const char* solver : {"lbs", "dqs"}) {
    PoseCase one;
    one.solver = solver;
    one.bones = {{{0, 0, 0}, {}, {}},
                 {{0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {1.7e308, 1.7e308, 1.7e308}}};
    one.weights.assign(box_vertices, {1, 0});
    one.weights[7] = {0, 1};
    CompileOptions options;
    options.pose = "pose";
    EXPECT_EQ(test::findings_of(document_text(one), options), "X13 2:31\n") << solver;
  }
}

}  // namespace
}  // namespace rigy
