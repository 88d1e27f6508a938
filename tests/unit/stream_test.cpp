// Outputs that are written while they are made: the same bytes as in memory, in any order or in
// that of the file, on any number of threads.
#include "canonical/stream.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "canonical/chunks.hpp"
#include "canonical/size.hpp"
#include "collected_pieces.hpp"
#include "library/streamed.hpp"
#include "math/bounds.hpp"
#include "scene/scene.hpp"
#include "shapes/rest_bounds.hpp"
#include "shapes/tessellate.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::CollectedPieces;

std::string capsules(int first, int count, std::string_view more) {
  std::string text;
  for (int i = first; i < first + count; ++i) {
    text += fmt::format(
        "  - {{id: p{}, type: capsule, dimensions: {{radius: {}, height: 0.4}}, transform: "
        "{{translation: [{}, {}.5, {}]{}}}}}\n",
        i, 0.05 + i % 7 * 0.01, i % 10, i / 10 % 10, i / 100, more);
  }
  return text;
}

// One part that is larger than a chunk.
std::string one_large_mesh() {
  return "version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n" + capsules(0, 150, "");
}

// Every primitive is a part by itself, with two UV sets; some are turned.
std::string many_parts() {
  return "version: \"0.12\"\nmeshes:\n- id: m\n  uv_sets: {uv0: {generator: planar_xy@1}, uv1: "
         "{generator: planar_xy@1}}\n  primitives:\n" +
         capsules(0, 80, "") + capsules(80, 40, ", rotation_euler: [0.3, 0.2, 0.1]");
}

// Meshes bound to two trees of bones, and a pose.
std::string bound_meshes() {
  std::string text = "version: \"0.6\"\nmeshes:\n";
  std::string bindings = "bindings:\n";
  for (int mesh = 0; mesh < 12; ++mesh) {
    text += fmt::format("- id: m{}\n  primitives:\n", mesh) + capsules(10 * mesh, 10, "");
    bindings += fmt::format("- mesh_id: m{}\n  armature_id: rig\n  weights:\n", mesh);
    for (int i = 10 * mesh; i < 10 * mesh + 10; ++i) {
      bindings += fmt::format("  - {{primitive_id: p{}, bones: [{{bone_id: b{}, weight: 1}}]}}\n",
                              i, i % 40);
    }
  }
  text += "armatures:\n- id: rig\n  bones:\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("  - {{id: b{}, parent: {}, head: [0, {}, 0], tail: [0, {}, 0]}}\n", i,
                        i % 20 == 0 ? "none" : fmt::format("b{}", i / 20 * 20 + (i % 20 - 1) / 2),
                        i, i + 1);
  }
  return text + bindings +
         "poses:\n- id: bent\n  bones: {b3: {rotation: [0.9238795325112867, 0, "
         "0.3826834323650898, 0]}}\n";
}

struct Case {
  std::string name;
  std::string document;
  std::string pose = {};
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{{"one large mesh", one_large_mesh()},
                                     {"many parts", many_parts()},
                                     {"bound meshes", bound_meshes()},
                                     {"posed", bound_meshes(), "bent"}};
  return all;
}

StreamedResult compile_into(const Case& one, OutputSink& sink, unsigned threads) {
  MemoryFiles files(test::Files{{test::entry_name, one.document}});
  CompileOptions options;
  options.pose = one.pose;
  options.analysis.threads = threads;
  return compile(test::entry_name, files, options, sink);
}

TEST(Stream, BytesAreThoseInMemory) {
  for (const Case& one : cases()) {
    CompileOptions options;
    options.pose = one.pose;
    const CompileResult expected = test::compile_text(one.document, options);
    ASSERT_TRUE(expected.ok()) << one.name << test::messages(expected.report);
    const std::string bytes = expected.glb.to_string();
    for (const bool any_order : {false, true}) {
      for (const unsigned threads : {1u, 2u, 5u}) {
        CollectedPieces sink(any_order);
        const StreamedResult result = compile_into(one, sink, threads);
        EXPECT_EQ(test::messages(result.report), test::messages(expected.report));
        EXPECT_EQ(result.streamed_size, bytes.size());
        EXPECT_EQ(sink.expected, bytes.size());
        EXPECT_TRUE(any_order || sink.is_in_order);
        EXPECT_EQ(result.glb.size(), 0u);
        EXPECT_GT(sink.pieces, 5u);
        EXPECT_TRUE(sink.bytes == bytes) << one.name << " on " << threads << " threads";
      }
    }
  }
}

TEST(Stream, WhatIsSmallStaysInMemory) {
  CollectedPieces sink(true);
  const Case small{"small",
                   "version: \"0.6\"\nmeshes:\n- id: m\n  primitives:\n" + capsules(0, 3, "")};
  const StreamedResult result = compile_into(small, sink, 2);
  EXPECT_EQ(sink.pieces, 0u);
  EXPECT_EQ(result.streamed_size, 0u);
  EXPECT_EQ(result.glb.to_string(), test::bytes_of(small.document));
}

TEST(Stream, NothingIsWrittenOfARejectedDocument) {
  Case wrong = cases()[2];
  const std::size_t place = wrong.document.find("bones: [{bone_id: b7, weight: 1}");
  std::string many = "bones: [";
  for (int i = 0; i < 5; ++i) many += fmt::format("{{bone_id: b{}, weight: 0.2}}, ", i);
  wrong.document.replace(place, std::strlen("bones: [{bone_id: b7, weight: 1}"),
                         many.substr(0, many.size() - 2));
  MemoryFiles files(test::Files{{test::entry_name, wrong.document}});
  CompileOptions options;
  CollectedPieces sink(false);
  EXPECT_GT(compile(test::entry_name, files, options, sink).streamed_size, 0u);
  // What only the vertices show, and is an error only by the options.
  options.analysis.warnings_as_errors = {"W01"};
  CollectedPieces untouched(false);
  const StreamedResult result = compile(test::entry_name, files, options, untouched);
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.streamed_size, 0u);
  EXPECT_EQ(untouched.pieces, 0u);
}

TEST(Stream, ASinkThatFailsGetsNothingMore) {
  for (const bool any_order : {false, true}) {
    for (const std::size_t room : {0u, 10'000u, 2'000'000u}) {
      CollectedPieces sink(any_order, room);
      const StreamedResult result = compile_into(cases()[0], sink, 2);
      EXPECT_TRUE(result.ok());
      EXPECT_LE(sink.bytes.size(), room);
      // One failure of the text, then at most one of each worker.
      EXPECT_LT(sink.pieces, 30u) << room;
    }
  }
}

TEST(Stream, DigitsOfConsecutiveNumbers) {
  for (const std::uint64_t first : {0u, 1u, 8u, 9u, 10u, 95u, 99u, 100u, 99'990u}) {
    std::uint64_t expected = 0;
    for (std::uint64_t count = 0; count < 1200; ++count) {
      EXPECT_EQ(digits_of(first, count), expected) << first << " " << count;
      expected += std::to_string(first + count).size();
    }
  }
}

struct PlannedChunks {
  explicit PlannedChunks(const std::string& document) {
    MemoryFiles files(test::Files{{test::entry_name, document}});
    analysis = analyze(test::entry_name, files);
    scene = build_scene(analysis.assembly->assembly, analysis.assembly->placements, {});
    layout = plan_layout(scene);
    plan = plan_evaluation(scene);
  }

  // The ranges of bytes that chunks have, in their order.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges(
      ChunkOrder order, std::uint64_t max_size) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const Chunk& chunk : plan_chunks(scene, layout, plan, order, max_size)) {
      std::uint64_t size = 0;
      for (const Block& block : layout.blocks_of(chunk.blocks)) {
        const std::uint64_t begin =
            block.offset + chunk.first_element(block) * format_of(block.content).element_size;
        all.emplace_back(begin, begin + chunk.size_of(block));
        size += chunk.size_of(block);
      }
      EXPECT_TRUE(size <= max_size || chunk.end_task - chunk.first_task <= 1);
    }
    return all;
  }

  Analysis analysis;
  Scene scene;
  Layout layout;
  EvaluationPlan plan;
};

TEST(Chunks, EveryByteIsInOneChunk) {
  for (const Case& one : cases()) {
    const PlannedChunks planned(one.document);
    for (const std::uint64_t max_size : {1u, 5'000u, 50'000u, 400'000u, 100'000'000u}) {
      for (const ChunkOrder order : {ChunkOrder::Any, ChunkOrder::OfFile}) {
        auto ranges = planned.ranges(order, max_size);
        if (order == ChunkOrder::Any) std::sort(ranges.begin(), ranges.end());
        std::uint64_t end = 0;
        for (const auto& range : ranges) {
          EXPECT_EQ(range.first, end) << one.name;
          end = range.second;
        }
        EXPECT_EQ(end, planned.layout.size);
      }
    }
  }
}

std::array<std::uint64_t, 6> bits(const Bounds& bounds) {
  std::array<std::uint64_t, 6> numbers{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    numbers[axis] = std::bit_cast<std::uint64_t>(bounds.min[axis]);
    numbers[axis + 3] = std::bit_cast<std::uint64_t>(bounds.max[axis]);
  }
  return numbers;
}

TEST(RestBounds, AreThoseOfTheVertices) {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> exponent(-12, 12);
  std::uniform_int_distribution<int> small(-3, 3);
  PrimitiveVertices vertices;
  std::size_t known = 0;
  for (int round = 0; round < 4000; ++round) {
    Primitive primitive;
    primitive.type = static_cast<PrimitiveType>(round % 5);
    for (Number& one : primitive.dimensions) {
      one = {round % 3 == 0 ? 2.0 * (small(random) + 4) : std::exp(exponent(random)), 0};
    }
    Transform& transform = primitive.transform;
    if (round % 4 != 0) {
      const double far = std::exp(exponent(random));
      transform.translation = {{small(random) * far, far / 3, static_cast<double>(small(random))},
                               0};
    }
    tessellate(primitive, Version{0, 12}, vertices);
    for (const bool as_stored : {false, true}) {
      const auto bounds = rest_bounds(primitive, as_stored);
      if (!bounds) continue;
      ++known;
      EXPECT_EQ(bits(*bounds), bits(as_stored ? stored_bounds_of(vertices.positions())
                                              : bounds_of(vertices.positions())));
    }
  }
  EXPECT_GT(known, 5000u);  // all but wedges and bounds of zero
}

TEST(RestBounds, RotationsAndZerosAreLeftToTheVertices) {
  Primitive primitive;
  primitive.type = PrimitiveType::Box;
  for (Number& one : primitive.dimensions) one = {2, 0};
  EXPECT_TRUE(rest_bounds(primitive, false).has_value());
  primitive.transform.translation = {{1, 5, 5}, 0};
  EXPECT_FALSE(rest_bounds(primitive, false).has_value());
  primitive.transform.translation = {{3, 5, 5}, 0};
  EXPECT_TRUE(rest_bounds(primitive, false).has_value());
  primitive.transform.rotation = {.node = 0, .vector = {0, 0, 1}};
  EXPECT_FALSE(rest_bounds(primitive, false).has_value());
}

}  // namespace
}  // namespace rigy
