#include "questions/protocol_json.hpp"

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "questions/site_pages.hpp"

namespace rigy::interfaces {
namespace {

// What an editor calls them.
constexpr std::uint64_t severity_error = 1;
constexpr std::uint64_t severity_warning = 2;
constexpr std::uint64_t severity_information = 3;

std::uint64_t severity_of(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::Error) return severity_error;
  return diagnostic.id.starts_with('L') ? severity_information : severity_warning;
}

void write_related(JsonWriter& json, const Diagnostic& diagnostic, const Workspace& workspace,
                   const AnalyzedAssembly* assembly) {
  if (diagnostic.related.empty()) return;
  json.key("relatedInformation");
  json.begin_array();
  for (const Related& related : diagnostic.related) {
    json.begin_object();
    json.key("location");
    json.begin_object();
    json.key("uri");
    json.string(uri_of_file(workspace, assembly, related.place.file));
    json.key("range");
    write_range(json, range_of(related.place));
    json.end_object();
    json.key("message");
    json.string(related.message);
    json.end_object();
  }
  json.end_array();
}

std::optional<std::uint32_t> read_count(const JsonValue* value) {
  if (value == nullptr || !value->is(JsonValue::Kind::Number) || value->number < 0 ||
      value->number > 4e9) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(value->number);
}

std::uint32_t from_zero(std::uint32_t from_one) { return from_one == 0 ? 0 : from_one - 1; }

}  // namespace

std::optional<LspPosition> read_position(const JsonValue* value) {
  if (value == nullptr) return std::nullopt;
  const std::optional<std::uint32_t> line = read_count(value->find("line"));
  const std::optional<std::uint32_t> character = read_count(value->find("character"));
  if (!line || !character) return std::nullopt;
  return LspPosition{*line, *character};
}

std::optional<LspRange> read_range(const JsonValue* value) {
  if (value == nullptr) return std::nullopt;
  const std::optional<LspPosition> start = read_position(value->find("start"));
  const std::optional<LspPosition> end = read_position(value->find("end"));
  if (!start || !end) return std::nullopt;
  return LspRange{*start, *end};
}

std::string document_uri(const JsonValue& params) {
  const JsonValue* document = params.find("textDocument");
  if (document == nullptr) return {};
  return std::string(document->text_of("uri").value_or(""));
}

void write_position(JsonWriter& json, LspPosition position) {
  json.begin_object();
  json.key("line");
  json.number(position.line);
  json.key("character");
  json.number(position.character);
  json.end_object();
}

void write_range(JsonWriter& json, LspRange range) {
  json.begin_object();
  json.key("start");
  write_position(json, range.start);
  json.key("end");
  write_position(json, range.end);
  json.end_object();
}

LspRange range_in(const EditedText& text, ByteRange bytes) {
  return {text.positions.position_of(bytes.begin), text.positions.position_of(bytes.end)};
}

LspRange range_of(const Place& place) {
  const LspPosition start{from_zero(place.start.line), from_zero(place.start_utf16)};
  if (place.start.line == 0) return {start, start};
  return {start, {from_zero(place.end.line), from_zero(place.end_utf16)}};
}

void write_edit(JsonWriter& json, LspRange range, std::string_view text) {
  json.begin_object();
  json.key("range");
  write_range(json, range);
  json.key("newText");
  json.string(text);
  json.end_object();
}

void write_edits(JsonWriter& json, std::string_view text, const TextEdits& edits) {
  const TextPositions positions(text);
  json.begin_array();
  for (const TextEdit& edit : edits) {
    if (text.substr(edit.begin, edit.end - edit.begin) == edit.text) continue;
    write_edit(json, {positions.position_of(edit.begin), positions.position_of(edit.end)},
               edit.text);
  }
  json.end_array();
}

void begin_document_edits(JsonWriter& json, std::string_view uri) {
  json.begin_object();
  json.key("textDocument");
  json.begin_object();
  json.key("uri");
  json.string(uri);
  json.key("version");
  json.null();
  json.end_object();
  json.key("edits");
}

void write_document_edits(JsonWriter& json, std::string_view uri, std::string_view text,
                          const TextEdits& edits) {
  begin_document_edits(json, uri);
  write_edits(json, text, edits);
  json.end_object();
}

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic, const Workspace& workspace,
                      const AnalyzedAssembly* assembly) {
  json.begin_object();
  json.key("range");
  write_range(json, range_of(diagnostic.place));
  json.key("severity");
  json.number(severity_of(diagnostic));
  json.key("code");
  json.string(diagnostic.id);
  const std::string site = workspace.site();
  if (!site.empty()) {
    json.key("codeDescription");
    json.begin_object();
    json.key("href");
    json.string(page_of_diagnostic(site, diagnostic.id));
    json.end_object();
  }
  json.key("source");
  json.string("rigy");
  json.key("message");
  const bool has_help = !diagnostic.help.empty();
  json.string(has_help ? diagnostic.message + "\nhelp: " + diagnostic.help : diagnostic.message);
  write_related(json, diagnostic, workspace, assembly);
  json.end_object();
}

std::string uri_of_file(const Workspace& workspace, const AnalyzedAssembly* assembly,
                        const std::string& shown) {
  if (assembly != nullptr) {
    for (const SourceUse& use : assembly->assembly.sources) {
      if (use.source->name == shown) return workspace.uri_of(use.source->identity);
    }
  }
  return workspace.uri_of(shown);
}

}  // namespace rigy::interfaces
