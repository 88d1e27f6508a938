// The conformance suite, case by case, through the library.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "canonical/layout.hpp"
#include "canonical/plan.hpp"
#include "canonical/size.hpp"
#include "cli/digest.hpp"
#include "collected_part.hpp"
#include "scene/bound.hpp"
#include "scene/count.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

using test::Json;

const fs::path own_suite = fs::path(RIGY_SOURCE_DIR) / "conformance";

std::string contents_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

std::vector<Json> cases_of(const fs::path& suite) {
  return test::parse_json(contents_of(suite / "manifest.json"))["tests"].items;
}

CompileOptions options_of(const Json& test, unsigned threads = 1) {
  CompileOptions options;
  options.analysis.threads = threads;
  options.pose = test["pose_id"].text;
  options.bake_transforms = test["bake_transforms"].boolean;
  return options;
}

CompileResult compile_case(const fs::path& suite, const Json& test, unsigned threads = 1) {
  const CompileOptions options = options_of(test, threads);
  DiskFiles files(suite.string());
  return compile((suite / test["input"].text).string(), files, options);
}

// A document is refused by the measured size of its scene.
void expect_rightly_measured(const SceneCount& count, const PlannedScene& planned, const Glb& glb,
                             const Json& json) {
  const SceneSize& size = planned.size;
  EXPECT_EQ(count.nodes, size.nodes);
  EXPECT_EQ(count.bones, size.bones);
  EXPECT_EQ(size.meshes, json["meshes"].size());
  EXPECT_EQ(size.skins, json["skins"].size());
  EXPECT_EQ(size.materials, json["materials"].size());
  EXPECT_LE(size.nodes + size.bones, json["nodes"].size());
  EXPECT_EQ(binary_size(size), glb.binary.size());
  EXPECT_EQ(plan_layout(planned.scene).size, glb.binary.size());
  EXPECT_LE(least_json_size(size), glb.head.size());
}

void expect_bounded(const SceneSize& least, const SceneSize& size) {
  EXPECT_EQ(least.nodes, size.nodes);
  EXPECT_EQ(least.bones, size.bones);
  EXPECT_EQ(least.joints, size.joints);
  EXPECT_LE(binary_size(least), binary_size(size));
  EXPECT_LE(least_json_size(least), least_json_size(size));
}

// Another writer gets exactly what the file holds.
void expect_same_geometry(const test::CollectedPart& part, const test::GlbFile& glb,
                          std::size_t mesh) {
  const auto rounded = [](std::vector<Vec3> vectors) {
    for (Vec3& v : vectors) {
      // Through memory: gcc 12 folds double → float → double away when it vectorizes.
      const volatile float x = static_cast<float>(v.x);
      const volatile float y = static_cast<float>(v.y);
      const volatile float z = static_cast<float>(v.z);
      v = {x, y, z};
    }
    return vectors;
  };
  EXPECT_EQ(rounded(part.positions), glb.positions(mesh));
  EXPECT_EQ(rounded(part.normals), glb.normals(mesh));
  EXPECT_EQ(part.indices, glb.triangles(mesh));
  if (!glb.json["meshes"][mesh]["primitives"][0]["attributes"].has("JOINTS_0")) return;
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  for (const JointWeights& of_vertex : part.influences) {
    joints.insert(joints.end(), of_vertex.joints.begin(), of_vertex.joints.end());
    for (const double weight : of_vertex.weights) weights.push_back(static_cast<float>(weight));
  }
  EXPECT_EQ(joints, glb.joints(glb.attribute(mesh, "JOINTS_0")));
  EXPECT_EQ(weights, glb.floats(glb.attribute(mesh, "WEIGHTS_0")));
}

// The steps before the bytes agree with the bytes.
void expect_scene_of(const fs::path& suite, const Json& test, const CompileResult& result) {
  const CompileOptions options = options_of(test, 3);
  DiskFiles files(suite.string());
  const std::string entry = (suite / test["input"].text).string();
  const Analysis analysis = analyze(entry, files);
  const AnalyzedAssembly& analyzed = *analysis.assembly;
  Diagnostics ignored = analyzed.diagnostics;
  const std::optional<PlannedScene> planned =
      plan_scene(analyzed, {options.pose, options.bake_transforms}, ignored);
  ASSERT_TRUE(planned);
  const Scene& scene = planned->scene;
  const std::vector<test::CollectedPart> parts =
      test::collect_parts(scene, {options.winding, options.analysis.threads}, ignored);
  const test::GlbFile glb(result.glb.to_string());
  expect_rightly_measured(count_scene(analyzed.assembly, analyzed.placements), *planned, result.glb,
                          glb.json);
  expect_bounded(least_scene_size(analyzed.assembly, analyzed.placements,
                                  {options.pose, options.bake_transforms}),
                 planned->size);
  for (std::size_t mesh = 0; mesh < scene.meshes.size(); ++mesh) {
    expect_same_geometry(parts[scene.meshes[mesh].first_part], glb, mesh);
  }
  EXPECT_EQ(test::messages(check(entry, files, options).report), test::messages(result.report));
}

void expect_positive(const fs::path& suite, const Json& test) {
  const CompileResult result = compile_case(suite, test);
  ASSERT_TRUE(result.report.ok()) << test::findings(result.report);
  const std::string bytes = result.glb.to_string();
  EXPECT_EQ(cli::sha256(bytes), test["expected_sha256"].text);
  EXPECT_TRUE(bytes == contents_of(suite / test["expected_output"].text)) << "the bytes differ";
  EXPECT_TRUE(compile_case(suite, test, 5).glb.to_string() == bytes) << "threads change the bytes";
  expect_scene_of(suite, test, result);
}

void expect_negative(const fs::path& suite, const Json& test) {
  const CompileResult result = compile_case(suite, test);
  ASSERT_FALSE(result.report.ok());
  EXPECT_EQ(name_of(result.report.error_class), test["expected_error_type"].text)
      << test::findings(result.report);
  EXPECT_EQ(result.glb.size(), 0u);
  DiskFiles files(suite.string());
  const Analysis checked = check((suite / test["input"].text).string(), files, options_of(test));
  EXPECT_EQ(test::messages(checked.report), test::messages(result.report));
  if (!test.has("expected_code")) return;
  bool found = false;
  for (const Diagnostic& one : result.report.diagnostics)
    found = found || one.id == test["expected_code"].text;
  EXPECT_TRUE(found) << test["expected_code"].text << " is not among\n"
                     << test::findings(result.report);
}

void expect_case(const fs::path& suite, const Json& test) {
  SCOPED_TRACE(test["id"].text);
  if (test["type"].text == "positive") {
    expect_positive(suite, test);
  } else {
    EXPECT_EQ(test["type"].text, "negative");
    expect_negative(suite, test);
  }
}

class OwnSuite : public testing::TestWithParam<Json> {};

TEST_P(OwnSuite, Case) { expect_case(own_suite, GetParam()); }

INSTANTIATE_TEST_SUITE_P(Conformance, OwnSuite, testing::ValuesIn(cases_of(own_suite)),
                         [](const auto& info) { return info.param["id"].text; });

// A manifest that lost its tests would prove nothing.
TEST(Suite, CoversEveryCategory) {
  std::string categories;
  for (const Json& test : cases_of(own_suite)) {
    if (categories.find(test["category"].text) == std::string::npos)
      categories += test["category"].text;
  }
  EXPECT_EQ(categories, "ABCDEFGHIJKLMNOPQRST");
}

}  // namespace
}  // namespace rigy
