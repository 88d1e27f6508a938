#include "editor/hover.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "editor/samples.hpp"
#include "editor/values.hpp"

namespace rigy::tools {
namespace {

std::string_view name_of_unit(Unit unit) {
  switch (unit) {
    case Unit::Meters:
      return "meters";
    case Unit::Radians:
      return "radians";
    case Unit::Degrees:
      return "degrees";
    case Unit::Share:
      return "from 0 to 1";
    case Unit::Factor:
      return "a factor";
    case Unit::Direction:
      return "a direction of any length";
    case Unit::Quaternion:
      return "a quaternion";
    case Unit::FieldValue:
      return "a value of the field";
    case Unit::Points:
      return "points";
    case Unit::None:
      return "";
  }
  unreachable();
}

// The object that a key or value belongs to.
const Object* owner_of(const OpenDocument& document, NodeId node) {
  const Tree& tree = document.tree();
  for (NodeId at = node; at != no_index; at = tree[at].parent) {
    const NodeId parent = tree[at].parent;
    if (parent == no_index) return nullptr;
    const Object* object = document.meanings[parent].object;
    if (object != nullptr && tree[parent].kind == NodeKind::Mapping) return object;
  }
  return nullptr;
}

std::string field_text(const Object& object, const Field& field) {
  const FieldRow* row = row_of_field(object, field);
  std::string text = fmt::format("**{}**, of {}", field.name, object.shown());
  if (row != nullptr) text += fmt::format(": {}", row->description);
  text += fmt::format("\n\n`{}: {}`", field.name, form_of(field));
  const std::string_view unit = name_of_unit(field.type.unit);
  if (!unit.empty()) text += fmt::format(" ({})", unit);
  if (is_needed(object, field)) {
    text += "\n\nRequired.";
  } else if (row != nullptr && !row->fallback.empty()) {
    text += fmt::format("\n\nDefault: {}", row->fallback);
  }
  if (field.feature != Feature::Basics) {
    text += fmt::format("\n\nSince {}.", version_text(since(field.feature)));
  }
  return text;
}

std::string values_text(const std::vector<std::string>& values) {
  constexpr std::size_t max_shown = 6;
  std::string text = "= ";
  for (std::size_t i = 0; i < std::min(values.size(), max_shown); ++i) {
    if (i > 0) text += ", ";
    text += values[i];
  }
  if (values.size() > max_shown) text += fmt::format(", … ({} values)", values.size());
  return text;
}

void add_paragraph(std::string& text, std::string_view paragraph) {
  if (paragraph.empty()) return;
  if (!text.empty()) text += "\n\n";
  text += paragraph;
}

}  // namespace

std::optional<Hover> hover_at(const OpenDocument& document, const AnalyzedAssembly* analyzed,
                              std::size_t offset) {
  const NodeId node = node_at(document.authored, offset);
  if (node == no_index || document.tree()[node].kind != NodeKind::Scalar) return std::nullopt;
  const Meaning& meaning = document.meanings[node];
  std::string text;
  if (meaning.type != nullptr && meaning.type->role != SymbolRole::None) {
    const std::string_view id = document.tree().text_of(node);
    add_paragraph(text, fmt::format("{} **{}**", name_of(meaning.type->item), id));
    if (analyzed != nullptr) add_paragraph(text, place_of_item(*analyzed, meaning.type->item, id));
  }
  if (analyzed != nullptr) {
    const std::vector<std::string> values = AnalyzedValues(document, *analyzed).expanded(node);
    if (!values.empty()) add_paragraph(text, values_text(values));
  }
  const Object* object = owner_of(document, node);
  const bool is_field =
      meaning.field != nullptr && object != nullptr && row_of_field(*object, *meaning.field);
  if (is_field) add_paragraph(text, field_text(*object, *meaning.field));
  // Of every list, so that no object has it as a field.
  const bool is_repeat = !is_value(document.tree(), node) && node + 1 < document.meanings.size() &&
                         document.meanings[node + 1].object == &repeat_object;
  if (is_repeat) add_paragraph(text, fmt::format("**repeat**: {}", row_of(repeat_object).purpose));
  if (text.empty()) return std::nullopt;
  return Hover{document.authored.ranges[node], std::move(text), is_field ? object : nullptr,
               is_field ? meaning.field : nullptr};
}

}  // namespace rigy::tools
