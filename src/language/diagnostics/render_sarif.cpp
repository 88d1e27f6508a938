#include "diagnostics/render_sarif.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "diagnostics/render_json.hpp"
#include "rigy/compile.hpp"
#include "text/json_writer.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view schema_uri = "https://json.schemastore.org/sarif-2.1.0.json";

// {"text": …}, the form SARIF gives every message.
void write_message(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key);
  json.begin_object();
  write_text(json, "text", text);
  json.end_object();
}

bool stays_in_uri(char byte) {
  const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  const bool digit = byte >= '0' && byte <= '9';
  return letter || digit || std::string_view("-._~/").find(byte) != std::string_view::npos;
}

std::string uri_of(std::string_view path) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char byte : path) {
    if (stays_in_uri(byte)) {
      uri += byte;
    } else {
      const auto value = static_cast<unsigned char>(byte);
      uri.append({'%', digits[value >> 4], digits[value & 0xf]});
    }
  }
  return uri;
}

void write_region(JsonWriter& json, std::string_view key, const Place& place) {
  json.key(key);
  json.begin_object();
  write_count(json, "startLine", place.start.line);
  write_count(json, "startColumn", place.start.column);
  write_count(json, "endLine", place.end.line);
  write_count(json, "endColumn", place.end.column);
  json.end_object();
}

void write_artifact(JsonWriter& json, const Place& place) {
  json.key("artifactLocation");
  json.begin_object();
  write_text(json, "uri", uri_of(place.file));
  json.end_object();
}

void write_physical_location(JsonWriter& json, const Place& place) {
  json.key("physicalLocation");
  json.begin_object();
  write_artifact(json, place);
  if (place.start.line > 0) write_region(json, "region", place);
  json.end_object();
}

void write_location(JsonWriter& json, const Diagnostic& diagnostic) {
  json.key("locations");
  json.begin_array();
  json.begin_object();
  write_physical_location(json, diagnostic.place);
  if (!diagnostic.path.empty()) {
    json.key("logicalLocations");
    json.begin_array();
    json.begin_object();
    write_text(json, "fullyQualifiedName", diagnostic.path);
    json.end_object();
    json.end_array();
  }
  json.end_object();
  json.end_array();
}

void write_related_locations(JsonWriter& json, const Diagnostic& diagnostic) {
  if (diagnostic.related.empty()) return;
  json.key("relatedLocations");
  json.begin_array();
  std::size_t id = 0;
  for (const Related& related : diagnostic.related) {
    json.begin_object();
    write_count(json, "id", ++id);
    write_physical_location(json, related.place);
    write_message(json, "message", related.message);
    json.end_object();
  }
  json.end_array();
}

void write_replacement(JsonWriter& json, const FixEdit& edit) {
  json.begin_object();
  write_region(json, "deletedRegion", edit.place);
  write_message(json, "insertedContent", edit.edit.text);
  json.end_object();
}

// The edits of each file together, in the order of the files.
void write_changes(JsonWriter& json, const Fix& fix) {
  json.key("artifactChanges");
  json.begin_array();
  for (std::size_t i = 0; i < fix.edits.size();) {
    const Place& first = fix.edits[i].place;
    json.begin_object();
    write_artifact(json, first);
    json.key("replacements");
    json.begin_array();
    for (; i < fix.edits.size() && fix.edits[i].place.file == first.file; ++i) {
      write_replacement(json, fix.edits[i]);
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

void write_sarif_fixes(JsonWriter& json, std::span<const Fix> fixes) {
  if (fixes.empty()) return;
  json.key("fixes");
  json.begin_array();
  for (const Fix& fix : fixes) {
    json.begin_object();
    write_message(json, "description", fix.title);
    write_changes(json, fix);
    json.key("properties");
    json.begin_object();
    write_flag(json, "safe", fix.safe);
    if (!fix.safe) write_text(json, "reason", fix.reason);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

// The entries of the table that the results refer to, in the order of the table.
std::vector<const DiagnosticInfo*> rules_of(std::span<const Report> reports) {
  std::vector<const DiagnosticInfo*> rules;
  for (const Report& report : reports) {
    for (const Diagnostic& diagnostic : report.diagnostics) {
      if (const DiagnosticInfo* info = find_diagnostic(diagnostic.id)) rules.push_back(info);
    }
  }
  std::sort(rules.begin(), rules.end());
  rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
  return rules;
}

void write_result(JsonWriter& json, const Diagnostic& diagnostic, std::span<const Fix> fixes,
                  const std::vector<const DiagnosticInfo*>& rules) {
  json.begin_object();
  write_text(json, "ruleId", diagnostic.id);
  const auto rule = std::find(rules.begin(), rules.end(), find_diagnostic(diagnostic.id));
  if (rule != rules.end()) {
    write_count(json, "ruleIndex", static_cast<std::size_t>(rule - rules.begin()));
  }
  write_text(json, "level", name_of(diagnostic.severity));
  // SARIF has no field for a hint about one result, so it follows the message.
  const std::string help = diagnostic.help.empty() ? "" : "\nhelp: " + diagnostic.help;
  write_message(json, "message", diagnostic.message + help);
  write_location(json, diagnostic);
  write_related_locations(json, diagnostic);
  write_sarif_fixes(json, fixes);
  json.end_object();
}

void write_rule(JsonWriter& json, const DiagnosticInfo& info) {
  json.begin_object();
  write_text(json, "id", info.id);
  write_message(json, "shortDescription", info.summary);
  write_message(json, "help", info.help);
  json.key("defaultConfiguration");
  json.begin_object();
  write_text(json, "level", name_of(info.severity));
  json.end_object();
  json.key("properties");
  json.begin_object();
  if (info.error_class != ErrorClass::None) write_text(json, "class", name_of(info.error_class));
  write_text(json, "since", info.since);
  json.end_object();
  json.end_object();
}

void write_tool(JsonWriter& json, const std::vector<const DiagnosticInfo*>& rules) {
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  write_text(json, "name", "rigy");
  write_text(json, "version", version());
  json.key("rules");
  json.begin_array();
  for (const DiagnosticInfo* rule : rules) {
    json.line_break();
    write_rule(json, *rule);
  }
  json.end_array();
  json.end_object();
  json.end_object();
}

// Says how many results are missing, if any are.
void write_omitted(JsonWriter& json, std::span<const Report> reports) {
  std::size_t omitted = 0;
  for (const Report& report : reports) omitted += report.omitted;
  if (omitted == 0) return;
  json.key("toolExecutionNotifications");
  json.begin_array();
  json.begin_object();
  write_text(json, "level", "warning");
  write_message(json, "message", fmt::format("{} more results are not listed", omitted));
  json.end_object();
  json.end_array();
}

void write_run(JsonWriter& json, std::span<const Report> reports, bool ok,
               std::span<const Fixes> fixes) {
  const std::vector<const DiagnosticInfo*> rules = rules_of(reports);
  json.begin_object();
  write_tool(json, rules);
  write_text(json, "columnKind", "unicodeCodePoints");
  json.key("invocations");
  json.begin_array();
  json.begin_object();
  write_flag(json, "executionSuccessful", ok);
  write_omitted(json, reports);
  json.end_object();
  json.end_array();
  json.key("results");
  json.begin_array();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (std::size_t j = 0; j < reports[i].diagnostics.size(); ++j) {
      json.line_break();
      write_result(json, reports[i].diagnostics[j], fixes_at(fixes, i, j), rules);
    }
  }
  json.end_array();
  json.end_object();
}

}  // namespace

std::string render_sarif(std::span<const Report> reports, bool ok, std::span<const Fixes> fixes) {
  JsonWriter json;
  json.begin_object();
  write_text(json, "$schema", schema_uri);
  write_text(json, "version", "2.1.0");
  json.key("runs");
  json.begin_array();
  write_run(json, reports, ok, fixes);
  json.end_array();
  json.end_object();
  return json.take() + "\n";
}

}  // namespace rigy::language
