#include "cli/engine.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/allowed_files.hpp"
#include "cli/batch.hpp"
#include "cli/build_state.hpp"
#include "cli/file_checksum.hpp"
#include "cli/linked_files.hpp"
#include "cli/missed_files.hpp"
#include "cli/noted_files.hpp"
#include "cli/outcomes.hpp"
#include "cli/output.hpp"
#include "cli/stdin_files.hpp"
#include "hashing/checksum.hpp"
#include "library/with_memory.hpp"
#include "load/shared_assets.hpp"

namespace rigy::interfaces::cli {
namespace {

using Clock = std::chrono::steady_clock;

void fail(JobOutcome& outcome, std::string message) {
  outcome.code = FileTrouble;
  outcome.failure = std::move(message);
}

std::unique_ptr<FileReader> any_file_reader(const DocumentJob& job,
                                            const DocumentOptions& documents) {
  if (job.input == "-") return std::make_unique<StdinFiles>(documents.root);
  if (documents.trust_links) return std::make_unique<LinkedFiles>(documents.root);
  return std::make_unique<DiskFiles>(documents.root);
}

std::unique_ptr<FileReader> reader_for(const DocumentJob& job, const DocumentOptions& documents) {
  std::unique_ptr<FileReader> reader = any_file_reader(job, documents);
  if (documents.allowed == nullptr) return reader;
  return std::make_unique<AllowedFiles>(std::move(reader), documents.allowed);
}

// What a job needs besides its document.
struct JobContext {
  const DocumentOptions& documents;
  const Run& run;
  AnalyzeOptions analysis;
  bool is_alone = true;         // the only job
  BuildState* state = nullptr;  // null: outputs are always made
  NotedInputs inputs = {};
};

std::size_t size_of(const ProductFile& file) {
  if (file.made != nullptr) return static_cast<std::size_t>(file.made_size);
  return file.bytes.size() + file.rest.size();
}

std::size_t size_of(const std::vector<ProductFile>& files) {
  std::size_t size = 0;
  for (const ProductFile& file : files) size += size_of(file);
  return size;
}

// Standard output takes what several jobs print in their order, so that must wait.
void print_file(const ProductFile& file, bool is_alone, JobOutcome& outcome) {
  if (!is_alone) {
    outcome.printed += file.bytes;
    outcome.printed.append(reinterpret_cast<const char*>(file.rest.data()), file.rest.size());
  } else if (const std::error_code error =
                 file.made != nullptr ? file.made->finish()
                                      : write_stdout({bytes_of(file.bytes), file.rest.bytes()})) {
    fail(outcome, fmt::format("cannot write to standard output: {}", error.message()));
  }
}

// Writes all files or none, then what goes to standard output.
void write_files_of(const std::vector<const ProductFile*>& files, bool is_alone,
                    JobOutcome& outcome) {
  std::vector<FileToWrite> targets;
  for (const ProductFile* file : files) {
    if (file->path == "-") continue;
    if (is_one_of(file->path, outcome.files)) {
      return fail(outcome, fmt::format("cannot write '{}': the document reads it", file->path));
    }
    targets.push_back({file->path, bytes_of(file->bytes), file->rest.bytes(), file->made.get()});
  }
  std::string failed;
  if (const std::error_code error = write_files(targets, failed)) {
    return fail(outcome, fmt::format("cannot write '{}': {}", failed, error.message()));
  }
  for (const ProductFile* file : files) {
    if (file->path == "-") print_file(*file, is_alone, outcome);
  }
}

void write_product(const Product& product, bool is_alone, JobOutcome& outcome) {
  const auto start = Clock::now();
  const bool is_fine = outcome.code == Done;
  if (!is_fine && outcome.code != Rejected) return;
  std::vector<const ProductFile*> files;
  for (const ProductFile& file : product.outputs) {
    if (!is_fine && !file.despite_errors) continue;
    files.push_back(&file);
    outcome.outputs.push_back(file.path);
  }
  for (const ProductFile& file : product.side_files) {
    if (is_fine || file.despite_errors) files.push_back(&file);
  }
  if (files.empty()) return;
  write_files_of(files, is_alone, outcome);
  outcome.bytes = size_of(product.outputs);
  outcome.timings.push_back({"write", Clock::now() - start, outcome.bytes});
}

JobOutcome outcome_of(Outcome& made, const std::string& pose) {
  JobOutcome outcome;
  outcome.files = std::move(made.files);
  if (made.is_scene && !pose.empty()) {
    outcome.code = BadUsage;
    outcome.failure =
        fmt::format("--pose: '{}' is a scene; poses belong to assets", outcome.files.front());
    return outcome;
  }
  outcome.report = std::move(made.report);
  outcome.errors = outcome.report.errors;
  outcome.warnings = outcome.report.warnings;
  outcome.timings = std::move(made.timings);
  if (made.entry_unreadable) {
    outcome.code = FileTrouble;
  } else if (!made.param_faults.empty()) {
    outcome.code = BadUsage;
    outcome.failure = fmt::format("--param: {}", fmt::join(made.param_faults, "; "));
  } else if (!made.option_faults.empty()) {
    outcome.code = BadUsage;
    outcome.failure = fmt::format("{}", fmt::join(made.option_faults, "; "));
  } else if (!outcome.report.ok()) {
    outcome.code = Rejected;
  }
  return outcome;
}

// For those who read the diagnostics as JSON or SARIF.
Fixes fixes_of(const Report& report, const std::string& entry, FileReader& files,
               const AnalyzeOptions& options) {
  if (report.diagnostics.empty()) return {};
  return find_fixes(with_memory(analyze(entry, files, options)), files, report);
}

JobOutcome make_and_write(const DocumentJob& job, const JobContext& context, FileReader& files,
                          std::vector<ProductFile>& outputs) {
  const std::string entry = job.input == "-" ? stdin_name : job.input;
  Product product = context.run.operation({job, entry, files, context.analysis, context.is_alone});
  if (!context.documents.is_for_people() && !product.fixes) {
    product.fixes = fixes_of(product.outcome.report, entry, files, context.analysis);
  }
  JobOutcome outcome = outcome_of(product.outcome, context.run.pose);
  if (product.fixes) outcome.fixes = std::move(*product.fixes);
  outcome.note = std::move(product.note);
  outcome.facts = std::move(product.facts);
  write_product(product, context.is_alone, outcome);
  if (outcome.code == Done && product.is_failure) {
    outcome.code = Rejected;
    outcome.is_failure = true;
  }
  outputs = std::move(product.outputs);
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

std::string checksum_of(const ProductFile& file) {
  if (file.made != nullptr) return checksum_of_file(file.path).value_or("");
  Checksum checksum;
  checksum.add(bytes_of(file.bytes));
  checksum.add(file.rest.bytes());
  return checksum.text();
}

void record_output(const DocumentJob& job, const std::vector<ProductFile>& outputs,
                   const NotedFiles& files, const JobOutcome& outcome, BuildState& state) {
  const auto inputs = files.inputs(outcome.files);
  if (outcome.code != Done || !inputs) return;
  BuiltOutput built{.checksum = checksum_of(outputs.front()),
                    .size = size_of(outputs),
                    .warnings = outcome.warnings};
  for (std::size_t i = 1; i < outputs.size(); ++i) {
    built.more.push_back({outputs[i].path, checksum_of(outputs[i])});
  }
  state.record(job.output, *inputs, std::move(built));
}

void add_missed(const MissedFiles& files, const Run& run, JobOutcome& outcome) {
  if (outcome.code != Rejected || !run.depfile.phony) return;
  outcome.files.insert(outcome.files.end(), files.missed().begin(), files.missed().end());
}

JobOutcome do_job(const DocumentJob& job, JobContext& context) {
  const std::unique_ptr<FileReader> reader = reader_for(job, context.documents);
  std::vector<ProductFile> outputs;
  if (context.state == nullptr) {
    MissedFiles files(*reader);
    JobOutcome outcome = make_and_write(job, context, files, outputs);
    add_missed(files, context.run, outcome);
    return outcome;
  }
  if (auto unchanged = unchanged_outcome(job, *context.state, *reader)) {
    return std::move(*unchanged);
  }
  MissedFiles present(*reader);
  NotedFiles files(present, context.inputs);
  JobOutcome outcome = make_and_write(job, context, files, outputs);
  add_missed(present, context.run, outcome);
  record_output(job, outputs, files, outcome, *context.state);
  return outcome;
}

JobOutcome without_memory(const DocumentJob& job) {
  JobOutcome outcome;
  fail(outcome, fmt::format("not enough memory for '{}'", job.input));
  return outcome;
}

JobOutcome do_safely(const DocumentJob& job, JobContext& context) {
  try {
    return do_job(job, context);
  } catch (const std::bad_alloc&) {
    return without_memory(job);
  } catch (const std::length_error&) {
    return without_memory(job);
  }
}

// Many documents get one thread each; a few share all threads.
AnalyzeOptions analysis_of(const DocumentOptions& documents, std::size_t jobs) {
  AnalyzeOptions out = documents.analysis;
  out.threads = std::max<unsigned>(
      1, documents.jobs / static_cast<unsigned>(std::min<std::size_t>(jobs, documents.jobs)));
  return out;
}

// Drops what nothing after the job needs, so that memory does not grow with the number of jobs.
void drop_details(JobOutcome& outcome, const Run& run, bool keeps_report) {
  if (!keeps_report) {
    outcome.report = {};
    outcome.fixes = {};
    outcome.outputs = {};
  }
  if (!run.report.empty()) outcome.reads_report = is_one_of(run.report, outcome.files);
  if (run.depfile.path.empty()) outcome.files = {};
  outcome.timings = {};
}

bool lists_json(const Run& run, const std::vector<DocumentJob>& jobs) {
  return run.prints_json && jobs.size() > 1 && jobs.front().output == "-";
}

// What a job adds to standard output.
std::string printed_part(bool is_first, bool is_list, bool separates, JobOutcome& outcome) {
  std::string text = std::move(outcome.printed);
  if (text.empty()) return text;
  if (!is_list) return is_first || !separates ? text : "\n" + text;
  return (is_first ? "[\n" : ",\n") + text.substr(0, text.find_last_not_of('\n') + 1);
}

void do_all(const std::vector<DocumentJob>& jobs, JobContext& context,
            std::vector<JobOutcome>& outcomes) {
  std::vector<std::string> texts(jobs.size());
  const bool is_list = lists_json(context.run, jobs);
  bool is_first = true;  // nothing has been printed
  Batch batch;
  batch.count = jobs.size();
  batch.threads = context.documents.jobs;
  batch.work = [&](std::size_t i) {
    outcomes[i] = do_safely(jobs[i], context);
    texts[i] = text_of(jobs[i], outcomes[i], context.documents);
    if (is_list && outcomes[i].printed.empty()) outcomes[i].printed = diagnostics_json(outcomes[i]);
    drop_details(outcomes[i], context.run, !context.documents.is_for_people() && !is_list);
  };
  batch.finish = [&](std::size_t i) {
    if (context.state != nullptr) context.state->save_sometimes();
    const std::string printed = printed_part(is_first, is_list, context.run.separates, outcomes[i]);
    is_first = is_first && printed.empty();
    if (const std::error_code error = write_stdout({bytes_of(printed)})) {
      fail(outcomes[i], fmt::format("cannot write to standard output: {}", error.message()));
      texts[i] += complaint(outcomes[i].failure);
    }
    return std::move(texts[i]);
  };
  batch.name = [&](std::size_t i) { return jobs[i].input; };
  run(batch);
  if (is_list) print("\n]\n");
}

ExitCode save(BuildState& state) {
  const std::error_code error = state.save();
  if (!error) return Done;
  complain(fmt::format("cannot write '{}': {}", state.path(), error.message()));
  return FileTrouble;
}

// Whether the diagnostics as JSON or SARIF still have to be printed, at the end.
bool prints_diagnostics(const std::vector<DocumentJob>& jobs, const DocumentOptions& documents,
                        const Run& run, const std::vector<JobOutcome>& outcomes) {
  if (documents.is_for_people() || lists_json(run, jobs)) return false;
  return jobs.front().output != "-" || outcomes.front().outputs.empty();
}

}  // namespace

ExitCode run_jobs(const std::vector<DocumentJob>& jobs, const DocumentOptions& documents,
                  const Run& run) {
  const auto start = Clock::now();
  JobContext context{documents, run, analysis_of(documents, jobs.size()), jobs.size() == 1};
  if (context.analysis.shared != nullptr) {
    context.analysis.shared->look_again();  // since the last run
  } else if (jobs.size() > 1 || !run.report.empty()) {
    context.analysis.shared = make_shared_assets();
  }
  std::optional<BuildState> state;
  if (!run.state_folder.empty()) context.state = &state.emplace(run.state_folder, run.made_by);
  std::vector<JobOutcome> outcomes(jobs.size());
  do_all(jobs, context, outcomes);
  ExitCode worst = Done;
  for (const JobOutcome& outcome : outcomes) worst = std::max(worst, outcome.code);
  if (state) worst = std::max(worst, save(*state));
  if (!run.report.empty()) {
    const SharedCounts counts = counts_of(*context.analysis.shared);
    worst = std::max(worst,
                     write_report(jobs, outcomes, run,
                                  {run.command, {}, Clock::now() - start, documents.jobs, counts}));
  }
  if (!run.depfile.path.empty() && (worst == Done || worst == Rejected)) {
    worst = std::max(worst, write_depfile(run.depfile, jobs, outcomes));
  }
  if (documents.is_for_people() && jobs.size() > 1) print_error(summary_text(outcomes, run));
  if (!prints_diagnostics(jobs, documents, run, outcomes)) return worst;
  return print_document(outcomes, *documents.diagnostics, worst);
}

}  // namespace rigy::interfaces::cli
