#include "expand/expand.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "expand/expansion.hpp"
#include "syntax/asked_version.hpp"

namespace rigy::language {
namespace {

// The key of a step, or a text that a step may change.
bool is_work(std::string_view text) {
  return text == "repeat" || text == "params" || text == "macro" || text == "aabb" ||
         text.front() == '=' || text.find('$') != std::string_view::npos;
}

bool has_work(const Tree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [&tree](const Node& node) {
    return node.kind == NodeKind::Scalar && node.text_size > 0 &&
           is_work(tree.stretch(node.text_begin, node.text_size));
  });
}

// V56: the keys of every mapping; later steps see no key twice.
void report_duplicates(const Reporter& at) {
  for (const auto& [key, first] : at.tree.duplicates) {
    at.report(Code::RepeatedKey, key, "key '{}' appears twice", at.tree.text_of(key))
        .help("remove or rename one of the two")
        .related(at.range_of(first), "first here");
  }
}

// All steps; false if the document became too large.
bool run_steps(Expansion& expansion) {
  if (!expand_repeats(expansion)) return false;
  substitute_params(expansion);
  check_tokens(expansion);
  evaluate_expressions(expansion);
  // Rotations keep the form in which they are written; their numbers are known now.
  return expand_primitives(expansion);
}

// Before 0.10 all texts are literal, except expressions, which are refused.
void refuse_expressions(Expansion& expansion) {
  Tree& tree = expansion.tree;
  if (std::find(tree.text.begin(), tree.text.end(), '=') == tree.text.end()) return;
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const Node& node = tree[id];
    if (node.kind == NodeKind::Scalar && node.text_size > 0 && tree.text[node.text_begin] == '=') {
      expansion.candidates.push_back(id);
    }
  }
  evaluate_expressions(expansion);
}

}  // namespace

std::optional<Tree> expand(Tree tree, SourceId source, Diagnostics& diagnostics,
                           std::size_t& nodes_left, const ExpandOptions& options) {
  const Version version = asked_version(tree);
  const std::size_t room = std::max(tree.expanded, tree.nodes.size()) + nodes_left;
  const bool acts = has(version, Feature::Repeat) && tree[0].kind == NodeKind::Mapping;
  Expansion expansion{std::move(tree), version, diagnostics, source, room, {}, {}, options.root};
  if (acts) expansion.params = read_params(expansion.reporter());
  for (const ParamValue& value : options.params) {
    std::string fault = set_param(expansion.tree, expansion.params, value);
    // A wrongly declared param, which has been reported, would look like an undeclared one.
    if (!fault.empty() && !diagnostics.has_errors()) options.faults->push_back(std::move(fault));
  }
  if (!acts) {
    refuse_expressions(expansion);
    return std::move(expansion.tree);
  }
  report_duplicates(expansion.reporter());
  expansion.tree.duplicates.clear();
  if (has_work(expansion.tree) && !run_steps(expansion)) return std::nullopt;
  nodes_left = std::min(nodes_left, room - expansion.tree.nodes.size());
  return std::move(expansion.tree);
}

}  // namespace rigy::language
