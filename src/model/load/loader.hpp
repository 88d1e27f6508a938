// The loader: reads, parses, expands and decodes the files of one compilation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/limits.hpp"
#include "expand/expand.hpp"
#include "hashing/text_hash.hpp"
#include "load/file_lookup.hpp"
#include "load/load.hpp"
#include "load/shared_assets.hpp"

namespace rigy::model {

class Loader {
 public:
  // `sharing` may be null.
  Loader(FileReader& files, Diagnostics& diagnostics, const Sharing* sharing)
      : reader_(files), files_(files), diagnostics_(diagnostics), sharing_(sharing) {}

  LoadResult load(const std::string& entry, const AnalyzeOptions& options);
  // Loads and completes an import by itself, `depth` imports below the entry of the compilation
  // that needs it first. Null if it cannot be shared.
  std::shared_ptr<const SharedAsset> load_shared(FileContents contents, std::size_t depth);

 private:
  // An asset of this run; its place in the assembly is its number.
  struct Loaded {
    std::shared_ptr<Asset> asset;  // null if it is shared
    std::size_t levels = 0;        // how deep imports nest below it
    std::shared_ptr<const SharedAsset> shared = nullptr;
  };

  // A file whose imports are being loaded, and how to report about it.
  struct Importer {
    ImportingFile& file;
    const std::vector<Import>& imports;
    Reporter at;
  };

  void load_entry(FileContents contents, const AnalyzeOptions& options, LoadResult& result);
  void load_entry_asset(const std::shared_ptr<const Source>& source, Tree tree,
                        const AnalyzeOptions& options, LoadResult& result);
  void load_entry_scene(std::shared_ptr<const Source> source, Tree tree);
  // Motions (load_motion.cpp). The entry, with the asset that it moves.
  void load_entry_motion(const std::shared_ptr<const Source>& source, Tree tree,
                         const AnalyzeOptions& options, LoadResult& result);
  // A motion of the entry.
  void load_motion(const std::string& path);
  // A bone map of the asset (load_bone_map.cpp), if the options ask for one.
  void load_bone_map(const AnalyzeOptions& options);
  // Nothing if it became too large.
  std::shared_ptr<MotionFile> add_motion(const std::shared_ptr<const Source>& source, Tree tree,
                                         const ExpandOptions& options);
  [[nodiscard]] std::optional<FileContents> read_moved_asset(const MotionFile& motion);
  void load_moved_asset(MotionFile& motion);
  // Loads what the asset names. `depth` is the number of imports that lead to it.
  void load_asset_files(std::uint32_t id, std::size_t depth);
  // Returns how deep imports nest below the importer. `depth` is that of the imported files.
  std::size_t load_imports(const Importer& importer, std::size_t depth);
  void load_contracts(const Importer& importer);
  // The number of the imported asset, or no_index; that has been reported.
  std::uint32_t load_import(const Importer& importer, const Import& import, std::size_t depth);
  std::uint32_t read_import(const Importer& importer, const Import& import, FileContents contents,
                            std::size_t depth);
  std::uint32_t reuse(std::uint32_t known, const Reporter& at, const Import& import,
                      std::size_t depth);
  std::shared_ptr<const Contract> load_contract(const Importer& importer, const Import& import);
  // Nothing if it is not a contract; that has been reported.
  std::shared_ptr<const Contract> read_contract(const Reporter& at, const Import& import,
                                                FileContents contents);
  // Null if the source is not a contract; reported unless it is YAML.
  std::shared_ptr<const Contract> parse_contract(const std::shared_ptr<Source>& source,
                                                 bool& is_yaml);
  void load_weight_files(std::uint32_t id);
  std::uint32_t load_weight_file(std::uint32_t id, const Text& source);
  std::uint32_t add_weight_file(std::uint32_t id, std::uint32_t& known,
                                std::shared_ptr<const WeightFile> file);
  // The file's tree after preprocessing; nothing if it became too large.
  std::optional<Tree> expanded(const Source& source, Tree tree, const ExpandOptions& options = {});
  std::uint32_t add_asset(std::shared_ptr<const Source> source, Tree tree);
  void report_cycle(const Reporter& at, const Import& import, std::uint32_t first);
  static void report_depth(const Reporter& at, const Import& import);

  std::optional<Tree> parse(Source& source, std::optional<Code> every_code = std::nullopt,
                            std::size_t nesting = max_nesting);
  std::shared_ptr<Source> add_source(FileContents contents);
  void note_named_at(const Source& source, const Reporter& at, NodeId node,
                     std::string_view message);

  // Sharing (share.cpp). The shared form of what is named, adopted by this compilation; no_index or
  // null if it has to be loaded. Nothing is reported.
  std::uint32_t share_import(const Importer& importer, const Import& import, std::size_t depth);
  std::shared_ptr<const Contract> share_contract(const Importer& importer, const Import& import);
  std::uint32_t share_weight_file(std::uint32_t id, const FileUse& use);
  // What compilations share of the file at a location; null if it cannot be shared.
  std::optional<FileContents> read_at(const FileName& name, const FileLocation& location);
  std::shared_ptr<const SharedAsset> shared_asset(const FileName& name,
                                                  const FileLocation& location, std::size_t depth);
  bool names_the_same(const SharedAsset& shared, std::size_t depth);
  std::shared_ptr<const SharedContract> shared_contract(const FileName& name,
                                                        const FileLocation& location);
  std::shared_ptr<const SharedWeightFile> shared_weight_file(const FileName& name,
                                                             const FileLocation& location);
  // Whether to load what could not be shared. Not if all of it is meant to be shared.
  bool may_load();
  [[nodiscard]] bool can_adopt(const SharedAsset& shared, std::size_t depth) const;
  std::uint32_t adopt(const std::shared_ptr<const SharedAsset>& shared, RelatedRange named_at);
  void adopt_files(const SharedAsset& shared);
  void adopt_contract(const std::shared_ptr<const Contract>& contract, RelatedRange named_at);
  void count(const Lookup& lookup);
  // A contract by itself; null if anything is wrong with it.
  SharedContract contract_alone(FileContents contents);
  std::shared_ptr<const SharedAsset> finish_shared(std::uint32_t id);

  Asset& asset(std::uint32_t id) { return *assets_[id].asset; }
  Reporter reporter(std::uint32_t id) { return assembly_.reporter(asset(id), diagnostics_); }
  static FileUse use_of(const Importer& importer, const Text& path, std::string_view what,
                        Code code) {
    return {importer.at, *importer.file.source, path, what, code};
  }

  FileReader& reader_;
  FileLookup files_;
  Diagnostics& diagnostics_;
  const Sharing* sharing_;
  bool may_share_ = false;       // it has asked for what compilations share
  bool is_import_ = false;       // what is loaded is to be shared
  bool is_shareable_ = true;     // so far
  std::vector<Lookup> lookups_;  // of what is to be shared
  Assembly assembly_;
  std::vector<Loaded> assets_;
  std::shared_ptr<RigsFile> rigs_;  // the entry, if it is a scene
  std::vector<std::shared_ptr<MotionFile>> motions_;
  TextMap<std::string, std::shared_ptr<const Contract>> contracts_;  // by identity
  TextSet<std::string> tried_imports_;
  TextMap<std::string, std::uint32_t> weight_files_;  // of the current asset
  TextMap<std::string, std::uint32_t> asset_by_identity_;
  std::vector<std::uint32_t> chain_;  // the assets being loaded, from the root
  Budget budget_;
};

}  // namespace rigy::model
