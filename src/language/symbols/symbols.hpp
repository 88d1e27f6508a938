// The ids of a file and the places that name them, as the table of the language tells them from
// other texts. Nothing is looked up here: a file may name items of others.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/tree.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

// The names are as they are written: "post${i}" is the name of a repeated item.
struct SymbolDefinition {
  ItemKind kind{};
  std::string owner;  // the mesh, armature, macro or repeat that it belongs to; else empty
  std::string name;
  NodeId node = no_index;  // where the name is written: a value, or a key
  NodeId item = no_index;  // the mapping, or the value of the key
  bool from_param = false;
};

struct SymbolReference {
  ItemKind kind{};
  Scope scope{};
  std::string owner;  // of what it refers to: the mesh, armature, macro, repeat or import
  std::string name;
  NodeId node = no_index;
  // The part of the node's text that is the name.
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  bool from_param = false;  // the name is the value of a param
};

struct FileSymbols {
  std::vector<SymbolDefinition> definitions;
  std::vector<SymbolReference> references;
  // Of mirror_x; empty: nothing is mirrored.
  std::string mirrored_from;
  std::string mirrored_to;
};

// Of an authored tree whose root is such an object, whatever is wrong with it.
[[nodiscard]] FileSymbols symbols_of(const Tree& tree, const Object& root);

// Whether a name with indexes, such as "post${i}", stands for the other, such as "post3"; also if
// they are equal but for the names of indexes.
[[nodiscard]] bool stands_for(std::string_view pattern, std::string_view name);
[[nodiscard]] bool has_index(std::string_view name);

}  // namespace rigy::language
