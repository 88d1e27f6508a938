// The text with nothing left out.
#include "syntax/concrete_syntax.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// The pieces one after the other, which must be the text.
std::string printed(const ConcreteSyntax& syntax, std::string_view text) {
  std::string out;
  std::size_t end = 0;
  for (const Piece& piece : syntax.pieces) {
    EXPECT_EQ(piece.begin, end);
    EXPECT_GT(piece.size, 0u);
    end = piece.begin + piece.size;
    out += text.substr(piece.begin, piece.size);
  }
  return out;
}

std::string listing(std::string_view text) {
  static constexpr std::string_view kinds[] = {"token", "space", "break", "comment", "unread"};
  std::string out;
  for (const Piece& piece : read_concrete_syntax(text).pieces) {
    if (piece.kind == PieceKind::Space || piece.kind == PieceKind::LineBreak) continue;
    out += fmt::format("{} {}\n", kinds[static_cast<std::size_t>(piece.kind)],
                       text.substr(piece.begin, piece.size));
  }
  return out;
}

TEST(ConcreteSyntax, KeepsTokensAndComments) {
  EXPECT_EQ(listing("# top\na:  [1, 'x']  # end\n\n- b"),
            "comment # top\ntoken a\ntoken :\ntoken [\ntoken 1\ntoken ,\ntoken 'x'\ntoken ]\n"
            "comment # end\nunread - b\n");
  EXPECT_EQ(listing("k: &n |\n  text\nl: *n\n"),
            "token k\ntoken :\ntoken &n\ntoken |\n  text\n\ntoken l\ntoken :\ntoken *n\n");
}

TEST(ConcreteSyntax, TextsArePrintedByteForByte) {
  for (const char* text :
       {"", "\n", "\xef\xbb\xbf-: 1\r\nb: 2\r", "a: \"x\n  y\" # c\n", "- - a\n  - {b: [c, d]}\n",
        "a: [1, 2\nb: 3\n", "a: {x: [0}\nb: \"open\nc: 'd'\n", "a:\n\tb: 1\n c: 2\n", "]\n}\n",
        "%YAML 1.2\n---\na: !t 1\n...\n", "a: >-\n  x\n\n  y\n\n\nb: @c\n", "```yaml\na: 1\n```\n",
        "stray\na: b: c\nd: - e\n\xff\xfe\x01"}) {
    EXPECT_EQ(printed(read_concrete_syntax(text), text), text);
  }
}

TEST(ConcreteSyntax, NodesKnowTheirPieces) {
  const std::string_view text = "a: 1\nlist: # c\n  - {b: 'x'}\n";
  const ConcreteSyntax syntax = read_concrete_syntax(text);
  ASSERT_TRUE(syntax.tree);
  const auto written = [&](NodeId id) {
    std::string out;
    for (std::uint32_t i = syntax.nodes[id].first; i < syntax.nodes[id].last; ++i) {
      out += text.substr(syntax.pieces[i].begin, syntax.pieces[i].size);
    }
    return out;
  };
  EXPECT_EQ(written(0), text.substr(0, text.size() - 1));
  EXPECT_EQ(written(2), "1");
  EXPECT_EQ(written(4), "- {b: 'x'}");
  EXPECT_EQ(written(5), "{b: 'x'}");
  EXPECT_EQ(written(7), "'x'");
}

}  // namespace
}  // namespace rigy
