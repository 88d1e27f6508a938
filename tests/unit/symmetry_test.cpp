#include "symmetry/symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Decoded;
using test::GlbFile;

constexpr const char* mirror = "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n";

Decoded expanded(const std::string& text) {
  Decoded decoded("version: \"0.6\"\n" + text);
  std::size_t names_left = max_made_names;
  expand_symmetry(decoded.reporter(), decoded.document, names_left);
  EXPECT_EQ(decoded.report(), "");
  return decoded;
}

template <class Item>
std::vector<std::string> ids_of(const std::vector<Item>& items) {
  std::vector<std::string> ids;
  for (const Item& item : items) ids.emplace_back(item.id.value);
  return ids;
}

using Ids = std::vector<std::string>;

TEST(Symmetry, SwapsPrefixesBothWays) {
  MirrorX both;
  both.prefix_from.value = "L_";
  both.prefix_to.value = "R_";
  EXPECT_EQ(swap_prefix(both, "L_arm"), "R_arm");
  EXPECT_EQ(swap_prefix(both, "R_arm"), "L_arm");
  EXPECT_EQ(swap_prefix(both, "L_"), "R_");
  EXPECT_EQ(swap_prefix(both, "arm_L_"), "arm_L_");
  EXPECT_EQ(swap_prefix(both, "L_R_arm"), "R_R_arm");
  both.prefix_to.value = "L_x";  // one prefix begins with the other
  EXPECT_EQ(swap_prefix(both, "L_xy"), "L_xxy");
}

TEST(Symmetry, MakesNoMoreNamesThanItMay) {
  Decoded decoded(
      "version: \"0.6\"\n" + std::string(mirror) +
      "anchors: [{id: L_a, translation: [0, 0, 0]}, {id: L_b, translation: [0, 0, 0]}]\n"
      "armatures: [{id: r, bones: [{id: L_c, parent: none, head: [0, 0, 0], "
      "tail: [0, 1, 0]}]}]\n");
  std::size_t names_left = 7;
  expand_symmetry(decoded.reporter(), decoded.document, names_left);
  EXPECT_EQ(decoded.report(), "P09 2:51\n");
  EXPECT_EQ(ids_of(decoded.document.armatures[0].bones), (Ids{"L_c", "R_c"}));
  EXPECT_EQ(ids_of(decoded.document.anchors), (Ids{"L_a", "L_b", "R_a"}));
  EXPECT_EQ(names_left, 1u);
  // References to R_b are not reported as unknown.
  EXPECT_TRUE(decoded.document.incomplete.anchors);
}

TEST(Symmetry, AppendsPrimitivesBehindTheOriginals) {
  const Decoded decoded = expanded(std::string(mirror) + R"(
meshes:
  - id: L_mesh
    primitives:
      - {id: L_a, type: sphere, dimensions: {radius: 1}, transform: {translation: [1, 2, 3]}}
      - {id: middle, type: sphere, dimensions: {radius: 1}}
      - {id: L_b, type: box, dimensions: {x: 1, y: 1, z: 1}, material: L_skin,
         transform: {translation: [0, 2, 3], rotation_euler: [0.1, 0.2, 0.3]}}
      - {id: R_c, type: sphere, dimensions: {radius: 1}}
      - {id: L_d, type: sphere, dimensions: {radius: 1}}
      - {id: L_e, type: sphere, dimensions: {radius: 1}, transform: {rotation_euler: [1, 0, 1]}}
)");
  const Document& document = decoded.document;
  EXPECT_EQ(ids_of(document.meshes), Ids{"L_mesh"});  // meshes are not mirrored
  const std::vector<Primitive>& primitives = document.meshes[0].primitives;
  EXPECT_EQ(ids_of(primitives),
            (Ids{"L_a", "middle", "L_b", "R_c", "L_d", "L_e", "R_a", "R_b", "R_d", "R_e"}));
  EXPECT_EQ(primitives[6].transform.translation.value, (Vec3{-1, 2, 3}));
  // A true negation, and materials stay as they are.
  EXPECT_TRUE(std::signbit(primitives[7].transform.translation.value.x));
  EXPECT_EQ(primitives[7].transform.rotation.vector, (Vec3{0.1, -0.2, -0.3}));
  EXPECT_EQ(primitives[7].material.id, "L_skin");
  EXPECT_TRUE(primitives[7].origin.is_mirrored());
  EXPECT_FALSE(primitives[8].transform.translation.given());
  // The originals are untouched.
  EXPECT_EQ(primitives[2].transform.rotation.vector, (Vec3{0.1, 0.2, 0.3}));
  EXPECT_FALSE(primitives[2].origin.is_mirrored());
}

TEST(Symmetry, MirrorsBonesAnchorsAndInstances) {
  const Decoded decoded = expanded(std::string(mirror) + R"(
armatures:
  - id: L_rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_arm, parent: root, head: [1, 2, 3], tail: [4, 5, 6], roll: 0.5}
      - {id: L_hand, parent: L_arm, head: [4, 5, 6], tail: [7, 8, 9]}
anchors:
  - {id: L_p, translation: [1, 2, 3]}
  - {id: q, translation: [0, 1, 0]}
imports: {L_wheel: {source: w}}
instances:
  - {id: L_w, import: L_wheel, attach3: {from: [L_x, L_wheel.L_y, z], to: [L_p, q, L_r], mode: rigid}}
poses: [{id: L_pose, bones: {L_arm: {}}}]
)");
  const Document& document = decoded.document;
  EXPECT_EQ(ids_of(document.armatures), Ids{"L_rig"});
  EXPECT_EQ(document.poses.size(), 1u);
  EXPECT_EQ(document.imports.size(), 1u);
  const std::vector<Bone>& bones = document.armatures[0].bones;
  EXPECT_EQ(ids_of(bones), (Ids{"root", "L_arm", "L_hand", "R_arm", "R_hand"}));
  EXPECT_EQ(bones[3].parent.id, "root");
  EXPECT_EQ(bones[4].parent.id, "R_arm");
  EXPECT_EQ(bones[3].head.value, (Vec3{-1, 2, 3}));
  EXPECT_EQ(bones[3].tail.value, (Vec3{-4, 5, 6}));
  EXPECT_EQ(bones[3].roll, -0.5);
  EXPECT_EQ(ids_of(document.anchors), (Ids{"L_p", "q", "R_p"}));
  EXPECT_EQ(document.anchors[2].translation.value, (Vec3{-1, 2, 3}));
  EXPECT_EQ(ids_of(document.instances), (Ids{"L_w", "R_w"}));
  const Instance& instance = document.instances[1];
  EXPECT_EQ(instance.import.id, "L_wheel");
  EXPECT_EQ(instance.attach3.from[0].id, "L_x");
  EXPECT_EQ(instance.attach3.from[1].id, "L_wheel.L_y");
  EXPECT_EQ(instance.attach3.to[0].id, "R_p");
  EXPECT_EQ(instance.attach3.to[1].id, "q");
  EXPECT_EQ(instance.attach3.to[2].id, "R_r");
}

std::string described(const InfluenceList& list) {
  std::string text;
  for (const Influence& one : list.items)
    text += fmt::format("{}={} ", one.bone.id, one.weight.value);
  return text;
}

TEST(Symmetry, SwapsInfluencesAndGradients) {
  const Decoded decoded = expanded(std::string(mirror) + R"(
meshes:
  - {id: m, primitives: [{id: L_p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
  - id: a
    bones:
      - {id: c, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_b, parent: c, head: [1, 0, 0], tail: [1, 1, 0]}
      - {id: R_only, parent: c, head: [-1, 0, 0], tail: [-1, 1, 0]}
bindings:
  - mesh_id: m
    armature_id: a
    weights:
      - {primitive_id: L_p, bones: [{bone_id: L_b, weight: 0.5}, {bone_id: R_b, weight: 0.25}, {bone_id: c, weight: 1}, {bone_id: R_only, weight: 0.125}]}
      - {primitive_id: other, bones: [{bone_id: L_b, weight: 1}]}
    weight_maps:
      - primitive_id: L_p
        source: weights.json
        gradients:
          - {axis: x, range: [0.25, 2], from: {bone_id: L_b, weight: 1}, to: {bone_id: c, weight: 0.5}}
          - {axis: y, range: [0.25, 2], from: {bone_id: L_b, weight: 1}, to: {bone_id: R_b, weight: 0.5}}
          - {axis: z, range: [-1, 2], from: {bone_id: L_b, weight: 1}, to: {bone_id: c, weight: 0.5}}
)");
  const Binding& binding = decoded.document.bindings[0];
  ASSERT_EQ(binding.weights.size(), 3u);
  EXPECT_EQ(binding.weights[2].primitive.id, "R_p");
  EXPECT_EQ(described(binding.weights[2].bones), "R_b=0.5 L_b=0.25 c=1 R_only=0.125 ");
  EXPECT_EQ(described(binding.weights[0].bones), "L_b=0.5 R_b=0.25 c=1 R_only=0.125 ");
  ASSERT_EQ(binding.weight_maps.size(), 2u);
  const WeightMap& map = binding.weight_maps[1];
  EXPECT_EQ(map.source.value, "weights.json");
  EXPECT_EQ(map.source_primitive, "L_p");
  EXPECT_TRUE(map.origin.is_mirrored());
  // x: the range is negated and its ends are exchanged.
  EXPECT_EQ(map.gradients[0].range[0].value, -2);
  EXPECT_EQ(map.gradients[0].range[1].value, -0.25);
  EXPECT_EQ(described(map.gradients[0].from), "c=0.5 ");
  EXPECT_EQ(described(map.gradients[0].to), "R_b=1 ");
  EXPECT_EQ(map.gradients[1].range[0].value, 0.25);
  EXPECT_EQ(described(map.gradients[1].from), "R_b=1 ");
  EXPECT_EQ(described(map.gradients[1].to), "L_b=0.5 ");
  EXPECT_EQ(map.gradients[2].range[0].value, -1);
  EXPECT_EQ(described(map.gradients[2].from), "R_b=1 ");
}

TEST(Symmetry, WithoutMirrorNothingHappens) {
  for (const char* text : {"", "symmetry: {}\n", "symmetry: {mirror_x: null}\n"}) {
    const Decoded decoded =
        expanded(std::string(text) + "anchors: [{id: L_a, translation: [1, 2, 3]}]\n");
    EXPECT_EQ(decoded.document.anchors.size(), 1u);
  }
}

TEST(Symmetry, PrefixesMustBeTwo) {
  const auto report = [](std::string_view from, std::string_view to) {
    return test::findings_of(fmt::format(
        "version: \"0.6\"\nsymmetry: {{mirror_x: {{prefix_from: '{}', prefix_to: '{}'}}}}\n", from,
        to));
  };
  EXPECT_EQ(report("L", "R"), "");
  EXPECT_EQ(report("", "R"), "X12 2:36\n");
  EXPECT_EQ(report("L", ""), "X12 2:52\n");
  EXPECT_EQ(report("", ""), "X12 2:36\nX12 2:51\n");
  EXPECT_EQ(report("L", "L"), "X12 2:52\n");
}

// An error that a mirrored item shares with its original is reported once.
TEST(Symmetry, MirroredItemsDoNotRepeatFindings) {
  EXPECT_EQ(test::findings_of(R"(version: "0.6"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
  - id: m
    primitives: [{id: L_p, type: sphere, dimensions: {radius: -1}, material: red}]
armatures:
  - id: a
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_b, parent: lost, head: [0, 0, 0], tail: [0, 0, 0]}
)"),
            "V07 5:63\nV38 5:78\nX01 10:27\nV06 10:56\n");
  // Only the mirrored side is wrong here.
  EXPECT_EQ(test::findings_of(R"(version: "0.6"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
anchors:
  - {id: L_a, translation: [1, 0, 0]}
  - {id: R_a, translation: [0, 1, 0]}
)"),
            "V24 4:10\n");
}

constexpr const char* shapes[] = {"box, dimensions: {x: 1, y: 2, z: 3}",
                                  "sphere, dimensions: {radius: 0.5}",
                                  "cylinder, dimensions: {radius: 0.5, height: 2}",
                                  "capsule, dimensions: {radius: 0.5, height: 2}"};

// The images of every vertex of a shape, as overrides show them.
std::vector<std::vector<std::int64_t>> mirror_images(const std::string& shape, std::size_t count) {
  std::string overrides;
  for (std::size_t i = 0; i < count; ++i) {
    overrides +=
        fmt::format("          - {{vertices: [{}], bones: [{{bone_id: L_b, weight: 1}}]}}\n", i);
  }
  const Decoded decoded = expanded(fmt::format(R"({}
meshes:
  - {{id: m, primitives: [{{id: L_p, type: {}}}]}}
armatures:
  - {{id: a, bones: [{{id: L_b, parent: none, head: [1, 0, 0], tail: [1, 1, 0]}}]}}
bindings:
  - mesh_id: m
    armature_id: a
    weight_maps:
      - primitive_id: L_p
        overrides:
{})",
                                               mirror, shape, overrides));
  std::vector<std::vector<std::int64_t>> images;
  for (const Override& entry : decoded.document.bindings.at(0).weight_maps.at(1).overrides) {
    EXPECT_EQ(entry.bones.items.at(0).bone.id, "R_b");
    images.emplace_back();
    for (const VertexIndex& vertex : entry.vertices) images.back().push_back(vertex.value);
  }
  return images;
}

GlbFile glb_of_shape(const std::string& shape) {
  return test::glb_of(fmt::format(
      "version: \"0.6\"\nmeshes:\n  - {{id: m, primitives: [{{id: p, type: {}}}]}}\n", shape));
}

Vec3 reflected(const Vec3& v) { return {-v.x, v.y, v.z}; }

TEST(Symmetry, OverridesGoToTheMirrorImageVertex) {
  for (const char* shape : shapes) {
    SCOPED_TRACE(shape);
    const GlbFile glb = glb_of_shape(shape);
    const std::vector<Vec3> positions = glb.positions();
    const std::vector<Vec3> normals = glb.normals();
    const auto images = mirror_images(shape, positions.size());
    ASSERT_EQ(images.size(), positions.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
      ASSERT_FALSE(images[i].empty());
      for (const std::int64_t image : images[i]) {
        const auto at = static_cast<std::size_t>(image);
        EXPECT_LT(test::distance(positions.at(at), reflected(positions[i])), 1e-6) << i;
        EXPECT_LT(test::distance(normals.at(at), reflected(normals[i])), 1e-6) << i;
        // Back again, perhaps to the seam copy of the same vertex.
        const auto& back = images[at];
        const bool returns = std::any_of(back.begin(), back.end(), [&](std::int64_t other) {
          return test::distance(positions[static_cast<std::size_t>(other)], positions[i]) < 1e-6 &&
                 test::distance(normals[static_cast<std::size_t>(other)], normals[i]) < 1e-6;
        });
        EXPECT_TRUE(returns) << i;
      }
    }
  }
}

// Together the images of all vertices are all vertices: no weight gets lost.
TEST(Symmetry, OverridesReachEveryVertex) {
  for (const char* shape : shapes) {
    const std::size_t count = glb_of_shape(shape).positions().size();
    std::set<std::int64_t> reached;
    for (const auto& images : mirror_images(shape, count)) {
      EXPECT_LE(images.size(), 2u);
      reached.insert(images.begin(), images.end());
    }
    EXPECT_EQ(reached.size(), count) << shape;
  }
}

TEST(Symmetry, ColumnsAndTheirSeam) {
  using Images = std::vector<std::int64_t>;
  const auto images = mirror_images(shapes[1], 561);
  EXPECT_EQ(images[33 + 0], Images{33 + 16});
  EXPECT_EQ(images[33 + 16], (Images{33 + 0, 33 + 32}));  // and the seam copy
  EXPECT_EQ(images[33 + 32], Images{33 + 16});
  EXPECT_EQ(images[33 + 1], Images{33 + 15});
  EXPECT_EQ(images[33 + 17], Images{33 + 31});
  EXPECT_EQ(images[33 + 8], Images{33 + 8});
  EXPECT_EQ(images[33 + 24], Images{33 + 24});
  EXPECT_EQ(mirror_images(shapes[2], 134)[66], Images{66});  // cap centers
  EXPECT_EQ(mirror_images(shapes[2], 134)[100], Images{100});
}

// The mirrored primitive, tessellated at its own place, covers the mirror image of the original.
TEST(Symmetry, MirroredPrimitivesAreMirrorImages) {
  for (const char* shape : shapes) {
    SCOPED_TRACE(shape);
    const GlbFile glb = test::glb_of(fmt::format(R"(version: "0.6"
{}
meshes:
  - id: m
    primitives:
      - {{id: L_p, type: {}, transform: {{translation: [3, 1, -2], rotation_euler: [0.3, -0.7, 1.9]}}}}
)",
                                                 mirror, shape));
    const std::vector<Vec3> positions = glb.positions();
    const std::vector<Vec3> normals = glb.normals();
    const std::size_t half = positions.size() / 2;
    const auto images = mirror_images(shape, half);
    for (std::size_t i = 0; i < half; ++i) {
      const auto image = half + static_cast<std::size_t>(images[i].at(0));
      EXPECT_LT(test::distance(positions[image], reflected(positions[i])), 2e-6) << i;
      EXPECT_LT(test::distance(normals[image], reflected(normals[i])), 2e-6) << i;
    }
  }
}

// Weights travel with the vertices, whatever layer they come from.
TEST(Symmetry, WeightsAreMirrorImages) {
  for (const char* shape : shapes) {
    SCOPED_TRACE(shape);
    std::string influences;
    const std::size_t count = glb_of_shape(shape).positions().size();
    for (std::size_t i = 0; i < count; i += 3) {
      influences += fmt::format(
          "{}{{\"vertex\":{},\"bones\":[{{\"bone_id\":\"L_b\",\"weight\":{}}},{{\"bone_id\":"
          "\"root\",\"weight\":1}}]}}",
          i == 0 ? "" : ",", i, static_cast<double>(i % 7) / 8);
    }
    const GlbFile glb = test::glb_of(test::Files{
        {test::entry_name, fmt::format(R"(version: "0.6"
{}
meshes:
  - {{id: m, primitives: [{{id: L_p, type: {}}}]}}
armatures:
  - id: a
    bones:
      - {{id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}}
      - {{id: L_b, parent: root, head: [1, 0, 0], tail: [1, 1, 0]}}
bindings:
  - mesh_id: m
    armature_id: a
    weight_maps:
      - primitive_id: L_p
        source: w.json
        overrides:
          - {{vertices: [1, 4, 16], bones: [{{bone_id: L_b, weight: 0.25}}, {{bone_id: R_b, weight: 0.5}}]}}
)",
                                       mirror, shape)},
        {"w.json",
         fmt::format("{{\"primitive_id\":\"L_p\",\"vertex_count\":{},\"influences\":[{}]}}", count,
                     influences)}});
    const std::vector<std::uint16_t> joints = glb.joints(glb.attribute(0, "JOINTS_0"));
    const std::vector<float> weights = glb.floats(glb.attribute(0, "WEIGHTS_0"));
    const auto weight_of = [&](std::size_t vertex, std::uint16_t joint) {
      float sum = 0;
      for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i)
        sum += joints[i] == joint ? weights[i] : 0;
      return sum;
    };
    const auto images = mirror_images(shape, count);
    // If several vertices go to one image, the later entry counts; the vertex itself is used only
    // if no other goes there.
    std::vector<int> sources(count);
    for (const auto& list : images)
      for (const std::int64_t image : list) ++sources[static_cast<std::size_t>(image)];
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::int64_t image : images[i]) {
        if (sources[static_cast<std::size_t>(image)] > 1) continue;
        const std::size_t at = count + static_cast<std::size_t>(image);
        EXPECT_EQ(weight_of(at, 0), weight_of(i, 0)) << i;
        EXPECT_EQ(weight_of(at, 2), weight_of(i, 1)) << i;  // L_b is joint 1, R_b joint 2
        EXPECT_EQ(weight_of(at, 1), weight_of(i, 2)) << i;
      }
    }
  }
}

Decoded mirrored_primitive(const std::string& primitive) {
  Decoded decoded(
      "version: \"0.13\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\nmeshes:\n"
      "- id: m\n  primitives:\n  - {" +
      primitive + "}\n");
  std::size_t names_left = max_made_names;
  expand_symmetry(decoded.reporter(), decoded.document, names_left);
  EXPECT_EQ(decoded.report(), "");
  return decoded;
}

TEST(Symmetry, RotationsOfAllFormsAreMirrored) {
  const auto rotation_of = [](const std::string& form) {
    const Decoded decoded = mirrored_primitive(
        "id: L_a, type: box, dimensions: {x: 1, y: 1, z: 1}, tags: [t], "
        "transform: {" +
        form + "}");
    const Primitive& image = decoded.document.meshes.at(0).primitives.at(1);
    EXPECT_EQ(image.id.value, "R_a");
    EXPECT_EQ(image.tags.size(), 1u);
    EXPECT_TRUE(image.transform.translation.given());
    return image.transform.rotation;
  };
  EXPECT_EQ(rotation_of("rotation_euler: [1, 2, 3]").vector, (Vec3{1, -2, -3}));
  EXPECT_EQ(rotation_of("rotation_degrees: [0, 180, 0]").vector, (Vec3{0, -3.141592653589793, 0}));
  const Rotation turn = rotation_of("rotation_axis_angle: {axis: [1, 2, 3], degrees: 40}");
  EXPECT_EQ(turn.vector, (Vec3{1, -2, -3}));
  EXPECT_EQ(turn.degrees, 40);
  const Quaternion q = rotation_of("rotation_quat: [1, 2, 3, 4]").quaternion;
  EXPECT_EQ((std::array{q.x, q.y, q.z, q.w}), (std::array{1.0, -2.0, -3.0, 4.0}));
}

TEST(Symmetry, AMirroredSurfaceStaysOnePrimitive) {
  const Decoded decoded = mirrored_primitive(
      "id: L_a, type: implicit_surface, iso: 0.2, domain: {aabb: {min: [0.5, -1, -1], max: [3, 1, "
      "1]}, grid: {nx: 4, ny: 5, nz: 6}}, ops: [{op: add, field: sdf_sphere@1, radius: 0.5, "
      "strength: 1, transform: {translation: [2, 0, 0], rotation_euler: [1, 2, 3]}}, {op: "
      "subtract, "
      "field: sdf_sphere@1, radius: 0.5, strength: 1}]");
  ASSERT_EQ(decoded.document.meshes.at(0).primitives.size(), 1u);
  const Primitive& primitive = decoded.document.meshes[0].primitives[0];
  EXPECT_EQ(primitive.id.value, "L_a");
  ASSERT_NE(primitive.surface, nullptr);
  const SurfaceFields& fields = *primitive.surface;
  EXPECT_EQ(fields.min.value, (Vec3{-3, -1, -1}));
  EXPECT_EQ(fields.max.value, (Vec3{3, 1, 1}));
  ASSERT_EQ(fields.ops.size(), 4u);
  EXPECT_EQ(fields.ops[2].transform.translation.value, (Vec3{-2, 0, 0}));
  EXPECT_EQ(fields.ops[2].transform.rotation.vector, (Vec3{1, -2, -3}));
  EXPECT_TRUE(fields.ops[3].subtracts);
  EXPECT_FALSE(fields.ops[3].transform.translation.given());
}

}  // namespace
}  // namespace rigy
