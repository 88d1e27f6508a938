// Names that are there only once.
#pragma once

#include <cstdint>
#include <string>

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

}  // namespace rigy::outputs
