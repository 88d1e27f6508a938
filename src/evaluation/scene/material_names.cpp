#include "scene/material_names.hpp"

#include <fmt/format.h>

namespace rigy::evaluation {

MaterialNames::Entry MaterialNames::add(std::string_view import, std::string original,
                                        const std::array<float, 4>& color) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  const auto [found, added] = numbers_.try_emplace({std::move(original), color}, next);
  if (!added) return {found->second, nullptr};
  return {next, &give_name(import, found->first.first)};
}

const std::string& MaterialNames::give_name(std::string_view import, const std::string& original) {
  if (const auto [name, is_free] = taken_.insert(original); is_free) return *name;
  const std::string base = fmt::format("{}.{}", import, original);
  if (const auto [name, is_free] = taken_.insert(base); is_free) return *name;
  // Names that are taken stay taken: the search continues where it ended.
  std::uint32_t& suffix = next_suffixes_.try_emplace(base, 2).first->second;
  for (;;) {
    if (const auto [name, is_free] = taken_.insert(fmt::format("{}_{}", base, suffix++)); is_free) {
      return *name;
    }
  }
}

std::array<float, 4> stored_color(const Material& material) {
  std::array<float, 4> color{};
  for (std::size_t i = 0; i < color.size(); ++i) {
    color[i] = static_cast<float>(material.base_color[i].value) + 0.0f;
  }
  return color;
}

}  // namespace rigy::evaluation
