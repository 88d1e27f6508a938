// Values of the Language Server Protocol, from and to JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyze/analyzed_assembly.hpp"
#include "messages/json_value.hpp"
#include "questions/text_positions.hpp"
#include "questions/workspace.hpp"
#include "rigy/diagnostic.hpp"
#include "rigy/edit.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {

[[nodiscard]] std::optional<LspPosition> read_position(const JsonValue* value);
[[nodiscard]] std::optional<LspRange> read_range(const JsonValue* value);
// The URI of params.textDocument.
[[nodiscard]] std::string document_uri(const JsonValue& params);

void write_position(JsonWriter& json, LspPosition position);
void write_range(JsonWriter& json, LspRange range);
[[nodiscard]] LspRange range_in(const EditedText& text, ByteRange bytes);
[[nodiscard]] LspRange range_of(const Place& place);

// A TextEdit.
void write_edit(JsonWriter& json, LspRange range, std::string_view text);
// A list of them; those that change nothing are left out.
void write_edits(JsonWriter& json, std::string_view text, const TextEdits& edits);
// A TextDocumentEdit: its edits follow, and the end of the object.
void begin_document_edits(JsonWriter& json, std::string_view uri);
void write_document_edits(JsonWriter& json, std::string_view uri, std::string_view text,
                          const TextEdits& edits);

// A diagnostic without the rest of its notification.
void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic, const Workspace& workspace,
                      const AnalyzedAssembly* assembly);

// The URI of a file as an analysis names it.
[[nodiscard]] std::string uri_of_file(const Workspace& workspace, const AnalyzedAssembly* assembly,
                                      const std::string& shown);

}  // namespace rigy::interfaces
