#include "cli/document_options.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/depfile.hpp"
#include "cli/exit_code.hpp"
#include "cli/linked_files.hpp"
#include "cli/output.hpp"
#include "common/limits.hpp"
#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

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

bool is_document(const fs::path& path, const DocumentOptions& options) {
  const std::string name = platform::to_text(path.filename());
  return name.ends_with(".rigy.yaml") || name.ends_with(".rigs.yaml") ||
         (options.takes_every_kind &&
          (name.ends_with(".ricy.yaml") || name.ends_with(".rigm.yaml") ||
           name.ends_with(".weights.json")));
}

// The documents below a folder, sorted by path; those in hidden folders are left out, and links to
// folders are not followed.
std::vector<std::string> documents_below(const std::string& folder,
                                         const DocumentOptions& options) {
  std::vector<std::string> found;
  std::error_code error;
  fs::recursive_directory_iterator at(platform::to_path(folder), error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool is_hidden = platform::to_text(at->path().filename()).starts_with('.');
    if (is_hidden) at.disable_recursion_pending();
    std::error_code unknown;
    if (!is_hidden && is_document(at->path(), options) && at->is_regular_file(unknown)) {
      found.push_back(platform::to_text(at->path()));
    }
  }
  if (error) {
    throw FileTroubleError(fmt::format("cannot read the folder '{}': {}", folder, error.message()));
  }
  if (found.empty()) {
    throw UsageError(fmt::format("'{}' has no documents: *.rigy.yaml or *.rigs.yaml", folder));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> expanded(const std::string& argument, const DocumentOptions& options) {
  std::error_code error;
  if (fs::is_directory(platform::to_path(argument), error)) {
    return documents_below(argument, options);
  }
  return platform::expand_wildcards(argument);
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

void check_inputs(const std::vector<std::string>& inputs) {
  if (inputs.empty()) throw UsageError("the list contains no input");
  if (inputs.size() > 1 && std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw UsageError("standard input (-) must be the only input");
  }
}

}  // namespace

void check_root(const std::string& root) {
  std::error_code error;
  if (root.empty() || fs::is_directory(platform::to_path(root), error)) return;
  throw UsageError(fmt::format("--root: '{}' is not a directory", root));
}

bool wants_color(ColorChoice choice, int stream) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  const char* const no_color = std::getenv("NO_COLOR");
  const bool allowed = no_color == nullptr || *no_color == '\0';
  return allowed && platform::terminal_has_colors(stream);
}

unsigned processors() { return std::min(platform::processors(), max_writers); }

void check_depfile_options(const DepfileOptions& options) {
  if (!options.target.empty() && options.path.empty()) {
    throw UsageError("--depfile-target needs --depfile");
  }
  if (options.phony && options.path.empty()) {
    throw UsageError("--depfile-phony needs --depfile");
  }
}

void add_report_file_option(Options& options, std::string& report) {
  options.text("--report", report, "FILE", "Also write a JSON file with the result for each input")
      .check([](const std::string& given) {
        return given == "-" ? std::string("it must be a file") : std::string();
      });
}

void add_output_options(Options& options, OutputOptions& outputs) {
  options.text("-o,--output", outputs.output, "OUT", "Output file; '-' is standard output");
  options.text("--out-dir", outputs.out_dir, "DIR", "Folder for the outputs; created if necessary");
  options.flag("--skip-unchanged", outputs.skip_unchanged,
               "Skip documents that have not changed since the last run with this --out-dir");
  options.text("--depfile", outputs.depfile.path, "FILE",
               "Also write a make rule that lists the files read");
  options
      .text("--depfile-target", outputs.depfile.target, "NAME",
            "The target of that rule, for all inputs together (default: each output)")
      .check([](const std::string& given) {
        return depfile_can_name(given)
                   ? std::string()
                   : std::string("it has a control character or ends in a backslash");
      });
  options.flag(
      "--depfile-phony", outputs.depfile.phony,
      "Also write an empty rule for each of these files, so that make continues if one is missing");
  add_report_file_option(options, outputs.report);
}

void add_inputs(Options& options, DocumentOptions& documents) {
  options.words("IN", documents.inputs,
                "Documents, or folders with documents; '-' is standard input, '@list.txt' a file "
                "with one path per line");
}

void add_one_input(Options& options, DocumentOptions& documents) {
  options.one_word("IN", documents.inputs, "Document; '-' is standard input");
}

void add_source_options(Options& options, DocumentOptions& documents) {
  options.repeated("--param", documents.params, "NAME=VALUE",
                   "Set a param of the document; can be repeated");
  options.text("--root", documents.root, "DIR",
               "Folder that must contain imports, contracts and weight files");
}

void add_diagnostics_option(Options& options, DocumentOptions& documents) {
  using Format = std::optional<DiagnosticsFormat>;
  options.choice<Format>("--diagnostics", documents.diagnostics,
                         {{"human", DiagnosticsFormat::Human},
                          {"json", DiagnosticsFormat::Json},
                          {"sarif", DiagnosticsFormat::Sarif}},
                         "Findings as text on standard error (default), or as JSON or SARIF on "
                         "standard output");
}

void add_color_option(Options& options, ColorChoice& color) {
  options.choice<ColorChoice>(
      "--color", color,
      {{"auto", ColorChoice::Auto}, {"always", ColorChoice::Always}, {"never", ColorChoice::Never}},
      "Colors (default: on a terminal, unless NO_COLOR is set)");
}

void add_jobs_option(Options& options, unsigned& jobs) {
  options.count("-j,--jobs", jobs, 1, max_writers,
                "Number of threads (default: one per processor)");
}

void add_common_options(Options& options, DocumentOptions& documents) {
  add_source_options(options, documents);
  options.list("--warn-as-error", documents.analysis.warnings_as_errors, "IDS",
               "Treat these warnings as errors: W01,W03 or all");
  options.list("--suppress-warning", documents.analysis.suppressed_warnings, "IDS",
               "Do not report these warnings: W02 or all");
  options.flag("--trust-links", documents.trust_links,
               "Treat a symbolic link as the file that it leads to, even outside the root");
  options.text("--allow-files", documents.allow_files, "LIST",
               "A file with one path per line: documents may read only these files");
  options.count("--max-errors", documents.max_errors, 1, 1'000'000,
                "Show at most N diagnostics (default: 100; in JSON and SARIF 10,000)");
  add_diagnostics_option(options, documents);
  add_color_option(options, documents.color);
  add_jobs_option(options, documents.jobs);
  options.flag("--timings", documents.timings,
               "Print the time and memory of each step to standard error");
}

void add_canonical_options(Options& options, CanonicalOptions& canonical) {
  CompileOptions& compile = canonical.compile;
  options.text("--pose", compile.pose, "ID", "The pose to bake (with --bake-skin)");
  options.flag("--bake-skin", canonical.bake_skin, "Bake the skin in a pose (with --pose)");
  options.choice<Winding>("--winding", compile.winding,
                          {{"canonical", Winding::Canonical}, {"outward", Winding::Outward}},
                          "Winding of triangles: as in the canonical files (default), or outward "
                          "everywhere");
  options.flag("--bake-transforms", compile.bake_transforms,
               "Write instances as transformed vertices");
}

void check_canonical_options(const CanonicalOptions& canonical) {
  const bool pose_given = !canonical.compile.pose.empty();
  if (pose_given && !canonical.bake_skin) {
    throw UsageError("--pose needs --bake-skin: only a baked export uses a pose");
  }
  if (canonical.bake_skin && !pose_given) {
    throw UsageError("--bake-skin needs --pose ID: the pose to bake");
  }
}

void complete_sources(DocumentOptions& documents) {
  AnalyzeOptions& analysis = documents.analysis;
  for (const std::string& one : documents.params) analysis.params.push_back(param_of(one));
  check_root(documents.root);
  if (documents.jobs == 0) documents.jobs = processors();
  analysis.threads = documents.jobs;
}

std::vector<std::string> documents_of_inputs(const std::vector<std::string>& inputs,
                                             DocumentOptions& documents) {
  std::vector<std::string> found;
  documents.lists.clear();
  for (const std::string& input : inputs) {
    if (input.starts_with('@')) {
      documents.lists.push_back(input.substr(1));
      append_lines(read_list(documents.lists.back()), found);
    } else {
      std::ranges::move(expanded(input, documents), std::back_inserter(found));
    }
  }
  return found;
}

void complete(DocumentOptions& documents) {
  AnalyzeOptions& analysis = documents.analysis;
  check_warnings("--warn-as-error", analysis.warnings_as_errors);
  check_warnings("--suppress-warning", analysis.suppressed_warnings);
  complete_sources(documents);
  documents.inputs = documents_of_inputs(documents.inputs, documents);
  read_allowed(documents);
  check_inputs(documents.inputs);
  if (documents.max_errors > 0) {
    analysis.max_errors = documents.max_errors;
  } else if (!documents.is_for_people()) {
    analysis.max_errors = max_kept_diagnostics;
  }
}

void complete_one(DocumentOptions& documents, std::string_view command) {
  complete(documents);
  if (documents.inputs.size() > 1) {
    throw UsageError(fmt::format("{} takes one document, but there are several inputs", command));
  }
}

}  // namespace rigy::interfaces::cli
