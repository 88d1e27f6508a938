#include "questions/answers.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "editor/colors.hpp"
#include "editor/completion.hpp"
#include "editor/hover.hpp"
#include "editor/inlay_hints.hpp"
#include "editor/structure.hpp"
#include "questions/protocol_json.hpp"
#include "questions/site_pages.hpp"
#include "rigy/format.hpp"

namespace rigy::interfaces {
namespace {

// Numbers of the protocol.
constexpr std::uint64_t completion_kinds[] = {
    10,  // Field: Property
    15,  // Form: Snippet
    12,  // Word: Value
    18,  // Reference
    6,   // Param: Variable
    3,   // Function
    17,  // File
};
constexpr std::uint64_t snippet_format = 2;
constexpr std::uint64_t symbol_of_section = 3;  // Namespace
constexpr std::uint64_t symbol_of_item = 19;    // Object

// Texts that editors need not get are left out.
void write_text_if_any(JsonWriter& json, std::string_view key, std::string_view text) {
  if (!text.empty()) write_text(json, key, text);
}

// With the address of the field's page, if there is a site.
std::string markdown_of(const Hover& hover, const std::string& site) {
  if (site.empty() || hover.field == nullptr) return hover.markdown;
  return fmt::format("{}\n\n[Reference]({})", hover.markdown,
                     page_of_field(site, *hover.object, *hover.field));
}

void write_completion(JsonWriter& json, const Completion& item, LspRange replaced,
                      std::size_t number) {
  json.begin_object();
  write_text_if_any(json, "label", item.label);
  json.key("kind");
  json.number(completion_kinds[static_cast<std::size_t>(item.kind)]);
  write_text_if_any(json, "detail", item.detail);
  write_text_if_any(json, "documentation", item.documentation);
  write_text_if_any(json, "sortText", fmt::format("{:04}", number));
  write_text_if_any(json, "filterText", item.label);
  json.key("insertTextFormat");
  json.number(snippet_format);
  json.key("textEdit");
  json.begin_object();
  json.key("range");
  write_range(json, replaced);
  json.key("newText");
  json.string(item.snippet);
  json.end_object();
  json.end_object();
}

void write_symbol(JsonWriter& json, const EditedText& text, const OutlineItem& item) {
  json.begin_object();
  json.key("name");
  json.string(item.name.empty() ? "?" : item.name);
  write_text_if_any(json, "detail", item.detail);
  json.key("kind");
  json.number(item.kind == ItemKind::None ? symbol_of_section : symbol_of_item);
  json.key("range");
  write_range(json, range_in(text, item.range));
  json.key("selectionRange");
  write_range(json, range_in(text, item.name_range));
  json.key("children");
  json.begin_array();
  for (const OutlineItem& child : item.children) write_symbol(json, text, child);
  json.end_array();
  json.end_object();
}

void write_selection(JsonWriter& json, const EditedText& text, std::span<const ByteRange> ranges) {
  json.begin_object();
  json.key("range");
  write_range(json, range_in(text, ranges.front()));
  if (ranges.size() > 1) {
    json.key("parent");
    write_selection(json, text, ranges.subspan(1));
  }
  json.end_object();
}

std::optional<double> component(const JsonValue* color, std::string_view name) {
  const JsonValue* value = color == nullptr ? nullptr : color->find(name);
  if (value == nullptr || !value->is(JsonValue::Kind::Number)) return std::nullopt;
  return value->number;
}

constexpr std::string_view component_names[] = {"red", "green", "blue", "alpha"};

const AnalyzedAssembly* assembly_of(const std::shared_ptr<const AnalyzedText>& analyzed) {
  return analyzed == nullptr ? nullptr : analyzed->analysis.assembly.get();
}

}  // namespace

std::size_t Question::offset() const {
  const std::optional<LspPosition> position = read_position(params.find("position"));
  return position ? text.positions.offset_of(*position) : 0;
}

std::string answer_completion(const Question& question) {
  const Completions found = complete_at(
      question.text.document, question.workspace.surroundings_of(question.text), question.offset());
  const LspRange replaced = range_in(question.text, found.replaced);
  JsonWriter json;
  json.begin_object();
  json.key("isIncomplete");
  json.boolean(false);
  json.key("items");
  json.begin_array();
  for (std::size_t i = 0; i < found.items.size(); ++i) {
    write_completion(json, found.items[i], replaced, i);
  }
  json.end_array();
  json.end_object();
  return json.take();
}

std::string answer_hover(const Question& question) {
  const std::shared_ptr<const AnalyzedText> analyzed =
      question.workspace.analysis_of(question.text.uri);
  const std::optional<Hover> hover =
      hover_at(question.text.document, assembly_of(analyzed), question.offset());
  if (!hover) return "null";
  JsonWriter json;
  json.begin_object();
  json.key("contents");
  json.begin_object();
  write_text_if_any(json, "kind", "markdown");
  write_text_if_any(json, "value", markdown_of(*hover, question.workspace.site()));
  json.end_object();
  json.key("range");
  write_range(json, range_in(question.text, hover->range));
  json.end_object();
  return json.take();
}

std::string answer_document_symbols(const Question& question) {
  JsonWriter json;
  json.begin_array();
  for (const OutlineItem& item : outline_of(question.text.document)) {
    write_symbol(json, question.text, item);
  }
  json.end_array();
  return json.take();
}

std::string answer_folding_ranges(const Question& question) {
  JsonWriter json;
  json.begin_array();
  for (const FoldedLines& fold : folds_of(question.text.document)) {
    json.begin_object();
    json.key("startLine");
    json.number(fold.first - 1);
    json.key("endLine");
    json.number(fold.last - 1);
    json.end_object();
  }
  json.end_array();
  return json.take();
}

std::string answer_selection_ranges(const Question& question) {
  JsonWriter json;
  json.begin_array();
  const JsonValue* positions = question.params.find("positions");
  const std::size_t count = positions == nullptr ? 0 : positions->items.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<LspPosition> position = read_position(&positions->items[i]);
    const std::size_t offset = position ? question.text.positions.offset_of(*position) : 0;
    std::vector<ByteRange> ranges = selections_at(question.text.document, offset);
    const auto at = static_cast<std::uint32_t>(offset);
    if (ranges.empty()) ranges.push_back({at, at});
    write_selection(json, question.text, ranges);
  }
  json.end_array();
  return json.take();
}

std::string answer_document_links(const Question& question) {
  JsonWriter json;
  json.begin_array();
  for (const FileLink& link : links_of(question.text.document)) {
    json.begin_object();
    json.key("range");
    write_range(json, range_in(question.text, link.range));
    write_text_if_any(json, "target", question.workspace.uri_beside(question.text, link.path));
    json.end_object();
  }
  json.end_array();
  return json.take();
}

std::string answer_formatting(const Question& question) {
  const std::string_view before = question.text.document.text();
  const FormatResult formatted = format(before, {});
  JsonWriter json;
  json.begin_array();
  if (formatted.ok() && formatted.text != before) {
    json.begin_object();
    json.key("range");
    write_range(json, {{}, question.text.positions.end()});
    json.key("newText");
    json.string(formatted.text);
    json.end_object();
  }
  json.end_array();
  return json.take();
}

std::string answer_colors(const Question& question) {
  JsonWriter json;
  json.begin_array();
  for (const DocumentColor& color : colors_of(question.text.document)) {
    json.begin_object();
    json.key("range");
    write_range(json, range_in(question.text, color.range));
    json.key("color");
    json.begin_object();
    for (std::size_t i = 0; i < color.screen.size(); ++i) {
      json.key(component_names[i]);
      json.shortest(color.screen[i]);
    }
    json.end_object();
    json.end_object();
  }
  json.end_array();
  return json.take();
}

std::string answer_color_presentations(const Question& question) {
  const JsonValue* color = question.params.find("color");
  const std::optional<LspRange> range = read_range(question.params.find("range"));
  std::array<double, 4> screen{};
  for (std::size_t i = 0; i < screen.size(); ++i) {
    const std::optional<double> value = component(color, component_names[i]);
    if (!value || !range) return "[]";
    screen[i] = *value;
  }
  const std::string text = linear_color_text(screen);
  JsonWriter json;
  json.begin_array();
  json.begin_object();
  write_text_if_any(json, "label", text);
  json.key("textEdit");
  json.begin_object();
  json.key("range");
  write_range(json, *range);
  write_text_if_any(json, "newText", text);
  json.end_object();
  json.end_object();
  json.end_array();
  return json.take();
}

std::string answer_inlay_hints(const Question& question) {
  const std::shared_ptr<const AnalyzedText> analyzed =
      question.workspace.analysis_of(question.text.uri);
  if (assembly_of(analyzed) == nullptr) return "[]";
  JsonWriter json;
  json.begin_array();
  for (const InlayHint& hint : inlay_hints(question.text.document, *assembly_of(analyzed))) {
    json.begin_object();
    json.key("position");
    write_position(json, question.text.positions.position_of(hint.offset));
    write_text_if_any(json, "label", hint.text);
    json.key("paddingLeft");
    json.boolean(true);
    json.end_object();
  }
  json.end_array();
  return json.take();
}

}  // namespace rigy::interfaces
