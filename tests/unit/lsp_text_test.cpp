// Places and addresses as the Language Server Protocol writes them.
#include <string>

#include <gtest/gtest.h>

#include "questions/text_positions.hpp"
#include "questions/uri.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

TEST(TextPositions, CountUtf16AndEveryLineBreak) {
  const std::string text =
      "a\xc3\xa4\xf0\x9f\xa6\x8a"
      "b\r\nc\rd\n";
  const TextPositions positions(text);
  EXPECT_EQ(positions.offset_of({0, 2}), 3u);
  EXPECT_EQ(positions.offset_of({0, 4}), 7u);
  EXPECT_EQ(positions.offset_of({0, 99}), 8u) << "before the line break";
  EXPECT_EQ(positions.offset_of({1, 1}), 11u);
  EXPECT_EQ(positions.offset_of({2, 0}), 12u);
  EXPECT_EQ(positions.offset_of({9, 9}), text.size());
  for (const std::size_t offset : {0u, 1u, 3u, 7u, 10u, 12u, 14u}) {
    EXPECT_EQ(positions.offset_of(positions.position_of(offset)), offset);
  }
}

TEST(TextPositions, ReplaceARange) {
  EXPECT_EQ(with_change("one\ntwo\n", {{0, 2}, {1, 1}}, "X"), "onXwo\n");
  EXPECT_EQ(with_change("one", {{5, 0}, {7, 0}}, "!"), "one!");
  EXPECT_EQ(with_change("one", {{0, 2}, {0, 1}}, "!"), "on!e") << "the end is before the start";
}

TEST(Uri, GoesToAPathAndBack) {
  EXPECT_EQ(path_of_uri("file:///home/me/a%20b/%C3%A4.yaml"), "/home/me/a b/\xc3\xa4.yaml");
  EXPECT_EQ(uri_of_path("/home/me/a b/\xc3\xa4.yaml"), "file:///home/me/a%20b/%C3%A4.yaml");
  EXPECT_EQ(path_of_uri("file:///c:/assets/a.yaml"), "c:/assets/a.yaml");
  EXPECT_EQ(path_of_uri("untitled:Untitled-1"), "");
  EXPECT_EQ(path_of_uri("file:///a%2"), "/a%2");
}

}  // namespace
}  // namespace rigy
