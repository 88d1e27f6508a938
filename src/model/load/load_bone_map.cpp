// Loading a bone map: the one that the options name, or the one beside the asset.
#include <string>
#include <utility>
#include <variant>

#include "document/fields.hpp"
#include "load/bone_map.hpp"
#include "load/document_kind.hpp"
#include "load/loader.hpp"

namespace rigy::model {
namespace {

void decode_vrm(const Reporter& at, NodeId node, VrmMeta& vrm) {
  const auto fields = read_fields<vrm_object>(at, node);
  vrm.name = read_text(at, fields.get<"name">());
  vrm.license_url = read_text(at, fields.get<"licenseUrl">());
  each_element(at, fields.get<"authors">(),
               [&](NodeId author) { vrm.authors.push_back(read_text(at, author, "author")); });
}

void report_duplicates(const Reporter& at) {
  for (const auto& [key, first] : at.tree.duplicates) {
    at.report(Code::DuplicateKey, key, "key '{}' appears twice", at.tree.text_of(key))
        .related(at.range_of(first), "first here");
  }
}

// Whether it is no mistake that there is none.
bool is_absence(FileError error) {
  return error == FileError::NotFound || error == FileError::NotRegular ||
         error == FileError::OutsideRoot;
}

}  // namespace

void decode_bone_map(BoneMap& map, const Reporter& at) {
  report_duplicates(at);
  const auto fields = read_fields<bone_map_object>(at, map.tree.resolve(0));
  map.profile = read_word_as<BodyProfile>(at, fields.get<"profile">()).value_or(map.profile);
  map.armature = read_reference(at, fields.get<"armature">());
  each_pair(at, fields.get<"bones">(), [&](NodeId key, NodeId value) {
    map.bones.push_back({{at.tree.text_of(key), key}, read_reference(at, value, "bone")});
  });
  each_pair(at, fields.get<"anchors">(), [&](NodeId key, NodeId value) {
    map.anchors.push_back({{at.tree.text_of(key), key}, read_reference(at, value, "bone")});
  });
  if (const FieldValue vrm = fields.get<"vrm">(); vrm.given()) decode_vrm(at, vrm.node, map.vrm);
}

void Loader::load_bone_map(const AnalyzeOptions& options) {
  const bool is_named = !options.bone_map.empty();
  if (!is_named && !options.find_bone_map) return;
  const Asset* asset = assembly_.root();
  if (is_named && assembly_.rigs != nullptr) {
    diagnostics_.add(Code::UnreadableBoneMap, {}, "a scene has no bone map")
        .help("export its assets by themselves, each with its own");
  }
  if (asset == nullptr) return;
  FileResult read =
      is_named
          ? files_.read_entry(options.bone_map)
          : files_.read_beside(*asset->source, document_stem(asset->source->name) + ".bones.yaml");
  if (const auto* error = std::get_if<FileError>(&read)) {
    if (!is_named && is_absence(*error)) return;
    diagnostics_.add(Code::UnreadableBoneMap, {}, "cannot read the bone map{}: {}",
                     is_named ? " '" + options.bone_map + "'" : std::string(), reason(*error));
    return;
  }
  const std::shared_ptr<Source> source = add_source(std::move(std::get<FileContents>(read)));
  source->quotable = true;
  std::optional<Tree> tree = parse(*source);
  if (!tree) return;
  const auto map = std::make_shared<BoneMap>();
  map->source = source;
  map->tree = std::move(*tree);
  decode_bone_map(*map, {diagnostics_, map->tree, assembly_.number_of(*source)});
  assembly_.bone_map = map;
}

}  // namespace rigy::model
