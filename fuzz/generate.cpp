#include "fuzz/generate.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fuzz/disguise.hpp"
#include "fuzz/generate_parts.hpp"
#include "fuzz/spell.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr Prefixes prefixes[] = {{"L_", "R_"}, {"left ", "right "}, {"ä", "ß"}};

Value optional_of(Decisions& decisions, Value value) {
  return decisions.one_in(4) ? std::move(value) : Value();
}

Value coordinate_system() {
  return Value::map({{"up", "Y"}, {"forward", "-Z"}, {"handedness", "right"}});
}

}  // namespace

AssetMaker::AssetMaker(Decisions& decisions, GeneratedCase& generated, std::string path,
                       bool is_root)
    : decisions_(decisions), generated_(generated), is_root_(is_root) {
  made_.path = std::move(path);
}

GeneratedAsset AssetMaker::make(const std::vector<GeneratedAsset>& assets) {
  static constexpr int minors[] = {6, 13, 12, 13, 12, 11, 10, 9, 8, 7, 5, 4, 3, 2, 1, 14};
  static constexpr const char* solvers[] = {"lbs", "dqs"};
  assets_ = &assets;
  minor_ = decisions_.pick(minors);
  Value symmetry;
  if (decisions_.flip()) {
    symmetry_ = decisions_.pick(prefixes);
    symmetry = Value::map({{"mirror_x", Value::map({{"prefix_from", std::string(symmetry_->from)},
                                                    {"prefix_to", std::string(symmetry_->to)}})}});
  } else {
    symmetry = optional_of(decisions_, Value::map({{"mirror_x", {}}}));
  }
  // Items are generated before those that refer to them.
  Value document = Value::map({{"version", fmt::format("0.{}", minor_)}, {"symmetry", symmetry}});
  const auto add = [&document](const char* name, Value value) {
    // Empty lists and mappings may be left out.
    const bool empty = value.items.empty() && value.fields.empty();
    if (empty && value.kind != Value::Kind::Text) value = Value();
    document.fields.emplace_back(name, std::move(value));
  };
  add("units", optional_of(decisions_, "meters"));
  add("coordinate_system", optional_of(decisions_, coordinate_system()));
  add("tessellation_profile", optional_of(decisions_, "v0_1_default"));
  add("skinning_solver", optional_of(decisions_, decisions_.pick(solvers)));
  add("imports", make_imports());
  add("materials", make_materials());
  add("meshes", make_meshes());
  add("armatures", make_armatures());
  add("bindings", make_bindings());
  add("poses", make_poses());
  add("anchors", make_anchors());
  add("instances", make_instances());
  if (since(10) && decisions_.flip()) disguise(document, minor_, decisions_);
  add("geometry_checks", optional_of(decisions_, Value::map({{"any", "${thing}"}})));
  generated_.files.insert(generated_.files.begin(), {made_.path, std::move(document)});
  return std::move(made_);
}

GeneratedCase generate_case(Decisions decisions) {
  static constexpr const char* paths[] = {"main.rigy.yaml", "parts/b.rigy.yaml",
                                          "parts/deep/c.rigy.yaml", "d/d.rigy.yaml"};
  GeneratedCase generated;
  // Leaves first: an asset imports only assets that already exist.
  std::vector<GeneratedAsset> assets;
  for (std::size_t i = decisions.below(std::size(paths)); i > 0; --i) {
    assets.push_back(AssetMaker(decisions, generated, paths[i], false).make(assets));
  }
  const GeneratedAsset root = AssetMaker(decisions, generated, paths[0], true).make(assets);
  CompileOptions& options = generated.options;
  if (decisions.one_in(3)) options.winding = Winding::Outward;
  options.bake_transforms = decisions.one_in(3);
  if (!root.poses.empty() && decisions.flip()) options.pose = decisions.pick(root.poses);
  return generated;
}

FileSet spell_case(const GeneratedCase& generated, Decisions style) {
  FileSet set;
  set.entry = generated.files.front().path;
  set.options = generated.options;
  for (const GeneratedFile& file : generated.files) {
    set.files[file.path] =
        file.is_json() ? spell_json(file.value, style) : spell_yaml(file.value, style);
  }
  return set;
}

}  // namespace rigy::fuzz
