#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "diagnostics/render_human.hpp"
#include "diagnostics/render_json.hpp"
#include "diagnostics/render_sarif.hpp"
#include "rigy/diagnostic_text.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

Place place_at(std::uint32_t line, std::uint32_t column, std::uint32_t end, std::string text) {
  return {"arm.rigy.yaml", {line, column}, {line, end}, column, end, std::move(text)};
}

Diagnostic unknown_bone() {
  Diagnostic out;
  out.id = "V11";
  out.error_class = ErrorClass::ValidationError;
  out.message = "binding refers to bone 'spin', which armature 'rig' does not have";
  out.place = place_at(41, 18, 22, "      - bone_id: spin");
  out.path = "bindings[0].weights[0].bones[0].bone_id";
  out.help = "did you mean 'spine'?";
  return out;
}

Report report_of(std::vector<Diagnostic> diagnostics) {
  Report report;
  for (const Diagnostic& diagnostic : diagnostics) {
    ++(diagnostic.severity == Severity::Error ? report.errors : report.warnings);
    if (report.error_class == ErrorClass::None) report.error_class = diagnostic.error_class;
  }
  report.diagnostics = std::move(diagnostics);
  return report;
}

// The text of one diagnostic without its first line and the summary.
std::string quoted(Place place) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.place = std::move(place);
  diagnostic.help.clear();
  const std::string text = render_human(report_of({diagnostic}), Color::Off);
  const std::size_t start = text.find('\n') + 1;
  return text.substr(start, text.rfind("1 error") - start);
}

TEST(RenderHuman, ShowsLineUnderlineHelpAndSummary) {
  Report report = report_of({unknown_bone()});
  report.warnings = 2;
  EXPECT_EQ(render_human(report, Color::Off),
            "arm.rigy.yaml:41:18: error[V11]: binding refers to bone 'spin', which armature 'rig' "
            "does not have\n"
            "   41 |       - bone_id: spin\n"
            "      |                  ^^^^\n"
            "      = help: did you mean 'spine'?\n"
            "1 error, 2 warnings  (ValidationError)\n");
}

TEST(DiagnosticText, IsThatOfTheReportWithoutTheSummary) {
  EXPECT_EQ(diagnostic_text(unknown_bone()) + "1 error  (ValidationError)\n",
            report_text(report_of({unknown_bone()})));
  EXPECT_EQ(report_text(report_of({unknown_bone()}), true),
            render_human(report_of({unknown_bone()}), Color::On));
  EXPECT_NE(diagnostic_text(unknown_bone(), true), diagnostic_text(unknown_bone()));
}

TEST(RenderHuman, SaysNothingAboutNothing) { EXPECT_EQ(render_human({}, Color::Off), ""); }

TEST(RenderHuman, ShowsRelatedPlacesBeforeHelp) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.related.push_back({place_at(7, 5, 9, "x"), "armature 'rig' is defined here"});
  diagnostic.related.push_back({{"rig.ricy.yaml", {}, {}, 0, 0, {}}, "the contract"});
  EXPECT_EQ(render_human(report_of({diagnostic}), Color::Off),
            "arm.rigy.yaml:41:18: error[V11]: binding refers to bone 'spin', which armature 'rig' "
            "does not have\n"
            "   41 |       - bone_id: spin\n"
            "      |                  ^^^^\n"
            "      = note: arm.rigy.yaml:7:5: armature 'rig' is defined here\n"
            "      = note: rig.ricy.yaml: the contract\n"
            "      = help: did you mean 'spine'?\n"
            "1 error  (ValidationError)\n");
}

TEST(RenderHuman, ShowsWholeFilesWithoutALine) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.place = {"arm.rigy.yaml", {}, {}, 0, 0, {}};
  diagnostic.help.clear();
  diagnostic.message = "cannot be read";
  EXPECT_EQ(render_human(report_of({diagnostic}), Color::Off),
            "arm.rigy.yaml: error[V11]: cannot be read\n1 error  (ValidationError)\n");
}

TEST(RenderHuman, CountsWarningsWithoutAClass) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.severity = Severity::Warning;
  diagnostic.error_class = ErrorClass::None;
  diagnostic.id = "W02";
  const std::string text = render_human(report_of({diagnostic, diagnostic}), Color::Off);
  EXPECT_TRUE(text.starts_with("arm.rigy.yaml:41:18: warning[W02]: "));
  EXPECT_TRUE(text.ends_with("\n2 warnings\n"));
}

TEST(RenderHuman, ShowsFiveWarningsAlikeAndCountsTheOthers) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.severity = Severity::Warning;
  diagnostic.error_class = ErrorClass::None;
  diagnostic.id = "W02";
  diagnostic.message = "w";
  diagnostic.place.source_line.clear();
  diagnostic.help.clear();
  Diagnostic last = diagnostic;
  last.id = "W09";
  Report report = report_of({7, diagnostic});
  report.diagnostics.push_back(last);
  report.warnings = 1001;
  report.omitted = 993;
  report.warning_counts = {{"W02", 1000}, {"W09", 1}};
  std::string expected;
  for (int i = 0; i < 5; ++i) expected += "arm.rigy.yaml:41:18: warning[W02]: w\n";
  EXPECT_EQ(render_human(report, Color::Off), expected +
                                                  "warning[W02]: 995 more like it\n"
                                                  "arm.rigy.yaml:41:18: warning[W09]: w\n"
                                                  "1001 warnings\n");
}

TEST(RenderHuman, ShowsHelpInSeveralLines) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.place.source_line.clear();
  diagnostic.message = "m";
  diagnostic.help = "write\nmeshes:\n  - id: body";
  EXPECT_EQ(render_human(report_of({diagnostic}), Color::Off),
            "arm.rigy.yaml:41:18: error[V11]: m\n"
            "      = help: write\n"
            "              meshes:\n"
            "                - id: body\n"
            "1 error  (ValidationError)\n");
}

TEST(RenderHuman, CountsWhatIsNotShown) {
  Report report = report_of({unknown_bone()});
  report.errors = 8;
  report.omitted = 7;
  EXPECT_EQ(summary_of(report), "8 errors  (ValidationError)  (7 more not shown)");
}

TEST(RenderHuman, UnderlinesInCodePoints) {
  EXPECT_EQ(quoted(place_at(3, 5, 7, "é: 骨骨 x")),
            "    3 | é: 骨骨 x\n"
            "      |     ^^\n");
}

TEST(RenderHuman, KeepsTabsInTheUnderline) {
  EXPECT_EQ(quoted(place_at(3, 4, 6, "\ta\tbc")),
            "    3 | \ta\tbc\n"
            "      | \t \t^^\n");
}

TEST(RenderHuman, UnderlinesAtLeastOnePlace) {
  EXPECT_EQ(quoted(place_at(3, 2, 2, "abc")), "    3 | abc\n      |  ^\n");
  EXPECT_EQ(quoted(place_at(3, 4, 4, "abc")), "    3 | abc\n      |    ^\n");
  EXPECT_EQ(quoted(place_at(3, 900, 901, "abc")), "    3 | abc\n      |    ^\n");
}

TEST(RenderHuman, UnderlinesToTheEndOfTheLineWhatGoesOn) {
  Place place = place_at(3, 2, 1, "abc");
  place.end.line = 9;
  EXPECT_EQ(quoted(place), "    3 | abc\n      |  ^^\n");
}

TEST(RenderHuman, WidensTheGutterForLongNumbers) {
  EXPECT_EQ(quoted(place_at(1234567, 1, 2, "abc")), "1234567 | abc\n        | ^\n");
}

TEST(RenderHuman, CropsLongLinesAroundTheSpan) {
  const std::string a(200, 'a');
  EXPECT_EQ(quoted(place_at(3, 201, 204, a + "bcd" + a)),
            "    3 | …" + std::string(30, 'a') + "bcd" + std::string(67, 'a') + "…\n" +
                "      |  " + std::string(30, ' ') + "^^^\n");
  EXPECT_EQ(quoted(place_at(3, 1, 4, "bcd" + a)),
            "    3 | bcd" + std::string(97, 'a') + "…\n      | ^^^\n");
  EXPECT_EQ(quoted(place_at(3, 201, 204, a + "bcd")),
            "    3 | …" + std::string(97, 'a') + "bcd\n      |  " + std::string(97, ' ') + "^^^\n");
  EXPECT_EQ(quoted(place_at(3, 1, 201, a)),
            "    3 | " + std::string(100, 'a') + "…\n      | " + std::string(100, '^') + "\n");
}

TEST(RenderHuman, DisarmsWhatActsOnTerminals) {
  EXPECT_EQ(quoted(place_at(3, 1, 2, "a\x1b[31m\u202eb\x07")),
            "    3 | a\ufffd[31m\ufffdb\ufffd\n      | ^\n");
  Diagnostic diagnostic = unknown_bone();
  diagnostic.message = "no bone 'a\x1b[2J\n\u202e'";
  EXPECT_NE(
      render_human(report_of({diagnostic}), Color::Off).find(R"(no bone 'a\u001b[2J\n\u202e')"),
      std::string::npos);
}

TEST(RenderHuman, ColorsOnRequest) {
  EXPECT_EQ(
      render_human(report_of({unknown_bone()}), Color::On),
      "\x1b[1marm.rigy.yaml:41:18:\x1b[0m \x1b[1;31merror[V11]\x1b[0m: binding refers to bone "
      "'spin', which armature 'rig' does not have\n"
      "\x1b[1;34m   41 |\x1b[0m       - bone_id: spin\n"
      "\x1b[1;34m      |\x1b[0m                  \x1b[1;31m^^^^\x1b[0m\n"
      "\x1b[1;34m      =\x1b[0m help: did you mean 'spine'?\n"
      "\x1b[1;31m1 error  (ValidationError)\x1b[0m\n");
}

TEST(RenderJson, WritesOneObject) {
  Diagnostic warning;
  warning.id = "W02";
  warning.severity = Severity::Warning;
  warning.message = "a \"name\"";
  warning.place = {"b.yaml", {2, 3}, {4, 5}, 3, 6, "x"};
  warning.related.push_back({place_at(7, 5, 9, "x"), "here"});
  const std::vector<Report> reports = {report_of({unknown_bone()}), report_of({warning})};
  const std::vector<std::string> outputs = {"b.glb"};
  EXPECT_EQ(
      render_json(reports, outputs, false),
      R"({"ok":false,"class":"ValidationError","errors":1,"warnings":1,"omitted":0,"diagnostics":[)"
      "\n"
      R"({"severity":"error","code":"V11","class":"ValidationError",)"
      R"("message":"binding refers to bone 'spin', which armature 'rig' does not have",)"
      R"("file":"arm.rigy.yaml","line":41,"column":18,"end_line":41,"end_column":22,)"
      R"("column_utf16":18,"end_column_utf16":22,)"
      R"("endLine":41,"endColumn":22,)"
      R"("columnUtf16":18,"endColumnUtf16":22,"path":"bindings[0].weights[0].bones[0].bone_id",)"
      R"("help":"did you mean 'spine'?","related":[]},)"
      "\n"
      R"({"severity":"warning","code":"W02","class":null,"message":"a \"name\"",)"
      R"("file":"b.yaml","line":2,"column":3,"end_line":4,"end_column":5,)"
      R"("column_utf16":3,"end_column_utf16":6,)"
      R"("endLine":4,"endColumn":5,)"
      R"("columnUtf16":3,"endColumnUtf16":6,"path":"","help":null,)"
      R"("related":[{"message":"here","file":"arm.rigy.yaml","line":7,"column":5,"end_line":7,"end_column":9,)"
      R"("column_utf16":5,"end_column_utf16":9,)"
      R"("endLine":7,)"
      R"("endColumn":9,"columnUtf16":5,"endColumnUtf16":9}]}],"outputs":["b.glb"]})"
      "\n");
}

TEST(RenderJson, WritesSuccess) {
  const std::vector<Report> reports(1);
  EXPECT_EQ(render_json(reports, {}, true),
            R"({"ok":true,"class":null,"errors":0,"warnings":0,"omitted":0,"diagnostics":[],)"
            R"("outputs":[]})"
            "\n");
}

TEST(RenderSarif, WritesRulesAndResults) {
  Diagnostic diagnostic = unknown_bone();
  diagnostic.place.file = "/a b/arm.yaml";
  const std::vector<Report> reports = {report_of({diagnostic})};
  const std::string text = render_sarif(reports, false);
  EXPECT_TRUE(text.starts_with(
      R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[)"));
  EXPECT_NE(text.find(R"({"id":"V11","shortDescription":{"text":)"), std::string::npos);
  EXPECT_NE(
      text.find(R"("uri":"file:///a%20b/arm.yaml"},"region":{"startLine":41,"startColumn":18,)"
                R"("endLine":41,"endColumn":22}},"logicalLocations":[{"fullyQualifiedName":)"
                R"("bindings[0].weights[0].bones[0].bone_id"}]}]})"),
      std::string::npos);
}

}  // namespace
}  // namespace rigy
