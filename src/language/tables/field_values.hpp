// The values of an object's fields, by the names of the fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/index.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// The name of a field as a template argument.
template <std::size_t size>
struct FieldName {
  std::array<char, size> text{};

  // NOLINTNEXTLINE(google-explicit-constructor): a literal is a name.
  consteval FieldName(const char (&literal)[size]) { std::copy_n(literal, size, text.begin()); }
  [[nodiscard]] constexpr std::string_view view() const { return {text.data(), size - 1}; }
};

// The value of a field; without a node if it is not given.
struct FieldValue {
  const Field& field;
  std::string_view what;  // what messages call it: "bone id", "head"
  std::uint32_t node = no_index;

  [[nodiscard]] bool given() const { return node != no_index; }
  // The same value by another name, where its field's alone would be unclear.
  [[nodiscard]] FieldValue called(std::string_view name) const { return {field, name, node}; }
};

[[nodiscard]] constexpr std::size_t index_of(const Object& object, std::string_view name) {
  std::size_t i = 0;
  while (i < object.fields.size() && object.fields[i].name != name) ++i;
  return i;
}

// Ids and names are called by what they belong to: "bone id", "mesh name".
template <const Object& object, std::size_t index>
inline constexpr auto label_text = [] {
  constexpr const Field& field = object.fields[index];
  constexpr bool is_id = field.type.kind == TypeKind::Id;
  constexpr bool is_name = field.type.kind == TypeKind::Text && field.name == "name";
  constexpr std::string_view owner =
      is_id || is_name ? name_of(object.fields[0].type.item) : std::string_view();
  constexpr std::size_t size = owner.empty() ? 0 : owner.size() + 1;
  std::array<char, size + field.name.size()> text{};
  std::copy(owner.begin(), owner.end(), text.begin());
  if (size > 0) text[size - 1] = ' ';
  std::copy(field.name.begin(), field.name.end(), text.begin() + size);
  return text;
}();

// The nodes of all fields of the object, in the order of its table. A name that is not one of its
// fields does not compile.
template <const Object& object>
struct FieldValues {
  std::array<std::uint32_t, object.fields.size()> nodes = filled();

  template <FieldName name>
  [[nodiscard]] FieldValue get() const {
    constexpr std::size_t i = index_of(object, name.view());
    static_assert(i < object.fields.size(), "the object has no field of that name");
    constexpr std::string_view what(label_text<object, i>.data(), label_text<object, i>.size());
    return {object.fields[i], what, nodes[i]};
  }
  template <FieldName name>
  [[nodiscard]] std::uint32_t node() const {
    return get<name>().node;
  }
  // As if the field were not given.
  template <FieldName name>
  void drop() {
    nodes[index_of(object, name.view())] = no_index;
  }

 private:
  static constexpr auto filled() {
    std::array<std::uint32_t, object.fields.size()> none{};
    none.fill(no_index);
    return none;
  }
};

}  // namespace rigy::language
