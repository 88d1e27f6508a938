#include "document/decode.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "document/color_help.hpp"
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/members.hpp"
#include "rigy/analyze.hpp"
#include "tables/schema.hpp"

namespace rigy::language {
namespace {

Version read_version(const Reporter& at, const FieldValue& value) {
  if (!value.given()) return newest_version;
  const NodeId node = value.node;
  const Tree& tree = at.tree;
  if (is_number(tree, node)) {
    at.report(Code::UnsupportedVersion, node, "version must be text, not the number {}",
              tree.text_of(node))
        .help("put it in quotes: version: \"{}\"", tree.text_of(node));
    return newest_version;
  }
  const Text text = read_text(at, value);
  if (!text.given()) return newest_version;
  const std::optional<Version> version = parse_version(text.value);
  if (!version) {
    at.report(Code::UnsupportedVersion, node, "version '{}' is not of the form MAJOR.MINOR",
              text.value)
        .help("write version: \"{}\"", language_version());
    return newest_version;
  }
  if (version->major > 0 || version->minor == 0) {
    at.report(Code::UnsupportedVersion, node,
              "language version {} is not supported by this compiler", text.value)
        .help("versions 0.1 to {0} are supported: write version: \"{0}\"", language_version());
    return newest_version;
  }
  if (*version > newest_version) {
    at.report(Code::NewerVersion, node,
              "version {} is newer than this compiler; the document is compiled as {}", text.value,
              language_version());
    return newest_version;
  }
  return *version;
}

void check_coordinate_system(const Reporter& at, NodeId node) {
  const auto fields = read_fields<coordinate_system_object>(at, node);
  static_cast<void>(read_word(at, fields.get<"up">()));
  static_cast<void>(read_word(at, fields.get<"forward">()));
  static_cast<void>(read_word(at, fields.get<"handedness">()));
}

bool expect_color(const Reporter& at, NodeId node) {
  if (at.tree[node].kind == NodeKind::Sequence) return true;
  if (at.tree[node].damaged || at.tree[node].reported) return false;
  const NewFinding added =
      at.report(Code::WrongType, node, "base_color must be a list of 4 numbers, {}",
                is_null(at.tree, node) ? std::string("but it is empty")
                                       : fmt::format("not {}", kind_of(at.tree, node)));
  if (added) added.help(help_for_color(at.tree, node));
  return false;
}

void decode_used_roles(const Reporter& at, const FieldValue& roles, Material& material) {
  material.uses_uv_roles_node = roles.node;
  each_element(at, roles, [&](NodeId element) {
    const Text role = read_text(at, element, "UV role");
    if (!role.given()) return;
    if (read_word(at, element, "UV role", some_uv_role, Code::UnknownMaterialUvRole) != nullptr) {
      material.uses_uv_roles.push_back(role);
    }
  });
}

// A color in place of the mapping that holds it.
bool report_bare_color(const Reporter& at, NodeId node) {
  if (at.tree[node].kind == NodeKind::Mapping || at.tree[node].damaged) return false;
  std::string help = help_for_bare_color(at.tree, node);
  if (help.empty()) return false;
  at.report(Code::WrongType, node, "a material must be a mapping, not {}", kind_of(at.tree, node))
      .help(std::move(help));
  return true;
}

Material decode_material(const Reporter& at, NodeId key, NodeId node) {
  Material material;
  material.id = read_id(at, key, "material id");
  if (report_bare_color(at, node)) return material;
  const auto fields = read_fields<material_object>(at, node);
  decode_used_roles(at, fields.get<"uses_uv_roles">(), material);
  const FieldValue base_color = fields.get<"base_color">();
  if (!base_color.given() || !expect_color(at, base_color.node)) return material;
  material.base_color_node = base_color.node;
  each_element(at, base_color, [&](NodeId element) {
    material.base_color.push_back(read_number(at, element, "base_color component"));
  });
  return material;
}

std::optional<MirrorX> decode_symmetry(const Reporter& at, NodeId node) {
  if (node == no_index) return std::nullopt;
  const NodeId mirror = read_fields<symmetry_object>(at, node).node<"mirror_x">();
  if (mirror == no_index) return std::nullopt;
  MirrorX result;
  result.node = mirror;
  MirrorXMembers::fill(read_fields<mirror_x_object>(at, mirror), result, ReadMember{at});
  if (!result.prefix_from.given() || !result.prefix_to.given()) return std::nullopt;
  return result;
}

// Whether there is a value of the wrong kind, or one that cannot be read in full.
bool is_unreadable(const Tree& tree, const FieldValue& value, NodeKind wanted) {
  if (!value.given()) return tree[tree.resolve(0)].damaged;
  return tree[value.node].kind != wanted || tree[value.node].damaged;
}

// Whether the key is in the document's mapping `materials`.
bool is_in_materials(const Tree& tree, NodeId key) {
  const NodeId mapping = tree[key].parent;
  return tree[mapping].parent == 0 && tree.text_of(mapping - 1) == "materials";
}

bool is_in_uv_roles(const Tree& tree, NodeId key) {
  const NodeId mapping = tree[key].parent;
  return is_value(tree, mapping) && tree.text_of(mapping - 1) == "uv_roles";
}

NewFinding report_duplicate(const Reporter& at, NodeId key) {
  const std::string_view name = at.tree.text_of(key);
  if (is_in_materials(at.tree, key)) {
    return at.report(Code::DuplicateMaterialId, key, "material '{}' is defined twice", name);
  }
  if (is_in_uv_roles(at.tree, key)) {
    return at.report(Code::DuplicateUvRole, key, "UV role '{}' is given twice", name);
  }
  return at.report(Code::DuplicateKey, key, "key '{}' appears twice", name);
}

void report_duplicates(const Reporter& at) {
  for (const auto& [key, first] : at.tree.duplicates) {
    report_duplicate(at, key)
        .help("remove or rename one of the two")
        .related(at.range_of(first), "first here");
  }
}

}  // namespace

Document decode_document(const Reporter& at) {
  report_duplicates(at);
  const auto fields = read_fields<document_object>(at, at.tree.resolve(0));
  Document document;
  document.version = read_version(at, fields.get<"version">());
  static_cast<void>(read_word(at, fields.get<"units">()));
  check_coordinate_system(at, fields.node<"coordinate_system">());
  static_cast<void>(read_word(at, fields.get<"tessellation_profile">(), Code::UnknownProfile));
  document.incomplete = {is_unreadable(at.tree, fields.get<"materials">(), NodeKind::Mapping),
                         is_unreadable(at.tree, fields.get<"meshes">(), NodeKind::Sequence),
                         is_unreadable(at.tree, fields.get<"armatures">(), NodeKind::Sequence),
                         is_unreadable(at.tree, fields.get<"anchors">(), NodeKind::Sequence),
                         is_unreadable(at.tree, fields.get<"imports">(), NodeKind::Mapping),
                         is_unreadable(at.tree, fields.get<"bindings">(), NodeKind::Sequence)};
  each_pair(at, fields.get<"materials">(), [&](NodeId key, NodeId value) {
    document.materials.push_back(decode_material(at, key, value));
  });
  each_element(at, fields.get<"meshes">(), [&](NodeId element) {
    document.meshes.push_back(decode_mesh(at, element));
    document.incomplete.meshes |= !document.meshes.back().id.given();
  });
  each_element(at, fields.get<"armatures">(), [&](NodeId element) {
    document.armatures.push_back(decode_armature(at, element));
    document.incomplete.armatures |= !document.armatures.back().id.given();
  });
  each_element(at, fields.get<"bindings">(),
               [&](NodeId element) { document.bindings.push_back(decode_binding(at, element)); });
  document.mirror_x = decode_symmetry(at, fields.node<"symmetry">());
  document.solver = read_word_as<Solver>(at, fields.get<"skinning_solver">()).value_or(Solver::Lbs);
  each_element(at, fields.get<"poses">(),
               [&](NodeId element) { document.poses.push_back(decode_pose(at, element)); });
  each_element(at, fields.get<"anchors">(), [&](NodeId element) {
    document.anchors.push_back(decode_anchor(at, element));
    document.incomplete.anchors |= !document.anchors.back().id.given();
  });
  each_pair(at, fields.get<"imports">(), [&](NodeId key, NodeId value) {
    document.imports.push_back(decode_import(at, key, value));
  });
  each_element(at, fields.get<"instances">(),
               [&](NodeId element) { document.instances.push_back(decode_instance(at, element)); });
  return document;
}

}  // namespace rigy::language
