// Sine and cosine in integer fixed point.
//
//   1. |x| = m * 2^e is multiplied by 4/pi modulo 8, with just those bits of 2/pi that matter
//   (Payne
//      and Hanek): an octant and a 256-bit fraction.
//   2. The fraction times pi/4 is the reduced angle r in [0, pi/4).
//   3. sin(r)/r and cos(r) are Taylor sums of r^2 with 192 bits.
//   4. The octant tells which of the two is the sine, and the signs; the result is rounded once.
//
// No double comes closer to a multiple of pi/2 (zero aside) than 2^-61, hence r keeps about 194
// significant bits, and the results are good to more than 180. The hardest arguments of a binary64
// function need about 53 + 64 + a few bits to be rounded, so the margin is about 60 bits. A tie
// cannot occur: sine and cosine of a non-zero rational are irrational.

#include "math/trig.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace rigy {
namespace {

static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == sizeof(std::uint64_t));

__extension__ typedef unsigned __int128 Wide;

// An unsigned fraction in [0, 1); limb 0 is the most significant.
template <std::size_t N>
using Fraction = std::array<std::uint64_t, N>;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

// Two words of zeros, then the first 1344 bits of 2/pi: floor(2^1344 * 2/pi) in hexadecimal. The
// zeros let small arguments use the same window arithmetic as large ones.
constexpr std::array<std::uint64_t, 23> two_over_pi = {
    0x0000000000000000, 0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08};

// floor(2^256 * pi/4). Both constants come from any arbitrary-precision tool, for instance
//   python3 -c "from mpmath import *; mp.prec = 1500; print(hex(int(2**1344 * (2 / pi))))"
constexpr Fraction<4> quarter_pi = {0xc90fdaa22168c234, 0xc4c6628b80dc1cd1, 0x29024e088a67cc74,
                                    0x020bbea63b139b22};

constexpr Fraction<3> divide(const Fraction<3>& value, std::uint64_t divisor) {
  Fraction<3> quotient{};
  Wide remainder = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Wide dividend = (remainder << 64) | value[i];
    quotient[i] = static_cast<std::uint64_t>(dividend / divisor);
    remainder = dividend % divisor;
  }
  return quotient;
}

// 1/n! for the Taylor sums. One itself is no fraction; 1 - 2^-192 stands for it. The first terms
// left out, r^44/44! and r^45/45!, are below 2^-195.
constexpr std::size_t term_count = 22;

constexpr std::array<Fraction<3>, 2 * term_count> make_inverse_factorials() {
  std::array<Fraction<3>, 2 * term_count> table{};
  table[0] = {all_ones, all_ones, all_ones};
  for (std::size_t n = 1; n < table.size(); ++n) table[n] = divide(table[n - 1], n);
  return table;
}

constexpr auto inverse_factorials = make_inverse_factorials();

std::uint64_t low(Wide value) { return static_cast<std::uint64_t>(value); }
std::uint64_t high(Wide value) { return static_cast<std::uint64_t>(value >> 64); }

// The leading half of the product; the parts left out are less than 4 units in its last place. It
// is spelled out because this is where the time goes, and compilers do not always unroll the loops.
Fraction<3> multiply(const Fraction<3>& a, const Fraction<3>& b) {
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

// The same for the reduction, once per call.
Fraction<4> multiply(const Fraction<4>& a, const Fraction<4>& b) {
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

// a - b, for a >= b.
Fraction<3> subtract(const Fraction<3>& a, const Fraction<3>& b) {
  const Wide last = Wide{a[2]} - b[2];
  const Wide middle = Wide{a[1]} - b[1] - (high(last) & 1);
  return {a[0] - b[0] - (high(middle) & 1), low(middle), low(last)};
}

// The 64 bits that follow the first `shift` < 64 bits of two adjacent words.
std::uint64_t joined(std::uint64_t word, std::uint64_t next, unsigned shift) {
  return shift == 0 ? word : (word << shift) | (next >> (64 - shift));
}

struct Reduced {
  unsigned octant;    // 0 to 7
  Fraction<4> angle;  // distance from the nearest multiple of pi/2, in radians
};

// |x| = mantissa * 2^exponent, with 2^52 <= mantissa < 2^53 and -79 <= exponent <= 971.
Reduced reduce(std::uint64_t mantissa, int exponent) {
  // The window is 2/pi * 2^exponent modulo 4 with 318 bits after the point. Higher bits of 2/pi
  // would only add multiples of 4 quadrants; lower ones change the product by less than 2^-265.
  const auto first_bit = static_cast<unsigned>(exponent + 126);
  const std::uint64_t* words = &two_over_pi[first_bit / 64];
  std::array<std::uint64_t, 5> turns;
  std::uint64_t carry = 0;
  for (std::size_t i = 5; i-- > 0;) {
    const Wide sum = Wide{joined(words[i], words[i + 1], first_bit % 64)} * mantissa + carry;
    turns[i] = low(sum);
    carry = high(sum);
  }
  const auto octant = static_cast<unsigned>(turns[0] >> 61);
  // In odd octants the nearest multiple of pi/2 lies ahead: 1 - fraction, which is the complement.
  const std::uint64_t flip = octant % 2 == 0 ? 0 : all_ones;
  Fraction<4> fraction;
  for (std::size_t i = 0; i < 4; ++i) fraction[i] = joined(turns[i], turns[i + 1], 3) ^ flip;
  return {octant, multiply(fraction, quarter_pi)};
}

// 1/first! - square/(first + 2)! + square^2/(first + 4)! - ...: cos(r) for first = 0 and sin(r)/r
// for first = 1. Every partial sum is positive, because its terms decrease.
Fraction<3> taylor_sum(const Fraction<3>& square, std::size_t first) {
  std::size_t n = first + 2 * (term_count - 1);
  Fraction<3> sum = inverse_factorials[n];
  while (n > first) {
    n -= 2;
    sum = subtract(inverse_factorials[n], multiply(square, sum));
  }
  return sum;
}

// value * 2^-shift, value >= 1/4. The bit behind the mantissa alone decides the rounding, as there
// are no ties; a carry out of the mantissa moves on into the exponent, as it should.
std::uint64_t rounded_bits(const Fraction<3>& value, unsigned shift) {
  const auto zeros = static_cast<unsigned>(std::countl_zero(value[0]));
  const std::uint64_t top = joined(value[0], value[1], zeros);
  const std::uint64_t mantissa = (top >> 11) + ((top >> 10) & 1);
  return (std::uint64_t{1021 - shift - zeros} << 52) + mantissa;
}

std::uint64_t sine_bits(const Fraction<4>& angle, const Fraction<3>& square) {
  // The angle is at least 2^-61, so its first limb is not zero.
  const auto zeros = static_cast<unsigned>(std::countl_zero(angle[0]));
  Fraction<3> normalized;
  for (std::size_t i = 0; i < 3; ++i) normalized[i] = joined(angle[i], angle[i + 1], zeros);
  return rounded_bits(multiply(normalized, taylor_sum(square, 1)), zeros);
}

double with_sign(std::uint64_t bits, bool negative) {
  return std::bit_cast<double>(bits | (std::uint64_t{negative} << 63));
}

}  // namespace

SinCos sin_cos(double radians) noexcept {
  // The argument is inspected as bits: a comparison could see a subnormal number as zero.
  const auto bits = std::bit_cast<std::uint64_t>(radians);
  const bool negative = (bits >> 63) != 0;
  const auto biased_exponent = static_cast<int>((bits >> 52) & 0x7ff);
  if (biased_exponent == 0x7ff) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  // Below 2^-27, x^3/6 and x^2/2 are less than half a unit in the last place of x and of 1.
  if (biased_exponent < 1023 - 27) return {radians, 1.0};

  const std::uint64_t hidden_bit = std::uint64_t{1} << 52;
  const std::uint64_t mantissa = (bits & (hidden_bit - 1)) | hidden_bit;
  const Reduced reduced = reduce(mantissa, biased_exponent - 1075);
  const Fraction<4>& angle = reduced.angle;
  const Fraction<3> leading = {angle[0], angle[1], angle[2]};
  const Fraction<3> square = multiply(leading, leading);
  const std::uint64_t sine = sine_bits(angle, square);
  const std::uint64_t cosine = rounded_bits(taylor_sum(square, 0), 0);

  // |x| = quadrant * pi/2 + r, or - r in the odd octants, which lie before their multiple of pi/2.
  const unsigned quadrant = (reduced.octant + 1) / 2 % 4;
  const bool swapped = quadrant % 2 == 1;
  const bool before = reduced.octant % 2 == 1;
  const bool sin_negative = (quadrant >= 2) != (!swapped && before);
  const bool cos_negative = (quadrant == 1 || quadrant == 2) != (swapped && before);
  return {with_sign(swapped ? cosine : sine, sin_negative != negative),
          with_sign(swapped ? sine : cosine, cos_negative)};
}

}  // namespace rigy
