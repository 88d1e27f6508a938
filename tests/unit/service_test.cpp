// The tools that programs get, called as a library would.
#include <map>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "messages/json_value.hpp"
#include "service/base64.hpp"
#include "service/saving.hpp"
#include "service/tools.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using Type = ArgumentType;

std::string fault(const std::vector<ArgumentInfo>& known, std::string_view json) {
  return fault_of(known, parse_json(json).value);
}

TEST(ToolArguments, SayWhatIsWrongWithThem) {
  const std::vector<ArgumentInfo> known{
      {.name = "name", .type = Type::Text, .description = "The name.", .required = true},
      {.name = "size", .type = Type::Integer, .description = "", .min = 1, .max = 9},
      {.name = "kind", .type = Type::Word, .description = "", .words = {"left", "right"}},
      {.name = "pairs",
       .type = Type::Objects,
       .description = "",
       .fields = {{.name = "a", .type = Type::Text, .description = "A.", .required = true}}}};
  EXPECT_EQ(fault(known, R"({"name":"x","size":null,"kind":"left","pairs":[{"a":"b"}]})"), "");
  EXPECT_EQ(fault(known, "{}"), "the argument 'name' is missing: The name.");
  EXPECT_EQ(fault(known, "null"), "the argument 'name' is missing: The name.");
  EXPECT_EQ(fault(known, "[]"), "the arguments must be an object, not a list");
  EXPECT_EQ(fault(known, R"({"nme":"x"})"), "there is no argument 'nme'; did you mean 'name'?");
  EXPECT_EQ(fault(known, R"({"quux":"x"})"),
            "there is no argument 'quux'; there is name, size, kind, pairs");
  EXPECT_EQ(fault(known, R"({"name":"x","size":10})"), "'size' must be at most 9, not 10");
  EXPECT_EQ(fault(known, R"({"name":"x","size":1.5})"), "'size' must be a whole number, not 1.5");
  EXPECT_EQ(fault(known, R"({"name":"x","kind":"lft"})"),
            "'kind' cannot be 'lft'; did you mean 'left'?");
  EXPECT_EQ(fault(known, R"({"name":"x","pairs":[{"a":"b"},{"a":1}]})"),
            "'pairs[1].a' must be a text, not a number");
  EXPECT_EQ(fault(known, R"({"name":"x","pairs":{}})"),
            "'pairs' must be a list of objects, not an object");
}

TEST(ToolArguments, HaveASchema) {
  JsonWriter json;
  write_schema(json, {{.name = "size",
                       .type = Type::Integer,
                       .description = "Pixels.",
                       .example = "64",
                       .required = true,
                       .min = 1}});
  EXPECT_EQ(json.take(), R"({"type":"object","properties":{"size":{"type":"integer","minimum":1,)"
                         R"("description":"Pixels.","examples":[64]}},"required":["size"],)"
                         R"("additionalProperties":false})");
}

TEST(Tools, AreAtMostADozenWithSchemasThatAreJson) {
  EXPECT_LE(all_tools().size(), 12u);
  for (const Tool& tool : all_tools()) {
    EXPECT_TRUE(parse_json(input_schema(tool)).ok()) << tool.name;
    EXPECT_TRUE(parse_json(output_schema(tool)).ok()) << tool.name;
    EXPECT_EQ(fault(tool.arguments, tool.example), "") << tool.name;
  }
  EXPECT_EQ(unknown_tool("lok"), "there is no tool 'lok'; did you mean 'look'?");
}

ToolResult call(std::string_view name, std::string_view arguments) {
  const ServiceOptions options;
  return call_tool(*find_tool(name), parse_json(arguments).value, {options});
}

TEST(Tools, NeedNoFiles) {
  const ToolResult result =
      call("measure",
           R"({"document":"version: \"0.13\"\nmeshes: [{id: m, primitives: [{id: a, type: box,)"
           R"( dimensions: {x: 1, y: 1, z: 1}}]}]","ground":[]})");
  EXPECT_EQ(result.fault, "");
  const JsonValue answer = parse_json(result.json).value;
  EXPECT_EQ(answer.find("ground")->items[0].find("lowest")->number, -0.5);
  EXPECT_EQ(call("inspect", R"({"path":"a.rigy.yaml"})").fault,
            "inspect: there are no files here: 'path' needs a root folder");
  EXPECT_EQ(call("write_asset", R"({"document":"version: 1","save_as":"a.rigy.yaml"})").fault,
            "write_asset: nothing can be written here");
}

TEST(Saving, WritesOnlyNamesOfRigy) {
  for (const char* path : {"a.rigy.yaml", "b/c d.rigs.yaml", "a.rigm.yml", "ä.ricy.yaml",
                           "a.bones.yaml", "weights/a.json"}) {
    EXPECT_EQ(name_fault(path, SavedKind::Document), "") << path;
  }
  for (const char* path : {"", ".", "/a.rigy.yaml", "../a.rigy.yaml", "a/../b.rigy.yaml",
                           ".a.rigy.yaml", ".git/a.rigy.yaml", "a/.b/c.rigy.yaml", ".rigy.yaml",
                           "a.yaml", "a.sh", "a.RIGY.YAML", "a.rigy.yaml ", "a.rigy.yaml.",
                           "-a.rigy.yaml", "a\\b.rigy.yaml", "c:a.rigy.yaml", "a\n.rigy.yaml"}) {
    EXPECT_NE(name_fault(path, SavedKind::Document), "") << path;
  }
  EXPECT_EQ(name_fault("out/a.v1.glb", SavedKind::Export), "");
  EXPECT_EQ(name_fault("a.bin", SavedKind::Export), "");
  EXPECT_NE(name_fault("a.rigy.yaml", SavedKind::Export), "");
  EXPECT_NE(name_fault(".a.glb", SavedKind::Export), "");
}

TEST(Saving, LeavesNothingWhenTheCallMustStop) {
  ServiceOptions options;
  int writes = 0;
  options.write = [&writes](std::span<const SavedFile> files, std::string& /*failed*/) {
    writes += static_cast<int>(files.size());
    return std::error_code();
  };
  const std::vector<FileToSave> files{{.path = "a.rigy.yaml", .bytes = "x"},
                                      {.path = "b.rigy.yaml", .bytes = "y"}};
  EXPECT_EQ(save(files, {.options = options, .settle = [] { return false; }}),
            "the call was canceled");
  EXPECT_EQ(writes, 0);
  EXPECT_EQ(save(files, {.options = options, .settle = [] { return true; }}), "");
  EXPECT_EQ(writes, 2);
  const std::vector<FileToSave> settings{{.path = "package.json", .bytes = "{}"}, files.front()};
  EXPECT_NE(save(settings, {options}).find("no weight file"), std::string::npos);
  EXPECT_EQ(writes, 2);
}

// What `measure` says about a document that imports a sphere.
std::string measured(const ServiceOptions& options, std::string_view radius) {
  constexpr std::string_view anchors =
      "anchors: [{id: a, translation: [0, 0, 0]}, {id: b, translation: [1, 0, 0]}, "
      "{id: c, translation: [0, 1, 0]}]";
  const std::string arguments = fmt::format(
      R"({{"files":{{"a.rigy.yaml":"version: '0.13'\nimports: {{p: {{source: p.rigy.yaml}}}}\n)"
      R"({0}\ninstances: [{{id: i, import: p, attach3: {{from: [a, b, c], to: [a, b, c], )"
      R"(mode: rigid}}}}]","p.rigy.yaml":"version: '0.13'\n{0}\nmeshes: [{{id: m, primitives: )"
      R"([{{id: x, type: sphere, dimensions: {{radius: {1}}}}}]}}]"}},"entry":"a.rigy.yaml",)"
      R"("ground":[]}})",
      anchors, radius);
  const ToolResult result =
      call_tool(*find_tool("measure"), parse_json(arguments).value, {options});
  EXPECT_EQ(result.fault, "");
  EXPECT_NE(result.json.find("\"lowest\""), std::string::npos) << result.json;
  return result.json;
}

TEST(Tools, KeepImportsByTheirContent) {
  ServiceOptions options;
  options.imports = std::make_shared<KeptImports>();
  const std::string first = measured(options, "0.5");
  EXPECT_EQ(measured(options, "0.5"), first);
  EXPECT_NE(measured(options, "0.25"), first);
  EXPECT_EQ(measured(options, "0.25"), measured(ServiceOptions{}, "0.25"));
}

TEST(KeptImports, AreLentToOneAtATime) {
  const auto imports = std::make_shared<KeptImports>();
  auto first = imports->borrow();
  const auto second = imports->borrow();
  EXPECT_NE(first, second);
  const SharedAssets* const known = first.get();
  first.reset();
  EXPECT_EQ(imports->borrow().get(), known);
}

TEST(Base64, PadsWhatIsShort) {
  const std::map<std::string, std::string> texts{
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"\xff\xfe\xfd\xfc", "//79/A=="}};
  for (const auto& [bytes, text] : texts) EXPECT_EQ(base64(bytes), text);
}

}  // namespace
}  // namespace rigy
