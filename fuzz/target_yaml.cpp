// The YAML loader: the tree it builds is consistent.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "fuzz/report_checks.hpp"
#include "fuzz/targets.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// A node's children follow it directly, one after the other, and refer back to it.
std::string check_children(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.after <= id || node.after > tree.nodes.size()) return "it ends outside the tree";
  const bool mapping = node.kind == NodeKind::Mapping;
  if (!mapping && node.kind != NodeKind::Sequence) {
    return node.after == id + 1 ? "" : "it has children, but is no collection";
  }
  std::uint32_t children = 0;
  for (NodeId child = id + 1; child < node.after; child = tree[child].after) {
    if (tree[child].parent != id) return "a child has another parent";
    if (tree[child].index != (mapping ? children / 2 : children)) return "a child has no place";
    if (mapping && children % 2 == 0 && tree[child].kind != NodeKind::Scalar) {
      return "a key is no scalar";
    }
    if (tree[child].after > node.after) return "a child ends after it";
    ++children;
  }
  return children == node.size * (mapping ? 2 : 1) ? "" : "its children are not counted";
}

std::string check_node(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.end < node.start) return "it ends before it starts";
  if (node.kind == NodeKind::Scalar && node.text_begin + node.text_size > tree.text.size()) {
    return "its text is outside the tree";
  }
  if (node.kind == NodeKind::Alias) {
    const NodeId meant = tree.resolve(id);
    if (meant >= id || tree[meant].kind == NodeKind::Alias || tree[meant].after > id) {
      return "it is an alias of nothing before it";
    }
  }
  static_cast<void>(path_of(tree, id));
  return check_children(tree, id);
}

std::string check_tree(const Tree& tree) {
  if (tree.nodes.empty() || tree[0].after != tree.nodes.size()) return "the root is not the tree";
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    if (std::string problem = check_node(tree, id); !problem.empty()) {
      return fmt::format("node {}: {}", id, problem);
    }
  }
  for (const DuplicateKey& duplicate : tree.duplicates) {
    if (duplicate.first >= duplicate.key ||
        tree.text_of(duplicate.first) != tree.text_of(duplicate.key)) {
      return "a duplicate key that is none";
    }
  }
  return {};
}

}  // namespace

std::string run_yaml(std::string_view input) {
  const std::string name = "input";
  const auto source = std::make_shared<Source>(
      Source{.name = name, .identity = name, .text = std::string(input), .quotable = true});
  Diagnostics diagnostics;
  const std::optional<Tree> tree = parse_yaml(*source, 0, diagnostics);
  const Report report = diagnostics.report({{source}});
  if (!tree && report.ok()) return "no tree, and no error";
  if (tree) {
    if (std::string problem = check_tree(*tree); !problem.empty()) return problem;
  }
  return check_report(report, {{name, std::string(input)}});
}

}  // namespace rigy::fuzz
