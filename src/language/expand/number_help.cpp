#include "expand/number_help.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "common/unreachable.hpp"
#include "expand/number_fields.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

constexpr double pi = 3.141592653589793;

struct WrittenUnit {
  std::string_view suffix;
  double factor;
  double divisor;
  std::string_view rule;  // the unit that the language uses
};

constexpr std::string_view in_radians = "angles are in radians";
constexpr std::string_view in_degrees = "angles are in degrees here";
constexpr std::string_view in_meters = "lengths are in meters";
constexpr std::string_view no_percent = "values are between 0 and 1";

// Of units with the same ending, the longest comes first.
constexpr auto units = std::to_array<WrittenUnit>({
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

// A number, pi, or a multiple of pi without a sign between them.
std::optional<double> operand_in(std::string_view text) {
  text = without_spaces_at_end(text.substr(std::min(text.find_first_not_of(' '), text.size())));
  for (const std::string_view name : {"pi", "π"}) {
    if (!text.ends_with(name)) continue;
    const std::string_view factor = text.substr(0, text.size() - name.size());
    if (factor.empty()) return pi;
    if (factor == "-") return -pi;
    const auto value = number_in(without_spaces_at_end(factor));
    return value ? std::optional(*value * pi) : std::nullopt;
  }
  return number_in(text);
}

// Products and quotients from left to right, as in pi/2 and 3*pi/2.
std::optional<double> calculated(std::string_view text) {
  std::size_t at = text.find_first_of("/*");
  auto value = operand_in(text.substr(0, at));
  // A single number is not a calculation.
  if (at == std::string_view::npos && number_in(text)) return std::nullopt;
  while (value && at != std::string_view::npos) {
    const std::size_t next = text.find_first_of("/*", at + 1);
    const auto right = operand_in(text.substr(at + 1, next - at - 1));
    if (!right) return std::nullopt;
    value = text[at] == '/' ? *value / *right : *value * *right;
    at = next;
  }
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// What a field holds, for help; empty if it may hold anything.
std::string rule_of(std::string_view what) {
  constexpr std::string_view component = " component";
  if (what.ends_with(component)) what.remove_suffix(component.size());
  switch (unit_of_field(what)) {
    case Unit::Meters:
      return std::string(in_meters);
    case Unit::Radians:
      return std::string(in_radians);
    case Unit::Degrees:
      return std::string(in_degrees);
    case Unit::Share:
      return std::string(no_percent);
    case Unit::Factor:
      return fmt::format("a {} is a factor", what);
    case Unit::Direction:
      return fmt::format("{} is a direction, of any length", what);
    case Unit::Quaternion:
      return "the numbers of a quaternion are between -1 and 1";
    case Unit::FieldValue:
      return fmt::format("{} is a value of the field", what);
    case Unit::None:
    case Unit::Points:
      return {};
  }
  unreachable();
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out(text);
  for (std::size_t at = out.find(from); at != std::string::npos;
       at = out.find(from, at + to.size())) {
    out.replace(at, from.size(), to);
  }
  return out;
}

// With a point for a decimal comma. Of points and commas in one number, the last is the decimal
// one.
std::string without_decimal_comma(std::string_view text) {
  const std::size_t comma = text.rfind(',');
  const std::size_t point = text.rfind('.');
  if (comma == std::string_view::npos || point == std::string_view::npos) {
    return replaced(text, ",", ".");
  }
  return comma < point ? replaced(text, ",", "") : replaced(replaced(text, ".", ""), ",", ".");
}

// The number that a text means: with a decimal comma, grouped digits, or a minus sign that is not a
// hyphen. Empty if it means none.
std::string meant_number(std::string_view text) {
  const std::string meant = replaced(without_decimal_comma(text), "−", "-");
  for (const std::string& one : {meant, replaced(meant, "_", "")}) {
    if (number_in(one)) return one;
  }
  return {};
}

// What is written before the unit, and the same in the unit that the language uses.
struct Measure {
  std::string written;
  std::string converted;
};

bool is_degrees(const WrittenUnit& unit) { return unit.rule == in_radians && unit.factor != 1; }

std::string help_for_written_unit(const WrittenUnit& unit, const Measure& measure,
                                  std::string_view what) {
  const std::string rule = rule_of(what);
  if (rule == in_degrees && is_degrees(unit)) {
    return fmt::format("{}, without a unit: write {}", rule, measure.written);
  }
  const bool is_other = !rule.empty() && rule != unit.rule;
  if (is_other || measure.converted.empty()) {
    return fmt::format("{}, without a unit", is_other ? std::string_view(rule) : unit.rule);
  }
  return fmt::format("{}, without a unit: write {}", unit.rule, measure.converted);
}

// The unit at the end of a number.
const WrittenUnit* unit_after_number(std::string_view text, std::optional<double>& number) {
  for (const WrittenUnit& unit : units) {
    if (!text.ends_with(unit.suffix)) continue;
    number = number_in(
        meant_number(without_spaces_at_end(text.substr(0, text.size() - unit.suffix.size()))));
    if (number) return &unit;
  }
  return nullptr;
}

// "${i}" in quotes: in a mapping within braces YAML would end at its brace.
std::string as_value(std::string_view param) {
  return param.starts_with("${") ? fmt::format("\"{}\"", param) : std::string(param);
}

// "$w" with its unit as an expression; empty if the document cannot compute.
std::string converted_param(std::string_view param, const WrittenUnit& unit, bool computes) {
  if (unit.factor == 1 && unit.divisor == 1) return as_value(param);
  if (!computes) return {};
  if (is_degrees(unit)) return fmt::format("\"=deg2rad({})\"", param);
  if (unit.divisor != 1) return fmt::format("\"={}/{}\"", param, unit.divisor);
  return fmt::format("\"={}*{}\"", param, unit.factor);
}

}  // namespace

std::string help_for_param_with_unit(std::string_view param, std::string_view rest,
                                     std::string_view what, bool computes) {
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto* unit = std::find_if(units.begin(), units.end(),
                                  [rest](const WrittenUnit& one) { return one.suffix == rest; });
  if (unit == units.end()) return {};
  return help_for_written_unit(*unit, {as_value(param), converted_param(param, *unit, computes)},
                               what);
}

std::string help_for_unit(std::string_view text, std::string_view what) {
  std::optional<double> number;
  const WrittenUnit* unit = unit_after_number(text, number);
  if (unit == nullptr) return {};
  const std::string rule = rule_of(what);
  return fmt::format("{}, without a unit", rule.empty() ? unit->rule : std::string_view(rule));
}

std::string number_meant_by(std::string_view text, std::string_view what) {
  std::optional<double> number;
  if (const WrittenUnit* unit = unit_after_number(text, number)) {
    const std::string rule = rule_of(what);
    if (rule == in_degrees && is_degrees(*unit)) return fmt::format("{}", *number);
    if (!rule.empty() && rule != unit->rule) return {};
    return fmt::format("{}", *number * unit->factor / unit->divisor);
  }
  if (const auto value = calculated(text)) return fmt::format("{}", *value);
  return meant_number(text);
}

std::string help_for_number(std::string_view text, std::string_view what) {
  std::optional<double> number;
  if (const WrittenUnit* unit = unit_after_number(text, number)) {
    const double converted = *number * unit->factor / unit->divisor;
    return help_for_written_unit(*unit, {fmt::format("{}", *number), fmt::format("{}", converted)},
                                 what);
  }
  if (const auto value = calculated(text)) {
    return fmt::format("expressions are not evaluated: write {}", *value);
  }
  const std::string meant = meant_number(text);
  if (!meant.empty() && meant != text) return fmt::format("write {}", meant);
  return {};
}

}  // namespace rigy::language
