// What became of jobs, and how it is told: messages, summaries, depfiles, reports.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "cli/exit_code.hpp"
#include "cli/run_report.hpp"
#include "rigy/compile.hpp"

namespace rigy::interfaces::cli {

// The result of one job.
struct JobOutcome {
  ExitCode code = Done;
  Report report;
  Fixes fixes;
  std::string failure;  // what went wrong outside the document
  std::vector<std::string> files;
  std::vector<std::string> outputs;  // that were written to files or standard output
  std::vector<StepTiming> timings;
  bool is_unchanged = false;  // an earlier run wrote the output
  std::size_t bytes = 0;      // of the output
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::string note;           // what else is said to people
  std::string facts;          // and what else the report says, in JSON
  bool is_failure = false;    // the command has found what it looks for
  std::string printed;        // what waits to be printed on standard output
  bool reads_report = false;  // writing the report would destroy one of the files
};

// Whether writing `output` would destroy one of `files`.
[[nodiscard]] bool is_one_of(const std::string& output, const std::vector<std::string>& files);

// What one job prints on standard error.
[[nodiscard]] std::string text_of(const DocumentJob& job, const JobOutcome& outcome,
                                  const DocumentOptions& documents);

// The diagnostics of one job, as they would be printed for it alone.
[[nodiscard]] std::string diagnostics_json(const JobOutcome& outcome);

// The last line of a run with several jobs.
[[nodiscard]] std::string summary_text(const std::vector<JobOutcome>& outcomes, const Run& run);

// Prints the diagnostics of all jobs in a machine-readable format; returns the worse of the earlier
// status and its own.
[[nodiscard]] ExitCode print_document(std::vector<JobOutcome>& outcomes, DiagnosticsFormat format,
                                      ExitCode worst);

[[nodiscard]] ExitCode write_depfile(const DepfileOptions& options,
                                     const std::vector<DocumentJob>& jobs,
                                     std::vector<JobOutcome>& outcomes);

// Adds the jobs to the report and writes it.
[[nodiscard]] ExitCode write_report(const std::vector<DocumentJob>& jobs,
                                    const std::vector<JobOutcome>& outcomes, const Run& run,
                                    RunReport report);

}  // namespace rigy::interfaces::cli
