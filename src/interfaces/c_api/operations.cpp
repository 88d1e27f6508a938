// rigy_operations: the description from which packaging/glue.py generates the glue for other
// languages.
#include <string>
#include <string_view>
#include <vector>

#include "c_api/analysis.hpp"
#include "common/unreachable.hpp"
#include "making/making.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

std::vector<Operation> all_operations() {
  std::vector<Operation> operations = analysis_operations();
  operations.push_back({"render", render_choices(), "files:files"});
  for (const Making& making : all_makings()) {
    operations.push_back({making.name, making.choices(), "text:text|notes:text|files:files"});
  }
  operations.push_back({"format", format_choices(), "text:text"});
  return operations;
}

std::string_view name_of(ChoiceKind kind) {
  switch (kind) {
    case ChoiceKind::Text:
      return "text";
    case ChoiceKind::Flag:
      return "flag";
    case ChoiceKind::Count:
      return "count";
    case ChoiceKind::Number:
      return "number";
    case ChoiceKind::Word:
      return "word";
    case ChoiceKind::Words:
      return "words";
    case ChoiceKind::Texts:
      return "texts";
  }
  unreachable();
}

void write_choice(JsonWriter& json, const ChoiceInfo& info) {
  json.line_break();
  json.begin_object();
  json.key("name");
  json.string(info.name);
  json.key("kind");
  json.string(name_of(info.kind));
  if (!info.words.empty()) {
    json.key("words");
    json.begin_array();
    for (const std::string_view word : words_in(info.words)) json.string(word);
    json.end_array();
  }
  json.key("default");
  json.string(info.fallback);
  json.key("about");
  json.string(info.about);
  json.end_object();
}

void write_result(JsonWriter& json, std::string_view result) {
  const std::size_t colon = result.find(':');
  json.begin_object();
  json.key("name");
  json.string(result.substr(0, colon));
  json.key("kind");
  json.string(result.substr(colon + 1));
  json.end_object();
}

void write_operation(JsonWriter& json, const Operation& operation) {
  json.line_break();
  json.key(operation.name);
  json.begin_object();
  json.key("options");
  json.begin_array();
  for (const ChoiceInfo& info : operation.choices) write_choice(json, info);
  json.end_array();
  json.key("results");
  json.begin_array();
  for (const std::string_view result : words_in(operation.results)) write_result(json, result);
  json.end_array();
  json.end_object();
}

std::string operations_json() {
  JsonWriter json;
  json.begin_object();
  for (const Operation& operation : all_operations()) write_operation(json, operation);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace
}  // namespace rigy::interfaces

const char* rigy_operations() {
  static const std::string text = rigy::interfaces::operations_json();
  return text.c_str();
}
