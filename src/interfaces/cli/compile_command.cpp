// rigy compile: documents become binary glTF files.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/digest.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/file_in_progress.hpp"
#include "cli/manifest.hpp"
#include "cli/targets.hpp"
#include "library/streamed.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* compile_footer =
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

// What is written in addition to the output of a single document; empty: not wanted.
struct Emissions {
  std::string expanded_yaml;  // "-" is standard output
  bool on_error = false;      // the expanded document, even if a later step fails
  std::string comments;       // in the expanded document
  std::string manifest;
  bool timestamp = false;  // in the manifest
};

struct CompileArguments {
  DocumentOptions documents;
  OutputOptions outputs;
  CanonicalOptions canonical;
  Emissions emissions;
};

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

void check_emissions(const CompileArguments& arguments) {
  const Emissions& emissions = arguments.emissions;
  const bool expands = !emissions.expanded_yaml.empty();
  if (!expands && (emissions.on_error || !emissions.comments.empty())) {
    throw UsageError(fmt::format("{} needs --emit-expanded-yaml",
                                 emissions.on_error ? "--emit-on-error" : "--emit-comments"));
  }
  if (emissions.timestamp && emissions.manifest.empty()) {
    throw UsageError("--manifest-timestamp needs --emit-manifest");
  }
  if (emissions.manifest == "-") throw UsageError("--emit-manifest needs a file");
  const bool emits = expands || !emissions.manifest.empty();
  if (emits && arguments.outputs.skip_unchanged) {
    throw UsageError(fmt::format("--skip-unchanged cannot be used with {}",
                                 expands ? "--emit-expanded-yaml" : "--emit-manifest"));
  }
  if (emits && arguments.documents.inputs.size() > 1) {
    throw UsageError(fmt::format("{} takes one input, but there are several",
                                 expands ? "--emit-expanded-yaml" : "--emit-manifest"));
  }
  if (emissions.expanded_yaml == "-" && !arguments.documents.is_for_people()) {
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

ExpandedYamlOptions expanded_options(const Emissions& emissions, const std::string& input) {
  const std::string& expanded = emissions.expanded_yaml;
  if (expanded.empty()) return {};
  return {.wanted = true,
          .provenance = emissions.comments != "drop",
          .path_to_document = path_to_document(expanded, input)};
}

std::string manifest_of(const std::string& output, const CompileResult& result,
                        const CompileOptions& options, const std::vector<FileDigest>& digests,
                        bool has_timestamp) {
  return manifest_json({.output = {output, sha256(result.glb.to_string())},
                        .files = digests,
                        .report = &result.report,
                        .options = &options,
                        .is_scene = result.is_scene,
                        .timestamp = has_timestamp ? current_timestamp() : ""});
}

// What is written in addition needs the bytes, or comes before them.
bool can_stream(const Emissions& emissions, const DocumentInput& input) {
  return emissions.manifest.empty() && emissions.expanded_yaml.empty() &&
         (input.is_alone || input.job.output != "-");
}

Product compile_document(const CompileArguments& arguments, const DocumentInput& input) {
  const Emissions& emissions = arguments.emissions;
  CompileOptions options = arguments.canonical.compile;
  options.analysis = input.analysis;
  options.expanded_yaml = expanded_options(emissions, input.job.input);
  DigestingFiles digesting(input.files);
  FileReader& files = emissions.manifest.empty() ? input.files : digesting;
  const std::string& output = input.job.output;
  auto made = std::make_unique<FileInProgress>(output);
  StreamedResult compiled;
  if (can_stream(emissions, input)) {
    compiled = compile(input.entry, files, options, *made);
  } else {
    static_cast<CompileResult&>(compiled) = compile(input.entry, files, options);
  }
  Product product;
  if (!compiled.expanded_yaml.empty()) {
    product.side_files.push_back({.path = emissions.expanded_yaml,
                                  .bytes = std::move(compiled.expanded_yaml),
                                  .despite_errors = emissions.on_error});
  }
  if (!emissions.manifest.empty() && compiled.ok()) {
    product.side_files.push_back(
        {emissions.manifest,
         manifest_of(output, compiled, options, digesting.digests(), emissions.timestamp)});
  }
  product.outputs.push_back({output, std::move(compiled.glb.head), std::move(compiled.glb.binary)});
  if (compiled.streamed_size > 0) {
    product.outputs.back().made = std::move(made);
    product.outputs.back().made_size = compiled.streamed_size;
  }
  product.outcome = std::move(compiled);
  return product;
}

ExitCode run_compile(CompileArguments& arguments, const Options& options) {
  DocumentOptions& documents = arguments.documents;
  check_canonical_options(arguments.canonical);
  complete(documents);
  const ResultKind kind{.command = "compile", .noun = "GLB", .extension = ".glb"};
  const std::vector<DocumentJob> jobs = plan_jobs(documents, arguments.outputs, kind);
  const Emissions& emissions = arguments.emissions;
  check_emissions(arguments);
  if (jobs.front().output == "-" && emissions.expanded_yaml == "-") {
    throw UsageError("standard output cannot take both the GLB and the expanded YAML; use -o");
  }
  prepare_outputs(
      jobs, documents, arguments.outputs, kind,
      {{"--emit-expanded-yaml", emissions.expanded_yaml}, {"--emit-manifest", emissions.manifest}});
  if (jobs.front().output != "-") check_ending(arguments.outputs.output);
  Run run = begin_run(options, documents, arguments.outputs);
  run.success = "compiled";
  run.pose = arguments.canonical.compile.pose;
  run.operation = [&arguments](const DocumentInput& input) {
    return compile_document(arguments, input);
  };
  return run_jobs(jobs, documents, run);
}

void add_emission_options(Options& options, Emissions& emissions) {
  options.text("--emit-expanded-yaml", emissions.expanded_yaml, "PATH",
               "Also write the document after preprocessing; '-' is standard output");
  options.flag("--emit-on-error", emissions.on_error,
               "Write the expanded YAML even if a later step finds errors");
  options.word("--emit-comments", emissions.comments, {"provenance", "drop"},
               "Comments in the expanded YAML: where values come from (default), or none");
  options.text("--emit-manifest", emissions.manifest, "PATH",
               "Also write a JSON file with inputs, outputs and options");
  options.flag("--manifest-timestamp", emissions.timestamp,
               "Include the current time in the manifest");
}

}  // namespace

Action add_compile_command(Options& options) {
  options.footer(compile_footer);
  const auto arguments = std::make_shared<CompileArguments>();
  add_inputs(options, arguments->documents);
  add_output_options(options, arguments->outputs);
  add_emission_options(options, arguments->emissions);
  add_canonical_options(options, arguments->canonical);
  add_common_options(options, arguments->documents);
  return [arguments, &options] { return run_compile(*arguments, options); };
}

}  // namespace rigy::interfaces::cli
