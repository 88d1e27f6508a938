// Diagnostics about a document, as plain self-contained values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rigy {

enum class Severity : std::uint8_t { Error, Warning };

// The error classes of the specification ("Error Type Hierarchy"), and InputError: there is no
// document to judge, because its file cannot be read. Warnings have none.
enum class ErrorClass : std::uint8_t {
  None,
  ParseError,
  ValidationError,
  TessellationError,
  ExportError,
  ContractError,
  CompositionError,
  InputError,
};

[[nodiscard]] std::string_view name_of(ErrorClass error_class);
[[nodiscard]] std::string_view name_of(Severity severity);

// A point in a text file. Lines and columns count from 1, columns in code points; line 0 means
// that the diagnostic concerns the file as a whole.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

// A range of a file; `end` is the position just after it.
struct Place {
  std::string file;
  Position start;
  Position end;
  // The same columns in UTF-16 code units, for editors.
  std::uint32_t start_utf16 = 0;
  std::uint32_t end_utf16 = 0;
  // The text of the line of `start`, for display; empty if it must not be quoted.
  std::string source_line;
};

// A related place, such as an earlier definition, a line of a contract or an import.
struct Related {
  Place place;
  std::string message;
};

struct Diagnostic {
  std::string id;  // "V11"; see `rigy explain`
  Severity severity = Severity::Error;
  ErrorClass error_class = ErrorClass::None;
  std::string message;
  Place place;
  std::string path;  // "meshes[0].primitives[2].dimensions.radius"
  std::string help;
  std::vector<Related> related;
};

// How often a warning was found, including as an error on request.
struct WarningCount {
  std::string_view id;
  std::size_t count = 0;
  Severity severity = Severity::Warning;
};

// All diagnostics of one run, ordered by file and line. `diagnostics` has at most the requested
// number of entries, but always the first warning of each id; the counts include the rest.
struct Report {
  std::vector<Diagnostic> diagnostics;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t omitted = 0;
  std::vector<WarningCount> warning_counts;  // of each id that was found
  // The class of the document: that of the earliest stage with an error.
  ErrorClass error_class = ErrorClass::None;

  [[nodiscard]] bool ok() const { return errors == 0; }
};

// The general description of a diagnostic id.
struct DiagnosticInfo {
  std::string_view id;
  Severity severity;
  ErrorClass error_class;
  std::string_view since;  // language version
  std::string_view summary;
  std::string_view help;  // how to fix it, in general
};

// The table of all diagnostics, in a fixed order.
[[nodiscard]] const DiagnosticInfo* diagnostics_begin();
[[nodiscard]] std::size_t diagnostics_count();
// The entry of `id` ("V11"), or null.
[[nodiscard]] const DiagnosticInfo* find_diagnostic(std::string_view id);

}  // namespace rigy
