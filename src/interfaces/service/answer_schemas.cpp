#include "service/answer_schemas.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigy::interfaces {
namespace {

constexpr std::string_view place_properties =
    R"("file":{"type":"string"},"line":{"type":"integer"},"column":{"type":"integer"},)"
    R"("end_line":{"type":"integer"},"end_column":{"type":"integer"},)"
    R"("column_utf16":{"type":"integer"},"end_column_utf16":{"type":"integer"})";

std::string fixes_schema() {
  const std::string edits = list_of(
      "edits", "Texts to replace",
      properties({place_properties, R"("begin":{"type":"integer"},"end":{"type":"integer"})",
                  R"("text":{"type":"string"})"}),
      R"("file","line","column","begin","end","text")");
  return list_of("fixes", "What the tool fix can do about it",
                 properties({R"("title":{"type":"string"},"safe":{"type":"boolean"})",
                             R"("reason":{"type":["string","null"]})", edits}),
                 R"("title","safe","reason","edits")");
}

}  // namespace

std::string properties(std::initializer_list<std::string_view> parts) {
  return fmt::format("{}", fmt::join(parts, ","));
}

std::string list_of(std::string_view name, std::string_view description,
                    std::string_view item_properties, std::string_view required) {
  return fmt::format(
      R"("{}":{{"type":"array","description":"{}","items":{{"type":"object","properties":{{{}}},)"
      R"("required":[{}]}}}})",
      name, description, item_properties, required);
}

std::string diagnostics_schema(std::string_view description) {
  const std::string related =
      list_of("related", "Other places it is about",
              properties({R"("message":{"type":"string"})", place_properties}), R"("message")");
  return list_of(
      "diagnostics", description,
      properties({R"("severity":{"enum":["error","warning"]})",
                  R"("code":{"type":"string","examples":["V11"]})",
                  R"("class":{"type":["string","null"]},"message":{"type":"string"})",
                  place_properties, R"("path":{"type":"string"},"help":{"type":["string","null"]})",
                  related, fixes_schema()}),
      R"("severity","code","class","message","file","line","column","path","help","related")");
}

std::string_view report_schema() {
  static const std::string schema = properties(
      {R"("ok":{"type":"boolean","description":"Whether the document has no errors"})",
       R"("errors":{"type":"integer"},"warnings":{"type":"integer"},"omitted":{"type":"integer"})",
       diagnostics_schema("What is wrong, where, and what to write instead"), next_schema});
  return schema;
}

std::vector<std::string_view> report_keys() {
  return {"ok", "errors", "warnings", "omitted", "diagnostics", "next"};
}

std::string_view summary_schema() {
  static const std::string schema = [] {
    std::string counts;
    for (const std::string_view name :
         {"mesh_count", "primitive_count", "vertex_count", "triangle_count",
          "inward_triangle_count", "material_count", "armature_count", "bone_count", "skin_count",
          "pose_count", "anchor_count", "instance_count"}) {
      counts += fmt::format(R"("{}":{{"type":"integer"}},)", name);
    }
    constexpr std::string_view corner =
        R"({"type":"array","items":{"type":"number"},"minItems":3,"maxItems":3})";
    return fmt::format(
        R"("summary":{{"type":"object","description":"Counts and bounds","properties":{{)"
        R"("kind":{{"enum":["asset","scene"]}},"rigy_version":{{"type":["string","null"]}},)"
        R"("rigs_version":{{"type":["string","null"]}},{}"bounds":{{"type":["object","null"],)"
        R"("properties":{{"min":{},"max":{}}}}}}},"required":["kind","bounds"]}})",
        counts, corner, corner);
  }();
  return schema;
}

std::string_view clips_schema() {
  static const std::string schema =
      list_of("clips", "The clips of a motion",
              R"("id":{"type":"string"},"length":{"type":"number"},"loop":{"type":"boolean"},)"
              R"("travel":{"type":"array","items":{"type":"number"}},"keys":{"type":"integer"})",
              R"("id","length","loop","travel","keys")");
  return schema;
}

}  // namespace rigy::interfaces
