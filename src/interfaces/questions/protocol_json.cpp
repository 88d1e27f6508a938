#include "questions/protocol_json.hpp"

namespace rigy::interfaces {
namespace {

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

void write_edits(JsonWriter& json, std::string_view text, const TextEdits& edits) {
  const TextPositions positions(text);
  json.begin_array();
  for (const TextEdit& edit : edits) {
    if (text.substr(edit.begin, edit.end - edit.begin) == edit.text) continue;
    json.begin_object();
    json.key("range");
    write_range(json, {positions.position_of(edit.begin), positions.position_of(edit.end)});
    json.key("newText");
    json.string(edit.text);
    json.end_object();
  }
  json.end_array();
}

void write_document_edits(JsonWriter& json, std::string_view uri, std::string_view text,
                          const TextEdits& edits) {
  json.begin_object();
  json.key("textDocument");
  json.begin_object();
  json.key("uri");
  json.string(uri);
  json.key("version");
  json.null();
  json.end_object();
  json.key("edits");
  write_edits(json, text, edits);
  json.end_object();
}

}  // namespace rigy::interfaces
