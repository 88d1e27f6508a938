// params: a text that is "$name" becomes the value of the param, with its type.
#include "expand/params.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "diagnostics/suggestions.hpp"
#include "expand/expansion.hpp"
#include "expand/expression.hpp"
#include "expand/identifier.hpp"
#include "expand/number_fields.hpp"
#include "expand/number_help.hpp"
#include "expand/tokens.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view name_rule =
    "a name is letters, digits and _, and does not begin with a digit";

bool is_before(const Param& param, std::string_view name) { return param.name < name; }

// Nothing if a param cannot have such a value.
std::optional<Param> param_of(std::string_view name, std::string_view text, bool plain) {
  Param param;
  param.name = name;
  param.plain = plain;
  param.type = scalar_type(text, plain);
  if (param.type == ScalarType::Null) return std::nullopt;
  if (param.is_number()) param.number = scalar_number(text);
  if (!std::isfinite(param.number)) return std::nullopt;
  return param;
}

// Whether the value contains a token, which is reported.
bool check_token(const Reporter& at, NodeId value) {
  const Token token = find_index(at.tree.text_of(value));
  if (token.size == 0) return false;
  at.report_at(Code::UnknownIndex, value, at.range_within(value, token.begin, token.size),
               "'{}' refers to nothing", at.tree.text_of(value).substr(token.begin, token.size))
      .help("params are not inside a repeat");
  return true;
}

// Whether the value is too long, which is reported: only texts that may be expressions are read at
// such length.
bool check_length(const Reporter& at, NodeId value) {
  const std::size_t size = at.tree[value].text_size;
  if (size <= max_text) return false;
  at.report(Code::LimitExceeded, value, "a param of {} bytes; the maximum is {}", size, max_text)
      .help("params are not computed: write the expression where it is used");
  return true;
}

void read_param(const Reporter& at, NodeId key, Params& params) {
  const Tree& tree = at.tree;
  const std::string_view name = tree.text_of(key);
  if (tree[key].refused_key) return;
  if (!is_identifier(name)) {
    at.report(Code::MalformedParams, key, "'{}' is not the name of a param", name)
        .help(std::string(name_rule));
    return;
  }
  const NodeId value = tree.resolve(key + 1);
  const Node& node = tree[value];
  if (node.reported || node.damaged) {
    params.mark_incomplete();
    return;
  }
  std::optional<Param> param;
  if (node.kind == NodeKind::Scalar) param = param_of(name, tree.text_of(value), node.plain);
  if (!param) {
    at.report(Code::MalformedParams, value, "param '{}' must be a finite number, text or a boolean",
              name);
    return;
  }
  param->text_begin = node.text_begin;
  param->text_size = node.text_size;
  param->reported = check_length(at, value) || check_token(at, value);
  params.add(std::move(*param));
}

// A value from outside is written like one in the document: quotes make it text.
std::pair<std::string_view, bool> unquoted(std::string_view value) {
  const bool quoted = value.size() >= 2 && value.front() == value.back() &&
                      (value.front() == '"' || value.front() == '\'');
  if (quoted) return {value.substr(1, value.size() - 2), false};
  return {value, true};
}

std::string fault_of_unknown(const Params& params, std::string_view name) {
  if (params.empty()) return message_of("'{}': the document has no params", name);
  ClosestWord closest(name);
  for (const std::string_view known : params.names()) closest.offer(known);
  if (closest.best().empty()) return message_of("the document has no param '{}'", name);
  return message_of("the document has no param '{}'; did you mean '{}'?", name, closest.best());
}

void report_unknown(const Expansion& expansion, NodeId id, std::string_view name) {
  const NewFinding added =
      expansion.reporter().report(Code::UnknownParam, id, "unknown param '{}'", name);
  if (!added) return;
  std::string help = help_for_index(expansion, id, {0, name.size() + 1});
  if (help.empty()) help = expansion.diagnostics.did_you_mean(name, expansion.params.names());
  if (help.empty()) help = message_of("declare it: params: {{{}: 1}}", name);
  added.help(std::move(help));
}

void substitute(Expansion& expansion, NodeId id) {
  Node& node = expansion.tree.nodes[id];
  const std::string_view name = expansion.tree.text_of(id).substr(1);
  const Param* param = expansion.params.find(name);
  if (param == nullptr) {
    if (!expansion.params.is_incomplete()) report_unknown(expansion, id, name);
    node.reported = true;
    return;
  }
  expansion.tree.origins.push_back({.kind = OriginKind::Param,
                                    .parent = node.made,
                                    .text_begin = node.text_begin,
                                    .text_size = node.text_size});
  node.made = static_cast<OriginId>(expansion.tree.origins.size());
  node.text_begin = param->text_begin;
  node.text_size = param->text_size;
  node.plain = param->plain;
  node.reported = param->reported;
}

// Whether the text is a number as soon as it begins with '='.
bool is_computable(const Expansion& expansion, NodeId id) {
  if (!has(expansion.version, Feature::Expressions)) return false;
  if (number_field_of(expansion.tree, id, *expansion.root) == NumberField::None) return false;
  const std::string expression = "=" + std::string(expansion.tree.text_of(id));
  return evaluate(expression, expansion.params).fault == ExpressionFault::None;
}

std::string help_for_inside(const Expansion& expansion, NodeId id, const Token& token) {
  const std::string_view text = expansion.tree.text_of(id);
  std::string help = help_for_index(expansion, id, token);
  if (!help.empty()) return help;
  if (text[0] == '=') return "to compute, write version: \"0.12\"";
  if (is_computable(expansion, id)) {
    return message_of("make it the whole value, or begin with '=' to compute: \"={}\"", text);
  }
  const bool is_first =
      token.begin == 0 && number_field_of(expansion.tree, id, *expansion.root) != NumberField::None;
  if (is_first) {
    help = help_for_param_with_unit(text.substr(0, token.size), text.substr(token.size),
                                    field_name_of(expansion.tree, id),
                                    has(expansion.version, Feature::Expressions));
  }
  return help.empty() ? "make it the whole value" : help;
}

void report_inside(const Expansion& expansion, NodeId id, const Token& token) {
  const Reporter at = expansion.reporter();
  const std::string_view text = expansion.tree.text_of(id);
  const SourceRange range = at.range_within(id, token.begin, token.size);
  const NewFinding added =
      at.report_at(Code::ParamInText, id, range, "'{}' is not replaced inside a longer text",
                   text.substr(token.begin, token.size));
  if (added) added.help(help_for_inside(expansion, id, token));
}

}  // namespace

const Param* Params::find(std::string_view name) const {
  const auto found = std::lower_bound(params_.begin(), params_.end(), name, is_before);
  return found != params_.end() && found->name == name ? &*found : nullptr;
}

std::vector<std::string_view> Params::names() const {
  std::vector<std::string_view> names;
  for (const Param& param : params_) names.push_back(param.name);
  return names;
}

void Params::sort() {
  std::sort(params_.begin(), params_.end(),
            [](const Param& a, const Param& b) { return a.name < b.name; });
}

void Params::replace(Param param) {
  *std::lower_bound(params_.begin(), params_.end(), std::string_view(param.name), is_before) =
      std::move(param);
}

Params read_params(const Reporter& at) {
  const Tree& tree = at.tree;
  Params params;
  const NodeId node = find_value(tree, 0, "params");
  const bool is_lost =
      node == no_index ? tree[tree.resolve(0)].damaged : tree[node].damaged || tree[node].reported;
  if (is_lost) params.mark_incomplete();
  if (node == no_index) return params;
  const bool scalar = tree[node].kind == NodeKind::Scalar;
  if (scalar && scalar_type(tree.text_of(node), tree[node].plain) == ScalarType::Null) {
    return params;
  }
  if (tree[node].kind != NodeKind::Mapping) {
    if (is_lost) return params;
    at.report(Code::MalformedParams, node, "'params' must be a mapping")
        .help("write params: {width: 4}");
    return params;
  }
  for (NodeId key = node + 1; key < tree[node].after; key = tree[key + 1].after) {
    if (!tree[key].duplicate) read_param(at, key, params);
  }
  params.sort();
  return params;
}

std::string set_param(Tree& tree, Params& params, const ParamValue& given) {
  const std::string_view name = given.name;
  if (params.find(name) == nullptr) return fault_of_unknown(params, name);
  const auto [text, plain] = unquoted(given.value);
  if (text.size() > max_text) {
    return message_of("'{}' has {} bytes; the maximum is {}", name, text.size(), max_text);
  }
  std::optional<Param> param = param_of(name, text, plain);
  if (!param) {
    return message_of("'{}' must be a finite number, text or a boolean, not '{}'", name,
                      std::string_view(given.value));
  }
  param->text_begin = static_cast<std::uint32_t>(tree.text.size());
  param->text_size = static_cast<std::uint32_t>(text.size());
  tree.text.insert(tree.text.end(), text.begin(), text.end());
  params.replace(std::move(*param));
  return {};
}

void substitute_params(Expansion& expansion) {
  for (const NodeId id : expansion.candidates) {
    if (is_key(expansion.tree, id)) continue;
    const std::string_view text = expansion.tree.text_of(id);
    if (text[0] == '=' && has(expansion.version, Feature::Expressions)) continue;
    const Token token = find_param(text);
    if (token.size == 0) continue;
    if (token.size == text.size()) {
      substitute(expansion, id);
    } else {
      report_inside(expansion, id, token);
      expansion.tree.nodes[id].reported = true;
    }
  }
}

}  // namespace rigy::language
