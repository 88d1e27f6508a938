#include "symbols/symbols.hpp"

#include <algorithm>
#include <utility>

#include "common/unreachable.hpp"
#include "expand/identifier.hpp"
#include "expand/tokens.hpp"
#include "symbols/meanings.hpp"
#include "syntax/asked_version.hpp"
#include "syntax/scalar.hpp"
#include "tables/features.hpp"

namespace rigy::language {
namespace {

// The names of what encloses a node.
struct Owners {
  std::string_view mesh;
  std::string_view armature;
  std::string_view macro;
  std::string_view import;
  std::string_view parent;  // the import that the parent of a child is
};

// A repeat that encloses a node.
struct OpenRepeat {
  std::string_view index;
  std::string owner;
};

class SymbolFinder final : TypedWalk {
 public:
  explicit SymbolFinder(const Tree& tree) : TypedWalk(tree, true) {}

  [[nodiscard]] FileSymbols run(const Object& root) &&;

 private:
  void visit(NodeId node, const Meaning& meaning) override;
  void begin_object(NodeId mapping, const Object& object) override;
  void end_object() override;

  [[nodiscard]] Owners owners_in(NodeId mapping, const Object& object) const;
  void begin_repeat(NodeId fields);
  void note_mirror(NodeId mapping);
  void add_definition(NodeId node, const Type& type);
  void add_reference(NodeId node, const Type& type);
  void add_params();
  void add_params_in(NodeId scalar);
  void add_indexes_in(NodeId scalar, const OpenRepeat& repeat);
  void add_part(ItemKind kind, Scope scope, std::string owner, NodeId node, const Token& part);
  [[nodiscard]] std::string owner_in(Scope scope) const;
  // The name that a scalar is, which may be the value of a param.
  [[nodiscard]] std::string name_of_scalar(NodeId scalar, bool& from_param) const;

  FileSymbols found_;
  bool has_params_ = false;
  NodeId params_ = no_index;
  std::vector<Owners> owners_;
  std::vector<OpenRepeat> repeats_;
  std::vector<bool> is_repeat_;  // of each open object
};

std::string_view text_or_none(const Tree& tree, NodeId node) {
  return tree[node].kind == NodeKind::Scalar ? tree.text_of(node) : std::string_view();
}

FileSymbols SymbolFinder::run(const Object& root) && {
  if (tree_.nodes.empty() || tree_[0].kind != NodeKind::Mapping) return {};
  has_params_ = &root == &document_object && has(asked_version(tree_), Feature::Params);
  if (has_params_) params_ = find_value(tree_, 0, "params");
  if (params_ != no_index && tree_[params_].kind != NodeKind::Mapping) params_ = no_index;
  owners_.emplace_back();
  walk(root);
  if (has_params_) add_params();
  return std::move(found_);
}

void SymbolFinder::visit(NodeId node, const Meaning& meaning) {
  if (tree_[node].kind != NodeKind::Scalar) return;
  if (meaning.type == nullptr || tree_.text_of(node).empty()) return;
  if (scalar_type(tree_.text_of(node), tree_[node].plain) == ScalarType::Null) return;
  if (meaning.type->role == SymbolRole::Definition) add_definition(node, *meaning.type);
  if (meaning.type->role == SymbolRole::Reference) add_reference(node, *meaning.type);
}

void SymbolFinder::begin_object(NodeId mapping, const Object& object) {
  owners_.push_back(owners_in(mapping, object));
  is_repeat_.push_back(&object == &repeat_object);
  if (&object == &repeat_object) begin_repeat(mapping);
  if (&object == &mirror_x_object) note_mirror(mapping);
}

void SymbolFinder::end_object() {
  owners_.pop_back();
  if (is_repeat_.back()) repeats_.pop_back();
  is_repeat_.pop_back();
}

// An item is the owner of what is in it, and so is an item that it refers to.
Owners SymbolFinder::owners_in(NodeId mapping, const Object& object) const {
  const Owners& around = owners_.back();
  Owners inside = around;
  for (const Field& field : object.fields) {
    const Type& type = field.type;
    const bool names_item = type.role == SymbolRole::Definition ||
                            (type.role == SymbolRole::Reference && type.scope == Scope::Document);
    if (!names_item) continue;
    const NodeId value = find_value(tree_, mapping, field.name);
    if (value == no_index) continue;
    const std::string_view name = text_or_none(tree_, value);
    if (type.item == ItemKind::Mesh) inside.mesh = name;
    if (type.item == ItemKind::Armature) inside.armature = name;
    if (type.item == ItemKind::Macro) inside.macro = name;
    if (type.item == ItemKind::Import) {
      inside.parent = around.import;
      inside.import = name;
    }
  }
  return inside;
}

void SymbolFinder::begin_repeat(NodeId fields) {
  const NodeId as = find_value(tree_, fields, "as");
  const std::string_view name = as == no_index ? std::string_view() : text_or_none(tree_, as);
  repeats_.push_back({name, std::to_string(fields)});
  if (!has_params_ || name.empty()) return;
  for (NodeId node = fields + 1; node < tree_[fields].after; ++node) {
    add_indexes_in(node, repeats_.back());
  }
}

void SymbolFinder::note_mirror(NodeId mapping) {
  const NodeId from = find_value(tree_, mapping, "prefix_from");
  const NodeId to = find_value(tree_, mapping, "prefix_to");
  if (from == no_index || to == no_index) return;
  found_.mirrored_from = text_or_none(tree_, from);
  found_.mirrored_to = text_or_none(tree_, to);
}

std::string SymbolFinder::owner_in(Scope scope) const {
  const Owners& owners = owners_.back();
  switch (scope) {
    case Scope::Mesh:
      return std::string(owners.mesh);
    case Scope::Armature:
      return std::string(owners.armature);
    case Scope::Macro:
      return std::string(owners.macro);
    case Scope::Import:
      return std::string(owners.import);
    case Scope::Parent:
      return std::string(owners.parent);
    case Scope::Repeat:
      return repeats_.empty() ? std::string() : repeats_.back().owner;
    case Scope::Document:
    case Scope::Contract:
      return {};
  }
  unreachable();
}

std::string SymbolFinder::name_of_scalar(NodeId scalar, bool& from_param) const {
  const std::string_view text = tree_.text_of(scalar);
  if (params_ != no_index && text.starts_with('$') && is_identifier(text.substr(1))) {
    const NodeId value = find_value(tree_, params_, text.substr(1));
    from_param = value != no_index && tree_[value].kind == NodeKind::Scalar;
    if (from_param) return std::string(tree_.text_of(value));
  }
  return std::string(text);
}

// The item of a key is its value, that of a field the mapping around it.
void SymbolFinder::add_definition(NodeId node, const Type& type) {
  SymbolDefinition added{
      .kind = type.item, .owner = owner_in(type.scope), .name = {}, .node = node};
  added.name = name_of_scalar(node, added.from_param);
  added.item = is_value(tree_, node) ? tree_[node].parent : node + 1;
  found_.definitions.push_back(std::move(added));
}

void SymbolFinder::add_reference(NodeId node, const Type& type) {
  SymbolReference added{
      .kind = type.item, .scope = type.scope, .owner = {}, .name = {}, .node = node};
  added.owner = owner_in(type.scope);
  added.name = name_of_scalar(node, added.from_param);
  added.size = tree_[node].text_size;
  found_.references.push_back(std::move(added));
}

void SymbolFinder::add_part(ItemKind kind, Scope scope, std::string owner, NodeId node,
                            const Token& part) {
  SymbolReference added{
      .kind = kind, .scope = scope, .owner = std::move(owner), .name = {}, .node = node};
  added.name = tree_.text_of(node).substr(part.begin, part.size);
  added.begin = static_cast<std::uint32_t>(part.begin);
  added.size = static_cast<std::uint32_t>(part.size);
  found_.references.push_back(std::move(added));
}

// In all values, also where the table knows nothing, except in those that are never replaced. A
// param stands alone, or in an expression.
void SymbolFinder::add_params() {
  for (NodeId key = 1; key < tree_[0].after; key = tree_[key + 1].after) {
    const std::string_view name = tree_.text_of(key);
    if (name == "version" || name == "params" || name == "geometry_checks") continue;
    for (NodeId node = key + 1; node < tree_[key + 1].after; ++node) add_params_in(node);
  }
}

void SymbolFinder::add_params_in(NodeId scalar) {
  const std::string_view text = text_or_none(tree_, scalar);
  const bool may_have_params = text.starts_with('=') || text.starts_with('$');
  if (!may_have_params || is_key(tree_, scalar)) return;
  std::size_t from = 0;
  for (Token token = find_param(text); token.size > 0; token = find_param(text.substr(from))) {
    const std::size_t begin = from + token.begin + 1;
    add_part(ItemKind::Param, Scope::Document, {}, scalar, {begin, token.size - 1});
    from += token.begin + token.size;
  }
}

void SymbolFinder::add_indexes_in(NodeId scalar, const OpenRepeat& repeat) {
  const std::string_view text = text_or_none(tree_, scalar);
  std::size_t from = 0;
  for (Token token = find_index(text); token.size > 0; token = find_index(text.substr(from))) {
    const Token name{from + token.begin + 2, token.size - 3};
    from += token.begin + token.size;
    if (text.substr(name.begin, name.size) != repeat.index) continue;
    add_part(ItemKind::Index, Scope::Repeat, repeat.owner, scalar, name);
  }
}

// The length of "${name}" at the start of a text.
std::size_t index_length(std::string_view text) {
  if (!text.starts_with("${")) return 0;
  const std::size_t size = identifier_length(text.substr(2));
  return size > 0 && text.substr(2 + size).starts_with('}') ? size + 3 : 0;
}

std::size_t digits_length(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

}  // namespace

FileSymbols symbols_of(const Tree& tree, const Object& root) {
  return SymbolFinder(tree).run(root);
}

bool has_index(std::string_view name) { return find_index(name).size > 0; }

bool stands_for(std::string_view pattern, std::string_view name) {
  while (!pattern.empty()) {
    const std::size_t token = index_length(pattern);
    if (token == 0) {
      if (name.empty() || name[0] != pattern[0]) return false;
      pattern.remove_prefix(1);
      name.remove_prefix(1);
      continue;
    }
    const std::size_t same = index_length(name);
    const std::size_t size = same > 0 ? same : digits_length(name);
    if (size == 0) return false;
    pattern.remove_prefix(token);
    name.remove_prefix(size);
  }
  return name.empty();
}

}  // namespace rigy::language
