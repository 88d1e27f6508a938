#include "canonical/container.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out += static_cast<char>(value);
  return out;
}

std::string glb_head(const std::string& json, std::uint64_t binary_size) {
  std::string head = begin_glb_head() + json;
  const std::uint64_t size = glb_size(head.size(), binary_size);
  finish_glb_head(head, binary_size);
  EXPECT_EQ(size, head.size() + binary_size);
  return head;
}

TEST(Container, HeaderAndChunks) {
  EXPECT_EQ(glb_head("{}", 8),
            bytes({'g', 'l', 'T', 'F', 2,   0,   0,   0,   40,  0,   0,   0,    //
                   4,   0,   0,   0,   'J', 'S', 'O', 'N', '{', '}', ' ', ' ',  //
                   8,   0,   0,   0,   'B', 'I', 'N', 0}));
}

TEST(Container, WithoutDataThereIsNoBinaryChunk) {
  EXPECT_EQ(glb_head("{}  ", 0),
            bytes({'g', 'l', 'T', 'F', 2,   0,   0,   0,   24,  0,   0,   0,  //
                   4,   0,   0,   0,   'J', 'S', 'O', 'N', '{', '}', ' ', ' '}));
}

TEST(Container, JsonIsPaddedWithSpaces) {
  for (std::size_t size = 0; size < 9; ++size) {
    const std::string head = glb_head(std::string(size, 'x'), 4);
    const std::size_t padded = (size + 3) / 4 * 4;
    EXPECT_EQ(head.size(), 12 + 8 + padded + 8);
    EXPECT_EQ(head.substr(20, padded), std::string(size, 'x') + std::string(padded - size, ' '));
    EXPECT_EQ(static_cast<unsigned char>(head[12]), padded);
    EXPECT_EQ(static_cast<unsigned char>(head[8]), head.size() + 4);
  }
}

TEST(Container, LengthsAreLittleEndianAndSizesDoNotOverflow) {
  const std::string head = glb_head(std::string(0x12344, ' '), 0x89abcdec);
  EXPECT_EQ(head.substr(12, 4), bytes({0x44, 0x23, 0x01, 0x00}));
  EXPECT_EQ(head.substr(20 + 0x12344, 4), bytes({0xec, 0xcd, 0xab, 0x89}));
  EXPECT_EQ(glb_size(21, 0x1'0000'0000u), 0x1'0000'0000u + 24 + 8);
}

}  // namespace
}  // namespace rigy
