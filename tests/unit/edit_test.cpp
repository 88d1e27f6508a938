// Edits: single ones, and random ones of every document of the repository.
#include "rigy/edit.hpp"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "diagnostics/diagnostics.hpp"
#include "edit/edit_nodes.hpp"
#include "edit/rename.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"
#include "tests/unit/support.hpp"

namespace rigy {
namespace {

std::string applied(std::string_view text, const std::optional<TextEdits>& edits) {
  return edits ? apply_edits(text, *edits).value_or("they overlap") : "no place";
}

std::string set(std::string_view text, std::string_view path, std::string value) {
  return applied(text, set_value(text, path, {std::move(value)}));
}
std::string inserted(std::string_view text, std::string_view path, std::string value,
                     std::size_t index = at_the_end) {
  return applied(text, insert_item(text, path, {std::move(value)}, index));
}
std::string removed(std::string_view text, std::string_view path) {
  return applied(text, remove_at(text, path));
}

TEST(Edit, AppliesEditsInAnyOrderUnlessTheyOverlap) {
  EXPECT_EQ(apply_edits("abc", {{2, 3, "X"}, {0, 1, ""}, {1, 1, "1"}, {1, 1, "2"}}), "12bX");
  EXPECT_EQ(apply_edits("abc", {{0, 2, ""}, {1, 3, ""}}), std::nullopt);
  EXPECT_EQ(apply_edits("abc", {{2, 4, ""}}), std::nullopt);
  EXPECT_EQ(apply_edits("", {}), "");
}

TEST(Edit, ComposedEditsDoBoth) {
  std::mt19937 random(7);
  const auto number = [&random](std::size_t below) { return random() % (below + 1); };
  const auto edits_of = [&](std::size_t size) {
    TextEdits edits;
    for (std::size_t at = number(3); at <= size; at += 1 + number(4)) {
      const std::size_t end = std::min(size, at + number(2));
      edits.push_back({at, end, std::string(number(2), static_cast<char>('A' + number(25)))});
      at = end;
    }
    return edits;
  };
  for (int round = 0; round < 2000; ++round) {
    const std::string text = std::string("abcdefghijkl").substr(0, number(12));
    const TextEdits first = edits_of(text.size());
    const std::string middle = *apply_edits(text, first);
    const TextEdits second = edits_of(middle.size());
    const TextEdits both = compose_edits(first, second);
    // They may speak of bytes after the end, which stay.
    TextEdits in_text = both;
    for (TextEdit& edit : in_text)
      edit = {std::min(edit.begin, text.size()), std::min(edit.end, text.size()), edit.text};
    ASSERT_EQ(apply_edits(text, in_text), apply_edits(middle, second));
  }
}

TEST(Edit, SetsFields) {
  EXPECT_EQ(set("a: 1 # c\nb: 2\n", "a", "9"), "a: 9 # c\nb: 2\n");
  EXPECT_EQ(set("a: [1, {b: 'x'}]\n", "a[1].b", "y"), "a: [1, {b: y}]\n");
  EXPECT_EQ(set("a:\nb: 2\n", "a", "9"), "a: 9\nb: 2\n");
  EXPECT_EQ(set("a: # c\n  - 1\n  - 2\nb: 2\n", "a", "[]"), "a: [] # c\nb: 2\n");
  EXPECT_EQ(set("a: # c\n- 1\n- 2\n", "a", "[]"), "a: [] # c\n");
  EXPECT_EQ(set("a: |\n  text\n\nb: 2\n", "a", "x"), "a: x\n\nb: 2\n");
  EXPECT_EQ(set("a: &n 1\nb: *n\n", "a", "2"), "a: &n 2\nb: *n\n");
  EXPECT_EQ(set("m:\n  - id: x\n    # why\n    k: 1\n", "m[0].new", "2"),
            "m:\n  - id: x\n    # why\n    k: 1\n    new: 2\n");
  EXPECT_EQ(set("m: {id: x}\r\n", "m.t.r", "[0, 1, 0]"), "m: {id: x, t: {r: [0, 1, 0]}}\r\n");
  EXPECT_EQ(set("a: 1\n", "t.r", "2"), "a: 1\n\nt:\n  r: 2\n");
  EXPECT_EQ(set("a.b: 1\n", "a.b", "2"), "a.b: 2\n");
  EXPECT_EQ(set("a: {b: 1}\na.b: 1\n", "a.b", "2"), "a: {b: 1}\na.b: 2\n");
  EXPECT_EQ(set("a: 1\n", "ab", "2"), "a: 1\nab: 2\n");
  EXPECT_EQ(set("a: [1, 2]\n", "a[2]", "3"), "no place");
  EXPECT_EQ(set("a: 1\n", "a.b", "2"), "no place");
  EXPECT_EQ(set("a: [1, 2\nb: 3\n", "b", "4"), "a: [1, 2\nb: 4\n");
}

TEST(Edit, InsertsElementsInTheStyleOfTheirNeighbors) {
  EXPECT_EQ(inserted("a: [1, 2]\n", "a", "3"), "a: [1, 2, 3]\n");
  EXPECT_EQ(inserted("a: [1, 2]\n", "a", "3", 0), "a: [3, 1, 2]\n");
  EXPECT_EQ(inserted("a: []\n", "a", "3"), "a: [3]\n");
  EXPECT_EQ(inserted("a: [\n  1, # one\n  2 # two\n]\n", "a", "3"),
            "a: [\n  1, # one\n  2, # two\n  3\n]\n");
  EXPECT_EQ(inserted("a: [\n  1, # one\n  2, # two\n]\n", "a", "3"),
            "a: [\n  1, # one\n  2, # two\n  3,\n]\n");
  EXPECT_EQ(inserted("a:\n  - 1 # one\n\n# b\nb: 1\n", "a", "2"),
            "a:\n  - 1 # one\n  - 2\n\n# b\nb: 1\n");
  EXPECT_EQ(inserted("a:\n- 1\n- 3\n", "a", "2", 1), "a:\n- 1\n- 2\n- 3\n");
  EXPECT_EQ(inserted("a:\n  # first\n  - 1\n", "a", "0", 0), "a:\n  # first\n  - 0\n  - 1\n");
  EXPECT_EQ(inserted("a:\nb: 1\n", "a", "2"), "a:\n  - 2\nb: 1\n");
  EXPECT_EQ(inserted("b: 1", "a", "2"), "b: 1\n\na:\n  - 2\n");
  EXPECT_EQ(inserted("b: 1\r\n...\r\n", "a", "2"), "b: 1\r\n\r\na:\r\n  - 2\r\n...\r\n");
  EXPECT_EQ(inserted("a: {}\n", "a", "2"), "no place");
}

TEST(Edit, RemovesFieldsAndElements) {
  EXPECT_EQ(removed("a: 1 # c\n# d\nb: 2\n", "a"), "# d\nb: 2\n");
  EXPECT_EQ(removed("a: 1\nb: 2", "b"), "a: 1");
  EXPECT_EQ(removed("a: [1, 2, 3]\n", "a[0]"), "a: [2, 3]\n");
  EXPECT_EQ(removed("a: [1, 2, 3]\n", "a[2]"), "a: [1, 2]\n");
  EXPECT_EQ(removed("a: [1]\n", "a[0]"), "a: []\n");
  EXPECT_EQ(removed("a: {b: 1, c: 2}\n", "a.c"), "a: {b: 1}\n");
  EXPECT_EQ(removed("m:\n  - id: x\n    # why\n    k: 1\n", "m[0].id"),
            "m:\n  - # why\n    k: 1\n");
  EXPECT_EQ(removed("m:\n  - id: x\n    k: 1\n", "m[0].k"), "m:\n  - id: x\n");
  EXPECT_EQ(removed("m:\n  - id: x\n", "m[0].id"), "m:\n  - {}\n");
  EXPECT_EQ(removed("m:\n  - id: x\nn: 1\n", "m[0]"), "m: []\nn: 1\n");
  EXPECT_EQ(removed("a: &n 1\nb: *n\n", "a"), "no place");
  EXPECT_EQ(applied("rigy_version: '0.6' # c\n",
                    rename_key("rigy_version: '0.6' # c\n", "rigy_version", "version")),
            "version: '0.6' # c\n");
}

// --- random edits of all documents ---

// A tree without places.
struct Plain {
  NodeKind kind{};
  std::string text;
  std::vector<Plain> parts;  // elements, or keys and values

  friend bool operator==(const Plain&, const Plain&) = default;
};

Plain plain_of(const Tree& tree, NodeId node) {
  Plain plain{tree[node].kind, {}, {}};
  if (tree[node].kind == NodeKind::Scalar) plain.text = tree.text_of(node);
  for (NodeId one = node + 1; one < tree[node].after; one = tree[one].after) {
    plain.parts.push_back(plain_of(tree, one));
  }
  return plain;
}

std::vector<std::size_t> way_to(const Tree& tree, NodeId node) {
  if (tree[node].parent == no_index) return {};
  std::vector<std::size_t> way = way_to(tree, tree[node].parent);
  std::size_t index = 0;
  for (NodeId one = tree[node].parent + 1; one < node; one = tree[one].after) ++index;
  way.push_back(index);
  return way;
}

Plain& at(Plain& root, const std::vector<std::size_t>& way, std::size_t left_out = 0) {
  Plain* found = &root;
  for (std::size_t i = 0; i + left_out < way.size(); ++i) found = &found->parts[way[i]];
  return *found;
}

bool is_good(const std::string& text, Plain& plain) {
  Source source;
  source.text = text;
  Diagnostics diagnostics;
  const std::optional<Tree> tree = parse_yaml(source, 0, diagnostics);
  if (!tree || diagnostics.has_errors()) return false;
  plain = plain_of(*tree, 0);
  return std::none_of(tree->nodes.begin(), tree->nodes.end(),
                      [](const Node& node) { return node.kind == NodeKind::Alias; });
}

std::string comments_of(const std::string& text) {
  std::string comments;
  for (const Piece& piece : read_authored(text).pieces) {
    if (piece.kind == PieceKind::Comment) comments += text.substr(piece.begin, piece.size) + "\n";
  }
  return comments;
}

std::string with_long_breaks(const std::string& text) {
  std::string out;
  for (const char c : text) out.append(c == '\n' ? "\r\n" : std::string(1, c));
  return out;
}

// Makes a random change to the text and to its plain tree; false if there is no place for it.
bool change(const AuthoredText& authored, NodeId node, std::uint32_t how, Plain& plain,
            std::optional<TextEdits>& edits) {
  const Tree& tree = authored.tree;
  const std::vector<std::size_t> way = way_to(tree, node);
  const Plain scalar{NodeKind::Scalar, "new", {}};
  const NewValue block{"{k: 1, l: [2]}", {"k: 1", "l: [2]"}};
  const Plain mapping{NodeKind::Mapping,
                      {},
                      {{NodeKind::Scalar, "k", {}},
                       {NodeKind::Scalar, "1", {}},
                       {NodeKind::Scalar, "l", {}},
                       {NodeKind::Sequence, {}, {{NodeKind::Scalar, "2", {}}}}}};
  const bool as_block = how % 2 == 0;
  const NewValue value = as_block ? block : NewValue{"new"};
  const Plain made = as_block ? mapping : scalar;
  const bool is_key_node = tree[node].parent != no_index && !is_value(tree, node) &&
                           tree[tree[node].parent].kind == NodeKind::Mapping;
  Plain& there = at(plain, way);
  if (how % 3 == 0) {
    if (way.empty() || tree[tree[node].parent].size < 2) return false;
    edits = remove_node(authored, node);
    auto& parts = at(plain, way, 1).parts;
    const bool is_pair = tree[tree[node].parent].kind == NodeKind::Mapping;
    const std::size_t first = way.back() - (is_pair && !is_key_node ? 1 : 0);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(first),
                parts.begin() + static_cast<std::ptrdiff_t>(first + (is_pair ? 2 : 1)));
  } else if (tree[node].kind == NodeKind::Sequence && !there.parts.empty()) {
    const std::size_t index = how % (there.parts.size() + 1);
    edits = insert_element(authored, node, value, index);
    there.parts.insert(there.parts.begin() + static_cast<std::ptrdiff_t>(index), made);
  } else if (tree[node].kind == NodeKind::Mapping && !there.parts.empty()) {
    edits = insert_pair(authored, node, "added", value);
    there.parts.push_back({NodeKind::Scalar, "added", {}});
    there.parts.push_back(made);
  } else if (tree[node].kind == NodeKind::Scalar && !is_key_node && !way.empty()) {
    edits = replace_value(authored, node, {"new"});
    there = scalar;
  } else if (is_key_node) {
    edits = replace_text(authored, node, "renamed key");
    there.text = "renamed key";
  } else {
    return false;
  }
  return true;
}

void expect_change(const std::string& text, std::uint32_t seed, const std::string& name) {
  const AuthoredText authored = read_authored(text);
  Plain plain;
  if (!is_good(text, plain)) return;
  const NodeId node = seed % static_cast<NodeId>(authored.tree.nodes.size());
  const std::uint32_t how = seed / 7919;
  std::optional<TextEdits> edits;
  if (!change(authored, node, how, plain, edits)) return;
  ASSERT_TRUE(edits) << name << ' ' << path_of(authored.tree, node);
  const std::optional<std::string> edited = apply_edits(text, *edits);
  ASSERT_TRUE(edited) << name;
  Plain again;
  ASSERT_TRUE(is_good(*edited, again)) << name << ' ' << path_of(authored.tree, node) << '\n'
                                       << *edited;
  ASSERT_TRUE(again == plain) << name << ' ' << path_of(authored.tree, node) << '\n' << *edited;
  if (how % 3 != 0) {
    EXPECT_EQ(comments_of(*edited), comments_of(text)) << name;
  }
  EXPECT_EQ(edited->ends_with('\n'), text.ends_with('\n')) << name << '\n' << *edited;
  const bool has_short =
      edited->find("\n") != std::string::npos && edited->find("\r\n") == std::string::npos;
  EXPECT_EQ(has_short,
            text.find("\r\n") == std::string::npos && text.find('\n') != std::string::npos)
      << name;
}

TEST(Edit, TheLastLineKeepsItsBreak) {
  const std::vector<std::string> texts{"a: 1\n",
                                       "a:\n",
                                       "a:\n  b: 1\n",
                                       "a:\n  - 1\n",
                                       "a: |\n  x\n",
                                       "a:\n  - |\n    x\n",
                                       "a:\n  b: |\n    x\n",
                                       "a:\n  -\n",
                                       "a: 1\n# c\n",
                                       "{a: 1}\n",
                                       "a: 1\n...\n",
                                       "a: 1\n\n\n",
                                       "a: [\n  1\n]\n",
                                       "a: &x\n  b: 1 # c\n"};
  const std::vector<NewValue> values{{"new"}, {"{k: 1}", {"k: 1"}}, {"[1]", {"- 1"}}};
  for (const std::string& text : texts) {
    for (const std::string& written : {text, with_long_breaks(text)}) {
      for (const char* path : {"a", "a.b", "a.z", "z", "z.y", "a[0]", "a[0].z"}) {
        for (const NewValue& value : values) {
          for (const auto& edits :
               {set_value(written, path, value), insert_item(written, path, value),
                insert_item(written, path, value, 0), remove_at(written, path)}) {
            if (!edits) continue;
            const std::string after = applied(written, edits);
            EXPECT_TRUE(after.ends_with('\n')) << written << path << '\n' << after;
          }
        }
      }
    }
  }
}

TEST(Edit, ChangesWhatItSaysInEveryDocument) {
  std::mt19937 random(3);
  for (const auto& path : test::repository_documents()) {
    const std::string text = test::bytes_in(path);
    if (text.size() > 100'000) continue;
    for (int i = 0; i < 12; ++i) {
      const auto seed = static_cast<std::uint32_t>(random());
      expect_change(text, seed, path.string());
      expect_change(with_long_breaks(text), seed, path.string());
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// --- renaming ---

// The files with everything renamed that is written where `at` first occurs in the entry.
std::string renamed(const test::Files& files, std::string_view at, std::string_view name) {
  MemoryFiles memory(files);
  const SymbolIndex index = index_symbols(analyze(test::entry_name, memory), memory);
  const std::size_t offset = index.files[0].authored.text.find(at);
  const Renaming renaming = rename_symbol(index, 0, offset, name);
  std::string out;
  for (const std::string& fault : renaming.faults) out += fault + "\n";
  for (const FileEdits& file : renaming.edits) {
    out += applied(files.at(file.file), file.edits);
  }
  return out;
}

TEST(Rename, ChangesEveryPlaceAndNothingElse) {
  const std::string text =
      "version: '0.13' # v\n"
      "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
      "params: {h: 1}\n"
      "meshes:\n  - id: m\n    primitives:\n"
      "      - {id: \"L_arm\", type: box, dimensions: {x: $h, y: =$h+$h, z: 1}} # L_arm\n"
      "      - repeat: {count: 2, as: i, body: {id: \"p${i}\", type: sphere, dimensions: {radius: "
      "1}}}\n"
      "armatures: [{id: rig, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]\n"
      "bindings:\n  - mesh_id: m\n    armature_id: rig\n    weights:\n"
      "      - {primitive_id: 'R_arm', bones: [{bone_id: b, weight: 1}]}\n"
      "      - {primitive_id: p1, bones: [{bone_id: b, weight: 1}]}\n"
      "poses: [{id: rest, bones: {b: {}}}]\n";
  const test::Files files{{test::entry_name, text}};
  const auto with = [&text](const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string out = text;
    for (const auto& [from, to] : changes) {
      const std::size_t at = out.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      out.replace(at, from.size(), to);
    }
    return out;
  };
  EXPECT_EQ(renamed(files, "L_arm\"", "L_leg"),
            with({{"\"L_arm\"", "\"L_leg\""}, {"'R_arm'", "'R_leg'"}}));
  EXPECT_EQ(renamed(files, "R_arm", "R_leg"),
            with({{"\"L_arm\"", "\"L_leg\""}, {"'R_arm'", "'R_leg'"}}));
  EXPECT_EQ(renamed(files, "L_arm\"", "arm"),
            "its mirror image is used: the new name must begin with 'L_'\n");
  EXPECT_EQ(renamed(files, "h: 1}", "half"),
            with({{"{h: 1}", "{half: 1}"}, {"x: $h", "x: $half"}, {"=$h+$h", "=$half+$half"}}));
  EXPECT_EQ(renamed(files, "p${i}", "post${i}"), with({{"p${i}", "post${i}"}, {"p1", "post1"}}));
  EXPECT_EQ(renamed(files, "p1", "post1"), "a repeat makes it: rename 'p${i}' instead\n");
  EXPECT_EQ(renamed(files, "i, body", "n"), with({{"as: i", "as: n"}, {"p${i}", "p${n}"}}));
  EXPECT_EQ(renamed(files, "b, parent", "1"), with({{"id: b,", "id: \"1\","},
                                                    {"bone_id: b,", "bone_id: \"1\","},
                                                    {"bone_id: b,", "bone_id: \"1\","},
                                                    {"{b: {}}", "{\"1\": {}}"}}));
  EXPECT_EQ(renamed(files, "m\n", "rig"), "there already is a mesh 'rig'\n");
  EXPECT_EQ(renamed(files, "version", "rig"), "there is no id here\n");
}

// "b${c}${s}" names the bones of both repetitions.
TEST(Rename, RefusesWhatOneReferenceNamesWithOthers) {
  const std::string text =
      "version: '0.13'\n"
      "meshes:\n"
      "  - repeat: {count: 2, as: c, body: {id: \"m${c}\", primitives: [{repeat: {count: 2, as: s, "
      "body: {id: \"p${s}\", type: sphere, dimensions: {radius: 1}}}}]}}\n"
      "armatures:\n  - id: rig\n    bones:\n"
      "      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}\n"
      "      - repeat: {count: 2, as: s, body: {id: \"b0${s}\", parent: root, head: [0, 0, 0], "
      "tail: [0, 1, 0]}}\n"
      "      - repeat: {count: 2, as: s, body: {id: \"b1${s}\", parent: root, head: [0, 0, 0], "
      "tail: [0, 1, 0]}}\n"
      "bindings:\n"
      "  - repeat: {count: 2, as: c, body: {mesh_id: \"m${c}\", armature_id: rig, weights: "
      "[{repeat: {count: 2, as: s, body: {primitive_id: \"p${s}\", bones: [{bone_id: "
      "\"b${c}${s}\", weight: 1}]}}}]}}\n";
  const test::Files files{{test::entry_name, text}};
  EXPECT_EQ(renamed(files, "b1${s}", "arm${s}"),
            "'b${c}${s}' stands for several names, of which this is one\n");
}

TEST(Rename, RefusesOneOfSeveralNamesThatEscapesHide) {
  const std::string text =
      "version: '0.13'\n"
      "params: {wide: 4, high: 2}\n"
      "meshes:\n  - id: m\n    primitives:\n"
      "      - {id: a, type: box, dimensions: {x: \"=\\u0009$wide*$high\", y: 1, z: 1}}\n";
  const test::Files files{{test::entry_name, text}};
  // Both at once would become one.
  EXPECT_EQ(renamed(files, "wide*", "size"), "there is no id here\n");
  EXPECT_EQ(renamed(files, "wide: 4", "size"),
            "version: '0.13'\n"
            "params: {size: 4, high: 2}\n"
            "meshes:\n  - id: m\n    primitives:\n"
            "      - {id: a, type: box, dimensions: {x: \"=\\u0009$size*$high\", y: 1, z: 1}}\n");
}

TEST(Rename, RefusesIdsThatMirrorImagesAndRepetitionsHave) {
  const std::string text =
      "version: '0.13'\n"
      "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
      "meshes:\n  - id: m\n    primitives:\n"
      "      - {id: L_arm, type: sphere, dimensions: {radius: 1}}\n"
      "      - {id: torso, type: sphere, dimensions: {radius: 1}}\n"
      "      - {id: leg4, type: sphere, dimensions: {radius: 1}}\n"
      "      - repeat: {count: 2, as: i, body: {id: \"p${i}\", type: sphere, dimensions: {radius: "
      "1}}}\n"
      "  - {id: L_sack, primitives: [{id: torso, type: sphere, dimensions: {radius: 1}}]}\n"
      "  - {id: bag, primitives: [{id: torso, type: sphere, dimensions: {radius: 1}}]}\n";
  const test::Files files{{test::entry_name, text}};
  EXPECT_EQ(renamed(files, "torso", "R_arm"), "there already is a primitive 'R_arm'\n");
  EXPECT_EQ(renamed(files, "torso", "p1"), "there already is a primitive 'p1'\n");
  EXPECT_EQ(renamed(files, "p${i}", "leg${i}"), "there already is a primitive 'leg${i}'\n");
  // Meshes have no mirror images, and another mesh has ids of its own.
  EXPECT_NE(renamed(files, "bag, primitives", "R_sack").find("id: R_sack"), std::string::npos);
  EXPECT_NE(renamed(files, "leg4", "p").find("id: p,"), std::string::npos);
}

}  // namespace
}  // namespace rigy
