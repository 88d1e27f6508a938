#include "editor/known_ids.hpp"

#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "symbol_index/symbol_index.hpp"

namespace rigy::tools {
namespace {

// In the order of the document, each once.
struct UniqueIds {
  std::vector<std::string> ids = {};
  std::set<std::string, std::less<>> known = {};

  void add(std::string_view id) {
    if (!id.empty() && known.emplace(id).second) ids.emplace_back(id);
  }
};

// The text of a field of the innermost mapping around a node that has it; of the next one further
// out if some are to be skipped.
std::string_view nearest_value(const OpenDocument& document, NodeId near, std::string_view field,
                               int skipped = 0) {
  const Tree& tree = document.tree();
  for (NodeId at = near; at != no_index; at = tree[at].parent) {
    if (tree[at].kind != NodeKind::Mapping) continue;
    const NodeId value = find_value(tree, at, field);
    if (value == no_index || tree[value].kind != NodeKind::Scalar) continue;
    if (skipped-- == 0) return tree.text_of(value);
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

// The id of the item of that kind around a node; empty if it is in none.
std::string_view id_around(const OpenDocument& document, NodeId near, const Object& object) {
  const Tree& tree = document.tree();
  for (NodeId at = near; at != no_index; at = tree[at].parent) {
    if (tree[at].kind != NodeKind::Mapping || document.meanings[at].object != &object) continue;
    const NodeId id = find_value(tree, at, "id");
    if (id != no_index && tree[id].kind == NodeKind::Scalar) return tree.text_of(id);
  }
  return {};
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
    case Scope::Armature: {
      const std::string_view own = id_around(document, near, armature_object);
      return {&armature_object, own.empty() ? nearest_value(document, near, "armature_id") : own};
    }
    default:
      return {};
  }
}

UniqueIds own_ids(const OpenDocument& document, ItemKind item, const Owner& owner) {
  UniqueIds found;
  const Tree& tree = document.tree();
  for (NodeId node = 0; node < tree.nodes.size(); ++node) {
    const Type* type = document.meanings[node].type;
    if (type == nullptr || type->role != SymbolRole::Definition || type->item != item) continue;
    if (tree[node].kind != NodeKind::Scalar) continue;
    if (owner.object == nullptr || lies_in(document, node, *owner.object, owner.id)) {
      found.add(tree.text_of(node));
    }
  }
  return found;
}

NodeId value_in(const Tree& tree, NodeId mapping, std::string_view field) {
  const bool is_mapping = mapping < tree.nodes.size() && tree[mapping].kind == NodeKind::Mapping;
  return is_mapping ? find_value(tree, mapping, field) : no_index;
}

// The path of the import of that name, or of the asset that a motion moves.
NodeId path_of_import(const OpenDocument& document, std::string_view name) {
  const Tree& tree = document.tree();
  if (document.root == &motion_document_object) return value_in(tree, 0, "asset");
  const NodeId import = value_in(tree, value_in(tree, 0, "imports"), name);
  const bool is_path = import != no_index && tree[import].kind == NodeKind::Scalar;
  return is_path ? import : value_in(tree, import, "source");
}

const OpenDocument* imported(const OpenDocument& document, const Surroundings& around,
                             std::string_view name) {
  const NodeId path = path_of_import(document, name);
  if (path == no_index || !around.file) return nullptr;
  return around.file(std::string(document.tree().text_of(path)));
}

std::vector<std::string> ids_in(const OpenDocument& document, ItemKind item, const Owner& owner) {
  UniqueIds found = own_ids(document, item, owner);
  // Mirror images are written nowhere.
  for (std::size_t i = 0, count = found.ids.size(); i < count; ++i) {
    found.add(image_of(document, item, found.ids[i]));
  }
  return std::move(found.ids);
}

// A motion has no bones of its own, and a scene no anchors.
bool names_import(const OpenDocument& document, const Type& reference) {
  const bool is_motion = document.root == &motion_document_object;
  const bool is_scene = document.root == &rigs_document_object;
  return reference.scope == Scope::Import || (is_motion && reference.item == ItemKind::Bone) ||
         (is_scene && reference.item == ItemKind::Anchor);
}

// The import that has what is named there: in a scene, a mount is the child's and its slot the
// parent's.
std::string_view import_around(const OpenDocument& document, Scope scope, NodeId near) {
  if (document.root != &rigs_document_object) return nearest_value(document, near, "import");
  return nearest_value(document, near, "base", scope == Scope::Parent ? 1 : 0);
}

// "wheel.rubber": materials of imports.
void add_imported_materials(const OpenDocument& document, const Surroundings& around,
                            std::vector<std::string>& ids) {
  const Tree& tree = document.tree();
  const NodeId imports = value_in(tree, 0, "imports");
  if (imports == no_index || tree[imports].kind != NodeKind::Mapping) return;
  for (NodeId key = imports + 1; key < tree[imports].after; key = tree[key + 1].after) {
    const std::string_view name = tree.text_of(key);
    const OpenDocument* const other = imported(document, around, name);
    if (other == nullptr) continue;
    for (const std::string& id : own_ids(*other, ItemKind::Material, {}).ids) {
      ids.push_back(std::string(name).append(".").append(id));
    }
  }
}

}  // namespace

std::vector<std::string> ids_for(const OpenDocument& document, const Surroundings& around,
                                 const Type& reference, NodeId near) {
  if (names_import(document, reference) && near != no_index) {
    const OpenDocument* other =
        imported(document, around, import_around(document, reference.scope, near));
    return other == nullptr ? std::vector<std::string>() : ids_in(*other, reference.item, {});
  }
  std::vector<std::string> ids =
      ids_in(document, reference.item, owner_of(document, reference.scope, near));
  if (reference.item == ItemKind::Material) add_imported_materials(document, around, ids);
  return ids;
}

std::string image_of(const OpenDocument& document, ItemKind item, std::string_view id) {
  const Tree& tree = document.tree();
  const NodeId mirror = value_in(tree, value_in(tree, 0, "symmetry"), "mirror_x");
  const NodeId from = value_in(tree, mirror, "prefix_from");
  const NodeId to = value_in(tree, mirror, "prefix_to");
  if (!is_mirrored(item) || from == no_index || to == no_index) return {};
  const std::string_view prefix = tree.text_of(from);
  if (prefix.empty() || !id.starts_with(prefix)) return {};
  return std::string(tree.text_of(to)).append(id.substr(prefix.size()));
}

std::vector<std::string> param_names(const OpenDocument& document) {
  return own_ids(document, ItemKind::Param, {}).ids;
}

}  // namespace rigy::tools
