// Changes of a text that a program asks for by paths: what sliders, gizmos and buttons write.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "editor/values.hpp"
#include "questions/answers.hpp"
#include "questions/protocol_json.hpp"
#include "rigy/edit.hpp"
#include "syntax/scalar.hpp"

namespace rigy::interfaces {
namespace {

// One of these, with the path of what it changes.
constexpr std::string_view set_key = "set";
constexpr std::string_view insert_key = "insert";
constexpr std::string_view remove_key = "remove";
constexpr std::string_view rename_key_key = "rename";
constexpr std::string_view number_key = "number";

std::string joined_path(const std::string& base, std::string_view path) {
  if (base.empty() || path.empty()) return base + std::string(path);
  return base + (path.starts_with('[') ? "" : ".") + std::string(path);
}

// The outermost value that begins at the offset.
NodeId value_beginning_at(const AuthoredText& authored, std::size_t offset) {
  for (NodeId node = 0; node < authored.tree.nodes.size(); ++node) {
    const ByteRange content = content_range(authored, node);
    if (content.begin == offset || authored.ranges[node].begin == offset) return node;
  }
  return no_index;
}

// The part of a path below its beginning.
std::string path_below(const std::string& base, const std::string& path) {
  const std::string rest = path.substr(base.size());
  return rest.starts_with('.') ? rest.substr(1) : rest;
}

// The number that a scalar is, or that an expression gives, as JSON; empty if it is none.
std::string number_of(const Tree& tree, NodeId node, const AnalyzedValues* known) {
  const bool is_key = tree[tree[node].parent].kind == NodeKind::Mapping && !is_value(tree, node);
  if (tree[node].kind != NodeKind::Scalar || is_key) return {};
  std::string_view text = tree.text_of(node);
  std::vector<std::string> values;
  if (known != nullptr) values = known->expanded(node);
  if (!values.empty()) text = values.front();
  const ScalarType type = scalar_type(text, tree[node].plain || !values.empty());
  if (type != ScalarType::Int && type != ScalarType::Float) return {};
  JsonWriter json;
  json.shortest(scalar_number(text));
  return json.take();
}

// "value", as YAML on one line, with "lines" as a block; or "text", which gets quotes if it needs
// them.
NewValue new_value(const JsonValue& change) {
  if (const auto text = change.text_of("text")) return text_value(*text);
  NewValue value{std::string(change.text_of("value").value_or("")), {}};
  if (const JsonValue* lines = change.find("lines")) {
    for (const JsonValue& line : lines->items) value.block.push_back(line.text);
  }
  return value;
}

std::size_t index_of(const JsonValue& change) {
  const JsonValue* index = change.find("index");
  const bool is_given =
      index != nullptr && index->is(JsonValue::Kind::Number) && index->number >= 0;
  return is_given ? static_cast<std::size_t>(index->number) : at_the_end;
}

bool is_true(const JsonValue& change, std::string_view key) {
  const JsonValue* value = change.find(key);
  return value != nullptr && value->boolean;
}

class Changer {
 public:
  explicit Changer(const EditedText& text) : text_(text), now_(text.document.text()) {}

  // What is wrong; empty: nothing.
  [[nodiscard]] std::string apply(const JsonValue& change);
  [[nodiscard]] const TextEdits& edits() const { return edits_; }

 private:
  // The path of the change, from the root.
  [[nodiscard]] std::optional<std::string> path_of_change(const JsonValue& change,
                                                          std::string_view path) const;
  [[nodiscard]] std::optional<TextEdits> edits_of(const JsonValue& change, std::string_view kind,
                                                  const std::string& path) const;
  [[nodiscard]] std::string apply_number(const JsonValue& change, const std::string& path);
  [[nodiscard]] std::string add(const std::string& path, const TextEdits& edits);

  const EditedText& text_;
  std::string now_;
  TextEdits edits_;
};

std::optional<std::string> Changer::path_of_change(const JsonValue& change,
                                                   std::string_view path) const {
  const std::optional<LspPosition> at = read_position(change.find("at"));
  if (!at) return std::string(path);
  const AuthoredText& authored = text_.document.authored;
  const NodeId node = value_beginning_at(authored, text_.positions.offset_of(*at));
  if (node == no_index) return std::nullopt;
  return joined_path(path_of(authored.tree, node), path);
}

std::optional<TextEdits> Changer::edits_of(const JsonValue& change, std::string_view kind,
                                           const std::string& path) const {
  if (kind == insert_key) return insert_item(now_, path, new_value(change), index_of(change));
  if (kind == remove_key) return remove_at(now_, path);
  if (kind == rename_key_key) return rename_key(now_, path, change.text_of("name").value_or(""));
  return set_value(now_, path, new_value(change));
}

std::string Changer::apply_number(const JsonValue& change, const std::string& path) {
  const JsonValue* to = change.find("to");
  if (to == nullptr || !to->is(JsonValue::Kind::Number)) return "'to' is not a number";
  NumberEdits edits = set_number(now_, path, to->text);
  return edits.fault.empty() ? add(path, edits.edits) : std::move(edits.fault);
}

std::string Changer::add(const std::string& path, const TextEdits& edits) {
  std::optional<std::string> changed = apply_edits(now_, edits);
  if (!changed) return fmt::format("'{}' cannot be changed", path);
  edits_ = compose_edits(edits_, edits);
  now_ = std::move(*changed);
  return {};
}

std::string Changer::apply(const JsonValue& change) {
  for (const std::string_view kind :
       {set_key, insert_key, remove_key, rename_key_key, number_key}) {
    const auto given = change.text_of(kind);
    if (!given) continue;
    const std::optional<std::string> path = path_of_change(change, *given);
    if (!path) return fmt::format("nothing begins where '{}' is to be changed", *given);
    // Some changes are only wanted where something is written already.
    if (is_true(change, "ifWritten") && !remove_at(now_, *path)) return {};
    if (kind == number_key) return apply_number(change, *path);
    const std::optional<TextEdits> edits = edits_of(change, kind, *path);
    if (!edits) return fmt::format("the text has no place for '{}'", *path);
    return add(*path, *edits);
  }
  return "a change has 'set', 'insert', 'remove', 'rename' or 'number', with a path";
}

}  // namespace

RpcAnswer answer_edit(const Question& question) {
  const JsonValue* changes = question.params.find("changes");
  if (changes == nullptr || !changes->is(JsonValue::Kind::List)) {
    return rpc_failure(rpc_invalid_params, "'changes' is not a list");
  }
  Changer changer(question.text);
  for (const JsonValue& change : changes->items) {
    std::string fault = changer.apply(change);
    if (!fault.empty()) return rpc_failure(rpc_invalid_params, std::move(fault));
  }
  JsonWriter json;
  write_edits(json, question.text.document.text(), changer.edits());
  return {json.take()};
}

std::string answer_numbers(const Question& question) {
  const OpenDocument& document = question.text.document;
  const AuthoredText& authored = document.authored;
  const NodeId item = value_beginning_at(authored, question.offset());
  JsonWriter json;
  json.begin_array();
  if (item != no_index) {
    const auto current = current_analysis(question.workspace, question.text);
    const auto* analyzed = current->analysis.assembly.get();
    const auto known =
        analyzed == nullptr ? std::nullopt : std::optional(AnalyzedValues(document, *analyzed));
    const std::string base = path_of(authored.tree, item);
    for (NodeId node = item + 1; node < authored.tree[item].after; ++node) {
      const std::string value = number_of(authored.tree, node, known ? &*known : nullptr);
      if (value.empty()) continue;
      json.begin_object();
      json.key("path");
      json.string(path_below(base, path_of(authored.tree, node)));
      json.key("text");
      json.string(authored.tree.text_of(node));
      json.key("value");
      json.text(value);
      json.end_object();
    }
  }
  json.end_array();
  return json.take();
}

std::string answer_scalars(const Question& question) {
  const AuthoredText& authored = question.text.document.authored;
  const Tree& tree = authored.tree;
  JsonWriter json;
  json.begin_array();
  const NodeId mapping = authored.empty()
                             ? no_index
                             : find_value(tree, 0, question.params.text_of("key").value_or(""));
  if (mapping != no_index && tree[mapping].kind == NodeKind::Mapping) {
    for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
      if (tree[key + 1].kind != NodeKind::Scalar) continue;
      json.begin_object();
      json.key("key");
      json.string(tree.text_of(key));
      json.key("text");
      json.string(tree.text_of(key + 1));
      json.key("plain");
      json.boolean(tree[key + 1].plain);
      json.end_object();
    }
  }
  json.end_array();
  return json.take();
}

}  // namespace rigy::interfaces
