// Everything one compilation reads: the entry, which is an asset, a scene or a motion, its imports,
// and the files they name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "common/limits.hpp"
#include "diagnostics/source.hpp"
#include "document/document.hpp"
#include "document/motion_document.hpp"
#include "document/rigs_document.hpp"
#include "influences/weight_file.hpp"
#include "load/contract.hpp"
#include "syntax/reporter.hpp"
#include "syntax/tree.hpp"

namespace rigy::model {

struct Asset;
struct BoneMap;

// A file that imports assets: what assets and scenes have in common. The passes of the analysis
// complete it; after that it never changes. It refers to its imports but to no assembly, so that
// several assemblies, on several threads, can share it. Its address never changes: the document's
// texts are in the tree.
struct ImportingFile {
  std::shared_ptr<const Source> source;
  Tree tree;
  // Per import of the document; null if it could not be loaded, or has no contract.
  std::vector<std::shared_ptr<const Asset>> imports;
  std::vector<std::shared_ptr<const Contract>> contracts;
};

// One Rigy file and what it names.
struct Asset : ImportingFile {
  Document document;
  std::vector<std::shared_ptr<const WeightFile>> weight_files;
};

// One scene and what it imports.
struct RigsFile : ImportingFile {
  RigsDocument document;
};

// One motion. Its only import is the asset that it moves, which is null if it could not be loaded.
struct MotionFile : ImportingFile {
  MotionDocument document;

  [[nodiscard]] const Asset* asset() const { return imports.empty() ? nullptr : imports[0].get(); }
  // The armature that moves; null if it is unknown.
  [[nodiscard]] const Armature* armature() const {
    const std::uint32_t index = document.armature.index;
    return asset() == nullptr || index == no_index ? nullptr : &asset()->document.armatures[index];
  }
};

// The files of one compilation. The numbers that identify them are valid only within it.
class Assembly {
 public:
  Sources sources;
  std::shared_ptr<const RigsFile> rigs;  // the entry, if it is a scene
  // The entry first, or the asset of the motion that is, unless it is a scene; each after who first
  // names it.
  std::vector<std::shared_ptr<const Asset>> assets;
  // The entry first, if it is one; all move the first asset.
  std::vector<std::shared_ptr<const MotionFile>> motions;
  bool begins_with_motion = false;          // the entry is a motion
  std::shared_ptr<const BoneMap> bone_map;  // of the first asset; null: there is none

  // The entry if it is an asset, or the asset that it moves; null if it is a scene, or not YAML at
  // all.
  [[nodiscard]] const Asset* root() const {
    return rigs != nullptr || assets.empty() ? nullptr : assets.front().get();
  }
  // What is written, of either kind; null if the entry is not YAML at all.
  [[nodiscard]] const ImportingFile* entry() const {
    return rigs != nullptr ? static_cast<const ImportingFile*>(rigs.get()) : root();
  }

  SourceId add(std::shared_ptr<const Source> source);
  std::uint32_t add(std::shared_ptr<const Asset> asset);

  [[nodiscard]] SourceId number_of(const Source& source) const { return source_ids_.at(&source); }
  // The index of the asset in `assets`.
  [[nodiscard]] std::uint32_t number_of(const Asset& asset) const { return asset_ids_.at(&asset); }
  // Reports about the asset's file.
  [[nodiscard]] Reporter reporter(const Asset& asset, Diagnostics& diagnostics) const {
    return {diagnostics, asset.tree, number_of(*asset.source), std::nullopt,
            asset.document.version};
  }
  // Reports about the scene's file.
  [[nodiscard]] Reporter reporter(const RigsFile& scene, Diagnostics& diagnostics) const {
    return {diagnostics, scene.tree, number_of(*scene.source), std::nullopt, rigs_version};
  }
  // Reports about the motion's file, which is preprocessed as an asset of the newest version is.
  [[nodiscard]] Reporter reporter(const MotionFile& motion, Diagnostics& diagnostics) const {
    return {diagnostics, motion.tree, number_of(*motion.source), std::nullopt, newest_version};
  }

 private:
  std::unordered_map<const Source*, SourceId> source_ids_;
  std::unordered_map<const Asset*, std::uint32_t> asset_ids_;
};

// What is left of the limits that all files of a compilation share.
struct Budget {
  std::size_t nodes = max_nodes;
  std::size_t made_names = max_made_names;
  std::size_t file_bones = max_file_bone_names;
  std::size_t contract_anchors = max_contract_anchors;
  std::uint64_t field_work = max_field_work;
};

// An assembly whose assets the passes are still completing.
struct Draft {
  Assembly assembly;
  // Those of the assembly, in its order, without the ones that other compilations completed.
  std::vector<Asset*> assets;
  RigsFile* rigs = nullptr;  // the entry, if it is a scene
  std::vector<MotionFile*> motions;
  bool is_import = false;  // the first asset is not the entry: it is analyzed to be shared
  Budget budget;
};

}  // namespace rigy::model
