#include "cli/document_options.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "cli/choice.hpp"
#include "cli/depfile.hpp"
#include "cli/exit_code.hpp"
#include "cli/linked_files.hpp"
#include "cli/output.hpp"
#include "common/limits.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

// A comma-separated list of ids; the option may be repeated.
void add_id_list(CLI::App& command, const std::string& name, std::vector<std::string>& ids,
                 const std::string& description) {
  command.add_option(name, ids, description)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("IDS");
}

void check_pose(const DocumentOptions& options) {
  const bool pose_given = !options.compile.pose.empty();
  if (pose_given && !options.bake_skin) {
    throw UsageError("--pose needs --bake-skin: only a baked export uses a pose");
  }
  if (options.bake_skin && !pose_given) {
    throw UsageError("--bake-skin needs --pose ID: the pose to bake");
  }
}

std::string known_warnings() {
  std::string names;
  for (std::size_t i = 0; i < diagnostics_count(); ++i) {
    const DiagnosticInfo& info = diagnostics_begin()[i];
    if (info.severity == Severity::Warning) names.append(info.id).append(", ");
  }
  return names + "all";
}

void check_warnings(std::string_view option, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    const DiagnosticInfo* info = find_diagnostic(id);
    if (id == "all" || (info != nullptr && info->severity == Severity::Warning)) continue;
    throw UsageError(
        fmt::format("{}: '{}' is not a warning; expected one of {}", option, id, known_warnings()));
  }
}

ParamValue param_of(const std::string& given) {
  const std::size_t equals = given.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError(fmt::format("--param: '{}' is not NAME=VALUE", given));
  }
  return {given.substr(0, equals), given.substr(equals + 1)};
}

std::string read_list(const std::string& path) {
  DiskFiles files;
  FileResult result = files.read_entry(path);
  if (auto* contents = std::get_if<FileContents>(&result)) return std::move(contents->text);
  throw FileTroubleError(fmt::format("cannot read the list '{}'", path));
}

// One path per line; empty lines, lines that start with # and a byte order mark are ignored.
void append_lines(std::string_view text, std::vector<std::string>& inputs) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') inputs.emplace_back(line);
  }
}

void expand_lists(DocumentOptions& options) {
  std::vector<std::string> inputs;
  for (std::string& argument : options.inputs) {
    if (argument.starts_with('@')) {
      options.lists.push_back(argument.substr(1));
      append_lines(read_list(options.lists.back()), inputs);
    } else {
      std::ranges::move(platform::expand_wildcards(argument), std::back_inserter(inputs));
    }
  }
  options.inputs = std::move(inputs);
}

// The files as readers identify them. One that does not exist is not found anyway.
void read_allowed(DocumentOptions& options) {
  if (options.allow_files.empty()) return;
  options.lists.push_back(options.allow_files);
  std::vector<std::string> paths;
  append_lines(read_list(options.allow_files), paths);
  TextSet<std::string> allowed;
  for (const std::string& path : paths) {
    std::error_code error;
    allowed.insert(options.trust_links ? linked_identity(path)
                                       : platform::canonical_path(path, error));
  }
  options.allowed = std::make_shared<TextSet<std::string>>(std::move(allowed));
}

void add_bake_options(CLI::App& command, DocumentOptions& options) {
  add_text_option(command, "--pose", options.compile.pose, "The pose to bake (with --bake-skin)")
      ->type_name("ID");
  command.add_flag("--bake-skin", options.bake_skin, "Bake the skin in a pose (with --pose)");
  add_choice<Winding>(command, "--winding", options.compile.winding,
                      {{"canonical", Winding::Canonical}, {"outward", Winding::Outward}},
                      "Winding of triangles: as in the canonical files (default), or outward "
                      "everywhere");
  command.add_flag("--bake-transforms", options.compile.bake_transforms,
                   "Write instances as transformed vertices");
}

void check_inputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) throw UsageError("the list contains no input");
  if (inputs.size() > 1 && std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw UsageError("standard input (-) must be the only input");
  }
}

}  // namespace

void check_root(const std::string& root) {
  std::error_code error;
  if (root.empty() || std::filesystem::is_directory(platform::to_path(root), error)) return;
  throw UsageError(fmt::format("--root: '{}' is not a directory", root));
}

bool wants_color(ColorChoice choice, int stream) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  const char* const no_color = std::getenv("NO_COLOR");
  const bool allowed = no_color == nullptr || *no_color == '\0';
  return allowed && platform::terminal_has_colors(stream);
}

unsigned processors() { return std::min(platform::processors(), max_writers); }

CLI::Option* add_text_option(CLI::App& command, const std::string& option, std::string& text,
                             const std::string& description) {
  return command.add_option(option, text, description)->check([](const std::string& given) {
    return given.empty() ? std::string("the value is empty") : std::string();
  });
}

void add_depfile_options(CLI::App& command, DepfileOptions& options) {
  add_text_option(command, "--depfile", options.path,
                  "Also write a make rule that lists the files read")
      ->type_name("FILE");
  add_text_option(command, "--depfile-target", options.target,
                  "The target of that rule, for all inputs together (default: each output)")
      ->check([](const std::string& given) {
        return depfile_can_name(given)
                   ? std::string()
                   : std::string("it has a control character or ends in a backslash");
      })
      ->type_name("NAME");
  command.add_flag("--depfile-phony", options.phony,
                   "Also an empty rule for each of these files, so that make goes on without it");
}

void check_depfile_options(const DepfileOptions& options) {
  if (!options.target.empty() && options.path.empty()) {
    throw UsageError("--depfile-target needs --depfile");
  }
  if (options.phony && options.path.empty()) {
    throw UsageError("--depfile-phony needs --depfile");
  }
}

void add_report_file_option(CLI::App& command, std::string& report) {
  add_text_option(command, "--report", report,
                  "Also write a JSON file that says what became of each input")
      ->check([](const std::string& given) {
        return given == "-" ? std::string("it must be a file") : std::string();
      })
      ->type_name("FILE");
}

void add_inputs(CLI::App& command, DocumentOptions& options) {
  command
      .add_option("IN", options.inputs,
                  "Documents; '-' is standard input, '@list.txt' a file with one path per line")
      ->required()
      ->type_name("");
}

void add_input_option(CLI::App& command, DocumentOptions& options) {
  command.add_option("IN", options.inputs, "Document; '-' is standard input")
      ->required()
      ->expected(1)
      ->type_name("");
}

void add_source_options(CLI::App& command, DocumentOptions& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--param",
          [&options](const std::vector<std::string>& given) {
            for (const std::string& one : given) options.compile.params.push_back(param_of(one));
          },
          "Set a param of the document; can be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  add_text_option(command, "--root", options.root,
                  "Folder that must contain imports, contracts and weight files")
      ->type_name("DIR");
}

void add_reading_options(CLI::App& command, DocumentOptions& options) {
  add_source_options(command, options);
  add_id_list(command, "--warn-as-error", options.compile.warnings_as_errors,
              "Treat these warnings as errors: W01,W03 or all");
  add_id_list(command, "--suppress-warning", options.compile.suppressed_warnings,
              "Do not report these warnings: W02 or all");
}

void add_layout_options(CLI::App& command, DocumentOptions& options) {
  command.add_flag("--trust-links", options.trust_links,
                   "A symbolic link counts as the file that it leads to, even outside the root");
  add_text_option(command, "--allow-files", options.allow_files,
                  "A file with one path per line: documents find these files and no others")
      ->type_name("LIST");
}

void add_common_options(CLI::App& command, DocumentOptions& options) {
  add_reading_options(command, options);
  add_layout_options(command, options);
  add_report_options(command, options, "--diagnostics");
}

void add_color_option(CLI::App& command, ColorChoice& color) {
  add_choice<ColorChoice>(
      command, "--color", color,
      {{"auto", ColorChoice::Auto}, {"always", ColorChoice::Always}, {"never", ColorChoice::Never}},
      "Colours (default: on a terminal, unless NO_COLOR is set)");
}

void add_report_options(CLI::App& command, DocumentOptions& options, const std::string& format) {
  command
      .add_option("--max-errors", options.max_errors,
                  "Show at most N diagnostics (default: 100; in JSON and SARIF 10,000)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  add_choice<DiagnosticsFormat>(command, format, options.diagnostics,
                                {{"human", DiagnosticsFormat::Human},
                                 {"json", DiagnosticsFormat::Json},
                                 {"sarif", DiagnosticsFormat::Sarif}},
                                "Text on standard error (default), or JSON or SARIF on standard "
                                "output");
  add_color_option(command, options.color);
  command.add_option("-j,--jobs", options.jobs, "Number of threads (default: one per processor)")
      ->check(CLI::Range(1u, max_writers).description(""))
      ->type_name("N");
  command.add_flag("--timings", options.timings,
                   "Print the time and bytes of each step to standard error");
}

void add_document_options(CLI::App& command, DocumentOptions& options) {
  add_inputs(command, options);
  add_bake_options(command, options);
  add_common_options(command, options);
}

void complete(DocumentOptions& options) {
  check_pose(options);
  check_warnings("--warn-as-error", options.compile.warnings_as_errors);
  check_warnings("--suppress-warning", options.compile.suppressed_warnings);
  check_root(options.root);
  expand_lists(options);
  read_allowed(options);
  check_inputs(options.inputs);
  if (options.jobs == 0) options.jobs = processors();
  if (options.max_errors > 0) {
    options.compile.max_errors = options.max_errors;
  } else if (options.diagnostics != DiagnosticsFormat::Human) {
    options.compile.max_errors = max_kept_diagnostics;
  }
}

}  // namespace rigy::interfaces::cli
