// Fixes of what is missing: fields, materials, weights, bones of poses.
#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "edit/binding_weights.hpp"
#include "edit/free_name.hpp"
#include "edit/rest_in_pose.hpp"
#include "editor/samples.hpp"
#include "expand/yaml_text.hpp"
#include "fix/fix_context.hpp"

namespace rigy::tools {
namespace {

constexpr std::string_view only_a_start = "the value is only a start: set what is meant";

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
std::string example_of(const Object& object, std::string_view field) {
  const AuthoredText form = form_of_object(object);
  const NodeId value = value_in_form(form, object, field);
  return value == no_index ? std::string() : std::string(form.text_of(form.ranges[value]));
}

// A name that no item of that kind has.
std::string free_id(const FixContext& context, ItemKind kind, const std::string& wanted) {
  std::vector<std::string> taken;
  for (const SymbolDefinition& one : context.file.symbols.definitions) {
    if (one.kind == kind) taken.push_back(one.name);
  }
  return free_name(wanted, taken);
}

// A value to begin with.
std::string start_of(const FixContext& context, NodeId mapping, const Object& object,
                     const Field& field) {
  const auto known_ids = [&](const Type& type) {
    SymbolReference reference{.kind = type.item, .scope = type.scope, .owner = {}, .name = {}};
    return ids_for(context, reference);
  };
  std::string example = example_of(object, field.name);
  if (field.type.kind == TypeKind::Id) {
    return free_id(context, field.type.item,
                   example.empty() ? std::string(name_of(field.type.item)) : example);
  }
  const bool needs_choice =
      field.type.kind == TypeKind::AnyOf || field.type.kind == TypeKind::Reference;
  if (!example.empty() && (!needs_choice || may_be_none(field))) return example;
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
    if (is_named && written_value(context.tree(), mapping, field.name) == no_index) return &field;
  }
  return nullptr;
}

// The root bone of the armature that a mesh is bound to; empty if it is not known.
std::string root_of(const FixContext& context, NodeId binding) {
  const NodeId armature = written_value(context.tree(), binding, "armature_id");
  if (armature == no_index) return {};
  for (const SymbolDefinition& one : context.file.symbols.definitions) {
    if (one.kind != ItemKind::Bone || one.owner != context.tree().text_of(armature)) continue;
    const NodeId parent = written_value(context.tree(), one.item, "parent");
    if (parent != no_index && context.tree().text_of(parent) == "none" && !has_index(one.name))
      return one.name;
  }
  return {};
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
  const NodeId binding = find_binding(context.tree(), "mesh_id", primitive->owner);
  const std::string root = binding == no_index ? std::string() : root_of(context, binding);
  if (root.empty()) return {};
  const std::optional<TextEdits> edits =
      add_weights(context.authored(), binding, {{primitive->name, root}});
  return one_draft(fmt::format("Give '{}' weights for '{}'", primitive->name, root), edits);
}

FixDrafts fix_unplaced_bones(const FixContext& context) {
  const std::string reason = "the bones then stay where they rest, instead of moving to the origin";
  const Tree& tree = context.tree();
  if (context.asset == nullptr) return {};
  std::vector<const Bone*> bones = bound_bones(context.asset->document);
  bones.erase(std::remove_if(bones.begin(), bones.end(),
                             [](const Bone* bone) { return rests_at_origin(*bone); }),
              bones.end());
  // At the key of one bone, or at the id of the pose.
  const Type* type = context.meanings[context.node].type;
  const bool is_entry = type != nullptr && type->item == ItemKind::Bone;
  if (is_entry) {
    const auto bone = std::find_if(bones.begin(), bones.end(), [&](const Bone* one) {
      return one->id.value == tree.text_of(context.node);
    });
    if (bone == bones.end() || tree[context.node + 1].kind != NodeKind::Mapping) return {};
    const std::string place = rest_text(**bone);
    return one_draft(fmt::format("Add translation: {}", place),
                     insert_pair(context.authored(), context.node + 1, "translation", {place}),
                     reason);
  }
  const NodeId pose = mapping_at(context);
  const NodeId entries = pose == no_index ? no_index : written_value(tree, pose, "bones");
  if (entries == no_index || tree[entries].kind != NodeKind::Mapping) return {};
  const std::vector<NewPair> missing = rest_entries(omitted_bones(tree, entries, bones));
  if (missing.empty()) return {};
  const std::string title = missing.size() == 1
                                ? fmt::format("Add bone '{}' at rest", missing[0].key)
                                : fmt::format("Add {} bones at rest", missing.size());
  return one_draft(title, insert_pairs(context.authored(), entries, missing), reason);
}

}  // namespace rigy::tools
