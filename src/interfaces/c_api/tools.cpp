// rigy_call_tool: the tools of rigy mcp, by name.
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "c_api/result.hpp"
#include "c_api/texts.hpp"
#include "knowledge/program_knowledge.hpp"
#include "messages/json_value.hpp"
#include "service/tool_answer.hpp"

namespace rigy::interfaces {
namespace {

// What the tool saves becomes files of the result; nothing is written here.
ServiceOptions service_options(const char* root, rigy_result& result) {
  ServiceOptions options;
  options.root = text_of(root);
  options.knowledge = &program_knowledge();
  options.write = [&result](std::span<const SavedFile> files, std::string& /*failed*/) {
    for (const SavedFile& file : files) {
      result.files.push_back({file.path, std::string(file.bytes)});
    }
    return std::error_code();
  };
  return options;
}

rigy_result* call(std::string_view tool, std::string_view arguments, const char* root) {
  auto result = std::make_unique<rigy_result>();
  const ParsedJson parsed = parse_json(arguments.empty() ? "{}" : arguments);
  if (!parsed.ok()) {
    result->param_error = "the arguments are not JSON: " + parsed.fault;
    return result.release();
  }
  const ServiceOptions options = service_options(root, *result);
  ToolAnswer answer = answer_tool(tool, parsed.value, {options});
  result->ok = answer.fault.empty();
  result->param_error = std::move(answer.fault);
  result->text = std::move(answer.json);
  return result.release();
}

}  // namespace
}  // namespace rigy::interfaces

using namespace rigy::interfaces;

rigy_result* rigy_call_tool(const char* tool, const char* arguments, const char* root) {
  return null_if_thrown([&]() -> rigy_result* {
    if (tool == nullptr) return nullptr;
    return call(tool, text_of(arguments), root);
  });
}
