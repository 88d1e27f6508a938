// Checksums of outputs: the same on every machine, however the bytes are divided.
#include "hashing/checksum.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string checksum_of(std::string_view text, std::size_t piece) {
  Checksum checksum;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    checksum.add(std::as_bytes(std::span(text.substr(0, piece))));
  }
  return checksum.text();
}

// The numbers are those of other implementations of XXH3.
TEST(Checksum, IsTheSameEverywhere) {
  EXPECT_EQ(checksum_of("", 1), "2d06800538d394c2");
  EXPECT_EQ(checksum_of("a", 1), "e6c632b61e964e1f");
}

TEST(Checksum, DoesNotDependOnThePieces) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += static_cast<char>(i * 7 % 251);
  for (const std::size_t piece : {1u, 7u, 64u, 255u, 256u, 1024u}) {
    EXPECT_EQ(checksum_of(text, piece), checksum_of(text, text.size())) << piece;
  }
  std::string other = text;
  other[2999] ^= 1;
  EXPECT_NE(checksum_of(other, 64), checksum_of(text, 64));
}

}  // namespace
}  // namespace rigy
