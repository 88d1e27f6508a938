// Steps of a pose as text.
#include <charconv>
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

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return {};
  return value;
}

// "70deg" in radians.
std::optional<double> angle_in(std::string_view text) {
  const bool is_degrees = text.ends_with("deg");
  if (!is_degrees && !text.ends_with("rad")) return {};
  text.remove_suffix(3);
  const std::optional<double> value = number_in(text);
  if (!value) return {};
  return is_degrees ? *value * radians_per_degree : *value;
}

// "0,-0.07,0".
std::optional<std::array<double, 3>> vector_in(std::string_view text) {
  std::array<double, 3> vector{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t comma = text.find(',');
    if ((comma == std::string_view::npos) != (i == 2)) return {};
    const std::optional<double> value = number_in(text.substr(0, comma));
    if (!value) return {};
    vector[i] = *value;
    text.remove_prefix(i == 2 ? text.size() : comma + 1);
  }
  return vector;
}

// What follows the last colon, and what is before it.
struct LastWord {
  std::string_view before;
  std::string_view word;
};

std::optional<LastWord> last_word(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  return LastWord{text.substr(0, colon), text.substr(colon + 1)};
}

// "bones=3" or "pole=0,0,-1".
bool take_option(std::string_view word, BoneReach& reach) {
  if (word.starts_with("pole=")) {
    reach.pole = vector_in(word.substr(5));
    return reach.pole.has_value();
  }
  if (!word.starts_with("bones=")) return false;
  word.remove_prefix(6);
  const char* const begin = word.data();
  const char* const end = begin + word.size();
  const auto [stop, error] = std::from_chars(begin, end, reach.count);
  return error == std::errc() && stop == end && reach.count > 0;
}

}  // namespace

std::optional<std::array<double, 3>> point_named(std::string_view text) { return vector_in(text); }

std::optional<BoneTurn> turn_named(std::string_view text) {
  const std::optional<LastWord> last = last_word(text);
  if (!last || last->before.size() < 3 || last->before[last->before.size() - 2] != ':') return {};
  const char axis = last->before.back();
  const std::optional<double> angle = angle_in(last->word);
  if (!angle || (axis != 'x' && axis != 'y' && axis != 'z')) return {};
  return BoneTurn{std::string(last->before.substr(0, last->before.size() - 2)), axis, *angle};
}

std::optional<BoneMove> move_named(std::string_view text) {
  const std::optional<LastWord> last = last_word(text);
  const auto by = last ? vector_in(last->word) : std::nullopt;
  if (!by) return {};
  return BoneMove{std::string(last->before), *by};
}

std::optional<BoneReach> reach_named(std::string_view text) {
  BoneReach reach;
  std::optional<LastWord> last = last_word(text);
  while (last && take_option(last->word, reach)) last = last_word(last->before);
  const auto to = last ? vector_in(last->word) : std::nullopt;
  if (!to) return {};
  reach.bone = last->before;
  reach.to = *to;
  return reach;
}

}  // namespace rigy
