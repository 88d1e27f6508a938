// The token check: after repetitions and params are substituted, no "${name}" may remain, not even
// in a key.
#include "expand/tokens.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "expand/expansion.hpp"
#include "expand/expression.hpp"
#include "expand/identifier.hpp"
#include "expand/number_fields.hpp"
#include "expand/number_help.hpp"
#include "syntax/written_text.hpp"

namespace rigy::language {
namespace {

std::string help_for(const Expansion& expansion, NodeId id, std::string_view name) {
  if (is_key(expansion.tree, id)) return "indexes are replaced in values, not in keys";
  if (expansion.params.find(name) != nullptr) {
    return message_of("'{}' is a param: write ${}", name, name);
  }
  std::string help = expansion.diagnostics.did_you_mean(name, index_names(expansion.tree, id));
  if (!help.empty()) return help;
  return message_of("it would be the index of an enclosing repeat with as: {}", name);
}

bool is_one_of(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The text with "${name}" for every "$name" of an index.
std::string with_braces(std::string_view text, const std::vector<std::string_view>& indexes) {
  std::string out;
  for (Token token = find_param(text); token.size > 0; token = find_param(text)) {
    const std::string_view name = text.substr(token.begin + 1, token.size - 1);
    out += text.substr(0, token.begin);
    out += is_one_of(indexes, name) ? fmt::format("${{{}}}", name) : fmt::format("${}", name);
    text.remove_prefix(token.begin + token.size);
  }
  return out.append(text);
}

// Whether the text is a number as soon as it begins with '=' and its indexes are numbers.
bool is_computable(const Expansion& expansion, std::string_view text) {
  std::string expression = "=";
  for (Token token = find_index(text); token.size > 0; token = find_index(text)) {
    expression.append(text.substr(0, token.begin)).append("1");
    text.remove_prefix(token.begin + token.size);
  }
  return evaluate(expression.append(text), expansion.params).fault == ExpressionFault::None;
}

// Help for an index and more in place of a number, as in "$i*2" and "$i cm".
std::string help_for_number_of_index(const Expansion& expansion, NodeId id, const Token& token,
                                     std::string_view meant) {
  const std::string_view text = expansion.tree.text_of(id);
  const std::string_view name = text.substr(token.begin + 1, token.size - 1);
  const bool computes = has(expansion.version, Feature::Expressions);
  if (token.begin == 0) {
    std::string help =
        help_for_param_with_unit(fmt::format("${{{}}}", name), text.substr(token.size),
                                 field_name_of(expansion.tree, id), computes);
    if (!help.empty()) return help;
  }
  if (!computes) {
    return message_of(
        "'{}' is the index of a repeat: write \"${{{}}}\"; to compute with it, write "
        "version: \"0.12\"",
        name, name);
  }
  if (!is_computable(expansion, meant)) {
    return message_of("'{}' is the index of a repeat: write \"${{{}}}\", as the whole value", name,
                      name);
  }
  return message_of("'{}' is the index of a repeat: write \"={}\"", name, meant);
}

// The first "${…}" with something other than a name between its braces.
Token find_braces(std::string_view text) {
  for (std::size_t at = text.find("${"); at != std::string_view::npos;
       at = text.find("${", at + 1)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos) return {};
    if (!is_identifier(text.substr(at + 2, end - at - 2))) return {at, end + 1 - at};
  }
  return {};
}

std::string_view without_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The names in a text, in their order.
std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  while (!text.empty()) {
    const std::size_t size = identifier_length(text);
    if (size > 0) names.push_back(text.substr(0, size));
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return names;
}

void check(Expansion& expansion, NodeId id) {
  const std::string_view text = expansion.tree.text_of(id);
  const Token token = find_index(text);
  if (token.size == 0) return;
  const std::string_view name = text.substr(token.begin + 2, token.size - 3);
  const Reporter at = expansion.reporter();
  const NewFinding added =
      at.report_at(Code::UnknownIndex, id, at.range_within(id, token.begin, token.size),
                   "'${{{}}}' refers to nothing", name);
  if (added) added.help(help_for(expansion, id, name));
  expansion.tree.nodes[id].reported = true;
}

}  // namespace

Token find_param(std::string_view text) {
  for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
    const std::size_t size = identifier_length(text.substr(at + 1));
    if (size > 0) return {at, size + 1};
  }
  return {};
}

Token find_index(std::string_view text) {
  for (std::size_t at = text.find("${"); at != std::string_view::npos;
       at = text.find("${", at + 1)) {
    const std::size_t size = identifier_length(text.substr(at + 2));
    const std::size_t end = at + 2 + size;
    if (size > 0 && end < text.size() && text[end] == '}') return {at, size + 3};
  }
  return {};
}

std::vector<std::string_view> index_names(const Tree& tree, NodeId id) {
  std::vector<std::string_view> names;
  for (OriginId made = tree[id].made; made != written; made = tree.origin(made).parent) {
    const Origin& origin = tree.origin(made);
    if (origin.kind != OriginKind::Repetition) continue;
    names.push_back(tree.stretch(origin.text_begin, origin.text_size));
  }
  return names;
}

std::string help_for_index(const Expansion& expansion, NodeId id, const Token& token) {
  const Tree& tree = expansion.tree;
  const std::string_view text = tree.text_of(id);
  const std::string_view name = text.substr(token.begin + 1, token.size - 1);
  const std::vector<std::string_view> indexes = index_names(tree, id);
  if (!is_one_of(indexes, name)) return {};
  // Other indexes have been replaced in a text that is not as written.
  if (!is_as_written(tree, id)) {
    return message_of("'{}' is the index of a repeat: write ${{{}}}", name, name);
  }
  const std::string meant = with_braces(text, indexes);
  const bool is_computed = text[0] == '=' && has(expansion.version, Feature::Expressions);
  const bool is_number = number_field_of(tree, id, *expansion.root) != NumberField::None;
  if (is_number && token.size < text.size() && !is_computed) {
    return help_for_number_of_index(expansion, id, token, meant);
  }
  return message_of("'{}' is the index of a repeat: write \"{}\"", name, std::string_view(meant));
}

std::string with_dollars(const std::vector<std::string_view>& indexes, const Params& params,
                         std::string_view inner) {
  std::string out;
  while (!inner.empty()) {
    const std::size_t size = std::max<std::size_t>(identifier_length(inner), 1);
    const std::string_view name = inner.substr(0, size);
    const bool has_dollar = out.ends_with('$');
    const bool is_called = inner.substr(size).starts_with('(');
    if (is_one_of(indexes, name)) {
      out += fmt::format("{}{{{}}}", has_dollar ? "" : "$", name);
    } else {
      const bool is_param = !is_called && params.find(name) != nullptr;
      out += fmt::format("{}{}", is_param && !has_dollar ? "$" : "", name);
    }
    inner.remove_prefix(size);
  }
  return out;
}

std::string help_for_braces_in_text(const Tree& tree, NodeId id) {
  const std::string_view text = tree.text_of(id);
  const Token token = find_braces(text);
  if (token.size == 0) return {};
  const std::vector<std::string_view> indexes = index_names(tree, id);
  const auto names = names_in(text.substr(token.begin, token.size));
  const auto index = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view name) { return is_one_of(indexes, name); });
  if (index == names.end()) return "only the name of an index goes between braces";
  // Other indexes have been replaced in a text that is not as written.
  const bool is_whole = is_as_written(tree, id);
  return message_of("only a name goes between braces: write {}{}${{{}}}{}{}", is_whole ? "\"" : "",
                    is_whole ? text.substr(0, token.begin) : std::string_view(), *index,
                    is_whole ? text.substr(token.begin + token.size) : std::string_view(),
                    is_whole ? "\"" : "");
}

std::string help_for_braces_in_number(const Reporter& at, NodeId id) {
  const std::string_view text = at.tree.text_of(id);
  const Token token = find_braces(text);
  if (token.size == 0) return {};
  const std::vector<std::string_view> indexes = index_names(at.tree, id);
  const std::string_view inner = without_spaces(text.substr(token.begin + 2, token.size - 3));
  const bool is_whole = token.size == text.size();
  if (is_whole && is_one_of(indexes, inner)) {
    return message_of("only a name goes between braces: write \"${{{}}}\"", inner);
  }
  if (!has(at.version, Feature::Expressions)) {
    return "only a name goes between braces; to compute, write version: \"0.12\"";
  }
  const auto names = names_in(inner);
  const bool is_known = std::all_of(
      names.begin(), names.end(), [&](std::string_view name) { return is_one_of(indexes, name); });
  if (!is_whole || !is_known) {
    return "only a name goes between braces; to compute, begin with '='";
  }
  const std::string meant = with_dollars(indexes, {}, inner);
  return message_of("only a name goes between braces: write \"={}\"", std::string_view(meant));
}

bool is_key(const Tree& tree, NodeId id) {
  const NodeId parent = tree[id].parent;
  return parent != no_index && tree[parent].kind == NodeKind::Mapping && !is_value(tree, id);
}

void check_tokens(Expansion& expansion) {
  for (const NodeId id : expansion.candidates) {
    if (!expansion.tree[id].reported) check(expansion, id);
  }
}

}  // namespace rigy::language
