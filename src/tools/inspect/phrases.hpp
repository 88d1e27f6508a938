// Numbers and places in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rigy/inspect.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

[[nodiscard]] std::string number_text(double value);                 // six digits
[[nodiscard]] std::string point_text(const Vector3& point);          // "0, 1.5, -2"
[[nodiscard]] std::string size_text(const Aabb& box);                // "1 × 2 × 0.5"
[[nodiscard]] std::string direction_text(const Vector3& direction);  // "+y", or as a point
[[nodiscard]] std::string percent_text(double share);                // "12.5 %"
// "1 bone", "2 bones"; the plural adds an s unless it is given.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one,
                                  std::string_view several = {});
// "90° about +y"; empty if it does not turn.
[[nodiscard]] std::string turn_text(const std::optional<std::array<double, 4>>& rotation);
// "2 × 1 × 1, mirrored"; empty if it does not scale.
[[nodiscard]] std::string scale_text(const InspectedInstance& instance);
// "apart, distance 0.02".
[[nodiscard]] std::string measured_text(const InspectedCheck& check);

}  // namespace rigy::tools
