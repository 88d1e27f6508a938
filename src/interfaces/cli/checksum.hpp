// A fast checksum of outputs: whether a file is still what was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

// Finds accidents, not attacks. The same on every machine, however the bytes are divided.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes);
  [[nodiscard]] std::string text() const;  // 16 hexadecimal digits

 private:
  void mix(std::uint64_t word);

  std::uint64_t state_ = 0x9e3779b97f4a7c15u;
  std::uint64_t size_ = 0;
  std::uint64_t tail_ = 0;  // bytes of an incomplete word
};

// Of a file; nothing if it cannot be read or is no regular file.
[[nodiscard]] std::optional<std::string> checksum_of_file(const std::string& path);

}  // namespace rigy::interfaces::cli
