// The texts that name the primitives of a scene.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// A full id such as "car.body.head" can be shortened from the left, part by part.
class PrimitiveNames {
 public:
  explicit PrimitiveNames(const EvaluatedScene& scene);

  // The shortest text that names only this primitive; its full id if there is none.
  [[nodiscard]] std::string_view ref(std::size_t primitive) const { return refs_[primitive]; }
  [[nodiscard]] const std::string& full_id(std::size_t primitive) const {
    return full_ids_[primitive];
  }
  // The primitives that an id names, in their order; empty: none.
  [[nodiscard]] std::vector<std::uint32_t> named(std::string_view id) const;

 private:
  // The shortest ending that neither neighbor in the order has.
  [[nodiscard]] std::string_view shortest_of(std::size_t place) const;

  std::vector<std::string> full_ids_;
  // By the full ids read backward, so that those with the same ending are neighbors.
  std::vector<std::uint32_t> order_;
  std::vector<std::string_view> refs_;
};

}  // namespace rigy::tools
