// Reading manifests, comparing GLBs in words, judging, and the command lines of other compilers.
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/blocks.hpp"
#include "conform/command_template.hpp"
#include "conform/compare.hpp"
#include "conform/judge.hpp"
#include "conform/manifest.hpp"
#include "conform/pattern.hpp"
#include "rigy/compile.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string fault_of(const std::string& manifest) {
  const auto result = parse_manifest(manifest);
  const auto* fault = std::get_if<std::string>(&result);
  return fault != nullptr ? *fault : "";
}

std::string manifest_of(const std::string& tests) {
  return R"({"version": "0.6", "suite_revision": 3, "tests": [)" + tests + "]}";
}

TEST(Manifest, Positive) {
  const auto result = parse_manifest(manifest_of(
      R"({"id": "L01", "category": "L", "type": "positive", "baked": true, "pose_id": "p",
          "input": "inputs/L01.rigy.yaml", "expected_output": "outputs/L01.glb",
          "expected_sha256": "00ff", "bake_transforms": true, "something_else": [1],
          "digests": {"positions": "1", "normals": "2", "indices": "3", "joints": "4",
                      "weights": "5"}, "expected_warnings": ["W01", "W03"]})"));
  const auto& suite = std::get<Suite>(result);
  EXPECT_EQ(suite.version, "0.6");
  EXPECT_EQ(suite.revision, 3u);
  ASSERT_EQ(suite.cases.size(), 1u);
  const ConformCase& test = suite.cases[0];
  EXPECT_EQ(test.id, "L01");
  EXPECT_EQ(test.category, "L");
  EXPECT_TRUE(test.positive);
  EXPECT_EQ(test.pose, "p");
  EXPECT_TRUE(test.bake_transforms);
  EXPECT_EQ(test.input, "inputs/L01.rigy.yaml");
  EXPECT_EQ(test.expected_output, "outputs/L01.glb");
  EXPECT_EQ(test.expected_sha256, "00ff");
  EXPECT_EQ(test.digests.at("indices"), "3");
  EXPECT_EQ(test.expected_warnings, (std::vector<std::string>{"W01", "W03"}));
}

TEST(Manifest, Negative) {
  const auto result = parse_manifest(manifest_of(
      R"({"id": "F01", "category": "F", "type": "negative", "input": "in",
          "expected_error_type": "ValidationError", "expected_code": "V01"})"));
  const ConformCase& test = std::get<Suite>(result).cases.at(0);
  EXPECT_FALSE(test.positive);
  EXPECT_EQ(test.expected_class, "ValidationError");
  EXPECT_EQ(test.expected_code, "V01");
  EXPECT_EQ(test.pose, "");
  EXPECT_EQ(test.expected_warnings, std::nullopt);
}

TEST(Manifest, Faults) {
  EXPECT_TRUE(fault_of("{").starts_with("it is not JSON: "));
  EXPECT_EQ(fault_of("[]"), "it is not an object with a list 'tests'");
  EXPECT_EQ(fault_of(R"({"tests": []})"), "the manifest has no 'version'");
  EXPECT_EQ(fault_of(R"({"version": "0.6", "suite_revision": "1", "tests": []})"),
            "'suite_revision' must be an integer");
  EXPECT_EQ(fault_of(manifest_of("")), "it has no tests");
  EXPECT_EQ(fault_of(manifest_of("3")), "test 0 is not an object");
  EXPECT_EQ(fault_of(manifest_of("{}")), "test 0 has no 'id'");
  EXPECT_EQ(fault_of(manifest_of(R"({"id": 3})")), "test 0: 'id' must be a non-empty string");
  const std::string start = R"({"id": "A", "category": "A", "input": "in", )";
  EXPECT_EQ(fault_of(manifest_of(start + R"("type": "neutral"})")),
            "test 'A': 'type' must be 'positive' or 'negative'");
  EXPECT_EQ(fault_of(manifest_of(start + R"("type": "positive"})")),
            "test 'A' has no 'expected_output'");
  EXPECT_EQ(fault_of(manifest_of(start + R"("type": "negative"})")),
            "test 'A' has no 'expected_error_type'");
  EXPECT_EQ(fault_of(manifest_of(start + R"("type": "negative", "baked": true})")),
            "test 'A': 'baked' and 'pose_id' belong together");
  const std::string positive =
      start + R"("type": "positive", "expected_output": "out", "expected_sha256": "00", )";
  EXPECT_EQ(fault_of(manifest_of(positive + R"("digests": []})")),
            "test 'A': 'digests' must be an object");
  EXPECT_EQ(fault_of(manifest_of(positive + R"("digests": {"positions": "00"}})")),
            "test 'A': 'digests' has no 'normals'");
  EXPECT_EQ(fault_of(manifest_of(positive + R"("expected_warnings": "W01"})")),
            "test 'A': 'expected_warnings' must be a list of strings");
  EXPECT_EQ(fault_of(manifest_of(positive + R"("expected_warnings": [1]})")),
            "test 'A': 'expected_warnings' must be a list of strings");
  EXPECT_EQ(fault_of(manifest_of(start + R"("type": "negative", "baked": 1})")),
            "test 'A': 'baked' must be true or false");
  const std::string whole = start + R"("type": "negative", "expected_error_type": "E"})";
  EXPECT_EQ(fault_of(manifest_of(whole)), "");
  EXPECT_EQ(fault_of(manifest_of(whole + "," + whole)), "test 'A' is listed twice");
}

std::string compiled(const std::string& yaml) {
  MemoryFiles files({{"a.rigy.yaml", yaml}});
  const CompileResult result = compile("a.rigy.yaml", files);
  EXPECT_TRUE(result.report.ok());
  return result.glb.to_string();
}

// A skinned box; `dimension` is its x, `bone` the second bone.
std::string box(const std::string& dimension = "1", const std::string& bone = "hand",
                const std::string& weight = "0.5") {
  return compiled(R"(version: "0.6"
materials: { red: { base_color: [1, 0, 0, 1] } }
meshes:
  - id: arm
    primitives:
      - { id: p, type: box, dimensions: { x: )" +
                  dimension + R"(, y: 1, z: 1 }, material: red }
armatures:
  - id: rig
    bones:
      - { id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0] }
      - { id: )" + bone +
                  R"(, parent: root, head: [0, 1, 0], tail: [0, 2, 0] }
bindings:
  - mesh_id: arm
    armature_id: rig
    weights:
      - primitive_id: p
        bones: [{ bone_id: root, weight: 0.5 }, { bone_id: )" +
                  bone + ", weight: " + weight + " }]\n");
}

std::string u32(std::size_t value) {
  std::string text(4, '\0');
  for (std::size_t i = 0; i < 4; ++i) text[i] = static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

struct Parts {
  std::string json;
  std::string binary;
};

Parts parts_of(const std::string& glb) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    size |= static_cast<std::size_t>(static_cast<unsigned char>(glb[12 + i])) << (8 * i);
  }
  return {glb.substr(20, size), glb.substr(20 + size + 8)};
}

std::string assembled(Parts parts) {
  while (parts.json.size() % 4 != 0) parts.json += ' ';
  return "glTF" + u32(2) + u32(28 + parts.json.size() + parts.binary.size()) +
         u32(parts.json.size()) + "JSON" + parts.json + u32(parts.binary.size()) +
         std::string("BIN\0", 4) + parts.binary;
}

std::string with_json(const std::string& glb, const std::string& old, const std::string& fresh) {
  Parts parts = parts_of(glb);
  const std::size_t at = parts.json.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  parts.json.replace(at, old.size(), fresh);
  return assembled(std::move(parts));
}

TEST(FirstDifference, None) { EXPECT_EQ(first_difference(box(), box()), ""); }

TEST(FirstDifference, Geometry) {
  EXPECT_EQ(first_difference(box("1"), box("2")),
            "mesh 'arm' POSITION[0].x: expected 0.5, got 1.0");
  EXPECT_EQ(first_difference(box("1", "hand", "0.5"), box("1", "hand", "0.25")),
            "mesh 'arm' JOINTS_0[0][0]: expected 1, got 0");
  Parts parts = parts_of(box());
  const float value = -1.7e-18f;
  std::memcpy(&parts.binary[12 * 7 + 8], &value, 4);
  EXPECT_EQ(first_difference(assembled(parts), box()),
            "mesh 'arm' POSITION[7].z: expected -1.7e-18, got -0.5");
}

TEST(FirstDifference, MinusZero) {
  Parts parts = parts_of(box());
  const std::size_t normals = std::size_t{24} * 12;
  const float value = -0.0f;
  std::memcpy(&parts.binary[normals + 4], &value, 4);
  EXPECT_EQ(first_difference(box(), assembled(parts)),
            "mesh 'arm' NORMAL[0].y: expected 0.0, got -0.0");
}

TEST(FirstDifference, Structure) {
  const std::string glb = box();
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("name":"hand")", R"("name":"ha\nd")")),
            R"(node 2 'hand' name: expected 'hand', got 'ha\nd')");
  EXPECT_EQ(first_difference(glb, with_json(glb, "[0.0,1.0,0.0]", "[0.0,2.0,0.0]")),
            "node 2 'hand' translation[1]: expected 1.0, got 2.0");
  EXPECT_EQ(first_difference(glb, with_json(glb, "[0.0,1.0,0.0]", "[0.0,1,0.0]")),
            "node 2 'hand' translation[1]: expected 1.0, got 1");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("max":[0.5,)", R"("max":[0.75,)")),
            "mesh 'arm' POSITION max[0]: expected 0.5, got 0.75");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("WEIGHTS_0")", R"("WEIGHTS_1")")),
            "mesh 'arm' WEIGHTS_0: expected some, got none");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("joints":[1,2])", R"("joints":[1])")),
            "skin 0 'rig' joints: expected 2 elements, got 1");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("OPAQUE")", R"("BLEND")")),
            "material 'red' alphaMode: expected 'OPAQUE', got 'BLEND'");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"(,"mode":4)", "")),
            "mesh 'arm' primitives[0] mode: expected 4, got nothing");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("scene":0)", R"("scene":0,"x":null)")),
            "x: expected nothing, got null");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("nodes":[{)", R"("nodes":[{},{)")),
            "number of nodes: expected 3, got 4");
}

TEST(FirstDifference, Accessors) {
  const std::string glb = box();
  EXPECT_EQ(
      first_difference(glb, with_json(glb, R"("componentType":5126)", R"("componentType":5125)")),
      "mesh 'arm' POSITION componentType: expected 5126, got 5125");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("count":24)", R"("count":23)")),
            "mesh 'arm' POSITION: expected 24 elements, got 23");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("count":24)", R"("count":99999999999)")),
            "mesh 'arm' POSITION: accessor 0 extends past its bufferView");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("bufferView":0)", R"("bufferView":77)")),
            "mesh 'arm' POSITION: accessor 0 has no bytes");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("type":"VEC3")", R"("type":"VEC9")")),
            "mesh 'arm' POSITION: accessor 0 has an unknown type");
  EXPECT_EQ(first_difference(glb, with_json(glb, R"("POSITION":0)", R"("POSITION":99)")),
            "mesh 'arm' POSITION: there is no accessor 99");
}

TEST(FirstDifference, Layout) {
  const std::string glb = box();
  const std::string asset = R"("asset":{"generator":"pygltflib@v1.16.5","version":"2.0"})";
  const std::string turned = R"("asset":{"version":"2.0","generator":"pygltflib@v1.16.5"})";
  const std::string found = first_difference(glb, with_json(glb, asset, turned));
  EXPECT_TRUE(found.starts_with("byte ")) << found;
  EXPECT_NE(found.find(" of the JSON: expected '"), std::string::npos) << found;
  Parts parts = parts_of(glb);
  parts.binary += std::string(4, '\0');
  EXPECT_EQ(first_difference(glb, assembled(parts)), "binary data: expected 1424 bytes, got 1428");
}

TEST(FirstDifference, NotAGlb) {
  const std::string glb = box();
  EXPECT_EQ(first_difference(glb, ""), "the output is not a GLB: it does not begin like a GLB");
  EXPECT_EQ(first_difference("text", glb),
            "the expected output is not a GLB: it does not begin like a GLB");
  EXPECT_EQ(first_difference(glb, glb.substr(0, glb.size() - 4)),
            "the output is not a GLB: its header says " + std::to_string(glb.size()) +
                " bytes, but there are " + std::to_string(glb.size() - 4));
  std::string version = glb;
  version[4] = 1;
  EXPECT_EQ(first_difference(glb, version),
            "the output is not a GLB: its container version is 1 instead of 2");
  std::string chunk = glb;
  chunk[16] = 'X';
  EXPECT_EQ(first_difference(glb, chunk), "the output is not a GLB: it has no complete JSON chunk");
  Parts parts = parts_of(glb);
  parts.json = "{";
  EXPECT_EQ(first_difference(glb, assembled(parts)),
            "the output is not a GLB: its JSON chunk is not JSON");
}

// Whatever the bytes are, the comparison ends with a description.
TEST(FirstDifference, SurvivesEveryDamagedByte) {
  const std::string glb = box();
  for (std::size_t i = 0; i < glb.size(); ++i) {
    std::string damaged = glb;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x11);
    EXPECT_NE(first_difference(glb, damaged), "") << "byte " << i;
    EXPECT_NE(first_difference(damaged, glb), "") << "byte " << i;
  }
}

ConformCase negative(const std::string& error_class, const std::string& code = "") {
  ConformCase test;
  test.expected_class = error_class;
  test.expected_code = code;
  return test;
}

// "differs in positions: mesh …", or nothing for a case that is passed.
std::string said(const Verdict& verdict) {
  if (verdict.outcome == Outcome::Passed) return verdict.difference;
  std::string text(name_of(verdict.outcome));
  for (const std::string_view name : verdict.differing) text += fmt::format(" {}", name);
  return text + ": " + verdict.difference;
}

std::string judged(const ConformCase& test, const std::string& yaml,
                   const std::string& expected = "") {
  MemoryFiles files({{"a.rigy.yaml", yaml}});
  return said(judge_compile(test, compile("a.rigy.yaml", files, options_for(test)), expected));
}

TEST(Judge, Rejections) {
  const std::string empty_mesh = "version: \"0.6\"\nmeshes: [{ id: a, primitives: [] }]\n";
  EXPECT_EQ(judged(negative("ValidationError"), empty_mesh), "");
  EXPECT_EQ(judged(negative("ValidationError", "X02"), empty_mesh), "");
  EXPECT_EQ(judged(negative("ValidationError", "V01"), empty_mesh),
            "wrong class: expected V01, got X02");
  EXPECT_EQ(judged(negative("ParseError"), empty_mesh),
            "wrong class: expected ParseError, got ValidationError (X02 in line 2: mesh 'a' has no "
            "primitives)");
  EXPECT_EQ(judged(negative("ParseError"), "version: \"0.6\"\n"),
            "accepted: expected ParseError, but it compiles");
  ConformCase positive;
  positive.positive = true;
  EXPECT_EQ(judged(positive, empty_mesh),
            "rejected: expected an output, got ValidationError (X02 in line 2: mesh 'a' has no "
            "primitives)");
}

TEST(Judge, Warnings) {
  ConformCase test;
  test.positive = true;
  const std::string newer = "version: \"0.99\"\n";
  const std::string glb = compiled(newer);
  EXPECT_EQ(judged(test, newer, glb), "");
  test.expected_warnings = {"W04"};
  EXPECT_EQ(judged(test, newer, glb), "");
  EXPECT_EQ(judged(test, "version: \"0.6\"\n", glb),
            "wrong warnings: warnings: expected W04, got none");
  test.expected_warnings = {"W01", "W04"};
  EXPECT_EQ(judged(test, newer, glb), "wrong warnings: warnings: expected W01, W04, got W04");
  test.expected_warnings.emplace();
  EXPECT_EQ(judged(test, newer, glb), "wrong warnings: warnings: expected none, got W04");
}

ProgramRun exited(int status, const std::string& printed) {
  return {ProgramRun::End::Exited, "", status, printed, false, ""};
}

ProgramRun wrote(const std::string& output, const std::string& printed = "") {
  return {ProgramRun::End::Exited, "", 0, printed, true, output};
}

TEST(Judge, ProgramsThatCompile) {
  ConformCase positive;
  positive.positive = true;
  const std::string glb = box();
  const auto verdict = [&](const ProgramRun& run) {
    return said(judge_program(positive, run, glb));
  };
  EXPECT_EQ(verdict(wrote(glb)), "");
  EXPECT_EQ(verdict(wrote(box("2"))),
            "differs positions: mesh 'arm' POSITION[0].x: expected 0.5, got 1.0");
  EXPECT_EQ(verdict(wrote(box("1", "hand", "0.25"))),
            "differs joints weights: mesh 'arm' JOINTS_0[0][0]: expected 1, got 0");
  EXPECT_EQ(verdict(wrote("half")),
            "differs: the output is not a GLB: it does not begin like a GLB");
  EXPECT_EQ(verdict(exited(0, "")), "no output: exit status 0, but there is no output");
  EXPECT_EQ(verdict(exited(3, "\n  Boom\nmore\n")),
            "rejected: expected an output, got exit status 3; it printed: Boom");
  EXPECT_EQ(verdict(exited(3, "")),
            "rejected: expected an output, got exit status 3; it printed nothing");
  EXPECT_EQ(verdict({ProgramRun::End::Crashed, "it was killed by signal 11", 0, "", true, glb}),
            "crashed: it was killed by signal 11");
  EXPECT_EQ(verdict(exited(139, "")), "crashed: exit status 139");
  EXPECT_EQ(verdict({ProgramRun::End::TimedOut, "timed out after 2 s", 0, "", true, glb}),
            "timed out: timed out after 2 s");
  EXPECT_EQ(verdict({ProgramRun::End::NotStarted, "'x' could not be started", 0, "", false, ""}),
            "not run: 'x' could not be started");
}

// Other compilers only have to give the three warnings of the specification.
TEST(Judge, ProgramsThatWarn) {
  ConformCase positive;
  positive.positive = true;
  positive.expected_warnings = {"W02", "W03", "W07"};
  const std::string glb = box();
  const auto verdict = [&](const std::string& printed) {
    return said(judge_program(positive, wrote(glb, printed), glb));
  };
  EXPECT_EQ(verdict("warning[W02]: x\nW03: y"), "");
  EXPECT_EQ(verdict("W02 W03 W04"), "");
  EXPECT_EQ(verdict(""), "wrong warnings: warnings: expected W02, W03, got none");
  EXPECT_EQ(verdict("W02 and W030 and XW03"),
            "wrong warnings: warnings: expected W02, W03, got W02");
  EXPECT_EQ(verdict("W01 W02 W03"),
            "wrong warnings: warnings: expected W02, W03, got W01, W02, W03");
}

TEST(Judge, ProgramsThatReject) {
  const ConformCase test = negative("ValidationError", "V01");
  const auto verdict = [&](const ProgramRun& run) { return said(judge_program(test, run, "")); };
  EXPECT_EQ(verdict(exited(1, "x: ValidationError: no")), "");
  EXPECT_EQ(verdict(exited(1, "no")),
            "wrong class: expected ValidationError, got no class of error");
  EXPECT_EQ(verdict(exited(1, "NoValidationErrors")),
            "wrong class: expected ValidationError, got no class of error");
  EXPECT_EQ(verdict(exited(139, "ValidationError")), "crashed: exit status 139");
  EXPECT_EQ(verdict(exited(1, "ParseError: no")),
            "wrong class: expected ValidationError, got ParseError");
  EXPECT_EQ(verdict(exited(1,
                           "ParseError ValidationError TessellationError ExportError "
                           "ContractError CompositionError")),
            "wrong class: expected ValidationError, got ParseError, ValidationError, "
            "TessellationError, ExportError, ContractError, CompositionError");
  EXPECT_EQ(verdict(exited(0, "")), "accepted: expected ValidationError, got exit status 0");
  EXPECT_EQ(verdict({ProgramRun::End::Exited, "", 1, "ValidationError", true, ""}),
            "accepted: rejected, but it wrote an output");
}

TEST(Blocks, InMeshOrder) {
  const std::string glb = box();
  const std::optional<Blocks> blocks = blocks_of(glb);
  ASSERT_TRUE(blocks);
  const std::string binary = parts_of(glb).binary;
  const auto& [positions, normals, indices, joints, weights] = *blocks;
  EXPECT_EQ(positions + normals + indices + joints + weights,
            binary.substr(0, 24 * 12 * 2 + 36 * 4 + 24 * 8 + 24 * 16));
  EXPECT_EQ(blocks_of(compiled("version: \"0.6\"\n")), Blocks{});
  EXPECT_EQ(blocks_of("glTF"), std::nullopt);
  EXPECT_EQ(blocks_of(with_json(glb, "\"POSITION\":0", "\"POSITION\":9")), std::nullopt);
}

using Words = std::vector<std::string>;

Words expanded(const std::string& text, const std::string& pose, bool bake_transforms = false) {
  const auto command = parse_command(text);
  if (const auto* fault = std::get_if<std::string>(&command)) return {*fault};
  return expand_command(std::get<CommandTemplate>(command),
                        {"in put", "out {pose}", pose, bake_transforms});
}

TEST(Command, Words) {
  EXPECT_EQ(expanded("prog {input} {output} {pose}", ""), (Words{"prog", "in put", "out {pose}"}));
  EXPECT_EQ(expanded("prog {input} {output} {pose}", "p"),
            (Words{"prog", "in put", "out {pose}", "p"}));
  EXPECT_EQ(expanded("'my prog' -o\"{output} \"  -i={input}\t''", ""),
            (Words{"my prog", "-oout {pose} ", "-i=in put", ""}));
}

TEST(Command, Brackets) {
  const std::string text = "c {input} {output} [--pose {pose} --bake] [--flat {bake_transforms}]";
  EXPECT_EQ(expanded(text, ""), (Words{"c", "in put", "out {pose}"}));
  EXPECT_EQ(expanded(text, "p q"), (Words{"c", "in put", "out {pose}", "--pose", "p q", "--bake"}));
  EXPECT_EQ(expanded(text, "", true), (Words{"c", "in put", "out {pose}", "--flat"}));
  EXPECT_EQ(expanded("c {input} {output} '[' --flat{bake_transforms}", "", true),
            (Words{"c", "in put", "out {pose}", "[", "--flat"}));
}

TEST(Command, Faults) {
  EXPECT_EQ(expanded("c {output}", ""), (Words{"{input} is missing"}));
  EXPECT_EQ(expanded("c {input} [{output} {pose}]", ""), (Words{"{output} is missing"}));
  EXPECT_EQ(expanded("c 'x", ""), (Words{"unclosed quotation mark"}));
  for (const char* const text : {"c [a", "c a]", "c [a [b] c]"}) {
    EXPECT_EQ(expanded(text, ""), (Words{"brackets must come in pairs and cannot be nested"}));
  }
}

TEST(Pattern, MatchesAsShellsDo) {
  for (const char* const pattern : {"*", "V11", "V*", "*1", "V?1", "V[0-3]1", "[VX]11", "V[!2-9]*",
                                    "*V*1*1*", "\\V11", "V[]1]1"}) {
    EXPECT_TRUE(matches_pattern("V11", pattern)) << pattern;
  }
  for (const char* const pattern :
       {"", "V1", "V111", "v11", "?", "V[!1]1", "V[2-9]1", "*2*", "V*2", "\\*", "V[1", "V\\?1"}) {
    EXPECT_FALSE(matches_pattern("V11", pattern)) << pattern;
  }
  EXPECT_TRUE(matches_pattern("", "**"));
  EXPECT_TRUE(matches_pattern("a-b", "a[x-]b"));
  EXPECT_TRUE(matches_pattern("a[1", "a[1"));
}

}  // namespace
}  // namespace rigy
