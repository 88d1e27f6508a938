#include "hashing/checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace rigy::base {

struct Checksum::State {
  XXH3_state_t sum{};
};

Checksum::Checksum() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->sum); }

Checksum::~Checksum() = default;

void Checksum::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(&state_->sum, bytes.data(), bytes.size());
}

std::string Checksum::text() const {
  return fmt::format("{:016x}", XXH3_64bits_digest(&state_->sum));
}

}  // namespace rigy::base
