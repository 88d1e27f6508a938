// Loading motions: the entry with the asset that it moves, or motions of an asset that is the
// entry.
#include <utility>
#include <variant>

#include "document/decode_motion.hpp"
#include "expand/declared_params.hpp"
#include "load/document_kind.hpp"
#include "load/loader.hpp"

namespace rigy::model {

std::shared_ptr<MotionFile> Loader::add_motion(const std::shared_ptr<const Source>& source,
                                               Tree tree, const ExpandOptions& options) {
  std::optional<Tree> made = expanded(*source, std::move(tree), options);
  const bool has_faults = options.faults != nullptr && !options.faults->empty();
  if (!made || has_faults) return nullptr;
  auto motion = std::make_shared<MotionFile>();
  motion->source = source;
  motion->tree = std::move(*made);
  assembly_.motions.push_back(motion);
  motions_.push_back(motion);
  motion->document = decode_motion(assembly_.reporter(*motion, diagnostics_));
  return motion;
}

void Loader::load_entry_motion(const std::shared_ptr<const Source>& source, Tree tree,
                               const AnalyzeOptions& options, LoadResult& result) {
  assembly_.begins_with_motion = true;
  if (options.list_params) result.declared_params = declared_params(tree, *source);
  const auto motion = add_motion(source, std::move(tree),
                                 {options.params, &result.param_faults, &motion_document_object});
  if (motion != nullptr) load_moved_asset(*motion);
}

std::optional<FileContents> Loader::read_moved_asset(const MotionFile& motion) {
  const Text& path = motion.document.asset;
  if (!path.given()) return std::nullopt;
  const Reporter at = assembly_.reporter(motion, diagnostics_);
  if (is_motion_name(path.value) || is_scene_name(path.value)) {
    at.report(Code::UnreadableMovedAsset, path.node, "'{}' is not an asset", path.value)
        .help("a motion moves an asset: name a .rigy.yaml file");
    return std::nullopt;
  }
  return files_.read({at, *motion.source, path, "asset", Code::UnreadableMovedAsset});
}

void Loader::load_moved_asset(MotionFile& motion) {
  std::optional<FileContents> contents = read_moved_asset(motion);
  if (!contents) return;
  const std::shared_ptr<Source> source = add_source(std::move(*contents));
  const Reporter at = assembly_.reporter(motion, diagnostics_);
  note_named_at(*source, at, motion.document.asset.node, "named as the asset here");
  std::optional<Tree> tree = parse(*source);
  if (!tree) return;
  source->quotable = is_rigy_document(*tree);
  if (!source->quotable || is_scene(*tree, source->name)) {
    at.report(Code::UnreadableMovedAsset, motion.document.asset.node, "'{}' is not an asset",
              motion.document.asset.value);
    return;
  }
  const SourceId number = assembly_.number_of(*source);
  if (report_wrong_kind(*tree, source->name, number, diagnostics_)) return;
  tree = expanded(*source, std::move(*tree));
  if (!tree) return;
  const std::uint32_t id = add_asset(source, std::move(*tree));
  motion.imports.push_back(assembly_.assets[id]);
  load_asset_files(id, 0);
}

void Loader::load_motion(const std::string& path) {
  FileResult read = files_.read_entry(path);
  if (const auto* error = std::get_if<FileError>(&read)) {
    diagnostics_.add(Code::UnreadableInput, {}, "cannot read the motion '{}': {}", path,
                     reason(*error));
    return;
  }
  const std::shared_ptr<Source> source = add_source(std::move(std::get<FileContents>(read)));
  source->quotable = true;
  std::optional<Tree> tree = parse(*source);
  if (!tree) return;
  const Reporter about{diagnostics_, *tree, assembly_.number_of(*source)};
  if (!is_motion(*tree, source->name)) {
    about.report(Code::MisnamedMotion, tree->resolve(0), "this is not a motion")
        .help("a motion begins with rigm_version: \"" RIGY_RIGM_VERSION "\"");
    return;
  }
  const auto motion = add_motion(source, std::move(*tree), {.root = &motion_document_object});
  if (motion == nullptr) return;
  const std::optional<FileContents> contents = read_moved_asset(*motion);
  if (!contents) return;
  const Asset* root = assembly_.root();
  if (root != nullptr && root->source->identity == contents->identity) {
    motion->imports.push_back(assembly_.assets.front());
    return;
  }
  assembly_.reporter(*motion, diagnostics_)
      .report(Code::OtherAsset, motion->document.asset.node, "this moves '{}', not '{}'",
              motion->document.asset.value, std::string_view(assembly_.sources[0].source->name))
      .help("name the document that it is exported with");
}

}  // namespace rigy::model
