#include "service/answer.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/render_json.hpp"

namespace rigy::interfaces {

std::vector<ArgumentInfo> page_arguments(std::string_view what) {
  return {
      {.name = "limit",
       .type = ArgumentType::Integer,
       .description = what,
       .example = "50",
       .min = 1,
       .max = 1000},
      {.name = "next",
       .type = ArgumentType::Integer,
       .description = "Where to go on: 'next' of the answer before.",
       .example = "50",
       .min = 0,
       .max = 1e9},
  };
}

ListPage page_of(const Arguments& arguments, std::size_t otherwise) {
  return {arguments.count("next", 0), arguments.count("limit", otherwise)};
}

void write_next(JsonWriter& json, const ListPage& page, std::size_t total) {
  json.key("next");
  if (page.end() < total) {
    json.number(page.end());
  } else {
    json.null();
  }
}

ToolResult answer(const std::function<std::string(JsonWriter& json, ToolResult& result)>& write) {
  ToolResult result;
  JsonWriter json;
  json.begin_object();
  std::string fault = write(json, result);
  if (!fault.empty()) return tool_fault(std::move(fault));
  json.end_object();
  result.json = json.take();
  return result;
}

std::string on_one_line(std::string json) {
  std::erase(json, '\n');
  return json;
}

std::string option_fault(const Outcome& outcome) {
  std::vector<std::string> faults;
  if (outcome.entry_unreadable && !outcome.report.diagnostics.empty()) {
    const Diagnostic& first = outcome.report.diagnostics.front();
    return fmt::format("{}: {}", first.place.file, first.message);
  }
  for (const std::string& fault : outcome.param_faults) faults.push_back("params: " + fault);
  faults.insert(faults.end(), outcome.option_faults.begin(), outcome.option_faults.end());
  return fmt::format("{}", fmt::join(faults, "; "));
}

void write_report(JsonWriter& json, const Report& report, const ListPage& page,
                  const Fixes& fixes) {
  json.key("ok");
  json.boolean(report.ok());
  json.key("errors");
  json.number(report.errors);
  json.key("warnings");
  json.number(report.warnings);
  json.key("omitted");
  json.number(report.omitted);
  json.key("diagnostics");
  json.begin_array();
  const std::size_t end = std::min(page.end(), report.diagnostics.size());
  for (std::size_t i = page.begin; i < end; ++i) {
    const std::vector<Fix> none;
    write_diagnostic(json, report.diagnostics[i], i < fixes.size() ? fixes[i] : none);
  }
  json.end_array();
}

std::string diagnostic_json(const Diagnostic& diagnostic) {
  JsonWriter json;
  write_diagnostic(json, diagnostic);
  return json.take();
}

ArgumentInfo size_argument() {
  return {.name = "size",
          .type = ArgumentType::Integer,
          .description = "The longer side of the picture in pixels (default: 768).",
          .example = "512",
          .min = 64,
          .max = max_served_picture_size};
}

std::uint32_t picture_size(const Arguments& arguments) {
  return static_cast<std::uint32_t>(arguments.count("size", default_picture_size));
}

void write_picture(JsonWriter& json, DrawnPicture drawn, ToolResult& result) {
  json.key("picture");
  json.string(drawn.picture ? drawn.picture->caption : drawn.fault);
  if (drawn.picture) result.pictures.push_back(std::move(*drawn.picture));
}

}  // namespace rigy::interfaces
