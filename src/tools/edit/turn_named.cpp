// Turns of bones as text.
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fast_float/fast_float.h>

#include "math/rotation.hpp"
#include "rigy/posing.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

// "70deg" in radians.
std::optional<double> angle_in(std::string_view text) {
  const bool is_degrees = text.ends_with("deg");
  if (!is_degrees && !text.ends_with("rad")) return {};
  text.remove_suffix(3);
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return is_degrees ? value * radians_per_degree : value;
}

}  // namespace

std::optional<BoneTurn> turn_named(std::string_view text) {
  const std::size_t before_angle = text.rfind(':');
  if (before_angle == std::string_view::npos || before_angle < 3 || text[before_angle - 2] != ':') {
    return {};
  }
  const char axis = text[before_angle - 1];
  const std::optional<double> angle = angle_in(text.substr(before_angle + 1));
  if (!angle || (axis != 'x' && axis != 'y' && axis != 'z')) return {};
  return BoneTurn{std::string(text.substr(0, before_angle - 2)), axis, *angle};
}

}  // namespace rigy
