// fix: what diagnostics find, corrected where it can only mean one thing.
#include <utility>

#include <fmt/format.h>

#include "rigy/fix.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

void write_changed(JsonWriter& json, const std::vector<FixedFile>& changed, ListPage& page) {
  json.key("changed");
  json.begin_array();
  const ListPage::Part part = page.part_of(changed.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const FixedFile& file = changed[i];
    json.begin_object();
    json.key("name");
    json.string(file.name);
    json.key("text");
    json.string(file.after);
    json.end_object();
  }
  json.end_array();
}

void write_left(JsonWriter& json, const std::vector<LeftFix>& left, ListPage& page) {
  json.key("left");
  json.begin_array();
  const ListPage::Part part = page.part_of(left.size());
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const LeftFix& one = left[i];
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

// Why the answer cannot have the new texts: one of the files is none of Rigy's.
std::string foreign_fault_of(const FixResult& fixed, const Arguments& arguments,
                             const std::string& entry, const ServiceOptions& options) {
  if (options.root.empty() || arguments.has("files")) return {};
  for (const FixedFile& file : fixed.changed) {
    if (arguments.has("document") && file.name == entry) continue;
    std::string fault = foreign_fault(file.name, file.before);
    if (!fault.empty()) return fault;
  }
  return {};
}

void save_changed(std::vector<FixedFile> changed, ToolResult& result) {
  for (FixedFile& file : changed) {
    result.saves.push_back({.path = std::move(file.name),
                            .bytes = std::move(file.after),
                            .before = std::move(file.before)});
  }
}

ToolResult run_fix(const Arguments& arguments, const ToolContext& context) {
  DocumentSource source = document_source(arguments, context.options);
  std::string fault = source.fault.empty() ? save_fault(arguments, context.options) : source.fault;
  if (!fault.empty()) return tool_fault(std::move(fault));
  FixOptions options;
  options.compile.analysis = analyze_options(arguments, context.options);
  options.compile.analysis.max_errors = max_listed_diagnostics;  // also what is not listed is fixed
  options.compile.analysis.shared = nullptr;  // an import may change while it is fixed
  options.with_unsafe = arguments.flag("unsafe");
  FixResult fixed = fix(source.entry, *source.files, options);
  fault = option_fault(fixed);
  if (fault.empty()) fault = foreign_fault_of(fixed, arguments, source.entry, context.options);
  if (!fault.empty()) return tool_fault(std::move(fault));
  context.tell(1, 2, "fixed");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, fixed.report, page);
    json.key("applied");
    json.number(fixed.applied);
    write_changed(json, fixed.changed, page);
    write_left(json, fixed.left, page);
    if (arguments.flag("save")) save_changed(std::move(fixed.changed), result);
    return std::string();
  });
}

}  // namespace

Tool fix_tool() {
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
          .output = properties(
              {report_schema(), R"("applied":{"type":"integer"})",
               list_of("changed", "The files that change, with their new texts",
                       R"("name":{"type":"string"},"text":{"type":"string"})", R"("name","text")"),
               list_of("left", "Fixes that were not applied, and why somebody has to look at them",
                       R"("code":{"type":"string"},"line":{"type":"integer"},)"
                       R"("title":{"type":"string"},"reason":{"type":"string"})",
                       R"("code","line","title","reason")")}),
          .always = report_keys(),
          .example = R"({"path":"lamp.rigy.yaml","save":true})",
          .run = run_fix};
}

}  // namespace rigy::interfaces
