// Ids, what refers to them, and what the table says about each node.
#include "symbols/symbols.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rigy/files.hpp"
#include "symbol_index/symbol_index.hpp"
#include "symbols/meanings.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"
#include "tests/unit/support.hpp"

namespace rigy {
namespace {

SymbolIndex index_of(test::Files files, const std::string& entry = test::entry_name) {
  MemoryFiles memory(std::move(files));
  return index_symbols(analyze(entry, memory), memory);
}

// The places of what the text `at` first stands for in the entry: "doc.rigy.yaml:3 L_arm", one line
// for each.
std::string places_of(const SymbolIndex& index, std::string_view at, std::size_t skipped = 0) {
  const AuthoredText& entry = index.files[0].authored;
  std::string out;
  for (const SymbolId& symbol : symbols_at(index, 0, entry.text.find(at) + skipped)) {
    for (const Occurrence& one : occurrences_of(index, symbol)) {
      const AuthoredText& text = index.files[one.file].authored;
      out += fmt::format("{}:{} {}{}\n", index.files[one.file].name,
                         position_of(text, one.range.begin).line, text.text_of(one.range),
                         one.link != nullptr && one.link->mirrored ? " mirrored" : "");
    }
  }
  return out;
}

constexpr const char* arm = R"(version: "0.13"
symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}
meshes:
  - id: body
    primitives:
      - {id: L_arm, type: box, dimensions: {x: 1, y: 1, z: 1}, material: skin}
      - repeat: {count: 3, as: i, body: {id: "post${i}", type: box, dimensions: {x: 1, y: 1, z: 1}}}
      - {macro: box_decompose, id: front, axis: x, span: [0, 4], height: $h, thickness: "=$h / 20",
         cutouts: [{id: door, span: [1, 2], top: 2}]}
materials: {skin: {base_color: [1, 1, 1, 1]}}
params: {h: 2.4}
armatures:
  - id: rig
    bones:
      - {id: root, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}
      - {id: L_hand, parent: root, head: [0, 0, 0], tail: [0, 1, 0]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: R_arm, bones: [{bone_id: R_hand, weight: 1}]}
      - {primitive_id: post2, bones: [{bone_id: root, weight: 1}]}
      - {primitive_id: front_door_above, bones: [{bone_id: root, weight: 1}]}
poses: [{id: rest, bones: {root: {}, L_hand: {}}}]
)";

TEST(Symbols, KnowAllPlacesOfAnId) {
  const SymbolIndex index = index_of({{test::entry_name, arm}});
  const std::string doc = "doc.rigy.yaml:";
  EXPECT_EQ(places_of(index, "L_arm"), doc + "6 L_arm\n" + doc + "21 R_arm mirrored\n");
  EXPECT_EQ(places_of(index, "L_hand"),
            doc + "16 L_hand\n" + doc + "21 R_hand mirrored\n" + doc + "24 L_hand\n");
  EXPECT_EQ(places_of(index, "skin"), doc + "10 skin\n" + doc + "6 skin\n");
  EXPECT_EQ(places_of(index, "body\n"), doc + "4 body\n" + doc + "18 body\n");
  EXPECT_EQ(places_of(index, "rig\n"), doc + "13 rig\n" + doc + "19 rig\n");
  EXPECT_EQ(places_of(index, "post$"), doc + "7 post${i}\n" + doc + "22 post2\n");
  EXPECT_EQ(places_of(index, "i, body"), doc + "7 i\n" + doc + "7 i\n");
  EXPECT_EQ(places_of(index, "front"), doc + "8 front\n" + doc + "23 front\n");
  EXPECT_EQ(places_of(index, "door"), doc + "9 door\n" + doc + "23 door\n");
  EXPECT_EQ(places_of(index, "$h", 1), doc + "11 h\n" + doc + "8 h\n" + doc + "8 h\n");
  EXPECT_EQ(places_of(index, "rest"), doc + "24 rest\n");
}

TEST(Symbols, SurviveMistakesElsewhere) {
  const SymbolIndex index =
      index_of({{test::entry_name,
                 "version: '0.6'\nmeshes:\n  - id: m\n    primitives: [{id: a\n"
                 "bindings:\n  - mesh_id: m\n    armature_id rig\n"}});
  EXPECT_EQ(places_of(index, "m\n"), "doc.rigy.yaml:3 m\ndoc.rigy.yaml:6 m\n");
}

TEST(Symbols, ReachOtherFiles) {
  const SymbolIndex index = index_of(
      {{test::entry_name,
        "version: '0.6'\nimports: {w: {source: w.rigy.yaml, contract: w.ricy.yaml}}\n"
        "anchors: [{id: p, translation: [0, 0, 0]}, {id: q, translation: [1, 0, 0]}, {id: r, "
        "translation: [0, 1, 0]}]\n"
        "instances: [{id: one, import: w, attach3: {from: [w.a, b, c], to: [p, q, r], mode: "
        "rigid}}]\n"
        "meshes: [{id: m, primitives: [{id: x, type: sphere, dimensions: {radius: 1}, material: "
        "w.red}]}]\n"
        "armatures: [{id: rig, bones: [{id: tip, parent: none, head: [0, 0, 0], tail: [0, 1, "
        "0]}]}]\n"
        "bindings: [{mesh_id: m, armature_id: rig, weight_maps: [{primitive_id: x, source: "
        "x.json}]}]\n"},
       {"w.rigy.yaml",
        "version: '0.6'\nanchors:\n  - {id: a, translation: [0, 0, 0]}\n  - {id: b, translation: "
        "[1, "
        "0, 0]}\n  - {id: c, translation: [0, 1, 0]}\nmaterials: {red: {base_color: [1, 0, 0, "
        "1]}}\nmeshes: [{id: m, primitives: [{id: x, type: sphere, dimensions: {radius: 1}, "
        "material: red}]}]\n"},
       {"w.ricy.yaml", "contract_version: '0.1'\nrequired_anchors: [a, b]\n"},
       {"x.json",
        R"({"primitive_id": "x", "vertex_count": 1, "influences": [{"vertex": 0, "bones": [{"bone_id": "tip", "weight": 1}]}]})"}});
  EXPECT_EQ(places_of(index, "w.a", 2), "w.rigy.yaml:3 a\ndoc.rigy.yaml:4 a\nw.ricy.yaml:2 a\n");
  EXPECT_EQ(places_of(index, "b, c"), "w.rigy.yaml:4 b\ndoc.rigy.yaml:4 b\nw.ricy.yaml:2 b\n");
  EXPECT_EQ(places_of(index, "red}"),
            "w.rigy.yaml:6 red\ndoc.rigy.yaml:5 red\nw.rigy.yaml:7 red\n");
  EXPECT_EQ(places_of(index, "w: {"),
            "doc.rigy.yaml:2 w\ndoc.rigy.yaml:4 w\ndoc.rigy.yaml:4 w\ndoc.rigy.yaml:5 w\n");
  EXPECT_EQ(places_of(index, "tip"), "doc.rigy.yaml:6 tip\nx.json:1 tip\n");
  EXPECT_EQ(places_of(index, "x, type"), "doc.rigy.yaml:5 x\ndoc.rigy.yaml:7 x\nx.json:1 x\n");
}

TEST(Symbols, FollowAliases) {
  const SymbolIndex index = index_of(
      {{test::entry_name,
        "version: '0.6'\narmatures:\n  - {id: a, bones: &b [{id: root, parent: none, head: [0, 0, "
        "0], "
        "tail: [0, 1, 0]}]}\n  - {id: b, bones: *b}\nposes: [{id: p, bones: {root: {}}}]\n"}});
  EXPECT_EQ(places_of(index, "root:"),
            "doc.rigy.yaml:3 root\ndoc.rigy.yaml:5 root\n"
            "doc.rigy.yaml:3 root\ndoc.rigy.yaml:5 root\n");
}

// Names without a meaning in old versions, and a text that only looks like an expression.
bool has_idle_names(const std::string& path) {
  return path.find("/P02_") != std::string::npos || path.find("/Q037_") != std::string::npos ||
         path.find("/Q060_") != std::string::npos;
}

// Where nothing is wrong, every reference has a target.
TEST(Symbols, AreLinkedInEveryDocument) {
  std::map<ItemKind, std::size_t> linked;
  for (const auto& path : test::repository_documents()) {
    DiskFiles files(test::repository_folder());
    const Analysis analysis = analyze(path.string(), files);
    if (!analysis.ok() || has_idle_names(path.string())) continue;
    const SymbolIndex index = index_symbols(analysis, files);
    std::vector<std::vector<bool>> has_target(index.files.size());
    for (std::size_t i = 0; i < has_target.size(); ++i) {
      has_target[i].resize(index.files[i].symbols.references.size());
    }
    for (const SymbolLink& link : index.links) {
      has_target[link.file][link.reference] = true;
      ++linked[index.reference(link).kind];
    }
    for (std::size_t i = 0; i < has_target.size(); ++i) {
      for (std::size_t j = 0; j < has_target[i].size(); ++j) {
        const SymbolReference& reference = index.files[i].symbols.references[j];
        if (reference.name == "none") continue;
        EXPECT_TRUE(has_target[i][j]) << index.files[i].name << ": " << name_of(reference.kind)
                                      << ' ' << reference.name << " of '" << reference.owner << "'";
      }
    }
  }
  EXPECT_GE(linked.size(), 11u);
}

TEST(Meanings, NameObjectsFieldsAndTypes) {
  const AuthoredText authored = read_authored(arm);
  const std::vector<Meaning> meanings = meanings_of(authored.tree, document_object);
  const auto at = [&](std::string_view text) {
    return meanings[node_at(authored, authored.text.find(text))];
  };
  EXPECT_EQ(at("post$").type->item, ItemKind::Primitive);
  EXPECT_EQ(at("thickness").object, &box_decompose_object);
  EXPECT_EQ(at("y: 1").object, &box_dimensions);
  EXPECT_EQ(at("count").object, &repeat_object);
  EXPECT_EQ(at("2.4").field->name, "params");
  EXPECT_EQ(at("[0, 0, 0]").type->unit, Unit::Meters);
  EXPECT_EQ(at("1, 1, 1, 1").type->unit, Unit::Share);
}

}  // namespace
}  // namespace rigy
