// rigy init: a commented document to start from.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "knowledge/templates.hpp"
#include "library/with_memory.hpp"
#include "platform/files.hpp"
#include "rigy/analyze.hpp"
#include "rigy/files.hpp"
#include "schemas/json_schema.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* init_footer =
    R"(Writes NAME.rigy.yaml; the template 'scene' writes NAME.rigs.yaml and the assets that it places, in
the folder parts beside it. NAME may include a folder; the default is the name of the template.

The documents name their JSON Schema, which is written beside them, so that editors complete fields.

With --guide it writes the finished documents of that step of the guide (docs/guide). Existing files
are never overwritten.

Exit status: 0 success, 2 invalid usage, 3 a file could not be written.

Examples:
  rigy init                                 writes box.rigy.yaml
  rigy init lamp --template arm             writes lamp.rigy.yaml
  rigy init rooms/kitchen --template scene  writes rooms/kitchen.rigs.yaml and rooms/parts/
  rigy init --guide 3                       writes 03-desk-lamp.rigy.yaml)";

constexpr std::string_view asset_ending = ".rigy.yaml";
constexpr std::string_view scene_ending = ".rigs.yaml";

struct InitArguments {
  std::string name;
  std::string chosen = "box";
  std::size_t guide = 0;  // the step; 0: none
};

// How the documents begin that each step of the guide works on. The files that they read come with
// them.
const std::array<std::vector<std::string_view>, 14> guide_steps{{
    {"01-"},
    {"02-"},
    {"03-"},
    {"04-"},
    {"04-", "05-"},
    {"06-"},
    {"07-"},
    {"08-"},
    {"09-"},
    {"10-"},
    {"11-"},
    {"12-"},
    {"06-", "12-"},
    {"06-"},
}};

bool is_main_file(const TemplateFile& file) {
  return file.path.find('/') == std::string_view::npos;
}

std::string_view ending_of(const TemplateFile& file) {
  return file.path.ends_with(scene_ending) ? scene_ending : asset_ending;
}

const TemplateFile& main_file_of(std::string_view chosen) {
  for (const TemplateFile& file : template_files()) {
    if (is_main_file(file) && file.path == fmt::format("{}{}", chosen, ending_of(file)))
      return file;
  }
  throw UsageError(fmt::format("there is no template '{}'", chosen));
}

struct NewFile {
  std::string path;
  std::string text;
};

// What tells editors the schema: the YAML language server, and others.
std::string with_schema(std::string_view path, std::string_view text) {
  const std::string_view kind = path.ends_with(scene_ending) ? "rigs" : "rigy";
  const std::string_view folder = path.find('/') == std::string_view::npos ? "" : "../";
  const std::string schema = fmt::format("{}{}.schema.json", folder, kind);
  return fmt::format("# yaml-language-server: $schema={}\n# $schema: {}\n{}", schema, schema, text);
}

bool is_document(std::string_view path) {
  return path.ends_with(asset_ending) || path.ends_with(scene_ending);
}

// The document itself comes first.
std::vector<NewFile> files_of(const InitArguments& arguments) {
  const TemplateFile& main = main_file_of(arguments.chosen);
  const std::string_view ending = ending_of(main);
  std::string name = arguments.name.empty() ? arguments.chosen : arguments.name;
  if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  const fs::path stem = platform::to_path(name);
  if (stem.filename().empty()) {
    throw UsageError(fmt::format("'{}' is a folder; add a name for the document", name));
  }
  std::vector<NewFile> files{{name + std::string(ending), with_schema(main.path, main.text)}};
  if (ending != scene_ending) return files;
  for (const TemplateFile& file : template_files()) {
    if (is_main_file(file)) continue;
    files.push_back(
        {platform::to_text(stem.parent_path() / platform::to_path(file.path)),
         is_document(file.path) ? with_schema(file.path, file.text) : std::string(file.text)});
  }
  return files;
}

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(platform::to_path(path), error));
}

void check_new(const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    if (exists(file.path)) {
      throw FileTroubleError(
          fmt::format("'{}' already exists; rigy init never overwrites a file", file.path));
    }
  }
}

// The schemas that the documents name, beside the first of them, unless they are there already.
void add_schemas(std::vector<NewFile>& files) {
  const fs::path folder = platform::to_path(files.front().path).parent_path();
  const auto add = [&](std::string_view name, SchemaKind kind) {
    const std::string path = platform::to_text(folder / platform::to_path(std::string(name)));
    if (!exists(path)) files.push_back({path, json_schema(kind)});
  };
  if (files.front().path.ends_with(scene_ending)) add("rigs.schema.json", SchemaKind::Rigs);
  add("rigy.schema.json", SchemaKind::Rigy);
}

// What was written, as lines.
std::string write_new(const std::vector<NewFile>& files) {
  std::vector<FileToWrite> to_write;
  std::string text;
  for (const NewFile& file : files) {
    to_write.push_back({file.path, bytes_of(file.text)});
    text += fmt::format("wrote {}\n", terminal_text(file.path));
  }
  std::string failed;
  if (const std::error_code error = write_files(to_write, failed)) {
    throw FileTroubleError(fmt::format("cannot write '{}': {}", failed, error.message()));
  }
  return text;
}

bool is_document_of_step(const TemplateFile& file, std::size_t step) {
  if (!file.path.ends_with(asset_ending) && !file.path.ends_with(scene_ending)) return false;
  const std::vector<std::string_view>& beginnings = guide_steps[step - 1];
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view one) { return file.path.starts_with(one); });
}

// The documents of a step and all that they read.
std::set<std::string, std::less<>> paths_of_step(std::size_t step) {
  std::map<std::string, std::string> all;
  for (const TemplateFile& file : guide_files()) all.emplace(file.path, file.text);
  MemoryFiles files(std::move(all));
  std::set<std::string, std::less<>> paths;
  for (const TemplateFile& file : guide_files()) {
    if (!is_document_of_step(file, step)) continue;
    const Analysis analysis = with_memory(analyze(std::string(file.path), files));
    paths.insert(analysis.files.begin(), analysis.files.end());
  }
  return paths;
}

std::vector<NewFile> files_of_step(std::size_t step) {
  const std::set<std::string, std::less<>> paths = paths_of_step(step);
  std::vector<NewFile> files;
  for (const TemplateFile& file : guide_files()) {
    if (paths.contains(file.path)) {
      files.push_back({std::string(file.path), std::string(file.text)});
    }
  }
  return files;
}

// Who follows the guide has files of earlier steps, and may have changed them.
ExitCode run_guide(std::size_t step) {
  std::vector<NewFile> files = files_of_step(step);
  std::string kept;
  std::erase_if(files, [&kept](const NewFile& file) {
    if (!exists(file.path)) return false;
    kept += fmt::format("kept {}, which is there already\n", file.path);
    return true;
  });
  print(kept + write_new(files));
  return Done;
}

ExitCode run_init(const InitArguments& arguments) {
  if (arguments.guide > 0) return run_guide(arguments.guide);
  std::vector<NewFile> files = files_of(arguments);
  check_new(files);
  add_schemas(files);
  std::string text = write_new(files);
  const std::string& document = files.front().path;
  const std::string stem = document.substr(0, document.size() - asset_ending.size());
  text +=
      fmt::format("next: rigy render {} -o {}.png\n", terminal_text(document), terminal_text(stem));
  print(text);
  return Done;
}

}  // namespace

Action add_init_command(Options& options) {
  options.footer(init_footer);
  const auto arguments = std::make_shared<InitArguments>();
  const AddedOption name =
      options.text("NAME", arguments->name, "", "The document, with or without its extension");
  const AddedOption chosen = options.word("--template", arguments->chosen,
                                          {"box", "arm", "character", "house", "scene", "creature"},
                                          "What to start from (default: box)");
  options
      .count("--guide", arguments->guide, 1, guide_steps.size(),
             "Write the documents of step N of the guide")
      .excludes(name)
      .excludes(chosen);
  return [arguments] { return run_init(*arguments); };
}

}  // namespace rigy::interfaces::cli
