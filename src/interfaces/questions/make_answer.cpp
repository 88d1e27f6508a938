// What is made of a document: poses, weights, shapes, skeletons and motions.
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "making/making.hpp"
#include "questions/answers.hpp"
#include "questions/protocol_json.hpp"

namespace rigy::interfaces {
namespace {

// A scalar as options by name have it.
std::string scalar_text(const JsonValue& value) {
  if (value.is(JsonValue::Kind::Boolean)) return value.boolean ? "true" : "false";
  return value.text;
}

// Lists become texts: of numbers and short texts with commas, of texts that have commas themselves
// with semicolons.
std::string option_text(const JsonValue& value, ChoiceKind kind) {
  if (!value.is(JsonValue::Kind::List)) return scalar_text(value);
  std::vector<std::string> parts;
  for (const JsonValue& one : value.items) parts.push_back(scalar_text(one));
  const bool has_texts = !value.items.empty() && value.items.front().is(JsonValue::Kind::Text);
  return fmt::format("{}", fmt::join(parts, has_texts && kind == ChoiceKind::Text ? ";" : ","));
}

std::vector<ParamValue> options_in(const JsonValue& params, const Making& making) {
  std::vector<ParamValue> options;
  const JsonValue* const given = params.find("options");
  for (std::size_t i = 0; given != nullptr && i < given->keys.size(); ++i) {
    ChoiceKind kind = ChoiceKind::Text;
    for (const ChoiceInfo& info : making.choices()) {
      if (info.name == given->keys[i]) kind = info.kind;
    }
    options.push_back({given->keys[i], option_text(given->items[i], kind)});
  }
  return options;
}

// What is wrong: with the options, or the first error of the document.
std::string fault_of(const MakingResult& made) {
  if (!made.option_faults.empty()) return fmt::format("{}", fmt::join(made.option_faults, "; "));
  for (const Diagnostic& one : made.report.diagnostics) {
    if (one.severity == Severity::Error) return one.message;
  }
  return "the document has errors";
}

std::string json_of(const MakingResult& made) {
  JsonWriter json;
  json.begin_object();
  json.key("text");
  json.string(made.text);
  json.key("files");
  json.begin_object();
  for (const ExportedFile& file : made.files) {
    json.key(file.name);
    json.string(file.bytes);
  }
  json.end_object();
  json.key("notes");
  json.begin_array();
  for (const std::string& note : made.notes) json.string(note);
  json.end_array();
  json.end_object();
  return json.take();
}

}  // namespace

RpcAnswer answer_make(const Question& question) {
  const std::string_view name = question.params.text_of("operation").value_or("");
  const Making* const making = making_named(name);
  if (making == nullptr) {
    std::vector<std::string_view> known;
    for (const Making& one : all_makings()) known.push_back(one.name);
    return rpc_failure(rpc_invalid_params,
                       fmt::format("'{}' is not an operation: {}", name, fmt::join(known, ", ")));
  }
  AnalyzeOptions options;
  options.find_bone_map = true;
  const auto files = question.workspace.files_for(question.text);
  const Analysis analysis = analyze(question.text.document.path, *files, options);
  const MakingResult made = making->make(analysis, options, options_in(question.params, *making));
  if (!made.ok()) return rpc_failure(rpc_invalid_params, fault_of(made));
  return {json_of(made)};
}

}  // namespace rigy::interfaces
