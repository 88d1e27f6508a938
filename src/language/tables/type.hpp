// What the value of a field is: a type, as a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tables/words.hpp"

namespace rigy::language {

struct Object;

// What a number measures.
enum class Unit : std::uint8_t {
  None,
  Meters,
  Radians,
  Degrees,
  Share,  // from 0 to 1
  Factor,
  Direction,  // of any length
  Quaternion,
  FieldValue,  // of the field of an implicit surface
  Points,
};

// Which numbers are allowed.
// Of lists of numbers NotZero is about all of them.
enum class Range : std::uint8_t { All, Positive, NotNegative, AtLeastTwo, ZeroToOne, NotZero };

// What has an id.
enum class ItemKind : std::uint8_t {
  None,
  Mesh,
  Primitive,
  Armature,
  Bone,
  Material,
  Anchor,
  Instance,
  Pose,
  Import,
  UvSet,
  Frame,
  Child,
  Param,
  Index,   // of a repeat
  Macro,   // one that makes several primitives
  Cutout,  // of such a macro
};

// "bone", for messages.
[[nodiscard]] constexpr std::string_view name_of(ItemKind item) {
  constexpr std::string_view names[] = {"",         "mesh",   "primitive", "armature", "bone",
                                        "material", "anchor", "instance",  "pose",     "import",
                                        "UV set",   "frame",  "child",     "param",    "index",
                                        "macro",    "cutout"};
  return names[static_cast<std::size_t>(item)];
}

// Where an id is unique, or where what is referred to is found.
enum class Scope : std::uint8_t {
  Document,
  Mesh,
  Armature,
  Import,
  Parent,
  Contract,
  Repeat,
  Macro,
};

// What a text has to do with an item: it is its id, or refers to it.
enum class SymbolRole : std::uint8_t { None, Definition, Reference };

enum class FileKind : std::uint8_t { None, Asset, Contract, Weights };

// What the mirror image of an item has instead of the value.
enum class MirrorRule : std::uint8_t { Same, Renamed, NegatedX, Negated };

enum class TypeKind : std::uint8_t {
  Anything,
  Scalar,  // a number, a text or a boolean
  Number,
  Boolean,
  Numbers,  // a list of `count` numbers; any number of them if it is 0
  Word,     // one of `words`
  Text,
  Identifier,  // a text of letters, digits and _
  Version,     // a text of the form MAJOR.MINOR
  Length,      // a number of meters, or a text with a unit
  Id,          // of an `item`, unique in `scope`
  Reference,   // the id of an `item` of `scope`
  Path,        // of a `file`
  List,        // of of[0]
  Map,         // from of[0] to of[1]
  Object,
  AnyOf,
};

// A value of the language. It is made by the functions below.
struct Type {
  TypeKind kind = TypeKind::Anything;
  Unit unit = Unit::None;
  Range range = Range::All;
  bool whole = false;  // of a number
  ItemKind item = ItemKind::None;
  Scope scope = Scope::Document;
  FileKind file = FileKind::None;
  SymbolRole role = SymbolRole::None;
  std::uint8_t count = 0;     // of numbers or elements; 0: any
  std::uint8_t at_least = 0;  // elements
  bool is_tag = false;        // the word that tells an alternative of AnyOf from the others
  MirrorRule mirror = MirrorRule::Same;
  std::span<const Word> words = {};
  std::span<const WordSlip> slips = {};
  const Object* object = nullptr;
  std::span<const Type* const> of = {};
  // How it is written, for help; empty: form_of() derives it.
  std::string_view form = {};
  // The field with a value, in at most three lines, for help where a list or mapping is something
  // else.
  std::string_view sample = {};

  [[nodiscard]] constexpr Type written(std::string_view text) const {
    Type type = *this;
    type.form = text;
    return type;
  }
  [[nodiscard]] constexpr Type mirrored(MirrorRule rule) const {
    Type type = *this;
    type.mirror = rule;
    return type;
  }
  // The same, as the id of an item; as a reference to one.
  [[nodiscard]] constexpr Type defining(ItemKind what, Scope where = Scope::Document) const {
    return as_symbol(SymbolRole::Definition, what, where);
  }
  [[nodiscard]] constexpr Type naming(ItemKind what, Scope where = Scope::Document) const {
    return as_symbol(SymbolRole::Reference, what, where);
  }
  [[nodiscard]] constexpr Type as_symbol(SymbolRole what, ItemKind of_item, Scope where) const {
    Type type = *this;
    type.role = what;
    type.item = of_item;
    type.scope = where;
    return type;
  }
  [[nodiscard]] constexpr Type sampled(std::string_view text) const {
    Type type = *this;
    type.sample = text;
    return type;
  }
};

template <const Type&... types>
inline constexpr const Type* types_of[] = {&types...};

[[nodiscard]] constexpr Type a_number(Unit unit = Unit::None, Range range = Range::All) {
  return {.kind = TypeKind::Number, .unit = unit, .range = range};
}
[[nodiscard]] constexpr Type a_whole_number(Range range = Range::All, Unit unit = Unit::None) {
  return {.kind = TypeKind::Number, .unit = unit, .range = range, .whole = true};
}
// As many as the form has names: "[x, y, z]".
[[nodiscard]] constexpr Type some_numbers(std::string_view form, Unit unit = Unit::None,
                                          Range range = Range::All) {
  std::uint8_t count = 1;
  for (const char c : form) count = static_cast<std::uint8_t>(count + (c == ',' ? 1 : 0));
  return {.kind = TypeKind::Numbers, .unit = unit, .range = range, .count = count, .form = form};
}
[[nodiscard]] constexpr Type a_word(std::span<const Word> words,
                                    std::span<const WordSlip> slips = {}) {
  return {.kind = TypeKind::Word, .words = words, .slips = slips};
}
[[nodiscard]] constexpr Type a_tag(std::span<const Word> words) {
  return {.kind = TypeKind::Word, .is_tag = true, .words = words};
}
[[nodiscard]] constexpr Type an_id(ItemKind item, Scope scope = Scope::Document) {
  return Type{.kind = TypeKind::Id}.defining(item, scope);
}
[[nodiscard]] constexpr Type a_reference(ItemKind item, Scope scope = Scope::Document) {
  return Type{.kind = TypeKind::Reference, .mirror = MirrorRule::Renamed}.naming(item, scope);
}
[[nodiscard]] constexpr Type a_path(FileKind file) {
  return {.kind = TypeKind::Path, .file = file};
}
template <const Type& element>
[[nodiscard]] constexpr Type a_list_of(std::uint8_t at_least = 0) {
  return {.kind = TypeKind::List, .at_least = at_least, .of = types_of<element>};
}
template <const Type& element>
[[nodiscard]] constexpr Type three_of() {
  return {.kind = TypeKind::List, .count = 3, .of = types_of<element>};
}
template <const Type& key, const Type& value>
[[nodiscard]] constexpr Type a_map_of() {
  return {.kind = TypeKind::Map, .of = types_of<key, value>};
}
template <const Type&... alternatives>
[[nodiscard]] constexpr Type either() {
  return {.kind = TypeKind::AnyOf, .of = types_of<alternatives...>};
}

template <const Object& object>
inline constexpr Type object_of{.kind = TypeKind::Object, .object = &object};

inline constexpr Type anything{};
inline constexpr Type some_boolean{.kind = TypeKind::Boolean, .form = "true or false"};
inline constexpr Type some_scalar{.kind = TypeKind::Scalar};
inline constexpr Type some_text{.kind = TypeKind::Text};
inline constexpr Type some_identifier{.kind = TypeKind::Identifier,
                                      .form = "letters, digits and _"};
inline constexpr Type some_version{.kind = TypeKind::Version};
inline constexpr Type some_length{.kind = TypeKind::Length,
                                  .form = "a length: 0.2, 20cm, 8in, 1ft"};
inline constexpr Type some_size = a_number(Unit::Meters, Range::Positive);
inline constexpr Type some_point =
    some_numbers("[x, y, z]", Unit::Meters).mirrored(MirrorRule::NegatedX);
inline constexpr Type some_vertices{
    .kind = TypeKind::Numbers, .range = Range::NotNegative, .whole = true, .form = "[0, 1, 2]"};

}  // namespace rigy::language
