// The tools of the service: any arguments, and any document.
#include <fmt/format.h>

#include "fuzz/targets.hpp"
#include "messages/json_value.hpp"
#include "service/tools.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

std::string check_call(const Tool& tool, const JsonValue& arguments) {
  const ServiceOptions options;
  const ToolResult result = call_tool(tool, arguments, {options});
  if (!result.fault.empty()) return {};
  if (result.json.find('\n') != std::string::npos) {
    return fmt::format("{}: the answer has a line break", tool.name);
  }
  if (!parse_json(result.json).ok()) return fmt::format("{}: the answer is not JSON", tool.name);
  return {};
}

JsonValue with_document(std::string_view document) {
  JsonValue text{.kind = JsonValue::Kind::Text, .text = std::string(document)};
  JsonValue size{.kind = JsonValue::Kind::Number, .number = 64, .text = "64"};
  return {.kind = JsonValue::Kind::Object, .keys = {"document", "size"}, .items = {text, size}};
}

}  // namespace

std::string run_tools(std::string_view input) {
  const ParsedJson parsed = parse_json(input);
  for (const Tool& tool : all_tools()) {
    if (parsed.ok()) {
      if (std::string problem = check_call(tool, parsed.value); !problem.empty()) return problem;
    }
  }
  if (parsed.ok()) return {};
  return check_call(*find_tool("write_asset"), with_document(input));
}

}  // namespace rigy::fuzz
