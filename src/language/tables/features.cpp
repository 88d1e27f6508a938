#include "tables/features.hpp"

#include <algorithm>
#include <array>

namespace rigy::language {
namespace {

constexpr auto all_renumbered_ids = std::to_array<RenumberedId>({
    {"V01", "V66", {0, 10}},
    {"V02", "V66", {0, 10}},
    {"V03", "V66", {0, 10}},
    {"V04", "V66", {0, 10}},
    {"V24", "V66", {0, 10}},
    {"V25", "V66", {0, 10}},
    {"V28", "V66", {0, 10}},
    {"V33", "V57", {0, 10}},
    {"V44", "V56", {0, 10}},
    {"V38", "V75", {0, 12}},
});

}  // namespace

std::span<const RenumberedId> renumbered_ids() { return all_renumbered_ids; }

std::string_view id_in(Version version, std::string_view id) {
  const auto found = std::find_if(
      all_renumbered_ids.begin(), all_renumbered_ids.end(),
      [&](const RenumberedId& one) { return one.before == id && one.since <= version; });
  return found == all_renumbered_ids.end() ? id : found->after;
}

}  // namespace rigy::language
