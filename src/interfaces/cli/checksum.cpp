#include "cli/checksum.hpp"

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "platform/files.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr std::size_t word_size = 8;

std::uint64_t word_at(const std::byte* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, word_size);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (std::size_t i = 0; i < word_size; ++i) swapped = swapped << 8 | (word >> (8 * i) & 0xff);
    word = swapped;
  }
  return word;
}

}  // namespace

void Checksum::mix(std::uint64_t word) {
  state_ = (std::rotl(state_, 23) ^ word) * 0xd6e8feb86659fd93u;
}

void Checksum::add(std::span<const std::byte> bytes) {
  std::size_t at = 0;
  const auto add_byte = [&] {
    tail_ |= std::to_integer<std::uint64_t>(bytes[at++]) << (8 * (size_ % word_size));
    if (++size_ % word_size != 0) return;
    mix(tail_);
    tail_ = 0;
  };
  while (at < bytes.size() && size_ % word_size != 0) add_byte();
  for (; bytes.size() - at >= word_size; at += word_size, size_ += word_size) {
    mix(word_at(bytes.data() + at));
  }
  while (at < bytes.size()) add_byte();
}

std::string Checksum::text() const {
  Checksum last = *this;
  last.mix(tail_);
  last.mix(size_);
  return fmt::format("{:016x}", last.state_ ^ last.state_ >> 32);
}

std::optional<std::string> checksum_of_file(const std::string& path) {
  const std::filesystem::path name = platform::to_path(path);
  std::error_code error;
  if (!std::filesystem::is_regular_file(name, error)) return std::nullopt;
  std::ifstream file(name, std::ios::binary);
  std::vector<char> piece(256u << 10);
  Checksum checksum;
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    checksum.add(std::as_bytes(std::span(piece.data(), static_cast<std::size_t>(file.gcount()))));
  }
  if (!file.eof()) return std::nullopt;
  return checksum.text();
}

}  // namespace rigy::interfaces::cli
