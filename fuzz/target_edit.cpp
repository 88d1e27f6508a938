// Edits of a text at every node: they apply, and what was YAML stays YAML.
#include <functional>

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"
#include "edit/edit_nodes.hpp"
#include "fuzz/targets.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"
#include "text/utf8.hpp"

namespace rigy::fuzz {
namespace {

// Nodes that are tried, spread over the text.
constexpr std::size_t max_tried = 24;

bool is_yaml(std::string_view text) {
  Source source;
  source.text = text;
  Diagnostics diagnostics;
  return parse_yaml(source, 0, diagnostics).has_value() && !diagnostics.has_errors();
}

std::string check_edits(const AuthoredText& authored, NodeId node, bool was_yaml) {
  const NewValue value{"{k: [1]}", {"k:", "  - 1"}};
  const std::optional<TextEdits> all[] = {
      replace_value(authored, node, value), insert_element(authored, node, value),
      insert_element(authored, node, value, 0), insert_pair(authored, node, "new key", value),
      remove_node(authored, node)};
  for (std::size_t i = 0; i < std::size(all); ++i) {
    if (!all[i]) continue;
    const std::optional<std::string> edited = apply_edits(authored.text, *all[i]);
    if (!edited) return fmt::format("edit {} of node {} does not apply", i, node);
    // Another anchor may have gone away, or keys are equal now.
    if (was_yaml && read_authored(*edited).empty()) {
      return fmt::format("edit {} of node {} leaves no tree", i, node);
    }
  }
  return {};
}

}  // namespace

std::string run_edit(std::string_view input) {
  if (!is_valid_utf8(input)) return {};
  const AuthoredText authored = read_authored(std::string(input));
  for (std::size_t offset = 0; offset <= input.size(); offset += 1 + input.size() / max_tried) {
    const NodeId node = node_at(authored, offset);
    if (node != no_index && authored.ranges[node].end < offset) return "a node that is not there";
  }
  const bool was_yaml = is_yaml(input);
  const std::size_t nodes = authored.tree.nodes.size();
  for (std::size_t node = 0; node < nodes; node += 1 + nodes / max_tried) {
    std::string problem = check_edits(authored, static_cast<NodeId>(node), was_yaml);
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace rigy::fuzz
