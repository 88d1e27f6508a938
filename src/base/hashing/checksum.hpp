// A fast checksum, to notice that bytes are not those of before. Finds accidents, not attacks.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace rigy::base {

// The same on every machine, however the bytes are divided.
class Checksum {
 public:
  Checksum();
  ~Checksum();

  void add(std::span<const std::byte> bytes);
  [[nodiscard]] std::string text() const;  // 16 hexadecimal digits

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rigy::base
