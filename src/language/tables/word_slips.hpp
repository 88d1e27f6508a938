// Words that authors write where the language has others, and what to write instead.
#pragma once

#include <string_view>

#include "tables/words.hpp"

namespace rigy::language {

// clang-format off

namespace word_help {
inline constexpr std::string_view as_thin_box = "use a thin box: type: box, dimensions: {x: 1, y: 0.01, z: 1}";
inline constexpr std::string_view as_box = "write type: box, dimensions: {x: 1, y: 1, z: 1}";
inline constexpr std::string_view as_thin_cylinder = "use a flat cylinder: type: cylinder, dimensions: {radius: 1, height: 0.01}";
inline constexpr std::string_view no_taper = "there are no tapered primitives: use a cylinder, or a stack of cylinders of decreasing radius";
inline constexpr std::string_view as_ring = "there are no rings: arrange short capsules or cylinders in a circle";
inline constexpr std::string_view as_capsule = "write type: capsule, dimensions: {radius: 0.5, height: 1}";
inline constexpr std::string_view as_sphere = "write type: sphere, dimensions: {radius: 1}";
inline constexpr std::string_view as_cylinder = "write type: cylinder, dimensions: {radius: 0.5, height: 1}";
inline constexpr std::string_view no_free_meshes = "meshes are made of primitives: box, sphere, cylinder, capsule, wedge and implicit_surface";
inline constexpr std::string_view as_wedge = "write type: wedge, dimensions: {x: 1, y: 1, z: 1}: a right triangle in x and z, extruded along y";
inline constexpr std::string_view as_gable = "a gable is two wedges, or two of macro: triangle_prism_on_plane, back to back";
inline constexpr std::string_view as_surface = "write type: implicit_surface with an op of field metaball_sphere@1 for each ball";
}  // namespace word_help

inline constexpr WordSlip primitive_type_slips[] = {
    {"cube", word_help::as_box},
    {"cuboid", word_help::as_box},
    {"block", word_help::as_box},
    {"rectangle", word_help::as_thin_box},
    {"plane", word_help::as_thin_box},
    {"quad", word_help::as_thin_box},
    {"circle", word_help::as_thin_cylinder},
    {"disc", word_help::as_thin_cylinder},
    {"disk", word_help::as_thin_cylinder},
    {"cone", word_help::no_taper},
    {"pyramid", word_help::no_taper},
    {"torus", word_help::as_ring},
    {"ring", word_help::as_ring},
    {"donut", word_help::as_ring},
    {"ball", word_help::as_sphere},
    {"uv_sphere", word_help::as_sphere},
    {"icosphere", word_help::as_sphere},
    {"hemisphere", "there are no half spheres: use a sphere, or a capsule"},
    {"ellipse", word_help::as_thin_cylinder},
    {"prism", "write type: wedge for a right triangle, extruded along y; there are no other prisms"},
    {"rod", word_help::as_cylinder},
    {"ellipsoid", "there are no ellipsoids: use a sphere or a capsule"},
    {"pill", word_help::as_capsule},
    {"tube", word_help::as_cylinder},
    {"pipe", word_help::as_cylinder},
    {"mesh", word_help::no_free_meshes},
    {"ramp", word_help::as_wedge},
    {"triangle", word_help::as_wedge},
    {"gable", word_help::as_gable},
    {"roof", word_help::as_gable},
    {"metaball", word_help::as_surface},
    {"metaballs", word_help::as_surface},
    {"box_decompose", "write macro: box_decompose instead of type"},
    {"triangle_prism_on_plane", "write macro: triangle_prism_on_plane instead of type"},
};

inline constexpr WordSlip op_kind_slips[] = {
    {"union", "write op: add"},
    {"difference", "write op: subtract"},
    {"sub", "write op: subtract"},
};

inline constexpr WordSlip units_slips[] = {
    {"cm", "give all lengths in meters: 1 cm is 0.01"},
    {"centimeters", "give all lengths in meters: 1 cm is 0.01"},
    {"mm", "give all lengths in meters: 1 mm is 0.001"},
    {"millimeters", "give all lengths in meters: 1 mm is 0.001"},
    {"m", "write units: meters"},
    {"Meters", "write units: meters"},
    {"METERS", "write units: meters"},
    {"Meter", "write units: meters"},
    {"Meters", "write units: meters"},
    {"metres", "write units: meters"},
    {"meter", "write units: meters"},
};

inline constexpr WordSlip up_slips[] = {
    {"Z", "y is up: write a point [x, y, z] of a z-up model as [x, z, -y]"},
    {"y", "write up: Y"},
};

inline constexpr WordSlip solver_slips[] = {
    {"linear", "write skinning_solver: lbs"},
    {"dual_quaternion", "write skinning_solver: dqs"},
};

// clang-format on

}  // namespace rigy::language
