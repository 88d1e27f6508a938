#include "service/tool_answer.hpp"

#include <utility>

#include <fmt/format.h>

#include "service/base64.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view list_name = "list_tools";

std::string tool_list() {
  JsonWriter json;
  json.begin_object();
  json.key("tools");
  json.begin_array();
  for (const Tool& tool : all_tools()) {
    json.begin_object();
    json.key("name");
    json.string(tool.name);
    json.key("description");
    json.string(tool.description);
    json.key("input_schema");
    json.text(input_schema(tool));
    json.key("output_schema");
    json.text(output_schema(tool));
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

// The answer, with the pictures as one key more.
std::string with_pictures(const ToolResult& result) {
  std::string text = result.json;
  if (result.pictures.empty()) return text;
  text.pop_back();
  JsonWriter json;
  json.begin_array();
  for (const ToolPicture& picture : result.pictures) {
    json.begin_object();
    json.key("caption");
    json.string(picture.caption);
    json.key("mime_type");
    json.string("image/png");
    json.key("base64");
    json.string(base64(picture.png));
    json.end_object();
  }
  json.end_array();
  return fmt::format("{},\"pictures\":{}}}", text, json.take());
}

}  // namespace

ToolAnswer answer_tool(std::string_view name, const JsonValue& arguments,
                       const ToolContext& context) {
  if (name == list_name) return {tool_list(), {}};
  const Tool* const tool = find_tool(name);
  if (tool == nullptr) return {{}, unknown_tool(name)};
  ToolResult result = call_tool(*tool, arguments, context);
  if (!result.fault.empty()) return {{}, std::move(result.fault)};
  return {with_pictures(result), {}};
}

}  // namespace rigy::interfaces
