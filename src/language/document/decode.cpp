#include "document/decode.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "document/color_help.hpp"
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/uv_names.hpp"
#include "rigy/analyze.hpp"
#include "tables/schema.hpp"

namespace rigy::language {
namespace {

Version read_version(const Reporter& at, NodeId node) {
  if (node == no_index) return newest_version;
  const Tree& tree = at.tree;
  if (is_number(tree, node)) {
    at.report(Code::UnsupportedVersion, node, "version must be text, not the number {}",
              tree.text_of(node))
        .help("put it in quotes: version: \"{}\"", tree.text_of(node));
    return newest_version;
  }
  const Text text = read_text(at, node, "version");
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

void check_word(const Reporter& at, NodeId node, std::string_view what, std::string_view word) {
  if (node != no_index) static_cast<void>(read_word(at, node, what, {&word, 1}));
}

void check_coordinate_system(const Reporter& at, NodeId node) {
  if (node == no_index) return;
  const auto [up, forward, handedness] = read_fields<coordinate_system_object>(at, node);
  check_word(at, up, "up", "Y");
  check_word(at, forward, "forward", "-Z");
  check_word(at, handedness, "handedness", "right");
}

void check_profile(const Reporter& at, NodeId node) {
  static constexpr std::string_view profiles[] = {"v0_1_default"};
  if (node == no_index) return;
  static_cast<void>(read_word(at, node, "tessellation_profile", profiles, Code::UnknownProfile));
}

bool expect_color(const Reporter& at, NodeId node) {
  if (at.tree[node].kind == NodeKind::Sequence) return true;
  const NewFinding added =
      at.report(Code::WrongType, node, "base_color must be a list of 4 numbers, {}",
                is_null(at.tree, node) ? std::string("but it is empty")
                                       : fmt::format("not {}", kind_of(at.tree, node)));
  if (added) added.help(help_for_color(at.tree, node));
  return false;
}

void decode_used_roles(const Reporter& at, NodeId node, Material& material) {
  material.uses_uv_roles_node = node;
  each_element(at, node, "uses_uv_roles", [&](NodeId element) {
    const Text role = read_text(at, element, "UV role");
    if (!role.given()) return;
    if (read_word(at, element, "UV role", uv_role_names(), Code::UnknownMaterialUvRole)) {
      material.uses_uv_roles.push_back(role);
    }
  });
}

// A colour in place of the mapping that holds it.
bool report_bare_color(const Reporter& at, NodeId node) {
  if (at.tree[node].kind == NodeKind::Mapping) return false;
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
  const auto [base_color, uses_uv_roles] = read_fields<material_object>(at, node);
  decode_used_roles(at, uses_uv_roles, material);
  if (base_color == no_index || !expect_color(at, base_color)) return material;
  material.base_color_node = base_color;
  each_element(at, base_color, "base_color", [&](NodeId element) {
    material.base_color.push_back(read_number(at, element, "base_color component"));
  });
  return material;
}

std::optional<MirrorX> decode_symmetry(const Reporter& at, NodeId node) {
  if (node == no_index) return std::nullopt;
  const auto [mirror] = read_fields<symmetry_object>(at, node);
  if (mirror == no_index) return std::nullopt;
  const auto [from, to] = read_fields<mirror_x_object>(at, mirror);
  MirrorX result{mirror, read_text(at, from, "prefix_from"), read_text(at, to, "prefix_to")};
  if (!result.prefix_from.given() || !result.prefix_to.given()) return std::nullopt;
  return result;
}

// Whether there is a value of the wrong kind, or one that cannot be read in full.
bool is_unreadable(const Tree& tree, NodeId node, NodeKind wanted) {
  if (node == no_index) return tree[tree.resolve(0)].damaged;
  return tree[node].kind != wanted || tree[node].damaged;
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
        .related(at.spot_of(first), "first here");
  }
}

}  // namespace

std::optional<Solver> decode_solver(const Reporter& at, NodeId node) {
  static constexpr std::string_view solvers[] = {"lbs", "dqs"};
  if (node == no_index) return std::nullopt;
  const auto word = read_word(at, node, "skinning_solver", solvers);
  if (!word) return std::nullopt;
  return static_cast<Solver>(*word);
}

Document decode_document(const Reporter& at) {
  enum {
    version,
    units,
    system,
    profile,
    materials,
    meshes,
    armatures,
    bindings,
    symmetry,
    solver,
    poses,
    anchors,
    imports,
    instances,
    params,
    geometry_checks,
    count
  };
  static_assert(std::size(document_fields) == count);
  report_duplicates(at);
  const auto node = read_fields<document_object>(at, at.tree.resolve(0));
  Document document;
  document.version = read_version(at, node[version]);
  check_word(at, node[units], "units", "meters");
  check_coordinate_system(at, node[system]);
  check_profile(at, node[profile]);
  document.incomplete = {is_unreadable(at.tree, node[materials], NodeKind::Mapping),
                         is_unreadable(at.tree, node[meshes], NodeKind::Sequence),
                         is_unreadable(at.tree, node[armatures], NodeKind::Sequence),
                         is_unreadable(at.tree, node[anchors], NodeKind::Sequence),
                         is_unreadable(at.tree, node[imports], NodeKind::Mapping),
                         is_unreadable(at.tree, node[bindings], NodeKind::Sequence)};
  each_pair(at, node[materials], "materials", [&](NodeId key, NodeId value) {
    document.materials.push_back(decode_material(at, key, value));
  });
  each_element(at, node[meshes], "meshes", [&](NodeId element) {
    document.meshes.push_back(decode_mesh(at, element));
    document.incomplete.meshes |= !document.meshes.back().id.given();
  });
  each_element(at, node[armatures], "armatures", [&](NodeId element) {
    document.armatures.push_back(decode_armature(at, element));
    document.incomplete.armatures |= !document.armatures.back().id.given();
  });
  each_element(at, node[bindings], "bindings",
               [&](NodeId element) { document.bindings.push_back(decode_binding(at, element)); });
  document.mirror_x = decode_symmetry(at, node[symmetry]);
  document.solver = decode_solver(at, node[solver]).value_or(Solver::Lbs);
  each_element(at, node[poses], "poses",
               [&](NodeId element) { document.poses.push_back(decode_pose(at, element)); });
  each_element(at, node[anchors], "anchors", [&](NodeId element) {
    document.anchors.push_back(decode_anchor(at, element));
    document.incomplete.anchors |= !document.anchors.back().id.given();
  });
  each_pair(at, node[imports], "imports", [&](NodeId key, NodeId value) {
    document.imports.push_back(decode_import(at, key, value));
  });
  each_element(at, node[instances], "instances",
               [&](NodeId element) { document.instances.push_back(decode_instance(at, element)); });
  return document;
}

}  // namespace rigy::language
