#include "cli/outcomes.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/depfile.hpp"
#include "cli/output.hpp"
#include "cli/stdin_files.hpp"
#include "common/unreachable.hpp"
#include "diagnostics/render_human.hpp"
#include "diagnostics/render_json.hpp"
#include "diagnostics/render_sarif.hpp"
#include "hashing/text_hash.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "text/json_text.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

Color color_for(ColorChoice choice) {
  return wants_color(choice, platform::standard_error) ? Color::On : Color::Off;
}

std::string timings_text(const DocumentJob& job, const std::vector<StepTiming>& timings) {
  std::string text = fmt::format("timings of {}\n", terminal_text(job.input));
  std::chrono::duration<double, std::milli> total{};
  for (const StepTiming& timing : timings) {
    const std::chrono::duration<double, std::milli> time = timing.time;
    total += time;
    fmt::format_to(std::back_inserter(text), "  {:<14}{:>10.3f} ms{:>14} bytes\n", timing.step,
                   time.count(), timing.bytes);
  }
  return text + fmt::format("  {:<14}{:>10.3f} ms\n", "total", total.count());
}

// The machine-readable formats, one text for the whole run.
std::string document_of(std::vector<JobOutcome>& outcomes, DiagnosticsFormat format, bool ok) {
  std::vector<Report> reports;
  std::vector<Fixes> fixes;
  std::vector<std::string> outputs;
  std::vector<std::string> failures;
  for (JobOutcome& outcome : outcomes) {
    reports.push_back(std::move(outcome.report));
    fixes.push_back(std::move(outcome.fixes));
    if (!outcome.failure.empty()) failures.push_back(outcome.failure);
    if (outcome.code != Done) continue;
    outputs.insert(outputs.end(), outcome.outputs.begin(), outcome.outputs.end());
  }
  if (format == DiagnosticsFormat::Sarif) return render_sarif(reports, ok, fixes);
  return render_json(reports, outputs, ok, failures, fixes);
}

// Why the depfile cannot cover this job; empty if it can.
std::string depfile_trouble(const std::string& path, const std::string& output,
                            const std::vector<std::string>& files) {
  if (is_one_of(path, files)) return "a document reads it";
  std::vector<std::string> names = files;
  names.push_back(output);
  const auto odd = std::find_if_not(names.begin(), names.end(), depfile_can_name);
  if (odd == names.end()) return {};
  std::string shown;
  append_json_string(shown, *odd);
  return fmt::format(
      "a make rule cannot express {}, which contains a control character or ends in a backslash",
      shown);
}

// All files that were read, each once.
std::vector<std::string> files_of(const std::vector<JobOutcome>& outcomes) {
  std::vector<std::string> all;
  TextSet<std::string_view> known;
  for (const JobOutcome& outcome : outcomes) {
    for (const std::string& file : outcome.files) {
      if (known.insert(file).second) all.push_back(file);
    }
  }
  return all;
}

// Without them, make would stop at a file that no longer exists instead of asking the program,
// which says who needs it. A document that is missing should stop it.
std::string phony_rules(const std::vector<DocumentJob>& jobs,
                        const std::vector<JobOutcome>& outcomes) {
  TextSet<std::string_view> documents;
  for (const DocumentJob& job : jobs) documents.insert(job.input);
  std::string text;
  for (const std::string& file : files_of(outcomes)) {
    if (!documents.contains(file)) text += "\n" + depfile_rule(file, {});
  }
  return text;
}

std::string_view status_of(const JobOutcome& outcome, const Run& run) {
  if (outcome.is_unchanged) return "unchanged";
  if (outcome.is_failure) return run.failure;
  switch (outcome.code) {
    case Done:
      return run.success;
    case Rejected:
      return "rejected";
    case BadUsage:
      return "unknown param or pose";
    case FileTrouble:
      return "not read or written";
  }
  unreachable();
}

ExitCode write_side_file(const std::string& path, const std::string& text) {
  const std::error_code error = write_file(path, {bytes_of(text)});
  if (!error) return Done;
  complain(fmt::format("cannot write '{}': {}", path, error.message()));
  return FileTrouble;
}

}  // namespace

bool is_one_of(const std::string& output, const std::vector<std::string>& files) {
  const auto target = platform::id_of(output);
  return target && std::any_of(files.begin(), files.end(), [&target](const std::string& file) {
           return platform::id_of(file) == target;
         });
}

std::string text_of(const DocumentJob& job, const JobOutcome& outcome,
                    const DocumentOptions& documents) {
  std::string text;
  if (documents.is_for_people()) {
    text += render_human(outcome.report, color_for(documents.color));
  }
  if (!outcome.failure.empty()) text += complaint(outcome.failure);
  text += outcome.note;
  if (documents.timings) text += timings_text(job, outcome.timings);
  return text;
}

std::string diagnostics_json(const JobOutcome& outcome) {
  std::vector<std::string> failures;
  if (!outcome.failure.empty()) failures.push_back(outcome.failure);
  return render_json({&outcome.report, 1}, {}, outcome.code == Done, failures, {&outcome.fixes, 1});
}

std::string summary_text(const std::vector<JobOutcome>& outcomes, const Run& run) {
  const auto count_if = [&outcomes](const auto& is_counted) {
    return std::count_if(outcomes.begin(), outcomes.end(), is_counted);
  };
  const auto count = [&count_if](ExitCode code) {
    return count_if(
        [code](const JobOutcome& outcome) { return outcome.code == code && !outcome.is_failure; });
  };
  const auto unchanged = count_if([](const JobOutcome& outcome) { return outcome.is_unchanged; });
  const auto failures = count_if([](const JobOutcome& outcome) { return outcome.is_failure; });
  std::string text =
      fmt::format("{} files: {} {}", outcomes.size(), count(Done) - unchanged, run.success);
  if (failures > 0) text += fmt::format(", {} {}", failures, run.failure);
  if (unchanged > 0) text += fmt::format(", {} unchanged", unchanged);
  if (count(Rejected) > 0) text += fmt::format(", {} rejected", count(Rejected));
  if (count(BadUsage) > 0) {
    text += fmt::format(", {} with unknown params or poses", count(BadUsage));
  }
  if (count(FileTrouble) > 0) {
    text += fmt::format(", {} could not be read or written", count(FileTrouble));
  }
  return text + "\n";
}

ExitCode print_document(std::vector<JobOutcome>& outcomes, DiagnosticsFormat format,
                        ExitCode worst) {
  print(document_of(outcomes, format, worst == Done));
  return worst;
}

ExitCode write_depfile(const DepfileOptions& options, const std::vector<DocumentJob>& jobs,
                       std::vector<JobOutcome>& outcomes) {
  std::string text;
  std::string trouble;
  for (std::size_t i = 0; i < jobs.size() && trouble.empty(); ++i) {
    std::vector<std::string>& files = outcomes[i].files;
    std::erase(files, stdin_name);
    trouble = depfile_trouble(options.path, jobs[i].output, files);
    if (options.target.empty()) text += depfile_rule(jobs[i].output, files);
  }
  if (!options.target.empty()) text = depfile_rule(options.target, files_of(outcomes));
  if (options.phony) text += phony_rules(jobs, outcomes);
  if (trouble.empty()) {
    const std::error_code error = write_file(options.path, {bytes_of(text)});
    if (!error) return Done;
    trouble = error.message();
  }
  complain(fmt::format("cannot write '{}': {}", options.path, trouble));
  return FileTrouble;
}

ExitCode write_report(const std::vector<DocumentJob>& jobs, const std::vector<JobOutcome>& outcomes,
                      const Run& run, RunReport report) {
  if (std::any_of(outcomes.begin(), outcomes.end(),
                  [](const JobOutcome& outcome) { return outcome.reads_report; })) {
    complain(fmt::format("cannot write '{}': a document reads it", run.report));
    return FileTrouble;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const JobOutcome& outcome = outcomes[i];
    report.jobs.push_back({jobs[i].input, jobs[i].output, status_of(outcome, run), outcome.failure,
                           outcome.bytes, outcome.errors, outcome.warnings, outcome.facts});
  }
  return write_side_file(run.report, run_report_json(report));
}

}  // namespace rigy::interfaces::cli
