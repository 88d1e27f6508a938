#include "expand/declared_params.hpp"

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "common/unreachable.hpp"
#include "expand/identifier.hpp"
#include "syntax/asked_version.hpp"
#include "syntax/scalar.hpp"
#include "tables/features.hpp"
#include "text/lines.hpp"

namespace rigy::language {
namespace {

// Nothing for null, which a param cannot have.
std::optional<ParamType> type_of(ScalarType type) {
  switch (type) {
    case ScalarType::Int:
      return ParamType::Integer;
    case ScalarType::Float:
      return ParamType::Number;
    case ScalarType::Bool:
      return ParamType::Boolean;
    case ScalarType::String:
      return ParamType::Text;
    case ScalarType::Null:
      return std::nullopt;
  }
  unreachable();
}

std::optional<DeclaredParam> declared_param(const Tree& tree, NodeId key) {
  const NodeId value = tree.resolve(key + 1);
  if (tree[key].duplicate || !is_identifier(tree.text_of(key))) return std::nullopt;
  if (tree[value].kind != NodeKind::Scalar) return std::nullopt;
  const std::string_view text = tree.text_of(value);
  const std::optional<ParamType> type = type_of(scalar_type(text, tree[value].plain));
  if (!type) return std::nullopt;
  DeclaredParam param{std::string(tree.text_of(key)), *type, std::string(text), 0, {}};
  if (*type == ParamType::Integer || *type == ParamType::Number) {
    param.number = scalar_number(text);
  }
  if (!std::isfinite(param.number)) return std::nullopt;
  return param;
}

// The range of the value where it is used: the alias, not its target.
Place place_of(const Node& value, const Source& source, LineIndex& lines) {
  return {source.name,
          value.start,
          value.end,
          lines.utf16_column(value.start.line, value.start.column),
          lines.utf16_column(value.end.line, value.end.column),
          {}};
}

}  // namespace

std::vector<DeclaredParam> declared_params(const Tree& tree, const Source& source) {
  std::vector<DeclaredParam> params;
  if (tree[0].kind != NodeKind::Mapping || !has(asked_version(tree), Feature::Params))
    return params;
  const NodeId node = find_value(tree, 0, "params");
  if (node == no_index || tree[node].kind != NodeKind::Mapping) return params;
  LineIndex lines(source.text);
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    std::optional<DeclaredParam> param = declared_param(tree, key);
    if (!param) continue;
    param->place = place_of(tree[key + 1], source, lines);
    params.push_back(std::move(*param));
  }
  return params;
}

}  // namespace rigy::language
