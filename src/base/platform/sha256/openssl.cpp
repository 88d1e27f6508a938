#include <openssl/sha.h>

#include "platform/sha256.hpp"

namespace rigy::base::platform {

Sha256 sha256(std::string_view bytes) {
  Sha256 digest{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return digest;
}

}  // namespace rigy::base::platform
