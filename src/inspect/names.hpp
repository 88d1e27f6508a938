// The texts that name the primitives of a world.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "world/world.hpp"

namespace rigy {

// A full id such as "car.body.head" can be shortened from the left, part by part.
class PrimitiveNames {
 public:
  explicit PrimitiveNames(const World& world);

  // The shortest text that names only this primitive; its full id if there is none.
  [[nodiscard]] std::string_view ref(std::size_t primitive) const { return refs_[primitive]; }
  [[nodiscard]] const std::string& full_id(std::size_t primitive) const {
    return full_ids_[primitive];
  }
  // The primitives that an id names, in their order; empty: none.
  [[nodiscard]] std::span<const std::uint32_t> named(std::string_view id) const;

 private:
  std::vector<std::string> full_ids_;
  std::vector<std::string_view> refs_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_ending_;
};

// The endings of "a.b.c" that begin with a part, shortest first: "c", "b.c", "a.b.c".
[[nodiscard]] std::vector<std::string_view> endings_of(std::string_view full_id);

// Whether an id names something that lies in what has this full id, or that itself: "body" names
// "one.body.head", which lies in the mesh "one.body".
[[nodiscard]] bool names_a_part(std::string_view id, std::string_view full_id);

}  // namespace rigy
