// The token check: after repetitions and params are substituted, no "${name}" may remain, not even
// in a key.
#include "expand/tokens.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "expand/expansion.hpp"
#include "expand/identifier.hpp"
#include "expand/number_fields.hpp"
#include "yaml/written_text.hpp"

namespace rigy {
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

void check(Expansion& expansion, NodeId id) {
  const std::string_view text = expansion.tree.text_of(id);
  const Token token = find_index(text);
  if (token.size == 0) return;
  const std::string_view name = text.substr(token.begin + 2, token.size - 3);
  const Reporter at = expansion.reporter();
  const NewFinding added = at.report_at(Code::V65, id, at.spot_within(id, token.begin, token.size),
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

std::string help_for_index(const Reporter& at, NodeId id, const Token& token) {
  const std::string_view text = at.tree.text_of(id);
  const std::string_view name = text.substr(token.begin + 1, token.size - 1);
  const std::vector<std::string_view> indexes = index_names(at.tree, id);
  if (!is_one_of(indexes, name)) return {};
  // Other indexes have been replaced in a text that is not as written.
  if (!is_as_written(at.tree, id)) {
    return message_of("'{}' is the index of a repeat: write ${{{}}}", name, name);
  }
  const bool computes = token.size < text.size() && text[0] != '=' &&
                        at.version >= expression_version &&
                        number_field_of(at.tree, id) != NumberField::None;
  return message_of("'{}' is the index of a repeat: write \"{}{}\"", name, computes ? "=" : "",
                    std::string_view(with_braces(text, indexes)));
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

}  // namespace rigy
