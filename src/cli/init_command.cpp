// rigy init: a commented document to start from.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/output.hpp"
#include "cli/templates.hpp"
#include "platform/files.hpp"

namespace rigy::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* help_footer =
    R"(Writes NAME.rigy.yaml; the template 'scene' writes NAME.rigs.yaml and the assets that it places, in
the folder parts beside it. NAME may have a folder; by default it is the name of the template. Files
that exist are never overwritten.

Exit status: 0 success, 2 invalid usage, 3 a file could not be written.

Examples:
  rigy init                                 writes box.rigy.yaml
  rigy init lamp --template arm             writes lamp.rigy.yaml
  rigy init rooms/kitchen --template scene  writes rooms/kitchen.rigs.yaml and rooms/parts/)";

constexpr std::string_view asset_ending = ".rigy.yaml";
constexpr std::string_view scene_ending = ".rigs.yaml";

struct InitArguments {
  std::string name;
  std::string chosen = "box";
};

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
  std::string_view text;
};

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
  std::vector<NewFile> files{{name + std::string(ending), main.text}};
  if (ending != scene_ending) return files;
  for (const TemplateFile& file : template_files()) {
    if (is_main_file(file)) continue;
    files.push_back(
        {platform::to_text(stem.parent_path() / platform::to_path(file.path)), file.text});
  }
  return files;
}

void check_new(const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(platform::to_path(file.path), error))) {
      throw FileTroubleError(
          fmt::format("'{}' already exists; rigy init never overwrites a file", file.path));
    }
  }
}

void make_folders(const std::vector<NewFile>& files) {
  for (const NewFile& file : files) {
    const fs::path folder = platform::to_path(file.path).parent_path();
    std::error_code error;
    if (!folder.empty()) fs::create_directories(folder, error);
    if (error) {
      throw FileTroubleError(fmt::format("cannot create the folder '{}': {}",
                                         platform::to_text(folder), error.message()));
    }
  }
}

ExitCode run_init(const InitArguments& arguments) {
  const std::vector<NewFile> files = files_of(arguments);
  check_new(files);
  make_folders(files);
  std::vector<FileToWrite> to_write;
  std::string text;
  for (const NewFile& file : files) {
    to_write.push_back({file.path, bytes_of(file.text)});
    text += fmt::format("wrote {}\n", file.path);
  }
  std::string failed;
  if (const std::error_code error = write_files(to_write, failed)) {
    throw FileTroubleError(fmt::format("cannot write '{}': {}", failed, error.message()));
  }
  const std::string& document = files.front().path;
  const std::string stem = document.substr(0, document.size() - asset_ending.size());
  text += fmt::format("next: rigy render {} -o {}.png\n", document, stem);
  return write_stdout({bytes_of(text)}) ? FileTrouble : Done;
}

void add_options(CLI::App& command, InitArguments& arguments) {
  add_text_option(command, "NAME", arguments.name, "The document, with or without its extension")
      ->type_name("");
  const std::vector<std::string> names{"box", "arm", "character", "house", "scene", "creature"};
  command.add_option("--template", arguments.chosen, "What to start from (default: box)")
      ->check(CLI::IsMember(names).description(""))
      ->type_name(fmt::format("{}", fmt::join(names, "|")));
}

}  // namespace

void add_init_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("init", "Write a document to start from");
  command.footer(help_footer);
  const auto arguments = std::make_shared<InitArguments>();
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback([arguments, &action] { action = [arguments] { return run_init(*arguments); }; });
}

}  // namespace rigy::cli
