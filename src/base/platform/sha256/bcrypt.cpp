#include <windows.h>

#include "platform/sha256.hpp"
// After windows.h, whose types it uses.
#include <bcrypt.h>

namespace rigy::base::platform {
namespace {

// Sizes of the interface have 32 bits.
constexpr std::size_t most_at_once = 1u << 30;

void add(BCRYPT_HASH_HANDLE hash, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, most_at_once);
    // It only reads; its interface is older than const.
    auto* data = reinterpret_cast<PUCHAR>(const_cast<char*>(part.data()));
    ::BCryptHashData(hash, data, static_cast<ULONG>(part.size()), 0);
    bytes.remove_prefix(part.size());
  }
}

}  // namespace

Sha256 sha256(std::string_view bytes) {
  Sha256 digest{};
  BCRYPT_ALG_HANDLE algorithm = nullptr;
  BCRYPT_HASH_HANDLE hash = nullptr;
  ::BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0);
  ::BCryptCreateHash(algorithm, &hash, nullptr, 0, nullptr, 0, 0);
  add(hash, bytes);
  ::BCryptFinishHash(hash, digest.data(), static_cast<ULONG>(digest.size()), 0);
  ::BCryptDestroyHash(hash);
  ::BCryptCloseAlgorithmProvider(algorithm, 0);
  return digest;
}

}  // namespace rigy::base::platform
