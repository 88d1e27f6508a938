// export: files for other programs, below the root or in the answer.
#include <utility>

#include <fmt/format.h>

#include "load/document_kind.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "service/answer.hpp"
#include "service/base64.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

constexpr std::string_view canonical = "canonical";
// Bytes of files that an answer may have.
constexpr std::size_t max_bytes = 4u << 20;

std::vector<std::string_view> format_words() {
  std::vector<std::string_view> words;
  for (const ExportFormat format : export_formats()) words.push_back(name_of(format));
  words.push_back(canonical);
  return words;
}

ExportOptions export_options(const Arguments& arguments, const ServiceOptions& service) {
  ExportOptions options;
  options.analysis = analyze_options(arguments, service);
  const std::string name = arguments.text("format", "glb");
  for (const ExportFormat format : export_formats()) {
    if (name_of(format) == name) options.format = format;
  }
  const std::string poses = arguments.text("poses");
  if (poses == "loops") options.poses = ExportPoses::Loops;
  if (poses == "none") options.poses = ExportPoses::None;
  const std::string colliders = arguments.text("colliders");
  if (colliders == "godot") options.colliders = ExportColliders::Godot;
  if (colliders == "unreal") options.colliders = ExportColliders::Unreal;
  options.scale = arguments.number("scale", 1);
  options.pose = arguments.text("pose");
  return options;
}

// The name of the target without the extension of the format; of the document without its ending.
std::string export_name(const std::string& target, const std::string& entry) {
  if (target.empty()) return document_stem(entry);
  const std::string name = target.substr(target.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

std::string folder_of_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

struct Exported {
  Outcome outcome;
  std::vector<ExportedFile> files;
};

Exported exported(const Arguments& arguments, const DocumentSource& source,
                  const ServiceOptions& service) {
  ExportOptions options = export_options(arguments, service);
  const std::string target = arguments.text("save_as");
  if (!target.empty()) options.name = export_name(target, source.entry);
  if (arguments.text("format") == canonical) {
    CompileOptions compile_options;
    compile_options.analysis = options.analysis;
    compile_options.pose = options.pose;
    CompileResult made = compile(source.entry, *source.files, compile_options);
    Exported all;
    if (made.ok()) {
      all.files.push_back(
          {fmt::format("{}.glb", export_name(target, source.entry)), made.glb.to_string()});
    }
    all.outcome = std::move(made);
    return all;
  }
  ExportResult made = export_asset(source.entry, *source.files, options);
  std::vector<ExportedFile> files = std::move(made.exported);
  return {std::move(made), std::move(files)};
}

void write_file(JsonWriter& json, const ExportedFile& file, const std::string& path,
                const ServiceOptions& options, bool with_bytes) {
  json.begin_object();
  json.key("name");
  json.string(file.name);
  json.key("size");
  json.number(file.bytes.size());
  if (options.sha256) {
    json.key("sha256");
    json.string(options.sha256(file.bytes));
  }
  if (!path.empty()) {
    json.key("path");
    json.string(path);
  } else if (with_bytes) {
    json.key("base64");
    json.string(base64(file.bytes));
  }
  json.end_object();
}

std::string target_fault(const Arguments& arguments, const ServiceOptions& options) {
  const std::string target = arguments.text("save_as");
  const std::string format = arguments.text("format", "glb");
  const std::string extension = fmt::format(".{}", format == canonical ? "glb" : format);
  if (target.empty()) return {};
  if (!target.ends_with(extension)) return fmt::format("'save_as' must end in {}", extension);
  return write_fault(target, SavedKind::Export, options);
}

std::string write_files(JsonWriter& json, const Arguments& arguments, Exported& made,
                        const ServiceOptions& options, ToolResult& result) {
  const std::string target = arguments.text("save_as");
  std::size_t size = 0;
  for (const ExportedFile& file : made.files) size += file.bytes.size();
  const bool with_bytes = arguments.flag("bytes") && target.empty();
  if (with_bytes && size > max_bytes) {
    return fmt::format("the files have {} bytes, too many for an answer; use 'save_as'", size);
  }
  json.key("files");
  json.begin_array();
  for (ExportedFile& file : made.files) {
    const std::string path = target.empty() ? std::string() : folder_of_path(target) + file.name;
    write_file(json, file, path, options, with_bytes);
    if (target.empty()) continue;
    result.saves.push_back(
        {.path = path, .bytes = std::move(file.bytes), .kind = SavedKind::Export});
  }
  json.end_array();
  return {};
}

ToolResult run_export(const Arguments& arguments, const ToolContext& context) {
  DocumentSource source = document_source(arguments, context.options);
  if (!source.fault.empty()) return tool_fault(std::move(source.fault));
  std::string fault = target_fault(arguments, context.options);
  if (!fault.empty()) return tool_fault(std::move(fault));
  Exported made = exported(arguments, source, context.options);
  fault = option_fault(made.outcome);
  if (!fault.empty()) return tool_fault(std::move(fault));
  context.tell(1, 2, "exported");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, made.outcome.report, page);
    return write_files(json, arguments, made, context.options, result);
  });
}

}  // namespace

Tool export_tool() {
  static const std::string output = fmt::format(
      R"({},"files":{{"type":"array","items":{{"type":"object","properties":{{)"
      R"("name":{{"type":"string"}},"size":{{"type":"integer"}},"sha256":{{"type":"string"}},)"
      R"("path":{{"type":"string"}},"base64":{{"type":"string"}}}}}}}})",
      report_schema);
  return {.name = "export",
          .title = "Export a document",
          .description =
              "Make files for engines and other programs: saved below the root with 'save_as', "
              "else their digests, and their bytes on request. 'canonical' is the binary glTF "
              "that 'rigy compile' writes.",
          .writes = true,
          .arguments = with_document({
              {.name = "format",
               .type = Type::Word,
               .description = "Default: glb.",
               .words = format_words()},
              {.name = "save_as",
               .type = Type::Text,
               .description = "Where to save below the root, with the extension of the format.",
               .example = R"("out/lamp.glb")"},
              {.name = "bytes",
               .type = Type::Flag,
               .description = "Also the bytes, in base64, if nothing is saved (at most 4 MiB)."},
              {.name = "poses",
               .type = Type::Word,
               .description = "What becomes of poses (default: stills).",
               .words = {"stills", "loops", "none"}},
              {.name = "colliders",
               .type = Type::Word,
               .description = "Shapes for collisions, as an engine wants them (default: none).",
               .words = {"none", "godot", "unreal"}},
              {.name = "scale",
               .type = Type::Number,
               .description = "Of all lengths (default: 1).",
               .min = 1e-6,
               .max = 1e6},
              {.name = "pose",
               .type = Type::Text,
               .description = "Export the shape in this pose, without bones."},
          }),
          .output = output,
          .example = R"({"path":"lamp.rigy.yaml","format":"glb","save_as":"out/lamp.glb"})",
          .run = run_export};
}

}  // namespace rigy::interfaces
