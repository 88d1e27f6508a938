// UV sets and roles of meshes; check/uv.cpp checks what their tables must have.
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/uv_names.hpp"

namespace rigy::language {

namespace {

// An id of a mapping; reported, but kept, if it is not one of `words`.
Text read_key(const Reporter& at, NodeId key, std::string_view what, const Type& type, Code code) {
  const Text name = read_text(at, key, what);
  if (name.given()) static_cast<void>(read_word(at, key, what, type, code));
  return name;
}

std::optional<UvGenerator> decode_generator(const Reporter& at, const UvSet& set,
                                            const FieldValue& generator) {
  const NodeId node = generator.given() ? generator.node : set.node;
  if (!generator.given() ||
      (at.tree[node].kind == NodeKind::Scalar && at.tree[node].text_size == 0)) {
    at.report(Code::MissingUvGenerator, node, "UV set '{}' has no generator", set.name.value)
        .help("write {}: {{generator: planar_xy@1}}", set.name.value);
    return std::nullopt;
  }
  return read_word_as<UvGenerator>(at, generator, Code::UnknownUvGenerator);
}

}  // namespace

void decode_uv_sets(const Reporter& at, const FieldValue& sets, Mesh& mesh) {
  mesh.uv_sets_node = sets.node;
  each_pair(at, sets, [&](NodeId key, NodeId value) {
    UvSet set;
    set.name = read_text(at, key, "UV set");
    set.node = value;
    const auto number = uv_set_number(set.name.value);
    if (!number) {
      at.report(Code::MisnumberedUvSets, key, "'{}' is not the name of a UV set", set.name.value)
          .help("the sets are uv0, uv1, uv2, …");
    }
    set.number = number.value_or(0);
    FieldValues<uv_set_object> fields;
    if (is_null(at.tree, value) || read_fields(at, value, uv_set_object, fields.nodes)) {
      set.generator = decode_generator(at, set, fields.get<"generator">());
    }
    if (number) mesh.uv_sets.push_back(set);
  });
}

void decode_uv_roles(const Reporter& at, const FieldValue& roles, Mesh& mesh) {
  mesh.uv_roles_node = roles.node;
  each_pair(at, roles, [&](NodeId key, NodeId value) {
    UvRole role;
    role.name = read_key(at, key, "UV role", some_uv_role, Code::UnknownUvRole);
    role.node = value;
    role.role = value_of_word<UvRoleName>(role.name.value);
    const FieldValue set = read_fields<uv_role_object>(at, value).get<"set">();
    role.set = read_text(at, set);
    if (role.set.given() && !uv_set_number(role.set.value)) {
      at.report(Code::WrongUvSetName, set.node,
                "set of UV role '{}' is '{}', which is not the name of a UV set", role.name.value,
                role.set.value)
          .help("the sets are uv0, uv1, uv2, …");
    }
    mesh.uv_roles.push_back(role);
  });
}

}  // namespace rigy::language
