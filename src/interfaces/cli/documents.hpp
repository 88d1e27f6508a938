// Processes documents and reports on them: shared by `compile`, `export` and `check`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/document_options.hpp"
#include "cli/exit_code.hpp"
#include "rigy/export.hpp"

namespace rigy::interfaces::cli {

struct DocumentJob {
  std::string input;   // "-" is standard input
  std::string output;  // "-" is standard output; empty: nothing is written
  // Further files that an export of several files may have.
  std::vector<std::string> more_outputs = {};
  bool all_outputs = false;  // write those of them that the export does not have, empty

  // All files that may be written.
  [[nodiscard]] std::vector<std::string> outputs() const {
    std::vector<std::string> all{output};
    all.insert(all.end(), more_outputs.begin(), more_outputs.end());
    return all;
  }
};

// What is written in addition to the output of a single job; empty: not wanted.
struct Emissions {
  std::string expanded_yaml;  // "-" is standard output
  bool on_error = false;      // the expanded document, even if a later step fails
  std::string manifest;
  bool timestamp = false;  // in the manifest
};

struct RunOptions {
  std::string command = {};  // that the user gave: "compile"
  DepfileOptions depfile = {};
  std::string report = {};  // empty: none
  // The folder of all outputs, whose state says which of them need not be made again; empty: make
  // all.
  std::string state_folder = {};
  Emissions emissions = {};
  // The past participle for the summary of accepted documents: "compiled".
  std::string success = {};
  // If set, documents are exported. Names, params and warning options come from the job.
  std::optional<ExportOptions> exports = std::nullopt;
};

// Compiles, exports or checks every job, prints the diagnostics in the order of the jobs and writes
// the outputs. A failure does not stop the other jobs; returns the worst code.
[[nodiscard]] ExitCode run_jobs(const std::vector<DocumentJob>& jobs,
                                const DocumentOptions& options, const RunOptions& run_options);

// What a command other than compile makes of a document.
struct WrittenDocument {
  Report report;
  std::string bytes;            // of the output
  bool despite_errors = false;  // write it even if the report has errors
  std::vector<std::string> files;
  bool entry_unreadable = false;
  bool is_scene = false;
  std::string pose;  // that was asked for
  std::vector<std::string> param_faults;
  std::vector<std::string> option_faults;  // what is wrong with other options
  std::vector<StepTiming> timings;
  // The document is fine and its output is written, but the command has found what it looks for:
  // the status is that of a document with errors.
  bool is_failure = false;
};
using DocumentWriter = std::function<WrittenDocument(const std::string& entry, FileReader& files)>;

// The same for one job whose output is made by another function. If both the output and the
// diagnostics go to standard output, it gets the output, or the diagnostics of a rejected document.
[[nodiscard]] ExitCode run_writer(const DocumentJob& job, const DocumentOptions& options,
                                  const DocumentWriter& writer, const DepfileOptions& depfile = {});

}  // namespace rigy::interfaces::cli
