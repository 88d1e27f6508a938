// Names that are there only once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hashing/text_hash.hpp"
#include "outputs_floor.hpp"

namespace rigy::outputs {

class UniqueNames {
 public:
  [[nodiscard]] bool has(const std::string& name) const { return taken_.contains(name); }

  // Takes the name, or the first of name_2, name_3 … that is free.
  [[nodiscard]] std::string take(const std::string& name);

 private:
  TextMap<std::string, std::uint32_t> taken_;  // with the last number tried
};

// The name, or "bone_3" if it has no ASCII letter or digit: Godot leaves out all others.
[[nodiscard]] std::string name_for_godot(const std::string& name, std::string_view kind,
                                         std::size_t number);

}  // namespace rigy::outputs
