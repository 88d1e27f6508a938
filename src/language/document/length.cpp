#include "document/length.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

struct LengthUnit {
  std::string_view name;
  double meters;
};

constexpr auto units =
    std::to_array<LengthUnit>({{"", 1}, {"m", 1}, {"cm", 0.01}, {"in", 0.0254}, {"ft", 0.3048}});

// What authors write for these, or for a multiple of one of them.
struct OtherUnit {
  std::string_view name;
  std::string_view meant;
};

constexpr auto other_units = std::to_array<OtherUnit>({
    {"meter", "m"},
    {"meters", "m"},
    {"metre", "m"},
    {"metres", "m"},
    {"inch", "in"},
    {"inches", "in"},
    {"\"", "in"},
    {"foot", "ft"},
    {"feet", "ft"},
    {"'", "ft"},
});

std::size_t digits_end(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of("0123456789", from), text.size());
}

// The size of -?digits[.digits] at the start of the text; 0 if there is no such number.
std::size_t number_size(std::string_view text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = digits_end(text, first);
  if (whole == first) return 0;
  if (whole >= text.size() || text[whole] != '.') return whole;
  const std::size_t fraction = digits_end(text, whole + 1);
  return fraction == whole + 1 ? 0 : fraction;
}

std::string without_spaces(std::string_view text) {
  std::string result(text);
  std::erase(result, ' ');
  return result;
}

}  // namespace

std::optional<double> length_of(std::string_view text) {
  const std::size_t size = number_size(text);
  if (size == 0) return std::nullopt;
  const auto* unit = std::find_if(units.begin(), units.end(), [&](const LengthUnit& one) {
    return one.name == text.substr(size);
  });
  if (unit == units.end()) return std::nullopt;
  return scalar_number(text.substr(0, size)) * unit->meters;
}

std::string help_for_length(std::string_view text, std::string_view what) {
  std::string plain = without_spaces(text);
  if (plain.starts_with('+')) plain.erase(0, 1);
  const std::size_t size = number_size(plain);
  const auto* other =
      std::find_if(other_units.begin(), other_units.end(), [&](const OtherUnit& one) {
        return size > 0 && one.name == std::string_view(plain).substr(size);
      });
  if (other != other_units.end()) plain.replace(size, std::string::npos, other->meant);
  if (length_of(plain)) return fmt::format("write {}: {}", what, plain);
  return "write a number of meters, or a number and m, cm, in or ft, as in 20cm";
}

}  // namespace rigy::language
