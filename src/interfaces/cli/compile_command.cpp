// rigy compile: documents become binary glTF files.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/build_state.hpp"
#include "cli/choice.hpp"
#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/documents.hpp"
#include "cli/output.hpp"
#include "cli/targets.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* help_footer =
    R"(Without -o and --out-dir, arm.rigy.yaml is compiled to arm.glb in the same folder, and standard input
to standard output. On success nothing is printed, except a count if there are several inputs.
A failure never leaves a partial file and never touches an existing one.

Exit status: 0 success, 1 a document was rejected, 2 invalid usage, 3 a file could not
be read or written.

Examples:
  rigy compile arm.rigy.yaml                       writes arm.glb
  rigy compile arm.rigy.yaml -o build/arm.glb
  rigy compile assets/*.rigy.yaml --out-dir build -j 4
  rigy compile @list.txt --out-dir build --warn-as-error W01,W03
  rigy compile arm.rigy.yaml --pose wave --bake-skin -o wave.glb
  rigy compile - <arm.rigy.yaml >arm.glb
  rigy compile house.rigy.yaml --param width=6 --emit-expanded-yaml -
  rigy compile arm.rigy.yaml --diagnostics json)";

struct CompileArguments {
  DocumentOptions options;
  std::string output;
  std::string out_dir;
  DepfileOptions depfile;
  std::string report;
  bool skip_unchanged = false;
  Emissions emissions;
  std::string emit_comments;
};

std::vector<SideFile> side_files(const CompileArguments& arguments) {
  // First, so that another file of this name is what is refused.
  const std::string& folder = arguments.out_dir;
  std::vector<SideFile> files = {{"--out-dir", folder.empty() ? folder : state_file(folder)},
                                 {"--depfile", arguments.depfile.path},
                                 {"--report", arguments.report},
                                 {"--emit-expanded-yaml", arguments.emissions.expanded_yaml},
                                 {"--emit-manifest", arguments.emissions.manifest}};
  std::erase_if(files, [](const SideFile& file) { return file.path.empty() || file.path == "-"; });
  return files;
}

std::string output_of(const std::string& input, const CompileArguments& arguments) {
  if (!arguments.output.empty()) return arguments.output;
  if (input == "-") return "-";
  const std::string name = output_stem(input) + ".glb";
  if (!arguments.out_dir.empty())
    return platform::to_text(platform::to_path(arguments.out_dir) / platform::to_path(name));
  return platform::to_text(platform::to_path(input).parent_path() / platform::to_path(name));
}

std::vector<DocumentJob> plan_jobs(const CompileArguments& arguments) {
  std::vector<DocumentJob> jobs;
  for (const std::string& input : arguments.options.inputs) {
    jobs.push_back({input, output_of(input, arguments)});
  }
  return jobs;
}

// A name that promises another format would mislead whoever opens the file.
void check_ending(const std::string& output) {
  std::string ending = platform::to_text(platform::to_path(output).extension());
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
  });
  if (ending.empty() || ending == ".glb") return;
  throw UsageError(
      fmt::format("rigy compile writes .glb files; '{}' has another extension (rigy export writes "
                  ".gltf, .fbx, .obj and .stl files, rigy render .png files)",
                  output));
}

void check_arguments(const CompileArguments& arguments) {
  const std::vector<std::string>& inputs = arguments.options.inputs;
  if (!arguments.output.empty() && !arguments.out_dir.empty()) {
    throw UsageError("-o and --out-dir cannot be used together");
  }
  if (!arguments.output.empty() && inputs.size() > 1) {
    throw UsageError("-o names one file, but there are several inputs; use --out-dir");
  }
  if (!arguments.out_dir.empty() && inputs.front() == "-") {
    throw UsageError("--out-dir cannot name the output of standard input; use -o");
  }
  if (arguments.skip_unchanged && arguments.out_dir.empty()) {
    throw UsageError("--skip-unchanged needs --out-dir: the folder that keeps its state");
  }
}

void check_emissions(const CompileArguments& arguments) {
  const Emissions& emissions = arguments.emissions;
  const bool expands = !emissions.expanded_yaml.empty();
  if (!expands && (emissions.on_error || !arguments.emit_comments.empty())) {
    throw UsageError(fmt::format("{} needs --emit-expanded-yaml",
                                 emissions.on_error ? "--emit-on-error" : "--emit-comments"));
  }
  if (emissions.timestamp && emissions.manifest.empty()) {
    throw UsageError("--manifest-timestamp needs --emit-manifest");
  }
  if (emissions.manifest == "-") throw UsageError("--emit-manifest needs a file");
  const bool emits = expands || !emissions.manifest.empty();
  if (emits && arguments.skip_unchanged) {
    throw UsageError(fmt::format("--skip-unchanged cannot be used with {}",
                                 expands ? "--emit-expanded-yaml" : "--emit-manifest"));
  }
  if (emits && arguments.options.inputs.size() > 1) {
    throw UsageError(fmt::format("{} takes one input, but there are several",
                                 expands ? "--emit-expanded-yaml" : "--emit-manifest"));
  }
  const bool prints = arguments.options.diagnostics != DiagnosticsFormat::Human;
  if (emissions.expanded_yaml == "-" && prints) {
    throw UsageError("standard output cannot take both the expanded YAML and the diagnostics");
  }
}

// From the folder of the expanded YAML to that of the document.
std::string path_to_document(const std::string& expanded, const std::string& input) {
  const auto folder_of = [](const std::string& file) {
    const fs::path folder = file == "-" ? fs::path() : platform::to_path(file).parent_path();
    return folder.empty() ? fs::path(".") : folder;
  };
  std::error_code error;
  return platform::to_text(fs::proximate(folder_of(input), folder_of(expanded), error));
}

void check_stdout(const CompileArguments& arguments) {
  if (arguments.emissions.expanded_yaml == "-") {
    throw UsageError("standard output cannot take both the GLB and the expanded YAML; use -o");
  }
  if (!arguments.depfile.path.empty()) {
    throw UsageError("--depfile needs an output file; standard output has no name");
  }
  if (arguments.options.diagnostics != DiagnosticsFormat::Human) {
    throw UsageError("standard output cannot take both the GLB and the diagnostics; use -o");
  }
  if (platform::is_terminal(platform::standard_output)) {
    throw UsageError("not writing binary data to a terminal; use -o or redirect the output");
  }
}

ExitCode run_compile(CompileArguments& arguments) {
  complete(arguments.options);
  check_depfile_options(arguments.depfile);
  check_arguments(arguments);
  check_emissions(arguments);
  const std::vector<DocumentJob> jobs = plan_jobs(arguments);
  const std::vector<SideFile> sides = side_files(arguments);
  if (jobs.front().output == "-") {
    check_stdout(arguments);
  } else {
    check_distinct(jobs, sides);
    check_not_input(jobs, arguments.options.lists, sides);
    check_ending(arguments.output);
    make_out_dir(arguments.out_dir);
  }
  const std::string& expanded = arguments.emissions.expanded_yaml;
  ExpandedYamlOptions& emit = arguments.options.compile.expanded_yaml;
  emit.wanted = !expanded.empty();
  emit.provenance = arguments.emit_comments != "drop";
  if (emit.wanted) emit.path_to_document = path_to_document(expanded, jobs.front().input);
  RunOptions run_options;
  run_options.command = "compile";
  run_options.depfile = arguments.depfile;
  run_options.report = arguments.report;
  if (arguments.skip_unchanged) run_options.state_folder = arguments.out_dir;
  run_options.emissions = arguments.emissions;
  run_options.success = "compiled";
  return run_jobs(jobs, arguments.options, run_options);
}

void add_options(CLI::App& command, CompileArguments& arguments) {
  add_text_option(command, "-o,--output", arguments.output, "Output file; '-' is standard output")
      ->type_name("OUT");
  add_text_option(command, "--out-dir", arguments.out_dir,
                  "Folder for the outputs; created if necessary")
      ->type_name("DIR");
  add_depfile_options(command, arguments.depfile);
  command.add_flag("--skip-unchanged", arguments.skip_unchanged,
                   "Compile only what has changed since the last run with this --out-dir");
  add_report_file_option(command, arguments.report);
  add_text_option(command, "--emit-expanded-yaml", arguments.emissions.expanded_yaml,
                  "Also write the document after preprocessing; '-' is standard output")
      ->type_name("PATH");
  command.add_flag("--emit-on-error", arguments.emissions.on_error,
                   "Write the expanded YAML even if a later step finds errors");
  only_words(command.add_option(
                 "--emit-comments", arguments.emit_comments,
                 "Comments in the expanded YAML: where values come from (default), or none"),
             {"provenance", "drop"});
  add_text_option(command, "--emit-manifest", arguments.emissions.manifest,
                  "Also write a JSON file with inputs, outputs and options")
      ->type_name("PATH");
  command.add_flag("--manifest-timestamp", arguments.emissions.timestamp,
                   "Include the current time in the manifest");
  add_document_options(command, arguments.options);
}

}  // namespace

void add_compile_command(CLI::App& program, Action& action) {
  CLI::App& command = *program.add_subcommand("compile", "Compile documents to binary glTF");
  command.footer(help_footer);
  const auto arguments = std::make_shared<CompileArguments>();
  // Added only once the command is chosen: otherwise every start would pay for the options.
  command.preparse_callback(
      [arguments, &command](std::size_t) { add_options(command, *arguments); });
  command.callback(
      [arguments, &action] { action = [arguments] { return run_compile(*arguments); }; });
}

}  // namespace rigy::interfaces::cli
