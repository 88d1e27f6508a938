#include "document/number_help.hpp"

#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "yaml/scalar.hpp"

namespace rigy {
namespace {

constexpr double pi = 3.141592653589793;

struct Unit {
  std::string_view suffix;
  double factor;
  double divisor;
  std::string_view rule;  // what the language wants instead
};

constexpr std::string_view in_radians = "angles are in radians";
constexpr std::string_view in_meters = "lengths are in meters";
constexpr std::string_view no_percent = "shares are between 0 and 1";

// Of those that end alike, the longest comes first.
constexpr auto units = std::to_array<Unit>({
    {"degrees", 2 * pi / 360, 1, in_radians},
    {"degree", 2 * pi / 360, 1, in_radians},
    {"deg", 2 * pi / 360, 1, in_radians},
    {"°", 2 * pi / 360, 1, in_radians},
    {"radians", 1, 1, in_radians},
    {"rad", 1, 1, in_radians},
    {"mm", 1, 1000, in_meters},
    {"cm", 1, 100, in_meters},
    {"km", 1000, 1, in_meters},
    {"m", 1, 1, in_meters},
    {"%", 1, 100, no_percent},
});

std::string_view without_spaces_at_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::optional<double> number_in(std::string_view text) {
  const ScalarType type = scalar_type(text, true);
  if (type != ScalarType::Int && type != ScalarType::Float) return std::nullopt;
  const double value = scalar_number(text);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// A number, or pi.
std::optional<double> operand_in(std::string_view text) {
  text = without_spaces_at_end(text.substr(std::min(text.find_first_not_of(' '), text.size())));
  if (text == "pi" || text == "π") return pi;
  if (text == "-pi" || text == "-π") return -pi;
  return number_in(text);
}

// a/b and a*b, as in pi/2 and 2*pi.
std::optional<double> calculated(std::string_view text) {
  const std::size_t at = text.find_first_of("/*");
  if (at == std::string_view::npos) return text.ends_with("pi") ? operand_in(text) : std::nullopt;
  const auto left = operand_in(text.substr(0, at));
  const auto right = operand_in(text.substr(at + 1));
  if (!left || !right) return std::nullopt;
  const double value = text[at] == '/' ? *left / *right : *left * *right;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::string help_for_number(std::string_view text) {
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.suffix)) continue;
    const auto value =
        number_in(without_spaces_at_end(text.substr(0, text.size() - unit.suffix.size())));
    if (value) {
      return fmt::format("{}, without a unit: write {}", unit.rule,
                         *value * unit.factor / unit.divisor);
    }
  }
  if (const auto value = calculated(text)) {
    return fmt::format("expressions are not evaluated: write {}", *value);
  }
  std::string with_point(text);
  const std::size_t comma = with_point.find(',');
  if (comma == std::string::npos) return {};
  with_point[comma] = '.';
  return number_in(with_point) ? fmt::format("write {}", with_point) : std::string();
}

}  // namespace rigy
