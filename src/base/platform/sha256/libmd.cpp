#include <sys/types.h>

#include "platform/sha256.hpp"
// After sys/types.h, whose types it uses.
#include <sha2.h>

namespace rigy::base::platform {

Sha256 sha256(std::string_view bytes) {
  Sha256 digest{};
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  SHA256Final(digest.data(), &context);
  return digest;
}

}  // namespace rigy::base::platform
