// fix: what diagnostics find, corrected where it can only mean one thing.
#include <utility>

#include <fmt/format.h>

#include "rigy/fix.hpp"
#include "service/answer.hpp"
#include "service/document_source.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

void write_changed(JsonWriter& json, const std::vector<FixedFile>& changed) {
  json.key("changed");
  json.begin_array();
  for (const FixedFile& file : changed) {
    json.begin_object();
    json.key("name");
    json.string(file.name);
    json.key("text");
    json.string(file.after);
    json.end_object();
  }
  json.end_array();
}

void write_left(JsonWriter& json, const std::vector<LeftFix>& left) {
  json.key("left");
  json.begin_array();
  for (const LeftFix& one : left) {
    json.begin_object();
    json.key("code");
    json.string(one.id);
    json.key("line");
    json.number(one.place.start.line);
    json.key("title");
    json.string(one.title);
    json.key("reason");
    json.string(one.reason);
    json.end_object();
  }
  json.end_array();
}

// Writes the changed files; returns what went wrong.
std::string save_changed(const Arguments& arguments, const std::vector<FixedFile>& changed,
                         const ServiceOptions& options) {
  if (!arguments.flag("save") || changed.empty()) return {};
  if (!arguments.has("path")) return "'save' needs a 'path'";
  std::vector<SavedFile> files;
  for (const FixedFile& file : changed) files.push_back({file.name, file.after});
  return save(files, options);
}

ToolResult run(const Arguments& arguments, const ToolContext& context) {
  DocumentSource source = document_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(std::move(source.fault));
  FixOptions options;
  options.compile.analysis = analyze_options(arguments, context.options);
  options.compile.analysis.shared = nullptr;  // an import may change while it is fixed
  options.with_unsafe = arguments.flag("unsafe");
  const FixResult result = fix(source.entry, *source.files, options);
  std::string fault = option_fault(result);
  if (fault.empty()) fault = save_changed(arguments, result.changed, context.options);
  if (!fault.empty()) return tool_fault(std::move(fault));
  return answer([&](JsonWriter& json, ToolResult&) {
    write_report(json, result.report);
    json.key("applied");
    json.number(result.applied);
    write_changed(json, result.changed);
    write_left(json, result.left);
    return std::string();
  });
}

}  // namespace

Tool fix_tool() {
  static const std::string output = fmt::format(
      R"({},"applied":{{"type":"integer"}},"changed":{{"type":"array","description":)"
      R"("The files that change, with their new texts"}},"left":{{"type":"array",)"
      R"("description":"Fixes that were not applied, and why somebody has to look at them"}})",
      report_schema);
  return {.name = "fix",
          .title = "Fix a document",
          .description =
              "Correct what diagnostics find, where only one thing can be meant; fixes that "
              "somebody has to look at are listed, and applied with 'unsafe'. Answers with the "
              "new texts and what is still wrong.",
          .writes = true,
          .arguments = with_document({
              {.name = "unsafe",
               .type = Type::Flag,
               .description = "Also apply fixes that may not be what is meant."},
              {.name = "save",
               .type = Type::Flag,
               .description = "With 'path': write the files that change."},
          }),
          .output = output,
          .example = R"({"path":"lamp.rigy.yaml","save":true})",
          .run = run};
}

}  // namespace rigy::interfaces
