// Texts as their authors wrote them: places, and where expanded nodes come from.
#include "syntax/authored_text.hpp"

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/files.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"

namespace rigy {
namespace {

namespace fs = std::filesystem;

// The path of the node at the first `|` of a text, which is not part of it.
std::string path_at_bar(std::string text) {
  const std::size_t bar = text.find('|');
  text.erase(bar, 1);
  const AuthoredText authored = read_authored(text);
  const NodeId node = node_at(authored, bar);
  EXPECT_EQ(node_at(authored, position_of(authored, bar)), node);
  if (node == no_index) return "nothing";
  const Node& found = authored.tree[node];
  const bool is_key = found.parent != no_index && !is_value(authored.tree, node) &&
                      authored.tree[found.parent].kind == NodeKind::Mapping;
  return (is_key ? "key " : "") + path_of(authored.tree, node);
}

TEST(AuthoredText, NodesAreFoundByTheirPlaces) {
  EXPECT_EQ(path_at_bar("meshes:\n  - id: bo|dy\n"), "meshes[0].id");
  EXPECT_EQ(path_at_bar("meshes:\n  - i|d: body\n"), "key meshes[0].id");
  EXPECT_EQ(path_at_bar("meshes:\n  - id|: body\n"), "key meshes[0].id");
  EXPECT_EQ(path_at_bar("a: [1, 2|, 3]\n"), "a[1]");
  EXPECT_EQ(path_at_bar("a: [1, |2, 3]\n"), "a[1]");
  EXPECT_EQ(path_at_bar("a: [1,| 2, 3]\n"), "a");
  EXPECT_EQ(path_at_bar("a:|\nb: 1\n"), "a");
  EXPECT_EQ(path_at_bar("a: 'x| y'\n"), "a");
  EXPECT_EQ(path_at_bar("a: 1\r\nb: {c: |d}\r\n"), "b.c");
  EXPECT_EQ(path_at_bar("\xef\xbb\xbf\xc3\xa4: \xc3\xb6|\n"), "\xc3\xa4");
  EXPECT_EQ(path_at_bar("# |only a comment\n"), "nothing");
  EXPECT_EQ(path_at_bar("|"), "nothing");
}

TEST(AuthoredText, NodesAreFoundInATextWithMistakes) {
  EXPECT_EQ(path_at_bar("a: [1, 2\nb:\n  c: |3\n"), "b.c");
  EXPECT_EQ(path_at_bar("a: \"open\nb:\n  - |c\n"), "b[0]");
  EXPECT_EQ(path_at_bar("meshes:\n  - id: m\n    primi|\nb: 1\n"), "key meshes[0].primi");
}

TEST(AuthoredText, PlacesAndOffsetsAgreeEverywhere) {
  const AuthoredText authored =
      read_authored("\xef\xbb\xbf\xc3\xa4: 1\r\n\r# \xf0\x9f\x8c\xb5 c\nb:\n");
  for (std::size_t offset = 3; offset <= authored.text.size(); ++offset) {
    const bool is_inside = offset < authored.text.size() &&
                           (static_cast<unsigned char>(authored.text[offset]) & 0xc0) == 0x80;
    if (is_inside || authored.text.substr(offset - 1, 2) == "\r\n") continue;
    EXPECT_EQ(offset_of(authored, position_of(authored, offset)), offset);
  }
  EXPECT_EQ(offset_of(authored, {1, 99}), 8u);
  EXPECT_EQ(offset_of(authored, {99, 1}), authored.text.size());
}

// Every node of the suite is found again at its own place.
TEST(AuthoredText, RangesAreExactInEveryDocument) {
  for (const fs::path& path : test::repository_documents()) {
    const AuthoredText authored = read_authored(test::bytes_in(path));
    for (NodeId node = 0; node < authored.tree.nodes.size(); ++node) {
      const ByteRange range = authored.ranges[node];
      const Node& one = authored.tree[node];
      if (node > 0) {
        EXPECT_GE(range.begin, authored.ranges[node - 1].begin) << path;
      }
      if (one.parent != no_index) {
        EXPECT_LE(range.end, authored.ranges[one.parent].end) << path;
      }
      if (one.kind != NodeKind::Scalar) continue;
      EXPECT_EQ(node_at(authored, range.begin), node)
          << path << ' ' << path_of(authored.tree, node);
      if (one.plain && one.start.line == one.end.line) {
        EXPECT_EQ(authored.text_of(content_range(authored, node)), authored.tree.text_of(node))
            << path;
      }
    }
  }
}

TEST(AuthoredText, EveryExpandedNodeHasAnAuthoredOne) {
  std::size_t made = 0;
  for (const fs::path& path : test::repository_documents()) {
    DiskFiles files(test::repository_folder());
    const Analysis analysis = analyze(path.string(), files);
    if (!analysis.report.ok()) continue;
    for (const auto& asset : analysis.assembly->assembly.assets) {
      const AuthoredText authored = read_authored(asset->source->text);
      for (NodeId node = 0; node < asset->tree.nodes.size(); ++node) {
        const NodeId origin = authored_node(authored, asset->tree, node);
        ASSERT_NE(origin, no_index) << path << ' ' << path_of(asset->tree, node);
        const bool is_written = asset->tree[node].made == written;
        if (!is_written) ++made;
        if (!is_written || asset->tree[node].kind != NodeKind::Scalar) continue;
        EXPECT_EQ(authored.tree.text_of(origin), asset->tree.text_of(node)) << path;
      }
    }
  }
  EXPECT_GT(made, 1000u);
}

}  // namespace
}  // namespace rigy
