// Baking a mirroring transform. No attachment of anchors gives one, so it is put into the scene
// here.
#include "canonical/fill.hpp"

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "canonical/layout.hpp"
#include "scene/scene.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr const char* four_shapes = R"(version: "0.6"
meshes:
- id: m
  primitives:
  - {id: a, type: box, dimensions: {x: 1, y: 2, z: 3}}
  - {id: b, type: sphere, dimensions: {radius: 1.5}}
  - {id: c, type: cylinder, dimensions: {radius: 1.5, height: 2}}
  - {id: d, type: capsule, dimensions: {radius: 1.5, height: 2}}
)";

std::vector<Vec3> vectors_at(const std::vector<std::byte>& bytes, const Block& block) {
  std::vector<Vec3> vectors;
  for (std::size_t at = block.offset; at < block.offset + block.size(); at += 12) {
    float v[3];
    std::memcpy(v, bytes.data() + at, 12);
    vectors.push_back({v[0], v[1], v[2]});
  }
  return vectors;
}

// The winding of the four shapes, baked with this transform.
test::WindingCount winding_after(const Affine& transform, Winding winding) {
  Diagnostics diagnostics;
  MemoryFiles files(test::Files{{test::entry_name, four_shapes}});
  const Analysis analysis = analyze(test::entry_name, files);
  const AnalyzedAssembly& analyzed = *analysis.assembly;
  Scene scene = build_scene(analyzed.assembly, analyzed.placements, {});
  scene.meshes.at(0).baked = transform;
  const Layout layout = plan_layout(scene);
  std::vector<std::byte> bytes(layout.size);
  static_cast<void>(fill_binary(scene, layout, {winding, 1}, bytes, diagnostics));
  EXPECT_EQ(test::messages(diagnostics.report(analyzed.assembly.sources)), "");
  const auto block = [&](Content content) {
    return layout.blocks[layout.find(layout.parts[0], content)];
  };
  const Block indices = block(Content::Indices);
  std::vector<std::uint32_t> triangles(indices.count);
  std::memcpy(triangles.data(), bytes.data() + indices.offset, indices.size());
  return test::count_winding(vectors_at(bytes, block(Content::Positions)),
                             vectors_at(bytes, block(Content::Normals)), triangles);
}

const Affine turn{{{{{0, -2, 0}, {1, 0, 0.5}, {0, 0, 1}}}}, {1, 2, 3}};
const Affine reflection{{{{{0, 2, 0}, {1, 0, 0.5}, {0, 0, 1}}}}, {1, 2, 3}};

TEST(Fill, MirroringKeepsTheCanonicalWinding) {
  ASSERT_GT(determinant(turn.linear), 0);
  ASSERT_LT(determinant(reflection.linear), 0);
  for (const Affine& transform : {Affine{}, turn, reflection}) {
    const test::WindingCount count = winding_after(transform, Winding::Canonical);
    EXPECT_EQ(count.agreeing, 12u + 0 + 32 + 0);
    EXPECT_EQ(count.opposing, 0u + 960 + 96 + 1472);
  }
}

TEST(Fill, MirroringKeepsTheOutwardWinding) {
  for (const Affine& transform : {Affine{}, turn, reflection}) {
    const test::WindingCount count = winding_after(transform, Winding::Outward);
    EXPECT_EQ(count.agreeing, 12u + 960 + 128 + 1472);
    EXPECT_EQ(count.opposing, 0u);
  }
}

}  // namespace
}  // namespace rigy
