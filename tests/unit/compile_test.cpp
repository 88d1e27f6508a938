// compile() as its callers see it: the same bytes in every environment, and never an exception.
#include "rigy/compile.hpp"

#include <cfenv>
#include <fstream>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#if defined(__SSE2__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

// Enough primitives of every kind for several threads; skinned, posed and placed.
std::string large_document() {
  test::Random random(40);
  std::string text = "version: \"0.6\"\nmeshes:\n";
  std::string bindings = "bindings:\n";
  for (int mesh = 0; mesh < 12; ++mesh) {
    text += fmt::format("- id: m{}\n  primitives:\n", mesh);
    bindings +=
        fmt::format("- mesh_id: m{}\n  armature_id: a\n  skinning_solver: {}\n  weight_maps:\n",
                    mesh, mesh % 2 == 0 ? "lbs" : "dqs");
    for (int i = 0; i < 16; ++i) {
      static constexpr const char* types[] = {"box, dimensions: {x: 1.1, y: 1e-40, z: 0.7}",
                                              "sphere, dimensions: {radius: 0.3}",
                                              "cylinder, dimensions: {radius: 0.3, height: 1.7}",
                                              "capsule, dimensions: {radius: 0.3, height: 1.7}"};
      text += fmt::format(
          "  - {{id: p{}, type: {}, transform: {{translation: {}, rotation_euler: {}}}}}\n", i,
          types[i % 4], test::exact(test::random_point(random, 3)),
          test::exact(test::random_point(random, 3)));
      bindings += fmt::format(
          "  - {{primitive_id: p{}, gradients: [{{axis: {}, range: [-3, 3.3], from: {{bone_id: b0, "
          "weight: 1}}, to: [{{bone_id: b1, weight: 0.7}}, {{bone_id: b2, weight: 0.2}}]}}]}}\n",
          i, "xyz"[i % 3]);
    }
  }
  return text + bindings + R"(armatures:
- id: a
  bones:
  - {id: b0, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
  - {id: b1, parent: b0, head: [0.1, 1, 0], tail: [0, 2, 0]}
  - {id: b2, parent: b1, head: [0.3, 2, 0], tail: [0, 3, 0]}
poses:
- id: bend
  bones:
    b1: {rotation: [0.9238795325112867, 0, 0.3826834323650898, 0], translation: [0.1, 0.2, 0.3]}
    b2: {rotation: [0, 0.6, 0.8, 0]}
anchors:
- {id: fa, translation: [0, 0, 0]}
- {id: fb, translation: [1, 0, 0]}
- {id: fc, translation: [0, 1, 0]}
- {id: ta, translation: [0.1, 0.2, 0.3]}
- {id: tb, translation: [1.7, 0.4, 0.9]}
- {id: tc, translation: [0.3, 1.1, 0.2]}
instances:
- {id: i, mesh_id: m3, attach3: {from: [fa, fb, fc], to: [ta, tb, tc], mode: affine}}
)";
}

std::vector<CompileOptions> kinds_of_export() {
  std::vector<CompileOptions> kinds(4);
  kinds[1].pose = "bend";
  kinds[2].bake_transforms = true;
  kinds[3].winding = Winding::Outward;
  return kinds;
}

TEST(Compile, TheBytesDoNotDependOnThreads) {
  const std::string document = large_document();
  for (CompileOptions options : kinds_of_export()) {
    const std::string one = test::bytes_of(document, options);
    ASSERT_TRUE(one.starts_with("glTF")) << one.substr(0, 500);
    for (const unsigned threads : {0u, 2u, 3u, 16u}) {
      options.threads = threads;
      EXPECT_TRUE(test::bytes_of(document, options) == one) << threads << " threads";
    }
  }
}

TEST(Compile, ReportsDoNotDependOnThreads) {
  std::string document = large_document();
  for (std::size_t at = 0; (at = document.find("weight: 0.2}", at)) != std::string::npos; ++at) {
    document.replace(at, 12, "weight: 2e0}");
  }
  CompileOptions options;
  const std::string one = test::findings_of(document, options);
  EXPECT_NE(one, "");
  options.threads = 4;
  EXPECT_EQ(test::findings_of(document, options), one);
}

TEST(Compile, TheBytesDoNotDependOnTheRoundingMode) {
  const std::string document = large_document();
  for (const CompileOptions& options : kinds_of_export()) {
    CompileOptions threaded = options;
    threaded.threads = 3;
    const std::string nearest = test::bytes_of(document, options);
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      std::fesetround(mode);
      const std::string bytes = test::bytes_of(document, options);
      const std::string by_threads = test::bytes_of(document, threaded);
      const int after = std::fegetround();
      std::fesetround(FE_TONEAREST);
      EXPECT_EQ(after, mode);  // the caller gets its own mode back
      EXPECT_TRUE(bytes == nearest);
      EXPECT_TRUE(by_threads == nearest);
    }
  }
}

TEST(Compile, TheBytesDoNotDependOnFlushToZero) {
#if defined(__SSE2__)
  const std::string document = large_document();
  const std::string normal = test::bytes_of(document);
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  const std::string flushed = test::bytes_of(document);
  const bool still_on = _MM_GET_FLUSH_ZERO_MODE() == _MM_FLUSH_ZERO_ON;
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);
  EXPECT_TRUE(flushed == normal);
  EXPECT_TRUE(still_on);
#else
  GTEST_SKIP() << "SKIPPED: this machine has no SSE, so no such mode to set";
#endif
}

TEST(Compile, TheSameTwice) {
  EXPECT_TRUE(test::bytes_of(large_document()) == test::bytes_of(large_document()));
}

TEST(Compile, RejectedDocumentsHaveNoBytes) {
  const CompileResult result = test::compile_text("version: \"0.6\"\nmeshes: 1\n");
  EXPECT_FALSE(result.report.ok());
  EXPECT_EQ(result.glb.size(), 0u);
  EXPECT_EQ(result.files, std::vector<std::string>{test::entry_name});
  EXPECT_FALSE(result.entry_unreadable);
}

TEST(Compile, AnEntryThatCannotBeReadIsReported) {
  MemoryFiles files({});
  const CompileResult result = compile("lost.rigy.yaml", files);
  EXPECT_TRUE(result.entry_unreadable);
  EXPECT_EQ(test::findings(result.report), "X25 lost.rigy.yaml:0:0\n");
}

constexpr const char* warned = R"(version: "0.14"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures: [{id: a, bones: [{id: b, parent: none, head: [0, 1, 0], tail: [0, 2, 0]}]}]
bindings: [{mesh_id: m, armature_id: a}]
)";

TEST(Compile, WarningsNeverChangeBytes) {
  const CompileResult plain = test::compile_text(warned);
  EXPECT_EQ(plain.report.warnings, 2u);
  EXPECT_TRUE(plain.report.ok());
  CompileOptions options;
  options.suppressed_warnings = {"W03", "W04"};
  const CompileResult quiet = test::compile_text(warned, options);
  EXPECT_EQ(quiet.report.warnings, 0u);
  EXPECT_TRUE(quiet.report.diagnostics.empty());
  EXPECT_EQ(quiet.glb.to_string(), plain.glb.to_string());
}

TEST(Compile, WarningsCanBeErrors) {
  CompileOptions options;
  options.warnings_as_errors = {"W03"};
  const CompileResult strict = test::compile_text(warned, options);
  EXPECT_EQ(strict.report.errors, 1u);
  EXPECT_EQ(strict.report.warnings, 1u);
  EXPECT_EQ(strict.report.error_class, ErrorClass::ValidationError);
  EXPECT_EQ(strict.glb.size(), 0u);
  options.suppressed_warnings = {"W03"};  // suppressing wins
  EXPECT_TRUE(test::compile_text(warned, options).report.ok());
}

TEST(Compile, ReportsAreCutOffAndCounted) {
  std::string document = "version: \"0.6\"\n";
  for (int i = 0; i < 250; ++i) document += fmt::format("x{}: 1\n", i);
  CompileOptions options;
  EXPECT_EQ(test::compile_text(document, options).report.diagnostics.size(), 100u);
  EXPECT_EQ(test::compile_text(document, options).report.omitted, 150u);
  options.max_errors = 3;
  const Report report = test::compile_text(document, options).report;
  EXPECT_EQ(test::findings(report), "V33 2:1\nV33 3:1\nV33 4:1\n");
  EXPECT_EQ(report.errors, 250u);
  EXPECT_EQ(report.omitted, 247u);
}

class NoMemory final : public FileReader {
 public:
  FileResult read_entry(const std::string&) override { throw std::bad_alloc(); }
  FileResult read_relative(const std::string&, const std::string&) override {
    throw std::bad_alloc();
  }
};

TEST(Compile, RunningOutOfMemoryIsReported) {
  NoMemory files;
  CompileResult result;
  EXPECT_NO_THROW(result = compile("doc.rigy.yaml", files));
  EXPECT_EQ(test::findings(result.report), "X26 0:0\n");
  EXPECT_EQ(result.report.error_class, ErrorClass::ExportError);
}

std::string contents_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

// Changes a few bytes, lines or words.
std::string damaged(std::string text, test::Random& random) {
  static constexpr const char* words[] = {"null", "[]",     "{}",   "-1",          "1e400", ".nan",
                                          "\"\"", "*a",     "&a ",  "!x ",         "\n",    ": ",
                                          "- ",   "none",   "\xff", "99999999999", "\t",    "id",
                                          "0",    "- - - ", "{",    "}",           "'"};
  for (std::size_t i = 1 + test::below(random, 3); i > 0 && !text.empty(); --i) {
    const std::size_t at = test::below(random, text.size());
    const std::size_t size = test::below(random, 12);
    switch (test::below(random, 5)) {
      case 0:
        text.erase(at, size);
        break;
      case 1:
        text.insert(at, words[test::below(random, std::size(words))]);
        break;
      case 2:
        text.replace(at, size, words[test::below(random, std::size(words))]);
        break;
      case 3:
        text[at] = static_cast<char>(test::below(random, 256));
        break;
      default:
        text.insert(at, text.substr(test::below(random, text.size()), 40));
    }
  }
  return text;
}

// However a document is damaged, the compiler returns bytes or errors.
TEST(Compile, DamagedDocumentsAreAnswered) {
  const std::string inputs = std::string(RIGY_SOURCE_DIR) + "/conformance/inputs/";
  const std::vector<std::string> seeds = {contents_of(inputs + "E01_humanoid.rigy.yaml"),
                                          contents_of(inputs + "I17_five_layers.rigy.yaml"),
                                          contents_of(inputs + "G19_all_layers.rigy.yaml"),
                                          contents_of(inputs + "H22_order_of_things.rigy.yaml"),
                                          contents_of(inputs + "K27_yaml_aliases.rigy.yaml"),
                                          contents_of(inputs + "F31_contract_violated.rigy.yaml")};
  for (const std::string& seed : seeds) ASSERT_FALSE(seed.empty());
  test::Random random(41);
  for (int round = 0; round < 4000; ++round) {
    const std::string text = damaged(seeds[test::below(random, seeds.size())], random);
    CompileResult result;
    EXPECT_NO_THROW(result = test::compile_text(text)) << text;
    EXPECT_EQ(result.report.ok(), result.glb.size() > 0) << text;
    EXPECT_EQ(result.report.ok(), result.report.error_class == ErrorClass::None) << text;
    for (const Diagnostic& one : result.report.diagnostics) {
      EXPECT_FALSE(one.message.empty());
      EXPECT_NE(find_diagnostic(one.id), nullptr);
      EXPECT_LE(one.place.start, one.place.end) << one.id << text;
    }
  }
}

TEST(Compile, DamagedWeightFilesAndContractsAreAnswered) {
  const Files sound{
      {test::entry_name,
       "version: \"0.6\"\nimports: {w: {source: w.rigy.yaml, contract: w.ricy.yaml}}\nmeshes: "
       "[{id: m, primitives: [{id: p, "
       "type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\narmatures: [{id: a, bones: [{id: b, parent: "
       "none, head: [0, 0, 0], "
       "tail: [0, 1, 0]}]}]\nbindings: [{mesh_id: m, armature_id: a, weight_maps: [{primitive_id: "
       "p, source: w.json}]}]\n"},
      {"w.rigy.yaml",
       "version: \"0.6\"\nanchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, "
       "0]}]\n"},
      {"w.ricy.yaml",
       "contract_version: \"0.1\"\nrequired_anchors: [a, b]\nrequired_frame3_sets: "
       "[m]\nframe3_sets: {m: [a, b, a]}\n"},
      {"w.json",
       R"({"primitive_id": "p", "vertex_count": 24, "influences": [{"vertex": 0, "bones": [{"bone_id": "b", "weight": 1.0}]}]})"}};
  ASSERT_EQ(test::findings_of(sound), "");
  test::Random random(42);
  for (int round = 0; round < 3000; ++round) {
    Files files = sound;
    auto file = std::next(files.begin(), static_cast<std::ptrdiff_t>(1 + test::below(random, 3)));
    file->second = damaged(file->second, random);
    CompileResult result;
    EXPECT_NO_THROW(result = test::compile_files(files)) << file->second;
    EXPECT_EQ(result.report.ok(), result.glb.size() > 0) << file->second;
  }
}

}  // namespace
}  // namespace rigy
