// Sharing: what the loader adopts from other compilations, and gives to them.
#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "hashing/checksum.hpp"
#include "influences/weight_file.hpp"
#include "load/document_kind.hpp"
#include "load/loader.hpp"
#include "shapes/implicit_surface.hpp"

namespace rigy::model {
namespace {

// More warnings about one import are not worth keeping.
constexpr std::size_t max_shared_findings = 100;

// Whether `cost` can be taken from the budget.
bool covers(const Budget& budget, const Budget& cost) {
  return cost.nodes <= budget.nodes && cost.made_names <= budget.made_names &&
         cost.file_bones <= budget.file_bones && cost.contract_anchors <= budget.contract_anchors &&
         cost.field_work <= budget.field_work;
}

void take(Budget& budget, const Budget& cost) {
  budget.nodes -= cost.nodes;
  budget.made_names -= cost.made_names;
  budget.file_bones -= cost.file_bones;
  budget.contract_anchors -= cost.contract_anchors;
  budget.field_work -= cost.field_work;
}

// What was taken from a full budget until this was left.
Budget taken(const Budget& left) {
  Budget cost;
  take(cost, left);
  return cost;
}

// Whether all findings are about source 0, so that they can be repeated elsewhere.
bool can_repeat(const std::vector<Finding>& findings) {
  return findings.size() <= max_shared_findings &&
         std::all_of(findings.begin(), findings.end(), [](const Finding& finding) {
           return finding.range.source == 0 &&
                  std::all_of(finding.related.begin(), finding.related.end(),
                              [](const RelatedRange& one) { return one.range.source == 0; });
         });
}

// An asset depends on how it is shown in messages, and on the root that its files must lie in.
std::string key_of(const FileLocation& location) {
  return location.root + '\n' + location.shown_path + '\n' + location.identity;
}

// The documents in memory take about twice as much as their trees.
std::size_t size_of(const Source& source, const Tree& tree) {
  return source.text.size() + 3 * (tree.nodes.size() * sizeof(Node) + tree.text.size());
}

std::size_t size_of(const SharedAsset& shared) {
  const Asset& asset = *shared.asset;
  std::size_t size = size_of(*asset.source, asset.tree);
  for (const Mesh& mesh : asset.document.meshes) {
    size += mesh.primitives.size() * sizeof(Primitive);
    for (const Primitive& one : mesh.primitives) {
      if (one.extraction) size += 4 * one.extraction->cells.vertex_count;
    }
  }
  for (const Lookup& one : shared.lookups) size += sizeof one + one.key.size() + 200;
  return size;
}

}  // namespace

bool Loader::may_load() {
  is_shareable_ = false;
  return !is_import_;
}

// What a closure adds to a compilation: everything that is not yet in it.
bool Loader::can_adopt(const SharedAsset& shared, std::size_t depth) const {
  if (depth + shared.levels > max_import_depth) return false;
  Budget left = budget_;
  std::size_t files = 0;
  std::size_t bytes = 0;
  std::unordered_set<const SharedAsset*> seen{&shared};
  std::vector<const SharedAsset*> rest{&shared};
  while (!rest.empty()) {
    const SharedAsset& one = *rest.back();
    rest.pop_back();
    if (const auto known = asset_by_identity_.find(one.asset->source->identity);
        known != asset_by_identity_.end()) {
      if (assembly_.assets[known->second] != one.asset) return false;
      continue;
    }
    if (!covers(left, one.cost)) return false;
    take(left, one.cost);
    for (const Lookup& lookup : one.lookups) bytes += lookup.size;
    files += one.lookups.size();
    for (const auto& contract : one.asset->contracts) {
      if (contract == nullptr) continue;
      const auto known = contracts_.find(contract->source->identity);
      if (known != contracts_.end() && known->second != contract) return false;
    }
    for (const auto& import : one.imports) {
      if (seen.insert(import.get()).second) rest.push_back(import.get());
    }
  }
  return files_.has_room(files + 1, bytes + shared.asset->source->text.size());
}

std::uint32_t Loader::adopt(const std::shared_ptr<const SharedAsset>& shared,
                            RelatedRange named_at) {
  const Asset& asset = *shared->asset;
  const SourceId source = assembly_.add(asset.source);
  assembly_.sources[source].named_at = std::move(named_at);
  const std::uint32_t id = assembly_.add(shared->asset);
  asset_by_identity_.emplace(asset.source->identity, id);
  assets_.push_back({nullptr, shared->levels, shared});
  take(budget_, shared->cost);
  if (asset.document.mirror_x) diagnostics_.expect_mirrored();
  for (const Finding& finding : shared->findings) diagnostics_.repeat(finding, source);
  adopt_files(*shared);
  return id;
}

void Loader::adopt_files(const SharedAsset& shared) {
  const Asset& asset = *shared.asset;
  const Reporter at = assembly_.reporter(asset, diagnostics_);
  for (const Lookup& lookup : shared.lookups) {
    files_.count(lookup);
    if (lookup.import != no_index && !asset_by_identity_.contains(lookup.identity)) {
      const Import& import = asset.document.imports[lookup.import];
      adopt(shared.imports[lookup.import], {at.range_of(import.source.node), "imported here"});
    }
    if (lookup.contract != no_index) {
      const Import& import = asset.document.imports[lookup.contract];
      adopt_contract(asset.contracts[lookup.contract],
                     {at.range_of(import.contract.node), "named as a contract here"});
    }
  }
}

void Loader::adopt_contract(const std::shared_ptr<const Contract>& contract,
                            RelatedRange named_at) {
  if (!contracts_.try_emplace(contract->source->identity, contract).second) return;
  const SourceId source = assembly_.add(contract->source);
  assembly_.sources[source].named_at = std::move(named_at);
}

// As if the file had been read here.
void Loader::count(const Lookup& lookup) {
  files_.count(lookup);
  if (is_import_) lookups_.push_back(lookup);
}

// The contents at the location, unless another file has taken its place.
std::optional<FileContents> Loader::read_at(const FileName& name, const FileLocation& location) {
  std::optional<FileContents> contents = files_.read_uncounted(name);
  if (contents && contents->identity != location.identity) return std::nullopt;
  return contents;
}

std::shared_ptr<const SharedAsset> Loader::shared_asset(const FileName& name,
                                                        const FileLocation& location,
                                                        std::size_t depth) {
  using Known = std::shared_ptr<const SharedAsset>;
  return sharing_->assets.assets.get(key_of(location), [&](const Known& known) {
    MadeOnce<SharedAsset>::Sized made;
    std::optional<FileContents> contents = read_at(name, location);
    if (!contents) return made;
    if (known != nullptr && known->asset->source->text == contents->text &&
        names_the_same(*known, depth)) {
      made.value = known;
      return made;
    }
    Diagnostics diagnostics(sharing_->options);
    made.value = Loader(reader_, diagnostics, sharing_).load_shared(std::move(*contents), depth);
    if (made.value != nullptr) made.size = size_of(*made.value);
    return made;
  });
}

// Whether everything that the asset names is now what it was when the asset was made.
bool Loader::names_the_same(const SharedAsset& shared, std::size_t depth) {
  const Asset& asset = *shared.asset;
  for (std::size_t i = 0; i < shared.imports.size(); ++i) {
    const FileName name{*asset.source, asset.document.imports[i].source.value};
    const auto location = files_.locate(name);
    if (!location || shared_asset(name, *location, depth + 1) != shared.imports[i]) return false;
  }
  for (std::size_t i = 0; i < asset.contracts.size(); ++i) {
    if (asset.contracts[i] == nullptr) continue;
    const FileName name{*asset.source, asset.document.imports[i].contract.value};
    const auto location = files_.locate(name);
    const auto now = location ? shared_contract(name, *location) : nullptr;
    if (now == nullptr || now->contract != asset.contracts[i]) return false;
  }
  for (const Binding& binding : asset.document.bindings) {
    for (const WeightMap& map : binding.weight_maps) {
      if (map.weight_file == no_index) continue;
      const FileName name{*asset.source, map.source.value};
      const auto location = files_.locate(name);
      const auto now = location ? shared_weight_file(name, *location) : nullptr;
      if (now == nullptr || now->file != asset.weight_files[map.weight_file]) return false;
    }
  }
  return true;
}

std::shared_ptr<const SharedContract> Loader::shared_contract(const FileName& name,
                                                              const FileLocation& location) {
  using Known = std::shared_ptr<const SharedContract>;
  return sharing_->assets.contracts.get(key_of(location), [&](const Known& known) {
    MadeOnce<SharedContract>::Sized made;
    std::optional<FileContents> contents = read_at(name, location);
    if (!contents) return made;
    if (known != nullptr && known->contract->source->text == contents->text) {
      made.value = known;
      return made;
    }
    Diagnostics diagnostics(sharing_->options);
    auto contract = Loader(reader_, diagnostics, nullptr).contract_alone(std::move(*contents));
    if (contract.contract == nullptr) return made;
    made.size = size_of(*contract.contract->source, contract.contract->tree);
    made.value = std::make_shared<SharedContract>(std::move(contract));
    return made;
  });
}

std::shared_ptr<const SharedWeightFile> Loader::shared_weight_file(const FileName& name,
                                                                   const FileLocation& location) {
  using Known = std::shared_ptr<const SharedWeightFile>;
  return sharing_->assets.weight_files.get(location.identity, [&](const Known& known) {
    MadeOnce<SharedWeightFile>::Sized made;
    std::optional<FileContents> contents = read_at(name, location);
    if (!contents) return made;
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(contents->text)));
    if (known != nullptr && known->checksum == checksum.text()) {
      made.value = known;
      return made;
    }
    const std::size_t text_size = contents->text.size();
    WeightFileResult result = parse_weight_file(std::move(contents->text));
    auto* file = std::get_if<WeightFile>(&result);
    if (file == nullptr) return made;
    made.size = 2 * text_size;
    made.value = std::make_shared<SharedWeightFile>(SharedWeightFile{
        std::make_shared<WeightFile>(std::move(*file)), text_size, checksum.text()});
    return made;
  });
}

std::uint32_t Loader::share_import(const Importer& importer, const Import& import,
                                   std::size_t depth) {
  may_share_ = true;
  const FileUse use = use_of(importer, import.source, "import", Code::UnreadableImport);
  const std::optional<FileLocation> location = files_.locate(name_of(use));
  if (!location || is_scene_name(location->identity)) return no_index;
  Lookup lookup{model::key_of(use), location->identity, location->shown_path};
  lookup.import = static_cast<std::uint32_t>(&import - importer.imports.data());
  if (const auto known = asset_by_identity_.find(location->identity);
      known != asset_by_identity_.end()) {
    lookup.size = assembly_.assets[known->second]->source->text.size();
    if (!files_.has_room(1, lookup.size)) return no_index;
    count(lookup);
    return reuse(known->second, importer.at, import, depth);
  }
  const auto shared = shared_asset(name_of(use), *location, depth);
  if (shared == nullptr || !can_adopt(*shared, depth)) return no_index;
  lookup.size = shared->asset->source->text.size();
  count(lookup);
  return adopt(shared, {importer.at.range_of(import.source.node), "imported here"});
}

std::shared_ptr<const Contract> Loader::share_contract(const Importer& importer,
                                                       const Import& import) {
  may_share_ = true;
  const FileUse use = use_of(importer, import.contract, "contract", Code::UnreadableContract);
  const std::optional<FileLocation> location = files_.locate(name_of(use));
  if (!location || contracts_.contains(location->identity)) return nullptr;
  const auto shared = shared_contract(name_of(use), *location);
  if (shared == nullptr || shared->nodes > budget_.nodes) return nullptr;
  Lookup lookup{model::key_of(use), location->identity, location->shown_path,
                shared->contract->source->text.size()};
  if (!files_.has_room(1, lookup.size)) return nullptr;
  lookup.contract = static_cast<std::uint32_t>(&import - importer.imports.data());
  count(lookup);
  budget_.nodes -= shared->nodes;
  adopt_contract(shared->contract,
                 {importer.at.range_of(import.contract.node), "named as a contract here"});
  return shared->contract;
}

SharedContract Loader::contract_alone(FileContents contents) {
  bool is_yaml = false;
  SharedContract shared{parse_contract(add_source(std::move(contents)), is_yaml)};
  shared.nodes = taken(budget_).nodes;
  const auto findings = diagnostics_.take_findings();
  if (!findings || !findings->empty()) shared.contract = nullptr;
  return shared;
}

std::uint32_t Loader::share_weight_file(std::uint32_t id, const FileUse& use) {
  may_share_ = true;
  const std::optional<FileLocation> location = files_.locate(name_of(use));
  if (!location) return no_index;
  const auto shared = shared_weight_file(name_of(use), *location);
  if (shared == nullptr || !files_.has_room(1, shared->text_size)) return no_index;
  count({{}, location->identity, location->shown_path, shared->text_size});
  const auto [known, is_new] = weight_files_.emplace(location->identity, no_index);
  return is_new ? add_weight_file(id, known->second, shared->file) : known->second;
}

std::shared_ptr<const SharedAsset> Loader::load_shared(FileContents contents, std::size_t depth) {
  is_import_ = true;
  const std::shared_ptr<Source> source = add_source(std::move(contents));
  std::optional<Tree> tree = parse(*source);
  if (!tree || !is_rigy_document(*tree) || is_scene(*tree, source->name)) return nullptr;
  source->quotable = true;
  if (report_wrong_kind(*tree, source->name, 0, diagnostics_)) return nullptr;
  tree = expanded(*source, std::move(*tree));
  if (!tree) return nullptr;
  const std::uint32_t id = add_asset(source, std::move(*tree));
  load_asset_files(id, depth);
  if (!is_shareable_ || diagnostics_.has_errors()) return nullptr;
  return finish_shared(id);
}

std::shared_ptr<const SharedAsset> Loader::finish_shared(std::uint32_t id) {
  auto shared = std::make_shared<SharedAsset>();
  shared->asset = assets_[id].asset;
  shared->levels = assets_[id].levels;
  for (const auto& import : shared->asset->imports) {
    shared->imports.push_back(assets_[assembly_.number_of(*import)].shared);
  }
  Draft draft{std::move(assembly_), {assets_[id].asset.get()}, nullptr, {}, true, budget_};
  sharing_->complete(draft, diagnostics_);
  if (diagnostics_.has_errors()) return nullptr;
  shared->cost = taken(draft.budget);
  for (const Loaded& one : assets_) {
    if (one.shared != nullptr) take(shared->cost, one.shared->cost);
  }
  shared->lookups = std::move(lookups_);
  auto findings = diagnostics_.take_findings();
  if (!findings) return nullptr;
  // The imports bring their own.
  std::erase_if(*findings, [](const Finding& one) { return one.range.source != 0; });
  if (!can_repeat(*findings)) return nullptr;
  shared->findings = std::move(*findings);
  return shared;
}

}  // namespace rigy::model
