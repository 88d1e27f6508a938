// Where outputs go, and what they must not overwrite.
#pragma once

#include <string>
#include <vector>

#include "cli/engine.hpp"

namespace rigy::interfaces::cli {

// A file written in addition to the outputs, and the option that asks for it.
struct SideFile {
  std::string option;
  std::string path;
};

// The name of the document's output without extension: "arm" for models/arm.rigy.yaml.
[[nodiscard]] std::string output_stem(const std::string& input);

// Throws UsageError if two files would have the same path.
void check_distinct(const std::vector<DocumentJob>& jobs, const std::vector<SideFile>& sides);

// Throws UsageError if an output would overwrite an input or a list of inputs.
void check_not_input(const std::vector<DocumentJob>& jobs, const std::vector<std::string>& lists,
                     const std::vector<SideFile>& sides);

// Where results go if neither -o nor --out-dir says it.
enum class Unnamed { BesideInput, StandardOutput, Refused };

// The kind of result that a command writes.
struct ResultKind {
  std::string command;    // "render"
  std::string noun;       // "picture"
  std::string extension;  // ".png"
  Unnamed unnamed = Unnamed::BesideInput;
  bool is_text = false;  // fit for a terminal
  // For programs: standard output has a JSON value for each document, its result or its
  // diagnostics.
  bool is_json = false;
};

// One job for each input. Throws UsageError if the options contradict each other.
[[nodiscard]] std::vector<DocumentJob> plan_jobs(const DocumentOptions& documents,
                                                 const OutputOptions& outputs,
                                                 const ResultKind& kind);

// Refuses to overwrite an input or another output, or to mix things on standard output; creates
// --out-dir. Files besides those of `outputs` are in `sides`. Throws UsageError or
// FileTroubleError.
void prepare_outputs(const std::vector<DocumentJob>& jobs, const DocumentOptions& documents,
                     const OutputOptions& outputs, const ResultKind& kind,
                     const std::vector<SideFile>& sides = {});

// One job for each input, for a command that writes nothing but its report. Throws UsageError.
[[nodiscard]] std::vector<DocumentJob> jobs_without_output(const DocumentOptions& documents,
                                                           const std::string& report);

// A run with these options, still without its operation.
[[nodiscard]] Run begin_run(const Options& options, const DocumentOptions& documents,
                            const OutputOptions& outputs);

}  // namespace rigy::interfaces::cli
