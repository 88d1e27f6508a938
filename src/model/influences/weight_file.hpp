// External weight files: JSON with the influences of single vertices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model_floor.hpp"

namespace rigy::model {

struct WeightFile {
  struct Influence {
    std::uint32_t bone = 0;  // index into bone_ids
    double weight = 0;
  };
  struct Entry {
    std::uint32_t vertex = 0;
    std::uint32_t begin = 0;  // a range of `influences`
    std::uint32_t end = 0;
  };

  std::string primitive_id;
  std::uint64_t vertex_count = 0;
  std::vector<std::string> bone_ids;      // in order of first use
  std::vector<std::uint32_t> first_uses;  // of each bone, as an index into `influences`
  std::vector<Influence> influences;
  std::vector<Entry> entries;
};

// The file, or what is wrong with it, one message per fault. The messages say where in the file,
// and quote nothing of it.
using WeightFileResult = std::variant<WeightFile, std::vector<std::string>>;

// `text` is taken by value: the JSON parser needs room after its end.
[[nodiscard]] WeightFileResult parse_weight_file(std::string text);

}  // namespace rigy::model
