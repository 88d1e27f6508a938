#include "inspect/phrases.hpp"

#include <cmath>

#include <fmt/format.h>

#include "math/rotation.hpp"
#include "math/trig.hpp"
#include "math/vec.hpp"

namespace rigy::tools {
namespace {

// What is smaller than this, in a direction or a scale, is the rounding of the numbers before it.
constexpr double negligible = 1e-9;

}  // namespace

std::string number_text(double value) {
  // Less than the size of an atom is the rounding of larger numbers.
  if (std::abs(value) < 1e-12) return "0";
  return fmt::format("{:.6g}", value);
}

std::string point_text(const Vector3& point) {
  return fmt::format("{}, {}, {}", number_text(point[0]), number_text(point[1]),
                     number_text(point[2]));
}

std::string size_text(const Aabb& box) {
  const Vector3 extents = extents_of(box);
  return fmt::format("{} × {} × {}", number_text(extents[0]), number_text(extents[1]),
                     number_text(extents[2]));
}

std::string direction_text(const Vector3& direction) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (std::abs(std::abs(direction[axis]) - 1) > negligible) continue;
    return fmt::format("{}{}", direction[axis] < 0 ? '-' : '+', "xyz"[axis]);
  }
  return fmt::format("{:.3g}, {:.3g}, {:.3g}", direction[0] + 0.0, direction[1] + 0.0,
                     direction[2] + 0.0);
}

std::string percent_text(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string counted(std::uint64_t count, std::string_view one, std::string_view several) {
  if (count == 1) return fmt::format("1 {}", one);
  if (!several.empty()) return fmt::format("{} {}", count, several);
  return fmt::format("{} {}s", count, one);
}

std::string turn_text(const std::optional<std::array<double, 4>>& rotation) {
  if (!rotation) return "skewed";
  const auto [w, x, y, z] = *rotation;
  Vec3 axis{x, y, z};
  const double sine = length(axis);
  if (sine < negligible) return {};
  axis = axis / (w < 0 ? -sine : sine);
  const double degrees = 2 * atan2(sine, std::abs(w)) * degrees_per_radian;
  return fmt::format("{}° about {}", number_text(degrees),
                     direction_text({axis.x, axis.y, axis.z}));
}

std::string scale_text(const InspectedInstance& instance) {
  std::string text;
  for (const double scale : instance.scale) {
    if (std::abs(scale - 1) < negligible) continue;
    text = fmt::format("{} × {} × {}", number_text(instance.scale[0]),
                       number_text(instance.scale[1]), number_text(instance.scale[2]));
    break;
  }
  if (instance.mirrors) text += text.empty() ? "mirrored" : ", mirrored";
  return text;
}

std::string measured_text(const InspectedCheck& check) {
  std::string text = check.status;
  for (const auto& [name, value] : check.values) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", name, number_text(value));
  }
  return text;
}

}  // namespace rigy::tools
