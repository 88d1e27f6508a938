// Does one operation with one or many documents: compiles, checks, draws, … each, writes what is
// made, and reports on it. All commands on documents run here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/document_options.hpp"
#include "cli/exit_code.hpp"
#include "cli/file_in_progress.hpp"
#include "interfaces_floor.hpp"
#include "rigy/compile.hpp"
#include "rigy/fix.hpp"

namespace rigy::interfaces::cli {

struct DocumentJob {
  std::string input;   // "-" is standard input
  std::string output;  // "-" is standard output; empty: nothing is written
  // Further files that an output of several files may have.
  std::vector<std::string> more_outputs = {};

  // All files that may be written.
  [[nodiscard]] std::vector<std::string> outputs() const {
    std::vector<std::string> all{output};
    all.insert(all.end(), more_outputs.begin(), more_outputs.end());
    return all;
  }
};

// A file to write, in one or two pieces, or one that was written while it was made.
struct ProductFile {
  std::string path;  // "-" is standard output
  std::string bytes = {};
  Buffer rest = {};
  bool despite_errors = false;  // write it even if the document is rejected
  std::unique_ptr<FileInProgress> made = nullptr;
  std::uint64_t made_size = 0;
};

// What an operation makes of a document. All files are written, or none.
struct Product {
  Outcome outcome;
  std::vector<ProductFile> outputs = {};  // the one that the job names first
  std::vector<ProductFile> side_files = {};
  // The document is fine and its output is written, but the command has found what it looks for:
  // the status is that of a document with errors.
  bool is_failure = false;
  // Of the diagnostics, if they are known already.
  std::optional<Fixes> fixes = {};
  std::string note = {};   // for people, after the diagnostics
  std::string facts = {};  // further fields of its job in the report, in JSON
};

// What an operation gets; `analysis` are the options for this document.
struct DocumentInput {
  const DocumentJob& job;
  std::string entry;
  FileReader& files;
  const AnalyzeOptions& analysis;
  bool is_alone = true;  // the only one of the run
};
using Operation = std::function<Product(const DocumentInput& input)>;

// What an operation is, and how the run speaks of it.
struct Run {
  std::string command = {};  // that the user gave: "compile"
  // What became of accepted documents, for the summary: "compiled".
  std::string success = {};
  std::string failure = {};  // and of those that are a failure: "with findings"
  Operation operation = {};
  std::string pose = {};  // that is asked for; a scene has none
  // What is printed on standard output for several documents is separated by empty lines.
  bool separates = true;
  // What is printed on standard output for several documents becomes a JSON array. The element of a
  // rejected document has its diagnostics.
  bool prints_json = false;
  DepfileOptions depfile = {};
  std::string report = {};  // empty: none
  // The folder of all outputs, whose state says which of them need not be made again; empty: make
  // all.
  std::string state_folder = {};
  std::string made_by = {};  // with the folder: the program and the options, see build_state.hpp
};

// Does every job, prints the diagnostics in the order of the jobs and writes the outputs. A failure
// does not stop the other jobs; returns the worst code. If both the output and the diagnostics of a
// single job go to standard output, it gets the output, or the diagnostics of a rejected document.
[[nodiscard]] ExitCode run_jobs(const std::vector<DocumentJob>& jobs,
                                const DocumentOptions& documents, const Run& run);

}  // namespace rigy::interfaces::cli
