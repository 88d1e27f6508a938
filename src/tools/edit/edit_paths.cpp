// Edits of a text, by paths.
#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "edit/edit_nodes.hpp"
#include "expand/yaml_text.hpp"
#include "rigy/edit.hpp"
#include "syntax/scalar.hpp"

namespace rigy {
using namespace tools;
namespace {

// How far a path leads into a tree.
struct PathWay {
  NodeId node = 0;
  std::string_view rest;  // of the path, which is not there
};

// The key of the mapping that the path begins with: the longest, because ids may have dots.
NodeId key_at_start(const Tree& tree, NodeId mapping, std::string_view path) {
  NodeId best = no_index;
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const std::string_view name = tree.text_of(key);
    if (!path.starts_with(name)) continue;
    const std::string_view rest = path.substr(name.size());
    const bool is_whole = rest.empty() || rest[0] == '.' || rest[0] == '[';
    if (is_whole && (best == no_index || name.size() > tree.text_of(best).size())) best = key;
  }
  return best;
}

// The number in brackets at the start of a path, which loses it.
std::optional<std::size_t> take_index(std::string_view& path) {
  if (!path.starts_with('[')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  if (error != std::errc() || end == path.data() + path.size() || *end != ']') return std::nullopt;
  path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
  return index;
}

// The element or value that the path names first, which it loses; no_index if there is none.
NodeId take_step(const Tree& tree, NodeId node, std::string_view& path) {
  if (tree[node].kind == NodeKind::Mapping) {
    const std::string_view rest = path.starts_with('.') ? path.substr(1) : path;
    const NodeId key = key_at_start(tree, node, rest);
    if (key == no_index) return no_index;
    path = rest.substr(tree.text_of(key).size());
    return key + 1;
  }
  std::string_view rest = path;
  const std::optional<std::size_t> index = take_index(rest);
  if (tree[node].kind != NodeKind::Sequence || !index || *index >= tree[node].size) return no_index;
  NodeId element = node + 1;
  for (std::size_t i = 0; i < *index; ++i) element = tree[element].after;
  path = rest;
  return element;
}

PathWay follow(const Tree& tree, std::string_view path) {
  PathWay way{0, path};
  while (!way.rest.empty()) {
    const NodeId next = take_step(tree, tree.resolve(way.node), way.rest);
    if (next == no_index) break;
    way.node = next;
  }
  if (way.rest.starts_with('.')) way.rest.remove_prefix(1);
  return way;
}

// The value in mappings with these keys.
NewValue nested(std::string_view path, NewValue value) {
  while (!path.empty()) {
    const std::size_t dot = path.rfind('.');
    const std::string key = yaml_text(dot == std::string_view::npos ? path : path.substr(dot + 1));
    path = path.substr(0, dot == std::string_view::npos ? 0 : dot);
    std::vector<std::string> lines;
    if (value.block.empty()) {
      lines.push_back(key + ": " + value.flow);
    } else {
      lines.push_back(key + ":");
      for (const std::string& line : value.block) lines.push_back("  " + line);
    }
    value = {"{" + key + ": " + value.flow + "}", std::move(lines)};
  }
  return value;
}

NewValue list_of(const NewValue& value) {
  NewValue list{"[" + value.flow + "]", {}};
  const std::vector<std::string> lines =
      value.block.empty() ? std::vector<std::string>{value.flow} : value.block;
  for (const std::string& line : lines) {
    list.block.push_back((list.block.empty() ? "- " : "  ") + line);
  }
  return list;
}

bool is_unset(const AuthoredText& authored, NodeId node) {
  return authored.tree[node].kind == NodeKind::Scalar &&
         scalar_type(authored.tree.text_of(node), authored.tree[node].plain) == ScalarType::Null;
}

bool is_number(const Tree& tree, NodeId node) {
  const ScalarType type = scalar_type(tree.text_of(node), tree[node].plain);
  return type == ScalarType::Int || type == ScalarType::Float;
}

// The scalar that the path leads to; no_index if there is none.
NodeId node_of_number(const Tree& tree, std::string_view path) {
  const PathWay way = follow(tree, path);
  const bool is_there = way.rest.empty() && tree[tree.resolve(way.node)].kind == NodeKind::Scalar;
  return is_there ? way.node : no_index;
}

// A value at the end of a path of which `way` is there.
std::optional<TextEdits> add_value(const AuthoredText& authored, const PathWay& way,
                                   const NewValue& value) {
  if (way.rest.find('[') != std::string_view::npos) return std::nullopt;
  if (is_unset(authored, way.node)) {
    return replace_value(authored, way.node, nested(way.rest, value));
  }
  const std::size_t dot = way.rest.find('.');
  const std::string_view key = way.rest.substr(0, dot);
  const std::string_view deeper =
      dot == std::string_view::npos ? std::string_view() : way.rest.substr(dot + 1);
  return insert_pair(authored, way.node, key, nested(deeper, value));
}

}  // namespace

std::optional<TextEdits> set_value(std::string_view text, std::string_view path,
                                   const NewValue& value) {
  const AuthoredText authored = read_authored(std::string(text));
  if (authored.empty() || path.empty()) return std::nullopt;
  const PathWay way = follow(authored.tree, path);
  if (!way.rest.empty()) return add_value(authored, way, value);
  return replace_value(authored, way.node, value);
}

NumberEdits set_number(std::string_view text, std::string_view path, std::string_view number) {
  const AuthoredText authored = read_authored(std::string(text));
  const NodeId written = authored.empty() ? no_index : node_of_number(authored.tree, path);
  if (written == no_index) return {{}, fmt::format("no number is written at '{}'", path)};
  const NodeId node = authored.tree.resolve(written);
  if (is_number(authored.tree, node)) {
    return {replace_value(authored, node, {std::string(number)}).value_or(TextEdits()), {}};
  }
  const std::string_view expression = authored.tree.text_of(node);
  const std::string param = expression.starts_with('$') ? std::string(expression.substr(1)) : "";
  const NodeId value = param.empty() ? no_index : node_of_number(authored.tree, "params." + param);
  if (value == no_index || !is_number(authored.tree, value)) {
    return {{}, fmt::format("'{}' is computed: change the params it is made of", expression)};
  }
  return {replace_value(authored, value, {std::string(number)}).value_or(TextEdits()), {}};
}

std::optional<TextEdits> insert_item(std::string_view text, std::string_view path,
                                     const NewValue& value, std::size_t index) {
  const AuthoredText authored = read_authored(std::string(text));
  if (authored.empty() || path.empty()) return std::nullopt;
  const PathWay way = follow(authored.tree, path);
  if (!way.rest.empty()) return add_value(authored, way, list_of(value));
  if (is_unset(authored, way.node)) return replace_value(authored, way.node, list_of(value));
  return insert_element(authored, way.node, value, index);
}

std::optional<TextEdits> remove_at(std::string_view text, std::string_view path) {
  const AuthoredText authored = read_authored(std::string(text));
  if (authored.empty() || path.empty()) return std::nullopt;
  const PathWay way = follow(authored.tree, path);
  if (!way.rest.empty()) return std::nullopt;
  return remove_node(authored, way.node);
}

std::optional<TextEdits> rename_key(std::string_view text, std::string_view path,
                                    std::string_view name) {
  const AuthoredText authored = read_authored(std::string(text));
  if (authored.empty() || path.empty()) return std::nullopt;
  const PathWay way = follow(authored.tree, path);
  if (!way.rest.empty() || !is_value(authored.tree, way.node)) return std::nullopt;
  return replace_text(authored, way.node - 1, name);
}

}  // namespace rigy
