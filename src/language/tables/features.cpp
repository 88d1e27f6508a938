#include "tables/features.hpp"

#include <algorithm>
#include <array>

namespace rigy::language {
namespace {

constexpr auto all_features = std::to_array<Feature>({
    {"meshes", {0, 1}},
    {"armatures", {0, 1}},
    {"bindings", {0, 1}},
    {"symmetry", {0, 1}},
    {"anchors", {0, 2}},
    {"imports", {0, 2}},
    {"instances", {0, 2}},
    {"weight_maps", {0, 3}},
    {"poses", {0, 5}},
    {"skinning_solver", {0, 5}},
    {"materials", {0, 6}},
    {"uv_roles", {0, 7}, "V33"},
    {"uses_uv_roles", {0, 7}, "V33"},
    {"rotation_degrees", {0, 7}, "V33"},
    {"uv_sets", {0, 8}, "V33"},
    {"type: wedge", {0, 9}, "X34"},
    {"params", {0, 10}, "V33"},
    {"repeat", {0, 10}, "V33"},
    {"aabb", {0, 11}, "V33"},
    {"macro: box_decompose", {0, 11}, "V33"},
    {"surface", {0, 11}, "V33"},
    {"tags", {0, 11}, "X34"},
    {"expressions", {0, 12}, "V77"},
    {"rotation_axis_angle", {0, 12}, "V77"},
    {"rotation_quat", {0, 12}, "V77"},
    {"material of a mesh", {0, 12}, "V77"},
    {"offset_mode", {0, 12}, "V77"},
    {"macro: triangle_prism_on_plane", {0, 12}, "V77"},
    {"type: implicit_surface", {0, 13}, "V79"},
});

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

std::span<const Feature> features() { return all_features; }

std::span<const RenumberedId> renumbered_ids() { return all_renumbered_ids; }

std::string_view id_in(Version version, std::string_view id) {
  const auto found = std::find_if(
      all_renumbered_ids.begin(), all_renumbered_ids.end(),
      [&](const RenumberedId& one) { return one.before == id && one.since <= version; });
  return found == all_renumbered_ids.end() ? id : found->after;
}

}  // namespace rigy::language
