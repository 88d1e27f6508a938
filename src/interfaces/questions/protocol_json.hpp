// Values of the Language Server Protocol, from and to JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

// A list of TextEdit; those that change nothing are left out.
void write_edits(JsonWriter& json, std::string_view text, const TextEdits& edits);
// A TextDocumentEdit.
void write_document_edits(JsonWriter& json, std::string_view uri, std::string_view text,
                          const TextEdits& edits);

}  // namespace rigy::interfaces
