// write_asset: a document, checked, looked at, and saved below the root.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/cancellation.hpp"
#include "rigy/compile.hpp"
#include "rigy/fix.hpp"
#include "rigy/inspect.hpp"
#include "rigy/lint.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/clips.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

// What is to be checked, and what to write.
struct WrittenAsset {
  DocumentSource source = {};
  std::vector<FileToSave> files = {};
  std::string fault = {};
};

// Where a text has another one.
struct Found {
  std::size_t count = 0;  // without those that overlap an earlier one
  std::size_t first = 0;
  std::size_t beginning = 0;      // the size of the longest beginning that the text has
  std::size_t beginning_end = 0;  // where that ends
};

// In time that grows with the sizes, whatever the texts are (Knuth, Morris and Pratt).
Found look_for(std::string_view part, std::string_view text) {
  // Of each beginning of the part: the size of the longest one that it ends with.
  std::vector<std::uint32_t> ends(part.size());
  const auto next = [&](std::size_t known, char letter) {
    while (known > 0 && part[known] != letter) known = ends[known - 1];
    return part[known] == letter ? known + 1 : 0;
  };
  std::size_t known = 0;
  for (std::size_t i = 1; i < part.size(); ++i) {
    known = next(known, part[i]);
    ends[i] = static_cast<std::uint32_t>(known);
  }
  Found found;
  known = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    known = next(known, text[i]);
    if (known > found.beginning) {
      found.beginning = known;
      found.beginning_end = i + 1;
    }
    if (known < part.size()) continue;
    if (found.count == 0) found.first = i + 1 - known;
    ++found.count;
    known = 0;
  }
  return found;
}

constexpr std::size_t max_quoted = 200;

// The line where the file goes on differently than what an edit did not find.
std::string nearest(std::string_view text, const Found& found) {
  constexpr std::size_t shortest = 8;
  if (found.beginning < shortest) return {};
  const std::size_t at = found.beginning_end;
  const std::size_t start = text.rfind('\n', at - 1) + 1;
  const std::string_view line = text.substr(start, text.find('\n', start) - start);
  if (line.size() > max_quoted) return {};
  return fmt::format("; line {} differs: '{}'",
                     1 + std::count(text.begin(), text.begin() + start, '\n'), line);
}

// Replaces what each edit finds; returns what is wrong with them.
std::string apply_edits(const std::vector<Arguments>& edits, std::string& text) {
  for (std::size_t i = 0; i < edits.size(); ++i) {
    stop_if_canceled();
    const std::string find = edits[i].text("find");
    const Found found = find.empty() ? Found() : look_for(find, text);
    if (found.count != 1) {
      return fmt::format("edits[{}]: the text to find occurs {} times; it must occur once, so {}{}",
                         i, found.count,
                         found.count == 0 ? "copy it exactly" : "add the lines around it",
                         found.count == 0 ? nearest(text, found) : "");
    }
    text.replace(found.first, find.size(), edits[i].text("replace"));
  }
  return {};
}

WrittenAsset edited(const Arguments& arguments, const ServiceOptions& options) {
  const std::string path = arguments.text("path");
  std::string fault = foreign_name_fault(path);
  if (!fault.empty()) return {.fault = std::move(fault)};
  ReadText read = read_below_root(path, options);
  if (read.fault.empty()) read.fault = foreign_fault(path, read.text);
  if (!read.fault.empty()) return {.fault = std::move(read.fault)};
  std::string text = read.text;
  fault = apply_edits(arguments.objects("edits"), text);
  if (!fault.empty()) return {.fault = std::move(fault)};
  const std::string target = arguments.text("save_as", path);
  WrittenAsset written{.source = text_at(target, text, options)};
  written.files.push_back({.path = target, .bytes = std::move(text)});
  if (target == path) written.files.back().before = std::move(read.text);
  return written;
}

WrittenAsset written_asset(const Arguments& arguments, const ServiceOptions& options) {
  if (arguments.has("edits")) {
    if (!arguments.has("path")) return {.fault = "'edits' need the 'path' of a file"};
    return edited(arguments, options);
  }
  WrittenAsset written;
  const std::string target = arguments.text("save_as");
  if (arguments.has("document") && !arguments.has("files") && !arguments.has("path")) {
    // What is saved is checked as the file that it becomes.
    const std::string name = target.empty() ? arguments.text("name") : target;
    written.source = text_at(name, arguments.text("document"), options);
    if (!target.empty()) {
      written.files.push_back({.path = target, .bytes = arguments.text("document")});
    }
    return written;
  }
  written.source = document_source(arguments, options);
  written.fault = written.source.fault;
  if (arguments.has("save_as") && arguments.has("path")) {
    written.fault = "'save_as' goes with 'document', 'files' or 'edits'";
  }
  if (!target.empty()) {
    for (auto& [path, text] : arguments.text_map("files")) {
      written.files.push_back({.path = path_in(target, path), .bytes = std::move(text)});
    }
  }
  return written;
}

void write_saved(JsonWriter& json, const WrittenAsset& written) {
  json.key("saved");
  json.begin_array();
  for (const FileToSave& file : written.files) json.string(file.path);
  json.end_array();
}

void write_lint(JsonWriter& json, const Analysis& analysis, const AnalyzeOptions& options,
                ListPage& page) {
  LintOptions lint_options;
  lint_options.analysis = options;
  lint_options.all_poses = !analysis.is_motion;  // the rules of clips look at them anyway
  LintResult found = lint(analysis, lint_options);
  const bool is_done = found.report.ok();
  const std::string trouble = is_done ? "" : found.report.diagnostics.front().message;
  std::erase_if(found.report.diagnostics,
                [](const Diagnostic& one) { return !one.id.starts_with('L'); });
  json.key("lint");
  json.begin_object();
  json.key("findings");
  json.number(found.findings);
  json.key("diagnostics");
  json.begin_array();
  const ListPage::Part part = page.part_of(std::min(found.findings, max_listed_diagnostics));
  for (std::size_t i = part.begin; i < std::min(part.end, found.report.diagnostics.size()); ++i) {
    json.text(on_one_line(diagnostic_json(found.report.diagnostics[i])));
  }
  json.end_array();
  if (!is_done) {
    json.key("error");
    json.string(trouble);
  }
  json.end_object();
}

void write_summary(JsonWriter& json, const Analysis& analysis) {
  const InspectResult inspected = inspect(analysis, {});
  if (!inspected.inspection) return;
  json.key("summary");
  json.text(inspection_summary_json(*inspected.inspection));
}

// Four views, or moments of the first clip of a motion; returns what is wrong with the call.
std::string write_look(JsonWriter& json, const Analysis& analysis, const Arguments& arguments,
                       ToolResult& result, ListPage& page) {
  const std::uint32_t size = picture_size(arguments);
  const std::string clip =
      analysis.is_motion && analysis.ok() ? write_clips(json, analysis, "", page) : std::string();
  if (!arguments.flag("picture", true) || analysis.assembly == nullptr) return {};
  DrawnPicture drawn = clip.empty() ? draw_montage(analysis, arguments.text("pose"), size)
                                    : draw_clip(analysis, clip, {}, size);
  if (drawn.is_wrong_call && analysis.ok()) return std::move(drawn.fault);
  write_picture(json, std::move(drawn), result);
  return {};
}

// Before the work: a name that cannot be written is no surprise at its end.
std::string target_fault(const WrittenAsset& written, const ServiceOptions& options) {
  for (const FileToSave& file : written.files) {
    std::string fault = write_fault(file.path, file.kind, options);
    if (!fault.empty()) return fault;
  }
  return {};
}

ToolResult run_write_asset(const Arguments& arguments, const ToolContext& context) {
  WrittenAsset written = written_asset(arguments, context.options);
  if (written.fault.empty()) written.fault = target_fault(written, context.options);
  if (!written.fault.empty()) return tool_fault(written.fault);
  const AnalyzeOptions options = analyze_options(arguments, context.options);
  const Analysis analysis = analyze(written.source.entry, *written.source.files, options);
  std::string fault = option_fault(analysis);
  if (!fault.empty()) return tool_fault(std::move(fault));
  context.tell(1, 4, "analyzed");
  CompileOptions compile_options;
  compile_options.analysis = options;
  const Analysis checked = analysis.ok() ? check(analysis, compile_options) : analysis;
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, checked.report, page,
                 find_fixes(checked, *written.source.files, checked.report));
    write_saved(json, written);
    if (checked.ok() && arguments.flag("lint", true)) write_lint(json, analysis, options, page);
    context.tell(2, 4, "checked");
    if (checked.ok() && arguments.flag("summary", true)) write_summary(json, analysis);
    context.tell(3, 4, "inspected");
    result.saves = std::move(written.files);
    return write_look(json, analysis, arguments, result, page);
  });
}

std::string output_of_write_asset() {
  const std::string lint =
      fmt::format(R"("lint":{{"type":"object","properties":{{"findings":{{"type":"integer"}},{},)"
                  R"("error":{{"type":"string","description":"Why lint could not finish"}}}},)"
                  R"("required":["findings","diagnostics"]}})",
                  diagnostics_schema("Parts that float, flicker or tear"));
  return properties({R"("saved":{"type":"array","items":{"type":"string"}})", lint,
                     summary_schema(), clips_schema(), report_schema(), picture_schema});
}

}  // namespace

Tool write_asset_tool() {
  std::vector<std::string_view> always = report_keys();
  always.emplace_back("saved");
  return {
      .name = "write_asset",
      .title = "Write an asset",
      .description =
          "Check a document, find parts that float or tear, and see it from four sides, in one "
          "call. Give the text ('document'), several files ('files'), or edits of a file below the "
          "root ('path' and 'edits'). Nothing is saved without 'save_as' or 'edits'; with them, "
          "also a document with errors is.",
      .writes = true,
      .arguments = with_document({
          {.name = "edits",
           .type = Type::Objects,
           .description = "With 'path': texts to replace in that file, in this order.",
           .example = R"([{"find": "radius: 0.1", "replace": "radius: 0.12"}])",
           .fields = {{.name = "find",
                       .type = Type::Text,
                       .description = "A text that occurs exactly once.",
                       .example = R"("radius: 0.1")",
                       .required = true},
                      {.name = "replace",
                       .type = Type::Text,
                       .description = "What takes its place.",
                       .example = R"("radius: 0.12")",
                       .required = true}}},
          {.name = "save_as",
           .type = Type::Text,
           .description = "Where to save below the root: a path, or with 'files' a folder.",
           .example = R"("lamp.rigy.yaml")",
           .excludes = {"name"}},
          {.name = "lint",
           .type = Type::Flag,
           .description = "Find parts that float, flicker or tear, at rest, in every pose and in "
                          "clips (default: true)."},
          {.name = "summary",
           .type = Type::Flag,
           .description = "Counts and bounds (default: true)."},
          {.name = "picture",
           .type = Type::Flag,
           .description = "A picture of four views, of a motion of moments of its first clip "
                          "(default: true)."},
          {.name = "pose",
           .type = Type::Text,
           .description = "The pose that the picture shows.",
           .example = R"("wave")"},
          size_argument(),
      }),
      .output = output_of_write_asset(),
      .always = always,
      .example = R"({"path":"lamp.rigy.yaml","edits":[{"find":"radius: 0.1","replace":)"
                 R"("radius: 0.12"}]})",
      .run = run_write_asset};
}

}  // namespace rigy::interfaces
