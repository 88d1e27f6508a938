#include "syntax/scalar.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fast_float/fast_float.h>

namespace rigy::language {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// 8 for "0o…", 16 for "0x…", else 10.
int base_of(std::string_view text) {
  if (text.size() > 2 && text[0] == '0' && text[1] == 'o') return 8;
  if (text.size() > 2 && text[0] == '0' && text[1] == 'x') return 16;
  return 10;
}

bool is_one_of(std::string_view text, std::string_view a, std::string_view b, std::string_view c) {
  return text == a || text == b || text == c;
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  return text;
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

// [0-9]+ | 0o[0-7]+ | 0x[0-9a-fA-F]+ | float, as one scan.
ScalarType number_type(std::string_view text) {
  if (const int base = base_of(text); base != 10) {
    const bool all =
        std::all_of(text.begin() + 2, text.end(), [base](char c) { return digit_value(c) < base; });
    return all ? ScalarType::Int : ScalarType::String;
  }
  std::string_view rest = without_sign(text);
  if (is_one_of(rest, ".inf", ".Inf", ".INF")) return ScalarType::Float;
  const std::size_t whole = count_digits(rest);
  rest.remove_prefix(whole);
  if (rest.empty()) return whole > 0 ? ScalarType::Int : ScalarType::String;
  std::size_t fraction = 0;
  if (rest[0] == '.') {
    rest.remove_prefix(1);
    fraction = count_digits(rest);
    rest.remove_prefix(fraction);
  }
  if (whole + fraction == 0) return ScalarType::String;
  if (rest.empty()) return ScalarType::Float;
  if (rest[0] != 'e' && rest[0] != 'E') return ScalarType::String;
  rest = without_sign(rest.substr(1));
  const bool exponent = !rest.empty() && count_digits(rest) == rest.size();
  return exponent ? ScalarType::Float : ScalarType::String;
}

// The value of octal or hexadecimal digits, rounded once, however many there are.
double binary_number(std::string_view digits, int base) {
  const int bits = base == 8 ? 3 : 4;
  std::uint64_t leading = 0;
  int exponent = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(digit_value(c));
    if (leading >> (64 - bits) == 0) {
      leading = leading << bits | digit;
    } else {
      // More bits than rounding looks at: only whether any of them is set matters.
      leading |= digit != 0 ? 1 : 0;
      exponent += bits;
    }
    if (exponent > 1024) return infinity;
  }
  return std::ldexp(static_cast<double>(leading), exponent);
}

}  // namespace

ScalarType scalar_type(std::string_view text, bool plain) {
  if (!plain) return ScalarType::String;
  if (text.empty() || text == "~" || is_one_of(text, "null", "Null", "NULL")) {
    return ScalarType::Null;
  }
  const char first = text[0];
  if (is_digit(first) || first == '-' || first == '+' || first == '.') {
    if (is_one_of(text, ".nan", ".NaN", ".NAN")) return ScalarType::Float;
    return number_type(text);
  }
  if (is_one_of(text, "true", "True", "TRUE") || is_one_of(text, "false", "False", "FALSE")) {
    return ScalarType::Bool;
  }
  return ScalarType::String;
}

double scalar_number(std::string_view text) {
  if (const int base = base_of(text); base != 10) return binary_number(text.substr(2), base);
  if (is_one_of(text, ".nan", ".NaN", ".NAN")) return std::numeric_limits<double>::quiet_NaN();
  const bool negative = text[0] == '-';
  const std::string_view digits = without_sign(text);
  if (is_one_of(digits, ".inf", ".Inf", ".INF")) return negative ? -infinity : infinity;
  double value = 0;
  fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
  // An integer has no negative zero; −0.0 does.
  const bool integer = digits.find_first_not_of("0123456789") == std::string_view::npos;
  return negative && !(integer && value == 0) ? -value : value;
}

std::optional<std::int64_t> scalar_integer(std::string_view text) {
  const int base = base_of(text);
  const bool negative = text[0] == '-';
  const std::string_view digits = base == 10 ? without_sign(text) : text.substr(2);
  std::int64_t value = 0;
  for (const char c : digits) {
    if (__builtin_mul_overflow(value, base, &value) ||
        __builtin_add_overflow(value, digit_value(c), &value)) {
      return std::nullopt;
    }
  }
  return negative ? -value : value;
}

}  // namespace rigy::language
