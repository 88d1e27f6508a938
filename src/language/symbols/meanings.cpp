#include "symbols/meanings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace rigy::language {
namespace {

// Aliases of aliases must not take for ever.
constexpr std::size_t visits_per_node = 16;

bool may_be(const Type& type, NodeKind kind) {
  switch (type.kind) {
    case TypeKind::Object:
    case TypeKind::Map:
      return kind == NodeKind::Mapping;
    case TypeKind::List:
    case TypeKind::Numbers:
      return kind == NodeKind::Sequence;
    case TypeKind::Anything:
      return true;
    case TypeKind::AnyOf:
      return std::any_of(type.of.begin(), type.of.end(),
                         [kind](const Type* one) { return may_be(*one, kind); });
    default:
      return kind == NodeKind::Scalar;
  }
}

bool has_word(const Type& type, std::string_view text) {
  return std::any_of(type.words.begin(), type.words.end(),
                     [text](const Word& word) { return word.name == text; });
}

// How well a mapping fits an object: words decide, then the number of known fields.
int fit_of(const Object& object, const Tree& tree, NodeId mapping) {
  constexpr int by_word = 1000;
  int fit = 0;
  for (const Field& field : object.fields) {
    const NodeId value = find_value(tree, mapping, field.name);
    if (value == no_index) {
      fit -= field.type.is_tag ? by_word : 0;
    } else if (field.type.kind == TypeKind::Word && tree[value].kind == NodeKind::Scalar) {
      fit += has_word(field.type, tree.text_of(value)) ? by_word : -by_word;
    } else {
      ++fit;
    }
  }
  return fit;
}

class MeaningFinder final : TypedWalk {
 public:
  explicit MeaningFinder(const Tree& tree) : TypedWalk(tree, false), meanings_(tree.nodes.size()) {}

  [[nodiscard]] std::vector<Meaning> run(const Object& root) && {
    walk(root);
    return std::move(meanings_);
  }

 private:
  void visit(NodeId node, const Meaning& meaning) override { meanings_[node] = meaning; }
  void begin_object(NodeId mapping, const Object& object) override {
    meanings_[mapping].object = &object;
  }

  std::vector<Meaning> meanings_;
};

}  // namespace

const Field* field_named(const Object& object, std::string_view name) {
  for (const Field& field : object.fields) {
    if (field.name == name || (!field.alias.empty() && field.alias == name)) return &field;
  }
  return nullptr;
}

const Type* type_by_word(const Object& object, const Field& field, const Tree& tree,
                         NodeId mapping) {
  const Type& type = field.type;
  for (const FieldRow& row : row_of(object).rows) {
    if (row.field.name != field.name || row.relation != Relation::ChosenBy) continue;
    const Field* chooser = field_named(object, row.other);
    const NodeId word = find_value(tree, mapping, row.other);
    if (chooser == nullptr || word == no_index || tree[word].kind != NodeKind::Scalar)
      return nullptr;
    for (std::size_t i = 0; i < std::min(chooser->type.words.size(), type.of.size()); ++i) {
      if (chooser->type.words[i].name == tree.text_of(word)) return type.of[i];
    }
  }
  return nullptr;
}

const Type* chosen_type(const Type& type, const Tree& tree, NodeId node, const Field* field,
                        const Object* parent) {
  if (type.kind != TypeKind::AnyOf) return &type;
  if (parent != nullptr && field != nullptr) {
    if (const Type* chosen = type_by_word(*parent, *field, tree, tree[node].parent)) return chosen;
  }
  const Type* best = nullptr;
  int best_fit = 0;
  for (const Type* one : type.of) {
    if (!may_be(*one, tree[node].kind)) continue;
    const int fit = one->object != nullptr ? fit_of(*one->object, tree, node) : 0;
    if (best == nullptr || fit > best_fit) {
      best = one;
      best_fit = fit;
    }
  }
  return best == nullptr ? &type : best;
}

NodeId repeated_body(const Tree& tree, NodeId element) {
  if (tree[element].kind != NodeKind::Mapping || tree[element].size != 1) return no_index;
  if (tree.text_of(element + 1) != "repeat") return no_index;
  const NodeId fields = element + 2;
  if (tree[fields].kind != NodeKind::Mapping) return no_index;
  for (NodeId key = fields + 1; key < tree[fields].after; key = tree[key + 1].after) {
    if (tree.text_of(key) == "body") return key + 1;
  }
  return no_index;
}

TypedWalk::TypedWalk(const Tree& tree, bool follows_aliases)
    : tree_(tree),
      follows_aliases_(follows_aliases),
      visits_left_(visits_per_node * tree.nodes.size()) {}

void TypedWalk::walk(const Object& root) {
  if (!tree_.nodes.empty() && tree_[0].kind == NodeKind::Mapping) walk_object(0, root);
}

void TypedWalk::walk_object(NodeId mapping, const Object& object) {
  begin_object(mapping, object);
  for (NodeId key = mapping + 1; key < tree_[mapping].after; key = tree_[key + 1].after) {
    const Field* field = field_named(object, tree_.text_of(key));
    visit(key, {&object, field, nullptr});
    if (field != nullptr) walk_value(key + 1, field->type, field, &object);
  }
  end_object();
}

void TypedWalk::walk_value(NodeId node, const Type& type, const Field* field,
                           const Object* parent) {
  if (follows_aliases_) node = tree_.resolve(node);
  if (visits_left_ == 0) return;
  --visits_left_;
  const Type* chosen = chosen_type(type, tree_, node, field, parent);
  visit(node, {nullptr, field, chosen});
  if (!may_be(*chosen, tree_[node].kind)) return;
  if (chosen->kind == TypeKind::Object) return walk_object(node, *chosen->object);
  if (chosen->kind == TypeKind::Map) return walk_map(node, *chosen, field);
  if (chosen->kind == TypeKind::List) return walk_list(node, *chosen, field);
  if (chosen->kind != TypeKind::Numbers) return;
  for (NodeId one = node + 1; one < tree_[node].after; one = tree_[one].after) {
    visit(one, {nullptr, field, chosen});
  }
}

void TypedWalk::walk_map(NodeId mapping, const Type& type, const Field* field) {
  for (NodeId key = mapping + 1; key < tree_[mapping].after; key = tree_[key + 1].after) {
    visit(key, {nullptr, field, type.of[0]});
    walk_value(key + 1, *type.of[1], field, nullptr);
  }
}

void TypedWalk::walk_list(NodeId list, const Type& type, const Field* field) {
  for (NodeId element = list + 1; element < tree_[list].after; element = tree_[element].after) {
    const NodeId node = follows_aliases_ ? tree_.resolve(element) : element;
    const NodeId body = repeated_body(tree_, node);
    if (body == no_index) {
      walk_value(node, *type.of[0], field, nullptr);
    } else {
      walk_repeat(node, body, *type.of[0], field);
    }
  }
}

// The fields of a repeat, of which `body` is an element of the list.
void TypedWalk::walk_repeat(NodeId element, NodeId body, const Type& type, const Field* field) {
  const NodeId fields = element + 2;
  visit(element, {nullptr, field, nullptr});
  begin_object(fields, repeat_object);
  for (NodeId key = fields + 1; key < tree_[fields].after; key = tree_[key + 1].after) {
    const Field* one = field_named(repeat_object, tree_.text_of(key));
    visit(key, {&repeat_object, one, nullptr});
    if (key + 1 == body) {
      walk_value(body, type, field, nullptr);
    } else if (one != nullptr) {
      walk_value(key + 1, one->type, one, &repeat_object);
    }
  }
  end_object();
}

std::vector<Meaning> meanings_of(const Tree& tree, const Object& root) {
  return MeaningFinder(tree).run(root);
}

}  // namespace rigy::language
