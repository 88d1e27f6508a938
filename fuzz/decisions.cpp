#include "fuzz/decisions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// SplitMix64: small, and the same everywhere.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

std::uint8_t Decisions::byte() {
  if (!bytes_.empty()) {
    const auto value = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return value;
  }
  return endless_ ? static_cast<std::uint8_t>(next_random(state_)) : std::uint8_t{0};
}

double Decisions::fraction() {
  std::uint64_t bits = 0;
  for (int i = 0; i < 7; ++i) bits = bits << 8 | byte();
  return static_cast<double>(bits >> 3) * 0x1p-53;
}

std::vector<std::size_t> Decisions::choose(std::size_t count, std::size_t among) {
  std::vector<std::size_t> all(among);
  std::iota(all.begin(), all.end(), std::size_t{0});
  count = std::min(count, among);
  for (std::size_t i = 0; i < count; ++i) std::swap(all[i], all[i + below(among - i)]);
  all.resize(count);
  return all;
}

std::uint64_t seed_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3u;
  return hash;
}

std::string random_bytes(std::uint64_t seed, std::size_t size) {
  std::string bytes;
  for (std::uint64_t state = seed; bytes.size() < size;) {
    bytes += static_cast<char>(next_random(state));
  }
  return bytes;
}

}  // namespace rigy::fuzz
