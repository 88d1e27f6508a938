// Anchors, imports, contracts and instances.
#include <algorithm>

#include <fmt/format.h>

#include "fuzz/generate_parts.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

}  // namespace

std::string relative_path(std::string_view from, std::string_view target) {
  std::string_view folder = folder_of(from);
  for (std::size_t slash = folder.find('/'); slash != std::string_view::npos;
       slash = folder.find('/')) {
    if (!target.starts_with(folder.substr(0, slash + 1))) break;
    folder.remove_prefix(slash + 1);
    target.remove_prefix(slash + 1);
  }
  std::string path;
  for (std::ptrdiff_t up = std::count(folder.begin(), folder.end(), '/'); up > 0; --up) {
    path += "../";
  }
  return path.append(target);
}

// Writes a file next to the asset or below it; returns its path relative to the asset.
std::string AssetMaker::new_file(std::string_view suffix, Value value) {
  static constexpr std::string_view folders[] = {"", "data/", "data/more/"};
  const std::string name = fmt::format("{}f{}{}", decisions_.pick(folders), ids_++, suffix);
  generated_.files.push_back({std::string(folder_of(made_.path)) + name, std::move(value)});
  return decisions_.one_in(4) ? "./" + name : name;
}

// Anchors come in threes that span a plane, at sizes where no precision is lost.
Value AssetMaker::make_anchors() {
  std::vector<Value> anchors;
  const std::size_t frames = decisions_.below(3) + 1;
  for (std::size_t i = 0; i < frames; ++i) {
    const auto eighths = [this](std::size_t count) {
      return static_cast<double>(1 + decisions_.below(count)) / 8;
    };
    const std::array<double, 3> origin{eighths(40) - 2.5, eighths(40) - 2.5, eighths(40) - 2.5};
    const std::size_t along = decisions_.below(3);
    const std::size_t across = (along + 1 + decisions_.below(2)) % 3;
    std::array<std::array<double, 3>, 3> points{origin, origin, origin};
    points[1][along] += decisions_.flip() ? eighths(32) : -eighths(32);
    points[2][across] += decisions_.flip() ? eighths(32) : -eighths(32);
    if (decisions_.flip()) points[2][along] += eighths(16) - 1;
    const bool mirrored = symmetry_ && decisions_.flip();
    GeneratedFrame frame;
    frame.has_image = mirrored;
    for (std::size_t p = 0; p < 3; ++p) {
      frame.anchors[p] = unique_id(mirrored);
      anchors.push_back(Value::map(
          {{"id", frame.anchors[p]}, {"translation", points[p]}, {"scope", optional_name()}}));
    }
    made_.frames.push_back(frame);
    if (!mirrored) continue;
    for (std::string& anchor : frame.anchors) anchor = image_of(anchor);
    frame.has_image = false;
    made_.frames.push_back(frame);
  }
  return Value::list(std::move(anchors));
}

Value AssetMaker::make_contract(const GeneratedAsset& asset) {
  Value anchors = decisions_.flip() ? Value::list() : Value();
  Value required = decisions_.flip() ? Value::list() : Value();
  Value sets = Value::map();
  for (const GeneratedFrame& frame : asset.frames) {
    if (anchors.kind == Value::Kind::List) anchors.items.emplace_back(frame.anchors[0]);
    const std::string name = unique_id();
    sets.fields.emplace_back(name,
                             Value::list({frame.anchors[0], frame.anchors[1], frame.anchors[2]}));
    if (required.kind == Value::Kind::List) required.items.emplace_back(name);
  }
  return Value::map({{"contract_version", "0.1"},
                     {"required_anchors", std::move(anchors)},
                     {"required_frame3_sets", std::move(required)},
                     {"frame3_sets", std::move(sets)}});
}

Value AssetMaker::make_imports() {
  Value imports = Value::map();
  if (assets_->empty()) return imports;
  for (std::size_t i = decisions_.below(4); i > 0; --i) {
    const GeneratedAsset& asset = decisions_.pick(*assets_);
    std::string name = unique_id();
    // A dot separates an import from its anchor.
    std::replace(name.begin(), name.end(), '.', '_');
    const std::string path = relative_path(made_.path, asset.path);
    Value contract;
    if (decisions_.flip()) contract = new_file(".ricy.yaml", make_contract(asset));
    imports.fields.emplace_back(name,
                                Value::map({{"source", decisions_.one_in(4) ? "./" + path : path},
                                            {"contract", std::move(contract)}}));
    imports_.push_back({name, &asset});
  }
  return imports;
}

Value AssetMaker::make_attach3(const GeneratedFrame& from, std::string_view prefix,
                               const GeneratedFrame& to) {
  static constexpr const char* modes[] = {"rigid", "uniform", "affine"};
  std::vector<Value> from_ids;
  std::vector<Value> to_ids;
  for (std::size_t i = 0; i < 3; ++i) {
    from_ids.emplace_back((decisions_.flip() ? std::string(prefix) : "") + from.anchors[i]);
    to_ids.emplace_back(to.anchors[i]);
  }
  return Value::map({{"from", Value::list(std::move(from_ids))},
                     {"to", Value::list(std::move(to_ids))},
                     {"mode", decisions_.pick(modes)}});
}

Value AssetMaker::make_import_instance() {
  const Import& import = decisions_.pick(imports_);
  const GeneratedFrame& to = decisions_.pick(made_.frames);
  const std::string id = unique_id(symmetry_ && decisions_.one_in(4));
  return Value::map(
      {{"id", id},
       {"import", import.name},
       {"mesh_id", {}},
       {"attach3", make_attach3(decisions_.pick(import.asset->frames), import.name + ".", to)}});
}

Value AssetMaker::make_mesh_instance() {
  const std::string id = unique_id(symmetry_ && decisions_.one_in(4));
  const GeneratedMesh& mesh = decisions_.pick(made_.meshes);
  Value attach3;
  if (!decisions_.one_in(4)) {
    const GeneratedFrame& from = decisions_.pick(made_.frames);
    attach3 = make_attach3(from, "", decisions_.pick(made_.frames));
  }
  return Value::map(
      {{"id", id}, {"import", {}}, {"mesh_id", mesh.id}, {"attach3", std::move(attach3)}});
}

Value AssetMaker::make_instances() {
  std::vector<Value> instances;
  for (std::size_t i = decisions_.below(3); i > 0 && !imports_.empty(); --i) {
    instances.push_back(make_import_instance());
  }
  for (std::size_t i = decisions_.below(3); i > 0 && !made_.meshes.empty(); --i) {
    instances.push_back(make_mesh_instance());
  }
  generated_.has_instances = generated_.has_instances || !instances.empty();
  return Value::list(std::move(instances));
}

}  // namespace rigy::fuzz
