// Tables of texts: untrusted ids spread evenly, whatever they are.
#include "hashing/text_hash.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

std::size_t fullest_bucket(const TextSet<std::string>& texts) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < texts.bucket_count(); ++i) {
    most = std::max(most, texts.bucket_size(i));
  }
  return most;
}

TEST(TextHash, SpreadsTextsThatDifferLittle) {
  constexpr int count = 50'000;
  const std::string padding(900, 'x');
  for (const std::string_view form : {"{}", "bone_{}", "{}_bone", "{:016}", "é{}"}) {
    TextSet<std::string> texts;
    TextSet<std::string> long_texts;
    for (int i = 0; i < count; ++i) {
      texts.insert(fmt::format(fmt::runtime(form), i));
      long_texts.insert(padding + fmt::format(fmt::runtime(form), i));
    }
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(count));
    EXPECT_LE(fullest_bucket(texts), 16u) << form;
    EXPECT_LE(fullest_bucket(long_texts), 16u) << form;
  }
}

TEST(TextHash, TellsZerosAndLengthsApart) {
  TextSet<std::string> texts;
  for (std::size_t i = 0; i < 1000; ++i) texts.insert(std::string(i, '\0'));
  EXPECT_LE(fullest_bucket(texts), 12u);
  EXPECT_EQ(hash_of(std::string(20, 'a')), hash_of(std::string(20, 'a')));
  EXPECT_NE(hash_of("a"), hash_of(std::string_view("a\0", 2)));
}

// Of every length around the groups of bytes that are read at once.
TEST(TextHash, EveryByteCounts) {
  for (std::size_t length = 1; length < 100; ++length) {
    const std::string text(length, 'a');
    for (std::size_t i = 0; i < length; ++i) {
      std::string other = text;
      other[i] = 'b';
      EXPECT_NE(hash_of(other), hash_of(text)) << length << ", " << i;
    }
    // What follows a text in memory does not.
    const std::string longer = text + "tail";
    EXPECT_EQ(hash_of(std::string_view(longer).substr(0, length)), hash_of(text)) << length;
  }
}

}  // namespace
}  // namespace rigy
