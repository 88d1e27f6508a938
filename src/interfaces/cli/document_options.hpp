// The arguments that commands on documents share.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"
#include "hashing/text_hash.hpp"
#include "interfaces_floor.hpp"
#include "rigy/compile.hpp"

namespace rigy::interfaces::cli {

enum class DiagnosticsFormat { Human, Json, Sarif };
enum class ColorChoice { Auto, Always, Never };

struct DocumentOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> lists;   // the @list files and that of --allow-files, once they are read
  std::vector<std::string> params;  // as they were given: NAME=VALUE
  bool takes_every_kind = false;    // in a folder also contracts, motions and weight files
  AnalyzeOptions analysis;
  std::string root;
  bool trust_links = false;
  std::string allow_files;
  // What that list names, by identity; null: there is no list.
  std::shared_ptr<const TextSet<std::string>> allowed;
  // Not given: as the command has it, which is for people unless its result is JSON.
  std::optional<DiagnosticsFormat> diagnostics;
  ColorChoice color = ColorChoice::Auto;
  std::size_t max_errors = 0;  // 0: the default of the diagnostics format
  unsigned jobs = 0;           // 0: the number of processors
  bool timings = false;

  [[nodiscard]] bool is_for_people() const {
    return diagnostics.value_or(DiagnosticsFormat::Human) == DiagnosticsFormat::Human;
  }
};

// Whether to print in colors to that file descriptor.
[[nodiscard]] bool wants_color(ColorChoice choice, int stream);

// The processors that this program may use.
[[nodiscard]] unsigned processors();

// IN: documents, folders and lists; or one document.
void add_inputs(Options& options, DocumentOptions& documents);
void add_one_input(Options& options, DocumentOptions& documents);
// How documents are read and findings are shown. All commands on documents have these.
void add_common_options(Options& options, DocumentOptions& documents);
// Parts of these: params and the root; the colors; the number of threads.
void add_source_options(Options& options, DocumentOptions& documents);
void add_diagnostics_option(Options& options, DocumentOptions& documents);
void add_color_option(Options& options, ColorChoice& color);
void add_jobs_option(Options& options, unsigned& jobs);

// The options that decide the canonical output, of `compile` and `check`.
struct CanonicalOptions {
  CompileOptions compile;
  bool bake_skin = false;
};
void add_canonical_options(Options& options, CanonicalOptions& canonical);
// Throws UsageError.
void check_canonical_options(const CanonicalOptions& canonical);

// --depfile, --depfile-target and --depfile-phony.
struct DepfileOptions {
  std::string path = {};    // empty: none
  std::string target = {};  // of its only rule; empty: a rule for each output
  bool phony = false;       // also an empty rule for each file that documents refer to
};
// Throws UsageError.
void check_depfile_options(const DepfileOptions& options);

// Where the results of a command go.
struct OutputOptions {
  std::string output;   // "-" is standard output; empty: not given
  std::string out_dir;  // empty: not given
  DepfileOptions depfile;
  std::string report;
  bool skip_unchanged = false;
};
// -o, --out-dir, --skip-unchanged, --depfile and its companions, --report.
void add_output_options(Options& options, OutputOptions& outputs);
// --report alone, for commands without outputs.
void add_report_file_option(Options& options, std::string& report);

// Throws UsageError if --root names no folder.
void check_root(const std::string& root);

// What add_source_options and add_jobs_option added: params, and the number of threads.
void complete_sources(DocumentOptions& documents);

// The documents that inputs stand for: those of @lists, which are noted, and those below folders.
// Throws UsageError or FileTroubleError.
[[nodiscard]] std::vector<std::string> documents_of_inputs(const std::vector<std::string>& inputs,
                                                           DocumentOptions& documents);

// Checks what the parser cannot, and fills in what depends on the machine or on other options: the
// inputs from @lists and folders, params, the number of jobs, the maximum number of diagnostics.
// Throws UsageError or FileTroubleError.
void complete(DocumentOptions& documents);
// The same for a command that takes one document.
void complete_one(DocumentOptions& documents, std::string_view command);

}  // namespace rigy::interfaces::cli
