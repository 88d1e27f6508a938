// Influences: five layers, sorted, capped, normalized and padded, against a naive reimplementation.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::below;
using test::exact;
using test::Files;
using test::GlbFile;
using test::Random;
using test::uniform;

using Share = std::pair<std::string, double>;  // bone id, weight
using Shares = std::vector<Share>;

constexpr std::size_t box_vertices = 24;

struct NaiveGradient {
  std::size_t axis = 0;
  double start = 0;
  double end = 1;
  Shares from;
  Shares to;
};

struct NaiveOverride {
  std::vector<std::size_t> vertices;
  Shares bones;
};

// What one document says about a box, in the terms of the specification.
struct Case {
  std::vector<std::string> bones;  // ids; the root is number `root`
  std::size_t root = 0;
  Vec3 size{1, 1, 1};
  Vec3 offset;
  Shares weights;
  std::map<std::size_t, Shares> file;
  std::vector<NaiveGradient> gradients;
  std::vector<NaiveOverride> overrides;
};

std::string quoted(const std::string& id) { return "\"" + id + "\""; }

std::string list_text(const Shares& shares) {
  std::string text;
  for (const auto& [bone, weight] : shares) {
    text += fmt::format("{}{{\"bone_id\": {}, \"weight\": {}}}", text.empty() ? "" : ", ",
                        quoted(bone), exact(weight));
  }
  return "[" + text + "]";
}

std::string weight_file_text(const Case& one) {
  std::string entries;
  for (const auto& [vertex, shares] : one.file) {
    entries += fmt::format("{}{{\"vertex\": {}, \"bones\": {}}}", entries.empty() ? "" : ", ",
                           vertex, list_text(shares));
  }
  return fmt::format("{{\"primitive_id\": \"p\", \"vertex_count\": 24, \"influences\": [{}]}}",
                     entries);
}

std::string document_text(const Case& one) {
  std::string text =
      fmt::format(R"(version: "0.6"
meshes:
  - id: m
    primitives:
      - {{id: p, type: box, dimensions: {{x: {}, y: {}, z: {}}}, transform: {{translation: {}}}}}
armatures:
  - id: a
    bones:
)",
                  exact(one.size.x), exact(one.size.y), exact(one.size.z), exact(one.offset));
  for (std::size_t i = 0; i < one.bones.size(); ++i) {
    text += fmt::format("      - {{id: {}, parent: {}, head: [0, 0, 0], tail: [0, 1, 0]}}\n",
                        quoted(one.bones[i]), i == one.root ? "none" : quoted(one.bones[one.root]));
  }
  text += "bindings:\n  - mesh_id: m\n    armature_id: a\n";
  if (!one.weights.empty()) {
    text += fmt::format("    weights: [{{primitive_id: p, bones: {}}}]\n", list_text(one.weights));
  }
  if (one.overrides.empty() && one.gradients.empty() && one.file.empty()) return text;
  text += fmt::format("    weight_maps:\n      - primitive_id: p\n        overrides:{}\n",
                      one.overrides.empty() ? " []" : "");
  for (const NaiveOverride& entry : one.overrides) {
    std::string vertices;
    for (const std::size_t vertex : entry.vertices) vertices += fmt::format("{}, ", vertex);
    text += fmt::format("          - {{vertices: [{}], bones: {}}}\n", vertices,
                        list_text(entry.bones));
  }
  if (!one.gradients.empty()) text += "        gradients:\n";
  for (const NaiveGradient& gradient : one.gradients) {
    text += fmt::format("          - {{axis: {}, range: [{}, {}], from: {}, to: {}}}\n",
                        "xyz"[gradient.axis], exact(gradient.start), exact(gradient.end),
                        list_text(gradient.from), list_text(gradient.to));
  }
  if (!one.file.empty()) text += "        source: w.json\n";
  return text;
}

double weight_in(const Shares& shares, const std::string& bone) {
  for (const auto& [id, weight] : shares) {
    if (id == bone) return weight;
  }
  return 0;
}

Shares blended(const NaiveGradient& gradient, const Vec3& position,
               const std::vector<std::string>& bones) {
  const double raw = (position[gradient.axis] - gradient.start) / (gradient.end - gradient.start);
  const double t = raw < 0 ? 0 : raw > 1 ? 1 : raw;
  Shares shares;
  for (const std::string& bone : bones) {
    const double weight =
        weight_in(gradient.from, bone) * (1.0 - t) + weight_in(gradient.to, bone) * t;
    if (weight > 0) shares.emplace_back(bone, weight);
  }
  return shares;
}

// Five layers, each replacing the one before.
Shares resolved(const Case& one, std::size_t vertex, const Vec3& position) {
  Shares shares = {{one.bones[one.root], 1.0}};
  if (!one.weights.empty()) shares = one.weights;
  if (const auto found = one.file.find(vertex); found != one.file.end()) shares = found->second;
  for (const NaiveGradient& gradient : one.gradients)
    shares = blended(gradient, position, one.bones);
  for (const NaiveOverride& entry : one.overrides) {
    for (const std::size_t listed : entry.vertices) {
      if (listed == vertex) shares = entry.bones;
    }
  }
  return shares;
}

struct Slots {
  std::array<std::uint16_t, 4> joints{};
  std::array<std::uint32_t, 4> weight_bits{};
};

// Bytes compare as unsigned numbers.
bool bytes_before(const std::string& a, const std::string& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return static_cast<unsigned char>(x) < static_cast<unsigned char>(y);
  });
}

Slots canonical(const Case& one, Shares shares) {
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
    return a.second != b.second ? a.second > b.second : bytes_before(a.first, b.first);
  });
  if (shares.size() > 4) shares.resize(4);
  double total = 0;
  for (const Share& share : shares) total += share.second;
  if (total == 0) {
    shares = {{one.bones[one.root], 1.0}};
    total = 1;
  }
  Slots slots;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    slots.joints[i] = static_cast<std::uint16_t>(
        std::find(one.bones.begin(), one.bones.end(), shares[i].first) - one.bones.begin());
    slots.weight_bits[i] =
        std::bit_cast<std::uint32_t>(static_cast<float>(shares[i].second / total));
  }
  return slots;
}

// Positions in binary64, as the profile has them for a translated box.
std::vector<Vec3> corner_positions(const Case& one) {
  static const std::vector<Vec3> signs =
      test::glb_of(
          "version: \"0.6\"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: "
          "{x: 2, y: 2, z: 2}}]}]\n")
          .positions();
  std::vector<Vec3> positions;
  for (const Vec3& sign : signs) {
    const Vec3 corner{sign.x * (one.size.x / 2), sign.y * (one.size.y / 2),
                      sign.z * (one.size.z / 2)};
    positions.push_back(corner + one.offset);
  }
  return positions;
}

void expect_naive_result(const Case& one) {
  const std::string text = document_text(one);
  const GlbFile glb =
      test::glb_of(Files{{test::entry_name, text}, {"w.json", weight_file_text(one)}});
  ASSERT_FALSE(glb.binary.empty()) << text;
  const std::vector<std::uint16_t> joints = glb.joints(glb.attribute(0, "JOINTS_0"));
  const std::vector<float> weights = glb.floats(glb.attribute(0, "WEIGHTS_0"));
  ASSERT_EQ(joints.size(), 4 * box_vertices);
  const std::vector<Vec3> positions = corner_positions(one);
  for (std::size_t vertex = 0; vertex < box_vertices; ++vertex) {
    Slots found;
    for (std::size_t i = 0; i < 4; ++i) {
      found.joints[i] = joints[4 * vertex + i];
      found.weight_bits[i] = std::bit_cast<std::uint32_t>(weights[4 * vertex + i]);
    }
    const Slots wanted = canonical(one, resolved(one, vertex, positions[vertex]));
    ASSERT_EQ(found.joints, wanted.joints) << "vertex " << vertex << "\n" << text;
    ASSERT_EQ(found.weight_bits, wanted.weight_bits) << "vertex " << vertex << "\n" << text;
  }
}

// Ids whose order by bytes differs from every other plausible order.
const std::vector<std::string> id_pool = {"a",       "B", "b",          "ab",     "a b", "é",
                                          "e\u0301", "Z", "ß",          "ss",     "10",  "9",
                                          "骨",      "ﬀ", "\U0001f9b4", "\uffee", "_",   "~"};

// Few different values, so that ties and zeros are frequent.
double random_weight(Random& random) {
  static constexpr double values[] = {0, 0.25, 0.5, 1, 1.0 / 3, 0.1, 5e-324, 1e-30};
  return below(random, 3) == 0 ? uniform(random, 0, 1) : values[below(random, std::size(values))];
}

Shares random_shares(Random& random, const std::vector<std::string>& bones) {
  std::vector<std::string> order = bones;
  std::shuffle(order.begin(), order.end(), random);
  order.resize(1 + below(random, order.size()));
  Shares shares;
  for (const std::string& bone : order) shares.emplace_back(bone, random_weight(random));
  return shares;
}

NaiveGradient random_gradient(Random& random, const Case& one) {
  NaiveGradient gradient;
  gradient.axis = below(random, 3);
  gradient.start = one.offset[gradient.axis] + uniform(random, -1, 0.5);
  gradient.end = gradient.start + uniform(random, 0.01, 2);
  gradient.from = random_shares(random, one.bones);
  gradient.to = random_shares(random, one.bones);
  return gradient;
}

Case random_case(Random& random) {
  Case one;
  one.bones = id_pool;
  std::shuffle(one.bones.begin(), one.bones.end(), random);
  one.bones.resize(1 + below(random, 9));
  one.root = below(random, one.bones.size());
  one.size = {uniform(random, 0.1, 2), uniform(random, 0.1, 2), uniform(random, 0.1, 2)};
  one.offset = test::random_point(random, 3);
  if (below(random, 2) == 0) one.weights = random_shares(random, one.bones);
  if (below(random, 2) == 0) {
    for (std::size_t i = 0; i < 8; ++i) {
      one.file[below(random, box_vertices)] = random_shares(random, one.bones);
    }
  }
  const std::size_t gradients = below(random, 3);
  for (std::size_t i = 0; i < gradients; ++i) one.gradients.push_back(random_gradient(random, one));
  const std::size_t overrides = below(random, 4);
  for (std::size_t i = 0; i < overrides; ++i) {
    NaiveOverride entry{{}, random_shares(random, one.bones)};
    for (std::size_t j = below(random, 5); j > 0; --j)
      entry.vertices.push_back(below(random, box_vertices));
    one.overrides.push_back(std::move(entry));
  }
  return one;
}

TEST(Influences, AgreeWithTheNaiveReading) {
  Random random(2);
  for (int round = 0; round < 1500; ++round) {
    expect_naive_result(random_case(random));
    if (HasFatalFailure()) return;
  }
}

// The slots of vertex 0 under these per-primitive weights: "2:0.5 0:0.5 0:0 0:0".
std::string slots_of(const Shares& weights, const std::vector<std::string>& bones,
                     std::size_t root = 0) {
  Case one;
  one.bones = bones;
  one.root = root;
  one.weights = weights;
  const GlbFile glb = test::glb_of(document_text(one));
  const std::vector<std::uint16_t> joints = glb.joints(glb.attribute(0, "JOINTS_0"));
  const std::vector<float> shares = glb.floats(glb.attribute(0, "WEIGHTS_0"));
  std::string text;
  for (std::size_t i = 0; i < 4; ++i)
    text += fmt::format("{}{}:{}", i == 0 ? "" : " ", joints.at(i), shares.at(i));
  return text;
}

const std::vector<std::string> five = {"e", "d", "c", "b", "a"};

TEST(Influences, SortCapNormalizePad) {
  EXPECT_EQ(slots_of({{"e", 0.25}, {"d", 0.5}}, {"e", "d"}), "1:0.6666667 0:0.33333334 0:0 0:0");
  EXPECT_EQ(slots_of({{"e", 0.5}, {"d", 0.5}}, {"e", "d"}), "1:0.5 0:0.5 0:0 0:0");
  // The cap comes before the normalization; ties are decided by bytes.
  EXPECT_EQ(slots_of({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}}, five),
            "4:0.25 3:0.25 2:0.25 1:0.25");
  EXPECT_EQ(slots_of({{"a", 0.25}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 1}}, five),
            "3:0.25 2:0.25 1:0.25 0:0.25");
}

TEST(Influences, AnAuthoredZeroKeepsItsSlot) {
  EXPECT_EQ(slots_of({{"b", 0}, {"d", 0.5}}, five), "1:1 3:0 0:0 0:0");
  EXPECT_EQ(slots_of({{"b", 0}, {"d", 0}}, five, 2), "2:1 0:0 0:0 0:0");  // all zero: the root
}

TEST(Influences, AGradientDropsZeros) {
  Case one;
  one.bones = five;
  one.root = 4;
  one.gradients = {{1, -0.5, 0.5, {{"b", 1}}, {{"d", 1}}}};
  expect_naive_result(one);
  const GlbFile glb = test::glb_of(document_text(one));
  const std::vector<std::uint16_t> joints = glb.joints(glb.attribute(0, "JOINTS_0"));
  // Each corner lies at an end of the range: one bone, then padding with joint 0.
  for (std::size_t vertex = 0; vertex < box_vertices; ++vertex) {
    EXPECT_EQ(joints[4 * vertex + 1], 0);
  }
  one.gradients = {{1, -0.5, 0.5, {{"b", 0}}, {{"d", 0}}}};
  expect_naive_result(one);
}

TEST(Influences, WithoutABindingOfItsOwnAPrimitiveFollowsTheRoot) {
  Case one;
  one.bones = five;
  one.root = 3;
  expect_naive_result(one);
}

TEST(Influences, DroppedJointsAreNamedByRuns) {
  Case one;
  one.bones = five;
  one.weights = {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 0.5}};
  one.overrides = {{{5, 6}, {{"a", 1}}},
                   {{10}, {{"a", 1}, {"b", 1}, {"c", 1}, {"d", 0.25}, {"e", 1}}}};
  CompileOptions options;
  options.analysis.suppressed_warnings = {"W02", "W14"};
  EXPECT_EQ(
      test::messages(test::compile_text(document_text(one), options).report),
      "W01 19:23 more than four influences on vertices 0 to 4 of primitive 'p'; dropped: 'e'\n"
      "W01 19:23 more than four influences on vertices 7 to 9 of primitive 'p'; dropped: 'e'\n"
      "W01 19:23 more than four influences on vertex 10 of primitive 'p'; dropped: 'd'\n"
      "W01 19:23 more than four influences on vertices 11 to 23 of primitive 'p'; dropped: 'e'\n");
}

TEST(Influences, OfManyDroppedJointsTheStrongestAreNamed) {
  Case one;
  for (int i = 0; i < 20; ++i) {
    one.bones.push_back(fmt::format("b{}", i));
    one.weights.push_back({one.bones.back(), 0.1 + 0.01 * i});
  }
  CompileOptions options;
  options.analysis.suppressed_warnings = {"W14"};
  EXPECT_EQ(test::messages(test::compile_text(document_text(one), options).report),
            "W01 32:40 more than four influences on vertices 0 to 23 of primitive 'p'; dropped: "
            "'b8', 'b9', 'b10', 'b11', 'b12', 'b13', 'b14', 'b15' and 8 more\n");
}

}  // namespace
}  // namespace rigy
