// The token check: after repetitions and params are substituted, no "${name}" may remain, not even
// in a key.
#include "expand/tokens.hpp"

#include "expand/expansion.hpp"
#include "expand/identifier.hpp"

namespace rigy {
namespace {

std::string help_for(const Expansion& expansion, NodeId id, std::string_view name) {
  if (is_key(expansion.tree, id)) return "indexes are replaced in values, not in keys";
  if (expansion.params.find(name) != nullptr) {
    return message_of("'{}' is a param: write ${}", name, name);
  }
  std::vector<std::string_view> indexes;
  for (OriginId made = expansion.tree[id].made; made != written;
       made = expansion.tree.origin(made).parent) {
    const Origin& origin = expansion.tree.origin(made);
    indexes.push_back(expansion.tree.stretch(origin.text_begin, origin.text_size));
  }
  std::string help = expansion.diagnostics.did_you_mean(name, indexes);
  if (!help.empty()) return help;
  return message_of("it would be the index of an enclosing repeat with as: {}", name);
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
