// Fixes of ranges whose ends are swapped.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fix/fix_context.hpp"

namespace rigy::tools {
namespace {

// Each value in the place of the other.
TextEdits swap_values(const AuthoredText& authored, NodeId a, NodeId b) {
  const auto edit = [&authored](NodeId place, NodeId from) {
    const ByteRange range = authored.ranges[place];
    return TextEdit{range.begin, range.end, std::string(authored.text_of(authored.ranges[from]))};
  };
  return {edit(a, b), edit(b, a)};
}

// Values on one line, which can change places.
bool is_on_one_line(const AuthoredText& authored, NodeId node) {
  const std::string_view text = authored.text_of(authored.ranges[node]);
  return !text.empty() && text.find_first_of("\r\n") == std::string_view::npos;
}

NodeId element(const Tree& tree, NodeId list, std::size_t index) {
  NodeId one = list + 1;
  for (std::size_t i = 0; i < index; ++i) one = tree[one].after;
  return one;
}

NodeId value_of(const Tree& tree, NodeId mapping, std::string_view name) {
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    if (tree.text_of(key) == name) return key + 1;
  }
  return no_index;
}

}  // namespace

// range: [1, 0] of a gradient, whose ends change places too; span: [4, 0] of a macro.
FixDrafts fix_range(const FixContext& context) {
  const Tree& tree = context.tree();
  const AuthoredText& authored = context.authored();
  const auto range = numbers_at(tree, context.node, 2);
  if (!range || (*range)[0] <= (*range)[1] || !is_value(tree, context.node)) return {};
  const NodeId first = element(tree, context.node, 0);
  TextEdits edits = swap_values(authored, first, element(tree, context.node, 1));
  if (context.meanings[context.node - 1].object != &gradient_object) {
    return one_draft("Swap the ends", std::move(edits));
  }
  const NodeId from = value_of(tree, tree[context.node].parent, "from");
  const NodeId to = value_of(tree, tree[context.node].parent, "to");
  if (from == no_index || to == no_index) return {};
  if (!is_on_one_line(authored, from) || !is_on_one_line(authored, to)) {
    // The keys can change places wherever the values are.
    for (TextEdit& edit : replace_text(authored, from - 1, "to")) edits.push_back(std::move(edit));
    for (TextEdit& edit : replace_text(authored, to - 1, "from")) edits.push_back(std::move(edit));
  } else {
    for (TextEdit& edit : swap_values(authored, from, to)) edits.push_back(std::move(edit));
  }
  return one_draft("Swap the ends of the range, and 'from' and 'to'", std::move(edits));
}

// Coordinates of max below those of min: all of them, as the first of them is reported.
FixDrafts fix_corners(const FixContext& context) {
  const Tree& tree = context.tree();
  const NodeId list = tree[context.node].parent;
  if (list == no_index || tree[list].kind != NodeKind::Sequence || !is_value(tree, list)) return {};
  const NodeId min = value_of(tree, tree[list].parent, "min");
  const NodeId max = value_of(tree, tree[list].parent, "max");
  if (min == no_index || max == no_index) return {};
  const auto low = numbers_at(tree, min, 3);
  const auto high = numbers_at(tree, max, 3);
  if (!low || !high) return {};
  TextEdits edits;
  std::vector<std::string> axes;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if ((*low)[axis] <= (*high)[axis]) continue;
    axes.emplace_back(1, "xyz"[axis]);
    for (TextEdit& edit :
         swap_values(context.authored(), element(tree, min, axis), element(tree, max, axis))) {
      edits.push_back(std::move(edit));
    }
  }
  return one_draft(fmt::format("Swap {} of min and max", fmt::join(axes, ", ")), std::move(edits));
}

}  // namespace rigy::tools
