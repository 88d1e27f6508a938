// Which items of two lists are the same: those with the same id, then those with the same content.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/index.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// One list. Keys are asked for only where ids do not match; an empty key matches nothing.
struct Listed {
  std::vector<std::string_view> ids;
  // From the strictest to the most tolerant; the other list has as many.
  std::vector<std::function<std::string(std::size_t)>> keys;
};

// Indices into both lists; no_index where the item is missing.
struct Match {
  std::uint32_t before = no_index;
  std::uint32_t after = no_index;

  [[nodiscard]] bool is_kept() const { return before != no_index && after != no_index; }
};

// All items: those of the later list in its order, then those that were removed.
[[nodiscard]] std::vector<Match> match_items(const Listed& before, const Listed& after);

// Whether items that were kept have changed places.
[[nodiscard]] bool is_reordered(const std::vector<Match>& matches);

}  // namespace rigy::tools
