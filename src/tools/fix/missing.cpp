// Fixes of what is missing: fields, materials, weights, bones of poses.
#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "editor/samples.hpp"
#include "expand/yaml_text.hpp"
#include "fix/fix_context.hpp"

namespace rigy::tools {
namespace {

constexpr std::string_view only_a_start = "the value is only a start: set what is meant";

std::string yaml_text(std::string_view text) {
  std::string out;
  append_yaml_text(out, text);
  return out;
}

NodeId value_of(const Tree& tree, NodeId mapping, std::string_view name) {
  if (tree[mapping].kind != NodeKind::Mapping) return no_index;
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    if (tree.text_of(key) == name) return key + 1;
  }
  return no_index;
}

// The mapping that a diagnostic is about: the node, or what contains it.
NodeId mapping_at(const FixContext& context) {
  const Tree& tree = context.tree();
  for (NodeId node = context.node; node != no_index; node = tree[node].parent) {
    if (tree[node].kind == NodeKind::Mapping && context.meanings[node].object != nullptr)
      return node;
  }
  return no_index;
}

// A snippet with its first values: "${1:0.1}" is 0.1, "${1|x,y|}" is x.
std::string without_stops(std::string_view snippet) {
  std::string out;
  for (std::size_t i = 0; i < snippet.size(); ++i) {
    const bool is_stop = snippet.substr(i).starts_with("${");
    if (!is_stop) {
      out += snippet[i];
      continue;
    }
    const std::size_t colon = snippet.find_first_of(":|", i);
    const bool is_choice = snippet[colon] == '|';
    const std::size_t end = snippet.find(is_choice ? "|}" : "}", colon + 1);
    const std::string_view words = snippet.substr(colon + 1, end - colon - 1);
    out += is_choice ? words.substr(0, words.find(',')) : words;
    i = end + (is_choice ? 1 : 0);
  }
  return out;
}

// The value that the object's own example gives a field.
std::string value_in_form(const Object& object, std::string_view field) {
  const AuthoredText form = read_authored(std::string(object.form));
  if (form.empty()) return {};
  const NodeId value = value_of(form.tree, 0, field);
  return value == no_index ? std::string() : std::string(form.text_of(form.ranges[value]));
}

// A name that no item of that kind has.
std::string free_id(const FixContext& context, ItemKind kind, const std::string& wanted) {
  const auto& known = context.file.symbols.definitions;
  std::string name = wanted;
  const auto is_taken = [&](const SymbolDefinition& one) {
    return one.kind == kind && one.name == name;
  };
  for (int i = 2; std::any_of(known.begin(), known.end(), is_taken); ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

// A value to begin with.
std::string start_of(const FixContext& context, NodeId mapping, const Object& object,
                     const Field& field) {
  const auto known_ids = [&](const Type& type) {
    SymbolReference reference{.kind = type.item, .scope = type.scope, .owner = {}, .name = {}};
    return ids_for(context, reference);
  };
  std::string example = value_in_form(object, field.name);
  if (field.type.kind == TypeKind::Id) {
    return free_id(context, field.type.item,
                   example.empty() ? std::string(name_of(field.type.item)) : example);
  }
  const bool is_parent = field.name == "parent";
  const bool needs_choice =
      field.type.kind == TypeKind::AnyOf || field.type.kind == TypeKind::Reference;
  if (!example.empty() && (!needs_choice || is_parent)) return example;
  const Type* type = &field.type;
  if (type->kind == TypeKind::AnyOf) {
    // As if it were there, to be chosen by what is around it.
    Tree with_field = context.tree();
    Node value;
    value.kind = NodeKind::Mapping;
    value.parent = mapping;
    value.after = static_cast<NodeId>(with_field.nodes.size() + 1);
    with_field.nodes.push_back(value);
    type = chosen_type(*type, with_field, value.after - 1, &field, &object);
  }
  return without_stops(SampleWriter(context.version, known_ids).value(*type));
}

// The name of the field that the message says is missing.
const Field* missing_field(const FixContext& context, NodeId mapping, const Object& object) {
  for (const Field& field : object.fields) {
    const bool is_named =
        context.diagnostic.message.find(fmt::format("'{}'", field.name)) != std::string::npos;
    if (is_named && value_of(context.tree(), mapping, field.name) == no_index) return &field;
  }
  return nullptr;
}

// The binding of a mesh.
NodeId binding_of(const FixContext& context, std::string_view mesh) {
  const Tree& tree = context.tree();
  const NodeId list = value_of(tree, 0, "bindings");
  if (list == no_index || tree[list].kind != NodeKind::Sequence) return no_index;
  for (NodeId one = list + 1; one < tree[list].after; one = tree[one].after) {
    const NodeId id = value_of(tree, one, "mesh_id");
    if (id != no_index && tree.text_of(id) == mesh) return one;
  }
  return no_index;
}

// The root bone of the armature that a mesh is bound to; empty if it is not known.
std::string root_of(const FixContext& context, NodeId binding) {
  const NodeId armature = value_of(context.tree(), binding, "armature_id");
  if (armature == no_index) return {};
  for (const SymbolDefinition& one : context.file.symbols.definitions) {
    if (one.kind != ItemKind::Bone || one.owner != context.tree().text_of(armature)) continue;
    const NodeId parent = value_of(context.tree(), one.item, "parent");
    if (parent != no_index && context.tree().text_of(parent) == "none" && !has_index(one.name))
      return one.name;
  }
  return {};
}

std::string point_text(const Vec3& point) {
  const auto [x, y, z] = point + Vec3{0, 0, 0};
  return fmt::format("[{}, {}, {}]", x, y, z);
}

bool is_at_origin(const Vec3& point) { return length(point) <= 1e-9; }

// The bones of bound armatures away from the origin, each id once.
std::vector<const Bone*> displaced_bones(const Document& document) {
  std::vector<const Bone*> bones;
  for (std::size_t i = 0; i < document.armatures.size(); ++i) {
    const bool is_bound = std::any_of(document.bindings.begin(), document.bindings.end(),
                                      [i](const Binding& one) { return one.armature.index == i; });
    if (!is_bound) continue;
    for (const Bone& bone : document.armatures[i].bones) {
      if (!bone.id.given() || !bone.head.given() || is_at_origin(bone.head.value)) continue;
      const bool is_known = std::any_of(bones.begin(), bones.end(), [&bone](const Bone* one) {
        return one->id.value == bone.id.value;
      });
      if (!is_known) bones.push_back(&bone);
    }
  }
  return bones;
}

// The whole list or mapping with lines added at its end, as one edit after the other.
TextEdits add_pairs(const AuthoredText& authored, NodeId mapping,
                    const std::vector<std::pair<std::string, std::string>>& pairs) {
  TextEdits all;
  for (const auto& [key, value] : pairs) {
    const auto edits = insert_pair(authored, mapping, key, {value});
    if (!edits) return {};
    // All are inserted at the same place; the first of an empty mapping has no comma before it.
    for (TextEdit edit : *edits) {
      const bool is_first = all.empty() || authored.tree[mapping].size > 0;
      if (!is_first) edit.text = ", " + edit.text;
      all.push_back(std::move(edit));
    }
  }
  return all;
}

}  // namespace

FixDrafts fix_missing_field(const FixContext& context) {
  const NodeId mapping = mapping_at(context);
  if (mapping == no_index) return {};
  const Object& object = *context.meanings[mapping].object;
  const Field* field = missing_field(context, mapping, object);
  if (field == nullptr) return {};
  const std::string value = start_of(context, mapping, object, *field);
  const bool is_first = field == object.fields.data() && context.tree()[mapping].size > 0;
  const NodeId before = is_first ? mapping + 1 : no_index;
  return one_draft(fmt::format("Add {}: {}", field->name, value),
                   insert_pair(context.authored(), mapping, field->name, {value}, before),
                   std::string(only_a_start));
}

// Only if there is no choice.
FixDrafts fix_missing_material(const FixContext& context) {
  const NodeId mapping = mapping_at(context);
  std::vector<std::string> materials;
  for (const SymbolDefinition& one : context.file.symbols.definitions) {
    if (one.kind == ItemKind::Material) materials.push_back(one.name);
  }
  if (mapping == no_index || materials.size() != 1) return {};
  return one_draft(fmt::format("Add material: {}", yaml_text(materials[0])),
                   insert_pair(context.authored(), mapping, "material", {yaml_text(materials[0])}),
                   "it may be meant to have a material of its own");
}

// It follows the root bone already: nothing changes but that it is said.
FixDrafts fix_missing_weights(const FixContext& context) {
  const auto& definitions = context.file.symbols.definitions;
  const auto primitive = std::find_if(definitions.begin(), definitions.end(), [&](const auto& one) {
    return one.node == context.node && one.kind == ItemKind::Primitive;
  });
  if (primitive == definitions.end() || has_index(primitive->name) || primitive->from_param)
    return {};
  // Its mirror image would need weights of its own.
  if (context.diagnostic.message.find("'" + primitive->name + "'") == std::string::npos) return {};
  const NodeId binding = binding_of(context, primitive->owner);
  const std::string root = binding == no_index ? std::string() : root_of(context, binding);
  if (root.empty()) return {};
  const std::string entry = fmt::format("{{primitive_id: {}, bones: [{{bone_id: {}, weight: 1}}]}}",
                                        yaml_text(primitive->name), yaml_text(root));
  const NodeId weights = value_of(context.tree(), binding, "weights");
  const std::optional<TextEdits> edits =
      weights == no_index
          ? insert_pair(context.authored(), binding, "weights", {"[" + entry + "]", {"- " + entry}})
          : insert_element(context.authored(), weights, {entry});
  return one_draft(fmt::format("Give '{}' weights for '{}'", primitive->name, root), edits);
}

FixDrafts fix_unplaced_bones(const FixContext& context) {
  const std::string reason = "the bones then stay where they rest, instead of moving to the origin";
  const Tree& tree = context.tree();
  if (context.asset == nullptr) return {};
  const std::vector<const Bone*> bones = displaced_bones(context.asset->document);
  // At the key of one bone, or at the id of the pose.
  const Type* type = context.meanings[context.node].type;
  const bool is_entry = type != nullptr && type->item == ItemKind::Bone;
  if (is_entry) {
    const auto bone = std::find_if(bones.begin(), bones.end(), [&](const Bone* one) {
      return one->id.value == tree.text_of(context.node);
    });
    if (bone == bones.end() || tree[context.node + 1].kind != NodeKind::Mapping) return {};
    const std::string place = point_text((*bone)->head.value);
    return one_draft(fmt::format("Add translation: {}", place),
                     insert_pair(context.authored(), context.node + 1, "translation", {place}),
                     reason);
  }
  const NodeId pose = mapping_at(context);
  const NodeId entries = pose == no_index ? no_index : value_of(tree, pose, "bones");
  if (entries == no_index || tree[entries].kind != NodeKind::Mapping) return {};
  std::vector<std::pair<std::string, std::string>> missing;
  for (const Bone* bone : bones) {
    const std::string name(bone->id.value);
    if (value_of(tree, entries, name) != no_index) continue;
    missing.emplace_back(name, fmt::format("{{translation: {}}}", point_text(bone->head.value)));
  }
  if (missing.empty()) return {};
  const std::string title = missing.size() == 1
                                ? fmt::format("Add bone '{}' at rest", missing[0].first)
                                : fmt::format("Add {} bones at rest", missing.size());
  return one_draft(title, add_pairs(context.authored(), entries, missing), reason);
}

}  // namespace rigy::tools
