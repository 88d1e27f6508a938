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

constexpr Word truth_list[] = {Word("true"), Word("false")};
constexpr Type truth_words{.words = truth_list};
constexpr Word none_list[] = {Word("none")};
constexpr Type none_words{.words = none_list};

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
  Completer(const MarkedDocument& marked, const Surroundings& around, const WrittenWord& word,
            bool begins_param, UniqueItems& items)
      : marked_(marked), around_(around), word_(word), begins_param_(begins_param), items_(items) {}

  void add() {
    const Meaning& meaning = marked_.meaning();
    if (word_.is_in_expression) return add_names();
    if (!marked_.is_key()) {
      add_values(*meaning.type);
      return add_words_of_others();
    }
    if (meaning.object != nullptr) return add_fields(*meaning.object);
    add_keys(*meaning.type);
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
  void add_keys(const Type& type);
  void add_values(const Type& type);
  void add_words_of_others();
  void add_words(const Type& type);
  void add_ids(const Type& type);
  void add_paths(const Type& type);
  void add_params();
  void add_names();

  const MarkedDocument& marked_;
  const Surroundings& around_;
  const WrittenWord& word_;
  bool begins_param_;  // the word begins with '$'
  UniqueItems& items_;
};

void Completer::add_fields(const Object& object) {
  const Tree& tree = marked_.document.tree();
  const NodeId mapping = tree[marked_.mark].parent;
  const AuthoredText& authored = marked_.document.authored;
  const bool is_flow = authored.text_of(authored.ranges[mapping]).starts_with('{');
  for (Field field : object.fields) {
    if (field.refused || is_too_new(field.feature, version())) continue;
    if (find_value(tree, mapping, field.name) != no_index) continue;
    const FieldRow* row = row_of_field(object, field);
    if (const Type* const chosen = type_by_word(object, field, tree, mapping)) field.type = *chosen;
    add_item({.kind = CompletionKind::Field,
              .label = std::string(field.name),
              .detail = form_of(field),
              .documentation = row == nullptr ? std::string() : std::string(row->description),
              .snippet = word_.has_colon ? std::string(field.name)
                         : is_flow       ? samples().field_on_line(object, field)
                                         : samples().field(object, field, "  "),
              .is_first = is_needed(object, field)});
  }
}

// The keys of a map, with a value each: the ids or words that it does not have yet, or a name to
// write.
void Completer::add_keys(const Type& type) {
  const Tree& tree = marked_.document.tree();
  const NodeId mapping = tree[marked_.mark].parent;
  const Type* const map = marked_.document.meanings[mapping].type;
  if (word_.has_colon || map == nullptr || map->kind != TypeKind::Map) return add_values(type);
  const auto add_key = [&](CompletionKind kind, const std::string& name, std::string detail) {
    if (find_value(tree, mapping, name) != no_index) return;
    add_item({.kind = kind,
              .label = name,
              .detail = std::move(detail),
              .snippet = fmt::format("{}: {}", name, samples().value(*map->of[1]))});
  };
  if (type.role == SymbolRole::Reference) {
    for (const std::string& id : ids(type)) {
      add_key(CompletionKind::Reference, id, std::string(name_of(type.item)));
    }
    return;
  }
  for (const Word& word : type.words) {
    if (!is_too_new(word.feature, version())) {
      add_key(CompletionKind::Word, std::string(word.name), {});
    }
  }
  if (!type.words.empty()) return;
  std::string_view form = map->form;  // without its braces
  if (form.starts_with('{')) form = form.substr(1, form.size() - 2);
  add_item({.kind = CompletionKind::Form,
            .label = std::string(form.empty() ? "name: value" : form),
            .snippet = samples().pair(*map)});
}

// Words of the same field of the other objects that the mapping may be: an implicit surface is a
// primitive, too.
void Completer::add_words_of_others() {
  const Tree& tree = marked_.document.tree();
  const NodeId mapping = tree[marked_.mark].parent;
  const Field* const own = marked_.meaning().field;
  if (own == nullptr || mapping == no_index || tree[mapping].kind != NodeKind::Mapping) return;
  const Field* const around = marked_.document.meanings[mapping].field;
  if (around == nullptr || around->type.of.empty()) return;
  const Type& element = around->type.kind == TypeKind::List ? *around->type.of[0] : around->type;
  if (element.kind != TypeKind::AnyOf) return;
  for (const Type* const one : element.of) {
    const Field* const same =
        one->object == nullptr ? nullptr : field_named(*one->object, own->name);
    if (same == nullptr || same->type.kind != TypeKind::Word) continue;
    if (!same->refused && !is_too_new(same->feature, version())) add_words(same->type);
  }
}

void Completer::add_words(const Type& type) {
  for (const Word& word : type.words) {
    if (is_too_new(word.feature, version())) continue;
    const std::string name(word.name);
    add_item({.kind = CompletionKind::Word,
              .label = name,
              .snippet = word_.is_in_quotes ? name : quoted_number(name)});
  }
}

void Completer::add_ids(const Type& type) {
  for (const std::string& id : ids(type)) {
    add_item({.kind = CompletionKind::Reference,
              .label = id,
              .detail = std::string(name_of(type.item)),
              .snippet = id});
  }
  const Field* field = marked_.meaning().field;
  if (field != nullptr && may_be_none(*field)) add_words(none_words);
}

void Completer::add_paths(const Type& type) {
  if (!around_.paths) return;
  for (const std::string& path : around_.paths(type.file)) {
    add_item({.kind = CompletionKind::File, .label = path, .snippet = path});
  }
}

void Completer::add_params() {
  if (is_too_new(Feature::Params, version())) return;
  for (const std::string& name : param_names(marked_.document)) {
    add_item({.kind = CompletionKind::Param,
              .label = '$' + name,
              .detail = "param",
              .snippet = "\\$" + name});
  }
}

// What expressions consist of.
void Completer::add_names() {
  add_params();
  if (begins_param_ || is_too_new(Feature::Expressions, version())) return;
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
  if (type.kind == TypeKind::Boolean) add_words(truth_words);
  if (type.role == SymbolRole::Reference) add_ids(type);
  if (type.kind == TypeKind::Path) add_paths(type);
  // On lines of its own, a list begins with a dash and a map with a key.
  const bool holds_others = type.kind == TypeKind::Map || type.kind == TypeKind::List;
  const bool is_collection = type.kind == TypeKind::Numbers || (holds_others && !word_.begins_line);
  if (is_collection && !word_.is_in_quotes) {
    const std::string_view form = type.kind == TypeKind::Map ? "{}" : "[]";
    add_item({.kind = CompletionKind::Form,
              .label = std::string(type.form.empty() ? form : type.form),
              .snippet = samples().value(type)});
  }
  if (type.kind == TypeKind::Version && !type.form.empty()) {
    const Word newest[] = {Word(type.form.substr(1, type.form.size() - 2))};
    add_words({.words = newest});
  }
  const bool takes_numbers = type.kind == TypeKind::Number || type.kind == TypeKind::Numbers;
  if (begins_param_ || takes_numbers) add_params();
}

}  // namespace

Completions complete_at(const OpenDocument& document, const Surroundings& around,
                        std::size_t offset) {
  Completions completions;
  const WrittenWord word = word_at(document.text(), offset);
  completions.replaced = word.replaced;
  const bool begins_param = document.authored.text_of(word.replaced).starts_with('$');
  UniqueItems items{completions.items};
  for (const MarkedDocument& marked : mark_word(document, word)) {
    Completer(marked, around, word, begins_param, items).add();
  }
  std::stable_partition(completions.items.begin(), completions.items.end(),
                        [](const Completion& item) { return item.is_first; });
  return completions;
}

}  // namespace rigy::tools
