#include "diagnostics/render_json.hpp"

#include <cstddef>
#include <string_view>

namespace rigy::language {
namespace {

void write_related(JsonWriter& json, const Related& related, OldKeys old_keys) {
  json.begin_object();
  write_text(json, "message", related.message);
  write_place(json, related.place, old_keys);
  json.end_object();
}

void write_fix_edit(JsonWriter& json, const FixEdit& edit, OldKeys old_keys) {
  json.begin_object();
  write_place(json, edit.place, old_keys);
  write_count(json, "begin", edit.edit.begin);
  write_count(json, "end", edit.edit.end);
  write_text(json, "text", edit.edit.text);
  json.end_object();
}

void write_fix(JsonWriter& json, const Fix& fix, OldKeys old_keys) {
  json.begin_object();
  write_text(json, "title", fix.title);
  write_flag(json, "safe", fix.safe);
  write_text_or_null(json, "reason", fix.reason);
  json.key("edits");
  json.begin_array();
  for (const FixEdit& edit : fix.edits) write_fix_edit(json, edit, old_keys);
  json.end_array();
  json.end_object();
}

void write_json_fixes(JsonWriter& json, std::span<const Fix> fixes, OldKeys old_keys) {
  json.key("fixes");
  json.begin_array();
  for (const Fix& fix : fixes) write_fix(json, fix, old_keys);
  json.end_array();
}

struct Totals {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t omitted = 0;
  ErrorClass error_class = ErrorClass::None;
};

Totals totals_of(std::span<const Report> reports) {
  Totals totals;
  for (const Report& report : reports) {
    totals.errors += report.errors;
    totals.warnings += report.warnings;
    totals.omitted += report.omitted;
    if (totals.error_class == ErrorClass::None) totals.error_class = report.error_class;
  }
  return totals;
}

void write_diagnostics(JsonWriter& json, std::span<const Report> reports,
                       std::span<const Fixes> fixes) {
  json.key("diagnostics");
  json.begin_array();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (std::size_t j = 0; j < reports[i].diagnostics.size(); ++j) {
      json.line_break();
      write_diagnostic(json, reports[i].diagnostics[j], fixes_at(fixes, i, j));
    }
  }
  json.end_array();
}

void write_strings(JsonWriter& json, std::string_view key, std::span<const std::string> strings) {
  json.key(key);
  json.begin_array();
  for (const std::string& string : strings) json.string(string);
  json.end_array();
}

}  // namespace

std::span<const Fix> fixes_at(std::span<const Fixes> fixes, std::size_t report,
                              std::size_t diagnostic) {
  if (report >= fixes.size() || diagnostic >= fixes[report].size()) return {};
  return fixes[report][diagnostic];
}

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic, std::span<const Fix> fixes,
                      OldKeys old_keys) {
  json.begin_object();
  write_text(json, "severity", name_of(diagnostic.severity));
  write_text(json, "code", diagnostic.id);
  write_text_or_null(json, "class", name_of(diagnostic.error_class));
  write_text(json, "message", diagnostic.message);
  write_place(json, diagnostic.place, old_keys);
  write_text(json, "path", diagnostic.path);
  write_text_or_null(json, "help", diagnostic.help);
  json.key("related");
  json.begin_array();
  for (const Related& related : diagnostic.related) write_related(json, related, old_keys);
  json.end_array();
  if (!fixes.empty()) write_json_fixes(json, fixes, old_keys);
  json.end_object();
}

void write_place(JsonWriter& json, const Place& place, OldKeys old_keys) {
  write_text(json, "file", place.file);
  write_count(json, "line", place.start.line);
  write_count(json, "column", place.start.column);
  write_count(json, "end_line", place.end.line);
  write_count(json, "end_column", place.end.column);
  write_count(json, "column_utf16", place.start_utf16);
  write_count(json, "end_column_utf16", place.end_utf16);
  if (old_keys == OldKeys::Without) return;
  write_count(json, "endLine", place.end.line);
  write_count(json, "endColumn", place.end.column);
  write_count(json, "columnUtf16", place.start_utf16);
  write_count(json, "endColumnUtf16", place.end_utf16);
}

std::string render_json(std::span<const Report> reports, std::span<const std::string> outputs,
                        bool ok, std::span<const std::string> failures,
                        std::span<const Fixes> fixes) {
  const Totals totals = totals_of(reports);
  JsonWriter json;
  json.begin_object();
  write_flag(json, "ok", ok);
  write_text_or_null(json, "class", name_of(totals.error_class));
  write_count(json, "errors", totals.errors);
  write_count(json, "warnings", totals.warnings);
  write_count(json, "omitted", totals.omitted);
  write_diagnostics(json, reports, fixes);
  write_strings(json, "outputs", outputs);
  if (!failures.empty()) write_strings(json, "failures", failures);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace rigy::language
