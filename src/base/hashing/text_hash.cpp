#include "hashing/text_hash.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "platform/memory.hpp"

namespace rigy::base {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr int prime_bits = 61;
constexpr std::uint64_t prime = (std::uint64_t{1} << prime_bits) - 1;
constexpr std::size_t bytes_per_digit = 7;

// Modulo the prime; the value is below 2^124.
std::uint64_t reduced(Wide value) {
  std::uint64_t folded =
      (static_cast<std::uint64_t>(value) & prime) + static_cast<std::uint64_t>(value >> prime_bits);
  folded = (folded & prime) + (folded >> prime_bits);
  return folded >= prime ? folded - prime : folded;
}

std::uint64_t random_bits() {
  std::uint64_t bits = 0x2545'f491'4f6c'dd1d;
  // If even that is forbidden, the address of the stack is unpredictable.
  if (!platform::fill_random(&bits, sizeof bits)) bits ^= reinterpret_cast<std::uintptr_t>(&bits);
  return bits;
}

// The first powers of a secret, from 1 on.
std::array<std::uint64_t, 5> powers_of_secret() {
  const std::uint64_t secret = random_bits() % (prime - 1) + 1;
  std::array<std::uint64_t, 5> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = reduced(Wide{powers[i - 1]} * secret);
  return powers;
}

const std::array<std::uint64_t, 5> powers = powers_of_secret();

// The first coefficient of a text of at least eight bytes. One load, of a byte too many.
std::uint64_t first_digit(std::string_view text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), sizeof bytes);
  return std::endian::native == std::endian::little ? bytes & (~std::uint64_t{0} >> 8) : bytes >> 8;
}

// The hash after four more coefficients: one step in place of four that wait for each other.
std::uint64_t add_four_digits(std::uint64_t hash, std::string_view text) {
  Wide sum = Wide{hash} * powers[4];
  for (std::size_t i = 0; i < 4; ++i) {
    sum += Wide{first_digit(text.substr(i * bytes_per_digit))} * powers[3 - i];
  }
  return reduced(sum);
}

}  // namespace

// The text as a polynomial with seven bytes per coefficient, evaluated at a secret point: two texts
// of n bytes agree at no more than n / 7 of all points.
std::size_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  for (; text.size() > 4 * bytes_per_digit; text.remove_prefix(4 * bytes_per_digit)) {
    hash = add_four_digits(hash, text);
  }
  while (!text.empty()) {
    std::uint64_t digit = 0;
    const std::size_t count = text.size() < bytes_per_digit ? text.size() : bytes_per_digit;
    std::memcpy(&digit, text.data(), count);
    hash = reduced(Wide{hash} * powers[1] + digit);
    text.remove_prefix(count);
  }
  return static_cast<std::size_t>(reduced(Wide{hash} * powers[1]));
}

}  // namespace rigy::base
