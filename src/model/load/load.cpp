#include "load/load.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "document/decode.hpp"
#include "document/decode_rigs.hpp"
#include "document/slips.hpp"
#include "document/text_encoding.hpp"
#include "expand/declared_params.hpp"
#include "load/document_kind.hpp"
#include "load/loader.hpp"
#include "syntax/asked_version.hpp"
#include "syntax/parse.hpp"

namespace rigy::model {

std::shared_ptr<Source> Loader::add_source(FileContents contents) {
  auto source = std::make_shared<Source>();
  source->name = std::move(contents.shown_path);
  source->identity = std::move(contents.identity);
  source->text = std::move(contents.text);
  assembly_.add(std::shared_ptr<const Source>(source));
  return source;
}

void Loader::note_named_at(const Source& source, const Reporter& at, NodeId node,
                           std::string_view message) {
  assembly_.sources[assembly_.number_of(source)].named_at = {at.range_of(node),
                                                             std::string(message)};
}

std::optional<Tree> Loader::expanded(const Source& source, Tree tree,
                                     const ExpandOptions& options) {
  return expand(std::move(tree), assembly_.number_of(source), diagnostics_, budget_.nodes, options);
}

std::uint32_t Loader::add_asset(std::shared_ptr<const Source> source, Tree tree) {
  auto added = std::make_shared<Asset>();
  added->source = std::move(source);
  added->tree = std::move(tree);
  added->document.version = asked_version(added->tree);
  const std::uint32_t id = assembly_.add(std::shared_ptr<const Asset>(added));
  asset_by_identity_.emplace(added->source->identity, id);
  assets_.push_back({std::move(added)});
  asset(id).document = decode_document(reporter(id));
  return id;
}

LoadResult Loader::load(const std::string& entry, const AnalyzeOptions& options) {
  LoadResult result;
  FileResult read = files_.read_entry(entry);
  const auto* error = std::get_if<FileError>(&read);
  if (error != nullptr) {
    add_source({.text = {}, .identity = {}, .shown_path = entry});
    diagnostics_.add(Code::UnreadableInput, {}, "cannot read the document: {}", reason(*error));
  } else {
    load_entry(std::move(std::get<FileContents>(read)), options, result);
  }
  for (const std::string& path : options.motions) {
    if (error == nullptr) load_motion(path);
  }
  if (error == nullptr) load_bone_map(options);
  for (const auto& motion : motions_) result.draft.motions.push_back(motion.get());
  result.draft.assembly = std::move(assembly_);
  result.files = files_.take_files();
  result.entry_unreadable = error != nullptr;
  for (const Loaded& one : assets_) {
    if (one.asset != nullptr) result.draft.assets.push_back(one.asset.get());
  }
  result.may_share = may_share_;
  result.draft.rigs = rigs_.get();
  result.draft.budget = budget_;
  return result;
}

void Loader::load_entry(FileContents contents, const AnalyzeOptions& options, LoadResult& result) {
  const std::shared_ptr<Source> source = add_source(std::move(contents));
  source->quotable = true;
  const bool may_be_scene = may_be_scene_file(source->name, source->text);
  std::optional<Tree> tree =
      parse(*source, std::nullopt, may_be_scene ? max_scene_nesting : max_nesting);
  if (!tree) return;
  if (report_wrong_kind(*tree, source->name, assembly_.number_of(*source), diagnostics_)) return;
  if (is_motion(*tree, source->name)) {
    load_entry_motion(source, std::move(*tree), options, result);
  } else if (is_scene(*tree, source->name)) {
    if (!options.params.empty()) {
      result.param_faults.emplace_back("a scene has no params");
      return;
    }
    result.entry_expanded = !diagnostics_.has_errors();
    load_entry_scene(source, std::move(*tree));
  } else {
    load_entry_asset(source, std::move(*tree), options, result);
  }
}

void Loader::load_entry_asset(const std::shared_ptr<const Source>& source, Tree tree,
                              const AnalyzeOptions& options, LoadResult& result) {
  if (options.list_params) result.declared_params = declared_params(tree, *source);
  std::optional<Tree> entry =
      expanded(*source, std::move(tree), {options.params, &result.param_faults});
  if (!entry || !result.param_faults.empty()) return;
  result.entry_expanded = !diagnostics_.has_errors();
  load_asset_files(add_asset(source, std::move(*entry)), 0);
}

void Loader::load_entry_scene(std::shared_ptr<const Source> source, Tree tree) {
  rigs_ = std::make_shared<RigsFile>();
  rigs_->source = std::move(source);
  rigs_->tree = std::move(tree);
  assembly_.rigs = rigs_;
  const Reporter at = assembly_.reporter(*rigs_, diagnostics_);
  rigs_->document = decode_rigs(at);
  const Importer importer{*rigs_, rigs_->document.imports, at};
  // The imports of a scene may nest as deep as those of an asset that is the entry.
  load_imports(importer, 0);
  load_contracts(importer);
}

void Loader::load_asset_files(std::uint32_t id, std::size_t depth) {
  const Importer importer{asset(id), asset(id).document.imports, reporter(id)};
  chain_.push_back(id);
  load_weight_files(id);
  const std::size_t levels = load_imports(importer, depth + 1);
  assets_[id].levels = levels;
  chain_.pop_back();
  load_contracts(importer);
}

std::size_t Loader::load_imports(const Importer& importer, std::size_t depth) {
  std::size_t levels = 0;
  for (const Import& import : importer.imports) {
    const std::uint32_t imported = load_import(importer, import, depth);
    const bool found = imported != no_index;
    importer.file.imports.push_back(found ? assembly_.assets[imported] : nullptr);
    if (found) levels = std::max(levels, assets_[imported].levels + 1);
  }
  return levels;
}

void Loader::load_contracts(const Importer& importer) {
  for (const Import& import : importer.imports) {
    importer.file.contracts.push_back(load_contract(importer, import));
  }
}

namespace {

// What kind an empty file of this name could have been.
std::string_view example_for(std::string_view name) {
  if (is_motion_name(name)) return motion_document_object.form;
  return is_scene_name(name) ? rigs_document_object.form : document_object.form;
}

}  // namespace

std::optional<Tree> Loader::parse(Source& source, std::optional<Code> every_code,
                                  std::size_t nesting) {
  return parse_yaml(source, assembly_.number_of(source), diagnostics_,
                    {.every_code = every_code,
                     .code_of_bad_bytes = &code_of_bad_bytes,
                     .nesting = nesting,
                     .example = every_code ? std::string_view() : example_for(source.name)},
                    budget_.nodes);
}

void Loader::report_cycle(const Reporter& at, const Import& import, std::uint32_t first) {
  std::string names;
  for (auto id = std::find(chain_.begin(), chain_.end(), first); id != chain_.end(); ++id) {
    names += asset(*id).source->name + " → ";
  }
  names += asset(first).source->name;
  at.report(Code::CircularImport, import.source.node, "circular import: {}", names)
      .help("an asset cannot contain itself: remove one of these imports");
}

void Loader::report_depth(const Reporter& at, const Import& import) {
  at.report(Code::DeepImports, import.source.node, "imports are nested more than {} levels deep",
            max_import_depth);
}

// An asset that was loaded before, perhaps closer to the root: the depth of its imports counts from
// here too.
std::uint32_t Loader::reuse(std::uint32_t known, const Reporter& at, const Import& import,
                            std::size_t depth) {
  if (std::find(chain_.begin(), chain_.end(), known) != chain_.end()) {
    report_cycle(at, import, known);
    return no_index;
  }
  if (depth + assets_[known].levels > max_import_depth) {
    report_depth(at, import);
    return no_index;
  }
  return known;
}

std::uint32_t Loader::load_import(const Importer& importer, const Import& import,
                                  std::size_t depth) {
  if (!import.source.given()) return no_index;
  const Reporter& at = importer.at;
  if (depth > max_import_depth) {
    report_depth(at, import);
    return no_index;
  }
  const FileUse use = use_of(importer, import.source, "import", Code::UnreadableImport);
  if (sharing_ != nullptr && !files_.was_looked_up(use)) {
    const std::uint32_t shared = share_import(importer, import, depth);
    if (shared != no_index || !may_load()) return shared;
  }
  std::optional<FileContents> contents = files_.read_once(use);
  if (!contents) return no_index;
  if (is_scene_name(contents->identity)) {
    report_imported_scene(at, import);
    return no_index;
  }
  if (const auto known = asset_by_identity_.find(contents->identity);
      known != asset_by_identity_.end()) {
    return reuse(known->second, at, import, depth);
  }
  if (!tried_imports_.insert(contents->identity).second) return no_index;  // reported before
  return read_import(importer, import, std::move(*contents), depth);
}

std::uint32_t Loader::read_import(const Importer& importer, const Import& import,
                                  FileContents contents, std::size_t depth) {
  const std::shared_ptr<Source> source = add_source(std::move(contents));
  const SourceId number = assembly_.number_of(*source);
  note_named_at(*source, importer.at, import.source.node, "imported here");
  std::optional<Tree> tree = parse(*source);
  if (!tree) return no_index;
  source->quotable = is_rigy_document(*tree) || is_scene_name(source->name);
  if (!source->quotable) {
    if ((*tree)[tree->resolve(0)].damaged || (*tree)[0].reported) return no_index;
    diagnostics_.add(Code::MissingField, {number, {1, 1}, {1, 1}},
                     "this is not a Rigy document: it has no field 'version'");
    return no_index;
  }
  if (report_wrong_kind(*tree, source->name, number, diagnostics_)) return no_index;
  if (is_scene(*tree, source->name)) {
    report_imported_scene(importer.at, import);
    return no_index;
  }
  tree = expanded(*source, std::move(*tree));
  if (!tree) return no_index;
  const std::uint32_t imported = add_asset(source, std::move(*tree));
  load_asset_files(imported, depth);
  return imported;
}

std::shared_ptr<const Contract> Loader::load_contract(const Importer& importer,
                                                      const Import& import) {
  if (!import.contract.given()) return nullptr;
  const FileUse use = use_of(importer, import.contract, "contract", Code::UnreadableContract);
  if (sharing_ != nullptr && !files_.was_looked_up(use)) {
    auto shared = share_contract(importer, import);
    if (shared != nullptr || !may_load()) return shared;
  }
  std::optional<FileContents> contents = files_.read_once(use);
  if (!contents) return nullptr;
  const auto [known, is_new] = contracts_.try_emplace(contents->identity);
  if (is_new) known->second = read_contract(importer.at, import, std::move(*contents));
  return known->second;
}

std::shared_ptr<const Contract> Loader::read_contract(const Reporter& at, const Import& import,
                                                      FileContents contents) {
  const std::shared_ptr<Source> source = add_source(std::move(contents));
  note_named_at(*source, at, import.contract.node, "named as a contract here");
  bool is_yaml = false;
  auto contract = parse_contract(source, is_yaml);
  if (contract == nullptr && is_yaml) {
    at.report(Code::ContractViolated, import.contract.node, "'{}' is not a contract",
              import.contract.value)
        .help("a contract begins with contract_version: \"0.1\"");
  }
  return contract;
}

std::shared_ptr<const Contract> Loader::parse_contract(const std::shared_ptr<Source>& source,
                                                       bool& is_yaml) {
  std::optional<Tree> tree = parse(*source, Code::ContractViolated);
  is_yaml = tree.has_value() && !(*tree)[tree->resolve(0)].damaged && !(*tree)[0].reported;
  if (!tree || !is_contract(*tree)) return nullptr;
  source->quotable = true;
  auto contract = std::make_shared<Contract>();
  contract->source = source;
  contract->tree = std::move(*tree);
  decode_contract(*contract, assembly_.number_of(*source), diagnostics_);
  return contract;
}

void Loader::load_weight_files(std::uint32_t id) {
  TextMap<std::string_view, std::uint32_t> known;
  weight_files_.clear();
  for (Binding& binding : asset(id).document.bindings) {
    for (WeightMap& map : binding.weight_maps) {
      if (!map.source.given()) continue;
      const auto [found, added] = known.emplace(map.source.value, no_index);
      if (added) found->second = load_weight_file(id, map.source);
      map.weight_file = found->second;
    }
  }
}

std::uint32_t Loader::load_weight_file(std::uint32_t id, const Text& source) {
  const FileUse use{reporter(id), *asset(id).source, source, "weight file", Code::BadWeightFile};
  if (sharing_ != nullptr) {
    const std::uint32_t shared = share_weight_file(id, use);
    if (shared != no_index || !may_load()) return shared;
  }
  std::optional<FileContents> contents = files_.read(use);
  if (!contents) return no_index;
  const auto [known, is_new] = weight_files_.emplace(contents->identity, no_index);
  if (!is_new) return known->second;
  WeightFileResult result = parse_weight_file(std::move(contents->text));
  if (const auto* faults = std::get_if<std::vector<std::string>>(&result)) {
    for (const std::string& fault : *faults) {
      reporter(id).report(Code::BadWeightFile, source.node, "weight file '{}': {}", source.value,
                          fault);
    }
    return no_index;
  }
  return add_weight_file(id, known->second,
                         std::make_shared<WeightFile>(std::move(std::get<WeightFile>(result))));
}

std::uint32_t Loader::add_weight_file(std::uint32_t id, std::uint32_t& known,
                                      std::shared_ptr<const WeightFile> file) {
  asset(id).weight_files.push_back(std::move(file));
  known = static_cast<std::uint32_t>(asset(id).weight_files.size() - 1);
  return known;
}

LoadResult load_assembly(const std::string& entry, FileReader& files, Diagnostics& diagnostics,
                         const AnalyzeOptions& options, const Sharing* sharing) {
  return Loader(files, diagnostics, sharing).load(entry, options);
}

}  // namespace rigy::model
