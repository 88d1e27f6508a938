// A sink that keeps what it gets, for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <string>

#include "io/output_sink.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

class CollectedPieces final : public OutputSink {
 public:
  // Fails beyond `room`.
  explicit CollectedPieces(bool any_order, std::size_t room = SIZE_MAX)
      : any_order_(any_order), room_(room) {}

  void expect(std::uint64_t size) override { expected = size; }
  bool takes_any_order() override { return any_order_; }
  bool write(std::uint64_t offset, std::span<const std::byte> piece) override {
    const std::lock_guard lock(mutex_);
    ++pieces;
    is_in_order = is_in_order && offset == bytes.size();
    if (offset + piece.size() > room_) return false;
    if (bytes.size() < offset + piece.size()) bytes.resize(offset + piece.size());
    if (!piece.empty()) std::memcpy(bytes.data() + offset, piece.data(), piece.size());
    return true;
  }

  std::string bytes;
  std::uint64_t expected = 0;  // its size, as said before the first piece
  std::size_t pieces = 0;
  bool is_in_order = true;

 private:
  bool any_order_;
  std::size_t room_;
  std::mutex mutex_;
};

}  // namespace rigy::test
