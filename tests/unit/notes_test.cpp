// The notes of the reference page: complete, and about what there is.
#include "tables/notes.hpp"

#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "rigy/diagnostic.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

TEST(Notes, ThereIsOneForEveryObjectInTheSameOrder) {
  ASSERT_EQ(object_notes().size(), objects().size());
  for (std::size_t i = 0; i < objects().size(); ++i) {
    EXPECT_EQ(object_notes()[i].object, objects()[i]) << objects()[i]->name;
    EXPECT_FALSE(object_notes()[i].place.empty()) << objects()[i]->name;
    EXPECT_FALSE(object_notes()[i].example.empty()) << objects()[i]->name;
  }
}

TEST(Notes, ThereIsOneForEveryFieldInTheSameOrder) {
  for (const ObjectNote& note : object_notes()) {
    std::size_t i = 0;
    for (const Field& field : note.object->fields) {
      if (field.refused) continue;
      ASSERT_LT(i, note.fields.size()) << note.object->name;
      EXPECT_NE(field.required, !note.fields[i].fallback.empty()) << field.name;
      EXPECT_EQ(note.fields[i++].field, field.name) << note.object->name;
    }
    EXPECT_EQ(i, note.fields.size()) << note.object->name;
  }
}

// Ids between spaces.
void add_ids(std::string_view text, std::set<std::string>& ids) {
  std::istringstream words{std::string(text)};
  for (std::string id; words >> id;) ids.insert(id);
}

TEST(Notes, EveryDiagnosticOfTheLanguageIsSomewhere) {
  // About any value, about expressions, about runs rather than documents, and those of the lint.
  std::set<std::string> ids;
  add_ids("P03 P04 P06 V32 V33 V34 V56 V57", ids);
  add_ids("V68 V69 V70 V71", ids);
  add_ids("X13 X18 X26 X50 X51 X52 X53 X54 X65 X66 X67 X68", ids);
  add_ids("L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15", ids);
  for (const ObjectNote& note : object_notes()) {
    add_ids(note.diagnostics, ids);
    for (const FieldNote& field : note.fields) add_ids(field.diagnostics, ids);
  }
  std::set<std::string> known;
  for (std::size_t i = 0; i < diagnostics_count(); ++i) known.emplace(diagnostics_begin()[i].id);
  EXPECT_EQ(ids, known);
}

}  // namespace
}  // namespace rigy
