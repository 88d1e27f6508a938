#include "editor/completion.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "editor/cursor.hpp"
#include "editor/samples.hpp"
#include "expand/expression.hpp"

namespace rigy::tools {
namespace {

// Each once, although a line may go on in several ways.
struct UniqueItems {
  std::vector<Completion>& items;
  std::set<std::pair<CompletionKind, std::string>> known = {};

  void add(Completion item) {
    if (known.emplace(item.kind, item.label).second) items.push_back(std::move(item));
  }
};

class Completer {
 public:
  Completer(const MarkedDocument& marked, const Surroundings& around, std::string_view word,
            UniqueItems& items)
      : marked_(marked), around_(around), word_(word), items_(items) {}

  void add() {
    const Meaning& meaning = marked_.meaning();
    if (!marked_.is_key()) return add_values(*meaning.type);
    if (meaning.object != nullptr) return add_fields(*meaning.object);
    add_values(*meaning.type);
  }

 private:
  [[nodiscard]] Version version() const { return marked_.document.version; }
  [[nodiscard]] std::vector<std::string> ids(const Type& reference) const {
    return ids_for(marked_.document, around_, reference, marked_.mark);
  }
  [[nodiscard]] SampleWriter samples() const {
    return {version(), [this](const Type& reference) { return ids(reference); }};
  }

  void add_item(Completion item) {
    if (marked_.adds_dash) item.snippet.insert(0, "- ");
    items_.add(std::move(item));
  }

  void add_fields(const Object& object);
  void add_values(const Type& type);
  void add_words(const Type& type);
  void add_ids(const Type& type);
  void add_paths(const Type& type);
  void add_expressions(const Type& type);

  const MarkedDocument& marked_;
  const Surroundings& around_;
  std::string_view word_;
  UniqueItems& items_;
};

void Completer::add_fields(const Object& object) {
  const Tree& tree = marked_.document.tree();
  const NodeId mapping = tree[marked_.mark].parent;
  for (const Field& field : object.fields) {
    if (field.refused || is_too_new(field.feature, version())) continue;
    if (find_value(tree, mapping, field.name) != no_index) continue;
    const FieldRow* row = row_of_field(object, field);
    const bool has_value = tree[marked_.mark + 1].start.line == tree[marked_.mark].start.line &&
                           marked_.document.authored.text_of(
                               marked_.document.authored.ranges[marked_.mark + 1]) != "0";
    add_item({.kind = CompletionKind::Field,
              .label = std::string(field.name),
              .detail = form_of(field),
              .documentation = row == nullptr ? std::string() : std::string(row->description),
              .snippet = has_value ? std::string(field.name) : samples().field(field, "  "),
              .is_first = is_needed(object, field)});
  }
}

void Completer::add_words(const Type& type) {
  for (const Word& word : type.words) {
    if (is_too_new(word.feature, version())) continue;
    add_item({.kind = CompletionKind::Word,
              .label = std::string(word.name),
              .snippet = std::string(word.name)});
  }
}

void Completer::add_ids(const Type& type) {
  for (const std::string& id : ids(type)) {
    add_item({.kind = CompletionKind::Reference,
              .label = id,
              .detail = std::string(name_of(type.item)),
              .snippet = id});
  }
}

void Completer::add_paths(const Type& type) {
  if (!around_.paths) return;
  for (const std::string& path : around_.paths(type.file)) {
    add_item({.kind = CompletionKind::File, .label = path, .snippet = path});
  }
}

// Params after '$'; in an expression also functions.
void Completer::add_expressions(const Type& type) {
  const bool takes_numbers = type.kind == TypeKind::Number || type.kind == TypeKind::Numbers;
  if (!word_.starts_with('$') && !word_.starts_with('=') && !takes_numbers) return;
  if (is_too_new(Feature::Params, version())) return;
  for (const std::string& name : param_names(marked_.document)) {
    add_item({.kind = CompletionKind::Param,
              .label = '$' + name,
              .detail = "param",
              .snippet = "\\$" + name});
  }
  if (!word_.starts_with('=') || is_too_new(Feature::Expressions, version())) return;
  for (const std::string_view name : function_names()) {
    add_item({.kind = CompletionKind::Function,
              .label = std::string(name),
              .detail = "function",
              .snippet = fmt::format("{}($1)", name)});
  }
}

void Completer::add_values(const Type& type) {
  if (type.kind == TypeKind::AnyOf) {
    for (const Type* one : type.of) add_values(*one);
    return;
  }
  if (type.kind == TypeKind::Object) {
    add_item({.kind = CompletionKind::Form,
              .label = fmt::format("{{{}}}", type.object->shown()),
              .detail = std::string(type.object->form),
              .documentation = std::string(row_of(*type.object).purpose),
              .snippet = samples().object(*type.object),
              .is_first = true});
    return;
  }
  if (type.kind == TypeKind::Word) add_words(type);
  if (type.role == SymbolRole::Reference) add_ids(type);
  if (type.kind == TypeKind::Path) add_paths(type);
  if (type.kind == TypeKind::Numbers || type.kind == TypeKind::Map) {
    add_item({.kind = CompletionKind::Form,
              .label = type.form.empty() ? "{}" : std::string(type.form),
              .snippet = samples().value(type)});
  }
  add_expressions(type);
}

}  // namespace

Completions complete_at(const OpenDocument& document, const Surroundings& around,
                        std::size_t offset) {
  Completions completions;
  completions.replaced = word_at(document.text(), offset);
  const std::string_view word = document.authored.text_of(completions.replaced);
  UniqueItems items{completions.items};
  for (const MarkedDocument& marked : mark_word(document, completions.replaced)) {
    Completer(marked, around, word, items).add();
  }
  std::stable_partition(completions.items.begin(), completions.items.end(),
                        [](const Completion& item) { return item.is_first; });
  return completions;
}

}  // namespace rigy::tools
