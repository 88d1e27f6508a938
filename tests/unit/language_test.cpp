// The tables of the language: versions, features, objects and fields.
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "document/fields.hpp"
#include "support.hpp"
#include "syntax/asked_version.hpp"
#include "syntax/parse.hpp"
#include "tables/features.hpp"
#include "tables/schema.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr Field chair_fields[] = {
    {"id", required, an_id(ItemKind::Mesh)},
    {"legs", optional, a_number()},
    {"cushion", optional, some_text, Feature::RotationDegrees},
    {"maker", required, some_text, Feature::UvSets},
    {"wheels", optional, a_number(), Feature::Expressions},
};
constexpr Object chair_object{"chair", chair_fields};

Tree tree_of(const std::string& text) {
  Source source{test::entry_name, {}, text, true};
  Diagnostics diagnostics;
  return parse_yaml(source, 0, diagnostics).value();
}

// What reading a chair of that version finds, with the help.
std::string read_chair(const std::string& text, Version version) {
  Diagnostics diagnostics;
  const Tree tree = tree_of(text);
  const Reporter at{diagnostics, tree, 0, std::nullopt, version};
  static_cast<void>(read_fields<chair_object>(at, 0));
  std::string found;
  for (const Diagnostic& one :
       diagnostics.report(test::only({"chair", "", text, true})).diagnostics) {
    found += one.id + " " + one.message + " | " + one.help + "\n";
  }
  return found;
}

TEST(Language, AFieldNewerThanTheDocumentIsRefused) {
  EXPECT_EQ(read_chair("{id: a, cushion: red}", {0, 6}),
            "V33 unknown field 'cushion' in chair 'a' | 'cushion' was added in version 0.7: write "
            "version: \"0.7\"\n");
  EXPECT_EQ(read_chair("{id: a, cushion: red}", {0, 7}), "");
}

TEST(Language, ANewerFieldIsNeitherMissedNorSuggested) {
  EXPECT_EQ(read_chair("{id: a}", {0, 6}), "");
  EXPECT_EQ(read_chair("{id: a}", {0, 8}),
            "V34 missing field 'maker' in chair 'a' | add maker: text\n");
  EXPECT_EQ(read_chair("{id: a, cushio: red}", {0, 6}),
            "V33 unknown field 'cushio' in chair 'a' | known fields: id, legs\n");
  EXPECT_EQ(read_chair("{id: a, cushio: red}", {0, 7}),
            "V33 unknown field 'cushio' in chair 'a' | did you mean 'cushion'?\n");
}

TEST(Language, AFieldMayBeRefusedInItsOwnWay) {
  EXPECT_EQ(
      read_chair("{id: a, maker: me, wheels: 4}", {0, 11}),
      "V77 'wheels' of chair 'a' in a document of version 0.11 | 'wheels' was added in version "
      "0.12: write version: \"0.12\"\n");
}

TEST(Language, MinorsCompareAsNumbers) {
  EXPECT_TRUE(is_too_new(Feature::Params, {0, 9}));
  EXPECT_FALSE(is_too_new(Feature::Wedges, {0, 10}));
  EXPECT_EQ(parse_version("0.10"), (Version{0, 10}));
  for (const char* text :
       {"", ".", "0", "0.", ".6", "0.06", "00.6", "0.6.1", "a.b", "-0.6", "0.6 "}) {
    EXPECT_FALSE(parse_version(text)) << text;
  }
  EXPECT_EQ(parse_version("0.99999999999999999999"), (Version{0, 1'000'000}));
}

TEST(Language, UpToSixNoVersionGatesAnything) {
  for (const Feature feature : {Feature::Basics, Feature::Poses, Feature::Materials}) {
    EXPECT_FALSE(is_too_new(feature, {0, 1}));
  }
  EXPECT_TRUE(is_too_new(Feature::UvRoles, {0, 6}));
}

TEST(Language, TheVersionIsKnownBeforeDecoding) {
  EXPECT_EQ(asked_version(tree_of("{version: \"0.3\"}")), (Version{0, 3}));
  for (const char* text : {"{}", "[]", "a", "{version: [0.3]}", "{version: \"0.0\"}",
                           "{version: \"0.99\"}", "{version: x}"}) {
    EXPECT_EQ(asked_version(tree_of(text)), newest_version) << text;
  }
}

TEST(Language, IdsChangeTheirNumbers) {
  EXPECT_EQ(id_in({0, 9}, "V33"), "V33");
  EXPECT_EQ(id_in({0, 10}, "V33"), "V57");
  EXPECT_EQ(id_in({0, 13}, "V28"), "V66");
  EXPECT_EQ(id_in({0, 11}, "V38"), "V38");
  EXPECT_EQ(id_in({0, 12}, "V38"), "V75");
  EXPECT_EQ(id_in({0, 13}, "V05"), "V05");
}

TEST(Language, FeaturesComeInTheOrderOfVersions) {
  Version last = oldest_version;
  for (const FeatureInfo& feature : features) {
    EXPECT_GE(feature.since, last) << feature.text;
    EXPECT_NE(find_diagnostic(feature.refusal), nullptr) << feature.text;
    last = feature.since;
  }
  EXPECT_EQ(last, newest_version);
}

TEST(Language, EveryObjectIsDescribed) {
  std::set<std::string_view> names;
  for (const ObjectRow& row : objects()) {
    EXPECT_TRUE(names.insert(row.object->name).second) << row.object->name;
    EXPECT_EQ(row.object->fields.size(), row.rows.size()) << row.object->name;
    EXPECT_FALSE(row.place.empty()) << row.object->name;
    EXPECT_FALSE(row.example.empty()) << row.object->name;
  }
}

TEST(Language, EveryFieldIsDescribed) {
  for (const ObjectRow& object : objects()) {
    std::set<std::string_view> names;
    for (const FieldRow& row : object.rows) {
      const std::string name = std::string(object.object->name) + "." + std::string(row.field.name);
      EXPECT_TRUE(names.insert(row.field.name).second) << name;
      if (row.field.refused) continue;
      EXPECT_FALSE(row.description.empty()) << name;
      EXPECT_FALSE(form_of(row.field).empty()) << name;
      EXPECT_NE(row.field.required, !row.fallback.empty()) << name;
    }
  }
}

TEST(Language, FieldsThatHaveToDoWithOthersNameThem) {
  for (const ObjectRow& object : objects()) {
    for (const FieldRow& row : object.rows) {
      std::istringstream others{std::string(row.other)};
      std::string name;
      while (row.relation != Relation::OnlyWith && others >> name) {
        EXPECT_LT(index_of(*object.object, name), object.rows.size()) << name;
      }
    }
  }
}

// Ids between spaces.
void add_ids(std::string_view text, std::set<std::string>& ids) {
  std::istringstream words{std::string(text)};
  for (std::string id; words >> id;) ids.insert(id);
}

TEST(Language, EveryDiagnosticOfTheLanguageIsSomewhere) {
  // About any value, about expressions, about bone maps, about runs rather than
  // documents, and those of the lint.
  std::set<std::string> ids;
  add_ids("P03 P04 P06 V32 V33 V34 V56 V57", ids);
  add_ids("V68 V69 V70 V71", ids);
  add_ids("B01 B02 B03 B04 B05 B06 B07", ids);
  add_ids("X13 X18 X26 X50 X51 X52 X53 X54 X65 X66 X67 X68 X99 M15", ids);
  add_ids("L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15", ids);
  add_ids("L20 L21 L22 L23 L24 L25", ids);
  for (const ObjectRow& object : objects()) {
    add_ids(object.diagnostics, ids);
    for (const FieldRow& row : object.rows) add_ids(row.diagnostics, ids);
  }
  std::set<std::string> known;
  for (std::size_t i = 0; i < diagnostics_count(); ++i) known.emplace(diagnostics_begin()[i].id);
  EXPECT_EQ(ids, known);
}

TEST(Language, FieldsAreReadByTheirNames) {
  Diagnostics diagnostics;
  const Tree tree = tree_of("{legs: 3, id: a}");
  const Reporter at{diagnostics, tree, 0, std::nullopt, {0, 6}};
  const auto fields = read_fields<chair_object>(at, 0);
  EXPECT_EQ(tree.text_of(fields.node<"id">()), "a");
  EXPECT_EQ(fields.get<"id">().what, "mesh id");
  EXPECT_EQ(read_number(at, fields.get<"legs">()).value, 3);
  EXPECT_FALSE(fields.get<"wheels">().given());
}

TEST(Language, FormsAreDerivedFromTypes) {
  EXPECT_EQ(form_of({"a", true, a_word(axis_words)}), "x, y or z");
  EXPECT_EQ(form_of({"a", true, a_whole_number(Range::AtLeastTwo)}), "a whole number, at least 2");
  EXPECT_EQ(form_of({"a", true, a_reference(ItemKind::Armature)}), "the id of an armature");
  EXPECT_EQ(form_of({"a", true, a_list_of<object_of<mesh_object>>()}), "a list of meshes");
  EXPECT_EQ(form_of({"a", true, some_numbers("[start, end]")}), "[start, end]");
  EXPECT_EQ(some_numbers("[start, end]").count, 2);
}

}  // namespace
}  // namespace rigy
