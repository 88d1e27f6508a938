// export: files for other programs, below the root or in the answer.
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c_api/export_choices.hpp"
#include "common/unreachable.hpp"
#include "load/document_kind.hpp"
#include "rigy/compile.hpp"
#include "rigy/export.hpp"
#include "service/answer.hpp"
#include "service/answer_schemas.hpp"
#include "service/base64.hpp"
#include "service/document_source.hpp"
#include "service/saving.hpp"

namespace rigy::interfaces {
namespace {

using Type = ArgumentType;

constexpr std::string_view canonical = "canonical";
// Bytes of files that an answer may have.
constexpr std::size_t max_bytes = 4u << 20;

// These have arguments of their own.
bool is_own(std::string_view choice) { return choice == "format" || choice == "name"; }

// The value of an argument, as a choice has it.
std::string choice_text(const JsonValue& value) {
  if (value.is(JsonValue::Kind::Boolean)) return value.boolean ? "true" : "false";
  if (!value.is(JsonValue::Kind::List)) return value.text;
  std::vector<std::string_view> texts;
  for (const JsonValue& item : value.items) texts.emplace_back(item.text);
  return fmt::format("{}", fmt::join(texts, ","));
}

std::optional<ExportFormat> format_named(std::string_view name) {
  for (const ExportFormat format : export_formats()) {
    if (name_of(format) == name) return format;
  }
  return std::nullopt;
}

// As it is given, as the name of the target says, or as the preset has it.
ExportFormat format_of(const Arguments& arguments, ExportFormat preset) {
  const std::string target = arguments.text("save_as");
  const std::string extension = target.substr(target.rfind('.') + 1);
  return format_named(arguments.text("format", extension)).value_or(preset);
}

ExportOptions export_options(const Arguments& arguments, const ServiceOptions& service,
                             std::vector<std::string>& faults) {
  ExportOptions options;
  options.analysis = analyze_options(arguments, service);
  options.analysis.find_bone_map = true;
  std::vector<ParamValue> given;
  for (const Choice<ExportOptions>& choice : export_choices()) {
    const JsonValue* const value = arguments.get(choice.info.name);
    if (value == nullptr || is_own(choice.info.name)) continue;
    given.push_back({std::string(choice.info.name), choice_text(*value)});
  }
  take_choices(export_choices(), std::span<const ParamValue>(given), options, faults);
  // Their names may have commas, which separate the texts of a choice.
  if (arguments.has("vrm_authors")) options.meta.authors = arguments.texts("vrm_authors");
  options.format = format_of(arguments, options.format);
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
  std::vector<ExportedLevel> levels = {};
  double position_error = 0;
};

Exported compiled(const DocumentSource& source, const ExportOptions& options,
                  const std::string& target) {
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

Exported exported(const Arguments& arguments, const DocumentSource& source, ExportOptions options) {
  const std::string target = arguments.text("save_as");
  if (arguments.text("format") == canonical) return compiled(source, options, target);
  if (!target.empty()) options.name = export_name(target, source.entry);
  ExportResult made = export_asset(source.entry, *source.files, options);
  std::vector<ExportedFile> files = std::move(made.exported);
  std::vector<ExportedLevel> levels = std::move(made.levels);
  const double position_error = made.position_error;
  return {std::move(made), std::move(files), std::move(levels), position_error};
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

// The canonical form has no options; what is wrong with the name of the target.
std::string target_fault(const Arguments& arguments, const ExportOptions& options,
                         const ServiceOptions& service) {
  const bool is_canonical = arguments.text("format") == canonical;
  for (const Choice<ExportOptions>& choice : export_choices()) {
    if (!is_canonical || is_own(choice.info.name) || choice.info.name == "pose") continue;
    if (!arguments.has(choice.info.name)) continue;
    return fmt::format("'canonical' has no '{}': its bytes are those of the specification",
                       choice.info.name);
  }
  const std::string target = arguments.text("save_as");
  if (target.empty()) return {};
  const std::string_view extension = is_canonical ? ".glb" : extension_of(options.format);
  if (!target.ends_with(extension)) return fmt::format("'save_as' must end in {}", extension);
  return write_fault(target, SavedKind::Export, service);
}

// The levels of detail, the finest first, if there are several or one is coarser.
void write_levels(JsonWriter& json, const std::vector<ExportedLevel>& levels) {
  if (levels.empty() || (levels.size() == 1 && levels.front().error == 0)) return;
  json.key("levels");
  json.begin_array();
  for (const ExportedLevel& level : levels) {
    json.begin_object();
    json.key("triangles");
    json.number(level.triangles);
    json.key("error");
    json.shortest(level.error);
    json.end_object();
  }
  json.end_array();
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
  std::vector<std::string> faults;
  const ExportOptions options = export_options(arguments, context.options, faults);
  if (!faults.empty()) return tool_fault(fmt::format("{}", fmt::join(faults, "; ")));
  std::string fault = target_fault(arguments, options, context.options);
  if (!fault.empty()) return tool_fault(std::move(fault));
  Exported made = exported(arguments, source, options);
  fault = option_fault(made.outcome);
  if (!fault.empty()) return tool_fault(std::move(fault));
  context.tell(1, 2, "exported");
  return answer(page_of(arguments), [&](JsonWriter& json, ToolResult& result, ListPage& page) {
    write_report(json, made.outcome.report, page);
    write_levels(json, made.levels);
    if (made.position_error > 0) {
      json.key("position_error");
      json.shortest(made.position_error);
    }
    return write_files(json, arguments, made, context.options, result);
  });
}

ArgumentType type_of(ChoiceKind kind) {
  switch (kind) {
    case ChoiceKind::Text:
      return Type::Text;
    case ChoiceKind::Flag:
      return Type::Flag;
    case ChoiceKind::Count:
      return Type::Integer;
    case ChoiceKind::Number:
      return Type::Number;
    case ChoiceKind::Word:
      return Type::Word;
    case ChoiceKind::Words:
    case ChoiceKind::Texts:
      return Type::Texts;
  }
  unreachable();
}

// An option of exports as an argument.
ArgumentInfo argument_of(const ChoiceInfo& choice) {
  ArgumentInfo info{.name = choice.name,
                    .type = type_of(choice.kind),
                    .description = choice.about,
                    .example = choice.example,
                    .words = words_in(choice.words)};
  const bool is_word = choice.kind == ChoiceKind::Word;
  if (is_word) {
    info.fallback = fmt::format("\"{}\"", choice.fallback);
  } else {
    info.fallback = choice.fallback;
  }
  return info;
}

std::vector<ArgumentInfo> export_arguments() {
  std::vector<ArgumentInfo> own{
      {.name = "save_as",
       .type = Type::Text,
       .description = "Where to save below the root, with the extension of the format.",
       .example = R"("out/lamp.glb")"},
      {.name = "bytes",
       .type = Type::Flag,
       .description = "Also the bytes, in base64 (at most 4 MiB).",
       .excludes = {"save_as"}}};
  for (const Choice<ExportOptions>& choice : export_choices()) {
    if (choice.info.name == "name") continue;
    own.push_back(argument_of(choice.info));
    if (choice.info.name != "format") continue;
    own.back().words.push_back(canonical);
    own.back().description =
        "What the export is written as (default: as the extension of 'save_as' or the preset says; "
        "else glb).";
    own.back().fallback.clear();
  }
  return with_document(std::move(own));
}

std::string output_of_export() {
  return properties(
      {report_schema(),
       list_of("files", "The files, the main one first",
               R"("name":{"type":"string"},"size":{"type":"integer"},"sha256":{"type":"string"},)"
               R"("path":{"type":"string"},"base64":{"type":"string"})",
               R"("name","size")"),
       list_of("levels", "The levels of detail, the finest first, and how far they are off",
               R"("triangles":{"type":"integer"},"error":{"type":"number"})",
               R"("triangles","error")"),
       R"("position_error":{"type":"number","description":"How far 'small' moves positions at most"})"});
}

}  // namespace

Tool export_tool() {
  std::vector<std::string_view> always = report_keys();
  always.emplace_back("files");
  return {.name = "export",
          .title = "Export a document",
          .description =
              "Make files for engines and other programs: saved below the root with 'save_as', "
              "else their digests, and their bytes on request. 'preset' sets what a program "
              "needs. 'canonical' is the binary glTF that 'rigy compile' writes.",
          .writes = true,
          .arguments = export_arguments(),
          .output = output_of_export(),
          .always = std::move(always),
          .example = R"({"path":"lamp.rigy.yaml","preset":"godot","save_as":"out/lamp.glb"})",
          .run = run_export};
}

}  // namespace rigy::interfaces
