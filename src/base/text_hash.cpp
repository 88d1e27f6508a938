#include "base/text_hash.hpp"

#include <cstdint>
#include <cstring>

#include "platform/memory.hpp"

namespace rigy {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr int prime_bits = 61;
constexpr std::uint64_t prime = (std::uint64_t{1} << prime_bits) - 1;
constexpr std::size_t bytes_per_digit = 7;

// a * b + c modulo the prime; a and b are below it.
std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const Wide value = Wide{a} * b + c;
  const std::uint64_t folded =
      (static_cast<std::uint64_t>(value) & prime) + static_cast<std::uint64_t>(value >> prime_bits);
  return folded >= prime ? folded - prime : folded;
}

std::uint64_t random_bits() {
  std::uint64_t bits = 0x2545'f491'4f6c'dd1d;
  // If even that is forbidden, the address of the stack is unpredictable.
  if (!platform::fill_random(&bits, sizeof bits)) bits ^= reinterpret_cast<std::uintptr_t>(&bits);
  return bits;
}

const std::uint64_t secret = random_bits() % (prime - 1) + 1;

}  // namespace

// The text as a polynomial with seven bytes per coefficient, evaluated at a secret point: two texts
// of n bytes agree at no more than n / 7 of all points.
std::size_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  while (!text.empty()) {
    std::uint64_t digit = 0;
    const std::size_t count = text.size() < bytes_per_digit ? text.size() : bytes_per_digit;
    std::memcpy(&digit, text.data(), count);
    hash = multiply_add(hash, secret, digit);
    text.remove_prefix(count);
  }
  return static_cast<std::size_t>(multiply_add(hash, secret, 0));
}

}  // namespace rigy
