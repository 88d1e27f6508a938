// Euler's series, with a number of limbs that doubles until the rounding is decided:
//
//   atan(s/l) = sum over n of term(n),  term(0) = s l / (s^2 + l^2),
//   term(n) = term(n-1) * 2n/(2n+1) * s^2 / (s^2 + l^2).
//
// All terms are positive, and each is at most half of the one before it, so there is one per bit.
#include "math/atan2_series.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "math/fixed_point.hpp"

namespace rigy::base {

using namespace fixed_point;

namespace {

// Limbs, the most significant first: a fraction in [0, 1) or, where it says so, an integer.
using Limbs = std::vector<std::uint64_t>;

// a * b with as many limbs as both have together.
Limbs product(const Limbs& a, const Limbs& b) {
  Limbs result(a.size() + b.size());
  for (std::size_t i = a.size(); i-- > 0;) {
    std::uint64_t carry = 0;
    for (std::size_t j = b.size(); j-- > 0;) {
      const Wide sum = Wide{a[i]} * b[j] + result[i + j + 1] + carry;
      result[i + j + 1] = low(sum);
      carry = high(sum);
    }
    result[i] = carry;
  }
  return result;
}

// Of equal sizes; the sum stays below 1.
void add_to(Limbs& sum, const Limbs& term) {
  std::uint64_t carry = 0;
  for (std::size_t i = sum.size(); i-- > 0;) {
    const Wide digit = Wide{sum[i]} + term[i] + carry;
    sum[i] = low(digit);
    carry = high(digit);
  }
}

void subtract_from(Limbs& value, const Limbs& term) {
  std::uint64_t borrow = 0;
  for (std::size_t i = value.size(); i-- > 0;) {
    const Wide digit = Wide{value[i]} - term[i] - borrow;
    value[i] = low(digit);
    borrow = high(digit) & 1;
  }
}

// value * factor
// divisor, if the result is below 1.
void scale(Limbs& value, std::uint64_t factor, std::uint64_t divisor) {
  std::uint64_t carry = 0;
  for (std::size_t i = value.size(); i-- > 0;) {
    const Wide digit = Wide{value[i]} * factor + carry;
    value[i] = low(digit);
    carry = high(digit);
  }
  Wide rest = carry;
  for (std::uint64_t& limb : value) {
    const Wide dividend = (rest << 64) | limb;
    limb = static_cast<std::uint64_t>(dividend / divisor);
    rest = dividend % divisor;
  }
}

// numerator / denominator < 1, both integers of the same size whose first bit is free, bit by bit.
Limbs fraction_of(Limbs numerator, const Limbs& denominator, std::size_t size) {
  Limbs result(size);
  for (std::size_t bit = 0; bit < 64 * size; ++bit) {
    add_to(numerator, numerator);
    if (numerator < denominator) continue;
    subtract_from(numerator, denominator);
    result[bit / 64] |= std::uint64_t{1} << (63 - bit % 64);
  }
  return result;
}

bool is_zero(const Limbs& value) {
  return std::all_of(value.begin(), value.end(), [](std::uint64_t limb) { return limb == 0; });
}

// atan(s/l) for integers s <= l < 2^119 of two limbs.
Limbs arctangent(const Limbs& s, const Limbs& l, std::size_t size) {
  const Limbs s_squared = product(s, s);
  Limbs denominator = product(l, l);
  add_to(denominator, s_squared);
  const Limbs factor = fraction_of(s_squared, denominator, size);
  Limbs term = fraction_of(product(s, l), denominator, size);
  Limbs sum = term;
  for (std::uint64_t n = 1; !is_zero(term); ++n) {
    term = product(term, factor);
    term.resize(size);
    scale(term, 2 * n, 2 * n + 1);
    add_to(sum, term);
  }
  return sum;
}

Limbs quarter_angle(const PointAngle& angle, std::size_t size) {
  const Wide larger = Wide{angle.larger} << angle.shift;
  Limbs part = arctangent({0, angle.smaller}, {high(larger), low(larger)}, size);
  scale(part, 1, 4);
  if (angle.quadrants == 0) return part;
  Limbs base = arctangent({0, 1}, {0, 1}, size);
  if (angle.quadrants == 1) scale(base, 1, 2);
  if (angle.subtracted) {
    subtract_from(base, part);
  } else {
    add_to(base, part);
  }
  return base;
}

std::uint64_t rounded(const Limbs& quarter) {
  return rounded_bits({quarter[0], quarter[1], quarter[2]}, -2);
}

}  // namespace

std::uint64_t angle_bits_by_series(const PointAngle& angle) {
  for (std::size_t size = 6;; size *= 2) {
    // Every term is off by a few units in the last place and there are 64 per limb, so 2^32 units
    // are more than the sum can be off by.
    Limbs largest_error(size);
    largest_error[size - 1] = std::uint64_t{1} << 32;
    Limbs least = quarter_angle(angle, size);
    Limbs most = least;
    subtract_from(least, largest_error);
    add_to(most, largest_error);
    if (rounded(least) == rounded(most)) return rounded(least);
  }
}

}  // namespace rigy::base
