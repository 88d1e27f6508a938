#include "inspect/names.hpp"

#include <algorithm>
#include <numeric>

namespace rigy::tools {
namespace {

// Whether `ending` is all of the full id, or its last parts.
bool ends_with_parts(std::string_view full_id, std::string_view ending) {
  if (!full_id.ends_with(ending)) return false;
  const std::size_t before = full_id.size() - ending.size();
  return before == 0 || full_id[before - 1] == '.';
}

// Read backward, with dots before everything else: so ids with the same last parts have no others
// between them.
bool comes_before(std::string_view a, std::string_view b) {
  const auto rank = [](char c) { return c == '.' ? 0 : 1 + static_cast<unsigned char>(c); };
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend(),
                                      [&](char x, char y) { return rank(x) < rank(y); });
}

}  // namespace

PrimitiveNames::PrimitiveNames(const EvaluatedScene& scene) : order_(scene.primitives.size()) {
  full_ids_.reserve(scene.primitives.size());
  for (const ShownPrimitive& primitive : scene.primitives) {
    full_ids_.push_back(evaluation::full_id(scene, primitive));
  }
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return comes_before(full_ids_[a], full_ids_[b]);
  });
  refs_.resize(order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) refs_[order_[i]] = shortest_of(i);
}

std::string_view PrimitiveNames::shortest_of(std::size_t place) const {
  const std::string_view full = full_ids_[order_[place]];
  const auto has = [&](std::size_t other, std::string_view ending) {
    return other < order_.size() && ends_with_parts(full_ids_[order_[other]], ending);
  };
  for (std::size_t dot = full.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = full.rfind('.', dot - 1)) {
    const std::string_view ending = full.substr(dot + 1);
    const bool is_shared = (place > 0 && has(place - 1, ending)) || has(place + 1, ending);
    if (!is_shared) return ending;
  }
  return full;
}

std::vector<std::uint32_t> PrimitiveNames::named(std::string_view id) const {
  auto at = std::lower_bound(order_.begin(), order_.end(), id,
                             [&](std::uint32_t primitive, std::string_view wanted) {
                               return comes_before(full_ids_[primitive], wanted);
                             });
  std::vector<std::uint32_t> found;
  for (; at != order_.end() && ends_with_parts(full_ids_[*at], id); ++at) found.push_back(*at);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace rigy::tools
