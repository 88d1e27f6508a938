#include "cli/digest.hpp"

#include <fmt/format.h>

#include "platform/sha256.hpp"

namespace rigy::interfaces::cli {

std::string sha256(std::string_view bytes) {
  std::string digits;
  for (const std::uint8_t byte : platform::sha256(bytes)) digits += fmt::format("{:02x}", byte);
  return digits;
}

}  // namespace rigy::interfaces::cli
