// UV sets and roles of meshes; check/uv.cpp checks what their tables must have.
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/uv_names.hpp"

namespace rigy::language {

namespace {

// An id of a mapping; reported, but kept, if it is not one of `words`.
Text read_key(const Reporter& at, NodeId key, std::string_view what,
              std::span<const std::string_view> words, Code code) {
  const Text name = read_text(at, key, what);
  if (name.given()) static_cast<void>(read_word(at, key, what, words, code));
  return name;
}

std::optional<UvGenerator> decode_generator(const Reporter& at, const UvSet& set, NodeId node) {
  if (node == no_index ||
      (at.tree[node].kind == NodeKind::Scalar && at.tree[node].text_size == 0)) {
    at.report(Code::MissingUvGenerator, node == no_index ? set.node : node,
              "UV set '{}' has no generator", set.name.value)
        .help("write {}: {{generator: planar_xy@1}}", set.name.value);
    return std::nullopt;
  }
  const auto word =
      read_word(at, node, "generator", uv_generator_names(), Code::UnknownUvGenerator);
  if (!word) return std::nullopt;
  return static_cast<UvGenerator>(*word);
}

}  // namespace

void decode_uv_sets(const Reporter& at, NodeId node, Mesh& mesh) {
  mesh.uv_sets_node = node;
  each_pair(at, node, "uv_sets", [&](NodeId key, NodeId value) {
    UvSet set;
    set.name = read_text(at, key, "UV set");
    set.node = value;
    const auto number = uv_set_number(set.name.value);
    if (!number) {
      at.report(Code::MisnumberedUvSets, key, "'{}' is not the name of a UV set", set.name.value)
          .help("the sets are uv0, uv1, uv2, …");
    }
    set.number = number.value_or(0);
    std::array<NodeId, 1> generator{no_index};
    if (is_null(at.tree, value) || read_fields(at, value, uv_set_object, generator)) {
      set.generator = decode_generator(at, set, generator[0]);
    }
    if (number) mesh.uv_sets.push_back(set);
  });
}

void decode_uv_roles(const Reporter& at, NodeId node, Mesh& mesh) {
  mesh.uv_roles_node = node;
  each_pair(at, node, "uv_roles", [&](NodeId key, NodeId value) {
    UvRole role;
    role.name = read_key(at, key, "UV role", uv_role_names(), Code::UnknownUvRole);
    role.node = value;
    role.role = uv_role_named(role.name.value);
    const auto [set] = read_fields<uv_role_object>(at, value);
    role.set = read_text(at, set, "set");
    if (role.set.given() && !uv_set_number(role.set.value)) {
      at.report(Code::WrongUvSetName, set,
                "set of UV role '{}' is '{}', which is not the name of a UV set", role.name.value,
                role.set.value)
          .help("the sets are uv0, uv1, uv2, …");
    }
    mesh.uv_roles.push_back(role);
  });
}

}  // namespace rigy::language
