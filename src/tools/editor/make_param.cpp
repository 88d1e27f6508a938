// A number that is written once, as a param.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "edit/edit_nodes.hpp"
#include "edit/free_name.hpp"
#include "editor/known_ids.hpp"
#include "editor/refactorings.hpp"
#include "editor/samples.hpp"
#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

bool is_written_number(const Tree& tree, NodeId node) {
  if (tree[node].kind != NodeKind::Scalar) return false;
  const ScalarType type = scalar_type(tree.text_of(node), tree[node].plain);
  return type == ScalarType::Int || type == ScalarType::Float;
}

// Params come after repeats, so that the fields of one cannot be params.
bool is_of_repeat(const OpenDocument& document, NodeId node) {
  return is_value(document.tree(), node) && document.meanings[node - 1].object == &repeat_object;
}

bool may_be_param(const OpenDocument& document, NodeId node) {
  const Meaning& meaning = document.meanings[node];
  if (meaning.type == nullptr || meaning.field == nullptr || is_of_repeat(document, node)) {
    return false;
  }
  return meaning.type->kind == TypeKind::Number || meaning.type->kind == TypeKind::Numbers;
}

// "radius", or "translation_y" for an element of a list.
std::string name_for(const OpenDocument& document, NodeId node) {
  const Tree& tree = document.tree();
  const Field& field = *document.meanings[node].field;
  if (is_value(tree, node)) return std::string(field.name);
  const std::vector<std::string> parts = component_names(form_of(field));
  const Node& list = tree[tree[node].parent];
  if (parts.size() != list.size) return std::string(field.name);
  return fmt::format("{}_{}", field.name, parts[tree[node].index]);
}

std::optional<TextEdits> add_param(const OpenDocument& document, const std::string& name,
                                   const std::string& value) {
  const AuthoredText& authored = document.authored;
  const Tree& tree = document.tree();
  if (tree[0].kind != NodeKind::Mapping || tree[0].size == 0) return std::nullopt;
  const std::string all = fmt::format("{{{}: {}}}", name, value);
  const NodeId params = written_value(tree, 0, "params");
  if (params == no_index) {
    // After the version, which is the first key.
    const NodeId second = tree[2].after;
    return insert_pair(authored, 0, "params", {all}, second < tree[0].after ? second : no_index);
  }
  if (tree[params].kind == NodeKind::Mapping) return insert_pair(authored, params, name, {value});
  const bool is_empty = tree[params].kind == NodeKind::Scalar && tree[params].text_size == 0;
  return is_empty ? replace_value(authored, params, {all}) : std::nullopt;
}

}  // namespace

std::optional<EditorAction> make_param(const ActionContext& context) {
  const OpenDocument& document = context.document;
  const Field* params = field_named(*document.root, "params");
  if (params == nullptr || is_too_new(params->feature, document.version)) return std::nullopt;
  const NodeId number = context.node;
  if (!is_written_number(context.tree(), number) || !may_be_param(document, number)) {
    return std::nullopt;
  }
  const std::string name = free_name(name_for(document, number), param_names(document));
  const std::string value(context.tree().text_of(number));
  std::optional<TextEdits> edits = add_param(document, name, value);
  const std::optional<TextEdits> use = replace_value(context.authored(), number, {"$" + name});
  if (!edits || !use) return std::nullopt;
  edits->insert(edits->end(), use->begin(), use->end());
  return EditorAction{ActionKind::Extract, fmt::format("Make {} the param '{}'", value, name),
                      std::move(*edits)};
}

}  // namespace rigy::tools
