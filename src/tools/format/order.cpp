#include "format/order.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "tables/schema.hpp"

namespace rigy::tools {
namespace {

constexpr const Object* roots[] = {&document_object, &rigs_document_object, &contract_object,
                                   &motion_document_object, &weight_file_object};

const Field* field_of(const Object& object, std::string_view name) {
  const auto found =
      std::find_if(object.fields.begin(), object.fields.end(), [&](const Field& one) {
        return one.name == name || (!one.alias.empty() && one.alias == name);
      });
  return found == object.fields.end() ? nullptr : &*found;
}

// Whether an anchor's name is given twice: then aliases depend on the order.
bool repeats_anchors(std::string_view text, const ConcreteSyntax& syntax) {
  std::set<std::string_view> names;
  for (const Piece& piece : syntax.pieces) {
    if (piece.kind != PieceKind::Token || piece.token != TokenKind::Anchor) continue;
    if (!names.insert(text.substr(piece.begin, piece.size)).second) return true;
  }
  return false;
}

class FieldOrder {
 public:
  FieldOrder(const Tree& tree, bool sorts) : tree_(tree), sorts_(sorts) {
    has_aliases_ = std::any_of(tree.nodes.begin(), tree.nodes.end(),
                               [](const Node& node) { return node.kind == NodeKind::Alias; });
  }

  void order_root(LayoutEntry& root);
  // What the document is; null if it has no field of any.
  [[nodiscard]] const Object* root_object(const LayoutEntry& root) const;

 private:
  void order(LayoutEntry& entry, const Type& type, bool is_item = false);
  void order_item(LayoutEntry& entry, const Type& type);
  void order_object(LayoutEntry& value, const Object& object, const Type* body, bool is_item);
  void sort_entries(LayoutEntry& value, const Object& object, bool is_item) const;
  [[nodiscard]] std::vector<std::size_t> sorted(const LayoutEntry& value,
                                                const Object& object) const;
  [[nodiscard]] bool needs(const LayoutEntry& entry, const LayoutEntry& other) const;
  [[nodiscard]] const Type* chosen(const LayoutEntry& value, const Type& type) const;
  [[nodiscard]] int count_fields(const LayoutEntry& value, const Object& object) const;
  [[nodiscard]] std::string_view key_of(const LayoutEntry& entry) const {
    return tree_.text_of(tree_.resolve(entry.key_node));
  }

  const Tree& tree_;
  bool sorts_;
  bool has_aliases_ = false;
};

// How many keys are fields; a word that tells objects apart decides.
int FieldOrder::count_fields(const LayoutEntry& value, const Object& object) const {
  int count = 0;
  for (const LayoutEntry& entry : value.entries) {
    const Field* const field = field_of(object, key_of(entry));
    if (field == nullptr) continue;
    ++count;
    if (!field->type.is_tag || entry.kind != ValueKind::Scalar) continue;
    const std::string_view word = tree_.text_of(tree_.resolve(entry.node));
    const auto& words = field->type.words;
    if (std::any_of(words.begin(), words.end(),
                    [&](const Word& one) { return one.name == word; })) {
      count += 1000;
    }
  }
  return count;
}

// The alternative that the value is.
const Type* FieldOrder::chosen(const LayoutEntry& value, const Type& type) const {
  const Type* best = nullptr;
  int most = -1;
  for (const Type* const one : type.of) {
    const bool is_object = one->kind == TypeKind::Object;
    if (is_object != (value.kind == ValueKind::Mapping)) continue;
    const int count = is_object ? count_fields(value, *one->object) : 0;
    if (count > most) best = one;
    most = std::max(most, count);
  }
  return best;
}

const Object* FieldOrder::root_object(const LayoutEntry& root) const {
  const Object* best = nullptr;
  int most = 0;
  for (const Object* const object : roots) {
    const int count = count_fields(root, *object);
    if (count > most) best = object;
    most = std::max(most, count);
  }
  return best;
}

void FieldOrder::order_root(LayoutEntry& root) {
  if (root.kind != ValueKind::Mapping) return;
  const Object* const object = root_object(root);
  if (object != nullptr) order_object(root, *object, nullptr, false);
}

// Whether there is no comment that the value could not have on one line.
bool is_plain_list(const LayoutEntry& list) {
  const LayoutNotes& notes = list.notes();
  if (list.kind != ValueKind::List || !notes.head.empty() || !notes.value_before.empty() ||
      !notes.end.empty() || !notes.anchor.empty()) {
    return false;
  }
  return std::all_of(list.entries.begin(), list.entries.end(), [](const LayoutEntry& entry) {
    const bool fits =
        entry.style != ScalarStyle::Plain || entry.text.find_first_of(",[]{}") == entry.text.npos;
    return entry.kind == ValueKind::Scalar && !entry.has_lines && fits && !is_commented(entry);
  });
}

void FieldOrder::order(LayoutEntry& value, const Type& type, bool is_item) {
  switch (type.kind) {
    case TypeKind::AnyOf:
      if (const Type* const one = chosen(value, type)) order(value, *one, is_item);
      return;
    case TypeKind::Object:
      if (value.kind == ValueKind::Mapping) order_object(value, *type.object, nullptr, is_item);
      return;
    case TypeKind::Map:
      if (value.kind != ValueKind::Mapping) return;
      for (LayoutEntry& entry : value.entries) order(entry, *type.of[1]);
      return;
    case TypeKind::List:
      if (type.count > 0 && is_plain_list(value)) value.is_flow = true;
      if (value.kind != ValueKind::List) return;
      for (LayoutEntry& entry : value.entries) order_item(entry, *type.of[0]);
      return;
    case TypeKind::Numbers:
      if (is_plain_list(value)) value.is_flow = true;
      return;
    default:
      return;
  }
}

// An element of a list may be a repetition of elements.
void FieldOrder::order_item(LayoutEntry& value, const Type& type) {
  if (value.kind == ValueKind::Mapping && value.entries.size() == 1 &&
      key_of(value.entries[0]) == "repeat") {
    LayoutEntry& repeat = value.entries[0];
    if (repeat.kind == ValueKind::Mapping) order_object(repeat, repeat_object, &type, false);
    return;
  }
  order(value, type, true);
}

// `body`: what is repeated.
void FieldOrder::order_object(LayoutEntry& value, const Object& object, const Type* body,
                              bool is_item) {
  for (LayoutEntry& entry : value.entries) {
    const Field* const field = field_of(object, key_of(entry));
    if (field == nullptr) continue;
    if (body != nullptr && field->name == "body") {
      order_item(entry, *body);
    } else {
      order(entry, field->type);
    }
  }
  if (sorts_) sort_entries(value, object, is_item);
}

// Whether the entry has an alias of something in the other one.
bool FieldOrder::needs(const LayoutEntry& entry, const LayoutEntry& other) const {
  const NodeId end = tree_[entry.node].after;
  for (NodeId node = entry.key_node; node < end; ++node) {
    if (tree_[node].kind != NodeKind::Alias) continue;
    const NodeId target = tree_.resolve(node);
    if (target >= other.key_node && target < tree_[other.node].after) return true;
  }
  return false;
}

// The positions of the entries in their new order. A key that is no field stays after the one
// before it.
std::vector<std::size_t> FieldOrder::sorted(const LayoutEntry& value, const Object& object) const {
  std::vector<std::ptrdiff_t> ranks;
  std::ptrdiff_t rank = -1;
  for (const LayoutEntry& entry : value.entries) {
    const Field* const field = field_of(object, key_of(entry));
    if (field != nullptr) rank = field - object.fields.data();
    ranks.push_back(rank);
  }
  std::vector<std::size_t> wanted(ranks.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = i;
  std::stable_sort(wanted.begin(), wanted.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  if (!has_aliases_) return wanted;
  std::vector<std::size_t> order;
  while (!wanted.empty()) {
    const auto next = std::find_if(wanted.begin(), wanted.end(), [&](std::size_t one) {
      return std::none_of(wanted.begin(), wanted.end(), [&](std::size_t other) {
        return other < one && needs(value.entries[one], value.entries[other]);
      });
    });
    order.push_back(*next);
    wanted.erase(next);
  }
  return order;
}

bool has_leading_blank(const LayoutEntry& entry) {
  const std::vector<CommentLine>& before = entry.notes().before;
  return before.empty() ? entry.blank_before : before.front().blank_before;
}

void set_leading_blank(LayoutEntry& entry, bool is_blank) {
  if (entry.notes().before.empty()) {
    entry.blank_before = is_blank;
  } else {
    entry.own_notes->before.front().blank_before = is_blank;
  }
}

// Blank lines stay where they are, between whichever entries.
void FieldOrder::sort_entries(LayoutEntry& value, const Object& object, bool is_item) const {
  const std::vector<std::size_t> order = sorted(value, object);
  if (std::is_sorted(order.begin(), order.end())) return;
  // After a dash there is no place for a comment before the first key.
  if (is_item && !value.entries[order.front()].notes().before.empty()) return;
  std::vector<bool> blanks;
  for (const LayoutEntry& entry : value.entries) blanks.push_back(has_leading_blank(entry));
  std::vector<LayoutEntry> entries;
  entries.reserve(order.size());
  for (const std::size_t one : order) {
    entries.push_back(std::move(value.entries[one]));
    LayoutEntry& entry = entries.back();
    if (entry.own_notes) {
      for (CommentLine& line : entry.own_notes->before) line.offset = std::min(line.offset, 0);
    }
    set_leading_blank(entry, blanks[entries.size() - 1]);
  }
  value.entries = std::move(entries);
}

}  // namespace

bool is_weight_file(const Tree& tree, const LayoutEntry& root) {
  return root.kind == ValueKind::Mapping &&
         FieldOrder(tree, false).root_object(root) == &weight_file_object;
}

void order_fields(const Tree& tree, std::string_view text, const ConcreteSyntax& syntax,
                  Layout& layout) {
  FieldOrder(tree, !repeats_anchors(text, syntax)).order_root(layout.root);
}

}  // namespace rigy::tools
