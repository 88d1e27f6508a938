#include "expand/number_hint.hpp"

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"
#include "expand/expression.hpp"
#include "expand/identifier.hpp"
#include "expand/number_help.hpp"
#include "expand/tokens.hpp"
#include "syntax/scalar.hpp"
#include "syntax/written_text.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// "w" of "{{ w }}".
std::string_view template_name(std::string_view text) {
  if (!text.starts_with("{{") || !text.ends_with("}}") || text.size() < 5) return {};
  text = text.substr(2, text.size() - 4);
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return is_identifier(text) ? text : std::string_view();
}

bool is_computable(std::string_view text) {
  if (text.find_first_of("+-*/(") == std::string_view::npos) return false;
  const ExpressionFault fault = evaluate("=" + std::string(text), {}).fault;
  return fault == ExpressionFault::None || fault == ExpressionFault::UnknownParam;
}

bool is_number(std::string_view text) {
  const ScalarType type = scalar_type(text, true);
  return type == ScalarType::Int || type == ScalarType::Float;
}

constexpr std::string_view to_compute = "to compute, begin with '=' (since version 0.12)";

// A misspelled param or expression.
std::string hint_for_expression(std::string_view text) {
  const std::string_view name = template_name(text);
  if (!name.empty()) return message_of("a param is written ${} (since version 0.10)", name);
  if (text.starts_with('$') && is_identifier(text.substr(1))) {
    return "params need version 0.10";
  }
  if (!is_computable(text)) return {};
  return message_of("{}: \"={}\"", std::string(to_compute), text);
}

// Other repetitions have other texts, so this one is not quoted.
std::string hint_for_repeated(std::string_view text, std::string_view what) {
  if (is_number(text) || is_computable(text)) return std::string(to_compute);
  return help_for_unit(text, what);
}

std::string hint_for_param(std::string_view text, Version version) {
  if (!has(version, Feature::Expressions)) return "params are not computed: give the number itself";
  return message_of("params are not computed: write \"{}\" here", text);
}

bool is_plain_scalar(const Node& node) {
  return node.kind == NodeKind::Scalar && node.plain && node.made == written;
}

// Whether the second number is what follows the decimal comma of the first: as in 0,5.
bool is_decimal_part(const Tree& tree, NodeId first, NodeId second) {
  const Node& a = tree[first];
  const Node& b = tree[second];
  if (!is_plain_scalar(a) || !is_plain_scalar(b)) return false;
  const bool is_next = a.end.line == b.start.line && a.end.column + 1 == b.start.column;
  const std::string_view digits = tree.text_of(second);
  return is_next && scalar_type(tree.text_of(first), true) == ScalarType::Int && !digits.empty() &&
         digits.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string without_decimal_commas(const Tree& tree, NodeId list, std::size_t count) {
  if (tree[list].size <= count) return {};
  std::string out;
  std::size_t numbers = 0;
  for (NodeId id = list + 1; id < tree[list].after;) {
    const NodeId next = tree[id].after;
    if (tree[id].kind != NodeKind::Scalar || numbers == count) return {};
    out += message_of("{}{}", numbers++ == 0 ? "" : ", ", tree.text_of(id));
    id = next;
    if (next >= tree[list].after || !is_decimal_part(tree, next - 1, next)) continue;
    out += message_of(".{}", tree.text_of(next));
    id = tree[next].after;
  }
  return numbers == count ? fmt::format("[{}]", out) : std::string();
}

std::string number_hint(const Reporter& at, NodeId node, std::string_view what) {
  const std::string_view text = at.tree.text_of(node);
  const bool from_param = is_from_param(at.tree, node);
  if (from_param && text.starts_with('=')) return hint_for_param(text, at.version);
  std::string help = help_for_braces_in_number(at, node);
  if (!help.empty()) return help;
  const bool is_made = at.tree[node].made != written && !from_param;
  if (is_made && !is_as_written(at.tree, node)) return hint_for_repeated(text, what);
  if (!at.tree[node].plain && is_number(text)) {
    return message_of("remove the quotes{}: {}", from_param ? " where the param is set" : "", text);
  }
  if (has(at.version, Feature::Expressions)) help = hint_for_expression(text);
  if (help.empty()) help = help_for_number(text, what);
  return help.empty() ? hint_for_expression(text) : help;
}

}  // namespace rigy::language
