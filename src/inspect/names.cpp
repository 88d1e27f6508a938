#include "inspect/names.hpp"

namespace rigy {

std::vector<std::string_view> endings_of(std::string_view full_id) {
  std::vector<std::string_view> endings;
  for (std::size_t dot = full_id.rfind('.'); dot != std::string_view::npos;
       dot = dot == 0 ? std::string_view::npos : full_id.rfind('.', dot - 1)) {
    endings.push_back(full_id.substr(dot + 1));
  }
  endings.push_back(full_id);
  return endings;
}

bool names_a_part(std::string_view id, std::string_view full_id) {
  for (std::size_t at = full_id.find(id); at != std::string_view::npos;
       at = full_id.find(id, at + 1)) {
    const std::size_t end = at + id.size();
    const bool starts = at == 0 || full_id[at - 1] == '.';
    const bool ends = end == full_id.size() || full_id[end] == '.';
    if (starts && ends) return true;
  }
  return false;
}

PrimitiveNames::PrimitiveNames(const World& world) {
  full_ids_.reserve(world.primitives.size());
  for (const WorldPrimitive& primitive : world.primitives) {
    full_ids_.push_back(rigy::full_id(world, primitive));
  }
  for (std::uint32_t i = 0; i < full_ids_.size(); ++i) {
    for (const std::string_view ending : endings_of(full_ids_[i])) by_ending_[ending].push_back(i);
  }
  for (const std::string& full_id : full_ids_) {
    std::string_view ref = full_id;
    for (const std::string_view ending : endings_of(full_id)) {
      if (by_ending_.at(ending).size() > 1) continue;
      ref = ending;
      break;
    }
    refs_.push_back(ref);
  }
}

std::span<const std::uint32_t> PrimitiveNames::named(std::string_view id) const {
  const auto found = by_ending_.find(id);
  return found == by_ending_.end() ? std::span<const std::uint32_t>() : found->second;
}

}  // namespace rigy
