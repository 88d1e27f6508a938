// Fractions of a fixed number of 64-bit limbs, in integer arithmetic: the basis of the correctly
// rounded functions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace rigy::base::fixed_point {

static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == sizeof(std::uint64_t));

__extension__ typedef unsigned __int128 Wide;

// An unsigned fraction in [0, 1); limb 0 is the most significant.
template <std::size_t N>
using Fraction = std::array<std::uint64_t, N>;

inline constexpr std::uint64_t all_ones = ~std::uint64_t{0};
inline constexpr std::uint64_t hidden_bit = std::uint64_t{1} << 52;

[[nodiscard]] constexpr std::uint64_t low(Wide value) { return static_cast<std::uint64_t>(value); }
[[nodiscard]] constexpr std::uint64_t high(Wide value) {
  return static_cast<std::uint64_t>(value >> 64);
}

[[nodiscard]] constexpr Fraction<3> divide(const Fraction<3>& value, std::uint64_t divisor) {
  Fraction<3> quotient{};
  Wide remainder = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Wide dividend = (remainder << 64) | value[i];
    quotient[i] = static_cast<std::uint64_t>(dividend / divisor);
    remainder = dividend % divisor;
  }
  return quotient;
}

// The leading half of the product; the omitted parts are less than 4 units in its last place. It is
// unrolled because this is the hot spot, and compilers do not always unroll the loops.
[[nodiscard]] inline Fraction<3> multiply(const Fraction<3>& a, const Fraction<3>& b) {
  const Wide p00 = Wide{a[0]} * b[0];
  const Wide p01 = Wide{a[0]} * b[1];
  const Wide p10 = Wide{a[1]} * b[0];
  Wide sum = Wide{low(p01)} + low(p10);
  sum += high(Wide{a[0]} * b[2]);
  sum += high(Wide{a[1]} * b[1]);
  sum += high(Wide{a[2]} * b[0]);
  const std::uint64_t last = low(sum);
  sum = Wide{high(sum)} + low(p00) + high(p01) + high(p10);
  return {high(p00) + high(sum), low(sum), last};
}

// The same for four limbs, where time matters less.
[[nodiscard]] inline Fraction<4> multiply(const Fraction<4>& a, const Fraction<4>& b) {
  std::array<std::uint64_t, 8> product{};
  for (std::size_t i = 4; i-- > 0;) {
    std::uint64_t carry = 0;
    for (std::size_t j = 4; j-- > 0;) {
      const Wide sum = Wide{a[i]} * b[j] + product[i + j + 1] + carry;
      product[i + j + 1] = low(sum);
      carry = high(sum);
    }
    product[i] = carry;
  }
  return {product[0], product[1], product[2], product[3]};
}

// a + b, for a sum below 1.
[[nodiscard]] inline Fraction<3> add(const Fraction<3>& a, const Fraction<3>& b) {
  const Wide last = Wide{a[2]} + b[2];
  const Wide middle = Wide{a[1]} + b[1] + high(last);
  return {a[0] + b[0] + high(middle), low(middle), low(last)};
}

// a - b, for a >= b.
[[nodiscard]] inline Fraction<3> subtract(const Fraction<3>& a, const Fraction<3>& b) {
  const Wide last = Wide{a[2]} - b[2];
  const Wide middle = Wide{a[1]} - b[1] - (high(last) & 1);
  return {a[0] - b[0] - (high(middle) & 1), low(middle), low(last)};
}

// The 64 bits that follow the first `shift` < 64 bits of two adjacent words.
[[nodiscard]] inline std::uint64_t joined(std::uint64_t word, std::uint64_t next, unsigned shift) {
  return shift == 0 ? word : (word << shift) | (next >> (64 - shift));
}

// value * 2^-shift, shift < 64.
[[nodiscard]] inline Fraction<3> shifted_down(const Fraction<3>& value, unsigned shift) {
  if (shift == 0) return value;
  return {value[0] >> shift, joined(value[0], value[1], 64 - shift),
          joined(value[1], value[2], 64 - shift)};
}

// value * 2^shift, shift < 64, for a product below 1.
[[nodiscard]] inline Fraction<3> shifted_up(const Fraction<3>& value, unsigned shift) {
  return {joined(value[0], value[1], shift), joined(value[1], value[2], shift), value[2] << shift};
}

// floor(2^192 * a / b) / 2^192, for a < b and b >= 1/2: long division, a limb at a time (Knuth's
// algorithm D). The first limbs overestimate a digit by at most 2.
[[nodiscard]] inline Fraction<3> quotient(const Fraction<3>& a, const Fraction<3>& b) {
  Fraction<3> digits{};
  Fraction<3> rest = a;
  for (std::uint64_t& digit : digits) {
    digit = rest[0] >= b[0] ? all_ones : low(((Wide{rest[0]} << 64) | rest[1]) / b[0]);
    // rest * 2^64 - digit * b, which is negative where the digit is too large.
    std::array<std::uint64_t, 4> next = {rest[0], rest[1], rest[2], 0};
    std::uint64_t carry = 0;
    for (std::size_t i = 3; i-- > 0;) {
      const Wide product = Wide{digit} * b[i] + carry;
      carry = high(product) + (next[i + 1] < low(product) ? 1 : 0);
      next[i + 1] -= low(product);
    }
    for (next[0] -= carry; next[0] != 0; --digit) {
      Wide sum = 0;
      for (std::size_t i = 3; i-- > 0;) {
        sum = Wide{next[i + 1]} + b[i] + high(sum);
        next[i + 1] = low(sum);
      }
      next[0] += high(sum);
    }
    rest = {next[1], next[2], next[3]};
  }
  return digits;
}

// The binary64 number next to value * 2^-shift, for a value above 2^-64 and a result that is
// neither subnormal nor infinite. The bit after the mantissa alone decides the rounding, which is
// right unless the value is a tie; a carry out of the mantissa moves on into the exponent, as it
// should.
[[nodiscard]] inline std::uint64_t rounded_bits(const Fraction<3>& value, int shift) {
  const int zeros = std::countl_zero(value[0]);
  const std::uint64_t top = joined(value[0], value[1], static_cast<unsigned>(zeros));
  const std::uint64_t mantissa = (top >> 11) + ((top >> 10) & 1);
  return (static_cast<std::uint64_t>(1021 - shift - zeros) << 52) + mantissa;
}

[[nodiscard]] inline double with_sign(std::uint64_t bits, bool negative) {
  return std::bit_cast<double>(bits | (std::uint64_t{negative} << 63));
}

}  // namespace rigy::base::fixed_point
