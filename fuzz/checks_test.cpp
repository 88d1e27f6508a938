// The checks find planted faults.
#include <bit>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/diff_checks.hpp"
#include "fuzz/export_checks.hpp"
#include "fuzz/exported_files.hpp"
#include "fuzz/file_set.hpp"
#include "fuzz/output_checks.hpp"
#include "fuzz/report_checks.hpp"
#include "fuzz/same_output.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::string_view bound_box = R"(version: "0.6"
meshes:
  - {id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}
armatures:
  - {id: a, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}
bindings: [{mesh_id: m, armature_id: a}]
)";

// Where the blocks of that document begin in its binary data.
constexpr std::size_t positions = 0;
constexpr std::size_t normals = 288;
constexpr std::size_t indices = 576;
constexpr std::size_t joints = 720;
constexpr std::size_t weights = 912;
constexpr std::size_t binary_size = 1360;

std::string sound_output() { return check_compilation(parse_file_set(bound_box)).glb; }

template <class Number>
std::string with(std::size_t offset, Number value) {
  std::string glb = sound_output();
  std::memcpy(glb.data() + glb.size() - binary_size + offset, &value, sizeof value);
  return glb;
}

std::string with_text(std::string_view from, std::string_view to) {
  std::string glb = sound_output();
  return glb.replace(glb.find(from), from.size(), to);
}

TEST(OutputChecks, AcceptWhatIsSound) { EXPECT_EQ(check_output(sound_output()), ""); }

TEST(OutputChecks, FindWrongNumbers) {
  if constexpr (std::endian::native != std::endian::little) GTEST_SKIP() << "SKIPPED: big-endian";
  EXPECT_EQ(check_output(with(positions, 9.0f)), "bounds that are not true");
  EXPECT_EQ(check_output(with(positions, std::nanf(""))), "a position that is not finite");
  EXPECT_EQ(check_output(with(normals, 0.5f)), "normal 0 has length 0.5");
  EXPECT_EQ(check_output(with(indices, std::uint32_t{24})), "an index out of range");
  EXPECT_EQ(check_output(with(joints, std::uint16_t{1})), "a joint that the skin lacks");
  EXPECT_EQ(check_output(with(weights, 0.5f)), "weights of vertex 0 sum to 0.5");
  EXPECT_EQ(check_output(with(weights, -1.0f)), "weights that are not sorted");
  EXPECT_EQ(check_output(with(weights, std::array{0.25f, 0.75f})), "weights that are not sorted");
  EXPECT_EQ(check_output(with(weights, std::array{0.5f, 0.5f})), "a joint twice");
  EXPECT_EQ(check_output(with(binary_size - 4, INFINITY)), "a bind matrix");
}

TEST(OutputChecks, FindWrongReferences) {
  EXPECT_EQ(check_output(with_text(R"("mesh":0)", R"("mesh":1)")), "an unknown mesh");
  EXPECT_EQ(check_output(with_text(R"("skin":0)", R"("skin":1)")), "an unknown skin");
  EXPECT_EQ(check_output(with_text(R"("skin":0)", R"("skim":0)")), "a skinned mesh without a skin");
  EXPECT_EQ(check_output(with_text(R"("nodes":[0,1])", R"("nodes":[0,0])")),
            "a node with two parents");
  EXPECT_EQ(check_output(with_text(R"("nodes":[0,1])", R"("nodes":[0  ])")),
            "a node outside the scene");
  EXPECT_EQ(check_output(with_text(R"("joints":[1])", R"("joints":[2])")), "a joint");
  EXPECT_EQ(check_output(with_text(R"("POSITION":0)", R"("POSITION":2)")),
            "an accessor of another type");
  EXPECT_EQ(check_output(with_text(R"("byteOffset":288)", R"("byteOffset":284)")),
            "a gap between bufferViews");
}

TEST(OutputChecks, FindABrokenContainer) {
  const std::string glb = sound_output();
  EXPECT_EQ(check_output(glb.substr(0, 8)), "it does not begin like a GLB");
  EXPECT_NE(check_output(glb.substr(0, glb.size() - 4)), "");
}

Report report_with(Diagnostic diagnostic) {
  Report report;
  report.errors = 1;
  report.error_class = diagnostic.error_class;
  report.diagnostics.push_back(std::move(diagnostic));
  return report;
}

Diagnostic diagnostic_at(Position start, Position end) {
  Diagnostic diagnostic{"V01", Severity::Error, ErrorClass::ValidationError, "said", {}, {}, {},
                        {}};
  diagnostic.place = {"f", start, end, start.column, end.column, {}};
  return diagnostic;
}

TEST(ReportChecks, PlacesLieInsideTheText) {
  const Files files = {{"f", "ab\nc"}};
  EXPECT_EQ(check_report(report_with(diagnostic_at({1, 1}, {2, 2})), files), "");
  EXPECT_EQ(check_report(report_with(diagnostic_at({0, 0}, {0, 0})), files), "");
  EXPECT_EQ(check_report(report_with(diagnostic_at({1, 4}, {1, 4})), files),
            "diagnostic V01 (said): place f:1:4 to 1:4 is outside the text");
  EXPECT_EQ(check_report(report_with(diagnostic_at({3, 1}, {3, 1})), files),
            "diagnostic V01 (said): place f:3:1 to 3:1 is outside the text");
  EXPECT_EQ(check_report(report_with(diagnostic_at({2, 1}, {1, 1})), files),
            "diagnostic V01 (said): a place that ends before it starts");
  EXPECT_EQ(check_report(report_with(diagnostic_at({1, 1}, {1, 1})), {}),
            "diagnostic V01 (said): a place in 'f', which is no file");
}

TEST(ReportChecks, CountsAndClassesAgree) {
  const Files files = {{"f", "ab"}};
  Report report = report_with(diagnostic_at({1, 1}, {1, 2}));
  report.errors = 2;
  EXPECT_EQ(check_report(report, files), "the report does not count its diagnostics");
  report.errors = 1;
  report.error_class = ErrorClass::None;
  EXPECT_EQ(check_report(report, files), "the report's class and its errors disagree");
  Diagnostic diagnostic = diagnostic_at({1, 1}, {1, 2});
  diagnostic.id = "V99";
  EXPECT_EQ(check_report(report_with(diagnostic), files), "diagnostic V99 (said): an unknown id");
  CompileResult result;
  result.report = report_with(diagnostic_at({1, 1}, {1, 2}));
  EXPECT_EQ(check_result(result, files), "");
  result.glb.head = "x";
  EXPECT_EQ(check_result(result, files), "bytes without success, or success without bytes");
}

TEST(FileSets, AreReadAsTheyAreWritten) {
  FileSet set;
  set.entry = "b.rigy.yaml";
  set.files = {{"a.json", "{}\n"}, {"b.rigy.yaml", "--- x\n=x\n"}, {"c/d", ""}};
  set.options.pose = "a pose = this";
  set.options.winding = Winding::Outward;
  set.options.bake_transforms = true;
  set.options.analysis.threads = 3;
  const std::string text = to_text(set);
  EXPECT_EQ(text,
            "=== options: outward bake threads=3 pose=a pose = this\n"
            "=== b.rigy.yaml\n--- x\n=x\n=== a.json\n{}\n=== c/d\n");
  const FileSet read = parse_file_set(text);
  EXPECT_EQ(read.entry, set.entry);
  EXPECT_EQ(read.files.at("b.rigy.yaml"), "--- x\n=x\n");
  EXPECT_EQ(read.files.size(), 3u);
  EXPECT_EQ(to_text(read), text);
}

TEST(FileSets, TextWithoutMarksIsTheEntry) {
  const FileSet set = parse_file_set("version: 1");
  EXPECT_EQ(set.files.at(set.entry), "version: 1");
  EXPECT_EQ(parse_file_set("").files.size(), 1u);
}

TEST(Targets, AcceptTheSimplestInput) {
  for (const Target& target : all_targets()) EXPECT_EQ(target.run(""), "") << target.name;
  EXPECT_EQ(find_target("nothing"), nullptr);
}

std::vector<ExportedFile> exported_as(ExportFormat format) {
  ExportOptions options;
  options.format = format;
  return export_set(parse_file_set(bound_box), options, 1).exported;
}

// The main file with what is at a place replaced.
std::string check_changed(ExportFormat format, std::size_t place, std::string_view bytes) {
  std::vector<ExportedFile> files = exported_as(format);
  files.front().bytes.replace(place, bytes.size(), bytes);
  return check_exported(files, format);
}

std::string check_shortened(ExportFormat format) {
  std::vector<ExportedFile> files = exported_as(format);
  files.back().bytes.pop_back();
  return check_exported(files, format);
}

TEST(ExportChecks, AcceptWhatIsSound) {
  for (const ExportFormat format : {ExportFormat::Glb, ExportFormat::Gltf, ExportFormat::Fbx,
                                    ExportFormat::Obj, ExportFormat::Stl}) {
    EXPECT_EQ(check_exported(exported_as(format), format), "") << extension_of(format);
  }
}

TEST(ExportChecks, FindFilesThatAreTooShort) {
  EXPECT_EQ(check_shortened(ExportFormat::Gltf), "data of another length than stated");
  EXPECT_EQ(check_shortened(ExportFormat::Stl), "not the length of its triangles");
  EXPECT_EQ(check_shortened(ExportFormat::Obj), "a line without end");
  EXPECT_NE(check_shortened(ExportFormat::Glb), "");
}

TEST(ExportChecks, FindWrongReferences) {
  const std::string glb = exported_as(ExportFormat::Glb).front().bytes;
  constexpr std::size_t inverse_bind_size = 64;
  EXPECT_EQ(check_changed(ExportFormat::Glb, glb.size() - inverse_bind_size - 2, "\x18"),
            "an index out of range");
  const std::string obj = exported_as(ExportFormat::Obj).front().bytes;
  EXPECT_EQ(check_changed(ExportFormat::Obj, obj.find("\nf ") + 3, "99"),
            "a face without its vertex");
  EXPECT_EQ(check_changed(ExportFormat::Gltf, 0, "]"), "text that is not JSON");
  constexpr std::size_t first_record = 27;
  EXPECT_EQ(check_changed(ExportFormat::Fbx, first_record, "\x01\x02\x03\x04"),
            "a record beyond the end");
  EXPECT_EQ(check_changed(ExportFormat::Fbx, first_record, std::string(4, '\0')), "no footer");
}

TEST(DiffChecks, TheSignOfZeroIsNoDifference) {
  const auto capsule = [](const std::string& transform) {
    return parse_file_set(
        "version: \"0.6\"\nsymmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
        "meshes: [{id: m, primitives: [{id: L_p, type: capsule, dimensions: {radius: 1, height: "
        "2}" +
        transform + "}]}]\n");
  };
  const FileSet before = capsule("");
  const FileSet after = capsule(", transform: {}");
  EXPECT_NE(check_compilation(before).glb, check_compilation(after).glb);
  EXPECT_EQ(check_change(before, after), "");
}

TEST(DiffChecks, OutputsAreTheSameButForRounding) {
  const std::string glb = sound_output();
  EXPECT_TRUE(same_output(glb, glb));
  EXPECT_TRUE(same_output(glb, with(positions, std::nextafter(0.5f, 1.0f))));
  EXPECT_FALSE(same_output(glb, with(positions, 0.501f)));
  EXPECT_FALSE(same_output(glb, with(indices, std::uint32_t{23})));
  EXPECT_FALSE(same_output(glb, with(joints, std::uint16_t{1})));
  EXPECT_FALSE(same_output(glb, with_text("\"m\"", "\"n\"")));
  EXPECT_FALSE(same_output(glb, glb.substr(0, glb.size() - 4)));
  EXPECT_FALSE(same_output(glb, ""));
}

}  // namespace
}  // namespace rigy::fuzz
