// What the table of the language says about each node of an authored tree. Nothing has to be right
// with the document: what is not known has no meaning.
#pragma once

#include <vector>

#include "syntax/tree.hpp"
#include "tables/schema.hpp"

namespace rigy::language {

struct Meaning {
  const Object* object = nullptr;  // of a mapping: what it is; of a key: whose it is
  const Field* field = nullptr;    // of a key, its value, and the elements of that
  const Type* type = nullptr;  // of a value or element, chosen if there are several; of a map's key
};

// Of each node, of a tree whose root is such an object. Through an alias nothing is said about its
// target, which has a place of its own.
[[nodiscard]] std::vector<Meaning> meanings_of(const Tree& tree, const Object& root);

// Goes through a tree as the table describes it, each node before what it contains.
class TypedWalk {
 public:
  virtual ~TypedWalk() = default;
  TypedWalk(const TypedWalk&) = delete;
  TypedWalk& operator=(const TypedWalk&) = delete;

 protected:
  // With aliases, their targets are visited wherever an alias stands, within a limit.
  TypedWalk(const Tree& tree, bool follows_aliases);

  void walk(const Object& root);
  // Keys, values and elements.
  virtual void visit(NodeId node, const Meaning& meaning) = 0;
  // A mapping that is such an object, after itself and before its keys.
  virtual void begin_object(NodeId /*mapping*/, const Object& /*object*/) {}
  virtual void end_object() {}

  const Tree& tree_;

 private:
  void walk_object(NodeId mapping, const Object& object);
  void walk_value(NodeId node, const Type& type, const Field* field, const Object* parent);
  void walk_map(NodeId mapping, const Type& type, const Field* field);
  void walk_list(NodeId list, const Type& type, const Field* field);
  void walk_repeat(NodeId element, NodeId body, const Type& type, const Field* field);

  bool follows_aliases_;
  std::size_t visits_left_;
};

// The field of that name, or null.
[[nodiscard]] const Field* field_named(const Object& object, std::string_view name);
// Of a field of a mapping that is such an object: the alternative in the place that the word of
// another field has among its words, as dimensions are those of the type. Null if no word decides.
[[nodiscard]] const Type* type_by_word(const Object& object, const Field& field, const Tree& tree,
                                       NodeId mapping);
// Which of the types a node is meant to be; the type itself if there is only one. `parent` is what
// the mapping is whose field the node is a value of, null for elements.
[[nodiscard]] const Type* chosen_type(const Type& type, const Tree& tree, NodeId node,
                                      const Field* field, const Object* parent);
// The body of an element that is a repeat; no_index if it is none.
[[nodiscard]] NodeId repeated_body(const Tree& tree, NodeId element);

}  // namespace rigy::language
