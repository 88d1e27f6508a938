// The arguments that commands about documents share.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rigy/compile.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rigy::cli {

enum class DiagnosticsFormat { Human, Json, Sarif };
enum class ColorChoice { Auto, Always, Never };

struct DocumentOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> lists;  // the files behind @, once their contents are among the inputs
  CompileOptions compile;
  bool bake_skin = false;
  std::string root;
  DiagnosticsFormat diagnostics = DiagnosticsFormat::Human;
  ColorChoice color = ColorChoice::Auto;
  std::size_t max_errors = 0;  // 0: what suits the format of the diagnostics
  unsigned jobs = 0;           // 0: as many as there are processors
  bool timings = false;
};

// Processors that this program may use.
[[nodiscard]] unsigned processors();

// An option whose value is a text. An empty one, as from a variable that is not set, is bad usage.
CLI::Option* add_text_option(CLI::App& command, const std::string& option, std::string& text,
                             const std::string& description);

void add_inputs(CLI::App& command, DocumentOptions& options);
// How documents are read and findings are shown.
void add_common_options(CLI::App& command, DocumentOptions& options);
// Both, and between them what decides the canonical output.
void add_document_options(CLI::App& command, DocumentOptions& options);

// Parts of these, for commands that take one document: the document, what decides how it is read,
// and how the diagnostics are shown; `format` is the option that chooses their form.
void add_input_option(CLI::App& command, DocumentOptions& options);
void add_reading_options(CLI::App& command, DocumentOptions& options);
void add_report_options(CLI::App& command, DocumentOptions& options, const std::string& format);

// Checks what the parser cannot, and fills in what depends on the machine or on other options: the
// contents of @lists among the inputs, the number of jobs, the maximum of diagnostics. Throws
// UsageError or FileTroubleError.
void complete(DocumentOptions& options);

}  // namespace rigy::cli
