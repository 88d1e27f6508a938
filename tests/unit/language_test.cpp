// The tables of the language: versions, features, objects and fields.
#include <algorithm>
#include <set>
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
    {"id", required, some_id, "its id"},
    {"legs", optional, "a number", "how many legs"},
    {"cushion", optional, "text", "came later", {0, 7}},
    {"maker", required, "text", "needed later", {0, 8}},
    {"wheels", optional, "a number", "came last", {0, 12}, {}, false, "V77"},
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
  EXPECT_TRUE(is_too_new({0, 10}, {0, 9}));
  EXPECT_FALSE(is_too_new({0, 9}, {0, 10}));
  EXPECT_EQ(parse_version("0.10"), (Version{0, 10}));
  for (const char* text :
       {"", ".", "0", "0.", ".6", "0.06", "00.6", "0.6.1", "a.b", "-0.6", "0.6 "}) {
    EXPECT_FALSE(parse_version(text)) << text;
  }
  EXPECT_EQ(parse_version("0.99999999999999999999"), (Version{0, 1'000'000}));
}

TEST(Language, UpToSixNoVersionGatesAnything) {
  for (int minor = 1; minor <= 6; ++minor) EXPECT_FALSE(is_too_new({0, minor}, {0, 1}));
  EXPECT_TRUE(is_too_new({0, 7}, {0, 6}));
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
  for (const Feature& feature : features()) {
    EXPECT_GE(feature.since, last) << feature.name;
    last = feature.since;
  }
  EXPECT_EQ(last, (Version{0, 13}));
}

TEST(Language, EveryFieldIsDescribed) {
  std::set<std::string_view> names;
  for (const Object* object : objects()) {
    EXPECT_TRUE(names.insert(object->name).second) << object->name;
    std::set<std::string_view> fields;
    for (const Field& field : object->fields) {
      EXPECT_TRUE(fields.insert(field.name).second) << object->name << " " << field.name;
      EXPECT_LE(field.since, newest_version) << object->name << " " << field.name;
      if (field.refused) continue;
      EXPECT_FALSE(field.description.empty()) << object->name << " " << field.name;
      EXPECT_FALSE(field.form.empty()) << object->name << " " << field.name;
    }
  }
}

// Other features are values, syntax, or gone before the fields are read.
bool is_field(const Feature& feature) {
  static constexpr std::string_view others[] = {"repeat", "expressions", "offset_mode",
                                                "material of a mesh"};
  return feature.name.find(':') == std::string_view::npos &&
         std::find(std::begin(others), std::end(others), feature.name) == std::end(others);
}

TEST(Language, TheFeaturesAreFieldsThatAreRefusedInTheSameWay) {
  for (const Feature& feature : features()) {
    if (!is_field(feature)) continue;
    bool found = false;
    for (const Object* object : objects()) {
      for (const Field& field : object->fields) {
        if (field.name != feature.name || field.since != feature.since) continue;
        found = true;
        if (!feature.refusal.empty()) {
          EXPECT_EQ(field.refusal, feature.refusal) << object->name << " " << field.name;
        }
      }
    }
    EXPECT_TRUE(found) << feature.name;
  }
}

}  // namespace
}  // namespace rigy
