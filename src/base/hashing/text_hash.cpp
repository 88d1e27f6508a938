#include "hashing/text_hash.hpp"

#include <array>
#include <cstdint>
#include <random>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "platform/memory.hpp"

namespace rigy::base {
namespace {

using Secret = std::array<std::uint8_t, XXH3_SECRET_SIZE_MIN>;

Secret make_secret() {
  Secret secret{};
  if (platform::fill_random(secret.data(), secret.size())) return secret;
  // If even that is forbidden, the address of the stack is unpredictable.
  std::minstd_rand numbers(static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(&secret)));
  for (std::uint8_t& byte : secret) byte = static_cast<std::uint8_t>(numbers() >> 8);
  return secret;
}

const Secret secret = make_secret();

}  // namespace

std::size_t hash_of(std::string_view text) {
  return static_cast<std::size_t>(
      XXH3_64bits_withSecret(text.data(), text.size(), secret.data(), secret.size()));
}

std::uint64_t hash_of(std::initializer_list<std::uint64_t> numbers) {
  return XXH3_64bits_withSecret(numbers.begin(), numbers.size() * sizeof(std::uint64_t),
                                secret.data(), secret.size());
}

}  // namespace rigy::base
