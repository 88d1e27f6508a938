#include "compose/load.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text_hash.hpp"
#include "compose/contract.hpp"
#include "compose/file_lookup.hpp"
#include "document/decode.hpp"
#include "expand/expand.hpp"
#include "symmetry/symmetry.hpp"
#include "yaml/parse.hpp"

namespace rigy {
namespace {

// A file that someone else's document names is shown and judged only if it looks like what it is
// meant to be: nothing of any other file may get into a message.
bool has_any_key(const Tree& tree, std::initializer_list<std::string_view> keys) {
  const NodeId root = tree.resolve(0);
  if (tree[root].kind != NodeKind::Mapping) return false;
  for (NodeId key = root + 1; key < tree[root].after; key = tree[key + 1].after) {
    if (std::find(keys.begin(), keys.end(), tree.text_of(key)) != keys.end()) return true;
  }
  return false;
}

bool is_rigy_document(const Tree& tree) {
  return has_any_key(tree, {"version", "rigy_version", "meshes", "armatures", "materials",
                            "bindings", "anchors", "imports", "instances"});
}

class Loader {
 public:
  Loader(FileReader& files, Diagnostics& diagnostics) : files_(files), diagnostics_(diagnostics) {}

  LoadResult load(const std::string& entry, std::span<const ParamValue> params);

 private:
  void load_entry(FileContents contents, const ExpandOptions& options, LoadResult& result);
  void load_asset_files(std::uint32_t asset, std::size_t depth);
  void load_import(std::uint32_t asset, Import& import, std::size_t depth);
  void load_contract(std::uint32_t asset, const Import& import);
  // Nothing if it is not a contract; that has been reported.
  std::optional<Contract> read_contract(std::uint32_t asset, const Import& import,
                                        FileContents contents);
  void check_contract(std::uint32_t asset, const Import& import, const Contract& contract);
  void load_weight_files(std::uint32_t asset);
  std::uint32_t load_weight_file(std::uint32_t asset, const Text& source);
  std::uint32_t add_asset(SourceId source, Tree tree);
  void report_cycle(const Reporter& at, const Import& import, std::string_view identity);
  static void report_depth(const Reporter& at, const Import& import);

  std::optional<Tree> parse(SourceId source, std::optional<Code> every_code = std::nullopt);
  SourceId add_source(FileContents contents, bool quotable);

  Asset& asset(std::uint32_t id) { return *assembly_.assets[id]; }
  Reporter reporter(std::uint32_t id) { return {diagnostics_, asset(id).tree, asset(id).source}; }
  FileUse use_of(std::uint32_t id, const Text& path, std::string_view what, Code code) {
    return {reporter(id), assembly_.sources[asset(id).source], path, what, code};
  }

  FileLookup files_;
  Diagnostics& diagnostics_;
  Assembly assembly_;
  TextMap<std::string, std::optional<Contract>> contracts_;  // by identity
  std::map<std::uint32_t, Names> anchors_;  // of the assets that a contract was asked about
  // What each contract misses in each asset.
  std::map<std::pair<const Contract*, std::uint32_t>, std::vector<Text>> missing_;
  TextSet<std::string> tried_imports_;
  TextMap<std::string, std::uint32_t> weight_files_;  // of the current asset
  TextMap<std::string, std::uint32_t> asset_by_identity_;
  std::vector<std::uint32_t> chain_;  // the assets being loaded, from the root
  std::vector<std::size_t> levels_;   // how deep imports nest below each asset
  std::size_t nodes_left_ = max_nodes;
  std::size_t anchors_asked_for_ = 0;
  std::size_t made_names_left_ = max_made_names;
};

SourceId Loader::add_source(FileContents contents, bool quotable) {
  assembly_.sources.push_back({std::move(contents.shown_path), std::move(contents.identity),
                               std::move(contents.text), quotable});
  return static_cast<SourceId>(assembly_.sources.size() - 1);
}

std::uint32_t Loader::add_asset(SourceId source, Tree tree) {
  const auto id = static_cast<std::uint32_t>(assembly_.assets.size());
  auto added = std::make_unique<Asset>();
  added->source = source;
  added->tree = std::move(tree);
  assembly_.assets.push_back(std::move(added));
  asset_by_identity_.emplace(assembly_.sources[source].identity, id);
  levels_.push_back(0);
  asset(id).document = decode_document(reporter(id));
  return id;
}

LoadResult Loader::load(const std::string& entry, std::span<const ParamValue> params) {
  LoadResult result;
  FileResult read = files_.read_entry(entry);
  const auto* error = std::get_if<FileError>(&read);
  if (error != nullptr) {
    assembly_.sources.push_back({.name = entry, .identity = {}, .text = {}});
    diagnostics_.add(Code::X25, {}, "cannot read the document: {}", reason(*error));
  } else {
    load_entry(std::move(std::get<FileContents>(read)), {params, &result.param_faults}, result);
  }
  assembly_.files = files_.take_files();
  result.assembly = std::move(assembly_);
  result.entry_unreadable = error != nullptr;
  return result;
}

void Loader::load_entry(FileContents contents, const ExpandOptions& options, LoadResult& result) {
  const SourceId source = add_source(std::move(contents), true);
  std::optional<Tree> tree = parse(source);
  if (tree) tree = expand(std::move(*tree), source, diagnostics_, nodes_left_, options);
  if (!tree || !result.param_faults.empty()) return;
  result.entry_expanded = !diagnostics_.has_errors();
  load_asset_files(add_asset(source, std::move(*tree)), 0);
}

void Loader::load_asset_files(std::uint32_t id, std::size_t depth) {
  chain_.push_back(id);
  load_weight_files(id);
  for (Import& import : asset(id).document.imports) {
    load_import(id, import, depth);
    if (import.asset == unresolved) continue;
    levels_[id] = std::max(levels_[id], levels_[import.asset] + 1);
  }
  chain_.pop_back();
  expand_symmetry(reporter(id), asset(id).document, made_names_left_);
  for (const Import& import : asset(id).document.imports) load_contract(id, import);
}

std::optional<Tree> Loader::parse(SourceId source, std::optional<Code> every_code) {
  return parse_yaml(assembly_.sources[source], source, diagnostics_, every_code, nodes_left_);
}

void Loader::report_cycle(const Reporter& at, const Import& import, std::string_view identity) {
  std::string names;
  bool inside = false;
  for (const std::uint32_t id : chain_) {
    const Source& source = assembly_.sources[asset(id).source];
    inside = inside || source.identity == identity;
    if (inside) names += source.name + " → ";
  }
  const std::uint32_t first = asset_by_identity_.at(std::string(identity));
  names += assembly_.sources[asset(first).source].name;
  at.report(Code::X21, import.source.node, "circular import: {}", names)
      .help("an asset cannot contain itself: remove one of these imports");
}

void Loader::report_depth(const Reporter& at, const Import& import) {
  at.report(Code::X22, import.source.node, "imports are nested more than {} levels deep",
            max_import_depth);
}

void Loader::load_import(std::uint32_t id, Import& import, std::size_t depth) {
  if (!import.source.given()) return;
  const Reporter at = reporter(id);
  if (depth >= max_import_depth) {
    report_depth(at, import);
    return;
  }
  std::optional<FileContents> contents =
      files_.read_once(use_of(id, import.source, "import", Code::X20));
  if (!contents) return;
  if (const auto known = asset_by_identity_.find(contents->identity);
      known != asset_by_identity_.end()) {
    if (std::find(chain_.begin(), chain_.end(), known->second) != chain_.end()) {
      report_cycle(at, import, contents->identity);
      return;
    }
    // Loaded before, perhaps from nearer to the root: what it imports counts from here too.
    if (depth + 1 + levels_[known->second] > max_import_depth) {
      report_depth(at, import);
      return;
    }
    import.asset = known->second;
    return;
  }
  if (!tried_imports_.insert(contents->identity).second) return;  // reported before
  const SourceId source = add_source(std::move(*contents), false);
  assembly_.sources[source].named_at = {at.spot_of(import.source.node), "imported here"};
  std::optional<Tree> tree = parse(source);
  if (!tree) return;
  if (!is_rigy_document(*tree)) {
    diagnostics_.add(Code::V34, {source, {1, 1}, {1, 1}},
                     "this is not a Rigy document: it has no field 'version'");
    return;
  }
  assembly_.sources[source].quotable = true;
  tree = expand(std::move(*tree), source, diagnostics_, nodes_left_);
  if (!tree) return;
  import.asset = add_asset(source, std::move(*tree));
  load_asset_files(import.asset, depth + 1);
}

void Loader::load_contract(std::uint32_t id, const Import& import) {
  if (!import.contract.given()) return;
  std::optional<FileContents> contents =
      files_.read_once(use_of(id, import.contract, "contract", Code::X24));
  if (!contents) return;
  const auto [known, is_new] = contracts_.try_emplace(contents->identity);
  if (is_new) known->second = read_contract(id, import, std::move(*contents));
  if (!known->second || import.asset == unresolved) return;
  check_contract(id, import, *known->second);
}

void Loader::check_contract(std::uint32_t id, const Import& import, const Contract& contract) {
  const Document& imported = asset(import.asset).document;
  if (imported.nameless.anchors || diagnostics_.has_enough_errors()) return;
  const auto [names, unknown] = anchors_.try_emplace(import.asset);
  if (unknown) names->second = names_of(imported.anchors);
  const auto [missing, is_first] = missing_.try_emplace({&contract, import.asset});
  if (is_first) {
    anchors_asked_for_ += contract.anchors.size();
    if (anchors_asked_for_ > max_contract_anchors) {
      reporter(id).report(Code::V31, import.contract.node,
                          "contracts require more than {} anchors, counted for each asset",
                          max_contract_anchors);
      return;
    }
    missing->second = missing_anchors(contract, names->second);
  }
  report_missing(missing->second, names->second, contract, import, reporter(id));
}

std::optional<Contract> Loader::read_contract(std::uint32_t id, const Import& import,
                                              FileContents contents) {
  Contract contract;
  contract.source = add_source(std::move(contents), false);
  Source& source = assembly_.sources[contract.source];
  source.named_at = {reporter(id).spot_of(import.contract.node), "named as a contract here"};
  std::optional<Tree> tree = parse(contract.source, Code::V31);
  if (!tree) return std::nullopt;
  if (!has_any_key(
          *tree, {"contract_version", "required_anchors", "required_frame3_sets", "frame3_sets"})) {
    reporter(id)
        .report(Code::V31, import.contract.node, "'{}' is not a contract", import.contract.value)
        .help("a contract begins with contract_version: \"0.1\"");
    return std::nullopt;
  }
  source.quotable = true;
  contract.tree = std::move(*tree);
  decode_contract(contract, diagnostics_);
  return contract;
}

void Loader::load_weight_files(std::uint32_t id) {
  TextMap<std::string_view, std::uint32_t> known;
  weight_files_.clear();
  for (Binding& binding : asset(id).document.bindings) {
    for (WeightMap& map : binding.weight_maps) {
      if (!map.source.given()) continue;
      const auto [found, added] = known.emplace(map.source.value, unresolved);
      if (added) found->second = load_weight_file(id, map.source);
      map.weight_file = found->second;
    }
  }
}

std::uint32_t Loader::load_weight_file(std::uint32_t id, const Text& source) {
  std::optional<FileContents> contents = files_.read(use_of(id, source, "weight file", Code::V20));
  if (!contents) return unresolved;
  const auto [known, is_new] = weight_files_.emplace(contents->identity, unresolved);
  if (!is_new) return known->second;
  WeightFileResult result = parse_weight_file(std::move(contents->text));
  if (const auto* faults = std::get_if<std::vector<std::string>>(&result)) {
    for (const std::string& fault : *faults) {
      reporter(id).report(Code::V20, source.node, "weight file '{}': {}", source.value, fault);
    }
    return unresolved;
  }
  asset(id).weight_files.push_back(std::move(std::get<WeightFile>(result)));
  known->second = static_cast<std::uint32_t>(asset(id).weight_files.size() - 1);
  return known->second;
}

}  // namespace

LoadResult load_assembly(const std::string& entry, FileReader& files, Diagnostics& diagnostics,
                         std::span<const ParamValue> params) {
  return Loader(files, diagnostics).load(entry, params);
}

}  // namespace rigy
