#include "cli/documents.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/allowed_files.hpp"
#include "cli/batch.hpp"
#include "cli/build_state.hpp"
#include "cli/checksum.hpp"
#include "cli/digest.hpp"
#include "cli/linked_files.hpp"
#include "cli/manifest.hpp"
#include "cli/noted_files.hpp"
#include "cli/outcomes.hpp"
#include "cli/output.hpp"
#include "cli/stdin_files.hpp"
#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

void fail(JobOutcome& outcome, std::string message) {
  outcome.code = FileTrouble;
  outcome.failure = std::move(message);
}

void finish_writing(const DocumentJob& job, std::error_code error, JobOutcome& outcome) {
  const std::string target = job.output == "-" ? "to standard output" : "'" + job.output + "'";
  if (error) fail(outcome, fmt::format("cannot write {}: {}", target, error.message()));
  outcome.outputs = {job.output};
}

void write_result(const DocumentJob& job, Bytes bytes, JobOutcome& outcome) {
  const auto start = Clock::now();
  std::error_code error;
  if (job.output == "-") {
    error = write_stdout({bytes});
  } else if (is_one_of(job.output, outcome.files)) {
    return fail(outcome, fmt::format("cannot write '{}': the document reads it", job.output));
  } else {
    error = write_file(job.output, {bytes});
  }
  finish_writing(job, error, outcome);
  outcome.timings.push_back({"write", Clock::now() - start, bytes.size()});
}

// Those that are not among the targets, without contents.
void add_missing(const std::vector<std::string>& outputs, std::vector<FileToWrite>& targets) {
  for (const std::string& output : outputs) {
    const bool known =
        std::any_of(targets.begin(), targets.end(),
                    [&output](const FileToWrite& target) { return target.path == output; });
    if (!known) targets.push_back({output, {}});
  }
}

// The files of an export: the main one and those that belong to it.
void write_exported(const DocumentJob& job, const std::vector<ExportedFile>& files,
                    JobOutcome& outcome) {
  const auto start = Clock::now();
  if (job.output == "-") {
    finish_writing(job, write_stdout({bytes_of(files.front().bytes)}), outcome);
    return;
  }
  std::vector<FileToWrite> targets;
  std::size_t size = 0;
  for (const ExportedFile& file : files) {
    const fs::path beside =
        platform::to_path(job.output).parent_path() / platform::to_path(file.name);
    const std::string path = targets.empty() ? job.output : platform::to_text(beside);
    targets.push_back({path, bytes_of(file.bytes)});
    size += file.bytes.size();
  }
  if (job.all_outputs) add_missing(job.more_outputs, targets);
  for (const FileToWrite& target : targets) {
    if (is_one_of(target.path, outcome.files)) {
      return fail(outcome, fmt::format("cannot write '{}': the document reads it", target.path));
    }
  }
  std::string failed;
  if (const std::error_code error = write_files(targets, failed)) {
    fail(outcome, fmt::format("cannot write '{}': {}", failed, error.message()));
  }
  outcome.outputs = {job.output};
  outcome.bytes = size;
  for (std::size_t i = 1; i < targets.size(); ++i) outcome.outputs.push_back(targets[i].path);
  outcome.timings.push_back({"write", Clock::now() - start, size});
}

std::unique_ptr<FileReader> any_file_reader(const DocumentJob& job,
                                            const DocumentOptions& options) {
  if (job.input == "-") return std::make_unique<StdinFiles>(options.root);
  if (options.trust_links) return std::make_unique<LinkedFiles>(options.root);
  return std::make_unique<DiskFiles>(options.root);
}

std::unique_ptr<FileReader> reader_for(const DocumentJob& job, const DocumentOptions& options) {
  std::unique_ptr<FileReader> reader = any_file_reader(job, options);
  if (options.allowed == nullptr) return reader;
  return std::make_unique<AllowedFiles>(std::move(reader), options.allowed);
}

// What a job needs besides its document.
struct JobContext {
  const DocumentOptions& options;
  const CompileOptions& compile;
  const Emissions& emissions;
  const std::optional<ExportOptions>& exports;
  BuildState* state = nullptr;  // null: outputs are always made
  NotedInputs& inputs;
};

std::string manifest_of(const DocumentJob& job, const JobContext& context,
                        const CompileResult& result, const std::vector<FileDigest>& digests,
                        const JobOutcome& outcome) {
  return manifest_json({.output = {job.output, sha256(result.glb.to_string())},
                        .files = digests,
                        .report = &outcome.report,
                        .options = &context.options,
                        .is_scene = result.is_scene,
                        .timestamp = context.emissions.timestamp ? current_timestamp() : ""});
}

// Writes all files or none, then what goes to standard output.
void write_outputs(std::vector<FileToWrite> outputs, JobOutcome& outcome) {
  const auto printed = std::stable_partition(
      outputs.begin(), outputs.end(), [](const FileToWrite& one) { return one.path != "-"; });
  for (auto file = outputs.begin(); file != printed; ++file) {
    if (is_one_of(file->path, outcome.files)) {
      return fail(outcome, fmt::format("cannot write '{}': the document reads it", file->path));
    }
  }
  std::string failed;
  if (const std::error_code error = write_files({outputs.begin(), printed}, failed)) {
    return fail(outcome, fmt::format("cannot write '{}': {}", failed, error.message()));
  }
  for (auto one = printed; one != outputs.end(); ++one) {
    if (const std::error_code error = write_stdout({one->bytes, one->rest})) {
      return fail(outcome, fmt::format("cannot write to standard output: {}", error.message()));
    }
  }
}

void write_all(const DocumentJob& job, const JobContext& context, const CompileResult& result,
               const std::vector<FileDigest>& digests, JobOutcome& outcome) {
  const auto start = Clock::now();
  const Emissions& emissions = context.emissions;
  const bool is_fine = outcome.code == Done;
  const bool emits = is_fine || (outcome.code == Rejected && emissions.on_error);
  std::vector<FileToWrite> outputs;
  std::string manifest;
  if (is_fine) {
    outputs.push_back({job.output, bytes_of(result.glb.head), result.glb.binary.bytes()});
  }
  if (!emissions.expanded_yaml.empty() && !result.expanded_yaml.empty() && emits) {
    outputs.push_back({emissions.expanded_yaml, bytes_of(result.expanded_yaml)});
  }
  if (!emissions.manifest.empty() && is_fine) {
    manifest = manifest_of(job, context, result, digests, outcome);
    outputs.push_back({emissions.manifest, bytes_of(manifest)});
  }
  write_outputs(std::move(outputs), outcome);
  if (!is_fine) return;
  outcome.outputs = {job.output};
  outcome.bytes = result.glb.size();
  outcome.timings.push_back({"write", Clock::now() - start, result.glb.size()});
}

// For an analysis, a compilation or an export that read these files.
template <class Result>
JobOutcome outcome_of(Result& result, std::vector<std::string>& files, const std::string& pose) {
  JobOutcome outcome;
  outcome.files = std::move(files);
  if (result.is_scene && !pose.empty()) {
    outcome.code = BadUsage;
    outcome.failure =
        fmt::format("--pose: '{}' is a scene; poses belong to assets", outcome.files.front());
    return outcome;
  }
  outcome.report = std::move(result.report);
  outcome.errors = outcome.report.errors;
  outcome.warnings = outcome.report.warnings;
  outcome.timings = std::move(result.timings);
  if (result.entry_unreadable) {
    outcome.code = FileTrouble;
  } else if (!result.param_faults.empty()) {
    outcome.code = BadUsage;
    outcome.failure = fmt::format("--param: {}", fmt::join(result.param_faults, "; "));
  } else if (!outcome.report.ok()) {
    outcome.code = Rejected;
  }
  return outcome;
}

JobOutcome export_job(const DocumentJob& job, const std::string& entry, const JobContext& context,
                      FileReader& files) {
  ExportOptions options = *context.exports;
  if (job.output != "-") options.name = platform::to_text(platform::to_path(job.output).stem());
  options.params = context.compile.params;
  options.warnings_as_errors = context.compile.warnings_as_errors;
  options.suppressed_warnings = context.compile.suppressed_warnings;
  options.max_errors = context.compile.max_errors;
  options.threads = context.compile.threads;
  options.shared = context.compile.shared;
  ExportResult exported = export_asset(entry, files, options);
  JobOutcome outcome = outcome_of(exported, exported.read_files, options.pose);
  if (outcome.code == Done) write_exported(job, exported.files, outcome);
  return outcome;
}

// The outcome if an earlier run made the output from the same inputs.
std::optional<JobOutcome> unchanged_outcome(const DocumentJob& job, BuildState& state,
                                            FileReader& reader) {
  std::optional<BuiltOutput> built = state.find_current(job.output, job.input, reader);
  if (!built) return std::nullopt;
  JobOutcome outcome;
  outcome.is_unchanged = true;
  outcome.files = std::move(built->inputs);
  outcome.outputs = {job.output};
  outcome.bytes = built->size;
  outcome.warnings = built->warnings;
  return outcome;
}

void record_output(const DocumentJob& job, const Glb& glb, const NotedFiles& files,
                   const JobOutcome& outcome, BuildState& state) {
  const auto inputs = files.inputs(outcome.files);
  if (outcome.code != Done || !inputs) return;
  Checksum checksum;
  checksum.add(bytes_of(glb.head));
  checksum.add(glb.binary.bytes());
  state.record(job.output, *inputs,
               {.checksum = checksum.text(), .size = glb.size(), .warnings = outcome.warnings});
}

// Compiles the document unless its output is recorded in the state.
JobOutcome build_job(const DocumentJob& job, const JobContext& context, FileReader& reader) {
  if (auto unchanged = unchanged_outcome(job, *context.state, reader)) return std::move(*unchanged);
  NotedFiles files(reader, context.inputs);
  CompileResult compiled = compile(job.input, files, context.compile);
  JobOutcome outcome = outcome_of(compiled, compiled.files, context.compile.pose);
  write_all(job, context, compiled, {}, outcome);
  record_output(job, compiled.glb, files, outcome, *context.state);
  return outcome;
}

JobOutcome do_job(const DocumentJob& job, const JobContext& context) {
  const std::unique_ptr<FileReader> reader = reader_for(job, context.options);
  if (context.state != nullptr) return build_job(job, context, *reader);
  DigestingFiles digesting(*reader);
  FileReader& files = context.emissions.manifest.empty() ? *reader : digesting;
  const std::string entry = job.input == "-" ? stdin_name : job.input;
  if (job.output.empty()) {
    Analysis checked = check(entry, files, context.compile);
    return outcome_of(checked, checked.files, context.compile.pose);
  }
  if (context.exports) return export_job(job, entry, context, files);
  CompileResult compiled = compile(entry, files, context.compile);
  JobOutcome outcome = outcome_of(compiled, compiled.files, context.compile.pose);
  write_all(job, context, compiled, digesting.digests(), outcome);
  return outcome;
}

JobOutcome write_job(const DocumentJob& job, const DocumentOptions& options,
                     const DocumentWriter& writer) {
  const std::unique_ptr<FileReader> reader = reader_for(job, options);
  WrittenDocument written = writer(job.input == "-" ? stdin_name : job.input, *reader);
  JobOutcome outcome = outcome_of(written, written.files, written.pose);
  if (!written.option_faults.empty()) {
    outcome.code = BadUsage;
    outcome.failure = fmt::format("{}", fmt::join(written.option_faults, "; "));
  }
  const bool shows_errors =
      outcome.code == Rejected && written.despite_errors && !written.bytes.empty();
  if ((outcome.code == Done || shows_errors) && !job.output.empty()) {
    write_result(job, bytes_of(written.bytes), outcome);
  }
  if (outcome.code == Done && written.is_failure) outcome.code = Rejected;
  return outcome;
}

// Only memory can run out between the library and the disk.
template <class Work>
JobOutcome do_safely(const DocumentJob& job, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    JobOutcome outcome;
    fail(outcome, fmt::format("not enough memory for '{}'", job.input));
    return outcome;
  }
}

// Many documents get one thread each; a few share all threads.
CompileOptions library_options(const DocumentOptions& options, std::size_t jobs) {
  CompileOptions out = options.compile;
  out.threads = std::max<unsigned>(
      1, options.jobs / static_cast<unsigned>(std::min<std::size_t>(jobs, options.jobs)));
  return out;
}

// Drops what nothing after the job needs, so that memory does not grow with the number of jobs.
void drop_details(JobOutcome& outcome, const DocumentOptions& options,
                  const RunOptions& run_options) {
  if (options.diagnostics == DiagnosticsFormat::Human) {
    outcome.report = {};
    outcome.outputs = {};
  }
  if (!run_options.report.empty()) {
    outcome.reads_report = is_one_of(run_options.report, outcome.files);
  }
  if (run_options.depfile.path.empty()) outcome.files = {};
  outcome.timings = {};
}

void do_all(const std::vector<DocumentJob>& jobs, const DocumentOptions& options,
            const RunOptions& run_options, const JobContext& context,
            std::vector<JobOutcome>& outcomes) {
  std::vector<std::string> texts(jobs.size());
  Batch batch;
  batch.count = jobs.size();
  batch.threads = options.jobs;
  batch.work = [&](std::size_t i) {
    outcomes[i] = do_safely(jobs[i], [&] { return do_job(jobs[i], context); });
    texts[i] = text_of(jobs[i], outcomes[i], options);
    drop_details(outcomes[i], options, run_options);
  };
  batch.finish = [&](std::size_t i) {
    if (context.state != nullptr) context.state->save_sometimes();
    return std::move(texts[i]);
  };
  batch.name = [&](std::size_t i) { return jobs[i].input; };
  run(batch);
}

ExitCode save(BuildState& state) {
  const std::error_code error = state.save();
  if (!error) return Done;
  complain(fmt::format("cannot write '{}': {}", state.path(), error.message()));
  return FileTrouble;
}

}  // namespace

ExitCode run_jobs(const std::vector<DocumentJob>& jobs, const DocumentOptions& options,
                  const RunOptions& run_options) {
  const auto start = Clock::now();
  CompileOptions compile_options = library_options(options, jobs.size());
  if (jobs.size() > 1 || !run_options.report.empty()) compile_options.shared = make_shared_assets();
  std::optional<BuildState> state;
  if (!run_options.state_folder.empty()) {
    state.emplace(run_options.state_folder, description_of(options));
  }
  NotedInputs inputs;
  std::vector<JobOutcome> outcomes(jobs.size());
  do_all(jobs, options, run_options,
         {options, compile_options, run_options.emissions, run_options.exports,
          state ? &*state : nullptr, inputs},
         outcomes);
  ExitCode worst = Done;
  for (const JobOutcome& outcome : outcomes) worst = std::max(worst, outcome.code);
  if (state) worst = std::max(worst, save(*state));
  if (!run_options.report.empty()) {
    const auto counts =
        compile_options.shared ? counts_of(*compile_options.shared) : SharedCounts();
    worst = std::max(
        worst, write_report(jobs, outcomes, run_options,
                            {run_options.command, {}, Clock::now() - start, options.jobs, counts}));
  }
  if (!run_options.depfile.path.empty() && worst == Done) {
    worst = write_depfile(run_options.depfile, jobs, outcomes);
  }
  if (options.diagnostics == DiagnosticsFormat::Human) {
    if (jobs.size() > 1) print_error(summary_text(outcomes, run_options.success));
    return worst;
  }
  return print_document(outcomes, options.diagnostics, worst);
}

ExitCode run_writer(const DocumentJob& job, const DocumentOptions& options,
                    const DocumentWriter& writer, const DepfileOptions& depfile) {
  std::vector<JobOutcome> outcomes{do_safely(job, [&] { return write_job(job, options, writer); })};
  print_error(text_of(job, outcomes.front(), options));
  ExitCode code = outcomes.front().code;
  if (code == Done && !depfile.path.empty()) code = write_depfile(depfile, {job}, outcomes);
  const bool is_taken = job.output == "-" && !outcomes.front().outputs.empty();
  if (options.diagnostics == DiagnosticsFormat::Human || is_taken) return code;
  return print_document(outcomes, options.diagnostics, code);
}

}  // namespace rigy::interfaces::cli
