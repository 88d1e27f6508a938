#include "load/document_kind.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace rigy::model {
namespace {

constexpr std::string_view deciding_key = "rigs_version";
constexpr std::string_view motion_key = "rigm_version";

bool has_any_key(const Tree& tree, std::initializer_list<std::string_view> keys) {
  const NodeId root = tree.resolve(0);
  if (tree[root].kind != NodeKind::Mapping) return false;
  for (NodeId key = root + 1; key < tree[root].after; key = tree[key + 1].after) {
    if (std::find(keys.begin(), keys.end(), tree.text_of(key)) != keys.end()) return true;
  }
  return false;
}

bool is_asset_name(std::string_view name) {
  return name.ends_with(".rigy.yaml") || name.ends_with(".rigy.yml");
}

// Keys that only assets have.
bool has_asset_key(const Tree& tree) {
  return has_any_key(tree, {"version", "rigy_version", "meshes", "armatures", "materials",
                            "bindings", "anchors", "instances"});
}

bool has_known_name(std::string_view name) {
  return is_asset_name(name) || is_scene_name(name) || is_motion_name(name);
}

// M02: a motion has its key; no other document has it.
bool report_wrong_motion(const Reporter& at, std::string_view name) {
  const bool has_key = has_any_key(at.tree, {motion_key});
  const bool is_other = has_asset_key(at.tree) || has_any_key(at.tree, {deciding_key, "scene"});
  if (is_motion_name(name) && !has_key && is_other) {
    at.report(Code::MisnamedMotion, at.tree.resolve(0),
              "this is not a motion, but the file is named like one")
        .help("a motion begins with rigm_version: \"" RIGY_RIGM_VERSION "\"");
    return true;
  }
  if (!has_key || is_other || !(is_asset_name(name) || is_scene_name(name))) return false;
  at.report(Code::MisnamedMotion, at.tree.resolve(0),
            "this is a motion, but the file is named like {}",
            is_scene_name(name) ? "a scene" : "an asset")
      .help("names of motions end in .rigm.yaml");
  return true;
}

}  // namespace

bool is_motion_name(std::string_view name) {
  return name.ends_with(".rigm.yaml") || name.ends_with(".rigm.yml");
}

bool is_scene_name(std::string_view name) {
  return name.ends_with(".rigs.yaml") || name.ends_with(".rigs.yml");
}

std::string document_stem(std::string_view path) {
  constexpr auto endings =
      std::to_array<std::string_view>({".rigy.yaml", ".rigy.yml", ".rigs.yaml", ".rigs.yml",
                                       ".rigm.yaml", ".rigm.yml", ".yaml", ".yml"});
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view ending : endings) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return std::string(name.substr(0, name.size() - ending.size()));
    }
  }
  return std::string(name);
}

bool may_be_scene_file(std::string_view name, std::string_view text) {
  if (is_scene_name(name) || is_asset_name(name)) return is_scene_name(name);
  return text.find(deciding_key) != std::string_view::npos;
}

bool is_scene(const Tree& tree, std::string_view name) {
  if (has_known_name(name)) return is_scene_name(name);
  return has_any_key(tree, {deciding_key}) ||
         (has_any_key(tree, {"scene"}) && !has_asset_key(tree));
}

bool is_motion(const Tree& tree, std::string_view name) {
  return has_known_name(name) ? is_motion_name(name) : has_any_key(tree, {motion_key});
}

bool is_rigy_document(const Tree& tree) {
  return has_asset_key(tree) || has_any_key(tree, {"imports", deciding_key});
}

bool is_contract(const Tree& tree) {
  return has_any_key(
      tree, {"contract_version", "required_anchors", "required_frame3_sets", "frame3_sets"});
}

bool report_wrong_kind(const Tree& tree, std::string_view name, SourceId source,
                       Diagnostics& diagnostics) {
  const Reporter at{diagnostics, tree, source};
  const NodeId root = tree.resolve(0);
  if (report_wrong_motion(at, name)) return true;
  const bool has_scene_key = has_any_key(tree, {deciding_key, "scene"});
  if (is_scene_name(name) && has_asset_key(tree) && !has_scene_key) {
    at.report(Code::MisnamedDocument, root, "this is an asset, but the file is named like a scene")
        .help(
            "names of assets end in .rigy.yaml; a scene begins with rigs_version: "
            "\"" RIGY_RIGS_VERSION "\"");
    return true;
  }
  if (is_asset_name(name) && has_scene_key && !has_asset_key(tree)) {
    at.report(Code::MisnamedDocument, root, "this is a scene, but the file is named like an asset")
        .help(
            "names of scenes end in .rigs.yaml; an asset begins with version: "
            "\"" RIGY_NEWEST_VERSION "\"");
    return true;
  }
  return false;
}

void report_imported_scene(const Reporter& at, const Import& import) {
  at.report(Code::ImportedScene, import.source.node, "'{}' is a scene, which cannot be imported",
            import.source.value)
      .help("import the assets of that scene instead");
}

}  // namespace rigy::model
