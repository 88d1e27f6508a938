// How the materials of a scene's assets become those of the output.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "scene/scene.hpp"

namespace rigy::evaluation {

// Materials with the same name in the exports of their assets and the same colour are merged. If
// the name already has another colour, the later one is prefixed with its import: "table.wood".
class MaterialNames {
 public:
  struct Entry {
    std::uint32_t number;
    const std::string* name;  // null if there already is such a material
  };

  // `original` is the name in a normal export of the asset.
  Entry add(std::string_view import, std::string original, const std::array<float, 4>& color);

 private:
  const std::string& give_name(std::string_view import, const std::string& original);

  std::map<std::pair<std::string, std::array<float, 4>>, std::uint32_t> numbers_;
  std::unordered_set<std::string> taken_;
  std::map<std::string, std::uint32_t, std::less<>> next_suffixes_;  // by the name before it
};

// As the file holds it, in binary32; −0.0 becomes 0.0.
[[nodiscard]] std::array<float, 4> stored_color(const Material& material);

}  // namespace rigy::evaluation
