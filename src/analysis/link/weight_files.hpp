// The bones that the weight files of an asset name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "analysis_floor.hpp"
#include "document/names.hpp"
#include "load/assembly.hpp"

namespace rigy::analysis {

class WeightFileLinker {
 public:
  // `bytes_left` of names may still be looked up, in all assets together.
  WeightFileLinker(const Asset& asset, const Reporter& at, std::size_t& bytes_left)
      : document_(asset.document), files_(asset.weight_files), at_(at), bytes_left_(bytes_left) {}

  // `bones` are those of the armature with this number.
  void link(WeightMap& map, std::uint32_t armature, const Names& bones);

 private:
  // The indices, in an armature, of the bones that a weight file names.
  struct FileJoints {
    std::shared_ptr<const std::vector<std::uint32_t>> indices;  // none beyond the limit
    std::size_t unknown = 0;
    std::uint32_t first_unknown = 0;
  };
  const FileJoints& joints_of(const WeightMap& map, std::uint32_t armature, const Names& bones);
  bool may_look_up(const WeightFile& file, bool is_mirrored);

  const Document& document_;
  const std::vector<std::shared_ptr<const WeightFile>>& files_;
  Reporter at_;
  std::size_t& bytes_left_;
  // By weight file, armature, and whether the map is mirrored.
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, FileJoints> joints_;
};

}  // namespace rigy::analysis
