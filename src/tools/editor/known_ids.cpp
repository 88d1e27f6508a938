#include "editor/known_ids.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace rigy::tools {
namespace {

void add_once(std::vector<std::string>& ids, std::string_view id) {
  if (id.empty() || std::find(ids.begin(), ids.end(), id) != ids.end()) return;
  ids.emplace_back(id);
}

// The innermost mapping around a node that has a field of that name.
std::string_view nearest_value(const OpenDocument& document, NodeId near, std::string_view field) {
  const Tree& tree = document.tree();
  for (NodeId at = near; at != no_index; at = tree[at].parent) {
    if (tree[at].kind != NodeKind::Mapping) continue;
    const NodeId value = find_value(tree, at, field);
    if (value != no_index && tree[value].kind == NodeKind::Scalar) return tree.text_of(value);
  }
  return {};
}

// Whether a node lies in the item of that kind with that id; in any, if no id is known.
bool lies_in(const OpenDocument& document, NodeId node, const Object& object, std::string_view id) {
  const Tree& tree = document.tree();
  for (NodeId at = tree[node].parent; at != no_index; at = tree[at].parent) {
    if (document.meanings[at].object != &object) continue;
    const NodeId own = find_value(tree, at, "id");
    return id.empty() || own == no_index || tree.text_of(own) == id;
  }
  return true;
}

struct Owner {
  const Object* object = nullptr;
  std::string_view id;
};

// What has to hold the ids that are looked for.
Owner owner_of(const OpenDocument& document, Scope scope, NodeId near) {
  if (near == no_index) return {};
  switch (scope) {
    case Scope::Mesh:
      return {&mesh_object, nearest_value(document, near, "mesh_id")};
    case Scope::Armature:
      return {&armature_object, nearest_value(document, near, "armature_id")};
    default:
      return {};
  }
}

std::vector<std::string> own_ids(const OpenDocument& document, ItemKind item, const Owner& owner) {
  std::vector<std::string> ids;
  const Tree& tree = document.tree();
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const Type* type = document.meanings[node].type;
    if (type == nullptr || type->role != SymbolRole::Definition || type->item != item) continue;
    if (tree[node].kind != NodeKind::Scalar) continue;
    if (owner.object == nullptr || lies_in(document, node, *owner.object, owner.id)) {
      add_once(ids, tree.text_of(node));
    }
  }
  return ids;
}

// The file of the import of that name.
const OpenDocument* imported(const OpenDocument& document, const Surroundings& around,
                             std::string_view name) {
  const Tree& tree = document.tree();
  if (tree.nodes.empty() || tree[0].kind != NodeKind::Mapping || !around.file) return nullptr;
  const NodeId imports = find_value(tree, 0, "imports");
  if (imports == no_index || tree[imports].kind != NodeKind::Mapping) return nullptr;
  const NodeId import = find_value(tree, imports, name);
  if (import == no_index || tree[import].kind != NodeKind::Mapping) return nullptr;
  const NodeId source = find_value(tree, import, "source");
  return source == no_index ? nullptr : around.file(std::string(tree.text_of(source)));
}

}  // namespace

std::vector<std::string> ids_for(const OpenDocument& document, const Surroundings& around,
                                 const Type& reference, NodeId near) {
  if (reference.scope == Scope::Import && near != no_index) {
    const OpenDocument* other = imported(document, around, nearest_value(document, near, "import"));
    return other == nullptr ? std::vector<std::string>() : own_ids(*other, reference.item, {});
  }
  return own_ids(document, reference.item, owner_of(document, reference.scope, near));
}

std::vector<std::string> param_names(const OpenDocument& document) {
  return own_ids(document, ItemKind::Param, {});
}

}  // namespace rigy::tools
