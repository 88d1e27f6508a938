#include "diagnostics/diagnostics.hpp"

#include <fstream>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/limits.hpp"
#include "diagnostics/render_human.hpp"
#include "diagnostics/render_json.hpp"
#include "diagnostics/suggestions.hpp"
#include "rigy/compile.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"
#include "text/lines.hpp"

namespace rigy {
namespace {

SourceRange range_at(std::uint32_t line, std::uint32_t column = 1) {
  return {0, {line, column}, {line, column + 1}};
}

Sources one_source() { return test::only({"doc.rigy.yaml", "doc", "", true}); }

std::vector<std::uint32_t> lines_of(const Report& report) {
  std::vector<std::uint32_t> lines;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    lines.push_back(diagnostic.place.start.line);
  }
  return lines;
}

std::string human(std::string document, const CompileOptions& options = {}) {
  return render_human(test::compile_text(std::move(document), options).report, Color::Off);
}

// --- the table ---

TEST(DiagnosticsTable, IdsStandInOrder) {
  for (std::size_t i = 1; i < diagnostics_count(); ++i) {
    EXPECT_LT(diagnostics_begin()[i - 1].id, diagnostics_begin()[i].id);
  }
  EXPECT_EQ(info_of(Code::NotYaml).id, "P01");
  EXPECT_EQ(info_of(Code::DuplicateMeshId).id, "V01");
  EXPECT_EQ(info_of(Code::UnresolvedImportedMaterial).id, "V42");
  EXPECT_EQ(info_of(Code::TooManyInfluences).id, "W01");
  EXPECT_EQ(info_of(Code::UnknownParent).id, "X01");
  EXPECT_EQ(info_of(Code::OutOfMemory).id, "X26");
}

TEST(DiagnosticsTable, EntriesAreComplete) {
  for (std::size_t i = 0; i < diagnostics_count(); ++i) {
    const DiagnosticInfo& info = diagnostics_begin()[i];
    EXPECT_FALSE(info.summary.empty() || info.summary.ends_with('.')) << info.id;
    EXPECT_TRUE(info.help.ends_with('.')) << info.id;
    const bool of_scenes = info.id.starts_with('R') || info.id == "L13";
    const bool of_motions = info.id.starts_with('M') || (info.id >= "L20" && info.id <= "L25");
    const std::string_view language = of_scenes ? "Rigs 0." : of_motions ? "Rigm 0." : "0.";
    EXPECT_TRUE(info.since.starts_with(language)) << info.id;
    const bool is_warning =
        info.id.starts_with('W') || info.id.starts_with('L') || info.id == "M12";
    EXPECT_EQ(info.severity == Severity::Warning, is_warning) << info.id;
    EXPECT_EQ(info.error_class == ErrorClass::None, is_warning) << info.id;
  }
}

// --- collecting ---

TEST(Diagnostics, ThirtyMistakesAreReportedInOneRunAndInFileOrder) {
  std::ifstream golden(RIGY_SOURCE_DIR "/tests/golden/diag_thirty.txt");
  ASSERT_TRUE(golden) << "tests/golden/diag_thirty.txt cannot be read";
  std::stringstream whole;
  whole << golden.rdbuf();
  const std::string text = whole.str();
  const std::string_view head = "--- file thirty.rigy.yaml\n";
  const std::size_t begin = text.find(head) + head.size();
  const Report report =
      test::compile_text(text.substr(begin, text.find("--- args") - begin)).report;
  ASSERT_EQ(report.diagnostics.size(), 30u);
  EXPECT_EQ(report.omitted, 0u);
  for (std::size_t i = 0; i < 30; ++i) {
    const std::string& line = report.diagnostics[i].place.source_line;
    EXPECT_TRUE(line.ends_with(fmt::format("  # {}", i + 1))) << line;
  }
}

TEST(Diagnostics, TheFirstInTheFileAreKeptInWhateverOrderTheyCome) {
  Diagnostics diagnostics;
  const std::uint32_t count = 5 * max_kept_diagnostics;
  for (std::uint32_t i = count; i > 0; --i)
    diagnostics.add(Code::UnknownWeightedBone, range_at(i), "line {}", i);
  const Report report = diagnostics.report(one_source());
  EXPECT_EQ(report.errors, count);
  EXPECT_EQ(report.omitted, count - 100);
  ASSERT_EQ(report.diagnostics.size(), 100u);
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(report.diagnostics[i].message, fmt::format("line {}", i + 1));
  }
}

TEST(Diagnostics, WhatIsFoundFirstComesFirstAtOnePlace) {
  Diagnostics diagnostics;
  diagnostics.add(Code::MissingField, range_at(2), "b");
  diagnostics.add(Code::UnknownField, range_at(2), "a");
  diagnostics.add(Code::DuplicateMeshId, range_at(1, 9), "c");
  EXPECT_EQ(test::findings(diagnostics.report(one_source())), "V01 1:9\nV34 2:1\nV33 2:1\n");
}

TEST(Diagnostics, WarningsNeverCrowdOutErrors) {
  AnalyzeOptions options;
  options.max_errors = 3;
  Diagnostics diagnostics(options);
  for (std::uint32_t i = 1; i <= 10; ++i) diagnostics.add(Code::ZeroWeights, range_at(i), "w");
  diagnostics.add(Code::UnknownWeightedBone, range_at(20), "e");
  const Report report = diagnostics.report(one_source());
  EXPECT_EQ(lines_of(report), (std::vector<std::uint32_t>{1, 2, 20}));
  EXPECT_EQ(report.errors, 1u);
  EXPECT_EQ(report.warnings, 10u);
  EXPECT_EQ(report.omitted, 8u);
}

TEST(Diagnostics, NoWarningCrowdsOutAnother) {
  AnalyzeOptions options;
  options.max_errors = 3;
  Diagnostics diagnostics(options);
  const auto many = static_cast<std::uint32_t>(3 * max_kept_diagnostics);
  for (std::uint32_t i = 1; i <= many; ++i) diagnostics.add(Code::WeightsAndMap, range_at(i), "w");
  diagnostics.add(Code::UnusedArmature, range_at(many + 2), "later");
  diagnostics.add(Code::UnusedArmature, range_at(many + 1), "first");
  for (std::uint32_t i = 1; i <= 5; ++i)
    diagnostics.add(Code::UnknownWeightedBone, range_at(i), "e");
  const Report report = diagnostics.report(one_source());
  // Three errors, and the first warning of each id.
  EXPECT_EQ(lines_of(report), (std::vector<std::uint32_t>{1, 1, 2, 3, many + 1}));
  ASSERT_EQ(report.warning_counts.size(), 2u);
  EXPECT_EQ(report.warning_counts[0].id, "W02");
  EXPECT_EQ(report.warning_counts[0].count, many);
  EXPECT_EQ(report.warning_counts[1].id, "W09");
  EXPECT_EQ(report.warning_counts[1].count, 2u);
  EXPECT_EQ(report.omitted, many + 2u + 5u - 5u);
}

TEST(Diagnostics, NoPromotedWarningCrowdsOutAnother) {
  AnalyzeOptions options;
  options.max_errors = 3;
  options.warnings_as_errors = {"all"};
  Diagnostics diagnostics(options);
  for (std::uint32_t i = 1; i <= 10; ++i) diagnostics.add(Code::WeightsAndMap, range_at(i), "w");
  diagnostics.add(Code::UnusedArmature, range_at(20), "w");
  const Report report = diagnostics.report(one_source());
  EXPECT_EQ(lines_of(report), (std::vector<std::uint32_t>{1, 2, 20}));
  EXPECT_EQ(report.errors, 11u);
  EXPECT_EQ(report.warnings, 0u);
  ASSERT_EQ(report.warning_counts.size(), 2u);
  EXPECT_EQ(report.warning_counts[0].count, 10u);
  EXPECT_EQ(report.warning_counts[0].severity, Severity::Error);
}

TEST(Diagnostics, SuppressedWarningsTakeNoRoom) {
  AnalyzeOptions options;
  options.suppressed_warnings = {"W05"};
  Diagnostics diagnostics(options);
  for (std::uint32_t i = 1; i <= 3 * max_kept_diagnostics; ++i) {
    EXPECT_FALSE(diagnostics.add(Code::ZeroWeights, range_at(i), "w"));
  }
  diagnostics.add(Code::AngleLikeDegrees, range_at(1'000'000), "shown");
  const Report report = diagnostics.report(one_source());
  EXPECT_EQ(test::messages(report), "W06 1000000:1 shown\n");
  EXPECT_EQ(report.warnings, 1u);
  EXPECT_EQ(report.omitted, 0u);
}

TEST(Diagnostics, PromotedWarningsAreErrors) {
  AnalyzeOptions options;
  options.warnings_as_errors = {"W05"};
  Diagnostics diagnostics(options);
  diagnostics.add(Code::ZeroWeights, range_at(1), "w");
  const Report report = diagnostics.report(one_source());
  EXPECT_EQ(report.diagnostics.at(0).severity, Severity::Error);
  EXPECT_EQ(report.error_class, ErrorClass::ValidationError);
}

TEST(Diagnostics, TheDocumentHasTheClassOfItsEarliestStage) {
  Diagnostics diagnostics;
  diagnostics.add(Code::HugeCoordinate, range_at(1), "export");
  EXPECT_EQ(Diagnostics(diagnostics).report(one_source()).error_class, ErrorClass::ExportError);
  diagnostics.add(Code::UnknownWeightedBone, range_at(2), "validation");
  EXPECT_EQ(Diagnostics(diagnostics).report(one_source()).error_class, ErrorClass::ValidationError);
  diagnostics.add(Code::UnreadableImport, range_at(3), "composition");
  EXPECT_EQ(Diagnostics(diagnostics).report(one_source()).error_class,
            ErrorClass::CompositionError);
  diagnostics.add(Code::UnknownField, range_at(4), "parse");
  EXPECT_EQ(diagnostics.report(one_source()).error_class, ErrorClass::ParseError);
}

TEST(Diagnostics, MistakesBehindAliasesAreReportedOnce) {
  EXPECT_EQ(test::messages(test::compile_text(R"(version: "0.6"
meshes:
- {id: m, primitives: &p [{id: a, type: box, dimensions: {x: "1", y: 1, z: 1}}]}
- {id: n, primitives: *p}
- {id: o, primitives: *p}
)")
                               .report),
            "P04 3:62 x must be a number, not the text '1'\n");
}

TEST(Diagnostics, AFileThatIsBrokenIsReportedOnce) {
  EXPECT_EQ(test::messages(test::compile_files({{test::entry_name, R"(version: "0.6"
imports: {a: {source: broken.yaml}, b: {source: broken.yaml}}
)"},
                                                {"broken.yaml", "version: \"0.6\"\nmeshes: [}\n"}})
                               .report),
            "P01 broken.yaml:2:10 not valid YAML: expected a value\n");
}

// --- places ---

TEST(Diagnostics, AMissingValueIsPointedAtByItsKey) {
  EXPECT_EQ(human("version: \"0.6\"\nmeshes:\n  - id: body\n    primitives:\n"),
            "doc.rigy.yaml:4:5: error[P04]: primitives must be a list, but it is empty\n"
            "    4 |     primitives:\n"
            "      |     ^^^^^^^^^^\n"
            "      = help: write\n"
            "              primitives:\n"
            "                - {id: ball, type: sphere, dimensions: {radius: 1}}\n"
            "                - {id: block, type: box, dimensions: {x: 1, y: 2, z: 1}}\n"
            "1 error  (ParseError)\n");
}

TEST(Diagnostics, ABlockIsPointedAtByItsFirstKeyAndAFlowMappingAsAWhole) {
  EXPECT_EQ(human("version: \"0.6\"\nanchors:\n  - id: a\n  - {id: b}\n"),
            "doc.rigy.yaml:3:5: error[V34]: missing field 'translation' in anchor 'a'\n"
            "    3 |   - id: a\n"
            "      |     ^^\n"
            "      = help: add translation: [x, y, z]\n"
            "doc.rigy.yaml:4:5: error[V34]: missing field 'translation' in anchor 'b'\n"
            "    4 |   - {id: b}\n"
            "      |     ^^^^^^^\n"
            "      = help: add translation: [x, y, z]\n"
            "2 errors  (ParseError)\n");
}

TEST(Diagnostics, ColumnsAreCodePointsAndUtf16) {
  const Report report =
      test::compile_text("version: \"0.6\"\nanchors: [{id: \"é𝄞𝄞\", at: 1}]\n").report;
  ASSERT_EQ(report.diagnostics.size(), 2u);
  const Place& at = report.diagnostics[1].place;
  EXPECT_EQ(report.diagnostics[1].id, "V33");
  EXPECT_EQ(at.start.column, 23u);
  EXPECT_EQ(at.end.column, 25u);
  EXPECT_EQ(at.start_utf16, 25u);
  EXPECT_EQ(at.end_utf16, 27u);
  EXPECT_EQ(report.diagnostics[1].path, "anchors[0].at");
}

TEST(Diagnostics, LongTextsAreCutOff) {
  const std::string name(1000, 'n');
  const Report report = test::compile_text("version: \"0.6\"\n" + name + ": 1\n").report;
  ASSERT_EQ(report.diagnostics.size(), 1u);
  EXPECT_EQ(report.diagnostics[0].message,
            "unknown field '" + name.substr(0, 200) + "…' in the document");
  EXPECT_EQ(report.diagnostics[0].path, name.substr(0, 80) + "…");
}

TEST(Lines, AreFoundWhateverEndsThem) {
  LineIndex lines(
      "\xef\xbb\xbf"
      "a\nbb\r\nccc\rd\xc2\x85"
      "e\xe2\x80\xa8"
      "f");
  EXPECT_EQ(lines.count(), 6u);
  const std::vector<std::string_view> expected = {"", "a", "bb", "ccc", "d", "e", "f", ""};
  for (std::uint32_t i = 0; i < expected.size(); ++i) EXPECT_EQ(lines.line(i), expected[i]) << i;
}

TEST(Lines, ManyLinesAreFound) {
  for (const std::uint32_t count : {63u, 64u, 65u, 1000u}) {
    std::string text;
    for (std::uint32_t i = 1; i <= count; ++i) text += std::to_string(i) + (i % 3 ? "\n" : "\r\n");
    const LineIndex lines(text);
    ASSERT_EQ(lines.count(), count + 1);
    for (std::uint32_t i = 1; i <= count; ++i) ASSERT_EQ(lines.line(i), std::to_string(i));
    EXPECT_EQ(lines.line(count + 1), "");
  }
}

TEST(Lines, Utf16ColumnsOfLongLinesAreRight) {
  std::string text = "x\n";
  for (int i = 0; i < 30'000; ++i) text += i % 3 == 0 ? "𝄞" : "é";
  LineIndex lines(text);
  for (const std::uint32_t column : {1u, 2u, 4095u, 4096u, 4097u, 4098u, 20'000u, 30'001u}) {
    EXPECT_EQ(lines.utf16_column(2, column), column + (column + 1) / 3) << column;
  }
  EXPECT_EQ(lines.utf16_column(2, 30'005), 40'005u);
  EXPECT_EQ(lines.utf16_column(1, 5'000), 5'000u);
}

// --- suggestions ---

std::string_view closest(std::string_view word, const std::vector<std::string_view>& candidates) {
  ClosestWord closest(word);
  for (const std::string_view candidate : candidates) closest.offer(candidate);
  return closest.best();
}

TEST(Suggestions, FindTheClosestWord) {
  EXPECT_EQ(closest("spin", {"pelvis", "spine", "spike"}), "spine");
  EXPECT_EQ(closest("hte", {"the", "hue"}), "the");
  EXPECT_EQ(closest("RADIUS", {"height", "radius"}), "radius");
  EXPECT_EQ(closest("Y", {"x", "y", "z"}), "y");
  EXPECT_EQ(closest("meshId", {"armature_id", "mesh_id"}), "mesh_id");
  EXPECT_EQ(closest("mesh", {"armature_id", "mesh_id"}), "mesh_id");
  EXPECT_EQ(closest("color", {"base_color"}), "base_color");
}

TEST(Suggestions, PreferTheEarlierOfEquals) {
  EXPECT_EQ(closest("mount_d", {"mount_a", "mount_b"}), "mount_a");
  EXPECT_EQ(closest("mount_d", {"mount_b", "mount_a"}), "mount_b");
}

TEST(Suggestions, SayNothingWhenNothingIsClose) {
  EXPECT_EQ(closest("q", {"x", "y", "z"}), "");
  EXPECT_EQ(closest("hat", {"torso", "head"}), "");
  EXPECT_EQ(closest("spine", {"spine"}), "");
  EXPECT_EQ(closest(std::string(100, 'a'), {std::string(99, 'a')}), "");
  EXPECT_EQ(closest("", {"a"}), "");
}

TEST(Suggestions, StopWhenTheyCostTooMuch) {
  std::string text = "version: \"0.6\"\narmatures:\n- id: rig\n  bones:\n";
  for (int i = 0; i < 20'000; ++i) {
    text += fmt::format(
        "  - {{id: bone_{0}, parent: bohe_{0}, head: [0, 0, 0], tail: [0, 1, 0]}}\n", i);
  }
  CompileOptions options;
  options.analysis.max_errors = 1000;
  options.analysis.suppressed_warnings = {"W09"};
  const Report report = test::compile_text(std::move(text), options).report;
  EXPECT_EQ(report.errors, 20'000u);
  ASSERT_EQ(report.diagnostics.size(), 1000u);
  EXPECT_EQ(report.diagnostics.front().help, "did you mean 'bone_0'?");
  EXPECT_EQ(report.diagnostics.back().help, "");
}

// Fails if the hash grows with each finding, or messages are formatted that are never shown.
TEST(Diagnostics, ManyFindingsAreCounted) {
  std::string text = "version: \"0.6\"\n";
  for (int i = 0; i < 900'000; ++i) text += fmt::format("f{}: 1\n", i);
  const Report report = test::compile_text(std::move(text)).report;
  EXPECT_EQ(report.errors, 900'000u);
  EXPECT_EQ(report.omitted, 899'900u);
  EXPECT_EQ(report.diagnostics.at(99).message, "unknown field 'f99' in the document");
}

// --- X26, which no example can show ---

struct NoMemory final : FileReader {
  FileResult read_entry(const std::string&) override { throw std::bad_alloc(); }
  FileResult read_relative(const std::string&, const std::string&) override {
    return FileError::NotFound;
  }
};

TEST(Diagnostics, RunningOutOfMemoryIsReported) {
  NoMemory files;
  const Report report = compile("doc.rigy.yaml", files).report;
  EXPECT_EQ(render_human(report, Color::Off),
            "doc.rigy.yaml: error[X26]: there is not enough memory for this document\n"
            "1 error  (ExportError)\n");
  EXPECT_EQ(
      render_json({&report, 1}, {}, false),
      R"({"ok":false,"class":"ExportError","errors":1,"warnings":0,"omitted":0,"diagnostics":[)"
      "\n"
      R"({"severity":"error","code":"X26","class":"ExportError",)"
      R"("message":"there is not enough memory for this document","file":"doc.rigy.yaml",)"
      R"("line":0,"column":0,"end_line":0,"end_column":0,)"
      R"("column_utf16":0,"end_column_utf16":0,)"
      R"("endLine":0,"endColumn":0,"columnUtf16":0,"endColumnUtf16":0,)"
      R"("path":"","help":null,"related":[]}],"outputs":[]})"
      "\n");
}

// --- X99: a mistake of the program ---

struct Mistaken final : FileReader {
  FileResult read_entry(const std::string&) override { throw std::logic_error("a wrong index"); }
  FileResult read_relative(const std::string&, const std::string&) override {
    return FileError::NotFound;
  }
};

#if defined(NDEBUG)
TEST(Diagnostics, AMistakeOfTheProgramIsNotAShortageOfMemory) {
  Mistaken files;
  EXPECT_EQ(render_human(compile("doc.rigy.yaml", files).report, Color::Off),
            "doc.rigy.yaml: error[X99]: Rigy made a mistake: a wrong index\n"
            "1 error  (ExportError)\n");
}
#else
TEST(DiagnosticsDeathTest, AMistakeOfTheProgramEndsADebugBuild) {
  Mistaken files;
  EXPECT_DEATH((void)compile("doc.rigy.yaml", files), "a wrong index");
}
#endif

struct Overlong final : FileReader {
  FileResult read_entry(const std::string&) override {
    return FileContents{std::string(std::string().max_size(), ' '), {}, {}};
  }
  FileResult read_relative(const std::string&, const std::string&) override {
    return FileError::NotFound;
  }
};

TEST(Diagnostics, ATextThatNoMemoryCanHoldIsAShortageOfMemory) {
  Overlong files;
  EXPECT_EQ(test::findings(compile("doc.rigy.yaml", files).report), "X26 0:0\n");
}

// --- syntax errors ---

// What can be read is checked too: only the mistakes in the syntax count here.
std::string syntax_error(const std::string& text) {
  Report report = test::compile_text(text).report;
  std::erase_if(report.diagnostics, [](const Diagnostic& one) { return !one.id.starts_with('P'); });
  if (report.diagnostics.size() != 1 || report.diagnostics[0].id != "P01") {
    return test::messages(report);
  }
  const Diagnostic& found = report.diagnostics[0];
  return fmt::format("{}:{} {}", found.place.start.line, found.place.start.column, found.message);
}

TEST(SyntaxErrors, AreInTheWordsOfAnAuthor) {
  const std::pair<std::string, std::string> cases[] = {
      {"a: 1\n\tb: 2\n", "2:1 not valid YAML: tab in the indentation"},
      {"a:\n\t- b\n", "2:1 not valid YAML: tab in the indentation"},
      {"a: @b\n", "1:4 not valid YAML: unquoted text cannot begin with this character"},
      {"a: b: c\n", "1:5 not valid YAML: unexpected ':'"},
      {"a: - b\n", "1:4 not valid YAML: unexpected list item"},
      {"a: 1\nb\nc: 2\n", "2:1 not valid YAML: expected 'key: value' or a list item"},
      {"a:\n  b: 1\n c: 2\n", "3:2 not valid YAML: expected a key"},
      {"- a\nb: 1\n", "2:1 not valid YAML: expected a list item ('- ')"},
      {"a: [1, 2\nb: 3\n", "2:2 not valid YAML: expected ',' or ']'"},
      {"a: {b: 1\n", "1:9 not valid YAML: expected ',' or '}', but the file ends"},
      {"a: 'b\n", "1:4 not valid YAML: unclosed quote"},
      {"a: \"\\q\"\n", "1:5 not valid YAML: unknown escape in double quotes"},
      {"a: \"\\u12\"\n", "1:7 not valid YAML: escape with too few hexadecimal digits"},
      {"a: \"\\ud800\"\n", "1:7 not valid YAML: escape that is not a character"},
      {"a: *\n", "1:5 not valid YAML: '*' without the name of an anchor"},
      {"a: & b\n", "1:5 not valid YAML: '&' without a name"},
      {"a: !<b\n", "1:4 not valid YAML: YAML tags are not supported"},
      {"a: !x!y b\n", "1:4 not valid YAML: YAML tags are not supported"},
      {"%YAML 9\n---\na: 1\n", "1:1 not valid YAML: YAML directives are not supported"},
      {"a: | b\n", "1:6 not valid YAML: invalid start of a text block"},
      {"a: \x07\n", "1:4 not valid YAML: control character U+0007"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(syntax_error(text), expected) << text;
}

}  // namespace
}  // namespace rigy
