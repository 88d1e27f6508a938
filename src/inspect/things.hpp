// Primitives, meshes, instances and anchors by their ids, for intent checks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inspect/build.hpp"

namespace rigy {

// Something that has a place: primitives with vertices, or an anchor.
struct Thing {
  std::vector<std::uint32_t> primitives;  // of World::primitives
  std::optional<Vec3> anchor;
};

class Things {
 public:
  explicit Things(const Subject& subject);

  // The only primitive of that id; else `error` says why there is none.
  [[nodiscard]] std::optional<std::uint32_t> primitive(std::string_view id,
                                                       std::string& error) const;
  [[nodiscard]] std::optional<Vec3> anchor(std::string_view id) const;
  // Primitives are looked for first, then meshes, instances and anchors.
  [[nodiscard]] std::optional<Thing> find(std::string_view id, std::string& error) const;
  [[nodiscard]] Aabb box(const Thing& thing) const;

 private:
  // The only one of those that the id names. `error` is set if there are several.
  using Numbers = std::map<std::string, std::vector<std::uint32_t>, std::less<>>;
  [[nodiscard]] static std::optional<std::uint32_t> only(const Numbers& numbers,
                                                         std::string_view id, std::string_view kind,
                                                         std::string& error);

  [[nodiscard]] std::vector<std::uint32_t> primitives_of(const WorldMesh& mesh) const;
  [[nodiscard]] std::vector<std::uint32_t> primitives_in(std::uint32_t instance) const;

  const Subject& subject_;
  Numbers meshes_;
  Numbers instances_;
  Numbers anchors_;
  std::vector<std::optional<Aabb>> boxes_;  // of the primitives
};

}  // namespace rigy
