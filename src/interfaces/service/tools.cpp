#include "service/tools.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/cancellation.hpp"
#include "diagnostics/suggestions.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {

namespace {

std::string quoted(const std::vector<std::string_view>& names) {
  return names.empty() ? std::string() : fmt::format("\"{}\"", fmt::join(names, "\",\""));
}

constexpr std::size_t max_fault = 2000;

// A fault may repeat what it is about, which may be long.
std::string bounded_fault(std::string fault) {
  if (fault.size() <= max_fault) return fault;
  std::size_t end = max_fault;
  while (end > 0 && (static_cast<unsigned char>(fault[end]) & 0xC0) == 0x80) --end;
  fault.resize(end);
  return fault + " …";
}

}  // namespace

ToolResult tool_fault(std::string message) { return {.json = {}, .fault = std::move(message)}; }

std::span<const Tool> all_tools() {
  static const std::vector<Tool> all{
      write_asset_tool(), look_tool(),    measure_tool(),  inspect_tool(),
      fix_tool(),         pose_tool(),    motion_tool(),   export_tool(),
      diff_tool(),        explain_tool(), template_tool(),
  };
  return all;
}

const Tool* find_tool(std::string_view name) {
  for (const Tool& tool : all_tools()) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

std::string unknown_tool(std::string_view name) {
  ClosestWord closest(name);
  std::vector<std::string_view> names;
  for (const Tool& tool : all_tools()) {
    closest.offer(tool.name);
    names.push_back(tool.name);
  }
  if (!closest.best().empty()) {
    return fmt::format("there is no tool '{}'; did you mean '{}'?", name, closest.best());
  }
  return fmt::format("there is no tool '{}'; the tools are {}", name, fmt::join(names, ", "));
}

std::string input_schema(const Tool& tool) {
  JsonWriter json;
  write_schema(json, tool.arguments);
  std::string text = json.take();
  text.pop_back();
  return fmt::format("{},\"examples\":[{}]}}", text, tool.example);
}

std::string output_schema(const Tool& tool) {
  return fmt::format(R"({{"type":"object","properties":{{{}}},"required":[{}]}})", tool.output,
                     quoted(tool.always));
}

ToolResult call_tool(const Tool& tool, const JsonValue& arguments, const ToolContext& context) {
  std::string fault = fault_of(tool.arguments, arguments);
  if (!fault.empty()) return tool_fault(bounded_fault(fmt::format("{}: {}", tool.name, fault)));
  ToolResult result = tool.run(Arguments(arguments), context);
  stop_if_canceled();
  if (result.fault.empty() && !result.saves.empty()) {
    std::string trouble = save(result.saves, context);
    if (!trouble.empty()) result = tool_fault(std::move(trouble));
  }
  if (!result.fault.empty()) {
    result.fault = bounded_fault(fmt::format("{}: {}", tool.name, result.fault));
  }
  return result;
}

}  // namespace rigy::interfaces
