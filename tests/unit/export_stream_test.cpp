// Exports that are written while they are made: the bytes of those in memory, in any order or in
// that of the files, on any number of threads.
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collected_pieces.hpp"
#include "library/streamed.hpp"
#include "repository_documents.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// The sinks of an export, by the names of their files.
class Sinks {
 public:
  explicit Sinks(bool any_order, std::size_t room = SIZE_MAX)
      : any_order_(any_order), room_(room) {}

  [[nodiscard]] SinkOf opener() {
    return [this](const std::string& name) -> OutputSink& {
      auto& sink = sinks_[name];
      sink = std::make_unique<test::CollectedPieces>(any_order_, room_);
      return *sink;
    };
  }
  [[nodiscard]] const test::CollectedPieces* find(const std::string& name) const {
    const auto found = sinks_.find(name);
    return found == sinks_.end() ? nullptr : found->second.get();
  }
  [[nodiscard]] bool is_unused() const { return sinks_.empty(); }

 private:
  bool any_order_;
  std::size_t room_;
  std::map<std::string, std::unique_ptr<test::CollectedPieces>> sinks_;
};

constexpr std::array formats{ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Fbx,
                             ExportFormat::Obj, ExportFormat::Stl};

std::vector<ExportOptions> all_options() {
  std::vector<ExportOptions> all(6);
  all[1].merge = ExportMerge::Armature;
  all[2].merge = ExportMerge::Material;
  all[2].face = ExportFace::MinusZ;
  all[3].lods = 3;
  all[4].detail = 0.25;
  all[4].scale = 3.7;
  all[5].names = ExportNames::Godot;
  all[5].poses = ExportPoses::Loops;
  all[5].up = ExportUp::Z;
  for (ExportOptions& options : all) options.name = "asset";
  return all;
}

// Those that change the numbers of each primitive.
std::vector<ExportOptions> options_for_numbers() {
  std::vector<ExportOptions> all(9);
  all[0].shading = ExportShading::Flat;
  all[1].colors = ExportColors::Vertex;
  all[2].colors = ExportColors::Palette;
  all[3].small = true;
  all[4].compress = true;
  all[5].shading = ExportShading::Flat;
  all[5].colors = ExportColors::Vertex;
  all[5].merge = ExportMerge::Armature;
  all[5].small = true;
  all[6].colors = ExportColors::Palette;
  all[6].merge = ExportMerge::Material;
  all[6].small = true;
  all[6].compress = true;
  all[6].lods = 2;
  all[7].small = true;
  all[7].lods = 3;
  all[7].face = ExportFace::MinusZ;
  all[8].shading = ExportShading::Flat;
  all[8].merge = ExportMerge::Armature;
  all[8].lods = 2;
  for (ExportOptions& options : all) options.name = "asset";
  return all;
}

// Those for which a model looks at numbers while it is built.
std::vector<ExportOptions> options_for_shapes() {
  std::vector<ExportOptions> all(8);
  all[0].colliders = ExportColliders::Omi;
  all[1].colliders = ExportColliders::Godot;
  all[2].colliders = ExportColliders::Unreal;
  all[2].lods = 2;
  all[3].colliders = ExportColliders::Omi;
  all[3].small = true;
  all[3].compress = true;
  all[3].merge = ExportMerge::Material;
  all[4].colliders = ExportColliders::Godot;
  all[4].shading = ExportShading::Flat;
  all[4].colors = ExportColors::Vertex;
  all[4].merge = ExportMerge::Armature;
  all[5].colliders = ExportColliders::Unreal;
  all[5].small = true;
  all[6].t_pose = true;
  all[7].t_pose = true;
  all[7].colliders = ExportColliders::Omi;
  all[7].merge = ExportMerge::Armature;
  for (ExportOptions& options : all) options.name = "asset";
  return all;
}

std::vector<ExportOptions> joined(std::vector<ExportOptions> all,
                                  const std::vector<ExportOptions>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// How many files went to sinks.
std::size_t expect_same(const std::string& entry, FileReader& files, const ExportOptions& options,
                        bool any_order) {
  const ExportResult expected = export_asset(entry, files, options);
  Sinks sinks(any_order);
  const ExportResult streamed = export_asset(entry, files, options, sinks.opener(), 0);
  const std::string what =
      fmt::format("{} as {}, any order: {}", entry, extension_of(options.format), any_order);
  EXPECT_EQ(test::messages(streamed.report), test::messages(expected.report)) << what;
  EXPECT_EQ(streamed.exported.size(), expected.exported.size()) << what;
  if (streamed.exported.size() != expected.exported.size()) return 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < expected.exported.size(); ++i) {
    const ExportedFile& file = expected.exported[i];
    const test::CollectedPieces* const sink = sinks.find(file.name);
    const std::string& bytes = sink != nullptr ? sink->bytes : streamed.exported[i].bytes;
    EXPECT_TRUE(bytes == file.bytes) << what << ": " << file.name;
    if (sink == nullptr) continue;
    ++count;
    EXPECT_TRUE(any_order || sink->is_in_order) << what;
    EXPECT_TRUE(streamed.exported[i].bytes.empty()) << what;
  }
  return count;
}

// Shapes that are not bound, some of them alike, in instances of which some are stretched.
std::string unbound_shapes() {
  std::string text = "version: \"0.13\"\nmeshes:\n";
  for (int i = 0; i < 6; ++i) {
    text += fmt::format(
        "- id: m{}\n  material: clay\n  primitives:\n"
        "  - {{id: a, type: cylinder, dimensions: {{radius: {}, height: 1}}}}\n"
        "  - {{id: b, type: wedge, dimensions: {{x: 1, y: 1, z: 1}}, transform: {{translation: "
        "[{}, "
        "0, 0]}}}}\n"
        "  - {{id: c, type: sphere, dimensions: {{radius: 0.5}}, transform: {{translation: [0, 1, "
        "0]}}}}\n",
        i, i % 2 == 0 ? 0.5 : 0.25, i % 3);
  }
  return text + "materials:\n  clay: {base_color: [0.5, 0.2, 0.1, 1]}\n";
}

std::string bound_capsules(int meshes, int each) {
  std::string text =
      "version: \"0.6\"\nmaterials:\n  red: {base_color: [1, 0, 0, 1]}\n"
      "  glass: {base_color: [0, 1, 1, 0.5]}\nmeshes:\n";
  std::string bindings = "bindings:\n";
  for (int i = 0; i < meshes * each; ++i) {
    const int mesh = i / each;
    if (i % each == 0) {
      text += fmt::format("- id: m{}\n  primitives:\n", mesh);
      bindings += fmt::format("- mesh_id: m{}\n  armature_id: rig\n  weights:\n", mesh);
    }
    // Every third mesh is like the one before it, so that some geometries are shared.
    const int shape = mesh % 3 == 2 ? i - each : i;
    text += fmt::format(
        "  - {{id: p{}, type: capsule, material: {}, dimensions: {{radius: {}, height: 0.4}}, "
        "transform: "
        "{{translation: [{}, {}, 0]}}}}\n",
        i, mesh % 4 == 1 ? "glass" : "red", 0.05 + shape % 7 * 0.01, shape % 10, shape / 10);
    bindings += fmt::format(
        "  - {{primitive_id: p{}, bones: [{{bone_id: b{}, weight: 0.5}}, {{bone_id: b0, weight: "
        "0.5}}]}}\n",
        i, 1 + i % each % 5);
  }
  text += "armatures:\n- id: rig\n  bones:\n";
  for (int i = 0; i < 6; ++i) {
    text += fmt::format("  - {{id: b{}, parent: {}, head: [0, {}, 0], tail: [0, {}, 0]}}\n", i,
                        i == 0 ? "none" : fmt::format("b{}", i - 1), i, i + 1);
  }
  return text + bindings +
         "poses:\n- id: bent\n  bones: {b3: {rotation: [0.9238795325112867, 0, "
         "0.3826834323650898, 0]}}\n";
}

TEST(ExportStream, BytesAreThoseInMemory) {
  const std::string document = bound_capsules(12, 10);
  for (ExportOptions options : joined(all_options(), options_for_numbers())) {
    for (const ExportFormat format : formats) {
      for (const bool any_order : {false, true}) {
        options.format = format;
        options.analysis.threads = any_order ? 3 : 2;
        MemoryFiles files(test::Files{{test::entry_name, document}});
        EXPECT_EQ(expect_same(test::entry_name, files, options, any_order), 1u);
      }
    }
  }
}

TEST(ExportStream, CollidersAreThoseInMemory) {
  for (const std::string& document : {unbound_shapes(), bound_capsules(4, 5)}) {
    for (ExportOptions options : options_for_shapes()) {
      for (const ExportFormat format : formats) {
        options.format = format;
        MemoryFiles files(test::Files{{test::entry_name, document}});
        EXPECT_EQ(expect_same(test::entry_name, files, options, true), 1u);
      }
    }
  }
}

// Bones move the vertices twice: into T-pose, and onto the ground.
TEST(ExportStream, PersonsAreThoseInMemory) {
  for (const char* name : {"hero", "humanoid"}) {
    const std::string person =
        fmt::format("{}/examples/{}.rigy.yaml", test::repository_folder(), name);
    for (ExportOptions options : options_for_shapes()) {
      for (const ExportFormat format : {ExportFormat::Vrm, ExportFormat::Fbx, ExportFormat::Glb}) {
        DiskFiles files(test::repository_folder());
        options.format = format;
        options.t_pose = true;
        options.meta = {.name = "Hero", .authors = {"Ada"}, .license_url = "https://example.org"};
        EXPECT_EQ(expect_same(person, files, options, true), 1u);
      }
    }
  }
}

TEST(ExportStream, BytesAreThoseInMemoryForManyDocuments) {
  const std::vector<ExportOptions> options =
      joined(joined(all_options(), options_for_numbers()), options_for_shapes());
  const std::vector<std::filesystem::path> documents = test::repository_documents();
  std::size_t streamed = 0;
  for (std::size_t i = 0; i < documents.size(); i += 4) {
    DiskFiles files(test::repository_folder());
    ExportOptions one = options[i / formats.size() % options.size()];
    one.format = formats[i % formats.size()];
    streamed += expect_same(documents[i].string(), files, one, i % 8 == 0);
  }
  EXPECT_GT(streamed, 80u);
}

TEST(ExportStream, WhatIsSmallStaysInMemory) {
  MemoryFiles files(test::Files{{test::entry_name, bound_capsules(1, 3)}});
  Sinks sinks(true);
  EXPECT_FALSE(
      export_asset(test::entry_name, files, {}, sinks.opener()).exported.at(0).bytes.empty());
  EXPECT_TRUE(sinks.is_unused());
}

TEST(ExportStream, NothingIsWrittenOfARejectedDocument) {
  std::string document = bound_capsules(24, 10);
  const std::string two = "bones: [{bone_id: b1, weight: 0.5}, {bone_id: b0, weight: 0.5}]";
  std::string five = "bones: [";
  for (int i = 0; i < 5; ++i) five += fmt::format("{{bone_id: b{}, weight: 0.2}}, ", i);
  document.replace(document.find(two), two.size(), five + "]");
  for (const ExportFormat format : formats) {
    MemoryFiles files(test::Files{{test::entry_name, document}});
    Sinks sinks(false);
    ExportOptions options;
    options.format = format;
    // What only the vertices show, and is an error only by the options.
    options.analysis.warnings_as_errors = {"W01"};
    EXPECT_FALSE(export_asset(test::entry_name, files, options, sinks.opener(), 0).ok());
    EXPECT_TRUE(sinks.is_unused());
  }
}

// At the largest scales the vertices do not fit, which only their evaluation shows.
TEST(ExportStream, ReportsWhatTheScaleMakesTooLarge) {
  MemoryFiles files(test::Files{{test::entry_name, bound_capsules(3, 10)}});
  ExportOptions options;
  options.scale = 1e38;
  Sinks sinks(true);
  const ExportResult streamed = export_asset(test::entry_name, files, options, sinks.opener(), 0);
  EXPECT_FALSE(streamed.ok());
  EXPECT_EQ(test::messages(streamed.report),
            test::messages(export_asset(test::entry_name, files, options).report));
  EXPECT_TRUE(sinks.is_unused());
}

TEST(ExportStream, ASinkThatFailsGetsNothingMore) {
  const std::string document = bound_capsules(60, 10);
  for (const ExportFormat format : formats) {
    for (const bool any_order : {false, true}) {
      for (const std::size_t room : {0u, 10'000u, 2'000'000u}) {
        MemoryFiles files(test::Files{{test::entry_name, document}});
        Sinks sinks(any_order, room);
        ExportOptions options;
        options.format = format;
        options.name = "asset";
        options.analysis.threads = 2;
        EXPECT_TRUE(export_asset(test::entry_name, files, options, sinks.opener()).ok());
        const std::string name =
            format == ExportFormat::Gltf ? "asset.bin" : export_file_names(format, "asset")[0];
        const test::CollectedPieces* const sink = sinks.find(name);
        ASSERT_NE(sink, nullptr);
        EXPECT_LE(sink->bytes.size(), room);
        EXPECT_LT(sink->pieces, 60u) << name << ' ' << room;
      }
    }
  }
}

}  // namespace
}  // namespace rigy
