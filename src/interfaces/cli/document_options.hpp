// The arguments that commands on documents share.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "hashing/text_hash.hpp"
#include "interfaces_floor.hpp"
#include "rigy/compile.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rigy::interfaces::cli {

enum class DiagnosticsFormat { Human, Json, Sarif };
enum class ColorChoice { Auto, Always, Never };

struct DocumentOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> lists;  // the @list files and that of --allow-files, once they are read
  CompileOptions compile;
  bool bake_skin = false;
  std::string root;
  bool trust_links = false;
  std::string allow_files;
  // What that list names, by identity; null: there is no list.
  std::shared_ptr<const TextSet<std::string>> allowed;
  DiagnosticsFormat diagnostics = DiagnosticsFormat::Human;
  ColorChoice color = ColorChoice::Auto;
  std::size_t max_errors = 0;  // 0: the default of the diagnostics format
  unsigned jobs = 0;           // 0: the number of processors
  bool timings = false;
};

// Whether to print in colours to that file descriptor.
[[nodiscard]] bool wants_color(ColorChoice choice, int stream);

// What the options of all functions that begin with an analysis have in common.
template <class Options>
void take_analysis_options(const DocumentOptions& from, Options& to) {
  to.params = from.compile.params;
  to.warnings_as_errors = from.compile.warnings_as_errors;
  to.suppressed_warnings = from.compile.suppressed_warnings;
  to.max_errors = from.compile.max_errors;
  to.threads = from.jobs;
}

// The processors that this program may use.
[[nodiscard]] unsigned processors();

// An option with a text value. An empty one, as from an unset variable, is a usage error.
CLI::Option* add_text_option(CLI::App& command, const std::string& option, std::string& text,
                             const std::string& description);

void add_inputs(CLI::App& command, DocumentOptions& options);
// How documents are read and findings are shown.
void add_common_options(CLI::App& command, DocumentOptions& options);
// Both, and the options that decide the canonical output.
void add_document_options(CLI::App& command, DocumentOptions& options);

// --depfile, --depfile-target and --depfile-phony.
struct DepfileOptions {
  std::string path = {};    // empty: none
  std::string target = {};  // of its only rule; empty: a rule for each output
  bool phony = false;       // also an empty rule for each file that documents refer to
};
void add_depfile_options(CLI::App& command, DepfileOptions& options);
// Throws UsageError.
void check_depfile_options(const DepfileOptions& options);

// --report, for commands that take several documents.
void add_report_file_option(CLI::App& command, std::string& report);

// Parts of these, for commands that take one document: the document, the options that decide how it
// is read, and those that decide how diagnostics are shown; `format` is the option that chooses
// their format.
void add_input_option(CLI::App& command, DocumentOptions& options);
void add_reading_options(CLI::App& command, DocumentOptions& options);
// Of the latter only params and the root.
void add_source_options(CLI::App& command, DocumentOptions& options);
// Which files are found, for build systems: --trust-links and --allow-files.
void add_layout_options(CLI::App& command, DocumentOptions& options);
void add_report_options(CLI::App& command, DocumentOptions& options, const std::string& format);

void add_color_option(CLI::App& command, ColorChoice& color);
// Throws UsageError if --root names no folder.
void check_root(const std::string& root);

// Checks what the parser cannot, and fills in what depends on the machine or on other options: the
// inputs from @lists, the number of jobs, the maximum number of diagnostics. Throws UsageError or
// FileTroubleError.
void complete(DocumentOptions& options);

}  // namespace rigy::interfaces::cli
