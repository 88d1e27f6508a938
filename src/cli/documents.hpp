// Doing something with documents and telling about it: what `compile`, `export` and `check` have in
// common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/document_options.hpp"
#include "cli/exit_code.hpp"
#include "rigy/export.hpp"

namespace rigy::cli {

struct DocumentJob {
  std::string input;   // "-" is standard input
  std::string output;  // "-" is standard output; empty: nothing is written
  // Files that an export of several files may also have.
  std::vector<std::string> more_outputs = {};

  // All files that may be written.
  [[nodiscard]] std::vector<std::string> outputs() const {
    std::vector<std::string> all{output};
    all.insert(all.end(), more_outputs.begin(), more_outputs.end());
    return all;
  }
};

// What is written beside the output of a single job; empty: not wanted.
struct Emissions {
  std::string expanded_yaml;  // "-" is standard output
  bool on_error = false;      // the expanded document, even if a later step fails
  std::string manifest;
  bool timestamp = false;  // in the manifest
};

struct RunOptions {
  std::string depfile;  // empty: none
  Emissions emissions = {};
  // What became of a document that is fine, for the summary: "compiled".
  std::string success = {};
  // Given: documents are exported. Names, params and what counts for warnings are the job's.
  std::optional<ExportOptions> exports = std::nullopt;
};

// Compiles, exports or checks every job, prints the diagnostics in the order of the jobs, writes
// the outputs. One failure does not stop the others; the worst code is returned.
[[nodiscard]] ExitCode run_jobs(const std::vector<DocumentJob>& jobs,
                                const DocumentOptions& options, const RunOptions& run_options);

}  // namespace rigy::cli
