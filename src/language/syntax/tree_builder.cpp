#include "syntax/tree_builder.hpp"

#include <algorithm>

#include "common/limits.hpp"
#include "syntax/duplicate_keys.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {

TreeBuilder::TreeBuilder(const TextReporter& reporter, std::size_t text_size, std::size_t nesting,
                         std::size_t& nodes_left)
    : reporter_(reporter), nesting_(nesting), nodes_left_(nodes_left) {
  // A node takes at least two characters of text, on average about eight.
  tree_.nodes.reserve(text_size / 8 + 16);
  tree_.text.reserve(text_size / 2 + 16);
}

TreeBuilder::~TreeBuilder() {
  nodes_left_ -= std::min(nodes_left_, std::max(nodes_taken_, node_count()));
}

Tree TreeBuilder::tree() && {
  nodes_taken_ = std::max(tree_.expanded, node_count());
  return std::move(tree_);
}

void TreeBuilder::refuse_tag(const NodeHead& head) {
  if (!head.has_tag) return;
  // Not quoted: it is not known yet whether this is a Rigy document.
  reporter_.report(Code::UnsupportedYaml, head.start, head.end, "YAML tags are not supported")
      .help("remove it, or put text that begins with '!' in quotes");
}

bool TreeBuilder::note_anchor(const NodeHead& head, NodeId node) {
  if (head.anchor.empty()) return true;
  anchors_[std::string(head.anchor)] = node;
  if (++anchor_count_ <= max_yaml_anchors) return true;
  reporter_.report(Code::LimitExceeded, head.start, head.end, "more than {} YAML anchors ('&')",
                   max_yaml_anchors);
  return false;
}

bool TreeBuilder::count(std::size_t nodes, const NodeHead& head) {
  std::size_t& total = open_.empty() ? tree_.expanded : open_.back().expanded;
  total += nodes;
  return total <= nodes_left_ || refuse_count(head);
}

bool TreeBuilder::refuse_count(const NodeHead& head) {
  reporter_.report(Code::LimitExceeded, head.start, head.end,
                   "more than {} nodes in the document and its imports, aliases counted in full",
                   max_nodes);
  return false;
}

bool TreeBuilder::add_node(const NodeHead& head, NodeKind kind) {
  if (tree_.nodes.size() >= nodes_left_) return refuse_count(head);
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  Node& node = tree_.nodes.emplace_back();
  node.start = head.start;
  node.end = last_end_ = head.end;
  node.kind = kind;
  node.after = id + 1;
  if (open_.empty()) return true;
  OpenCollection& in = open_.back();
  Node& parent = tree_.nodes[in.node];
  node.parent = in.node;
  node.index = parent.size;
  if (parent.kind == NodeKind::Mapping) {
    in.expects_value = !in.expects_value;
    if (in.expects_value) return true;  // this was a key
  }
  ++parent.size;
  return true;
}

bool TreeBuilder::add_refused_key(const NodeHead& head, NodeKind kind) {
  if (!add_node(head, NodeKind::Scalar)) return false;
  const auto id = last_node();
  tree_.nodes[id].refused_key = true;
  mark_damaged();
  refuse_tag(head);
  if (head.damaged) return count(1, head);
  const NewFinding added =
      reporter_.report(Code::UnsupportedYaml, head.start, head.end, "a key must be text, not {}",
                       kind == NodeKind::Alias      ? "an alias"
                       : kind == NodeKind::Sequence ? "a list"
                                                    : "a mapping");
  const Position outer = tree_[tree_[id].parent].start;
  const bool is_template = kind == NodeKind::Mapping && outer.line == head.start.line &&
                           outer.column + 1 == head.start.column;
  if (is_template) added.help("'{{name}}' is not replaced; a param is written $name");
  return count(1, head);
}

void TreeBuilder::check_key(NodeId id) {
  Node& node = tree_.nodes[id];
  if (scalar_type(tree_.text_of(id), node.plain) == ScalarType::String) return;
  node.refused_key = true;
  const NewFinding added =
      reporter_.report(Code::UnsupportedYaml, node.start, node.end, "a key that is not text");
  if (Node* whole = whole_part(id)) {
    added.help("write decimals with a point: {}.{}",
               tree_.stretch(whole->text_begin, whole->text_size), tree_.text_of(id));
    // What is left of the number means nothing.
    whole->reported = true;
    whole->plain = false;
  } else {
    added.help("put it in quotes");
  }
}

// The number before the key, if both are one with a decimal comma: {radius: 0,5}.
Node* TreeBuilder::whole_part(NodeId key) {
  const Node& node = tree_[key];
  if (node.index == 0) return nullptr;
  Node& before = tree_.nodes[key - 1];
  const bool is_next =
      before.end.line == node.start.line && before.end.column + 1 == node.start.column;
  const bool are_numbers = before.kind == NodeKind::Scalar &&
                           scalar_type(tree_.text_of(key - 1), before.plain) == ScalarType::Int &&
                           scalar_type(tree_.text_of(key), node.plain) == ScalarType::Int;
  return is_next && are_numbers ? &before : nullptr;
}

bool TreeBuilder::add_scalar(const NodeHead& head, std::uint32_t text_begin,
                             std::uint32_t text_size, bool plain) {
  const bool is_expression = text_size > 0 && tree_.text[text_begin] == '=';
  const std::size_t most = is_expression ? max_expression_text : max_text;
  if (text_size > most) {
    // How long it was meant to be is not known after a mistake, which is reported.
    if (head.damaged) return false;
    reporter_.report(Code::LimitExceeded, head.start, head.end,
                     "text of {} bytes; the maximum is {}", std::size_t{text_size}, most);
    return false;
  }
  if (!add_node(head, NodeKind::Scalar)) return false;
  const NodeId id = last_node();
  Node& node = tree_.nodes[id];
  node.plain = plain;
  node.text_begin = text_begin;
  node.text_size = text_size;
  refuse_tag(head);
  if (!note_anchor(head, id)) return false;
  if (head.damaged) {
    node.refused_key |= expects_value();
    node.reported |= !expects_value();
    refuse_doubtful_key(id);
    mark_damaged();
  } else if (expects_value()) {
    check_key(id);
  }
  return count(1, head);
}

// The key of a value that cannot be read may be more than was meant: "from [{axis: x}]".
void TreeBuilder::refuse_doubtful_key(NodeId value) {
  if (!is_value(tree_, value)) return;
  const std::size_t blank = tree_.text_of(value - 1).find(' ');
  if (blank == std::string_view::npos) return;
  const bool has_bracket = tree_.text_of(value - 1).find_first_of("[{", blank) != std::string::npos;
  tree_.nodes[value - 1].refused_key |= has_bracket;
}

bool TreeBuilder::add_alias(const NodeHead& head, std::string_view name) {
  const auto found = anchors_.find(std::string(name));
  if (found == anchors_.end()) {
    reporter_
        .report(Code::UnsupportedYaml, head.start, head.end,
                "alias ('*') to an anchor ('&') that is not defined before it")
        .help("define the anchor before it is used, or put text that begins with '*' in quotes");
  }
  const NodeId target = found == anchors_.end() ? no_index : tree_.resolve(found->second);
  const bool recursive = std::any_of(open_.begin(), open_.end(), [target](const auto& collection) {
    return collection.node == target;
  });
  if (recursive) {
    reporter_.report(Code::UnsupportedYaml, head.start, head.end, "alias inside its own anchor");
  }
  const bool is_key =
      !open_.empty() && tree_[open_.back().node].kind == NodeKind::Mapping && !expects_value();
  if (recursive || target == no_index) {
    NodeHead refused = head;
    refused.damaged = true;
    return add_scalar(refused, 0, 0, false);
  }
  if (is_key) {
    // Keys are always scalars: this one shares its text with the target.
    const Node& meant = tree_[target];
    if (meant.kind != NodeKind::Scalar) return add_refused_key(head, NodeKind::Alias);
    return add_scalar(head, meant.text_begin, meant.text_size, meant.plain);
  }
  if (!add_node(head, NodeKind::Alias)) return false;
  tree_.nodes.back().text_begin = target;
  const auto expanded = expanded_.find(target);
  return count(expanded == expanded_.end() ? 1 : expanded->second, head);
}

bool TreeBuilder::open(const NodeHead& head, NodeKind kind) {
  if (open_.size() >= nesting_) {
    reporter_.report(Code::LimitExceeded, head.start, head.end, "nested more than {} levels deep",
                     nesting_);
    return false;
  }
  if (!add_node(head, kind)) return false;
  const NodeId id = last_node();
  if (!note_anchor(head, id)) return false;
  if (!head.anchor.empty()) expanded_[id] = 0;
  refuse_tag(head);
  open_.push_back({.node = id, .expanded = 1});
  return true;
}

bool TreeBuilder::close_block(const SyntaxToken& before) { return close(last_end_, before); }

bool TreeBuilder::close_brackets(const SyntaxToken& with) { return close(with.end, with); }

bool TreeBuilder::close(Position end, const SyntaxToken& at) {
  const OpenCollection done = open_.back();
  open_.pop_back();
  Node& node = tree_.nodes[done.node];
  node.after = static_cast<NodeId>(tree_.nodes.size());
  node.end = last_end_ = end;
  if (node.kind == NodeKind::Mapping) find_duplicate_keys(tree_, done.node);
  if (!expanded_.empty()) {
    if (const auto anchored = expanded_.find(done.node); anchored != expanded_.end()) {
      anchored->second = done.expanded;
    }
  }
  return count(done.expanded, {.start = at.start, .end = at.end, .anchor = {}});
}

void TreeBuilder::doubt_last_value() {
  if (open_.empty() || expects_value() || last_node() == open_.back().node) return;
  NodeId value = last_node();
  while (tree_[value].parent != open_.back().node) value = tree_[value].parent;
  refuse_doubtful_key(value);
}

void TreeBuilder::mark_all_damaged(std::size_t depth) {
  for (NodeId id = open_[depth].node; id < tree_.nodes.size(); ++id) {
    if (tree_[id].kind != NodeKind::Scalar) tree_.nodes[id].damaged = true;
  }
}

void TreeBuilder::remove_from(Position place, std::size_t depth) {
  while (open_.size() > depth + 1) open_.pop_back();
  const NodeId outer = open_.back().node;
  while (last_node() > outer && tree_.nodes.back().start >= place) tree_.nodes.pop_back();
  recount(outer);
  // The last one may go on after the place.
  Node& last = tree_.nodes.back();
  if (last.kind == NodeKind::Scalar && last.end > place) last.reported = true;
  open_.back().expects_value = false;
  last_end_ = tree_.nodes.back().end;
  const auto is_gone = [this](NodeId id) { return id >= tree_.nodes.size(); };
  std::erase_if(tree_.duplicates, [&](const DuplicateKey& one) { return is_gone(one.key); });
  std::erase_if(anchors_, [&](const auto& one) { return is_gone(one.second); });
}

// The sizes of a collection and of those in it, after nodes at the end were removed. A key without
// a value goes too.
void TreeBuilder::recount(NodeId outer) {
  std::vector<Node>& nodes = tree_.nodes;
  while (last_node() > outer) {
    const Node& last = nodes.back();
    const bool is_key =
        nodes[last.parent].kind == NodeKind::Mapping && !is_value(tree_, last_node());
    if (!is_key) break;
    nodes.pop_back();
  }
  for (NodeId id = outer; id < nodes.size(); ++id) {
    Node& node = nodes[id];
    node.after = id + 1;
    if (node.kind == NodeKind::Mapping || node.kind == NodeKind::Sequence) node.size = 0;
    if (id == outer) continue;
    Node& parent = nodes[node.parent];
    if (parent.kind == NodeKind::Sequence || is_value(tree_, id)) parent.size = node.index + 1;
  }
  for (NodeId id = last_node(); id > outer; --id) {
    Node& parent = nodes[nodes[id].parent];
    parent.after = std::max(parent.after, nodes[id].after);
  }
}

}  // namespace rigy::language
